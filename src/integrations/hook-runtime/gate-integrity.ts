import {
  changedGatePartsSince,
  gateFingerprintOf,
  lastReviewed,
  unreviewedParts,
} from '../../state/gate-fingerprint.ts'
import type { SessionFold, SessionLog } from '../../state/session-log.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { HookContext } from './hook-context.ts'

/**
 * What of the gate changed since the session started, in words; undefined where nothing did. The first event of a session notes how it
 * was; from then on a change stops every call until a person has looked at the gate as it is now.
 */
export function changedGateParts({ gate, home }: HookContext, fold: SessionFold, log: SessionLog): string | undefined {
  const files = gate?.()
  if (files === undefined) return undefined
  if (fold.gate === undefined) {
    log.append({ type: 'gate', print: gateFingerprintOf(files) })
    return undefined
  }
  const before = fold.gate
  if (changedGatePartsSince(before, files).length === 0) return undefined
  const looked = lastReviewed(stateFolder(home)) ?? []
  const left = [undefined, ...looked].map((print) => changedGatePartsSince(before, files, print))
  const fewest = left.reduce((one, other) => (other.length < one.length ? other : one))
  if (fewest.length > 0) return fewest.join(', ')
  log.append({
    type: 'gate',
    print: gateFingerprintOf({ ...files, entries: () => before.entries.map(({ file }) => file) }),
  })
  return undefined
}

/** For the person, at the start of a session that continues. */
export function changedNotice(parts: string): string {
  return `Irongate changed since this session started (${parts}), so every call is blocked. If you updated it, run \`irongate doctor\` in your own terminal.`
}

/** For the person, at the start of a session that has none before: what changed since they last looked; empty where nothing did. */
export function unreviewedNotice({ gate, home }: HookContext): string {
  const files = gate?.()
  const looked = files && lastReviewed(stateFolder(home))
  if (files === undefined || looked === undefined) return ''
  const parts = unreviewedParts(gateFingerprintOf(files), looked)
  return parts.length === 0
    ? ''
    : ` Irongate changed since you last looked (${parts.join(', ')}). If you didn't update it, run \`irongate doctor\` in your own terminal.`
}
