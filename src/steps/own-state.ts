import { dirname, isAbsolute } from 'node:path/posix'
import type { Action } from '../analysis/action.ts'
import type { Effect } from '../analysis/effects.ts'
import { ownProgram } from '../analysis/own-program.ts'
import { createRuleBook } from '../rules/book.ts'
import { matchWords, placeIn } from '../rules/rule.ts'
import type { OwnPlaces } from '../session.ts'
import { answer, type Check, pass, type Step, type StepResult } from './step.ts'

/**
 * INVARIANT: an agent never loosens the gate, in no mode and with nobody's consent: a person does it in their own terminal.
 * Where no host is defended, an edit that is no shell's only asks, as every guarded file does.
 */
export const OWN_DEFENCE: Step = {
  name: 'the gate itself',
  run: ({ action, session }) => {
    const found = attackOnGate(action, session.own)
    if (found === undefined) return pass('it is left alone')
    return answer({
      outcome: 'deny',
      reason: { type: 'safety-check', check: 'gate-own', path: found.what },
      note: found.harm ?? `it changes the gate itself: ${found.what.slice(0, 200)}`,
    })
  },
}

interface Attack {
  readonly what: string
  /** Where more goes than the gate, that is what is told. */
  readonly harm?: string | undefined
}

function attackOnGate({ effects, commands }: Action, places: OwnPlaces | undefined): Attack | undefined {
  const edits = places !== undefined || commands.length > 0
  for (const effect of effects) {
    const what = weakened(effect) ?? (edits ? edited(effect, places?.transcript) : undefined)
    if (what !== undefined) return { what, harm: widerHarm(effect) }
  }
  for (const command of commands) {
    const what = ownProgram(command, places?.package)
    if (what !== undefined) return { what }
  }
  return undefined
}

function weakened(effect: Effect): string | undefined {
  const isGate = effect.kind === 'weaken' && effect.area === 'gate' && effect.certainty !== 'possible'
  return isGate ? effect.feature : undefined
}

function edited(effect: Effect, transcript: string | undefined): string | undefined {
  if (effect.certainty === 'possible') return undefined
  const written = effect.kind === 'touch-guarded' && effect.role === 'write'
  if (!written && effect.kind !== 'write-path' && effect.kind !== 'delete-path' && effect.kind !== 'change-mode')
    return undefined
  const { tags, real, text } = effect.path
  const guarded = tags.includes('gate-own') || (real !== undefined && isRecord(real, transcript))
  return guarded ? text : undefined
}

/** A home directory, or all there is: the gate's files are the least of what goes. */
function widerHarm(effect: Effect): string | undefined {
  if (effect.kind !== 'delete-path' && effect.kind !== 'write-path' && effect.kind !== 'change-mode') return undefined
  const wide = WIDE.get(effect.path.zone)
  const act = effect.kind === 'delete-path' ? 'deletes' : 'changes'
  return wide && `${act} ${effect.path.text.slice(0, 200)}: ${wide}, the gate with it`
}

const WIDE: ReadonlyMap<string, string> = new Map([
  ['home-root', 'a whole home directory'],
  ['root', 'the whole file system'],
])

/** The host's conversations lie side by side; a folder that holds this one counts too. */
function isRecord(path: string, transcript: string | undefined): boolean {
  if (transcript === undefined || !isAbsolute(transcript)) return false
  const all = dirname(dirname(transcript))
  return (
    (path.startsWith(`${all}/`) && path.endsWith('.jsonl')) || path === '/' || `${transcript}/`.startsWith(`${path}/`)
  )
}

/**
 * A person switched the gate off for a while: it stands aside, and the host decides as if it were not there. What an
 * organisation forbids stays forbidden, and so does the gate itself, or it could not arm itself again.
 */
export const OFF: Step = {
  name: 'switched off',
  run: (check) => {
    const until = check.session.state.offUntil?.()
    if (until === undefined) return pass('the gate is on')
    if (check.policy.allowOff === false) return pass('the settings keep it on')
    // What a broken file forbids is not known.
    if (check.policy.broken.some(({ source }) => source.scope === 'managed')) return pass('managed settings are broken')
    return (
      managed(check) ??
      answer({ outcome: 'allow', reason: { type: 'off', until }, note: 'a person switched the gate off' })
    )
  },
}

/** The deny rules of the organisation; one that may match asks. */
function managed({ policy, session, mode, action }: Check): StepResult | undefined {
  const rules = policy.rules.filter(({ behavior, source }) => behavior === 'deny' && source.scope === 'managed')
  if (rules.length === 0) return undefined
  const book = createRuleBook({ ...policy, rules }, session.facts, mode)
  const denied = book.deny(action)
  const match = denied ?? book.floor(action)
  if (!match) return undefined
  return answer({ outcome: denied ? 'deny' : 'ask', reason: { type: 'rule', match }, note: matchWords(match) })
}

/** A settings file that cannot be read never counts as "no rules": it puts a floor under everything but its own repair. */
export const SETTINGS: Step = {
  name: 'settings',
  run: ({ policy }) => {
    const broken = policy.broken[0]
    if (!broken) return pass('all files could be read')
    const place = placeIn(broken.source)
    const where = place === undefined ? '' : ` (${place})`
    return {
      type: 'floor',
      answer: {
        outcome: 'ask',
        reason: { type: 'broken-settings', problem: broken.text },
        note: `${broken.text}${where}`,
      },
    }
  },
}
