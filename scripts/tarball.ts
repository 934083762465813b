import { execFileSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, posix, resolve } from 'node:path'

export interface Tarball {
  readonly file: string
  readonly files: readonly { readonly path: string; readonly size: number }[]
  readonly unpackedSize: number
}

export type Manifest = Readonly<Record<string, unknown>> & { readonly version: string }

/** What whoever installs the package needs of its manifest. Scripts and tools are the repository's own. */
const USER_FIELDS = [
  'name',
  'version',
  'description',
  'keywords',
  'license',
  'author',
  'type',
  'engines',
  'bin',
  'exports',
  'peerDependencies',
  'peerDependenciesMeta',
]

/** Packs what users get: the listed files with a manifest and links of their own, from a folder that holds nothing else. */
export function packTarball(root: string, to: string, repository = repositoryFrom(process.env)): Tarball {
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as Manifest
  const [listed] = npmPack(root, ['--dry-run'])
  const paths = listed.files.map(({ path }) => path)
  const folder = mkdtempSync(join(tmpdir(), 'irongate-pack-'))
  try {
    for (const path of paths) {
      const target = join(folder, path)
      mkdirSync(dirname(target), { recursive: true })
      copyFileSync(join(root, path), target)
      if (repository === undefined || !path.endsWith('.md')) continue
      const links = { page: path, web: repository, tag: `v${manifest.version}`, kept: linksKept(path, paths) }
      writeFileSync(target, withAbsoluteLinks(readFileSync(target, 'utf8'), links))
    }
    writeFileSync(join(folder, 'package.json'), `${JSON.stringify(userManifest(manifest, repository), null, 2)}\n`)
    mkdirSync(to, { recursive: true })
    // npm runs in the other folder.
    const [{ filename, files, unpackedSize }] = npmPack(folder, ['--pack-destination', resolve(to)])
    return { file: join(to, filename), files, unpackedSize }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

export function userManifest(manifest: Manifest, repository: string | undefined): Record<string, unknown> {
  const installed = Object.keys({
    ...objectIn(manifest, 'dependencies'),
    ...objectIn(manifest, 'optionalDependencies'),
  })
  if (installed.length > 0) throw new Error(`users would have to install ${installed.join(', ')}; bundle it instead`)
  const kept = Object.fromEntries(USER_FIELDS.flatMap((name) => (name in manifest ? [[name, manifest[name]]] : [])))
  if (repository === undefined) return kept
  return {
    ...kept,
    repository: { type: 'git', url: `git+${repository}.git` },
    homepage: `${repository}#readme`,
    bugs: `${repository}/issues`,
  }
}

function objectIn(manifest: Manifest, name: string): object {
  const found = manifest[name]
  return typeof found === 'object' && found !== null ? found : {}
}

/** Where the repository is to be seen: CI says so, and packing elsewhere goes without. */
export function repositoryFrom(environment: Readonly<Record<string, string | undefined>>): string | undefined {
  const { GITHUB_SERVER_URL: server, GITHUB_REPOSITORY: name } = environment
  return server && name ? `${server}/${name}` : undefined
}

/** The README is shown outside of the package, where none of its links leads anywhere; a page leads to the pages beside it. */
function linksKept(page: string, packed: readonly string[]): ReadonlySet<string> {
  return new Set(page === 'README.md' ? [] : packed)
}

export interface LinkPlaces {
  readonly page: string
  readonly web: string
  readonly tag: string
  /** Files that are linked to as they are. */
  readonly kept: ReadonlySet<string>
}

/** `](docs/a.md#b)`, `src="x.png"`, `srcset="x.svg"`; none with a scheme, and none within the page. */
const LINK = /(\]\(|\b(?:src|srcset|href)=")(?![a-z]+:|#)([^)\s"#]+)/g
const PICTURE = /\.(?:png|svg|gif|jpe?g|webp)$/

export function withAbsoluteLinks(text: string, { page, web, tag, kept }: LinkPlaces): string {
  return text.replace(LINK, (link, before: string, target: string) => {
    const path = posix.join(posix.dirname(page), target)
    return kept.has(path) ? link : `${before}${web}/${PICTURE.test(path) ? 'raw' : 'blob'}/${tag}/${path}`
  })
}

type Packed = Pick<Tarball, 'files' | 'unpackedSize'> & { readonly filename: string }

function npmPack(cwd: string, more: readonly string[]): [Packed] {
  const args = ['pack', '--json', '--ignore-scripts', '--loglevel=error', ...more]
  return JSON.parse(execFileSync('npm', args, { cwd, encoding: 'utf8' })) as [Packed]
}
