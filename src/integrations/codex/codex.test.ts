import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerTo } from './answer.ts'
import { readEvent } from './events.ts'
import { allConversations, CODEX_EXECUTED_CALLS } from './executed-calls.ts'
import { notRunningReason } from './install/diagnose.ts'
import { CODEX_HOOKS } from './install/hooks.ts'
import { CODEX_INSTALLER } from './install/installer.ts'
import { hookFingerprint, parseCodexConfig, readHookTrust } from './install/trust.ts'
import { CODEX_TRANSCRIPT } from './transcript.ts'

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}-0.166.0.jsonl`, import.meta.url))
const events = readFileSync(fixture('events'), 'utf8').trimEnd().split('\n')
const read = (text: string, folder?: string) => readEvent(text, { home: '/home/dev', signs: { folder } })
const calls = (folder?: string) => events.map((text) => read(text, folder)).filter(({ kind }) => kind === 'tool-use')

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-codex-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

describe('what the client sent', () => {
  it('has the names and fields that the tools know', () => {
    expect(calls().map((call) => 'tool' in call && [call.tool, Object.keys(call.input)])).toEqual([
      ['Bash', ['command']],
      ['Bash', ['command']],
      ['apply_patch', ['patch']],
      ['mcp__demo__delete_account', ['name']],
      ['spawn_agent', ['message']],
      ['Bash', ['command']],
      ['Bash', ['command']],
    ])
  })

  it("a sub-agent's events are its own, and its file is not the person's", () => {
    const own = events.map((text) => read(text)).filter(({ agentId }) => agentId !== undefined)
    expect(own.map(({ kind }) => kind)).toEqual(['other', 'tool-use', 'prompt'])
    expect(own.every(({ transcript }) => transcript === undefined)).toBe(true)
  })

  it('a prompt is about the same call as the event before it', () => {
    const asked = events.map((text) => read(text)).find(({ kind }) => kind === 'permission-prompt')
    expect(asked).toMatchObject({ tool: 'Bash', input: { command: 'echo hi > ../made.txt' } })
    expect(asked && 'input' in asked && Object.keys(asked.input)).toEqual(['command'])
  })
})

describe('what it is told', () => {
  it('a denial is said once: it shows the reason to the person as well', () => {
    const event = { kind: 'other', sessionId: 's', cwd: '/p' } as const
    const said = {
      kind: 'said',
      says: 'deny',
      message: 'm',
      reason: 'why',
      person: 'why, to you',
      stop: false,
    } as const
    const { stdout } = answerTo(event, said)
    expect(stdout).toMatch(/why/)
    expect(stdout).not.toMatch(/to you|systemMessage/)
  })
})

describe('where a call runs', () => {
  const call = (cwd: string) =>
    JSON.stringify({ ...JSON.parse(events[2] ?? ''), cwd, tool_input: { command: 'rm -r x' } })

  it('elsewhere than the session, the project stays where the session is', () => {
    expect(read(call('/srv/other'), '/home/dev/project')).toMatchObject({
      cwd: '/home/dev/project',
      tool: 'exec_command',
      input: { cmd: 'rm -r x', workdir: '/srv/other' },
    })
  })

  it.each([undefined, '', 'relative', '/srv/other'])('a launcher that was told %j changes nothing', (folder) => {
    expect(read(call('/srv/other'), folder)).toMatchObject({ cwd: '/srv/other', tool: 'Bash' })
  })

  it('one place under two names is one place', () => {
    mkdirSync(join(home, 'real'))
    symlinkSync(join(home, 'real'), join(home, 'link'))
    expect(read(call(join(home, 'real')), join(home, 'link'))).toMatchObject({ cwd: join(home, 'real'), tool: 'Bash' })
  })
})

describe('its record', () => {
  it('turns and calls, with the ids that the hook was told', () => {
    const { entries, offset } = CODEX_TRANSCRIPT.read(fixture('transcript'), 0)
    expect(entries.filter(({ entry }) => entry.kind === 'user').map(({ entry }) => entry)).toEqual(
      Array(3).fill({ kind: 'user', text: 'do it', trusted: true }),
    )
    const ids = entries.flatMap(({ pastId }) => pastId ?? [])
    expect(ids).toEqual(expect.arrayContaining(['call_1_0', expect.stringMatching(/^exec-/)]))
    expect(entries.map(({ entry }) => (entry.kind === 'call' ? entry.tool : ''))).toContain('apply_patch')
    expect(CODEX_TRANSCRIPT.read(fixture('transcript'), offset).entries).toEqual([])
  })

  it('tells what was typed into a program, which no hook is asked about', () => {
    const ran = CODEX_EXECUTED_CALLS.callsIn(readFileSync(fixture('transcript'), 'utf8'))
    expect(ran.filter(({ tool }) => tool === 'write_stdin').map(({ input }) => input)).toEqual([
      { chars: 'echo hi > typed.txt\n' },
    ])
    expect(ran.every(({ session, cwd, at }) => session !== '' && cwd === '/home/dev/project' && at > 0)).toBe(true)
  })

  it('lies in a folder for each day, for all projects', () => {
    const day = join(home, 'sessions/2026/11/16')
    mkdirSync(day, { recursive: true })
    const write = (name: string, cwd: string) =>
      writeFileSync(
        join(day, name),
        `${JSON.stringify({ type: 'session_meta', payload: { session_id: name, cwd } })}\n`,
      )
    write('a.jsonl', '/p')
    write('b.jsonl', '/p')
    write('c.jsonl', '/q')
    expect(allConversations(home, 0)).toHaveLength(3)
    expect(CODEX_EXECUTED_CALLS.beside(join(day, 'a.jsonl'), 0)).toEqual([join(day, 'b.jsonl')])
  })

  it.each(['', '{', 'null', '{"type":"event_msg","payload":{"type":"item_completed","item":[]}}'])(
    'of %j nothing is read',
    (text) => expect(CODEX_EXECUTED_CALLS.callsIn(`${text}\n"item_completed" "write_stdin"`)).toEqual([]),
  )
})

describe('trust', () => {
  const command = `'/h/.irongate/bin/irongate' hook codex`
  const text = () => CODEX_HOOKS.withHooks('', { command })
  const file = () => join(home, 'hooks.json')
  const host = () => ({ configDir: home, program: undefined, version: undefined })
  const noted = (sum: (event: string, hook: object, matcher?: string) => string) =>
    Object.entries(JSON.parse(text()).hooks as Record<string, [{ matcher?: string; hooks: [object] }]>)
      .map(([event, [{ matcher, hooks }]]) => {
        const label = event.replace(/\B[A-Z]/g, '_$&').toLowerCase()
        return `[hooks.state."${file()}:${label}:0:0"]\ntrusted_hash = "${sum(label, hooks[0], matcher)}"\n`
      })
      .join('')
  const right = (label: string, hook: object, matcher?: string) => hookFingerprint(label, matcher, { ...hook })

  it('the sum is the client’s own', () => {
    const hook = { type: 'command', command: '/home/dev/hook PreToolUse', timeout: 90 }
    expect(hookFingerprint('pre_tool_use', '*', hook)).toBe(
      'sha256:54ec3a85ce2b547940c2c207573623d853ff7e358524556abd8859944e240ccb',
    )
  })

  it('is missing, given, or given for something else', () => {
    const states = (config: string) =>
      new Set(readHookTrust(file(), text(), parseCodexConfig(config)).map(({ trust }) => trust))
    expect(states('')).toEqual(new Set(['untrusted']))
    expect(states('not [toml')).toEqual(new Set(['untrusted']))
    expect(states(noted(right))).toEqual(new Set(['trusted']))
    expect(states(noted(() => 'sha256:0'))).toEqual(new Set(['changed']))
    expect(states(noted(right).replace(/^trusted_hash.*$/m, 'enabled = false'))).toEqual(new Set(['off', 'trusted']))
  })

  it('init says that the gate is not on before it is given, and doctor and status see it', () => {
    writeFileSync(file(), text())
    const status = { host: 'codex', scope: 'user', file: file(), command, listed: true, found: [command] } as const
    const levels = () =>
      CODEX_INSTALLER.examine({ home, project: home, host: host(), installs: [status] }).findings.map(
        ({ level, what }) => `${level} ${what}`,
      )
    expect(notRunningReason(file(), host())).toMatch(/\/hooks/)
    expect(levels()).toContainEqual(expect.stringMatching(/^fault Codex does not run the hook of .*untrusted/))
    writeFileSync(join(home, 'config.toml'), noted(right))
    expect(notRunningReason(file(), host())).toBeUndefined()
    expect(levels().filter((line) => line.startsWith('fault'))).toEqual([])
    writeFileSync(join(home, 'config.toml'), `${noted(right)}\n[features]\nhooks = false\n`)
    expect(levels()).toContainEqual(expect.stringMatching(/^fault .*switches all hooks off/))
  })

  it('that commands get a terminal is told until they get none', () => {
    const what = (config: string) => {
      writeFileSync(join(home, 'config.toml'), config)
      const status = { host: 'codex', scope: 'user', file: file(), command, listed: true, found: [command] } as const
      return CODEX_INSTALLER.examine({ home, project: home, host: host(), installs: [status] }).findings
    }
    const typed = expect.objectContaining({ level: 'warning', what: expect.stringMatching(/types into a program/) })
    expect(what('')).toContainEqual(typed)
    expect(what('[features]\nunified_exec_tty = false\n')).not.toContainEqual(typed)
  })
})
