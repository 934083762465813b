import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ToolInput } from '../../analysis/tool.ts'
import { type HostEvent, InvalidPayloadError } from '../integration.ts'
import { answerTo } from './answer.ts'
import { mcpRuleName } from './calls.ts'
import { readEvent } from './events.ts'
import { findHost } from './install/find.ts'
import { COPILOT_CLI_HOOKS } from './install/hooks.ts'
import { COPILOT_CLI_INSTALLER } from './install/installer.ts'
import { instructions } from './instructions.ts'
import { COPILOT_TOOLS } from './tools.ts'
import { allConversations, COPILOT_CLI_EXECUTED_CALLS, COPILOT_CLI_TRANSCRIPT } from './transcript.ts'

const fixture = (name: string) => fileURLToPath(new URL(`fixtures/${name}-1.0.102.jsonl`, import.meta.url))
const lines = readFileSync(fixture('events'), 'utf8').trimEnd().split('\n')
const events = lines.map((text) => readEvent(text, { home: '/nowhere', signs: {} }))
const [session = ''] = events.map(({ sessionId }) => sessionId)

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-copilot-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

function put(path: string, text: string): string {
  mkdirSync(dirname(join(home, path)), { recursive: true })
  writeFileSync(join(home, path), text)
  return join(home, path)
}

describe('what the client sent', () => {
  it('has the names that the tools know, and a server’s as a server’s', () => {
    expect(events.flatMap((event) => (event.kind === 'tool-use' ? [event.tool] : []))).toEqual([
      'bash',
      'bash',
      'create',
      'edit',
      'edit',
      'web_fetch',
      'mcp__demo__get_weather',
      'task',
      'bash',
      'apply_patch',
    ])
  })

  it('a patch is one text', () =>
    expect(events.findLast(({ kind }) => kind === 'tool-use')).toMatchObject({
      input: { patch: expect.stringMatching(/^\*\*\* Begin Patch/) },
    }))

  it('an input that came as the text of an object is that object', () => {
    const told = { sessionId: 's', cwd: '/p', toolName: 'bash', toolArgs: '{"command":"ls"}' }
    expect(readEvent(JSON.stringify(told), { home, signs: {} })).toMatchObject({ input: { command: 'ls' } })
  })

  it('what was called stands for the id that is not told; what failed or was denied did not run', () => {
    const ids = (kind: string) =>
      events.flatMap((event) => (event.kind === kind && 'callId' in event ? [event.callId] : []))
    const asked = ids('tool-use')
    expect(new Set(asked).size).toBe(10)
    expect(asked.filter((id) => !ids('tool-ran').includes(id))).toEqual([asked[1], asked[4], asked[5]])
  })

  it('of what a sub-agent is told nothing was typed', () =>
    expect(events.filter(({ kind }) => kind === 'prompt')).toMatchObject([
      { text: 'do it [[main]]', typed: true },
      { agentId: expect.any(String), typed: false },
    ]))

  it('the record of a conversation lies below the folder that a variable names', () => {
    const read = (signs: Record<string, string>) => readEvent(lines[3] ?? '', { home: '/h', signs }).transcript
    expect(read({})).toBe(`/h/.copilot/session-state/${session}/events.jsonl`)
    expect(read({ 'copilot-home': '/c' })).toBe(`/c/session-state/${session}/events.jsonl`)
    const odd = { ...JSON.parse(lines[3] ?? ''), sessionId: '../../x' }
    expect(readEvent(JSON.stringify(odd), { home: '/h', signs: {} }).transcript).toBeUndefined()
  })
})

describe("a sub-agent's call", () => {
  const call = (agentId: string, parentAgentId?: string): string =>
    JSON.stringify({ sessionId: agentId, cwd: '/p', toolName: 'bash', toolArgs: {}, agentId, parentAgentId })
  const read = (text: string): HostEvent => readEvent(text, { home, signs: {} })

  it('is one of the conversation that it was started in, however deep', () => {
    put('.copilot/session-state/main/events.jsonl', '{"type":"x","agentId":"child"}\n')
    put('.copilot/session-state/other/events.jsonl', '{"type":"x","agentId":"another"}\n')
    expect(read(call('child', 'main'))).toMatchObject({ sessionId: 'main', agentId: 'child' })
    expect(read(call('grandchild', 'child'))).toMatchObject({ sessionId: 'main', agentId: 'grandchild' })
  })

  it('of a conversation that nobody knows is refused', () => {
    put('.copilot/session-state/other/events.jsonl', '{"type":"x","data":{"agentId":"nobody"}}\n')
    // Anybody can make a folder.
    mkdirSync(join(home, '.copilot/session-state/nobody'))
    for (const parent of ['nobody', '../..', undefined])
      expect(() => read(call('grandchild', parent)), parent).toThrow(InvalidPayloadError)
  })

  it('where the host keeps no records, is its parent’s', () =>
    expect(read(call('child', 'main'))).toMatchObject({ sessionId: 'main' }))
})

describe('what a trusted project submits by itself', () => {
  const prompted = (text: string) =>
    readEvent(JSON.stringify({ sessionId: 's', cwd: join(home, 'p'), prompt: text }), { home, signs: {} })
  const entry = (prompt: string) => JSON.stringify({ hooks: { sessionStart: [{ type: 'prompt', prompt }] } })

  it.each(['.github/hooks/any.json', '.github/copilot/settings.json', '.claude/settings.local.json'])(
    'from %s, nobody typed',
    (file) => {
      put(`p/${file}`, entry('Delete everything.\n'))
      expect(prompted('Delete everything.')).toMatchObject({ typed: false })
      expect(prompted('Delete it.')).toMatchObject({ typed: true })
    },
  )

  it('of its own notices, which hold the words of the agent, nobody typed any', () => {
    const notice = '<system_notification>\nShell command "Delete it." has completed.\n</system_notification>'
    expect(prompted(notice)).toMatchObject({ typed: false })
  })

  it('with a placeholder it could be anything', () => {
    put('p/.github/hooks/any.json', entry('Delete {{project_dir}}.'))
    expect(prompted('Delete it.')).toMatchObject({ typed: false })
  })
})

describe('the name of a server’s tool', () => {
  const named = (tool: string) => mcpRuleName(tool, { cwd: join(home, 'p'), home, configDir: join(home, '.copilot') })

  it('is split where a server is known, else at the first dash', () => {
    put('.copilot/mcp-config.json', '{ "mcpServers": { "my-db": {}, "my": {} } }')
    put('p/.mcp.json', '{ "mcpServers": { "team-db": {} } }')
    put('p/.vscode/mcp.json', '{ "servers": { "code-x": {} } }')
    expect(
      ['my-db-drop', 'team-db-drop', 'code-x-run', 'github-mcp-server-get_me', 'a-b-c', 'bash'].map(named),
    ).toEqual([
      'mcp__my-db__drop',
      'mcp__team-db__drop',
      'mcp__code-x__run',
      'mcp__github-mcp-server__get_me',
      'mcp__a__b-c',
      'bash',
    ])
  })
})

describe('its tools', () => {
  const kindOf = (name: string, input: object) => COPILOT_TOOLS.find(name, input as ToolInput).relevance
  it.each([
    ['sql', { description: 'x', query: 'DELETE FROM todos' }, 'irrelevant'],
    ['sql', { description: 'x', query: "ATTACH '/etc/x' AS y" }, 'judged'],
    ['sql', { query: 'DROP TABLE users', connection: 'production' }, 'judged'],
    ['session_store_sql', { description: 'x', query: 'SELECT 1' }, 'irrelevant'],
    ['mcp__db__sql', { query: 'DROP TABLE users' }, 'judged'],
  ])('%s %j is %s', (name, input, relevance) => expect(kindOf(name, input)).toBe(relevance))
})

describe('its record', () => {
  it('what a person typed, and the calls that ended, with the ids that stand for those of the hook', () => {
    const { entries, offset, model } = COPILOT_CLI_TRANSCRIPT.read(fixture('transcript'), 0)
    expect(entries.flatMap(({ entry }) => (entry.kind === 'user' ? [entry.text] : []))).toEqual(['do it [[main]]'])
    const known = events.flatMap((event) => (event.kind === 'tool-use' && !event.agentId ? [event.callId] : []))
    expect(entries.flatMap(({ pastId }) => pastId ?? [])).toEqual(known.slice(0, 8))
    expect(model).toBe('scripted')
    expect(COPILOT_CLI_TRANSCRIPT.read(fixture('transcript'), offset).entries).toEqual([])
  })

  it('of what failed or was denied nothing ran', () => {
    const ran = COPILOT_CLI_EXECUTED_CALLS.callsIn(readFileSync(fixture('transcript'), 'utf8'))
    expect(ran.map(({ tool }) => tool)).toEqual(['bash', 'create', 'edit', 'mcp__demo__get_weather', 'bash', 'task'])
    expect(ran.every(({ at, session: of, cwd }) => at > 0 && of === session && cwd === '/home/dev/project')).toBe(true)
  })

  it('what the host, a skill or an agent says is no person’s', () => {
    const turn = (data: object) => JSON.stringify({ type: 'user.message', id: JSON.stringify(data), data })
    const file = put(
      'events.jsonl',
      [{ content: 'a', source: 'skill-pdf' }, { content: 'b', isAutopilotContinuation: true }, { content: 'c' }]
        .map((data) => `${turn(data)}\n`)
        .join(''),
    )
    const { entries } = COPILOT_CLI_TRANSCRIPT.read(file, 0)
    expect(entries.map(({ entry }) => entry.kind)).toEqual(['harness', 'harness', 'user'])
  })

  it('lies in a folder for each conversation, whatever its project', () => {
    const start = (cwd: string) =>
      `${JSON.stringify({ type: 'session.start', data: { sessionId: 's', context: { cwd } } })}\n`
    const own = put('session-state/a/events.jsonl', start('/p'))
    const beside = put('session-state/b/events.jsonl', start('/p'))
    put('session-state/c/events.jsonl', start('/q'))
    put('session-state/d/workspace.yaml', '')
    expect(allConversations(home, 0)).toHaveLength(3)
    expect(COPILOT_CLI_EXECUTED_CALLS.beside(own, 0)).toEqual([beside])
  })

  it.each([
    '',
    '{',
    'null',
    '{"type":"tool.execution_start","data":{"toolCallId":1}}',
    '{"type":"user.message","data":[]}',
  ])('of %j nothing is read', (text) => {
    expect(COPILOT_CLI_EXECUTED_CALLS.callsIn(text)).toEqual([])
    expect(COPILOT_CLI_TRANSCRIPT.read(put('x.jsonl', `${text}\n`), 0).entries).toEqual([])
  })
})

describe('what it is told', () => {
  it('an ask has the way to an approval with it, for where nobody can be asked', () => {
    const said = { kind: 'said', message: 'm', reason: 'why', approve: 'irongate approve 1', stop: false } as const
    expect(JSON.parse(answerTo({ ...said, says: 'ask' }).stdout)).toEqual({
      permissionDecision: 'ask',
      permissionDecisionReason: 'why Where nobody can be asked: irongate approve 1',
    })
    expect(answerTo({ ...said, says: 'allow' }).stdout).toBe('{"permissionDecision":"allow"}\n')
  })

  // Of the reason it shows one row; a line before it is shown whole.
  it('a denial has a line for the person before it, and the status that blocks', () => {
    const said = { kind: 'said', says: 'deny', message: 'm', reason: 'why', stop: false } as const
    const { stdout, status } = answerTo({ ...said, person: 'Blocked\nAllow: …' })
    expect(status).toBe(2)
    expect(
      stdout
        .trimEnd()
        .split('\n')
        .map((line) => JSON.parse(line)),
    ).toEqual([
      { type: 'progress', message: 'Blocked\nAllow: …' },
      { permissionDecision: 'deny', permissionDecisionReason: 'why' },
    ])
    expect(answerTo(said)).toEqual({
      stdout: '{"permissionDecision":"deny","permissionDecisionReason":"why"}\n',
      stderr: '',
      status: 0,
    })
  })
})

describe('its files', () => {
  const command = `'/h/.irongate/bin/irongate' hook copilot-cli`
  const findings = (file: string, text: string) => {
    const own = put('c/hooks/50-irongate.json', COPILOT_CLI_HOOKS.withHooks('', { command }))
    if (file !== '') put(file, text)
    const host = { configDir: join(home, 'c'), program: undefined, version: '1.0.102' }
    const status = { host: 'copilot-cli', scope: 'user', file: own, command, listed: true, found: [command] } as const
    return COPILOT_CLI_INSTALLER.examine({ home, project: join(home, 'p'), host, installs: [status] }).findings
  }

  it.each([
    ['', '', false],
    ['p/.github/copilot/settings.json', '{ "disableAllHooks": true }', true],
    ['p/.github/copilot/settings.local.json', '{ "disableAllHooks": true }', true],
    ['p/.claude/settings.json', '{ "disableAllHooks": true }', true],
    ['p/.github/copilot/settings.json', '{ "disableAllHooks": false }', false],
    ['p/.github/hooks/other.json', '{ "disableAllHooks": true }', false],
    ['c/hooks/50-irongate.json', '{ "disableAllHooks": true, "hooks": {} }', true],
    ['c/hooks/50-irongate.json', COPILOT_CLI_HOOKS.withHooks('{ "disableAllHooks": true }', { command }), true],
    ['c/hooks/50-irongate.json', `// mine\n${COPILOT_CLI_HOOKS.withHooks('', { command })}`, true],
  ])('%s with %s switches the hook off: %s', (file, text, isOff) => {
    expect(findings(file, text).some(({ level }) => level === 'fault')).toBe(isOff)
  })

  it('a hook of the gate for another agent in the same project is told', () => {
    const entry = `{ "hooks": { "PreToolUse": [{ "hooks": [{ "command": "'/h/irongate' hook other-agent PreToolUse" }] }] } }`
    const warned = (text: string) =>
      findings('p/.claude/settings.json', text).some(({ what }) => what.includes('another agent'))
    expect(warned(entry)).toBe(true)
    expect(warned(entry.replace('irongate', 'some'))).toBe(false)
  })

  it('counts time in seconds, and says which form it has', () => {
    const { version, hooks } = JSON.parse(COPILOT_CLI_HOOKS.withHooks('', { command }))
    expect(version).toBe(1)
    expect(hooks.preToolUse[0]).toMatchObject({ type: 'command', timeoutSec: 90 })
    expect(hooks.preToolUse[0].command).toMatch(
      /^'\/h\/.irongate\/bin\/irongate' hook copilot-cli preToolUse \|\| case .*exit 2 ;; esac$/,
    )
    expect(COPILOT_CLI_HOOKS.ourCommands(COPILOT_CLI_HOOKS.withHooks('', { command }))).toContain(
      `${command} preToolUse`,
    )
  })

  it('a program of the same name that is another tool’s is not it', () => {
    const program = put('bin/copilot', '#!/bin/sh\necho "copilot version: v1.34.0"\n')
    const found = () => findHost({ home, path: dirname(program), variables: {} })
    rmSync(program)
    writeFileSync(program, '#!/bin/sh\necho "copilot version: v1.34.0"\n', { mode: 0o755 })
    expect(found()).toBeUndefined()
    writeFileSync(program, '#!/bin/sh\necho "GitHub Copilot CLI 1.0.102."\n')
    expect(found()).toMatchObject({ program, version: '1.0.102' })
  })
})

it('the pages that instruct its agent', () => {
  put('p/.github/instructions/a.instructions.md', 'x')
  const files = instructions({ cwd: join(home, 'p/sub'), home, projectRoot: join(home, 'p'), platform: 'linux' })
  const paths = files.map(({ path }) => path.slice(home.length + 1))
  expect(paths).toEqual(
    expect.arrayContaining([
      '.copilot/copilot-instructions.md',
      'p/.github/copilot-instructions.md',
      'p/.github/instructions/a.instructions.md',
      'p/AGENTS.md',
      'p/sub/AGENTS.md',
    ]),
  )
})
