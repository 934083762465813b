import { describe, expect, it } from 'vitest'
import type { PromptClaim, RecordedTurn } from '../../state/typed-prompt-proof.ts'
import { attestByRecord, commandLinePart } from './prompt-proof.ts'

const claim = (more: Partial<PromptClaim> = {}): PromptClaim => ({
  key: 'k',
  text: 'Delete drafts.',
  turn: 't1',
  fits: true,
  terminal: true,
  at: 0,
  ...more,
})
const turn = (more: Partial<RecordedTurn> = {}): RecordedTurn => ({
  id: 't1',
  mark: 'typed',
  text: 'Delete drafts.',
  ...more,
})
const said = (turns: readonly RecordedTurn[], more: Partial<PromptClaim> = {}, script = false) =>
  attestByRecord(claim(more), { turns, script })

describe('a prompt event and the record', () => {
  it.each([
    ['the same turn', [turn()], { kind: 'typed', text: 'Delete drafts.' }],
    [
      'the same words without an id',
      [{ mark: 'typed', text: 'Delete drafts.' }],
      { kind: 'typed', text: 'Delete drafts.' },
    ],
    ['other spaces', [turn({ text: 'Delete  drafts.\n' })], { kind: 'typed', text: 'Delete drafts.' }],
    ['no such turn yet', [], { kind: 'pending' }],
    ['another turn with the same words', [turn({ id: 't0' })], { kind: 'pending' }],
    ['the same turn with other words', [turn({ text: 'Look around.' })], { kind: 'pending' }],
    ['somebody else', [turn({ mark: 'other' })], { kind: 'not-typed' }],
    ['no mark', [turn({ mark: 'unmarked' })], { kind: 'unproven' }],
    ['a mark of somebody else beside one of a person', [turn(), turn({ mark: 'other' })], { kind: 'not-typed' }],
  ] as const)('%s', (_name, turns, expected) => expect(said(turns)).toMatchObject(expected))
})

describe('a prompt that was handed over with the start', () => {
  const passed = [turn({ mark: 'passed', text: 'Sum it up.\nDelete drafts.' })]
  const text = 'Sum it up.\nDelete drafts.'
  it.each([
    [
      'typed in a terminal: what the command line holds',
      { argument: 'Sum it up.' },
      false,
      { kind: 'typed', text: 'Sum it up.' },
    ],
    ['piped', {}, false, { kind: 'unproven' }],
    ['without a terminal', { argument: 'Sum it up.', terminal: false }, false, { kind: 'unproven' }],
    ["a person's own script", { terminal: false }, true, { kind: 'typed', text }],
    [
      'which pipes something behind its task',
      { argument: 'Sum it up.', terminal: false },
      true,
      { kind: 'typed', text: 'Sum it up.' },
    ],
  ] as const)('%s', (_name, more, script, expected) =>
    expect(said(passed, { text, ...more }, script)).toMatchObject(expected),
  )
})

describe('the word of the command line', () => {
  it.each([
    ['Sum it up.\nfile', ['claude', '-p', 'Sum it up.'], 'Sum it up.'],
    ['Sum it up.', ['claude', '-p', 'Sum it up.', '--model', 'x'], 'Sum it up.'],
    ['Sum it up. And more', ['claude', '-p', 'Sum it up.'], undefined],
    ['all of it', ['claude', '-p'], undefined],
    ['claude\nx', ['claude', '-p'], undefined],
    ['a\nb\nc', ['claude', 'a', 'a\nb'], 'a\nb'],
    ['\nx', ['claude', ''], undefined],
  ])('%j in %j', (text, words, word) => expect(commandLinePart(text, words)).toBe(word))
})
