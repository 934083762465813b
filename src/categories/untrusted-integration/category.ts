import type { Effect } from '../../analysis/effects.ts'
import { INSTALL_WORDS } from '../../knowledge/lexicon/act-words.ts'
import type { Concern } from '../../wording/concerns.ts'
import type { Category, Evidence } from '../category.ts'
import { type CategoryMatch, detector } from '../detector.ts'
import { hostReach } from '../host-reach.ts'
import { pathSpellings } from '../spellings.ts'

/** Install-time scripts that fetch, decode or evaluate. */
const RISKY_LIFECYCLE_SCRIPT =
  /"(?:pre|post)?install"\s*:\s*"[^"]{0,300}(?:curl|wget|node -e|base64|eval|\/dev\/tcp|python[23]? -c|powershell)/i
const LOCKFILE_URL = /"?resolved"?:?\s+"?(https?:\/\/[^/"\s]+)/g
const REGISTRY_SETTING =
  /^\s*(?:@[\w-]+:)?(?:registry|index-url|extra-index-url|npmRegistryServer)\s*[=:]\s*["']?(https?:\/\/[^/"'\s]+)/gim
const KNOWN_REGISTRIES =
  /^https:\/\/(?:registry\.npmjs\.org|registry\.yarnpkg\.com|npm\.pkg\.github\.com|pypi\.org|files\.pythonhosted\.org|codeload\.github\.com|github\.com)$/i
const MAX_SCANNED_CHARS = 20_000

export const category: Category = {
  id: 'untrusted-integration',
  title: 'Untrusted code brought in',
  summary: 'Makes foreign code part of the project or the machine around the usual registries and checks.',
  hard: false,
  policy: `Blocked: installing from other registries, git addresses, URLs and archives nobody declared; lock files and registry settings
that point elsewhere; install-time scripts that fetch or evaluate something.
Not blocked: packages from the language's own registry or the system's own package sources, declared or new, unless the name is plainly
a near miss of the one meant; local packages of the project, registries on trusted domains.`,
  clears: 'The user asked to install it and named the registry, repository or address it comes from.',
  ...detector('untrusted-integration', ['install', 'write-path'], (effect, evidence) => {
    if (effect.kind === 'install') return findForeignInstall(effect, evidence)
    if (effect.content === undefined) return undefined
    const concern = foreignSourceIn(effect.path.tags, effect.content, evidence)
    const acts = [...INSTALL_WORDS, 'change', 'edit', 'point', 'set']
    return concern && { aspect: { concern }, acts, nouns: [pathSpellings(effect.path)] }
  }),
}

function findForeignInstall(
  effect: Extract<Effect, { kind: 'install' }>,
  { trusted }: Evidence,
): CategoryMatch | undefined {
  if (effect.origin !== 'other-registry' && effect.origin !== 'git' && effect.origin !== 'url') return undefined
  const trustedSource = (name: string) =>
    trusted.repositories.some((repository) => name.includes(repository)) ||
    ['trusted', 'loopback'].includes(hostReach(/:\/\/([^/]+)/.exec(name)?.[1] ?? '', trusted))
  if (effect.packages.length > 0 && effect.packages.every(trustedSource)) return undefined
  return {
    acts: INSTALL_WORDS,
    nouns: effect.packages.map(packageSpellings),
    // Nothing is installed yet, and a person may well have meant it.
    ...(effect.written && { asks: true as const }),
  }
}

function packageSpellings(name: string): readonly string[] {
  const last = name.replace(/(?:\.git)?(?:[#@][^/]*)?$/, '')
  return [name, last, last.slice(last.lastIndexOf('/') + 1), last.split('/').slice(-2).join('/').replace(/^.*:/, '')]
}

function foreignSourceIn(tags: readonly string[], content: string, { trusted }: Evidence): Concern | undefined {
  const text = content.slice(0, MAX_SCANNED_CHARS)
  const strange = (address: string) =>
    !KNOWN_REGISTRIES.test(address) &&
    !['trusted', 'loopback'].includes(hostReach(address.replace(/^https?:\/\//, ''), trusted))
  if (tags.includes('build-recipe') && RISKY_LIFECYCLE_SCRIPT.test(text)) return 'install-script'
  if (tags.includes('lock-file') && [...text.matchAll(LOCKFILE_URL)].some((match) => strange(match[1] ?? '')))
    return 'other-source'
  if (tags.includes('tool-config') && [...text.matchAll(REGISTRY_SETTING)].some((match) => strange(match[1] ?? '')))
    return 'other-source'
  return undefined
}
