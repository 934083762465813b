import { createRuleBook } from '../rules/book.ts'
import { matchText, sourceLocation } from '../rules/rule.ts'
import { findGateAttack, inBrackets } from './gate-attack.ts'
import { denyChangedGate } from './gate-integrity.ts'
import { answerWith, type CheckContext, passOn, type Step, type StepResult } from './step.ts'

/**
 * INVARIANT: an agent never loosens the gate, in no mode and with nobody's consent: a person does it in their own terminal.
 * Where no host is defended, an edit that is no shell's only asks, as every protected file does.
 */
export const GATE_PROTECTION_STEP: Step = {
  name: 'the gate itself',
  run: ({ action, session }) => {
    if (session.own?.changed !== undefined) return denyChangedGate(session.own.changed)
    const found = findGateAttack(action, session)
    if (found === undefined) return passOn('it is left alone')
    return answerWith({
      outcome: 'deny',
      reason: { type: 'safety-check', check: 'gate-own', path: found.what },
      note: found.harm ?? `changes Irongate itself${inBrackets(found.what, session.facts)}`,
    })
  },
}

/**
 * A person paused the gate: the host decides as if it were not there. What an
 * organisation forbids stays forbidden, and so does the gate itself, or it could not arm itself again.
 */
export const PAUSE_STEP: Step = {
  name: 'switched off',
  run: (check) => {
    const until = check.session.state.offUntil?.()
    if (until === undefined) return passOn('the gate is on')
    if (check.policy.allowOff === false) return passOn('the settings keep it on')
    // What a broken file forbids is not known.
    if (check.policy.broken.some(({ source }) => source.scope === 'managed'))
      return passOn('managed settings are broken')
    return (
      managedDenial(check) ??
      answerWith({ outcome: 'allow', reason: { type: 'off', until }, note: 'a person switched the gate off' })
    )
  },
}

/** The deny rules of the organisation; one that may match asks. */
function managedDenial({ policy, session, mode, action }: CheckContext): StepResult | undefined {
  const rules = policy.rules.filter(({ behavior, source }) => behavior === 'deny' && source.scope === 'managed')
  if (rules.length === 0) return undefined
  const book = createRuleBook({ ...policy, rules }, session.facts, mode)
  const denied = book.deny(action)
  const match = denied ?? book.floor(action)
  if (!match) return undefined
  return answerWith({ outcome: denied ? 'deny' : 'ask', reason: { type: 'rule', match }, note: matchText(match) })
}

/** A settings file that cannot be read never counts as "no rules": it puts a floor under everything but its own repair. */
export const SETTINGS_STEP: Step = {
  name: 'settings',
  run: ({ policy }) => {
    const broken = policy.broken[0]
    if (!broken) return passOn('all files could be read')
    const place = sourceLocation(broken.source)
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
