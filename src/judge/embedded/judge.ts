import type { Action } from '../../analysis/action.ts'
import { oneTimeKind } from '../../analysis/effects.ts'
import type { Facts } from '../../analysis/facts.ts'
import { sessionApprovalScope } from '../../analysis/targets.ts'
import type { Evidence, Finding } from '../../categories/category.ts'
import {
  deletesMoreThanAsked,
  humanTurns,
  isGranted,
  type NearRequest,
  namesOtherTarget,
  nearRequest,
  questionKeys,
} from '../../intent/consent/index.ts'
import { findCoveringGrant, findCrossings, findNearGrant } from '../../intent/statements/crossing.ts'
import { unreadTranscript } from '../../intent/statements/ledger.ts'
import { phraseLedger } from '../../intent/statements/phrases/phrase-ledger.ts'
import type { Ledger, StatedStatement } from '../../intent/statements/statement.ts'
import { DELETE_WORDS } from '../../knowledge/lexicon/act-words.ts'
import type { Transcript } from '../../transcript/entries.ts'
import { type Wording, wordCall } from '../../wording/wording.ts'
import type { Judge, JudgeRequest, StageName, Verdict } from '../judge.ts'
import { exceptionReason, settingsAllowReason } from './finding-exceptions.ts'
import { buildEvidence, collectFindings, HARD_DENY, isCertainFinding, isHardFinding, SOFT_DENY } from './findings.ts'
import { isOnLocalPage } from './local-page.ts'
import { unclearReason } from './unclear.ts'

/** The judge that needs no model: effects, categories, exceptions and what people said. */
export function createEmbeddedJudge(): Judge {
  return {
    name: 'embedded',
    judge: async (request) => ({
      judge: 'embedded',
      verdict: request.signal?.aborted ? { type: 'interrupted' } : decideSafely(request),
    }),
  }
}

/** Contract: never throws; a failure can only tighten. */
function decideSafely(request: JudgeRequest): Verdict {
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

/** The hard block, if there is one; for steps that would ask before a judge is. */
export function hardBlockVerdict(request: JudgeRequest): Verdict | undefined {
  const verdict = decideSafely(request)
  return verdict.type === 'block' && verdict.hard ? verdict : undefined
}

/** What the user said that comes near a call which a model blocks: held against all that the categories see in it. */
export function nearRequestTo(request: JudgeRequest): NearRequest | undefined {
  const { action, policy, facts } = request
  return facts === undefined ? undefined : nearTo(collectFindings(action, policy, facts), request)
}

/** By the words of a turn, or by a grant that a model read in one and that isn't exactly this. What a limit rules out only a later grant is near. */
function nearTo(findings: readonly Finding[], { transcript, action, facts, ledger }: JudgeRequest) {
  if (facts === undefined) return nearRequest(findings, transcript, action)
  const { statements } = ledger ?? phraseLedger(transcript)
  const { crossed } = findCrossings(action, facts, { statements })
  const near = crossed === undefined ? nearRequest(findings, transcript, action) : undefined
  if (near?.quote !== undefined || findings.length === 0) return near
  const later = statements.filter(({ id }) => id > (crossed?.limit.id ?? 0))
  const grants = findings.map(({ effect }) => findNearGrant(effect, action, facts, { statements: later }))
  const [grant] = grants
  if (grant === undefined || grants.includes(undefined)) return near
  return { questions: near?.questions ?? questionKeys(findings), quote: grant.sentence }
}

/** What the categories see in a call: the same, whatever people say next. */
interface SeenFindings {
  readonly all: readonly Finding[]
  readonly evidence: Evidence
}

/** What stands against a call, before it is put into words. */
interface RemainingFinding {
  readonly finding: Finding
  readonly stage: StageName
  readonly hard: boolean
  /** All that a person would have to clear. */
  readonly left: readonly Finding[]
  readonly scope?: string
}

function decide(request: JudgeRequest, facts: Facts): Verdict {
  const { action, policy } = request
  const seen = { all: collectFindings(action, policy, facts), evidence: buildEvidence(action, policy, facts) }
  const weighed = weighFindings(request, seen)
  if ('type' in weighed) return weighed
  const wording = wordFinding(weighed.finding, action, facts)
  return blockVerdictOf(weighed, wording, weighed.hard ? undefined : nearTo(weighed.left, request))
}

/** Stage `fast` grades harm alone; stage `thinking` weighs exceptions, settings and what people said. */
function weighFindings(request: JudgeRequest, { all, evidence }: SeenFindings): RemainingFinding | Verdict {
  const { action, policy, transcript } = request
  const sure = all.filter(isCertainFinding)
  const first = sure.find(({ asks }) => !asks) ?? sure[0]
  if (policy.judge.mode === 'fast')
    return first
      ? { finding: first, stage: 'fast', hard: isHardFinding(first, policy), left: sure }
      : verdictWithoutFindings(action, evidence.facts)
  const standing = sure.filter(
    (finding) => exceptionReason(finding, evidence, policy) === undefined && !isOnLocalPage(finding, transcript),
  )
  const hard = standing.find((finding) => isHardFinding(finding, policy))
  if (hard) return { finding: hard, stage: 'thinking', hard: true, left: [hard] }
  return (
    weighSoftFindings(standing, request, evidence) ??
    findUnrequestedAct(all, request, evidence) ??
    verdictWithoutFindings(action, evidence.facts)
  )
}

/** What is only possible blocks where a person just asked for that act on other things; what the session made is no other's. */
function findUnrequestedAct(
  all: readonly Finding[],
  { action, transcript }: JudgeRequest,
  { facts }: Evidence,
): RemainingFinding | undefined {
  const possible = all.filter(
    (finding) => !isCertainFinding(finding) && finding.effect.kind === 'resource-change' && !finding.effect.own,
  )
  const deletes = action.effects.some(({ kind }) => kind === 'delete-path')
  if (possible.length === 0 && !deletes) return undefined
  const turns = humanTurns(transcript)
  const asked = { acts: DELETE_WORDS, cwd: action.call.cwd, home: facts.home }
  const wider = action.effects.find((effect) => deletesMoreThanAsked(effect, turns.at(-1), asked))
  const other =
    possible.find((finding) => namesOtherTarget(finding, turns, consentContextOf(action, facts))) ??
    (wider && { category: 'irreversible-local-destruction', effect: wider, acts: DELETE_WORDS, nouns: [] })
  return other && { finding: { ...other, asks: true }, stage: 'thinking', hard: false, left: [other] }
}

function consentContextOf(action: Action, { session, git, cwd }: Facts) {
  return { action, branch: session.checkedOut?.at(-1) ?? git(cwd)?.branch }
}

const MOST_ASKED = 200

function weighSoftFindings(
  standing: readonly Finding[],
  request: JudgeRequest,
  evidence: Evidence,
): RemainingFinding | Verdict | undefined {
  const { action, policy, transcript, ledger } = request
  if (standing.length === 0) return undefined
  // What stands against so many acts at once nobody has asked for one by one.
  const many = standing.length > MOST_ASKED
  const turns = many ? [] : latestUnread(transcript, ledger)
  const occasion = consentContextOf(action, evidence.facts)
  let grant: StatedStatement | undefined
  const left = standing.filter((finding) => {
    if (finding.category === SOFT_DENY || finding.category === HARD_DENY) return true
    if (settingsAllowReason(finding, evidence, policy) !== undefined) return false
    const stated = many || ledger === undefined ? undefined : grantFor(finding, action, evidence.facts, ledger)
    grant ??= stated
    return stated === undefined && !isGranted(finding, turns, occasion)
  })
  const first = left.find(({ asks }) => !asks) ?? left[0]
  if (first) {
    const scope = sessionScopeFor(left, action, evidence.facts)
    return { finding: first, stage: 'thinking', hard: false, left, ...(scope !== undefined && { scope }) }
  }
  // A consent covers what it names; what nobody could read beside it is still asked about.
  const rest = verdictWithoutFindings(action, evidence.facts)
  return rest.type === 'allow'
    ? {
        type: 'allow',
        stage: 'thinking',
        note: `asked for: ${standing[0] ? wordFinding(standing[0], action, evidence.facts).headline : ''}`,
        ...(grant && { statement: { id: grant.id, sentence: grant.sentence } }),
      }
    : rest
}

/** The turns that no model has read, where the latest word is one of them: it is what an order counts by. */
function latestUnread(transcript: Transcript, ledger: Ledger | undefined) {
  const turns = humanTurns(unreadTranscript(transcript, ledger))
  return turns.at(-1)?.text === humanTurns(transcript).at(-1)?.text ? turns : []
}

/** The grant that names this very act and target. What is asked for once is done once, unless it was just asked for again. */
function grantFor({ effect }: Finding, action: Action, facts: Facts, ledger: Ledger): StatedStatement | undefined {
  const grant = findCoveringGrant(effect, action, facts, ledger)
  const once = oneTimeKind(effect)
  const spent = once !== undefined && facts.session.done?.has(once) === true && grant?.turn !== ledger.latest
  return spent ? undefined : grant
}

/** What may be allowed for the session: only where nothing but acts of that one scope stands against the call. */
function sessionScopeFor(left: readonly Finding[], action: Action, facts: Facts): string | undefined {
  const [scope, ...others] = new Set(left.map(({ effect }) => sessionApprovalScope(effect)))
  return others.length === 0 && unclearReason(action, facts) === undefined ? scope : undefined
}

/** Nothing stands against it: allowed, unless its effects are unknown. */
function verdictWithoutFindings(action: Action, facts: Facts): Verdict {
  const unclear = unclearReason(action, facts)
  return unclear === undefined ? { type: 'allow', stage: 'fast' } : unclearVerdict(unclear)
}

function unclearVerdict({ headline, why }: Wording): Verdict {
  return { type: 'unclear', reason: headline, ...(why !== undefined && { why }) }
}

function wordFinding({ effect, aspect }: Finding, action: Action, { home, cwd }: Facts): Wording {
  return wordCall(effect, action, { home, cwd }, aspect)
}

function blockVerdictOf(
  { finding, stage, hard, scope }: RemainingFinding,
  wording: Wording,
  near: NearRequest | undefined,
): Verdict {
  if (finding.asks) return unclearVerdict(wording)
  const { headline, why, attempt } = wording
  return {
    type: 'block',
    stage,
    category: finding.category,
    hard,
    reason: headline,
    ...(why !== undefined && { why }),
    ...(!hard && attempt !== undefined && { instead: attempt }),
    ...(scope !== undefined && { scope }),
    ...(near && { near }),
    span: finding.effect.span,
  }
}
