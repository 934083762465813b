import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { packingProblems } from './shipped.ts'
import { packTarball, repositoryFrom, type Tarball, userManifest, withAbsoluteLinks } from './tarball.ts'

const WEB = 'https://git.example.com/acme/irongate'

describe.skipIf(!existsSync('dist/build'))('the packed package', () => {
  let folder = ''
  let tarball: Tarball
  const textOf = (path: string) => readFileSync(join(folder, 'package', path), 'utf8')

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'irongate-packed-'))
    // As the release names it: by the way from here.
    tarball = packTarball('.', relative('.', folder), WEB)
    execFileSync('tar', ['-xzf', tarball.file, '-C', folder])
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  it('holds only listed files, each place within its weight', () => expect(packingProblems(tarball)).toEqual([]))

  it('has a manifest without scripts, tools and overrides', () => {
    expect(Object.keys(JSON.parse(textOf('package.json'))).sort()).toEqual([
      'author',
      'bin',
      'bugs',
      'description',
      'engines',
      'exports',
      'homepage',
      'keywords',
      'license',
      'name',
      'peerDependencies',
      'peerDependenciesMeta',
      'repository',
      'type',
      'version',
    ])
  })

  it('has a README whose links all lead to files of the repository', () => {
    const targets = [...textOf('README.md').matchAll(/\]\(([^)\s]+)\)|(?:src|href)="([^"]+)"/g)]
      .map(([, link, attribute]) => link ?? attribute ?? '')
      .filter((target) => !target.startsWith('#'))
    expect(targets.length).toBeGreaterThan(20)
    for (const target of targets) {
      expect(target).toMatch(/^https:/)
      const [, path] = new RegExp(`^${WEB}/(?:blob|raw)/v[\\d.]+/([^#]+)`).exec(target) ?? []
      if (path !== undefined) expect(existsSync(path), target).toBe(true)
    }
  })

  it('has pages whose links within the package lead to packed files', () => {
    const packed = new Set(tarball.files.map(({ path }) => path))
    const pages = [...packed].filter((path) => path.startsWith('docs/') && !path.startsWith('docs/categories/'))
    const inside = pages.flatMap((page) =>
      [...textOf(page).matchAll(/\]\((?![a-z]+:|#)([^)\s#]+)/g)].map(([, link = '']) => join(dirname(page), link)),
    )
    expect(inside.length).toBeGreaterThan(30)
    for (const path of inside) expect(packed, path).toContain(path)
  })

  it('keeps the plugin’s script executable', () => {
    expect(statSync(join(folder, 'package/hooks/irongate')).mode & 0o111).toBe(0o111)
  })
})

it('a file that nobody listed, and a place that is missing, are problems', () => {
  const files = [{ path: 'src/secret.ts', size: 1 }]
  const found = packingProblems({ file: '', files, unpackedSize: 1 })
  expect(found[0]).toBe('src/secret.ts is not for users')
  expect(found.length).toBeGreaterThan(10)
})

it('a place that is too heavy is a problem', () => {
  const files = [{ path: 'README.md', size: 61_000 }]
  expect(packingProblems({ file: '', files, unpackedSize: 61_000 })[0]).toMatch(/^61 kB .*the limit is 60$/)
})

describe('links', () => {
  const places = { page: 'docs/a.md', web: WEB, tag: 'v1.0.0', kept: new Set(['docs/kept.md']) }
  it.each([
    ['[b](b.md)', `[b](${WEB}/blob/v1.0.0/docs/b.md)`],
    ['[b](../SECURITY.md#how)', `[b](${WEB}/blob/v1.0.0/SECURITY.md#how)`],
    ['![b](images/b.png)', `![b](${WEB}/raw/v1.0.0/docs/images/b.png)`],
    ['[![b](images/b.png)](b.md)', `[![b](${WEB}/raw/v1.0.0/docs/images/b.png)](${WEB}/blob/v1.0.0/docs/b.md)`],
    ['<img alt="x" src="images/b.png">', `<img alt="x" src="${WEB}/raw/v1.0.0/docs/images/b.png">`],
    ['<a href="b.md">', `<a href="${WEB}/blob/v1.0.0/docs/b.md">`],
    ['[kept](kept.md#part)', '[kept](kept.md#part)'],
    ['[part](#part), [web](https://example.net/a.md), [mail](mailto:a@example.net)', undefined],
  ])('%s', (text, expected) => {
    expect(withAbsoluteLinks(text, places)).toBe(expected ?? text)
  })
})

it('without a known repository the manifest names none', () => {
  expect(userManifest({ name: 'x', version: '1.0.0', scripts: {} }, undefined)).toEqual({ name: 'x', version: '1.0.0' })
  expect(repositoryFrom({ GITHUB_SERVER_URL: 'https://git.example.com' })).toBeUndefined()
  expect(repositoryFrom({ GITHUB_SERVER_URL: 'https://git.example.com', GITHUB_REPOSITORY: 'a/b' })).toBe(
    'https://git.example.com/a/b',
  )
})

it.each(['dependencies', 'optionalDependencies'])('%s fail: the manifest of users would not name them', (name) => {
  expect(() => userManifest({ version: '1.0.0', [name]: { hono: '1' } }, undefined)).toThrow('hono')
})
