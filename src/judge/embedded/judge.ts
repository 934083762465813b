import type { Action } from '../../analysis/action.ts'
import type { Facts } from '../../analysis/facts.ts'
import { scopeOf } from '../../analysis/targets.ts'
import type { Evidence, Finding } from '../../categories/category.ts'
import { humanTurns, isGranted, namesAnother } from '../consent/index.ts'
import type { Judge, JudgeRequest, StageName, Verdict } from '../judge.ts'
import { evidenceOf, findings, HARD_DENY, isHard, isSure, SOFT_DENY } from './findings.ts'
import { isOnOwnPage } from './own-page.ts'
import { suggestionFor } from './suggest.ts'
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

/** What the categories see in a call: the same, whatever people say next. */
interface Seen {
  readonly all: readonly Finding[]
  readonly evidence: Evidence
}

/** What stands against a call, before it is put into words. */
interface StandingFinding {
  readonly finding: Finding
  readonly stage: StageName
  readonly hard: boolean
  /** All that a person would have to clear. */
  readonly left: readonly Finding[]
  readonly scope?: string
}

function decide(request: JudgeRequest, facts: Facts): Verdict {
  const { action, policy, transcript } = request
  const seen = { all: findings(action, policy, facts), evidence: evidenceOf(action, policy, facts) }
  const weighed = weigh(request, seen)
  if ('type' in weighed) return weighed
  const clears = (text: string) => {
    const next = weigh({ ...request, transcript: [...transcript, { kind: 'user', text, trusted: true }] }, seen)
    return 'type' in next && next.type === 'allow'
  }
  return block(weighed, weighed.hard ? undefined : suggestionFor(weighed.left, action, clears))
}

/** Stage `fast` grades harm alone; stage `thinking` weighs exceptions, settings and what people said. */
function weigh(request: JudgeRequest, { all, evidence }: Seen): StandingFinding | Verdict {
  const { action, policy, transcript } = request
  const sure = all.filter(isSure)
  const first = sure.find(({ asks }) => !asks) ?? sure[0]
  if (policy.judge.mode === 'fast')
    return first
      ? { finding: first, stage: 'fast', hard: isHard(first, policy), left: sure }
      : settled(action, evidence.facts)
  const standing = sure.filter(
    (finding) => excepted(finding, evidence, policy) === undefined && !isOnOwnPage(finding, transcript),
  )
  const hard = standing.find((finding) => isHard(finding, policy))
  if (hard) return { finding: hard, stage: 'thinking', hard: true, left: [hard] }
  return softly(standing, request, evidence) ?? outside(all, request, evidence) ?? settled(action, evidence.facts)
}

/** What is only possible blocks where a person just asked for that act on other things; what the session made is no other's. */
function outside(
  all: readonly Finding[],
  { action, transcript }: JudgeRequest,
  { facts }: Evidence,
): StandingFinding | undefined {
  const possible = all.filter(
    (finding) => !isSure(finding) && finding.effect.kind === 'resource-change' && !finding.effect.own,
  )
  if (possible.length === 0) return undefined
  const turns = humanTurns(transcript)
  const other = possible.find((finding) => namesAnother(finding, turns, occasionOf(action, facts)))
  return other && { finding: { ...other, asks: true }, stage: 'thinking', hard: false, left: [other] }
}

function occasionOf(action: Action, { session, git, cwd }: Facts) {
  return { action, branch: session.checkedOut?.at(-1) ?? git(cwd)?.branch, done: session.done ?? NOTHING }
}

const NOTHING: ReadonlySet<string> = new Set()

const MOST_ASKED = 200

function softly(
  standing: readonly Finding[],
  request: JudgeRequest,
  evidence: Evidence,
): StandingFinding | Verdict | undefined {
  const { action, policy, transcript } = request
  if (standing.length === 0) return undefined
  // What stands against so many acts at once nobody has asked for one by one.
  const turns = standing.length > MOST_ASKED ? [] : humanTurns(transcript)
  const occasion = occasionOf(action, evidence.facts)
  const left = standing.filter((finding) => {
    if (finding.category === SOFT_DENY || finding.category === HARD_DENY) return true
    if (allowedBySettings(finding, evidence, policy) !== undefined) return false
    return !isGranted(finding, turns, occasion)
  })
  const first = left.find(({ asks }) => !asks) ?? left[0]
  if (first) {
    const scope = scopeFor(left, action, evidence.facts)
    return { finding: first, stage: 'thinking', hard: false, left, ...(scope !== undefined && { scope }) }
  }
  // A consent covers what it names; what nobody could read beside it is still asked about.
  const rest = settled(action, evidence.facts)
  return rest.type === 'allow'
    ? { type: 'allow', stage: 'thinking', note: `asked for: ${standing[0]?.what ?? ''}` }
    : rest
}

/** What may be allowed for the session: only where nothing but acts of that one scope stands against the call. */
function scopeFor(left: readonly Finding[], action: Action, facts: Facts): string | undefined {
  const [scope, ...others] = new Set(left.map(({ effect }) => scopeOf(effect)))
  return others.length === 0 && unclearWhy(action, facts) === undefined ? scope : undefined
}

/** Nothing stands against it: allowed, unless it cannot be told what it would do. */
function settled(action: Action, facts: Facts): Verdict {
  const why = unclearWhy(action, facts)
  return why === undefined ? { type: 'allow', stage: 'fast' } : { type: 'unclear', reason: why }
}

function block({ finding, stage, hard, scope }: StandingFinding, say: string | undefined): Verdict {
  const clears = say === undefined ? {} : { say, clears: `the user says: "${say}"` }
  if (finding.asks) return { type: 'unclear', reason: finding.what, ...clears }
  return {
    type: 'block',
    stage,
    category: finding.category,
    hard,
    reason: finding.what,
    ...clears,
    ...(!hard && finding.instead !== undefined && { instead: finding.instead }),
    ...(scope !== undefined && { scope }),
    span: finding.effect.span,
  }
}
