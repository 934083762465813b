import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readEvent } from './events.ts'
import { GEMINI_CLI_HOOKS } from './install/hooks.ts'
import { GEMINI_CLI_INSTALLER } from './install/installer.ts'
import { allConversations, GEMINI_CLI_EXECUTED_CALLS, GEMINI_CLI_TRANSCRIPT } from './transcript.ts'

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}-0.61.0.jsonl`, import.meta.url))
const events = readFileSync(fixture('events'), 'utf8')
  .trimEnd()
  .split('\n')
  .map((text) => readEvent(text))

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-gemini-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

describe('what the client sent', () => {
  it('has the names that the tools know, and a server’s as a server’s', () => {
    expect(events.flatMap((event) => (event.kind === 'tool-use' ? [event.tool] : []))).toEqual([
      'run_shell_command',
      'write_file',
      'replace',
      'mcp__demo__get_weather',
      'web_fetch',
      'invoke_agent',
      'update_topic',
    ])
  })

  it('what was called stands for the id that is not told, before and after', () => {
    const ids = (kind: string) =>
      events.flatMap((event) => (event.kind === kind && 'callId' in event ? [event.callId] : []))
    expect(ids('tool-ran')).toEqual(expect.arrayContaining(ids('tool-use')))
    expect(new Set(ids('tool-use')).size).toBe(7)
  })
})

describe('its record', () => {
  it('turns and calls, with the ids that stand for those of the hook', () => {
    const { entries, offset } = GEMINI_CLI_TRANSCRIPT.read(fixture('transcript'), 0)
    expect(entries.flatMap(({ entry }) => (entry.kind === 'user' ? [entry.text] : []))).toEqual(['do it'])
    const known = events.flatMap((event) => (event.kind === 'tool-use' ? [event.callId] : []))
    const past = entries.flatMap(({ pastId }) => pastId ?? [])
    expect(past.filter((id) => known.includes(id)).length).toBeGreaterThanOrEqual(5)
    expect(GEMINI_CLI_TRANSCRIPT.read(fixture('transcript'), offset).entries).toEqual([])
  })

  it('of what failed or was blocked nothing ran', () => {
    const ran = GEMINI_CLI_EXECUTED_CALLS.callsIn(readFileSync(fixture('transcript'), 'utf8'))
    expect(ran.map(({ tool }) => tool)).toEqual([
      'write_file',
      'replace',
      'mcp_demo_get_weather',
      'invoke_agent',
      'update_topic',
    ])
    expect(ran.every(({ at, session }) => at > 0 && session !== '')).toBe(true)
  })

  it('lies in a folder for each project, and below it those of sub-agents', () => {
    for (const path of ['tmp/a/chats/session-1.jsonl', 'tmp/a/chats/1/2.jsonl', 'tmp/b/chats/session-2.jsonl']) {
      mkdirSync(join(home, path, '..'), { recursive: true })
      writeFileSync(join(home, path), '{}\n')
    }
    expect(allConversations(home, 0)).toHaveLength(3)
    expect(GEMINI_CLI_EXECUTED_CALLS.beside(join(home, 'tmp/a/chats/session-1.jsonl'), 0)).toEqual([])
  })

  it.each(['', '{', 'null', '{"type":"gemini","toolCalls":[1,{"id":1}]}'])('of %j nothing is read', (text) =>
    expect(GEMINI_CLI_EXECUTED_CALLS.callsIn(text)).toEqual([]),
  )
})

describe('its settings', () => {
  const command = `'/h/.irongate/bin/irongate' hook gemini-cli`
  const findings = (project: string) => {
    const file = join(home, 'settings.json')
    writeFileSync(file, GEMINI_CLI_HOOKS.withHooks('', { command }))
    mkdirSync(join(home, 'p/.gemini'), { recursive: true })
    writeFileSync(join(home, 'p/.gemini/settings.json'), project)
    const host = { configDir: home, program: undefined, version: '0.61.0' }
    const status = { host: 'gemini-cli', scope: 'user', file, command, listed: true, found: [command] } as const
    return GEMINI_CLI_INSTALLER.examine({ home, project: join(home, 'p'), host, installs: [status] }).findings
  }

  it.each([
    ['{ "hooksConfig": { "enabled": false } }', true],
    ['{ "hooksConfig": { "disabled": ["irongate"] } }', true],
    ['{ "hooksConfig": { "disabled": ["other"] } }', false],
    ['{}', false],
  ])('%s of a project switches the hook off: %s', (text, isOff) => {
    expect(findings(text).some(({ level }) => level === 'fault')).toBe(isOff)
  })

  it('comments are read, trailing commas are not', () => {
    expect(GEMINI_CLI_INSTALLER.editor.unread('// mine\n{}')).toBeUndefined()
    expect(GEMINI_CLI_INSTALLER.editor.unread('{ "a": 1, }')).toMatch(/trailing commas/)
  })

  it('counts time in milliseconds', () => {
    const { hooks } = JSON.parse(GEMINI_CLI_HOOKS.withHooks('', { command }))
    expect(hooks.BeforeTool[0].hooks[0].timeout).toBe(90_000)
  })
})
