import { createHash } from 'node:crypto'
import type { Action, ToolCall } from '../../src/analysis/action.ts'
import type { Facts, SessionFacts } from '../../src/analysis/facts.ts'
import { understand } from '../../src/analysis/understand.ts'
import { CLI_TOOLS, createCase, freshSession } from '../../src/cli/call-case.ts'
import type { CallLine } from '../../src/cli/call-line.ts'
import type { Decision } from '../../src/decision.ts'
import { createGate } from '../../src/gate.ts'
import { collectFindings } from '../../src/judge/embedded/findings.ts'
import { createEmbeddedJudge } from '../../src/judge/embedded/judge.ts'
import { policyFromObject } from '../../src/settings/load.ts'
import type { Policy } from '../../src/settings/policy.ts'
import { wordEffect } from '../../src/wording/wording.ts'
import { answerOf } from '../data/answer.ts'
import { replay } from '../sessions/replay.ts'
import type { Facet } from './facets.ts'
import type { Row } from './rows.ts'

/**
 * What this build understood of one call, in a form that does not know the names of types and fields: of every object only its values,
 * sorted. A build under other names says the same. This file alone knows where a build keeps what it understood.
 */
export interface Reading {
  readonly at: number
  readonly outcome: string
  readonly why: string
  readonly facets: Readonly<Record<Facet, readonly string[]>>
}

const judge = createEmbeddedJudge()

/** Asks this build a row, call by call. A chain ends with its first stop; whatever happens is an answer. */
export async function* readingsOf({ asked, key }: Row): AsyncGenerator<Reading> {
  if ('session' in asked) {
    const real = asked.session
    const policy = policyFromObject({}, { cwd: real.cwd, home: '/home/user' })
    let last: SessionFacts | undefined
    for await (const { at, decision, action, facts } of replay(real, { policy, judge })) {
      last = facts.session
      yield { at, ...answerIn(decision), facets: facetsOf({ action, facts, policy, decision }) }
    }
    if (last !== undefined) yield { at: -1, outcome: 'end', why: '', facets: { ...NOTHING, memory: memoryIn(last) } }
    return
  }
  const live = freshSession(key)
  for (const [at, line] of asked.lines.entries()) {
    const reading = await readingOf(line, at, live)
    yield reading
    if (reading.outcome !== 'allow') return
  }
}

const NOTHING: Reading['facets'] = { effects: [], commands: [], grade: [], findings: [], memory: [], decision: [] }

async function readingOf(line: CallLine, at: number, live: ReturnType<typeof freshSession>): Promise<Reading> {
  try {
    const { policy, call, session } = createCase(line, live)
    const { facts } = session
    const decision = await createGate({ policy, tools: CLI_TOOLS, judge }).check(call, session)
    const action = actionOf(call, facts)
    const facets = facetsOf({ action, facts, policy, decision })
    live.memory.remember(action, facts)
    return { at, ...answerIn(decision), facets: { ...facets, memory: memoryIn(live.memory.facts) } }
  } catch (error) {
    return { at, outcome: 'threw', why: String(error), facets: { ...NOTHING, decision: [String(error)] } }
  }
}

function actionOf(call: ToolCall, facts: Facts): Action {
  return understand(call, CLI_TOOLS.find(call.tool, call.input), facts, { wrappers: [] })
}

function answerIn(decision: Decision): { readonly outcome: string; readonly why: string } {
  const { outcome, path, category } = answerOf(decision)
  return { outcome, why: category ?? path }
}

interface Understood {
  readonly action: Action
  readonly facts: Facts
  readonly policy: Policy
  readonly decision: Decision
}

function facetsOf({ action, facts, policy, decision }: Understood): Reading['facets'] {
  const found = collectFindings(action, policy, facts)
  return {
    effects: action.effects.map((effect) => `${effect.kind} ${effect.certainty} ${valuesOf(effect)}`).toSorted(),
    commands: action.commands.map(valuesOf),
    grade: [String(action.grade), ...action.unknowns.map(valuesOf), ...action.reads.map(valuesOf)],
    findings: found.map(
      ({ category, effect, asks, aspect }) =>
        `${category} ${effect.kind} ${effect.certainty} ${String(asks)} ${wordEffect(effect, {}, aspect).headline}`,
    ),
    memory: [],
    decision: [decision.outcome, ...Object.values(answerOf(decision)), decision.message],
  }
}

function memoryIn(session: SessionFacts): readonly string[] {
  return Object.values(session)
    .map(valuesOf)
    .filter((values) => values !== '')
    .toSorted()
}

/** Texts longer than this stand as their hash. */
const LONG = 200

/** Every value below, sorted. A question that is only asked when needed is asked here. */
function valuesOf(value: unknown): string {
  const found: string[] = []
  collect(value, found, 0)
  return found.toSorted().join(' ')
}

const DEEPEST = 12

function collect(value: unknown, found: string[], depth: number): void {
  if (value === undefined || value === null || depth > DEEPEST) return
  if (typeof value === 'function') {
    if (value.length === 0) collect(value(), found, depth + 1)
  } else if (typeof value !== 'object') found.push(short(String(value)))
  else if (value instanceof Map || value instanceof Set || Array.isArray(value))
    for (const each of value) collect(each, found, depth + 1)
  else for (const each of Object.values(value)) collect(each, found, depth + 1)
}

function short(text: string): string {
  return text.length > LONG ? createHash('sha1').update(text).digest('hex') : text
}
