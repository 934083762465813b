import { describe, expect, it } from 'vitest'
import { traitsOf } from '../../../test/fake-claude/wire.ts'
import { capabilitiesOf, chooseModel, DEFAULT_MODEL, isAskedModel, isClaudeName } from './models.ts'
import { pricesOf } from './prices.ts'
import { type ModelStage, stagesOf } from './stages.ts'
import { messagesParameters } from './transports/messages/body.ts'

const MODELS = [
  'claude-sonnet-4-6',
  'claude-opus-4-6',
  'claude-sonnet-4-5-20250929',
  'claude-haiku-4-5',
  'claude-opus-4-7',
  'claude-opus-4-8',
  'claude-sonnet-5',
  'claude-opus-5',
  'claude-sonnet-5-5',
  'claude-opus-5-5',
  'claude-haiku-5-5',
  'claude-fable-5-1',
  'claude-mythos-5',
  'claude-nova-9',
  'claude-opus-6',
]

function parametersOf({ maxTokens, stop }: ModelStage, model: string) {
  const capabilities = capabilitiesOf(model)
  return messagesParameters({ limit: maxTokens + capabilities.padding, stop, capabilities })
}

describe('capabilities', () => {
  it.each(MODELS)('nothing is sent to %s that it rejects', (model) => {
    for (const mode of ['both', 'fast', 'thinking'] as const) {
      for (const stage of stagesOf(mode)) {
        const sent = parametersOf(stage, model)
        const traits = traitsOf(model)
        if (sent.temperature !== undefined) expect(traits.temperature).toBe(true)
        if (sent.thinking !== undefined) expect(traits.thinking).toContain(sent.thinking.type)
      }
    }
  })

  it.each([
    [
      'claude-sonnet-4-6',
      { max_tokens: 64, stop_sequences: ['</block>'], temperature: 0, thinking: { type: 'disabled' } },
    ],
    ['claude-opus-4-8', { max_tokens: 64, stop_sequences: ['</block>'] }],
    ['claude-opus-5-5', { max_tokens: 64 + 2_048, stop_sequences: ['</block>'] }],
    [
      'claude-sonnet-5-5',
      { max_tokens: 64 + 2_048, stop_sequences: ['</block>'], thinking: { type: 'between_tools' } },
    ],
    ['qwen3-coder', { max_tokens: 64 + 2_048, stop_sequences: ['</block>'], temperature: 0 }],
    ['somebody-elses', { max_tokens: 64 + 2_048, stop_sequences: ['</block>'], temperature: 0 }],
  ])('the first stage of %s', (model, sent) => {
    const [first] = stagesOf('both')
    if (first) expect(parametersOf(first, model)).toEqual(sent)
  })

  it('the limits are the page’s', () => {
    const limits = (mode: 'both' | 'fast' | 'thinking') =>
      stagesOf(mode).map(({ maxTokens, stop }) => [maxTokens, stop === undefined ? 0 : 1])
    expect(limits('both')).toEqual([
      [64, 1],
      [4_096, 0],
    ])
    expect(limits('fast')).toEqual([[256, 0]])
    expect(limits('thinking')).toEqual([[4_096, 0]])
  })

  it.each([
    ['claude-opus-5-5', 'always padded', 1_000_000],
    ['claude-sonnet-5-5', 'between-tools padded', 1_000_000],
    ['claude-haiku-5-5', 'switch', 1_000_000],
    ['claude-opus-5', 'switch', 1_000_000],
    ['claude-sonnet-5', 'switch', 1_000_000],
    ['claude-haiku-5', 'switch', 200_000],
    ['claude-fable-5', 'always padded', 1_000_000],
    ['claude-mythos-5', 'always padded', 1_000_000],
    ['claude-opus-4-8', 'off', 1_000_000],
    ['claude-opus-4-7', 'off', 1_000_000],
    ['claude-opus-4-6', 'switch temperature', 1_000_000],
    ['claude-sonnet-4-6', 'switch temperature', 1_000_000],
    ['claude-opus-4-5', 'switch temperature', 200_000],
    ['claude-sonnet-4-5', 'switch temperature', 200_000],
    ['claude-haiku-4-5', 'switch temperature', 200_000],
    ['claude-3-7-sonnet', 'switch temperature', 200_000],
    ['claude-nova-9', 'always padded', 200_000],
  ])('%s: %s, %i tokens', (model, words, contextTokens) => {
    const { thinking, padding, temperature, ...rest } = capabilitiesOf(model)
    const said = [thinking, padding > 0 && 'padded', temperature && 'temperature'].filter(Boolean).join(' ')
    expect(said).toBe(words)
    expect(rest).toEqual({ stop: true, reasoning: 'unsent', limitField: 'max_tokens', contextTokens })
  })

  it('other spellings of a name are the same family, settings go on top', () => {
    const opus = capabilitiesOf('claude-opus-4-6')
    for (const name of [
      'us.anthropic.claude-opus-4-6-v1',
      'anthropic/claude-opus-4.6',
      'claude-opus-4-6@20260101',
      'claude-opus-4-6[1m]',
    ]) {
      expect(capabilitiesOf(name)).toEqual(opus)
    }
    expect(capabilitiesOf('claude-opus-4-60').thinking).toBe('switch')
    const given = new Map([['my-model', { thinking: 'switch' as const, padding: 10 }]])
    expect(capabilitiesOf('my-model', given)).toMatchObject({ thinking: 'switch', padding: 10, temperature: true })
  })
})

describe('families of other vendors', () => {
  const told = (model: string) => {
    const { stop, temperature, reasoning, limitField, padding } = capabilitiesOf(model)
    return [stop && 'stop', temperature && 'temperature', padding > 0 && 'padded', reasoning, limitField]
      .filter(Boolean)
      .join(' ')
  }
  const PLAIN = 'stop temperature unsent max_tokens'
  const PADDED = 'stop temperature padded'

  it.each([
    ['gpt-4o-mini', PLAIN],
    ['gpt-4.1-2025-04-14', PLAIN],
    ['gpt-4-1106-preview', PLAIN],
    ['gpt-3.5-turbo', PLAIN],
    ['gpt-5', 'padded minimal max_completion_tokens'],
    ['gpt-5-mini', 'padded minimal max_completion_tokens'],
    ['gpt-5-2025-08-07', 'padded minimal max_completion_tokens'],
    ['openai/gpt-5-nano', 'padded minimal max_completion_tokens'],
    ['gpt-5.1', 'padded none max_completion_tokens'],
    ['gpt-5.4-mini-2026-03-17', 'padded none max_completion_tokens'],
    ['gpt-5.1-codex', 'padded low max_completion_tokens'],
    ['gpt-5.3-chat-latest', 'padded unsent max_completion_tokens'],
    ['gpt-5.2-pro', 'padded unsent max_completion_tokens'],
    ['gpt-6-sol', 'padded low max_completion_tokens'],
    ['o3', 'padded low max_completion_tokens'],
    ['o4-mini-2025-04-16', 'padded low max_completion_tokens'],
    ['codex-mini-latest', 'padded low max_completion_tokens'],
    ['gpt-oss:20b', `${PADDED} low max_tokens`],
    ['gemini-2.0-flash', PLAIN],
    ['gemini-2.5-flash-lite', `${PADDED} none max_tokens`],
    ['models/gemini-2.5-pro', `${PADDED} low max_tokens`],
    ['google/gemini-3.5-flash', `${PADDED} minimal max_tokens`],
    ['gemini-flash-latest', `${PADDED} minimal max_tokens`],
    ['gemini-3-pro-preview', `${PADDED} low max_tokens`],
    ['Qwen/Qwen3-8B', `${PADDED} template max_tokens`],
    ['qwen3.5:9b', `${PADDED} template max_tokens`],
    ['qwen3-30b-a3b-thinking-2507', `${PADDED} unsent max_tokens`],
    ['qwen2.5:7b', PLAIN],
    ['qwen-max', PLAIN],
    ['meta-llama/Llama-3.3-70B-Instruct', PLAIN],
    ['llama3.1:8b', PLAIN],
    ['mistral-small-latest', PLAIN],
    ['devstral-small', PLAIN],
    ['magistral-medium', `${PADDED} unsent max_tokens`],
    ['deepseek-chat', PLAIN],
    ['deepseek-reasoner', `${PADDED} unsent max_tokens`],
    ['olmo-x', `${PADDED} unsent max_tokens`],
  ])('%s: %s', (model, expected) => expect(told(model)).toBe(expected))

  it.each([
    ['gpt-oss:20b', 128_000],
    ['gpt-3.5-turbo', 16_000],
    ['gpt-4.1', 1_000_000],
    ['gpt-4o', 128_000],
    ['gpt-4-turbo', 128_000],
    ['gpt-4', 8_000],
    ['chatgpt-4o-latest', 128_000],
    ['gpt-5', 272_000],
    ['gpt-5.1-codex', 272_000],
    ['gpt-5.3-chat-latest', 272_000],
    ['gpt-5.4', 272_000],
    ['gpt-6-sol', 200_000],
    ['o3', 200_000],
    ['codex-mini-latest', 200_000],
    ['gemini-1.5-pro', 1_000_000],
    ['gemini-2.0-flash', 1_000_000],
    ['gemini-2.5-flash', 1_000_000],
    ['gemini-2.5-pro', 1_000_000],
    ['gemini-3-flash', 1_000_000],
    ['gemini-3-pro', 1_000_000],
    ['qwen3-coder', 128_000],
    ['qwen2.5:7b', 128_000],
    ['somebody-elses', 128_000],
  ])('%s has room for %i tokens', (model, tokens) => {
    expect(capabilitiesOf(model).contextTokens).toBe(tokens)
  })

  it.each([
    ['qwq', `${PADDED} unsent max_tokens`],
    ['qwen3-instruct', `${PADDED} unsent max_tokens`],
    ['codellama', PLAIN],
    ['ministral-8b', PLAIN],
    ['mixtral-8x7b', PLAIN],
    ['codestral-latest', PLAIN],
    ['deepseek-coder', PLAIN],
    ['chatgpt-4o-latest', PLAIN],
    ['gpt-4', PLAIN],
    ['gpt-41', 'padded low max_completion_tokens'],
    ['geminis', `${PADDED} unsent max_tokens`],
  ])('%s too: %s', (model, expected) => expect(told(model)).toBe(expected))

  it('settings go on top, by the name or by the family', () => {
    const given = new Map([['gpt-5.4-mini', { stop: true, reasoning: 'low' as const }]])
    expect(capabilitiesOf('gpt-5.4-mini', given)).toMatchObject({ stop: true, reasoning: 'low', temperature: false })
    const family = new Map([['my-model', { limitField: 'max_completion_tokens' as const }]])
    expect(capabilitiesOf('vendor/My.Model', family).limitField).toBe('max_completion_tokens')
  })
})

interface Wishes {
  readonly override?: string
  readonly named?: string
  readonly agent?: string
  readonly official: boolean
}

describe('the choice of a model', () => {
  it.each([
    [{ override: 'a', named: 'b', agent: 'claude-opus-5', official: true }, 'a'],
    [{ named: 'b', agent: 'claude-opus-5', official: true }, 'b'],
    [{ agent: 'claude-opus-5', official: true }, 'claude-opus-5'],
    [{ agent: 'claude-opus-4-6[1m]', official: true }, 'claude-opus-4-6'],
    [{ agent: 'gpt-5', official: true }, DEFAULT_MODEL],
    [{ agent: 'opus', official: true }, DEFAULT_MODEL],
    [{ agent: 'qwen3-coder', official: false }, 'qwen3-coder'],
    [{ official: true }, DEFAULT_MODEL],
    [{ override: '', agent: '', official: false }, DEFAULT_MODEL],
  ])('%j is %s', ({ official, named, ...wishes }: Wishes, model) => {
    const serves = (name: string) => !official || isClaudeName(name)
    expect(chooseModel({ ...wishes, named, fallback: DEFAULT_MODEL, serves })).toBe(model)
  })

  it('where there is no default, a person must name one', () => {
    const range = { named: undefined, fallback: undefined, serves: () => false }
    expect(chooseModel({ ...range, agent: 'claude-opus-5' })).toBeUndefined()
    expect(chooseModel({ ...range, named: 'a' })).toBe('a')
  })

  it.each<[string, unknown, boolean]>([
    ['claude-haiku-4-5', 'claude-haiku-4-5', true],
    ['claude-haiku-4-5', 'claude-haiku-4-5-20251001', true],
    ['claude-haiku-4-5', 'my-alias', true],
    ['claude-haiku-4-5', 'claude-haiku-4-5-2025100', false],
    ['claude-haiku-4-5', 'claude-haiku-4-5-20251001-x', false],
    ['claude-haiku-4', 'claude-haiku-4-5', false],
    ['claude-haiku-4-5-20251001', 'claude-haiku-4-5', true],
    ['claude-haiku-4-5-20251001', 'claude-haiku-4-5-20251201', false],
    ['claude-3-5-sonnet-latest', 'claude-3-5-sonnet-20241022', true],
    ['claude-haiku-4-5@20251001', 'claude-haiku-4-5-20251001', true],
    ['eu.anthropic.claude-haiku-4-5-20251001-v1:0', 'claude-haiku-4-5-20251001', true],
    ['anthropic/claude-haiku-4.5', 'claude-haiku-4-5-20251001', true],
    ['claude-haiku-4-5[1m]', 'claude-haiku-4-5', true],
    ['claude-haiku-4-5', 'claude-sonnet-4-5-20251001', false],
    ['claude-haiku-4', 'claude-haiku-4-20251001', true],
    ['claude-haiku-4-20251001', 'claude-haiku-4-5-20251001', false],
    ['claude-haiku-4-5', 'not-claude-haiku-4-5', false],
    ['claude-haiku-4-5', `claude-haiku-4-5${'-20251001'.repeat(20_000)}`, false],
    ['qwen3.5', 'qwen3-5', false],
    ['qwen3', 'qwen3-20260101', true],
    ['gpt-5.4-mini', 'gpt-5.4-mini-2026-03-17', true],
    ['gpt-5.4-mini-2026-03-17', 'gpt-5.4-mini-2026-04-17', false],
    ['gpt-5.4-mini', 'gpt-5.4-nano-2026-03-17', false],
    ['gpt-5.4', 'gpt-5.4-mini', false],
    ['gpt-5.4', 'gpt-5-4', false],
    ['gpt-4', 'gpt-4-0613', true],
    ['gpt-4', 'gpt-4-1106-preview', false],
    ['openai/gpt-5.4-mini', 'gpt-5.4-mini', true],
    ['gpt-5.4-mini', 'openai/gpt-5.4-mini-2026-03-17', true],
    ['openai/gpt-5.4-mini', 'azure/gpt-5.4-mini', false],
    ['openai/gpt-5.4-mini', 'openai/gpt-5.4-nano', false],
    ['openai/gpt-oss-120b:free', 'openai/gpt-oss-120b', true],
    ['gemini-3.5-flash', 'models/gemini-3.5-flash', true],
    ['google/gemini-3.5-flash', 'models/gemini-3.5-flash-001', true],
    ['gemini-3-flash-preview', 'gemini-3-flash-preview-12-2025', true],
    ['gemini-3.5-flash', 'gemini-3.5-flash-lite', false],
    ['mistral-small-latest', 'mistral-small-2603', true],
    ['mistral-small-latest', 'mistral-large-2603', false],
    ['Qwen/Qwen3-8B', 'qwen3-8b', true],
    ['qwen3:8b', 'qwen3:32b', false],
    ['llama3.1', 'llama3.1:latest', true],
    ['deepseek-chat', 'gpt-5.4', false],
    ['claude-haiku-4-5', 'openai/gpt-5.4', false],
    ['m', `m${'-2026-01-01'.repeat(20_000)}`, false],
    ['claude-haiku-4-5', 'claude-opus-5', false],
    ['claude-haiku-4-5', undefined, false],
    ['claude-haiku-4-5', ['claude-haiku-4-5'], false],
  ])('asked %s, answered %j: %s', (asked, answered, right) => {
    expect(isAskedModel(asked, answered, ['my-alias'])).toBe(right)
  })
})

it.each([
  ['claude-opus-5-5', 4, 20],
  ['claude-opus-4-8', 5, 25],
  ['claude-sonnet-4-6', 3, 15],
  ['claude-haiku-4-5-20251001', 1, 5],
  ['openai/gpt-5.4-mini', 0.75, 4.5],
  ['gemini-3.5-flash', 1.5, 9],
  ['somebody-elses', 10, 50],
])('the price of %s', (model, input, output) => expect(pricesOf(model)).toMatchObject({ input, output }))
