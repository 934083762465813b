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
function answers({ answers: given, afkTimeoutMs }: Response): Entry[] {
  if (typeof given !== 'object' || given === null || afkTimeoutMs !== undefined) return []
  return Object.entries(given).flatMap(([question, answer]): Entry[] =>
    typeof answer === 'string' ? [{ kind: 'consent', question, answer }] : [],
  )
}

/** The plan as the host showed it: what the agent handed in is not what the person read. */
function approvedPlan({ plan, isAgent }: Response): Entry[] {
  const shown = typeof plan === 'string' && plan.trim() !== '' && isAgent !== true
  return shown ? [{ kind: 'consent', question: plan, answer: 'yes' }] : []
}
