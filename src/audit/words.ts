import type { AuditRecord } from './record.ts'

const EMBEDDED = 'embedded'
const WITHHELD = '(the words of the judge are shown in a person’s terminal)'

/** Was it a model that judged? Its words are hostile to whoever acts on them: the call may have dictated them. */
export function isModels({ judge }: AuditRecord): boolean {
  return judge !== undefined && judge !== EMBEDDED
}

/** The Record without what a model said. */
export function withoutJudgesWords(record: AuditRecord): AuditRecord {
  if (!isModels(record)) return record
  const at = record.trace.findIndex(({ step }) => step === 'judge')
  return {
    ...record,
    message: WITHHELD,
    // Later steps quote the judge.
    trace: record.trace.map((entry, index) => (at < 0 || index < at ? entry : { ...entry, note: WITHHELD })),
    ...(record.stages && { stages: record.stages.map(({ detail: _words, ...stage }) => stage) }),
  }
}
