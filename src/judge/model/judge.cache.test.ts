import { describe, expect, it } from 'vitest'
import { type Seen, startFakeClaude } from '../../../test/fake-claude/server.ts'
import { CATEGORIES } from '../../categories/index.ts'
import { EXCEPTIONS } from '../../exceptions/index.ts'
import type { Entry } from '../../transcript/entries.ts'
import { realisticSession } from './session-profile.ts'
import { action, judgeAt, judgeRequest, policy, TEST_MODEL } from './testing.ts'

const PROMPT = { categories: CATEGORIES, exceptions: EXCEPTIONS }
const ids = {
  categories: { soft: CATEGORIES.map(({ id }) => id), hard: [] },
  exceptions: EXCEPTIONS.map(({ id }) => id),
}

interface Session {
  readonly model?: string
  readonly evidence?: boolean
  readonly cacheLife?: '5m' | '1h'
  /** Time between calls. */
  readonly gapMs?: number
}

/** Runs the whole session against the server; a third of the judged calls needs the second stage. */
async function runSession({ model = TEST_MODEL, evidence = true, cacheLife = '1h', gapMs = 8_000 }: Session) {
  let clock = 0
  const server = await startFakeClaude({
    now: () => clock,
    script: (_request, at) => ({ says: at % 4 === 0 ? '<block>yes</block>' : '<block>no</block>' }),
  })
  const rules = policy({ model, extra: { evidence, cacheLife } })
  const own = { ...rules, autoMode: { ...rules.autoMode, ...ids } }
  const judge = judgeAt(server.url, PROMPT)
  const transcript: Entry[] = []
  for (const { entry, before, effects } of realisticSession()) {
    transcript.push(...before)
    if (entry.judged === true) {
      const command = String(entry.input['command'])
      const call = { tool: entry.tool, input: entry.input, cwd: '/p', sessionId: 's', callId: 'c' }
      await judge.judge(
        judgeRequest(command, {
          action: action(command, { call, effects }),
          transcript: [...transcript],
          policy: own,
          claudeMd: 'Run the tests before you commit. '.repeat(60),
        }),
      )
    }
    transcript.push(entry)
    clock += gapMs
  }
  await server.close()
  return server.seen
}

const NOTHING = { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 }

function shareRead(seen: readonly Seen[]): number {
  const usages = seen.map(({ usage }) => usage ?? NOTHING)
  const read = usages.reduce((sum, usage) => sum + usage.cache_read_input_tokens, 0)
  const rest = usages.reduce((sum, usage) => sum + usage.input_tokens + usage.cache_creation_input_tokens, 0)
  return read / (read + rest)
}

/** What two requests in a row share, and the shorter of them. */
function pairs(seen: readonly Seen[]) {
  return seen.slice(1).map(({ raw }, at) => {
    const before = seen[at]?.raw ?? ''
    const shorter = before.length < raw.length ? before : raw
    let common = 0
    while (common < shorter.length && before[common] === raw[common]) common++
    return { common, shorter, share: common / shorter.length }
  })
}

describe.each([TEST_MODEL, 'claude-opus-5-5'])('a session of 178 calls on %s', async (model) => {
  const seen = await runSession({ model })

  it('has the size of a real one', () => {
    const said = realisticSession().map(({ entry, before }) => JSON.stringify([entry.input, before]))
    expect(said.join('').length).toBeGreaterThan(100_000)
    expect(seen.length).toBeGreaterThan(45)
  })

  it('reads at least 95 % of its input from the cache after the first call', () => {
    expect(shareRead(seen.slice(1))).toBeGreaterThanOrEqual(0.95)
  })

  it('the second stage reads the whole prefix of the first', () => {
    const seconds = seen.flatMap(({ body }, at) => (body.max_tokens >= 4_096 ? [at] : []))
    expect(seconds.length).toBeGreaterThan(8)
    for (const at of seconds) {
      const [first, second] = [seen[at - 1]?.usage, seen[at]?.usage]
      expect(second?.cache_creation_input_tokens).toBe(0)
      expect(second?.cache_read_input_tokens).toBe(
        (first?.cache_read_input_tokens ?? 0) + (first?.cache_creation_input_tokens ?? 0),
      )
    }
  })

  it('two requests in a row share at least 99 % of the shorter one', async () => {
    const shares = pairs(await runSession({ model, evidence: false }))
    expect(shares.length).toBeGreaterThan(45)
    expect(Math.min(...shares.map(({ share }) => share))).toBeGreaterThanOrEqual(0.99)
  })

  // Evidence stands behind the last cached block, because it is true of one action only. What must follow that block in any
  // case (the breakpoint, the end of the transcript, the stage's last words, its limits) has about 270 bytes, which is 1 % of
  // 27 kB; with evidence of 170 bytes it is 440, 1 % of 44 kB. The first requests of a session have 30 kB, so a pair of them
  // cannot share 99 % when there is evidence, whatever stands before it. Hence two bars: nothing but those bytes differs, and
  // 99 % from the first pair on where they are less than 1 %.
  it('with evidence they share all but that and the last words', () => {
    const all = pairs(seen)
    for (const { common, shorter, share } of all) {
      const rest = shorter.slice(common)
      const evidence = /\{"type":"text","text":"<evidence .*?<\/evidence>\\n"\},/.exec(rest)?.[0].length ?? 0
      expect(rest.length - evidence).toBeLessThanOrEqual(320)
      if (shorter.length >= 45_000) expect(share).toBeGreaterThanOrEqual(0.99)
    }
    expect(Math.min(...all.map(({ share }) => share))).toBeGreaterThanOrEqual(0.984)
    const sum = (of: (pair: (typeof all)[number]) => number) => all.reduce((total, pair) => total + of(pair), 0)
    expect(sum(({ common }) => common) / sum(({ shorter }) => shorter.length)).toBeGreaterThanOrEqual(0.99)
  })
})

describe('the life of the cache', () => {
  it('of an hour outlives pauses that five minutes do not', async () => {
    const slow = { gapMs: 60_000, evidence: false } as const
    expect(shareRead((await runSession({ ...slow, cacheLife: '5m' })).slice(1))).toBeLessThan(0.8)
    const seen = await runSession({ ...slow, cacheLife: '1h' })
    expect(shareRead(seen.slice(1))).toBeGreaterThanOrEqual(0.95)
    for (const { usage } of seen) expect(usage?.cache_creation.ephemeral_5m_input_tokens).toBe(0)
  })

  it.each([
    ['5m', [undefined, undefined, undefined]],
    ['1h', ['1h', '1h', '1h']],
  ] as const)('%s is asked for at every breakpoint', async (cacheLife, lives) => {
    const [first] = await runSession({ cacheLife })
    const marked = [...(first?.raw ?? '').matchAll(/"cache_control":(\{[^}]*\})/g)].map(([, json = '']) =>
      JSON.parse(json),
    )
    expect(marked.map(({ ttl }) => ttl)).toEqual(lives)
  })
})
