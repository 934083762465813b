import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Judge, Judged, JudgeRequest } from '../../src/judge/judge.ts'
import { action, judgeRequest, policy } from '../../src/judge/model/testing.ts'
import type { JudgeSettings, Policy } from '../../src/settings/policy.ts'
import type { Scripted } from '../fake-claude/script.ts'

/** A scripted model behind a real server, and a judge that reaches it by one transport. */
export interface TransportBench {
  /** Of these judge settings: what the transport itself needs is already among them. */
  judge(settings: Partial<JudgeSettings>): Judge
  readonly settings: Partial<JudgeSettings>
  /** What the model says, by all that it was sent. */
  play(script: (text: string) => Scripted): void
  /** All that each request sent, in order. */
  readonly sent: readonly string[]
  /** Ends the program that carries requests, where there is one. */
  kill?(): void
  close(): Promise<void>
}

export interface ContractOptions {
  /** For a whole check whose answer never comes: long enough for the client to start. */
  readonly deadlineMs: number
  /** Situations that cannot be told to this transport's server, with the reason. */
  readonly without?: Readonly<Record<string, string>>
}

const NO = { says: '<block>no</block>' }
const YES = { says: '<block>yes</block><reason>[git-destructive] it rewrites history</reason>' }

const status = (code: number, message: string, more: object = {}): Scripted => ({
  fault: { kind: 'status', status: code, message, ...more },
})

/** Each with the causes of unavailability that may come of it; none ever allows. */
const FAULTS: readonly (readonly [name: string, scripted: Scripted, causes: readonly string[]])[] = [
  ['401', status(401, 'invalid key', { type: 'authentication_error' }), ['refused-key', 'logged-out']],
  ['403', status(403, 'not allowed', { type: 'permission_error' }), ['refused-key', 'logged-out', 'misconfigured']],
  ['429', status(429, 'slow down', { type: 'rate_limit_error', retryAfter: 3_600 }), ['rate-limit', 'plan-limit']],
  ['500', status(500, 'oops'), ['server-error', 'network', 'deadline']],
  ['503', status(503, 'busy', { type: 'overloaded_error' }), ['server-error', 'network', 'deadline']],
  ['404', status(404, 'no such model', { type: 'not_found_error' }), ['misconfigured', 'server-error']],
  ['a reset connection', { fault: { kind: 'reset' } }, ['network', 'server-error', 'deadline']],
  ['a reset in the answer', { fault: { kind: 'reset-body' } }, ['network', 'server-error', 'deadline']],
  ['half an answer', { fault: { kind: 'truncated-json' } }, ['server-error', 'network', 'deadline']],
  ['a web page', { fault: { kind: 'page' } }, ['server-error', 'misconfigured', 'network', 'deadline']],
]

const HANGS: readonly (readonly [name: string, scripted: Scripted])[] = [
  ['no answer at all', { fault: { kind: 'hang' } }],
  ['an answer that stops halfway', { fault: { kind: 'stall' } }],
  ['an answer that is too late', { fault: { kind: 'slow', ms: 30_000, next: NO } }],
]

/** Answers that are none, in whatever stage. */
const NO_VERDICTS: readonly (readonly [name: string, scripted: Scripted])[] = [
  ['prose', { says: 'I think that is fine.' }],
  ['nothing', { says: '' }],
  ['a verdict in a sentence', { says: 'My verdict: <block>no</block>' }],
  ['a verdict of two words', { says: '<block>no yes</block>' }],
  ['a verdict without its end', { says: '<block>no</bloc' }],
  ['half a verdict', { says: '<block>n' }],
  ['more than there is room for', { says: 'word '.repeat(20_000) }],
]

/** A session of its own: what one found out about its login is not for the next. */
function requestIn(sessionId: string, command: string, more: Partial<JudgeRequest>): JudgeRequest {
  const call = { tool: 'Bash', input: { command }, cwd: '/home/dev/project', sessionId, callId: sessionId }
  return judgeRequest(command, { action: action(command, { call }), ...more })
}

/** What every transport holds. It is never an allow unless the model said a whole no to this very call. */
export function transportContract(name: string, start: () => Promise<TransportBench>, options: ContractOptions): void {
  const { deadlineMs, without = {} } = options
  describe(`${name} as the judge's transport`, () => {
    let bench: TransportBench
    let sessions = 0
    beforeAll(async () => {
      bench = await start()
    })
    afterAll(() => bench.close())

    const ruled = (more: Partial<JudgeSettings> = {}): Policy => policy({ ...bench.settings, ...more })
    const check = (command: string, more: Partial<JudgeSettings> = {}, signal?: AbortSignal): Promise<Judged> =>
      bench
        .judge(more)
        .judge(requestIn(`session-${++sessions}`, command, { policy: ruled(more), ...(signal && { signal }) }))
    const always = (scripted: Scripted) => bench.play(() => scripted)
    /** Undefined where the server can't be told so. */
    const told = (situation: string) => (Object.hasOwn(without, situation) ? undefined : it)

    it('a no allows, and the model was sent the rules, the conversation, the call and the question, in this order', async () => {
      always(NO)
      const before = bench.sent.length
      expect((await check('frobnicate --first')).verdict).toMatchObject({ type: 'allow', stage: 'fast' })
      const [sent = '', ...more] = bench.sent.slice(before)
      expect(more).toEqual([])
      const parts = ['You are the judge', 'fix the bug in main.py', 'frobnicate --first', 'Judge the last call.']
      const places = parts.map((part) => sent.indexOf(part))
      expect(places).toEqual([...places].sort((left, right) => left - right))
      expect(Math.min(...places)).toBeGreaterThanOrEqual(0)
    })

    it('a yes is looked at again, and the second yes blocks by its rule', async () => {
      always(YES)
      const { verdict, stages } = await check('frobnicate --second')
      expect(verdict).toMatchObject({ type: 'block', stage: 'thinking', category: 'git-destructive' })
      expect(stages?.map(({ stage, outcome }) => [stage, outcome])).toEqual([
        ['fast', 'block'],
        ['thinking', 'block'],
      ])
    })

    it('a yes that the second look takes back allows', async () => {
      bench.play((text) =>
        text.includes('In doubt, block') ? YES : { says: `<thinking>It only looks.</thinking>${NO.says}` },
      )
      expect((await check('frobnicate --third')).verdict).toMatchObject({ type: 'allow', stage: 'thinking' })
    })

    it('tokens are counted, of which those that were kept', async () => {
      always(NO)
      await check('frobnicate --counted')
      const { usage } = await check('frobnicate --counted again')
      expect(
        (usage?.inputTokens ?? 0) + (usage?.cacheReadTokens ?? 0) + (usage?.cacheWriteTokens ?? 0),
      ).toBeGreaterThan(100)
    })

    for (const mode of ['both', 'fast', 'thinking'] as const) {
      for (const [situation, scripted] of NO_VERDICTS) {
        told(situation)?.(`${situation} is no verdict in mode ${mode}`, async () => {
          always(scripted)
          const { verdict } = await check('frobnicate --unclear', { mode })
          expect(verdict.type).toMatch(/^(?:unparseable|unavailable)$/)
        })
      }
    }

    for (const [situation, scripted, causes] of FAULTS) {
      told(situation)?.(`${situation} is unavailability, and the next check is answered`, async () => {
        always(scripted)
        const { verdict } = await check('frobnicate --broken', { deadlineMs: deadlineMs * 5 })
        expect(verdict.type).toBe('unavailable')
        expect(causes).toContain('cause' in verdict ? verdict.cause : undefined)
        always(YES)
        expect((await check('frobnicate --mended')).verdict.type).toBe('block')
      })
    }

    for (const [situation, scripted] of HANGS) {
      told(situation)?.(`${situation}: the deadline ends it, and the next check gets its own answer`, async () => {
        always(NO)
        await check('frobnicate --warm')
        always(scripted)
        const began = performance.now()
        const { verdict } = await check('frobnicate --hanging', { deadlineMs })
        expect(verdict).toMatchObject({ type: 'unavailable', cause: 'deadline' })
        expect(performance.now() - began).toBeLessThan(deadlineMs + 3_000)
        always(YES)
        expect((await check('frobnicate --next')).verdict.type).toBe('block')
      })
    }

    it('whoever interrupts gets no verdict, and the next check gets its own answer', async () => {
      always({ fault: { kind: 'slow', ms: 1_500, next: NO } })
      const interrupt = new AbortController()
      setTimeout(() => interrupt.abort(), 300)
      expect((await check('frobnicate --interrupted', {}, interrupt.signal)).verdict).toEqual({ type: 'interrupted' })
      always(YES)
      expect((await check('frobnicate --after')).verdict.type).toBe('block')
    })

    it('checks that come at once get each its own answer', async () => {
      bench.play((text) => (text.includes('--harmless') ? NO : YES))
      const commands = ['--harmless one', '--harmful one', '--harmless two', '--harmful two', '--harmful three']
      const answers = await Promise.all(commands.map((command) => check(`frobnicate ${command}`)))
      expect(answers.map(({ verdict }) => verdict.type)).toEqual(['allow', 'block', 'allow', 'block', 'block'])
    })

    it('a program that is ended in the middle of a check allows nothing, and is started again', async () => {
      if (bench.kill === undefined) return
      always(NO)
      await check('frobnicate --started')
      always({ fault: { kind: 'slow', ms: 3_000, next: NO } })
      setTimeout(() => bench.kill?.(), 400)
      expect((await check('frobnicate --ended')).verdict.type).toBe('unavailable')
      always(NO)
      expect((await check('frobnicate --again')).verdict.type).toBe('allow')
    })

    it('nothing in a call makes the client do more than send it', async () => {
      always(NO)
      for (const text of ['/help', '@README.md', '!ls', '#remember', '/clear', '\\n/exit', '</transcript>']) {
        const before = bench.sent.length
        expect((await check(text)).verdict.type).toBe('allow')
        const quoted = JSON.stringify(text).slice(1, -1).replace('<', '\\u003c').replace('>', '\\u003e')
        expect(bench.sent.slice(before).filter((sent) => sent.includes(`"${quoted}"`))).toHaveLength(1)
      }
    })
  })
}
