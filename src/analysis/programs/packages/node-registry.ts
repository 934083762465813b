import { hostOf } from '../../hosts.ts'
import type { Target } from '../../target.ts'
import { published } from '../../targets.ts'
import type { Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import type { NodeCall } from './node.ts'
import { isUsualRegistry } from './specs.ts'

type Verb = (call: NodeCall) => Standing

const textsOf = (call: NodeCall) => call.operands.map((word) => word.text ?? word.known)

const publish =
  (removes: boolean): Verb =>
  (call) => {
    if (call.line.has('--help', '-h')) return 'proven'
    if (call.line.has('--dry-run', '-n')) return 'expected'
    const address = call.line.value('--registry')?.text
    const registry = address === undefined ? 'npm' : hostOf(address)
    call.scribe.effect({
      kind: 'publish',
      registry,
      what: textsOf(call).join(' '),
      removes,
      targets: publishedHere(call, registry),
      by: `${call.manager} ${call.verb}`,
    })
    return 'plain'
  }

/** What `npm publish` puts out: the package it names, or the one of the folder. */
function publishedHere(call: NodeCall, registry: string): readonly Target[] {
  // What stands beside a package in `deprecate` is for people to read.
  const named = textsOf(call).filter((word) => !/^[./]|\.tgz$|\s/.test(word))
  if (named.length > 0) return named.map((what) => published(registry, what))
  const manifest = call.scribe.facts.text(`${call.command.cwd ?? call.scribe.facts.cwd}/package.json`)
  const name = manifest.kind === 'text' ? (/"name"\s*:\s*"([^"]{1,214})"/.exec(manifest.text)?.[1] ?? '') : ''
  return [published(registry, name)]
}

const distTag: Verb = (call) => {
  const [action, ...rest] = textsOf(call)
  if (action === 'ls' || action === 'list' || action === undefined) return 'proven'
  call.scribe.effect({
    kind: 'publish',
    registry: 'npm',
    what: rest.join(' '),
    removes: action === 'rm',
    by: `${call.manager} dist-tag`,
  })
  return 'plain'
}

const owner: Verb = (call) => {
  const [action, who] = textsOf(call)
  if (action === 'ls' || action === 'list' || action === undefined) return 'proven'
  if (action === 'add')
    call.scribe.effect({
      kind: 'grant',
      what: 'package owner',
      to: who ?? '',
      reach: 'remote',
      targets: [
        { kind: 'right', account: who ?? '', right: 'owner', amount: 'one' },
        ...textsOf(call)
          .slice(2)
          .map((name) => published('npm', name)),
      ],
      by: `${call.manager} owner`,
    })
  return 'plain'
}

const access: Verb = (call) => {
  const words = textsOf(call)
  if (/^(?:ls|list|get)/.test(words[0] ?? '')) return 'proven'
  if (words.some((word) => /^mfa=none$|^2fa-not-required$/.test(word)))
    call.scribe.effect({
      kind: 'weaken',
      area: 'authentication',
      feature: 'two-factor for publishing',
      by: 'npm access',
    })
  if (words[0] === 'grant')
    call.scribe.effect({
      kind: 'grant',
      what: 'package access',
      to: words.slice(1).join(' '),
      reach: 'remote',
      by: 'npm access',
    })
  else if (words.some((word) => /public/.test(word)))
    call.scribe.effect({
      kind: 'external-write',
      service: 'npm',
      nature: 'visibility',
      target: words.join(' '),
      by: 'npm access',
    })
  return 'plain'
}

const token: Verb = (call) => {
  const [action] = textsOf(call)
  if (action === 'list' || action === 'ls' || action === undefined) return 'proven'
  if (action === 'create')
    call.scribe.effect({
      kind: 'expose-secret',
      source: { kind: 'secret-store', store: 'npm token' },
      sink: 'output',
      by: 'npm token create',
    })
  return 'plain'
}

const team: Verb = (call) => {
  const [action, ...rest] = textsOf(call)
  if (action === 'ls') return 'proven'
  if (action === 'add' || action === 'set')
    call.scribe.effect({ kind: 'grant', what: call.verb, to: rest.join(' '), reach: 'remote', by: `npm ${call.verb}` })
  return 'plain'
}

const profile: Verb = (call) => {
  const [action] = textsOf(call)
  if (action === 'get' || action === undefined) return 'proven'
  if (action === 'disable-2fa')
    call.scribe.effect({ kind: 'weaken', area: 'authentication', feature: 'two-factor login', by: 'npm profile' })
  else if (action === 'set')
    call.scribe.effect({ kind: 'external-write', service: 'npm', nature: 'account', target: '', by: 'npm profile' })
  return 'plain'
}

/** `yarn npm publish`, `yarn npm login`: the registry commands behind one more word. */
const yarnNpm: Verb = (call) => {
  const [action, ...operands] = call.operands
  const verb = REGISTRY_VERBS.get(action?.text ?? '')
  return verb && action?.text !== 'npm' ? verb({ ...call, operands }) : 'plain'
}

export const REGISTRY_VERBS: ReadonlyMap<string, Verb> = new Map<string, Verb>([
  ['publish', publish(false)],
  ['unpublish', publish(true)],
  ['deprecate', publish(true)],
  ['dist-tag', distTag],
  ['tag', distTag],
  ['owner', owner],
  ['access', access],
  ['token', token],
  ['team', team],
  ['org', team],
  ['npm', yarnNpm],
  ['login', () => 'plain'],
  ['adduser', () => 'plain'],
  ['logout', () => 'plain'],
  ['hook', () => 'plain'],
  ['profile', profile],
  ['star', () => 'plain'],
])

/** `npm config`: reading is reading; a few keys weaken or redirect every later command. */
export function configure(call: NodeCall): Standing {
  const words = textsOf(call)
  const [action, ...rest] = call.verb === 'set' || call.verb === 'get' ? [call.verb, ...words] : words
  if (action === undefined || /^(?:get|list|ls|--list)$/.test(action)) return readsToken(rest, call)
  if (action !== 'set') return 'plain'
  const [first = '', second] = rest
  const at = first.indexOf('=')
  const key = (at > 0 && second === undefined ? first.slice(0, at) : first).toLowerCase()
  const value = second ?? first.slice(at + 1)
  return weakest('plain', stateKey(key, value, call))
}

function readsToken(keys: readonly string[], call: NodeCall): Standing {
  if (!keys.some((key) => /_auth|_password|token/i.test(key))) return 'proven'
  call.scribe.effect({
    kind: 'expose-secret',
    source: { kind: 'secret-store', store: 'npm' },
    sink: 'output',
    by: `${call.manager} config get`,
  })
  return 'plain'
}

function stateKey(key: string, value: string, call: NodeCall): Standing {
  const by = `${call.manager} config set`
  const { scribe } = call
  const off = /^(?:false|0|no)$/i.test(value)
  if (/^(?:strict-ssl|enablestrictssl)$/.test(key) && off)
    scribe.effect({ kind: 'weaken', area: 'tls', feature: key, by })
  if (/registry(?:server)?$/.test(key) && !isUsualRegistry(value))
    scribe.effect({ kind: 'write-path', path: scribe.pathOf('~/.npmrc'), how: 'edit', content: `${key}=${value}`, by })
  if (/^(?:script-shell|node-options|git|shell|yarn-?path|onload-script)$/.test(key) && !/^[a-z]{2,6}$/.test(value)) {
    scribe.effect({ kind: 'persist', mechanism: 'other', target: key, certainty: 'likely', by })
    return scribe.runsShell({ text: value, sources: [] }, by)
  }
  return 'plain'
}
