import { installedPrints, noteInstalled } from '../integrations/install/installed-gate.ts'
import { lookedAt, unlookedParts } from '../state/gate-print.ts'
import { stateFolder } from '../state/state-folder.ts'
import { noteDeed } from './command-args.ts'
import { type Io, paint } from './io.ts'
import { type TypingPerson, unconfirmed, unprovenPerson } from './person.ts'

/**
 * A person's look at the gate as it is now: sessions that were blocked because it changed go on. Without proof of a person it only
 * says what changed.
 */
export function lookAtGate(home: string, io: Io, person: TypingPerson): void {
  const before = lookedAt(stateFolder(home))
  const parts = [...new Set(installedPrints(home).flatMap((print) => unlookedParts(print, before ?? [])))]
  if (parts.length === 0) return
  const what = `Irongate changed since you last looked (${parts.join(', ')})`
  const why = unprovenPerson(person)
  const refusal = why ?? (isConfirmed(what, person) ? undefined : unconfirmed(person, 'blocked sessions stay blocked'))
  if (refusal !== undefined) {
    // Where nobody ever looked, there may be nothing to say.
    if (before !== undefined)
      io.out(`${paint(io, 'yellow', 'warning')}  ${what}; sessions from before are blocked\n         → ${refusal}\n`)
    return
  }
  noteInstalled(home)
  noteDeed(
    { home, cwd: home, command: 'doctor', message: `a person looked at the gate as it is now (${parts.join(', ')})` },
    { io, command: 'doctor' },
  )
  if (before !== undefined) io.out(`${what}. You've looked now: sessions that were blocked because of it go on.\n`)
}

/** A window alone may have been told what to type. */
function isConfirmed(what: string, person: TypingPerson): boolean {
  if ((person.proof?.().kind ?? 'login') === 'login') return true
  return person.challenge(`${what}. If you updated or reinstalled it, confirm; otherwise reinstall it first.`)
}
