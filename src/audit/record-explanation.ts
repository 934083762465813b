import { CATEGORIES } from '../categories/index.ts'
import type { AuditRecord } from './record.ts'

const EMBEDDED = 'embedded'
const JUDGE_TEXT_WITHHELD = '(the words of the judge are shown in a person’s terminal)'

/** Was it a model that judged? Its words are hostile to whoever acts on them: the call may have dictated them. */
export function isModelJudged({ judge }: AuditRecord): boolean {
  return judge !== undefined && judge !== EMBEDDED
}

/** What a person can type now. */
export function nextStepText({ id, approvalKey, scope, unseen, shadow }: AuditRecord, again?: AuditRecord): string {
  if (again) return `it waited for you and was decided again (${again.outcome}): \`irongate why ${again.id}\``
  if (shadow) return 'shadow mode stopped nothing, so there is nothing to approve'
  if (approvalKey === undefined) return 'no approval allows it'
  if (unseen) return 'it holds a secret, so nobody can see it whole and approve it'
  return `irongate approve ${id}${scope ? ` (--session: ${scope.words})` : ''}`
}

/** For an agent, in one line: what, why in words that are ours, and who can change it. */
export function explainToAgent(record: AuditRecord, again?: AuditRecord): string {
  const { tool, outcome, id } = record
  const category = CATEGORIES.find((known) => known.id === record.category)
  const blocked = category ? `${category.title} [${category.id}]` : `the judge says ${record.reason.type}`
  const said = isModelJudged(record) ? blocked : record.message
  const on = outcome === 'allow' ? '' : ` For the user: ${nextStepText(record, again)}.`
  // A message of ours tells the outcome itself.
  const isTold = /^(?:Blocked|Needs approval|Stopped):/.test(said)
  const what = record.shadow ? ` ${tool} (${outcome}): ` : isTold ? ': ' : ` ${tool} ${outcome}: `
  return `${id}${what}${said}${/[.!?]$/.test(said) ? '' : '.'}${on}`.replace(/\s+/g, ' ').trim()
}

/** The Record without what a model said. */
export function withoutJudgeText(record: AuditRecord): AuditRecord {
  if (!isModelJudged(record)) return record
  const at = record.trace.findIndex(({ step }) => step === 'judge')
  return {
    ...record,
    message: JUDGE_TEXT_WITHHELD,
    // Later steps quote the judge.
    trace: record.trace.map((entry, index) => (at < 0 || index < at ? entry : { ...entry, note: JUDGE_TEXT_WITHHELD })),
    ...(record.stages && { stages: record.stages.map(({ detail: _words, ...stage }) => stage) }),
  }
}
