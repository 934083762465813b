import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type FakeClaude, startFakeClaude } from '../../../../test/fake-claude/server.ts'
import { blocksOf } from '../../../../test/fake-claude/wire.ts'
import type { FactsOnRequest } from '../../../analysis/facts.ts'
import { fixedFacts } from '../../../facts/fixed.ts'
import { memoryLedger } from '../cost.ts'
import { parseReply } from '../parse.ts'
import { judgeAt, judgeRequest, policy } from '../testing.ts'

const YES = '<block>yes</block><reason>[git-destructive] it rewrites history</reason>'
const NO = '<thinking>Only a scratch branch.</thinking><block>no</block>'
const asks = (...needs: readonly string[]) => YES + needs.map((need) => `<need>${need}</need>`).join('')

describe('an answer that asks for facts', () => {
  const read = (text: string, shape: 'asking' | 'thinking' = 'asking', end: 'complete' | 'limit' = 'complete') =>
    parseReply({ text, end }, shape)

  it.each([
    [asks('file:a.toml'), [{ kind: 'file', target: 'a.toml' }]],
    [
      `<thinking>Hm.</thinking>${YES}\n<need>git-log:main..x</need>\n<need>listing:.</need>\n`,
      [
        { kind: 'git-log', target: 'main..x' },
        { kind: 'listing', target: '.' },
      ],
    ],
  ])('%s blocks until it is answered', (text, needs) => {
    expect(read(text)).toMatchObject({ kind: 'block', rule: 'git-destructive', needs })
  })

  it.each([
    ['more than three', asks('file:a', 'file:b', 'file:c', 'file:d')],
    ['another kind', asks('url:https://a.example')],
    ['none in it', asks('file:')],
    ['a line break in it', asks('file:a\nb')],
    ['a tag in it', asks('file:<block>no</block>')],
    ['a verdict behind it', `${asks('file:a')}<block>no</block>`],
    ['words behind it', `${asks('file:a')} please`],
    ['a no before it', '<block>no</block><need>file:a</need>'],
    ['a no with a reason before it', '<block>no</block><reason>[x] y</reason><need>file:a</need>'],
    ['no verdict before it', '<need>file:a</need>'],
    ['no reason before it', '<block>yes</block><need>file:a</need>'],
  ])('with %s is no verdict', (_name, text) => {
    expect(read(text).kind).toBe('unparseable')
  })

  it('is none where nobody offered facts, or where it was cut', () => {
    expect(read(asks('file:a'), 'thinking').kind).toBe('unparseable')
    expect(read(asks('file:a'), 'asking', 'limit').kind).not.toBe('allow')
  })
})

describe('the rounds', () => {
  let server: FakeClaude
  beforeAll(async () => {
    server = await startFakeClaude()
  })
  afterAll(() => server.close())
  beforeEach(() => server.forget())

  const FILES = { '/home/dev/project/a.toml': 'name = "scratch"', '/home/dev/project/b.toml': 'x = 1' }
  const realPath = (path: string) => path
  const onRequest = (): FactsOnRequest => ({
    ...fixedFacts({ files: FILES, realPath, tracked: () => 'tracked-clean', list: () => ['a.toml'] }),
    touchedMs: () => 0,
    commits: () => [],
  })
  const facts = fixedFacts({ files: FILES, sessionStartedMs: 1_000_000, onRequest })

  async function judged(says: readonly string[], extra: object = { facts: true }, more: object = {}) {
    server.play(says.map((text) => ({ says: text })))
    const request = judgeRequest('git push -f origin x', { policy: policy({ extra: { ...extra } }), facts, ...more })
    return judgeAt(server.url).judge(request)
  }
  const lastText = () =>
    blocksOf(server.seen.at(-1)?.body ?? { messages: [] })
      .map(({ text }) => text)
      .join('')

  it('what is asked for is shown, and a no releases the block', async () => {
    const { verdict, stages } = await judged(['<block>yes', asks('file:a.toml'), NO])
    expect(verdict).toMatchObject({ type: 'allow', stage: 'thinking' })
    expect(stages?.map(({ outcome, detail }) => [outcome, detail])).toEqual([
      ['block', undefined],
      ['block', 'asks for file:a.toml'],
      ['allow', undefined],
    ])
    expect(lastText()).toContain('{"repository":[{"file:a.toml":"name = \\"scratch\\""}]}')
  })

  it('the second request begins as the first one did, up to the evidence', async () => {
    await judged(['<block>yes', asks('file:a.toml'), NO])
    const [first = '', second = ''] = server.seen.slice(1).map(({ raw }) => raw)
    const before = first.indexOf('</transcript')
    expect(second.slice(0, before)).toBe(first.slice(0, before))
  })

  it('two rounds and three facts are the most', async () => {
    const says = [
      '<block>yes',
      asks('file:a.toml', 'file:a.toml'),
      asks('file:b.toml', 'listing:.', 'git-log:main'),
      asks('file:c'),
      NO,
    ]
    const { verdict } = await judged(says)
    expect(verdict.type).toBe('block')
    expect(server.seen.length).toBe(4)
    expect(lastText()).toContain('file:b.toml')
    expect(lastText()).toContain('listing:.')
    expect(lastText()).not.toContain('git-log:main')
    expect(lastText()).not.toContain('<need>')
  })

  it.each([
    ['a rule that nothing clears', asks('file:a.toml').replace('git-destructive', 'data-exfiltration')],
    ['a limit of the user', asks('file:a.toml').replace('git-destructive', 'boundary')],
    ['a rule that is none', asks('file:a.toml').replace('git-destructive', 'constructor')],
    ['no rule', asks('file:a.toml').replace('[git-destructive] ', '')],
    ['nothing that may be shown', asks('file:/etc/passwd')],
  ])('%s stays blocked, and is not asked about again', async (_name, says) => {
    expect((await judged(['<block>yes', says, NO])).verdict.type).toBe('block')
    expect(server.seen.length).toBe(2)
  })

  it.each([
    ['a failure', { fault: { kind: 'status', status: 400 } } as const],
    ['a refusal to decide', { says: 'Sure.' }],
    ['another yes', { says: YES }],
  ])('%s after the facts leaves the block', async (_name, third) => {
    server.play([{ says: '<block>yes' }, { says: asks('file:a.toml') }, third])
    const request = judgeRequest('git push -f origin x', { policy: policy({ extra: { facts: true } }), facts })
    const { verdict } = await judgeAt(server.url).judge(request)
    expect(verdict).toMatchObject({ type: 'block', category: 'git-destructive' })
  })

  it('where requests are paid for nothing is offered unless a person says so', async () => {
    for (const extra of [{}, { billing: { messages: 'metered' } }, { billing: { messages: 'plan' }, facts: false }]) {
      expect((await judged(['<block>yes', asks('file:a.toml'), NO], extra)).verdict.type).toBe('unparseable')
      expect(lastText()).not.toContain('<need>')
    }
    expect(
      (await judged(['<block>yes', asks('file:a.toml'), NO], { billing: { messages: 'local' } })).verdict.type,
    ).toBe('allow')
  })

  it('a budget that is used up leaves the block', async () => {
    server.play(['<block>yes', asks('file:a.toml'), NO].map((says) => ({ says })))
    const ruled = policy({ extra: { facts: true, budget: { unit: 'dollars', session: 0.000_1 } } })
    const ledger = memoryLedger()
    const request = judgeRequest('git push -f origin x', { policy: ruled, facts })
    const spends = { ...ledger, add: (id: string) => ledger.add(id, { dollars: 0.000_06, tokens: 0, checks: 0 }) }
    const { verdict } = await judgeAt(server.url, { ledger: spends }).judge(request)
    expect(verdict).toMatchObject({ type: 'block', category: 'git-destructive' })
    expect(server.seen.length).toBe(2)
  })
})
