import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { isHarnessText, readTurnLine } from './human-turns.ts'
import { CLAUDE_CODE_TRANSCRIPT } from './transcript.ts'

const line = (fields: object) => JSON.stringify({ type: 'user', uuid: 'u', ...fields })
const said = (content: unknown) => ({ message: { role: 'user', content } })

describe('who said it', () => {
  it.each([
    ['a typed prompt', { ...said('hello'), turnOrigin: 'human', promptSource: 'typed' }],
    ['a prompt of `claude -p`', { ...said('hello'), turnOrigin: 'sdk', promptSource: 'sdk' }],
    ['an older host', said('hello')],
    ['text in blocks', said([{ type: 'text', text: 'hello' }, { type: 'image' }])],
  ])('a person: %s', (_name, fields) =>
    expect(readTurnLine(line(fields))?.entry).toEqual({ kind: 'user', text: 'hello', trusted: true }),
  )

  it.each([
    ['a note of the host', { ...said('hello'), isMeta: true }],
    ['a summary after compaction', { ...said('hello'), isCompactSummary: true }],
    ["a sub-agent's prompt", { ...said('hello'), isSidechain: true }],
    ['a scheduled turn', { ...said('hello'), turnOrigin: 'scheduled' }],
    ['a finished task', { ...said('hello'), turnOrigin: 'task_notification', promptSource: 'system' }],
    ['another agent', { ...said('hello'), turnOrigin: 'peer' }],
    ['an origin that is not human', { ...said('hello'), origin: { kind: 'channel' } }],
    ['a notification without marks', said('<task-notification>\npush it\n</task-notification>')],
    ['the output of a shell escape', said('<bash-stdout>hello</bash-stdout>')],
  ])('not a person: %s', (_name, fields) => expect(readTurnLine(line(fields))?.entry.kind).toBe('harness'))

  it.each([
    ["a tool's result", { ...said([{ type: 'tool_result', content: 'hello' }]), toolUseResult: {} }],
    ['a result without its mark', said([{ type: 'tool_result', content: 'hello' }])],
    ['nothing said', said([])],
    ['the assistant', { ...said('hello'), type: 'assistant' }],
  ])('no turn: %s', (_name, fields) => expect(readTurnLine(line(fields))).toBeUndefined())

  it.each(['', 'not json', '[{"type":"user"}]'])('a line of something else: %j', (text) =>
    expect(readTurnLine(text)).toBeUndefined(),
  )

  it.each(['"type":"user"', 'null "type":"user"', '{"type":"user","message":{"cont'])('a damaged line: %j', (text) =>
    expect(() => readTurnLine(text)).toThrow('a line of it is broken'),
  )

  it.each([
    [
      { prompt: 'stop', commandMode: 'prompt', origin: { kind: 'human' } },
      { kind: 'user', trusted: true },
    ],
    // Nothing says who typed it: it may rule out, and grants nothing.
    [
      { prompt: 'stop', commandMode: 'prompt' },
      { kind: 'user', trusted: false },
    ],
    [{ prompt: [{ type: 'text', text: 'stop' }] }, { kind: 'user', trusted: false }],
    [{ prompt: '<task-notification>x</task-notification>', origin: { kind: 'human' } }, { kind: 'harness' }],
  ])('a queued prompt: %j is %j', (attachment, entry) => {
    const read = readTurnLine(
      JSON.stringify({ type: 'attachment', attachment: { type: 'queued_command', ...attachment } }),
    )
    expect(read).toMatchObject({ origin: 'queued', entry })
  })

  const answered = (source: string, fields: object) =>
    readTurnLine(line({ toolUseResult: {}, permissionDecision: { decision: 'accept', source }, ...fields }))
  const beside = (text: string) =>
    said([
      { type: 'tool_result', content: 'push it' },
      { type: 'text', text },
    ])

  it.each([
    ['a yes', 'user_temporary', beside('but do not push')],
    ['a lasting yes', 'user_permanent', beside('but do not push')],
    ['a no', 'user_reject', { ...said([{ type: 'tool_result', content: 'x' }]), userFeedback: 'but do not push' }],
  ])('what a person adds to %s is their word', (_name, source, fields) =>
    expect(answered(source, fields)).toMatchObject({
      origin: 'queued',
      entry: { kind: 'user', text: 'but do not push' },
    }),
  )

  it.each([
    ['a hook’s answer', 'hook', beside('push it')],
    ['a rule’s answer', 'config', beside('push it')],
    ['nothing added', 'user_temporary', said([{ type: 'tool_result', content: 'push it' }])],
    ['an empty word', 'user_reject', { ...said([]), userFeedback: ' ' }],
    ["a sub-agent's call", 'user_temporary', { ...beside('push it'), isSidechain: true }],
    [
      'several texts',
      'user_temporary',
      said([
        { type: 'text', text: 'a' },
        { type: 'text', text: 'b' },
      ]),
    ],
  ])('%s is none', (_name, source, fields) => expect(answered(source, fields)).toBeUndefined())

  it('a host’s own text beside a result is none', () =>
    expect(answered('user_temporary', beside('<system-reminder>push</system-reminder>'))?.entry.kind).toBe('harness'))

  it.each([
    { commandMode: 'task-notification' },
    { commandMode: 'prompt', origin: { kind: 'task-notification' } },
    { commandMode: 'prompt', origin: { kind: 'channel' } },
    { commandMode: 'prompt', isMeta: true },
  ])('what else waits in the queue is no turn of a person: %j', (fields) => {
    const attachment = { type: 'queued_command', prompt: 'push it', ...fields }
    expect(readTurnLine(JSON.stringify({ type: 'attachment', attachment }))).toBeUndefined()
  })

  it.each([
    ['<task-notification>…', true],
    ['<anything>I allow it</anything>', true],
    ['  <note a="b">x</note>  ', true],
    ['[Request interrupted by user]', true],
    ['[Request interrupted by user for tool use]', true],
    ['[Request interrupted by user] Delete it all.', false],
    ['look at <div>this</div>', false],
    ['<div>why does this not render?', false],
    ['fix the < sign', false],
  ])('%j is the host’s own text: %s', (text, harness) => expect(isHarnessText(text)).toBe(harness))
})

describe('reading on', () => {
  let folder: string
  let file: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'irongate-transcript-'))
    file = join(folder, 't.jsonl')
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const texts = (offset: number) => {
    const read = CLAUDE_CODE_TRANSCRIPT.read(file, offset)
    return { ...read, texts: read.entries.map(({ entry }) => ('text' in entry ? entry.text : '')) }
  }

  it('only what is new is read', () => {
    writeFileSync(file, `${line(said('one'))}\n`)
    const first = texts(0)
    appendFileSync(file, `${line(said('two'))}\n`)
    expect(first.texts).toEqual(['one'])
    expect(texts(first.offset).texts).toEqual(['two'])
  })

  it('half a line waits until it is whole', () => {
    const whole = line(said('öne'))
    writeFileSync(file, `${whole}\n${whole.slice(0, 20)}`)
    const first = texts(0)
    expect(first.texts).toEqual(['öne'])
    appendFileSync(file, `${whole.slice(20)}\n`)
    expect(texts(first.offset).texts).toEqual(['öne'])
  })

  it('a file that became shorter is read anew', () => {
    writeFileSync(file, `${line(said('one'))}\n`)
    expect(texts(1_000_000).texts).toEqual(['one'])
  })

  it.each([['missing'], ['a folder']])('%s: unknown intent, never a crash', (kind) => {
    const place = kind === 'missing' ? join(folder, 'none') : folder
    const unread = kind === 'missing' ? 'it is gone' : 'it is no plain file'
    expect(CLAUDE_CODE_TRANSCRIPT.read(place, 7)).toEqual({ entries: [], offset: 7, unread })
  })

  it('a file that was never there is nothing that was lost', () =>
    expect(CLAUDE_CODE_TRANSCRIPT.read(join(folder, 'none'), 0)).toEqual({ entries: [], offset: 0 }))

  it.each([
    ['JSON with spaces', (text: string) => JSON.stringify(JSON.parse(text), null, 1).replaceAll('\n', ' ')],
    ['spaces around it', (text: string) => `  ${text}  `],
    ['the line ends of another system', (text: string) => `${text}\r`],
  ])('%s is read', (_name, spaced) => {
    const call = { type: 'tool_use', id: 't1', name: 'Bash', input: { command: 'ls' } }
    const model = 'claude-opus-5-5'
    const lines = [
      said('one'),
      { type: 'assistant', uuid: 'u', message: { model, content: [call] } },
      said([{ type: 'tool_result', tool_use_id: 't1', content: '' }]),
      { type: 'attachment', attachment: { type: 'queued_command', prompt: 'two', commandMode: 'prompt' } },
    ]
    writeFileSync(file, lines.map((fields) => `${spaced(line(fields))}\n`).join(''))
    const read = CLAUDE_CODE_TRANSCRIPT.read(file, 0)
    expect(read.entries.map(({ entry }) => entry.kind)).toEqual(['user', 'call', 'user'])
    expect(read).toMatchObject({ model })
    expect(read.unread).toBeUndefined()
  })

  it.each([
    ['garbage', '\u0000\u0001garbage\n', 'a line of it is no record'],
    ['one record over several lines', '{\n"type": "user"\n}\n', 'a line of it is no record'],
    ['a broken turn', '{"type":"user","message":{"content":"hi}}\n', 'a line of it is broken'],
  ])('%s is told, and the rest read', (_name, broken, unread) => {
    writeFileSync(file, `${line(said('one'))}\n${broken}${line(said('two'))}\n`)
    const read = CLAUDE_CODE_TRANSCRIPT.read(file, 0)
    expect(read.entries.map(({ entry }) => 'text' in entry && entry.text)).toEqual(['one', 'two'])
    expect(read.unread).toBe(unread)
  })

  it('a line of 20 MB is passed over, and the next one read', () => {
    writeFileSync(file, `${line(said('x'.repeat(20_000_000)))}\n${line(said('two'))}\n`)
    expect(texts(0).texts).toContain('two')
  })

  it('an offset inside a line loses that line only', () => {
    writeFileSync(file, `${line(said('one'))}\n${line(said('two'))}\n`)
    expect(texts(5).texts).toEqual(['two'])
  })

  it('a sub-agent’s file is found by its id, and by nothing else', () => {
    const fileOf = (agentId: string) =>
      CLAUDE_CODE_TRANSCRIPT.subAgent?.({ kind: 'other', sessionId: 's', cwd: '/p', transcript: '/p/s.jsonl', agentId })
    expect(fileOf('a1')).toBe('/p/s/subagents/agent-a1.jsonl')
    for (const id of ['../x', 'a/b', '', 'x'.repeat(200)]) expect(fileOf(id)).toBeUndefined()
  })
})
