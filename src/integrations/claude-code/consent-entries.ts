import type { Entry } from '../../transcript/entries.ts'
import type { HookPayload } from './payload.ts'

/** What a person answered to the agent's own question, or that they approved its plan: consent the host attests. */
export function consentFrom({ toolName, toolInput, toolResponse }: HookPayload): Entry[] {
  if (toolName === 'AskUserQuestion') return answers(toolResponse)
  if (toolName === 'ExitPlanMode') {
    const plan = typeof toolInput['plan'] === 'string' ? toolInput['plan'] : ''
    return plan === '' ? [] : [{ kind: 'consent', question: plan, answer: 'yes' }]
  }
  return []
}

function answers(response: unknown): Entry[] {
  if (typeof response !== 'object' || response === null || !('answers' in response)) return []
  const given = response.answers
  if (typeof given !== 'object' || given === null) return []
  return Object.entries(given).flatMap(([question, answer]): Entry[] =>
    typeof answer === 'string' ? [{ kind: 'consent', question, answer }] : [],
  )
}
