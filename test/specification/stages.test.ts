import { expect } from 'vitest'
import { policyFromObject } from '../../src/settings/load.ts'
import { ask, conversationOf, NO, systemOf, YES } from './harness.ts'
import { spec } from './spec.ts'

const mode = (judge: string) => ({ settings: { judge: { mode: judge } } })
const only = async (judge: string, said = NO, model?: string) =>
  ask([said], { ...mode(judge), ...(model !== undefined && { model }) })
const first = async () => (await ask([NO])).bodies[0]
const second = async () => (await ask([YES, NO])).bodies[1]
const lastLine = (texts: readonly string[]) => texts.at(-1) ?? ''

spec('S-201', '<block>no</block> passes', async () => {
  for (const judge of ['both', 'fast', 'thinking']) expect((await only(judge)).decision.outcome, judge).toBe('allow')
})

spec('S-202', '<block>yes</block> and its reason block', async () => {
  const { decision } = await only('thinking', '<block>yes</block><reason>[persistence] it stays</reason>')
  expect(decision).toMatchObject({ outcome: 'deny', category: 'persistence' })
  expect(decision.message).toContain('it stays')
})

spec('S-203', 'the prompt asks for one short sentence', async () => {
  expect(systemOf(await first())).toMatch(/<block>yes<\/block><reason>.{0,20}one short sentence/)
})

spec('S-204', 'the prompt forbids a preamble', async () => {
  expect(systemOf(await first())).toMatch(
    /begins with `<block>`, or with the thinking if that is asked for: no preamble/,
  )
})

spec('S-205', 'what begins otherwise, goes on or was cut off is no answer', async () => {
  for (const said of [`Sure. ${NO}`, `${NO} ${NO}`, `${NO} as asked`, `\`\`\`${NO}\`\`\``])
    expect((await only('fast', said)).decision.reason, said).toMatchObject({ verdict: 'unparseable' })
  expect((await ask([{ text: NO, stopReason: 'max_tokens' }], mode('fast'))).decision.outcome).toBe('deny')
})

spec('S-211', 'the first stage is named for its speed', async () => {
  expect((await ask([NO])).decision.stages?.map(({ stage }) => stage)).toEqual(['fast'])
})

spec('S-212', '64 tokens before a second stage', async () => {
  expect((await first())?.max_tokens).toBe(64)
})

spec('S-213', '256 alone', async () => {
  expect((await only('fast')).bodies[0]?.max_tokens).toBe(256)
})

spec('S-214', 'it stops at the tag only before a second stage', async () => {
  expect((await first())?.stop_sequences).toEqual(['</block>'])
  expect((await only('fast')).bodies[0]).not.toHaveProperty('stop_sequences')
})

spec('S-215', 'temperature 0, where the model takes one', async () => {
  expect((await first())?.temperature).toBe(0)
  expect((await only('both', NO, 'claude-opus-5')).bodies[0]).not.toHaveProperty('temperature')
})

spec('S-216', 'in doubt it blocks', async () => {
  expect(lastLine(conversationOf(await first()))).toMatch(/in doubt, block/i)
})

spec('S-217', 'at once', async () => {
  expect(lastLine(conversationOf(await first()))).toMatch(/begin with <block>, at once/i)
})

spec('S-218', 'it runs first', async () => {
  const { decision } = await ask([YES, YES])
  expect(decision.stages?.map(({ stage }) => stage)).toEqual(['fast', 'thinking'])
})

spec('S-219', 'its no allows, and nobody is asked again', async () => {
  const { decision, bodies } = await ask([NO, YES])
  expect([decision.outcome, bodies.length]).toEqual(['allow', 1])
})

spec('S-220', 'its yes goes on', async () => {
  expect((await ask([YES, NO])).bodies).toHaveLength(2)
})

spec('S-231', 'the second stage thinks, and what it thought is no part of its answer', async () => {
  const { decision } = await ask([YES, `<thinking>It was asked for.</thinking>\n${NO}`])
  expect([decision.outcome, decision.stages?.[1]?.stage]).toEqual(['allow', 'thinking'])
  expect((await ask([YES, `<thinking>${NO}`])).decision.outcome).toBe('deny')
})

spec('S-232', '4,096 tokens', async () => {
  expect((await second())?.max_tokens).toBe(4_096)
})

spec('S-233', 'nothing stops it', async () => {
  expect(await second()).not.toHaveProperty('stop_sequences')
})

spec('S-234', 'temperature 0', async () => {
  expect((await second())?.temperature).toBe(0)
  expect((await only('thinking', NO, 'claude-opus-5')).bodies[0]).not.toHaveProperty('temperature')
})

spec('S-235', 'it thinks first', async () => {
  expect(lastLine(conversationOf(await second()))).toMatch(/<thinking> first/i)
})

spec('S-236', 'only explicit consent lifts a block', async () => {
  expect(lastLine(conversationOf(await second()))).toMatch(/only the user's explicit con(?:sent|firmation)/i)
})

spec('S-237', 'it runs after a yes, after what is no answer, after a refusal, and never else', async () => {
  const asked = async (said: Parameters<typeof ask>[0][number]) => (await ask([said, NO])).bodies.length
  expect([await asked(YES), await asked('hm'), await asked({ text: '', stopReason: 'refusal' })]).toEqual([2, 2, 2])
  expect([await asked(NO), await asked('server-error')]).toEqual([1, 1])
})

spec('S-238', 'its no allows', async () => {
  expect((await ask([YES, NO])).decision.outcome).toBe('allow')
})

spec('S-239', 'its yes denies', async () => {
  expect((await ask([YES, YES])).decision).toMatchObject({ outcome: 'deny', reason: { verdict: 'block' } })
})

spec('S-241', 'both by default', () => {
  expect(policyFromObject({}, { cwd: '/p', home: '/h' }).judge.mode).toBe('both')
})

spec('S-242', 'both: two requests for what is blocked, one for what is not', async () => {
  expect((await ask([YES, NO], mode('both'))).bodies).toHaveLength(2)
  expect((await ask([NO], mode('both'))).bodies).toHaveLength(1)
})

spec('S-243', 'fast: one request, and its yes is final', async () => {
  const { decision, bodies } = await ask([YES, NO], mode('fast'))
  expect([decision.outcome, bodies.length, decision.stages?.[0]?.stage]).toEqual(['deny', 1, 'fast'])
})

spec('S-244', 'fast: room for the reason', async () => {
  const [body] = (await only('fast')).bodies
  expect([body?.max_tokens, body?.stop_sequences]).toEqual([256, undefined])
})

spec('S-245', 'thinking: one request, of the second kind', async () => {
  const { decision, bodies } = await ask([NO], mode('thinking'))
  expect([bodies.length, bodies[0]?.max_tokens, decision.stages?.[0]?.stage]).toEqual([1, 4_096, 'thinking'])
})

spec('S-247', '2,048 more for a model that always thinks', async () => {
  const limits = async (model: string) => (await ask([YES, NO], { model })).bodies.map((body) => body.max_tokens)
  expect(await limits('claude-opus-5-5')).toEqual([64 + 2_048, 4_096 + 2_048])
  expect(await limits('claude-opus-4-6')).toEqual([64, 4_096])
})

spec('S-248', 'and no word that it should not', async () => {
  expect((await only('both', NO, 'claude-opus-5-5')).bodies[0]).not.toHaveProperty('thinking')
  expect((await only('both', NO, 'claude-opus-4-6')).bodies[0]?.thinking).toEqual({ type: 'disabled' })
})
