import type { Effect } from '../../effects.ts'
import { remoteShape } from '../../remote-shape.ts'
import type { Word } from '../../words.ts'

type Install = Extract<Effect, { kind: 'install' }>
export type PackageOrigin = Install['origin']

const RANK: readonly PackageOrigin[] = ['declared', 'local', 'registry', 'unknown', 'other-registry', 'git', 'url']

/** The least trusted of several origins. */
export function worstOrigin(origins: readonly PackageOrigin[]): PackageOrigin {
  return origins.reduce<PackageOrigin>(
    (left, right) => (RANK.indexOf(right) > RANK.indexOf(left) ? right : left),
    'declared',
  )
}

/** Where a package named like this comes from. */
export function originOf(spec: string): PackageOrigin {
  if (spec.includes('\0')) return 'unknown'
  const bare = spec.replace(/^(?:@[\w.-]+\/)?[\w.-]+(?:\[[^\]]*\])?\s*@\s*(?=[a-z+]+:|\.{0,2}\/)/i, '')
  if (remoteShape(bare)?.what === 'repository' || /^(?:git@|gist:)|[/:]\S*\.git(?:#|@|$)/i.test(bare)) return 'git'
  if (/^(?:https?|ftp):/i.test(bare)) return 'url'
  if (
    /^(?:\.{1,2}(?:\/|$|\[)|\/|~\/|file:|link:|portal:|workspace:)|\.(?:tgz|tar\.gz|whl|zip|deb|rpm|gem|jar|apk|pkg)$/i.test(
      bare,
    )
  )
    return 'local'
  if (/^[\w-]+\/[\w.-]+(?:#.*)?$/.test(bare)) return 'git'
  return 'registry'
}

/** Registries that a package manager asks by default, and this machine. */
const USUAL =
  /^(?:https:\/\/(?:registry\.npmjs\.org|registry\.yarnpkg\.com|npm\.pkg\.github\.com|pypi\.org|files\.pythonhosted\.org|test\.pypi\.org|download\.pytorch\.org|rubygems\.org|index\.crates\.io|repo\.packagist\.org|conda\.anaconda\.org|api\.nuget\.org)(?:\/|$)|https?:\/\/(?:localhost|127\.0\.0\.1)(?:[:/]|$)|(?:defaults|conda-forge|bioconda|pytorch|nvidia)$)/i

export function isUsualRegistry(address: string): boolean {
  return USUAL.test(address)
}

/** The registry that is asked, for the effect, when it is not the usual one. */
export function from(source: string | undefined): { readonly source?: string } {
  return source === undefined ? {} : { source }
}

export function namesOf(words: readonly Word[]): string[] {
  return words.map((word) => word.text ?? word.known.replaceAll('\0', '…'))
}
