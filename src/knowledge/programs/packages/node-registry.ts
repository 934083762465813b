import type { EffectDraft } from '../../../analysis/effects.ts'
import type { PackageCall } from '../../../analysis/interpret/package-command.ts'
import { isUsualRegistry } from '../../../analysis/interpret/package-specs.ts'
import type { CommandGrade } from '../../../analysis/interpret/program.ts'
import { hostOf } from '../../../analysis/remote/hosts.ts'
import type { Target } from '../../../analysis/target.ts'
import { publishedTarget } from '../../../analysis/targets.ts'

type RegistryAct = (words: readonly string[], call: PackageCall) => EffectDraft | undefined

const makePublishDrafter =
  (removes: boolean): RegistryAct =>
  (words, call) => {
    const address = call.line.value('--registry')?.text
    const registry = address === undefined ? 'npm' : hostOf(address)
    const targets = listPublishedTargets(words, call, registry)
    return { kind: 'publish', registry, what: words.join(' '), removes, targets }
  }

/** What `npm publish` puts out: the package it names, or the one of the folder. */
function listPublishedTargets(
  words: readonly string[],
  { command, recorder }: PackageCall,
  registry: string,
): readonly Target[] {
  // What stands beside a package in `deprecate` is for people to read.
  const named = words.filter((word) => !/^[./]|\.tgz$|\s/.test(word))
  if (named.length > 0) return named.map((what) => publishedTarget(registry, what))
  const manifest = recorder.facts.text(`${command.cwd ?? recorder.facts.cwd}/package.json`)
  const name = manifest.kind === 'text' ? (/"name"\s*:\s*"([^"]{1,214})"/.exec(manifest.text)?.[1] ?? '') : ''
  return [publishedTarget(registry, name)]
}

const draftDistTag: RegistryAct = ([action, ...rest], { manager }) => {
  const what = rest.join(' ')
  return { kind: 'publish', registry: 'npm', what, removes: action === 'rm', by: `${manager} dist-tag` }
}

const draftOwnerGrant: RegistryAct = ([action, who = '', ...names], { manager }) => {
  if (action !== 'add') return undefined
  const right = { kind: 'right', account: who, right: 'owner', amount: 'one' } as const
  const targets = [right, ...names.map((name) => publishedTarget('npm', name))]
  return { kind: 'grant', what: 'package owner', to: who, reach: 'remote', targets, by: `${manager} owner` }
}

const draftAccessChange: RegistryAct = (words, { recorder }) => {
  const by = 'npm access'
  if (words.some((word) => /^mfa=none$|^2fa-not-required$/.test(word)))
    recorder.effect({ kind: 'weaken', area: 'authentication', feature: 'two-factor for publishing', by })
  const to = words.slice(1).join(' ')
  if (words[0] === 'grant') return { kind: 'grant', what: 'package access', to, reach: 'remote', by }
  if (!words.some((word) => /public/.test(word))) return undefined
  return { kind: 'external-write', service: 'npm', nature: 'visibility', target: words.join(' '), by }
}

const NPM_TOKEN = { kind: 'secret-store', store: 'npm token' } as const

const draftTokenExposure: RegistryAct = ([action]) =>
  action === 'create' ? { kind: 'expose-secret', source: NPM_TOKEN, sink: 'output', by: 'npm token create' } : undefined

const draftTeamGrant: RegistryAct = ([action = '', ...rest], { verb }) =>
  /^(?:add|set)$/.test(action)
    ? { kind: 'grant', what: verb, to: rest.join(' '), reach: 'remote', by: `npm ${verb}` }
    : undefined

const draftProfileChange: RegistryAct = ([action]) => {
  const by = 'npm profile'
  if (action === 'disable-2fa') return { kind: 'weaken', area: 'authentication', feature: 'two-factor login', by }
  return action === 'set' ? { kind: 'external-write', service: 'npm', nature: 'account', target: '', by } : undefined
}

const REGISTRY_VERBS: ReadonlyMap<string, readonly [looks: RegExp | undefined, act: RegistryAct]> = new Map([
  ['publish', [undefined, makePublishDrafter(false)]],
  ['unpublish', [undefined, makePublishDrafter(true)]],
  ['deprecate', [undefined, makePublishDrafter(true)]],
  ['dist-tag', [/^(?:ls|list)?$/, draftDistTag]],
  ['tag', [/^(?:ls|list)?$/, draftDistTag]],
  ['owner', [/^(?:ls|list)?$/, draftOwnerGrant]],
  ['access', [/^(?:ls|list|get)/, draftAccessChange]],
  ['token', [/^(?:ls|list)?$/, draftTokenExposure]],
  ['team', [/^ls$/, draftTeamGrant]],
  ['org', [/^ls$/, draftTeamGrant]],
  ['profile', [/^(?:get)?$/, draftProfileChange]],
  ...['login', 'adduser', 'logout', 'hook', 'star'].map((name) => [name, [undefined, () => undefined]] as const),
] as const)

/** What changes the registry, or somebody's account there; undefined for any other verb. */
export function readRegistryVerb(call: PackageCall, verb = call.verb): CommandGrade | undefined {
  const { manager, line, recorder } = call
  // `yarn npm publish`, `yarn npm login`: the same behind one more word.
  if (verb === 'npm') {
    const [action, ...operands] = call.operands
    return (action?.text !== 'npm' && readRegistryVerb({ ...call, operands }, action?.text ?? '')) || 'plain'
  }
  const [looks, act] = REGISTRY_VERBS.get(verb) ?? []
  if (!act) return undefined
  const words = call.operands.map(({ known }) => known)
  if (/publish|deprecate/.test(verb) && line.has('--help', '-h')) return 'proven'
  if (/publish|deprecate/.test(verb) && line.has('--dry-run', '-n')) return 'expected'
  if (looks?.test(words[0] ?? '')) return 'proven'
  const effect = act(words, call)
  if (effect) recorder.effect({ by: `${manager} ${call.verb}`, ...effect })
  return 'plain'
}

/** `npm config`: reading is reading; a few keys weaken or redirect every later command. */
export function analyzeNpmConfig(call: PackageCall): CommandGrade {
  const words = call.operands.map(({ known }) => known)
  const [action, ...rest] = call.verb === 'set' || call.verb === 'get' ? [call.verb, ...words] : words
  if (action === undefined || /^(?:get|list|ls|--list)$/.test(action)) return recordTokenRead(rest, call)
  if (action !== 'set') return 'plain'
  const [first = '', second] = rest
  const at = first.indexOf('=')
  const key = (at > 0 && second === undefined ? first.slice(0, at) : first).toLowerCase()
  return recordConfigKey(key, second ?? first.slice(at + 1), call)
}

function recordTokenRead(keys: readonly string[], { manager, recorder }: PackageCall): CommandGrade {
  if (!keys.some((key) => /_auth|_password|token/i.test(key))) return 'proven'
  const source = { kind: 'secret-store', store: 'npm' } as const
  recorder.effect({ kind: 'expose-secret', source, sink: 'output', by: `${manager} config get` })
  return 'plain'
}

function recordConfigKey(key: string, value: string, { manager, recorder }: PackageCall): CommandGrade {
  const by = `${manager} config set`
  if (/^(?:strict-ssl|enablestrictssl)$/.test(key) && /^(?:false|0|no)$/i.test(value))
    recorder.effect({ kind: 'weaken', area: 'tls', feature: key, by })
  if (/registry(?:server)?$/.test(key) && !isUsualRegistry(value))
    recorder.effect({
      kind: 'write-path',
      path: recorder.pathOf('~/.npmrc'),
      how: 'edit',
      content: `${key}=${value}`,
      by,
    })
  if (/^(?:script-shell|node-options|git|shell|yarn-?path|onload-script)$/.test(key) && !/^[a-z]{2,6}$/.test(value)) {
    recorder.effect({ kind: 'persist', mechanism: 'other', target: key, certainty: 'likely', by })
    if (recorder.runsShell({ text: value, sources: [] }, by) === 'unknown') return 'unknown'
  }
  return 'plain'
}
