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

export function preToolUse(decision: Decision, printed: Printed, id: string | undefined): HookAnswer {
  if (printed === 'nothing') return SILENT
  const how =
    printed === 'deny' && id !== undefined && isApprovable(decision)
      ? ` A person can allow it once with: irongate approve ${id}`
      : ''
  return json({
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: printed,
      permissionDecisionReason: `irongate: ${decision.message}${how}`.slice(0, MAX_REASON),
    },
  })
}

function isApprovable({ reason }: Decision): boolean {
  return reason.type !== 'rule' || reason.match.behavior === 'ask'
}

/** Answers a prompt that the host would show. An ask leaves the prompt standing. */
export function permissionRequest(decision: Decision): HookAnswer {
  switch (decision.outcome) {
    case 'ask':
      return SILENT
    case 'allow':
      return json({ hookSpecificOutput: { hookEventName: 'PermissionRequest', decision: { behavior: 'allow' } } })
    case 'deny':
    case 'abort':
      return json({
        hookSpecificOutput: {
          hookEventName: 'PermissionRequest',
          decision: { behavior: 'deny', message: `irongate: ${decision.message}`.slice(0, MAX_REASON) },
        },
      })
  }
}

/** One line for the person when a session starts. */
export function sessionStart(line: string): HookAnswer {
  return json({ systemMessage: line })
}

/** Refuses a change of the agent's own settings while it runs. */
export function configChange(reason: string): HookAnswer {
  return json({ decision: 'block', reason })
}

function json(value: unknown): HookAnswer {
  return { stdout: `${JSON.stringify(value)}\n`, stderr: '', status: 0 }
}
