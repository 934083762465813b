import type { Effect, EffectDraft } from '../effects.ts'
import { ecosystemOf, findNearMiss } from '../remote/package-typos.ts'
import { parseRemoteAddress } from '../remote/remote-addresses.ts'
import type { EffectRecorder } from './program.ts'

type InstallEffect = Extract<Effect, { kind: 'install' }>
export type PackageOrigin = InstallEffect['origin']
export type PackageScope = InstallEffect['scope']

export function recordInstall(
  manager: string,
  packages: readonly string[],
  origin: PackageOrigin,
  scope: PackageScope,
  recorder: EffectRecorder,
  more: Partial<Extract<EffectDraft, { kind: 'install' }>> = {},
): void {
  recorder.effect({ kind: 'install', manager, packages, origin, scope, ...more })
  if (origin === 'registry') for (const spec of packages) recordNearMiss(spec, manager, recorder)
}

function recordNearMiss(spec: string, manager: string, recorder: EffectRecorder): void {
  const ecosystem = ecosystemOf(manager)
  const name = packageOf(spec)
  const meant = ecosystem === undefined ? undefined : findNearMiss(name, ecosystem)
  if (meant !== undefined) recorder.unknown(`${name} is one slip away from ${meant}, and another package`, 'person')
}

/** The package that is fetched: `requests[socks]>=2`, `name@1`, and of an alias (`a@npm:b@1`) what it stands for. */
function packageOf(spec: string): string {
  const meant = spec.slice(spec.indexOf('npm:') < 0 ? 0 : spec.indexOf('npm:') + 4)
  return /^@?[^@[\]<>=!~;\s]{0,200}/.exec(meant)?.[0] ?? ''
}

const ORIGIN_RANK: readonly PackageOrigin[] = [
  'declared',
  'local',
  'registry',
  'unknown',
  'other-registry',
  'git',
  'url',
]

export function worstOrigin(origins: readonly PackageOrigin[]): PackageOrigin {
  return ORIGIN_RANK.findLast((origin) => origins.includes(origin)) ?? 'declared'
}

export function classifySpecOrigin(spec: string): PackageOrigin {
  if (spec.includes('\0')) return 'unknown'
  const bare = spec.replace(/^(?:@[\w.-]+\/)?[\w.-]+(?:\[[^\]]*\])?\s*@\s*(?=[a-z+]+:|\.{0,2}\/)/i, '')
  if (parseRemoteAddress(bare)?.what === 'repository' || /^(?:git@|gist:)|[/:]\S*\.git(?:#|@|$)/i.test(bare))
    return 'git'
  if (/^(?:https?|ftp):/i.test(bare)) return 'url'
  if (LOCAL_SPEC.test(bare)) return 'local'
  return /^[\w-]+\/[\w.-]+(?:#.*)?$/.test(bare) ? 'git' : 'registry'
}

const LOCAL_SPEC =
  /^(?:\.{1,2}(?:\/|$|\[)|\/|~\/|file:|link:|portal:|workspace:)|\.(?:tgz|tar\.gz|whl|zip|deb|rpm|gem|jar|apk|pkg)$/i

/** Registries that a package manager asks by default, and this machine. */
const USUAL_REGISTRY =
  /^(?:https:\/\/(?:registry\.npmjs\.org|registry\.yarnpkg\.com|npm\.pkg\.github\.com|pypi\.org|files\.pythonhosted\.org|test\.pypi\.org|download\.pytorch\.org|rubygems\.org|index\.crates\.io|repo\.packagist\.org|conda\.anaconda\.org|api\.nuget\.org)(?:\/|$)|https?:\/\/(?:localhost|127\.0\.0\.1)(?:[:/]|$)|(?:defaults|conda-forge|bioconda|pytorch|nvidia)$)/i

export function isUsualRegistry(address: string): boolean {
  return USUAL_REGISTRY.test(address)
}

/** The registry that is asked, for the effect, when it is not the usual one. */
export function withSource(source: string | undefined): { readonly source?: string } {
  return source === undefined ? {} : { source }
}
