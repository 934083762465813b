import { isFields, ownField } from '../hook-runtime/fields.ts'

/** The decision of a hook that answers with `hookSpecificOutput.permissionDecision`. */
export function nestedDecision(stdout: string): unknown {
  try {
    const answer: unknown = JSON.parse(stdout)
    const said = isFields(answer) ? ownField(answer, 'hookSpecificOutput') : undefined
    return isFields(said) ? ownField(said, 'permissionDecision') : undefined
  } catch {
    return undefined
  }
}

/** The decision of a hook that answers with `decision`. */
export function plainDecision(stdout: string): unknown {
  try {
    const answer: unknown = JSON.parse(stdout)
    return isFields(answer) ? ownField(answer, 'decision') : undefined
  } catch {
    return undefined
  }
}
