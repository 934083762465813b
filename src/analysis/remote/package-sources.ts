import { wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { EffectDraft } from '../effects.ts'
import type { Facts } from '../facts.ts'
import type { CommandCandidate } from '../files/command-candidates.ts'
import { classifyHost, hostOf, isForge, isInDomain, urlParts } from './hosts.ts'
import { endingOf, isArchiveEnding, isDataEnding } from './remote-addresses.ts'

const USUAL_SOURCES: readonly string[] = [
  ...'npmjs.org npmjs.com yarnpkg.com jsr.io deno.land npm.pkg.github.com'.split(' '),
  ...'pypi.org pythonhosted.org pytorch.org anaconda.org anaconda.com conda.io'.split(' '),
  ...'crates.io rubygems.org packagist.org nuget.org hex.pm pub.dev luarocks.org opam.ocaml.org'.split(' '),
  ...'maven.org apache.org maven.google.com gradle.org jitpack.io sonatype.org sonatype.com spring.io'.split(' '),
  ...'golang.org google.golang.org go.dev goproxy.io gopkg.in go.uber.org k8s.io honnef.co mvdan.cc'.split(' '),
  ...'terraform.io opentofu.org buf.build docker.io docker.com ghcr.io quay.io gcr.io pkg.dev'.split(' '),
  ...'debian.org ubuntu.com fedoraproject.org archlinux.org alpinelinux.org nixos.org flathub.org'.split(' '),
  ...'launchpad.net launchpadcontent.net haskell.org r-project.org rstudio.com cpan.org metacpan.org'.split(' '),
  ...'googlesource.com gnu.org freedesktop.org kernel.org githubusercontent.com github.io visualstudio.com'.split(' '),
]

export function isUsualSource(host: string): boolean {
  return isForge(host) || isInDomain(host, USUAL_SOURCES)
}

const SOURCE_FILES =
  '.npmrc .yarnrc.yml .yarnrc bunfig.toml package.json pyproject.toml pip.conf Pipfile requirements.txt uv.toml poetry.toml .cargo/config.toml Cargo.toml Gemfile NuGet.Config nuget.config build.gradle build.gradle.kts settings.gradle settings.gradle.kts pom.xml composer.json helmfile.yaml Chart.yaml go.env .pre-commit-config.yaml'.split(
    ' ',
  )

function isProjectHost(host: string, facts: Facts): boolean {
  const remotes = [...(facts.git(facts.projectRoot)?.remotes.values() ?? [])]
  if (remotes.some((url) => url.includes(host))) return true
  return SOURCE_FILES.some((name) => {
    const path = `${facts.projectRoot}/${name}`
    // What this session wrote there names nothing by itself.
    if (facts.session.written.has(path)) return false
    const fact = facts.text(path)
    return fact.kind === 'text' && fact.text.includes(host)
  })
}

/** `open`: by a line that anyone can change, or a machine without a name. */
export function classifySource(address: string, facts: Facts): 'open' | 'unknown' | undefined {
  const { scheme, host } = urlParts(address.replace(/^(?:git|hg|svn|registry|sparse)\+/, ''))
  if (host === '' || host.includes('\0') || !host.includes('.')) return undefined
  const where = classifyHost(host)
  if (where === 'loopback' || where === 'private') return undefined
  const open = scheme === 'http' || /^[\d.]+$/.test(host) || where === 'callback'
  if ((!open && isUsualSource(host)) || isProjectHost(host, facts)) return undefined
  return open ? 'open' : 'unknown'
}

const SOURCE_KEYS =
  /^(?:registry|registries|index|indexes|indices|mirrors?|channels?|feeds?|sources?|repos?|repository|repositories|taps?|remotes?|servers|externals|catalogs?|distribution|proxy|goproxy|pypi|cran|npmregistryserver|registryurls?|registryserver)$/
const WHOLE_SOURCE_KEYS =
  /^(?:distribution|catalogs?|registry|registries|index|indexes|mirrors?|proxy|goproxy|sources?|npmregistryserver|registryurls?)$/
const CODE_KEYS = /^(?:plugins?|modules?|hooks?|extensions?|extends|presets?|source|repo)$/

const ADDRESS_KEYS = /^(?:ur[il]s?|baseur[il])$/

export function namesPackageIndex(words: readonly string[], address: string): boolean {
  return PACKAGE_INDEX_URL.test(address) && words.some((word) => ADDRESS_KEYS.test(word))
}

export function isSourceKey(words: readonly string[]): boolean {
  return words.some((word) => SOURCE_KEYS.test(word))
}

export function isWholeSourceKey(words: readonly string[]): boolean {
  return words.some((word) => WHOLE_SOURCE_KEYS.test(word))
}

const PACKAGE_INDEX_URL =
  /\/(?:simple|index|repo|repository|repositories|maven2?|npm|pypi|registry|charts|gems?|conda|v3|packages|cran|rocks|hex|nuget|dists|index\.json)(?:\/|$)|\.(?:git|jar|whl|gem|nupkg|crate)$/i
/** `git.host.example/team/name`: a module by the host it comes from. */
const MODULE_PATH = /^(?:[a-z0-9-]+\.)+[a-z]{2,}\/[\w.-]+(?:\/[\w.@-]+)*$/i

export function unknownSourceEffects(candidates: readonly CommandCandidate[], by: string, facts: Facts): EffectDraft[] {
  const strange = new Set<string>()
  const seen = new Set<string>()
  for (const each of candidates) {
    if (!/[./]/.test(each.text)) continue
    const mark = `${each.keys.slice(-3).join(' ')} ${each.text}`
    if (seen.has(mark)) continue
    seen.add(mark)
    if (isUnknownSource(each, facts)) strange.add(hostOf(unescaped(each.text)))
  }
  return installEffectsFrom(strange, by)
}

export function installEffectsFrom(hosts: ReadonlySet<string>, by: string): EffectDraft[] {
  return [...hosts].map((host) => ({
    kind: 'install',
    manager: by,
    packages: [host],
    origin: 'other-registry',
    scope: 'project',
    certainty: 'likely',
  }))
}

const MIRROR_KEYS = /^(?:distribution|registry|registries|index|indexes|mirrors?|wrapper)$/

/** What takes the place of a usual source, or a machine that nobody knows where all packages come from. */
export function isReplacedSource(address: string, words: readonly string[], old: string, facts: Facts): boolean {
  const strange = classifySource(address, facts)
  if (strange === undefined || (isDataEnding(endingOf(address)) === true && !isArchiveEnding(endingOf(address))))
    return false
  if (isUsualSource(hostOf(old)) && !isForge(hostOf(old))) return true
  const near = words.slice(-4).flatMap(wordsOf)
  if (near.some((word) => MIRROR_KEYS.test(word)) || /^(?:git|hg|svn|sparse|registry)\+http:/.test(address)) return true
  if (strange === 'open' && near.some((word) => /^repo(?:s|sitories)$/.test(word))) return true
  if (near.includes('source') && near.some((word) => ADDRESS_KEYS.test(word))) return true
  return isUnknownSource({ text: address, keys: [...words.slice(-3)] }, facts)
}

function unescaped(text: string): string {
  return text.replaceAll('\\:', ':')
}

function isUnknownSource({ text: written, keys }: CommandCandidate, facts: Facts): boolean {
  const text = unescaped(written)
  if (keys.length === 0) return false
  const url = /^(?:(?:git|hg|svn|registry|sparse)\+)?https?:\/\/[^\s/]+/i.test(text)
  if (!url && !MODULE_PATH.test(text)) return false
  const near = keys.slice(-3).flatMap(wordsOf)
  const code = near.some((word) => CODE_KEYS.test(word))
  if (!url) return code && !near.includes('repo') && classifySource(`https://${text}`, facts) !== undefined
  if (!isSourceKey(near) && !code && !namesPackageIndex(near, text)) return false
  const strange = classifySource(text, facts)
  if (strange === 'open')
    return PACKAGE_INDEX_URL.test(text) || isWholeSourceKey(near) || /^https?:\/\/[\d.]+[:/]?/.test(text)
  // Where a project lives is told under the same names; a list of repositories is what code is taken from.
  return (
    strange === 'unknown' &&
    (near.includes('repos') || near.some((word) => /^(?:plugins?|modules?|extends)$/.test(word)))
  )
}
