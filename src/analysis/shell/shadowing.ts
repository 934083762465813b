import type { Effect } from '../effects.ts'

/** Directories of a person that are searched for programs before the system's own. */
const OWN_PROGRAMS = /\/(?:\.local\/bin|bin|\.bin|\.cargo\/bin|go\/bin|\.npm-global\/bin)\/([^/]+)$/

/** Names that people and tools call without a second thought, and that nobody installs by hand. */
const EVERYDAY = new Set(
  'ls cd cat cp mv rm mkdir chmod chown ln grep find sed awk sort head tail ps kill sudo su doas ssh scp git bash sh zsh env which echo test tar gzip curl wget passwd login make gpg less more man top df du id whoami date'.split(
    ' ',
  ),
)

type Persist = Extract<Effect, { kind: 'persist' }>

/** A file under an everyday name in a person's own program directory runs in place of the real one. */
export function shadowOf(effect: Effect): Persist | undefined {
  const path = effect.kind === 'write-path' ? effect.path : effect.kind === 'download' ? effect.to : undefined
  if (path?.zone !== 'home' || path.real === undefined) return undefined
  const name = OWN_PROGRAMS.exec(path.real)?.[1]
  if (name === undefined || !EVERYDAY.has(name)) return undefined
  const { span, via, through, certainty, by, doer } = effect
  const target = `${name} in ${path.text}`
  return { kind: 'persist', mechanism: 'other', target, span, via, through, certainty, by, doer }
}
