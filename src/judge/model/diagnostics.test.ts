import { describe, expect, it } from 'vitest'
import { limitedJson, writeDiagnosis } from './diagnostics.ts'
import { capabilitiesOf } from './models.ts'
import { buildRequest } from './request.ts'
import { stagesOf } from './stages.ts'
import { TEST_FENCE, TEST_MODEL } from './testing.ts'
import { messagesBody } from './transports/messages/body.ts'

const USAGE = { input_tokens: 12_345, cache_read_input_tokens: 6_789, output_tokens: 42 }

function written(blocks: readonly string[], secrets: readonly string[] = []) {
  const [stage] = stagesOf('both')
  if (stage === undefined) throw new Error('no stage')
  const shared = { system: 'rules', claudeMd: undefined, evidence: '', fence: TEST_FENCE, cacheLife: '5m' } as const
  const text = { ...shared, blocks: () => blocks, action: '{"Bash":"ls"}\n' }
  const body = messagesBody(buildRequest(text, stage, TEST_MODEL, capabilitiesOf(TEST_MODEL)))
  const outcome = { reply: { content: [], usage: USAGE } }
  let kept = ''
  const writer = { write: (_folder: string, _name: string, json: string) => (kept = json) }
  writeDiagnosis(writer, 'dumps', { label: 'c', stage: 'fast', result: 'allow', ms: 3, body, outcome }, secrets)
  return kept
}

describe('a dump is JSON, and numbers are what they were', () => {
  it.each<[string, readonly string[]]>([
    ['short', ['{"user":"hi"}\n']],
    ['one long text', ['x'.repeat(2_000_000)]],
    ['many texts', Array.from({ length: 40_000 }, (_, at) => `{"Bash":"step ${at}"}\n`)],
    ['many long texts', Array.from({ length: 900 }, () => 'é😀"\\\n'.repeat(900))],
    ['texts that name counts', ['{"Bash":"max_tokens=4096 input_tokens: 17"}\n']],
  ])('%s', (_name, blocks) => {
    const json = written(blocks)
    expect(json.length).toBeLessThanOrEqual(256 * 1024)
    expect(JSON.parse(json)).toMatchObject({
      result: 'allow',
      body: { model: TEST_MODEL, max_tokens: 64 },
      outcome: { reply: { usage: USAGE } },
    })
  })

  it('without the key', () => {
    expect(written(['{"Bash":"use q-9f-the-key-9f"}\n'], ['q-9f-the-key-9f'])).not.toContain('q-9f-the-key-9f')
  })
})

it('what cannot be cut enough still is JSON', () => {
  const many = Object.fromEntries(Array.from({ length: 5_000 }, (_, at) => [`field${at}`, at]))
  expect(JSON.parse(limitedJson(many, 1_000))).toHaveProperty('leftOut')
})
