import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { AuditRecord } from '../../audit/record.ts'
import { openSessionLog } from '../../state/session-log.ts'
import type { HookContext } from '../hook-runtime/hook-context.ts'
import { answerEvent } from '../hook-runtime/hook-events.ts'
import type { HostVariables } from '../integration.ts'
import { readPolicy } from '../policy.ts'
import { CLAUDE_CODE_INTEGRATION } from './integration.ts'

/** For tests: a scratch account whose hook is asked in this process. */
export function createScratchAccount(more: Partial<HookContext> = {}) {
  // Not below the temporary directory: deleting there is no loss.
  mkdirSync('.hosts/scratch', { recursive: true })
  const home = mkdtempSync(join(process.cwd(), '.hosts/scratch/hook-test-'))
  const project = join(home, 'project')
  const records: AuditRecord[] = []
  let calls = 0
  mkdirSync(join(project, '.git'), { recursive: true })
  writeFileSync(join(project, '.git/HEAD'), 'ref: refs/heads/main\n')
  mkdirSync(join(home, 'precious'))

  const edge = (): HookContext => ({
    integration: CLAUDE_CODE_INTEGRATION,
    host: 'claude-code',
    home,
    package: '/opt/irongate',
    now: Date.now,
    readPolicy,
    audit: (record) => records.push(record),
    // Whether words are proved is tested apart.
    ancestry: async () => ({ kind: 'vouched' }),
    ...more,
  })

  async function send(event: string, fields: object = {}, signs: HostVariables = {}) {
    const payload = { session_id: 's', cwd: project, permission_mode: 'default', hook_event_name: event, ...fields }
    const told = CLAUDE_CODE_INTEGRATION.readEvent(JSON.stringify(payload), { home, signs })
    const { stdout, stderr, status } = await answerEvent(told, edge())
    if (status !== 0) throw new Error(`${event} ended with ${status}: ${stderr}`)
    return stdout === '' ? undefined : JSON.parse(stdout)
  }

  async function decide(tool: string, input: object, fields: object = {}, signs?: HostVariables) {
    const id = `t${++calls}`
    const call = { tool_name: tool, tool_input: input, tool_use_id: id, ...fields }
    const output = (await send('PreToolUse', call, signs))?.hookSpecificOutput
    return { id, said: output?.permissionDecision as string | undefined, why: String(output?.permissionDecisionReason) }
  }

  return {
    home,
    project,
    records,
    edge,
    send,
    decide,
    bash: (command: string, fields?: object, signs?: HostVariables) => decide('Bash', { command }, fields, signs),
    prompt: (text: string, fields: object = {}) => send('UserPromptSubmit', { prompt: text, ...fields }),
    /** A deletion that is denied unless a person named it. */
    wipe: () => `rm -rf ${home}/precious`,
    log: () => openSessionLog(join(home, '.irongate/state'), 's').fold(),
    remove: () => rmSync(home, { recursive: true, force: true }),
  }
}
