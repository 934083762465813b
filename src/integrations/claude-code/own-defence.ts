import { basename, dirname, isAbsolute, resolve } from 'node:path'
import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import type { Command } from '../../analysis/words.ts'
import type { Decision } from '../../decision.ts'

/** What the gate's word rests on beside its own folder. */
export interface OwnPlaces {
  /** Where this package is installed. */
  readonly package: string | undefined
  /** The host's record of this conversation: queued prompts are read from it. */
  readonly transcript: string | undefined
}

/** INVARIANT: an agent never loosens the gate, in no mode and with nobody's consent: a person does it in their own terminal. */
export function ownDefence(action: Action, places: OwnPlaces): Decision | undefined {
  const found = [
    ...action.effects.flatMap((effect) => attackOn(effect, places) ?? []),
    ...action.commands.flatMap((command) => ownProgram(command, places) ?? []),
  ][0]
  if (found === undefined) return undefined
  const note = `${found.slice(0, 200)} changes the gate itself`
  return {
    outcome: 'deny',
    reason: { type: 'safety-check', check: 'gate-own', path: found },
    message: `${action.tool} denied: ${note}. Only a person can do this, in a terminal of their own. Do not try to reach the same end another way.`,
    trace: [{ step: 'the gate itself', says: 'deny', note }],
  }
}

function attackOn(effect: Effect, places: OwnPlaces): string | undefined {
  if (effect.certainty === 'possible') return undefined
  if (effect.kind === 'weaken') return effect.area === 'gate' ? effect.feature : undefined
  if (effect.kind !== 'write-path' && effect.kind !== 'delete-path' && effect.kind !== 'change-mode') return undefined
  const { tags, real, text } = effect.path
  const guarded = tags.includes('gate-own') || (real !== undefined && isRecord(real, places.transcript))
  return guarded ? text : undefined
}

/** The host's conversations lie side by side; a folder that holds this one counts too. */
function isRecord(path: string, transcript: string | undefined): boolean {
  if (transcript === undefined || !isAbsolute(transcript)) return false
  const all = dirname(dirname(transcript))
  return (path.startsWith(`${all}/`) && path.endsWith('.jsonl')) || `${transcript}/`.startsWith(`${path}/`)
}

const RUNNERS: ReadonlySet<string> = new Set(['node', 'nodejs', 'bun', 'deno', 'tsx'])
/** What an agent may ask the gate, as in the gate's own reader. */
const SHOWS: ReadonlySet<string> = new Set([
  'check',
  'explain',
  'analyze',
  'categories',
  'rules',
  'denied',
  'demo',
  'bench',
])

/** The gate's own program, started past its name: by its file, or as code that loads it. */
function ownProgram({ name, args, cwd }: Command, { package: root }: OwnPlaces): string | undefined {
  if (name === undefined || root === undefined || !RUNNERS.has(basename(name))) return undefined
  const own = [`${root}/bin/`, `${root}/dist/`]
  const at = args.findIndex(({ known }) => {
    const path = resolve(cwd ?? '/', known)
    // Where a `cd` leads is not always known; the launcher's name is.
    if (basename(known) === 'irongate.js') return true
    return own.some((place) => path.startsWith(place) || known.includes(place))
  })
  if (at < 0) return undefined
  const verb = args[at + 1]?.text
  return verb !== undefined && SHOWS.has(verb) ? undefined : `${basename(name)} ${args[at]?.known ?? ''}`
}
