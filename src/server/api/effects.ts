import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import type { Target } from '../../analysis/target.ts'
import { targetsOf } from '../../analysis/targets.ts'
import type { ExplainResponse } from './shapes.ts'

/** What each kind of effect does, in words for people. */
const EFFECT_VERBS: Readonly<Record<Effect['kind'], string>> = {
  'read-path': 'reads',
  'write-path': 'writes',
  'delete-path': 'deletes',
  'change-mode': 'changes the rights of',
  'touch-guarded': 'may change',
  'run-program': 'runs',
  'run-code': 'runs code',
  download: 'downloads from',
  'send-data': 'sends data to',
  connect: 'connects to',
  listen: 'opens a way in',
  'git-discard': 'throws away',
  'git-push': 'pushes to',
  publish: 'publishes',
  deploy: 'deploys',
  'remote-exec': 'runs something on',
  'resource-change': 'changes',
  'database-change': 'changes data in',
  'signal-process': 'signals',
  'service-control': 'controls',
  persist: 'arranges to run later',
  grant: 'gives rights to',
  weaken: 'weakens',
  'expose-secret': 'exposes a secret',
  install: 'installs',
  'spawn-agent': 'starts an agent',
  'external-write': 'changes something outside',
  'apply-patch': 'applies a patch',
  impersonate: 'acts as',
  observe: 'observes',
  exhaust: 'uses up',
}

export function explainEffects({ effects }: Action): ExplainResponse['effects'] {
  return effects.map((effect) => ({ kind: effect.kind, words: effectText(effect), target: targetOf(effect) }))
}

/** One effect in a line. */
export function effectSentence(effect: Effect): string {
  return `${effectText(effect)} ${targetOf(effect)}`.trim()
}

function effectText(effect: Effect): string {
  const verb = effect.kind === 'read-path' && effect.list ? 'lists' : EFFECT_VERBS[effect.kind]
  return effect.certainty === 'possible' ? `may: ${verb}` : verb
}

const MOST_TEXT = 200

function targetOf(effect: Effect): string {
  const text = [...new Set(targetsOf(effect).map(nameOf))].filter((name) => name !== '').join(', ')
  return text.length > MOST_TEXT ? `${text.slice(0, MOST_TEXT - 1).toWellFormed()}…` : text
}

/** The parts of a target that are known, from the wide to the narrow. */
function nameOf(target: Target): string {
  if (target.kind === 'path') return target.path.text
  const { kind: _kind, amount: _amount, ...parts } = target
  return Object.values(parts)
    .filter((part) => typeof part === 'string' && part !== '')
    .join(' ')
}
