import { describe, expect, it } from 'vitest'
import type { Action } from './analysis/action.ts'
import { messageFor, messageForPerson, messagePartsFor } from './messages.ts'
import type { MatchDoubt } from './rules/rule.ts'
import { loadPolicy } from './settings/load.ts'
import { SETTINGS_STEP } from './steps/gate-protection.ts'
import type { CheckContext, StepAnswer } from './steps/step.ts'

const BASH = { tool: 'Bash' } as Action
const block = (note: string, more: Partial<StepAnswer> = {}): StepAnswer => ({
  outcome: 'deny',
  reason: { type: 'verdict', judge: 'embedded', verdict: 'block' },
  note,
  ...more,
})

describe('what and why come first, and are short', () => {
  it.each([
    ['a short one', 'deletes ~/notes: it lies outside the project', 'irreversible-local-destruction'],
    ['a long path', `deletes /home/dev/${'very-long-name/'.repeat(30)}end.txt: it lies outside the project`, undefined],
    ['a long text', 'many words that say little '.repeat(40), 'git-destructive'],
    ['one endless word', 'x'.repeat(5000), undefined],
    ['nothing', '', undefined],
    ['hostile characters', `a\u202eb\u0000c\nd\u2028e ${'\u0301'.repeat(300)}`, undefined],
  ])('%s', (_, note, category) => {
    const answer = block(note, category === undefined ? {} : { category })
    const parts = messagePartsFor(answer, BASH)
    expect(`irongate: ${parts.what}: ${parts.why}`.length).toBeLessThanOrEqual(160)
    expect(messageFor(parts, answer)).toMatch(/^Bash denied: /)
    expect(messageFor(parts, answer)).not.toMatch(/[\n\u0000\u202e\u2028]/)
  })

  it('the ends of a long path are kept, and all of it follows', () => {
    const path = `/home/dev/${'folder/'.repeat(40)}last.txt`
    const answer = block(`deletes ${path}: it lies outside the project`)
    const parts = messagePartsFor(answer, BASH)
    expect(parts.why).toMatch(/^deletes \/home\/dev\/.*….*last\.txt: it lies outside the project\.$/)
    expect(parts.whole).toContain(path)
    expect(messageFor(parts, answer)).toContain(path)
  })

  it('a tool with a long name leaves room for why', () => {
    const parts = messagePartsFor(block('deletes it'), { tool: `mcp__${'x'.repeat(300)}` } as Action)
    expect(parts.why).toBe('deletes it.')
    expect(parts.what.length).toBeLessThan(60)
  })
})

describe('what clears it', () => {
  it.each<[string, Partial<StepAnswer>, string | undefined, boolean]>([
    [
      'a sentence',
      { say: 'delete x', clears: 'the user says: "delete x"' },
      'It clears when the user says: "delete x".',
      true,
    ],
    ['general words of a judge', { clears: 'The user named it.' }, 'It clears when the user named it.', true],
    ['nothing known', {}, "Only a person's approval or an allow rule lifts it.", true],
    ['a hard block', { hard: true }, 'Nothing said in the conversation clears it.', false],
    ['an ask', { outcome: 'ask' }, undefined, true],
    [
      'the gate itself',
      { reason: { type: 'safety-check', check: 'gate-own' } },
      'Only a person can do this, in a terminal of their own.',
      false,
    ],
    ['broken settings', { reason: { type: 'broken-settings', problem: 'x' } }, 'Correct the file.', false],
  ])('%s', (_, more, clears, approve) => {
    const parts = messagePartsFor(block('it is bad', more), BASH)
    expect(parts.clears).toBe(clears)
    expect(parts.approve).toBe(approve)
  })

  it('an ask that nobody was there to answer is still lifted by an approval', () => {
    const ask = block('look', { outcome: 'ask' })
    expect(messagePartsFor({ ...ask, outcome: 'deny' }, BASH, ask).approve).toBe(true)
  })
})

it('the person is told all of it, a line for each part', () => {
  const answer = block('rewrites feat/x on origin by force', {
    category: 'git-destructive',
    say: 'force push feat/x',
    clears: 'the user says: "force push feat/x"',
    instead: 'push to a new branch',
  })
  expect(messageForPerson(messagePartsFor(answer, BASH), '3f9a01c2')).toBe(
    `Bash denied: rewrites feat/x on origin by force (Destructive git operations).
To allow it, say: force push feat/x
To allow it once, in a terminal of your own: irongate approve 3f9a01c2
Instead: push to a new branch.`,
  )
})

describe('a rule that asks without a certain match says why', () => {
  const source = { scope: 'user', file: '/h/s.json', line: 2, column: 9 } as const
  const byRule = (matched: string, doubt?: MatchDoubt): StepAnswer => ({
    outcome: 'ask',
    reason: { type: 'rule', match: { behavior: 'deny', rule: 'Bash(ls', source, matched, ...(doubt && { doubt }) } },
    note: '',
  })
  it.each([
    [byRule('ls'), 'Bash needs a person: the deny rule Bash(ls (/h/s.json:2) matches ls.'],
    [byRule('$X y', { kind: 'possible' }), 'Bash needs a person: the deny rule Bash(ls (/h/s.json:2) may match $X y.'],
    [
      byRule('Bash', { kind: 'unusable', why: 'it is broken' }),
      'Bash needs a person: the deny rule Bash(ls cannot be used: it is broken (/h/s.json:2:9). Correct the rule.',
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
