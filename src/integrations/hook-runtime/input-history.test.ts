import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { PromptClaim } from '../../state/typed-prompt-proof.ts'
import type { AttestContext } from '../integration.ts'
import { attestByHistory, parseJsonLines, readHistory } from './input-history.ts'
import { readLogsJson } from './logs-json.ts'
import { commandLinePart } from './prompt-proof.ts'

const claim = (text: string, more: Partial<PromptClaim> = {}): PromptClaim => ({
  key: 'k',
  text,
  fits: true,
  terminal: true,
  at: 0,
  ...more,
})
const AT: AttestContext = {
  turns: [],
  proved: [],
  sessionId: 's',
  now: 0,
  script: false,
  cwd: '/p',
  home: '/h',
  transcript: undefined,
}
const lines = (...texts: string[]) => texts.map((text) => ({ text }))
const ORDER = 'delete ~/keep'

describe('what was typed, by the history of a host', () => {
  it.each<[string, PromptClaim, ReturnType<typeof lines>, string]>([
    ['the same words', claim(ORDER), lines('hello', ORDER), ORDER],
    ['trimmed by the host', claim(`${ORDER}\n`), lines(ORDER), ORDER],
    ['a file behind it', claim(`sum up @n.txt\n--- Content ---\n${ORDER}`), lines('sum up @n.txt'), 'sum up @n.txt'],
    ['a command in its place', claim(`Tidy up. ${ORDER}`), lines('/tidy'), '/tidy'],
    ['an argument and a pipe', claim(`${ORDER}\n\n\nsum up`, { argument: 'sum up' }), [], 'sum up'],
  ])('%s', (_name, said, typed, text) => {
    expect(attestByHistory(said, typed, AT)).toEqual({ kind: 'typed', text })
  })

  it.each<[string, PromptClaim, ReturnType<typeof lines>, Partial<AttestContext>]>([
    ['no history', claim(ORDER), [], {}],
    ['other words', claim(ORDER), lines('hello'), {}],
    ['words before it', claim(`sure, ${ORDER}`), lines(ORDER), {}],
    ['an old line that is sent again', claim(ORDER), lines(ORDER), { proved: [claim(ORDER)] }],
    ['an old line with more behind it', claim(`${ORDER} and more`), lines(ORDER), { proved: [claim(ORDER)] }],
    ['a pipe without an argument', claim(ORDER, { terminal: false }), [], {}],
    ['an argument without a terminal', claim(ORDER, { terminal: false, argument: ORDER }), [], {}],
    ['more lines than are typed', claim(`a\n\nb\nc\nd\n${ORDER}`), lines(`a\n\nb\nc\nd\n${ORDER}`), {}],
    ['an argument of as many lines', claim(`a\nb\nc\nd\ne\n${ORDER}`, { argument: `a\nb\nc\nd\ne\n${ORDER}` }), [], {}],
  ])('is not proved: %s', (_name, said, typed, at) => {
    expect(attestByHistory(said, typed, { ...AT, ...at }).kind).not.toBe('typed')
  })

  it('is settled when the history had its time, so that no later call looks for it', () => {
    expect(attestByHistory(claim(ORDER), [], AT).kind).toBe('pending')
    expect(attestByHistory(claim(ORDER), [], { ...AT, now: 5000 }).kind).toBe('unproven')
  })

  it('a line that was entered twice proves two events', () => {
    const at = { ...AT, proved: [claim(ORDER)] }
    expect(attestByHistory(claim(ORDER), lines(ORDER, 'hello', ORDER), at)).toEqual({ kind: 'typed', text: ORDER })
  })

  it('what was pasted is left out where the history tells it apart', () => {
    const line = { text: 'fix this: ', sent: `fix this: a\n${ORDER}`, unpasted: true }
    expect(attestByHistory(claim(`fix this: a\n${ORDER}`), [line], AT)).toEqual({ kind: 'typed', text: 'fix this: ' })
  })

  it('all that a script hands over counts where the settings say so', () => {
    const at = { ...AT, script: true }
    expect(attestByHistory(claim(ORDER, { terminal: false }), [], at)).toEqual({ kind: 'typed', text: ORDER })
  })
})

describe('what of a prompt stands on the command line', () => {
  const quoted = (word: string) => (word.includes(' ') ? `"${word}"` : word)
  it.each<[string, string, readonly string[], string | undefined, ((word: string) => string)?]>([
    ['alone', 'sum up', ['x', '-p', 'sum up'], 'sum up'],
    ['before a pipe', `sum up\n\n<stdin>\n${ORDER}\n</stdin>`, ['x', 'exec', 'sum up'], 'sum up'],
    ['behind a pipe', `${ORDER}\n\n\nsum up`, ['x', '-p', 'sum up'], 'sum up'],
    ['joined to its option', 'sum up', ['x', '--prompt=sum up'], 'sum up'],
    ['in several words', 'sum up now', ['x', 'run', 'sum', 'up', 'now'], 'sum up now'],
    ['quoted by the host', `"sum up" now\n${ORDER}`, ['x', 'run', 'sum up', 'now'], 'sum up now', quoted],
    ['quoted, and taken out of the quotes', 'sum up', ['x', 'run', 'sum up'], 'sum up', quoted],
    ['not what is piped', ORDER, ['x', '-p'], undefined],
    ['not what is piped and begins alike', 'sum upward', ['x', '-p', 'sum up'], undefined],
    ['not an empty word', ORDER, ['x', ''], undefined],
  ])('%s', (_name, text, words, argument, spelled) => {
    expect(commandLinePart(text, words, spelled)).toBe(argument)
  })
})

describe('a history on disk', () => {
  let folder: string
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'typed-lines-'))
  })
  afterEach(() => rmSync(folder, { recursive: true, force: true }))

  const logged = (texts: readonly string[], sessionId = 's') =>
    JSON.stringify(
      texts.map((message) => ({ sessionId, messageId: 0, type: 'user', message })),
      null,
      2,
    )
  const read = (text: string) => {
    writeFileSync(join(folder, 'logs.json'), text)
    return readLogsJson(join(folder, 'logs.json'), 's').map(({ text: line }) => line)
  }

  it('tells the lines of its session alone', () => {
    expect(read(logged(['one', 'a\n  {"message": "two"}']))).toEqual(['one', 'a\n  {"message": "two"}'])
    expect(read(logged(['one'], 'other'))).toEqual([])
  })

  it('is read from its end where it is long', () => {
    const many = Array.from({ length: 3000 }, (_, at) => `line ${at} ${'x'.repeat(200)}`)
    const found = read(logged(many))
    expect(found.at(-1)).toBe(many.at(-1))
    expect(found.length).toBeLessThan(many.length)
  })

  it.each(['', '[', 'garbage', '{}', '[1, null, "x", {"message": 5}]'])('tells nothing where it is %j', (text) => {
    expect(read(text)).toEqual([])
  })

  it('tells nothing where it is no file', () => {
    expect(readHistory(folder)).toBe('')
    expect(readHistory(join(folder, 'none'))).toBe('')
  })

  it('skips what is no object', () => {
    expect(parseJsonLines('half"}\n{"a":1}\n5\n\n')).toEqual([{ a: 1 }])
  })
})
