import type { Entry } from '../../transcript/entries.ts'
import type { HookPayload } from './payload.ts'

type Response = Readonly<Record<string, unknown>>

/** What a person answered to the agent's own question, or that they approved its plan: consent the host attests. */
export function consentFrom({ toolName, toolResponse }: HookPayload): Entry[] {
  if (typeof toolResponse !== 'object' || toolResponse === null) return []
  const response = toolResponse as Response
  if (toolName === 'AskUserQuestion') return answers(response)
  return toolName === 'ExitPlanMode' ? approvedPlan(response) : []
}

/** A question that the host gave up on, because nobody was there, has no answer. */
function answers({ answers: given, annotations, afkTimeoutMs }: Response): Entry[] {
  if (afkTimeoutMs !== undefined) return []
  const answered = entriesOf(given).flatMap(([question, answer]): Entry[] =>
    typeof answer === 'string' ? [{ kind: 'consent', question, answer }] : [],
  )
  const noted = entriesOf(annotations).flatMap(([, note]): Entry[] => {
    const text = typeof note === 'object' && note !== null && 'notes' in note ? note.notes : undefined
    return typeof text === 'string' && text.trim() !== '' ? [{ kind: 'user', text, trusted: true }] : []
  })
  return [...answered, ...noted]
}

function entriesOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : []
}

/** The plan as the host showed it: what the agent handed in is not what the person read. */
function approvedPlan({ plan, isAgent }: Response): Entry[] {
  const shown = typeof plan === 'string' && plan.trim() !== '' && isAgent !== true
  return shown ? [{ kind: 'consent', question: plan, answer: 'yes' }] : []
}
