import { describe, expect, it } from 'vitest'
import { capabilitiesOf } from '../../models.ts'
import type { ModelRequest } from '../../transport.ts'
import { chatBody } from './body.ts'
import { providerOf } from './provider.ts'

const request = (model: string, more: Partial<ModelRequest> = {}): ModelRequest => ({
  model,
  system: 'rules',
  blocks: () => [{ text: 'a\n', mark: 'instructions' }, { text: 'b\n' }, { text: 'c', mark: 'action' }],
  limit: 64,
  stop: undefined,
  capabilities: capabilitiesOf(model),
  cacheLife: '1h',
  session: 'hash-of-a-session',
  ...more,
})

const OPENAI = 'https://api.openai.com/v1'
const AZURE = 'https://acme.openai.azure.com/openai/v1'
const GOOGLE = 'https://generativelanguage.googleapis.com/v1beta/openai'
const OPENROUTER = 'https://openrouter.ai/api/v1'
const LOCAL = 'http://127.0.0.1:8000/v1'

const MESSAGES = [
  { role: 'system', content: 'rules' },
  { role: 'user', content: 'a\nb\nc' },
]

describe('the body of a call', () => {
  it.each<[string, string, object]>([
    [
      OPENAI,
      'gpt-5.4-mini',
      { prompt_cache_key: 'hash-of-a-session', reasoning_effort: 'none', max_completion_tokens: 64 },
    ],
    [OPENAI, 'gpt-4.1', { prompt_cache_key: 'hash-of-a-session', temperature: 0, max_tokens: 64 }],
    [
      AZURE,
      'gpt-5-mini',
      { prompt_cache_key: 'hash-of-a-session', reasoning_effort: 'minimal', max_completion_tokens: 64 },
    ],
    [GOOGLE, 'gemini-3.5-flash', { temperature: 0, reasoning_effort: 'minimal', max_tokens: 64 }],
    [OPENROUTER, 'openai/gpt-5.4-mini', { reasoning_effort: 'none', max_completion_tokens: 64 }],
    [OPENROUTER, 'qwen/qwen3-8b', { temperature: 0, reasoning: { enabled: false }, max_tokens: 64 }],
    [
      LOCAL,
      'Qwen/Qwen3-8B',
      { temperature: 0, chat_template_kwargs: { enable_thinking: false, thinking: false }, max_tokens: 64 },
    ],
    [OPENAI, 'qwen3', { prompt_cache_key: 'hash-of-a-session', temperature: 0, max_tokens: 64 }],
    [LOCAL, 'llama3.1:8b', { temperature: 0, max_tokens: 64 }],
  ])('%s, %s', (url, model, fields) => {
    expect(chatBody(request(model), providerOf(url))).toEqual({ model, messages: MESSAGES, ...fields })
  })

  it('has a stop sequence where one is asked for', () => {
    expect(chatBody(request('gpt-4.1', { stop: '</block>' }), providerOf(OPENAI)).stop).toEqual(['</block>'])
  })

  it('without a session there is no key of a cache', () => {
    expect(chatBody(request('gpt-4.1', { session: undefined }), providerOf(OPENAI))).not.toHaveProperty(
      'prompt_cache_key',
    )
  })

  it('what differs between stages comes last', () => {
    const keys = Object.keys(chatBody(request('gpt-4.1', { stop: 'x' }), providerOf(OPENAI)))
    expect(keys.slice(-3)).toEqual(['messages', 'stop', 'max_tokens'])
  })

  it('blocks are put together only when they are read, and once', () => {
    let read = 0
    const counted = request('gpt-4.1', {
      blocks: () => {
        read++
        return [{ text: 'x' }]
      },
    })
    const body = chatBody(counted, providerOf(OPENAI))
    expect(read).toBe(0)
    JSON.stringify(body)
    JSON.stringify(body)
    expect(read).toBe(1)
  })
})

describe('whose endpoint it is', () => {
  const OTHER = providerOf(LOCAL)
  it.each([
    ['https://api.openai.com/v1', 'gpt-5.4-mini'],
    ['https://eu.api.openai.com/v1', 'gpt-5.4-mini'],
    ['https://generativelanguage.googleapis.com/v1beta/openai/', 'gemini-3.5-flash'],
    ['https://openrouter.ai/api/v1', 'openai/gpt-5.4-mini'],
    ['https://acme.openai.azure.com/openai/v1', undefined],
    ['https://acme.services.ai.azure.com/openai/v1', undefined],
    ['https://gateway.example/v1', undefined],
    ['https://api.openai.com.gateway.example/v1', undefined],
    ['https://api.openai.com@gateway.example/v1', undefined],
    ['https://notopenrouter.ai/api/v1', undefined],
  ])('%s has %s by default', (url, model) => expect(providerOf(url).defaultModel).toBe(model))

  it.each([
    ['https://api.openai.com.gateway.example/v1'],
    ['https://api.openai.com@gateway.example/v1'],
    ['http://localhost:1234/v1'],
  ])('%s is nobody’s in particular', (url) => expect(providerOf(url)).toBe(OTHER))

  it.each([
    [OPENAI, 'gpt-5.4', true],
    [OPENAI, 'o3', true],
    [OPENAI, 'claude-opus-5', false],
    [OPENAI, 'gemini-3.5-flash', false],
    [GOOGLE, 'gemini-3-pro', true],
    [GOOGLE, 'gpt-5.4', false],
    [OPENROUTER, 'anthropic/claude-opus-5', true],
    [OPENROUTER, 'claude-opus-5', false],
    [AZURE, 'gpt-5.4', false],
    [LOCAL, 'qwen3', false],
  ])('%s has %s: %s', (url, model, has) => expect(providerOf(url).serves(model)).toBe(has))
})
