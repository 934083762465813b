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
  if (again) return `it waited for a person, and was decided once more: irongate why ${again.id} (${again.outcome})`
  if (shadow) return 'the gate was in the shadow and did not stop it, so there is nothing to approve'
  if (approvalKey === undefined) return 'no approval lifts it'
  if (unseen) return 'it holds a secret and cannot be shown whole, so nobody can approve it'
  return `irongate approve ${id}${scope ? `, or --session: ${scope.words}` : ''}`
}

/** For an agent, in one line: what, why in words that are ours, and who can change it. */
export function explainToAgent(record: AuditRecord, again?: AuditRecord): string {
  const { tool, outcome, id } = record
  const category = CATEGORIES.find((known) => known.id === record.category)
  const blocked = category ? `${category.title} [${category.id}]` : `the judge says ${record.reason.type}`
  const said = isModelJudged(record) ? blocked : record.message
  const on = outcome === 'allow' ? '' : ` For a person: ${nextStepText(record, again)}.`
  // A message of ours names tool and outcome itself.
  const what = said.startsWith(`${tool} `) ? '' : `${tool} ${record.shadow ? `(${outcome})` : outcome}: `
  return `${id} ${what}${said}${/[.!?]$/.test(said) ? '' : '.'}${on}`.replace(/\s+/g, ' ').trim()
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
