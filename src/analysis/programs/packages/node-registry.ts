import type { EffectDraft } from '../../effects.ts'
import { hostOf } from '../../hosts.ts'
import type { Target } from '../../target.ts'
import { published } from '../../targets.ts'
import type { Standing } from '../program.ts'
import { isUsualRegistry } from './specs.ts'
import type { PackageCall } from './words.ts'

type RegistryDeed = (words: readonly string[], call: PackageCall) => EffectDraft | undefined

const publish =
  (removes: boolean): RegistryDeed =>
  (words, call) => {
    const address = call.line.value('--registry')?.text
    const registry = address === undefined ? 'npm' : hostOf(address)
    const targets = publishedHere(words, call, registry)
    return { kind: 'publish', registry, what: words.join(' '), removes, targets }
  }

/** What `npm publish` puts out: the package it names, or the one of the folder. */
function publishedHere(
  words: readonly string[],
  { command, scribe }: PackageCall,
  registry: string,
): readonly Target[] {
  // What stands beside a package in `deprecate` is for people to read.
  const named = words.filter((word) => !/^[./]|\.tgz$|\s/.test(word))
  if (named.length > 0) return named.map((what) => published(registry, what))
  const manifest = scribe.facts.text(`${command.cwd ?? scribe.facts.cwd}/package.json`)
  const name = manifest.kind === 'text' ? (/"name"\s*:\s*"([^"]{1,214})"/.exec(manifest.text)?.[1] ?? '') : ''
  return [published(registry, name)]
}

const distTag: RegistryDeed = ([action, ...rest], { manager }) => {
  const what = rest.join(' ')
  return { kind: 'publish', registry: 'npm', what, removes: action === 'rm', by: `${manager} dist-tag` }
}

const owner: RegistryDeed = ([action, who = '', ...names], { manager }) => {
  if (action !== 'add') return undefined
  const right = { kind: 'right', account: who, right: 'owner', amount: 'one' } as const
  const targets = [right, ...names.map((name) => published('npm', name))]
  return { kind: 'grant', what: 'package owner', to: who, reach: 'remote', targets, by: `${manager} owner` }
}

const access: RegistryDeed = (words, { scribe }) => {
  const by = 'npm access'
  if (words.some((word) => /^mfa=none$|^2fa-not-required$/.test(word)))
    scribe.effect({ kind: 'weaken', area: 'authentication', feature: 'two-factor for publishing', by })
  const to = words.slice(1).join(' ')
  if (words[0] === 'grant') return { kind: 'grant', what: 'package access', to, reach: 'remote', by }
  if (!words.some((word) => /public/.test(word))) return undefined
  return { kind: 'external-write', service: 'npm', nature: 'visibility', target: words.join(' '), by }
}

const NPM_TOKEN = { kind: 'secret-store', store: 'npm token' } as const

const token: RegistryDeed = ([action]) =>
  action === 'create' ? { kind: 'expose-secret', source: NPM_TOKEN, sink: 'output', by: 'npm token create' } : undefined

const team: RegistryDeed = ([action = '', ...rest], { verb }) =>
  /^(?:add|set)$/.test(action)
    ? { kind: 'grant', what: verb, to: rest.join(' '), reach: 'remote', by: `npm ${verb}` }
    : undefined

const profile: RegistryDeed = ([action]) => {
  const by = 'npm profile'
  if (action === 'disable-2fa') return { kind: 'weaken', area: 'authentication', feature: 'two-factor login', by }
  return action === 'set' ? { kind: 'external-write', service: 'npm', nature: 'account', target: '', by } : undefined
}

const DEEDS: ReadonlyMap<string, readonly [looks: RegExp | undefined, deed: RegistryDeed]> = new Map([
  ['publish', [undefined, publish(false)]],
  ['unpublish', [undefined, publish(true)]],
  ['deprecate', [undefined, publish(true)]],
  ['dist-tag', [/^(?:ls|list)?$/, distTag]],
  ['tag', [/^(?:ls|list)?$/, distTag]],
  ['owner', [/^(?:ls|list)?$/, owner]],
  ['access', [/^(?:ls|list|get)/, access]],
  ['token', [/^(?:ls|list)?$/, token]],
  ['team', [/^ls$/, team]],
  ['org', [/^ls$/, team]],
  ['profile', [/^(?:get)?$/, profile]],
  ...['login', 'adduser', 'logout', 'hook', 'star'].map((name) => [name, [undefined, () => undefined]] as const),
] as const)

/** What changes the registry, or somebody's account there; undefined for any other verb. */
export function readRegistryVerb(call: PackageCall, verb = call.verb): Standing | undefined {
  const { manager, line, scribe } = call
  // `yarn npm publish`, `yarn npm login`: the same behind one more word.
  if (verb === 'npm') {
    const [action, ...operands] = call.operands
    return (action?.text !== 'npm' && readRegistryVerb({ ...call, operands }, action?.text ?? '')) || 'plain'
  }
  const [looks, deed] = DEEDS.get(verb) ?? []
  if (!deed) return undefined
  const words = call.operands.map(({ known }) => known)
  if (/publish|deprecate/.test(verb) && line.has('--help', '-h')) return 'proven'
  if (/publish|deprecate/.test(verb) && line.has('--dry-run', '-n')) return 'expected'
  if (looks?.test(words[0] ?? '')) return 'proven'
  const effect = deed(words, call)
  if (effect) scribe.effect({ by: `${manager} ${call.verb}`, ...effect })
  return 'plain'
}

/** `npm config`: reading is reading; a few keys weaken or redirect every later command. */
export function configure(call: PackageCall): Standing {
  const words = call.operands.map(({ known }) => known)
  const [action, ...rest] = call.verb === 'set' || call.verb === 'get' ? [call.verb, ...words] : words
  if (action === undefined || /^(?:get|list|ls|--list)$/.test(action)) return readsToken(rest, call)
  if (action !== 'set') return 'plain'
  const [first = '', second] = rest
  const at = first.indexOf('=')
  const key = (at > 0 && second === undefined ? first.slice(0, at) : first).toLowerCase()
  return stateKey(key, second ?? first.slice(at + 1), call)
}

function readsToken(keys: readonly string[], { manager, scribe }: PackageCall): Standing {
  if (!keys.some((key) => /_auth|_password|token/i.test(key))) return 'proven'
  const source = { kind: 'secret-store', store: 'npm' } as const
  scribe.effect({ kind: 'expose-secret', source, sink: 'output', by: `${manager} config get` })
  return 'plain'
}

function stateKey(key: string, value: string, { manager, scribe }: PackageCall): Standing {
  const by = `${manager} config set`
  if (/^(?:strict-ssl|enablestrictssl)$/.test(key) && /^(?:false|0|no)$/i.test(value))
    scribe.effect({ kind: 'weaken', area: 'tls', feature: key, by })
  if (/registry(?:server)?$/.test(key) && !isUsualRegistry(value))
    scribe.effect({ kind: 'write-path', path: scribe.pathOf('~/.npmrc'), how: 'edit', content: `${key}=${value}`, by })
  if (/^(?:script-shell|node-options|git|shell|yarn-?path|onload-script)$/.test(key) && !/^[a-z]{2,6}$/.test(value)) {
    scribe.effect({ kind: 'persist', mechanism: 'other', target: key, certainty: 'likely', by })
    if (scribe.runsShell({ text: value, sources: [] }, by) === 'unknown') return 'unknown'
  }
  return 'plain'
}
