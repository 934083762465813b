import { createEmbeddedJudge } from '../../src/judge/embedded/judge.ts'
import { policyFromObject } from '../../src/settings/load.ts'
import { answerOf, reachesJudge } from '../data/answer.ts'
import { type RealSession, readSessions } from '../data/sessions.ts'
import type { Options } from '../frame/options.ts'
import { progress } from '../frame/progress.ts'
import type { Suite } from '../frame/suite.ts'
import { isUnknown, namesOf } from './own-names.ts'
import { type Replayed, replay } from './replay.ts'
import { type Interruption, missesOf, type SessionCount, type SessionsResult } from './result.ts'
import { show } from './show.ts'

/** How often the gate would interrupt real work, and which share of the calls needs a model. Calls have their own agent's names. */
export const SESSIONS: Suite<SessionsResult> = { name: 'sessions', run, show, misses: missesOf }

async function run(options: Options): Promise<SessionsResult> {
  const sessions = readSessions(options.data).slice(0, options.limit)
  const bar = progress('sessions', sessions.length)
  const counts: SessionCount[] = []
  const interruptions: Interruption[] = []
  for (const real of sessions) {
    const counted = await replayOne(real, interruptions)
    counts.push(counted)
    bar.step(counts.length, real.source)
  }
  bar.end()
  return { sessions: counts, interruptions }
}

async function replayOne(real: RealSession, interruptions: Interruption[]): Promise<SessionCount> {
  const policy = policyFromObject({}, { cwd: real.cwd, home: '/home/user' })
  const paths: Record<string, number> = {}
  const names = await namesOf(real.agent)
  const tally = { calls: 0, renamed: 0, unknownNames: 0, judged: 0, asked: 0, denied: 0, clipped: 0, slowestMs: 0 }
  const powershell = { calls: 0, stopped: 0 }
  for await (const replayed of replay(real, { policy, judge: createEmbeddedJudge(), names })) {
    const answer = answerOf(replayed.decision)
    tally.calls++
    const called = names.callOf(replayed.event)
    if (called.tool !== replayed.event.tool) tally.renamed++
    if (isUnknown(names, called)) tally.unknownNames++
    tally.slowestMs = Math.max(tally.slowestMs, replayed.ms)
    paths[answer.path] = (paths[answer.path] ?? 0) + 1
    if (reachesJudge(answer)) tally.judged++
    const isPowerShell = replayed.event.tool === 'PowerShell'
    if (isPowerShell) powershell.calls++
    if (answer.outcome === 'allow') continue
    // What the data left out cannot be judged: such a stop is counted apart.
    if (replayed.event.clipped) tally.clipped++
    else if (answer.outcome === 'ask') tally.asked++
    else tally.denied++
    if (isPowerShell && !replayed.event.clipped) powershell.stopped++
    interruptions.push(interruptionOf(real, replayed))
  }
  return { id: real.id, source: real.source, set: real.set, agent: real.agent, ...tally, powershell, paths }
}

function interruptionOf(real: RealSession, { at, event, decision }: Replayed): Interruption {
  return {
    session: real.id,
    at,
    tool: event.tool,
    outcome: decision.outcome,
    path: answerOf(decision).path,
    category: decision.category ?? '',
    message: decision.message,
    refused: event.refused,
    clipped: event.clipped,
    input: JSON.stringify(event.input).slice(0, 400),
  }
}
