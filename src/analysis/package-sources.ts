import type { EffectDraft } from './effects.ts'
import type { Facts } from './facts.ts'
import type { Candidate } from './files/candidate.ts'
import { addressOf, endsIn, hostOf, isForge, urlParts } from './hosts.ts'
import { endingOf, isArchiveEnding, isDataEnding } from './remote-shape.ts'
import { wordsOf } from './verbs.ts'

const USUAL: readonly string[] = [
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
  return isForge(host) || endsIn(host, USUAL)
}

const NAMING =
  '.npmrc .yarnrc.yml .yarnrc bunfig.toml package.json pyproject.toml pip.conf Pipfile requirements.txt uv.toml poetry.toml .cargo/config.toml Cargo.toml Gemfile NuGet.Config nuget.config build.gradle build.gradle.kts settings.gradle settings.gradle.kts pom.xml composer.json helmfile.yaml Chart.yaml go.env .pre-commit-config.yaml'.split(
    ' ',
  )

function isOwn(host: string, facts: Facts): boolean {
  const remotes = [...(facts.git(facts.projectRoot)?.remotes.values() ?? [])]
  if (remotes.some((url) => url.includes(host))) return true
  return NAMING.some((name) => {
    const path = `${facts.projectRoot}/${name}`
    // What this session wrote there names nothing by itself.
    if (facts.session.written.has(path)) return false
    const fact = facts.text(path)
    return fact.kind === 'text' && fact.text.includes(host)
  })
}

/** `open`: by a line that anyone can change, or a machine without a name. */
export function strangenessOf(address: string, facts: Facts): 'open' | 'unknown' | undefined {
  const { scheme, host } = urlParts(address.replace(/^(?:git|hg|svn|registry|sparse)\+/, ''))
  if (host === '' || host.includes('\0') || !host.includes('.')) return undefined
  const where = addressOf(host)
  if (where === 'loopback' || where === 'private') return undefined
  const open = scheme === 'http' || /^[\d.]+$/.test(host) || where === 'callback'
  if ((!open && isUsualSource(host)) || isOwn(host, facts)) return undefined
  return open ? 'open' : 'unknown'
}

const SOURCES =
  /^(?:registry|registries|index|indexes|indices|mirrors?|channels?|feeds?|sources?|repos?|repository|repositories|taps?|remotes?|servers|externals|catalogs?|distribution|proxy|goproxy|pypi|cran|npmregistryserver|registryurls?|registryserver)$/
const ALL =
  /^(?:distribution|catalogs?|registry|registries|index|indexes|mirrors?|proxy|goproxy|sources?|npmregistryserver|registryurls?)$/
const CODE = /^(?:plugins?|modules?|hooks?|extensions?|extends|presets?|source|repo)$/

const ADDRESS = /^(?:ur[il]s?|baseur[il])$/

export function namesShelf(words: readonly string[], address: string): boolean {
  return SHELF.test(address) && words.some((word) => ADDRESS.test(word))
}

export function namesSource(words: readonly string[]): boolean {
  return words.some((word) => SOURCES.test(word))
}

export function namesWholeSource(words: readonly string[]): boolean {
  return words.some((word) => ALL.test(word))
}

const SHELF =
  /\/(?:simple|index|repo|repository|repositories|maven2?|npm|pypi|registry|charts|gems?|conda|v3|packages|cran|rocks|hex|nuget|dists|index\.json)(?:\/|$)|\.(?:git|jar|whl|gem|nupkg|crate)$/i
/** `git.host.example/team/name`: a module by the host it comes from. */
const MODULE = /^(?:[a-z0-9-]+\.)+[a-z]{2,}\/[\w.-]+(?:\/[\w.@-]+)*$/i

export function strangeSources(candidates: readonly Candidate[], by: string, facts: Facts): EffectDraft[] {
  const strange = new Set<string>()
  const seen = new Set<string>()
  for (const each of candidates) {
    if (!/[./]/.test(each.text)) continue
    const mark = `${each.keys.slice(-3).join(' ')} ${each.text}`
    if (seen.has(mark)) continue
    seen.add(mark)
    if (isStrange(each, facts)) strange.add(hostOf(unescaped(each.text)))
  }
  return installsFrom(strange, by)
}

export function installsFrom(hosts: ReadonlySet<string>, by: string): EffectDraft[] {
  return [...hosts].map((host) => ({
    kind: 'install',
    manager: by,
    packages: [host],
    origin: 'other-registry',
    scope: 'project',
    certainty: 'likely',
  }))
}

const MIRRORS = /^(?:distribution|registry|registries|index|indexes|mirrors?|wrapper)$/

/** What takes the place of a usual source, or a machine that nobody knows where all packages come from. */
export function isSwapped(address: string, words: readonly string[], old: string, facts: Facts): boolean {
  const strange = strangenessOf(address, facts)
  if (strange === undefined || (isDataEnding(endingOf(address)) === true && !isArchiveEnding(endingOf(address))))
    return false
  if (isUsualSource(hostOf(old)) && !isForge(hostOf(old))) return true
  const near = words.slice(-4).flatMap(wordsOf)
  if (near.some((word) => MIRRORS.test(word)) || /^(?:git|hg|svn|sparse|registry)\+http:/.test(address)) return true
  if (strange === 'open' && near.some((word) => /^repo(?:s|sitories)$/.test(word))) return true
  if (near.includes('source') && near.some((word) => ADDRESS.test(word))) return true
  return isStrange({ text: address, keys: [...words.slice(-3)] }, facts)
}

function unescaped(text: string): string {
  return text.replaceAll('\\:', ':')
}

function isStrange({ text: written, keys }: Candidate, facts: Facts): boolean {
  const text = unescaped(written)
  if (keys.length === 0) return false
  const url = /^(?:(?:git|hg|svn|registry|sparse)\+)?https?:\/\/[^\s/]+/i.test(text)
  if (!url && !MODULE.test(text)) return false
  const near = keys.slice(-3).flatMap(wordsOf)
  const code = near.some((word) => CODE.test(word))
  if (!url) return code && !near.includes('repo') && strangenessOf(`https://${text}`, facts) !== undefined
  if (!namesSource(near) && !code && !namesShelf(near, text)) return false
  const strange = strangenessOf(text, facts)
  if (strange === 'open') return SHELF.test(text) || namesWholeSource(near) || /^https?:\/\/[\d.]+[:/]?/.test(text)
  // Where a project lives is told under the same names; a list of repositories is what code is taken from.
  return (
    strange === 'unknown' &&
    (near.includes('repos') || near.some((word) => /^(?:plugins?|modules?|extends)$/.test(word)))
  )
}
