import { describe, expect, it } from 'vitest'
import type { Action } from './analysis/action.ts'
import type { Effect } from './analysis/effects.ts'
import { type ApprovalWays, messageFor, messageForPerson, messagePartsFor } from './messages.ts'
import type { MatchDoubt } from './rules/rule.ts'
import { bashAction } from './rules/testing.ts'
import { loadPolicy } from './settings/load.ts'
import { SETTINGS_STEP } from './steps/gate-protection.ts'
import type { CheckContext, StepAnswer } from './steps/step.ts'

const BASH = { tool: 'Bash', effects: [] as readonly Effect[] } as Action
const block = (note: string, more: Partial<StepAnswer> = {}): StepAnswer => ({
  outcome: 'deny',
  reason: { type: 'verdict', judge: 'embedded', verdict: 'block' },
  note,
  ...more,
})

describe('the headline', () => {
  it.each([
    ['a short one', 'deletes ~/notes', 'Blocked: deletes ~/notes'],
    ['a period goes', 'deletes ~/notes.', 'Blocked: deletes ~/notes'],
    ['hostile characters', 'a\u202eb\u0000c\nd\u2028e', 'Blocked: a b c d e'],
  ])('%s', (_, note, expected) => {
    expect(messagePartsFor(block(note), BASH).headline).toBe(expected)
  })

  it.each([
    ['a long path', `deletes /home/dev/${'very-long-name/'.repeat(30)}end.txt now`],
    ['a long text', 'many words that say little '.repeat(40)],
    ['one endless word', 'x'.repeat(5000)],
    ['marks', ` ${'\u0301'.repeat(300)}`],
    ['nothing', ''],
  ])('%s fits into 80 characters, and is one line', (_, note) => {
    const parts = messagePartsFor(block(note), BASH)
    expect(parts.headline.length).toBeLessThanOrEqual(80)
    expect(messageFor(parts, block(note))).not.toMatch(/[\n\u0000\u202e\u2028]/)
  })

  it('loses what stands in brackets first, and the message holds all of it', () => {
    const note = `turns off ${'many '.repeat(11)}checks (every one of them)`
    const parts = messagePartsFor(block(note), BASH)
    expect(parts.headline).toBe(`Blocked: ${note.replace(/ \(.*/, '')}`)
    expect(messageFor(parts, block(''))).toContain(`Blocked: ${note}.`)
  })

  it('is cut between words, never before one that wants another', () => {
    const { headline } = messagePartsFor(block('word '.repeat(60)), BASH)
    expect(headline).toMatch(/ word$/)
    expect(messagePartsFor(block(`${'word '.repeat(13)}and the others`), BASH).headline).toMatch(/ word$/)
  })

  it('a quote that is cut says so', () => {
    const { quote } = messagePartsFor(block('x', { quote: 'word (or two) '.repeat(30) }), BASH)
    expect(quote).toMatch(/^word \(or two\) .* \[\.\.\.\]$/)
    expect(quote?.length).toBeLessThanOrEqual(120)
  })
})

describe('one line', () => {
  const push = { why: "May erase others' commits", instead: '`git push -u origin HEAD:fix`' }
  it.each<[string, Partial<StepAnswer>, string]>([
    [
      'a soft block',
      push,
      "Blocked: force-pushes main. May erase others' commits, and the user didn't ask for it. Try `git push -u origin HEAD:fix`, or ask the user. Don't work around this block.",
    ],
    [
      'nothing known',
      {},
      "Blocked: force-pushes main. The user didn't ask for it. Ask the user. Don't work around this block.",
    ],
    [
      'a hard block',
      { hard: true, why: 'Data leaves this machine' },
      "Blocked: force-pushes main. Data leaves this machine. Nothing said in this conversation allows it. Don't work around this block.",
    ],
    [
      'an ask speaks to the user',
      { ...push, outcome: 'ask', quote: 'push it' },
      `Needs approval: force-pushes main. May erase others' commits. You said "push it".`,
    ],
    [
      'the gate itself',
      { reason: { type: 'safety-check', check: 'gate-own' } },
      "Blocked: force-pushes main. Only a person can do this, in their own terminal. Don't work around this block.",
    ],
    [
      'broken settings',
      { reason: { type: 'broken-settings', problem: 'x' } },
      'Blocked: a settings file is broken: force-pushes main. Correct the file.',
    ],
    ['an end', { outcome: 'abort' }, 'Stopped: force-pushes main.'],
  ])('%s', (_, more, expected) => {
    const answer = block('force-pushes main', more)
    expect(messageFor(messagePartsFor(answer, BASH), answer)).toBe(expected)
  })

  it('an ask that nobody was there to answer is still lifted by an approval', () => {
    const ask = block('look', { outcome: 'ask' })
    const denied = { ...ask, outcome: 'deny', unasked: true } as const
    const parts = messagePartsFor(denied, BASH, ask)
    expect(parts.approve).toBe(true)
    expect(messageFor(parts, denied)).toBe("Blocked: look. Nobody can be asked here. Don't work around this block.")
  })
})

describe('what the user reads', () => {
  const parts = messagePartsFor(block('deletes namespace shop', { why: 'Removes everything in it' }), BASH)
  it.each<[string, ApprovalWays, string]>([
    ['a number', { reply: 3, id: '3f9a01c2' }, 'Allow:   Reply "allow 3", or run `irongate approve 3f9a01c2`'],
    ['no number', { id: '3f9a01c2' }, 'Allow:   Run `irongate approve 3f9a01c2` in your own terminal'],
    [
      'for the session',
      { reply: 3, id: '3f9a01c2', scope: 'comments on PR #12' },
      'Allow:   Reply "allow 3", or run `irongate approve 3f9a01c2` (--session: comments on PR #12)',
    ],
  ])('%s', (_, ways, allow) => {
    expect(messageForPerson(parts, ways)).toBe(
      `Blocked: deletes namespace shop\nWhy:     Removes everything in it. You didn't ask for this.\n${allow}`,
    )
  })

  it('nothing to approve where nothing lifts it', () => {
    const hard = messagePartsFor(block('sends .env', { hard: true }), BASH)
    expect(messageForPerson(hard, { id: '3f9a01c2' })).toBe(
      'Blocked: sends .env\nDo:      Nothing said in this conversation allows it.',
    )
  })
})

describe('who gets a number', () => {
  const rule = { behavior: 'ask', rule: 'Bash(ls)', source: { scope: 'user' }, matched: 'ls' } as const
  it.each<[Partial<StepAnswer>, string, boolean]>([
    [{}, 'git push --force', true],
    [{ outcome: 'ask', reason: { type: 'rule', match: rule } }, 'ls', true],
    [{ outcome: 'ask', reason: { type: 'safety-check', check: 'boundary' } }, 'ls', true],
    [{ outcome: 'ask', reason: { type: 'safety-check', check: 'safety-check' } }, 'ls', false],
    [{ reason: { type: 'rule', match: rule } }, 'ls', false],
    [{ hard: true }, 'git push --force', false],
    [{ reason: { type: 'judge-unavailable', judge: 'model', cause: 'network' } }, 'ls', false],
    [{ outcome: 'ask', reason: { type: 'broken-settings', problem: 'x' } }, 'ls', false],
    [{ reason: { type: 'broken-state', problem: 'x' } }, 'ls', false],
    [{}, 'rm -rf /', false],
    [{}, 'rm -rf ~', false],
    [{}, 'dd if=x of=/dev/sda', false],
    [{}, 'rm -rf ~/photos', true],
  ])('%j %s: %s', (more, command, offer) => {
    expect(messagePartsFor(block('x', more), bashAction(command)).offer).toBe(offer)
  })
})

describe('a rule that asks without a certain match says why', () => {
  const source = { scope: 'user', file: '/h/s.json', line: 2, column: 9 } as const
  const byRule = (matched: string, doubt?: MatchDoubt): StepAnswer => ({
    outcome: 'ask',
    reason: { type: 'rule', match: { behavior: 'deny', rule: 'Bash(ls', source, matched, ...(doubt && { doubt }) } },
    note: '',
  })
  it.each([
    [byRule('ls'), 'Needs approval: the deny rule Bash(ls (/h/s.json:2) matches ls.'],
    [byRule('$X y', { kind: 'possible' }), 'Needs approval: the deny rule Bash(ls (/h/s.json:2) may match $X y.'],
    [
      byRule('Bash', { kind: 'unusable', why: 'it is broken' }),
      'Needs approval: the deny rule Bash(ls cannot be used: it is broken (/h/s.json:2:9). Correct the rule.',
    ],
  ])('%#', (answer, message) => {
    expect(messageFor(messagePartsFor(answer, BASH), answer)).toBe(message)
  })
})

it('a file that is broken is named with line and column', () => {
  const text = { scope: 'user', kind: 'own', file: '/h/s.json', text: '{\n"deny": ["a"}' } as const
  const policy = loadPolicy([text], { cwd: '/p', home: '/h' })
  const result = SETTINGS_STEP.run({ policy } as CheckContext)
  expect(result).toMatchObject({ answer: { note: expect.stringMatching(/ \(\/h\/s\.json:2:\d+\)$/) } })
})
