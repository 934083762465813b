import { describe, expect, it } from 'vitest'
import { type Seen, startFakeClaude } from '../../../test/fake-claude/server.ts'
import type { Entry } from '../../transcript/entries.ts'
import { MANY_CATEGORIES, realisticSession } from './session-profile.ts'
import { action, ask, judgeAt, MODEL, policy } from './testing.ts'

const ids = MANY_CATEGORIES.map(({ id }) => id)

/** Runs the whole session against the server; a third of the judged calls needs the second stage. */
async function runSession(model: string): Promise<readonly Seen[]> {
  let clock = 0
  const server = await startFakeClaude({
    now: () => clock,
    script: (_request, at) => ({ says: at % 4 === 0 ? '<block>yes</block>' : '<block>no</block>' }),
  })
  const rules = policy({ model })
  const own = { ...rules, autoMode: { ...rules.autoMode, categories: { soft: ids, hard: [] } } }
  const judge = judgeAt(server.url, { categories: MANY_CATEGORIES })
  const transcript: Entry[] = []
  for (const { entry, before, effects } of realisticSession()) {
    transcript.push(...before)
    if (entry.judged === true) {
      const command = String(entry.input['command'])
      const call = { tool: entry.tool, input: entry.input, cwd: '/p', sessionId: 's', callId: 'c' }
      await judge.judge(
        ask(command, {
          action: action(command, { call, effects }),
          transcript: [...transcript],
          policy: own,
          claudeMd: 'Run the tests before you commit. '.repeat(60),
        }),
      )
    }
    transcript.push(entry)
    clock += 8_000
  }
  await server.close()
  return server.seen
}

function commonBytes(left: string, right: string): number {
  let at = 0
  while (at < left.length && left[at] === right[at]) at++
  return at
}

describe.each([MODEL, 'claude-opus-5-5'])('a session of 178 calls on %s', async (model) => {
  const seen = await runSession(model)
  const usages = seen.map(
    ({ usage }) => usage ?? { input_tokens: 0, cache_creation_input_tokens: 0, cache_read_input_tokens: 0 },
  )

  it('has the size of a real one', () => {
    expect(seen.length).toBeGreaterThan(45)
    expect(seen.at(-1)?.raw.length).toBeGreaterThan(100_000)
  })

  it('reads at least 95 % of its input from the cache after the first call', () => {
    const rest = usages.slice(1)
    const sum = (pick: (usage: (typeof rest)[number]) => number) =>
      rest.reduce((total, usage) => total + pick(usage), 0)
    const read = sum((usage) => usage.cache_read_input_tokens)
    const all = read + sum((usage) => usage.input_tokens + usage.cache_creation_input_tokens)
    expect(read / all).toBeGreaterThanOrEqual(0.95)
  })

  it('the second stage reads the whole prefix of the first', () => {
    const seconds = seen.flatMap(({ body }, at) => (body.max_tokens >= 4_096 ? [at] : []))
    expect(seconds.length).toBeGreaterThan(8)
    for (const at of seconds) {
      const [first, second] = [usages[at - 1], usages[at]]
      expect(second?.cache_creation_input_tokens).toBe(0)
      expect(second?.cache_read_input_tokens).toBe(
        (first?.cache_read_input_tokens ?? 0) + (first?.cache_creation_input_tokens ?? 0),
      )
    }
  })

  it('two requests in a row share at least 99 % of the shorter one', () => {
    const shares = seen.slice(1).map(({ raw }, at) => {
      const before = seen[at]?.raw ?? ''
      return { common: commonBytes(before, raw), shorter: Math.min(before.length, raw.length) }
    })
    const total = (pick: (share: (typeof shares)[number]) => number) =>
      shares.reduce((sum, share) => sum + pick(share), 0)
    expect(total(({ common }) => common) / total(({ shorter }) => shorter)).toBeGreaterThanOrEqual(0.99)
    for (const { common, shorter } of shares) expect(common / shorter).toBeGreaterThanOrEqual(0.985)
  })
})
