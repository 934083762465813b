import { execFile, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import type { World } from './world.ts'

export interface Asked {
  /** What the hook printed, when it has: what its agent goes by. */
  readonly answered: Promise<{ readonly decision: string; readonly reason: string }>
  stop(): void
}

const SETTINGS = {
  hosts: { 'claude-code': { gate: 'auto', daemon: false } },
  permissions: { ask: ['Bash(touch:*)', 'Bash(rm:*)'] },
  approvals: { waitSeconds: 60 },
}

/** Installs the gate into Claude Code's settings of a world, and returns what runs its hook for a call of a headless session. */
export async function installHook({ home, project }: World): Promise<(command: string, session?: string) => Asked> {
  mkdirSync(join(home, '.claude'))
  const args = ['init', '--host', 'claude-code', '--home', home, '--yes', '--manual', 'answer']
  const env = { HOME: home, PATH: process.env['PATH'] ?? '' }
  await promisify(execFile)(process.execPath, [resolve('bin/irongate.js'), ...args], { cwd: project, env })
  writeFileSync(join(home, '.irongate/settings.json'), `${JSON.stringify(SETTINGS, undefined, 2)}\n`)
  const { hooks } = JSON.parse(readFileSync(join(home, '.claude/settings.json'), 'utf8'))
  const [{ command: line }] = hooks.PreToolUse[0].hooks
  return (command, session = 'waiting-session') => {
    const child = spawn('sh', ['-c', line], {
      cwd: project,
      detached: true,
      env: { ...env, CLAUDE_CODE_ENTRYPOINT: 'sdk-cli' },
    })
    const call = {
      hook_event_name: 'PreToolUse',
      session_id: session,
      cwd: project,
      permission_mode: 'default',
      transcript_path: '',
      tool_name: 'Bash',
      tool_input: { command },
      tool_use_id: `toolu_${Math.random().toString(36).slice(2)}`,
    }
    child.stdin.end(JSON.stringify(call))
    return { answered: outputOf(child), stop: () => void (child.pid !== undefined && process.kill(-child.pid)) }
  }
}

async function outputOf(child: ReturnType<typeof spawn>) {
  let text = ''
  child.stdout?.on('data', (part) => {
    text += part
  })
  await new Promise((done) => child.on('close', done))
  const said = text === '' ? {} : JSON.parse(text).hookSpecificOutput
  return { decision: String(said?.permissionDecision), reason: String(said?.permissionDecisionReason) }
}
