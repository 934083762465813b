import type { Action } from '../../analysis/action.ts'
import type { Facts } from '../../analysis/facts.ts'
import type { Evidence, Finding } from '../../categories/category.ts'
import { categoryById } from '../../categories/index.ts'
import {
  boundaryAgainst,
  type HumanTurn,
  humanTurns,
  isGranted,
  isOnOwnPage,
  occasionOf,
  scopeOf,
  unnamedParties,
} from '../consent.ts'
import type { Judge, JudgeRequest, StageName, Verdict } from '../judge.ts'
import { evidenceOf, findings, HARD_DENY, isHard, isSure, SOFT_DENY } from './findings.ts'
import { unclearWhy } from './unclear.ts'
import { allowedBySettings, excepted } from './weigh.ts'

/** The judge that needs no model: effects, categories, exceptions and what people said. */
export function createEmbeddedJudge(): Judge {
  return {
    name: 'embedded',
    judge: async (request) => ({
      judge: 'embedded',
      verdict: request.signal?.aborted ? { type: 'interrupted' } : safely(request),
    }),
  }
}

/** Contract: never throws; a failure can only tighten. */
function safely(request: JudgeRequest): Verdict {
  try {
    return request.facts === undefined
      ? { type: 'unclear', reason: 'nothing is known of the host' }
      : decide(request, request.facts)
  } catch (error) {
    return {
      type: 'unavailable',
      cause: 'crashed',
      reason: `the embedded judge failed: ${String(error).slice(0, 200)}`,
    }
  }
}

/** The block that nothing people say clears, if there is one; for steps that would ask before a judge is. */
export function hardBlock(request: JudgeRequest): Verdict | undefined {
  const verdict = safely(request)
  return verdict.type === 'block' && verdict.hard ? verdict : undefined
}

/** Stage `fast` grades harm alone; stage `thinking` weighs exceptions, settings and what people said. */
function decide(request: JudgeRequest, facts: Facts): Verdict {
  const { action, policy, transcript } = request
  const sure = findings(action, policy, facts).filter(isSure)
  const first = sure.find(({ asks }) => !asks) ?? sure[0]
  if (policy.judge.mode === 'fast') return first ? block(first, 'fast', isHard(first, policy)) : settled(action, facts)
  const evidence = evidenceOf(action, policy, facts)
  const standing = sure.filter(
    (finding) => excepted(finding, evidence, policy) === undefined && !isOnOwnPage(finding, transcript),
  )
  const hard = standing.find((finding) => isHard(finding, policy))
  if (hard) return block(hard, 'thinking', true)
  const turns = humanTurns(transcript)
  return saidAgainst(request, turns) ?? softly(standing, request, { turns, evidence }) ?? settled(action, facts)
}

/** Boundaries and limits that people stated stop even what is harmless in itself. */
function saidAgainst({ action, transcript }: JudgeRequest, turns: readonly HumanTurn[]): Verdict | undefined {
  const boundary = boundaryAgainst(action, transcript)
  if (boundary)
    return {
      type: 'block',
      stage: 'thinking',
      category: undefined,
      hard: false,
      reason: `the user ruled this out: "${boundary.words.slice(0, 120)}"`,
      clears: 'the user lifts it by asking for exactly this',
    }
  const scope = scopeOf(turns, action, transcript)
  if (scope.type === 'strays')
    return {
      type: 'block',
      stage: 'thinking',
      category: undefined,
      hard: false,
      reason: `outside what was asked: ${scope.why}`,
      clears: 'the user names this target',
    }
  return scope.type === 'unverified'
    ? { type: 'unclear', reason: scope.why, clears: 'look at the target first, or ask the user' }
    : undefined
}

interface Weights {
  readonly turns: readonly HumanTurn[]
  readonly evidence: Evidence
}

function softly(
  standing: readonly Finding[],
  { action, policy, transcript }: JudgeRequest,
  { turns, evidence }: Weights,
): Verdict | undefined {
  const occasion = standing.length > 0 ? occasionOf(action, transcript) : {}
  const strangers = standing.length > 0 ? unnamedParties(action, turns) : []
  const left = standing.filter((finding) => {
    if (finding.category === SOFT_DENY || finding.category === HARD_DENY) return true
    if (allowedBySettings(finding, evidence, policy) !== undefined) return false
    return strangers.length > 0 || !isGranted(finding, turns, occasion)
  })
  const first = left.find(({ asks }) => !asks) ?? left[0]
  if (first) return block(first, 'thinking', false)
  return standing.length > 0
    ? { type: 'allow', stage: 'thinking', note: `asked for: ${standing[0]?.what ?? ''}` }
    : undefined
}

/** Nothing stands against it: allowed, unless it cannot be told what it would do. */
function settled(action: Action, facts: Facts): Verdict {
  const why = unclearWhy(action, facts)
  return why === undefined
    ? { type: 'allow', stage: 'fast' }
    : { type: 'unclear', reason: why, clears: 'a person looks at it' }
}

function block(finding: Finding, stage: StageName, hard: boolean): Verdict {
  const category = categoryById(finding.category)
  if (finding.asks) return { type: 'unclear', reason: finding.what, clears: clearing(finding, category?.clears) }
  const instead = finding.instead === undefined ? '' : ` Instead: ${finding.instead}.`
  return {
    type: 'block',
    stage,
    category: finding.category,
    hard,
    reason: `${finding.what} (${category?.title ?? 'settings'}).${hard ? '' : instead}`,
    clears: hard ? 'nothing said in the conversation' : clearing(finding, category?.clears),
    span: finding.effect.span,
  }
}

/** What a person would have to name, with the nouns of this very call. */
function clearing({ nouns, acts }: Finding, general: string | undefined): string {
  const named = nouns.flatMap((spellings) => spellings.slice(0, 1)).filter((noun) => noun !== '')
  if (named.length === 0) return general ?? 'a person changes the settings'
  return `the user asks for it ("${acts[0] ?? 'do'}") and names ${named.slice(0, 4).join(', ')}`
}
