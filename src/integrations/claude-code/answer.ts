import type { Decision } from '../../decision.ts'
import type { Printed } from './modes.ts'

/** Strings longer than this are cut by the host. */
const MAX_REASON = 4000

/** A hook's whole answer: what goes to stdout, what to stderr, and the exit status. */
export interface HookAnswer {
  readonly stdout: string
  readonly stderr: string
  readonly status: 0 | 2
}

export const SILENT: HookAnswer = { stdout: '', stderr: '', status: 0 }

/** The blocking answer for anything that went wrong: exit 2 blocks in every version of the host. */
export function blocked(why: string): HookAnswer {
  return { stdout: '', stderr: `irongate: ${why}. The call is blocked; run \`irongate doctor\`.\n`, status: 2 }
}

/** A fault in an event whose exit status the host ignores is answered in the event's own shape. */
export function blockedPrompt(why: string): HookAnswer {
  const message = `irongate: ${why}. The call is blocked; run \`irongate doctor\`.`
  return permissionDecision({ behavior: 'deny', message: message.slice(0, MAX_REASON) })
}

export interface Answered {
  readonly decision: Decision
  readonly printed: Printed
  readonly headless: boolean
  readonly id: string
  readonly approvalKey: string | undefined
  readonly scope?: { readonly words: string } | undefined
}

export function preToolUse({ decision, printed, headless, id, approvalKey, scope }: Answered): HookAnswer {
  if (printed === 'nothing') return SILENT
  const unasked = headless && printed === 'deny' && decision.trace.some(({ says }) => says === 'ask')
  const parts = [
    `irongate: ${decision.message}`,
    unasked ? ' This run has nobody to ask, so an ask is a denial.' : '',
    printed === 'deny' && approvalKey !== undefined
      ? ` A person can allow it once, in a terminal of their own: irongate approve ${id}${scope ? ` (or --session: ${scope.words})` : ''}`
      : '',
  ]
  return json({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: printed,
      permissionDecisionReason: parts.join('').slice(0, MAX_REASON),
    },
    ...(decision.outcome === 'abort' && { continue: false, stopReason: `irongate: ${decision.message}` }),
  })
}

/** Answers a prompt that the host would show. An ask, and silence, leave the prompt standing. */
export function permissionRequest(decision: Decision, printed: Printed): HookAnswer {
  switch (printed) {
    case 'ask':
    case 'nothing':
      return SILENT
    case 'allow':
      return permissionDecision({ behavior: 'allow' })
    case 'deny':
      return permissionDecision({ behavior: 'deny', message: `irongate: ${decision.message}`.slice(0, MAX_REASON) })
  }
}

function permissionDecision(decision: Readonly<Record<string, string>>): HookAnswer {
  return json({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision } })
}

/** One line for the person when a session starts. */
export function sessionStart(line: string): HookAnswer {
  return json({ systemMessage: line })
}

/** Refuses a change of the agent's own settings while it runs, or a prompt. */
export function refusal(reason: string): HookAnswer {
  return json({ decision: 'block', reason })
}

function json(value: unknown): HookAnswer {
  return { stdout: `${JSON.stringify(value)}\n`, stderr: '', status: 0 }
}
