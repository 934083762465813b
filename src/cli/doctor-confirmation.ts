import { installedGatePrints, recordReviewedGate } from '../integrations/install/installed-fingerprint.ts'
import { lastReviewed, unreviewedParts } from '../state/gate-fingerprint.ts'
import { stateFolder } from '../state/state-folder.ts'
import { auditUserCommand } from './command-args.ts'
import { type Io, paint } from './io.ts'
import { type TypingPerson, unconfirmedText, unprovenReason } from './typing-person.ts'

/**
 * A person's look at the gate as it is now: sessions that were blocked because it changed continue. Without proof of a person it only
 * says what changed.
 */
export function confirmGateChanges(home: string, io: Io, person: TypingPerson): void {
  const before = lastReviewed(stateFolder(home))
  const parts = [...new Set(installedGatePrints(home).flatMap((print) => unreviewedParts(print, before ?? [])))]
  if (parts.length === 0) return
  const what = `Irongate changed since you last looked (${parts.join(', ')})`
  const why = unprovenReason(person)
  const refusal =
    why ?? (isConfirmed(what, person) ? undefined : unconfirmedText(person, 'blocked sessions stay blocked'))
  if (refusal !== undefined) {
    // Where nobody ever looked, there may be nothing to say.
    if (before !== undefined)
      io.out(`${paint(io, 'yellow', 'warning')}  ${what}; sessions from before are blocked\n         → ${refusal}\n`)
    return
  }
  recordReviewedGate(home)
  auditUserCommand(
    { home, cwd: home, command: 'doctor', message: `a person looked at the gate as it is now (${parts.join(', ')})` },
    { io, command: 'doctor' },
  )
  if (before !== undefined) io.out(`${what}. You've looked now: sessions that were blocked because of it continue.\n`)
}

/** A window alone may have been told what to type. */
function isConfirmed(what: string, person: TypingPerson): boolean {
  if ((person.proof?.().kind ?? 'login') === 'login') return true
  return person.challenge(`${what}. If you updated or reinstalled it, confirm; otherwise reinstall it first.`)
}
