import { cpSync, existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import { brokenLinks, type DocPage, isExternal, readPages, resolveLink, sitePath } from './site/pages.ts'
import { renderPage } from './site/render.ts'
import { searchIndexOf } from './site/search-index.ts'
import type { NavGroup } from './site/template.ts'

/**
 * Builds the docs site into `site/` from the pages as they stand in the repository, and fails on a link that leads nowhere. Nothing is
 * fetched, neither now nor by whoever reads it; it works from a folder as from a server.
 */
const ROOT = new URL('..', import.meta.url).pathname
const OUT = join(ROOT, 'site')
const INDEX = 'docs/README.md'

const started = performance.now()
const pages = readPages(ROOT)
const paths = new Set(pages.map(({ path }) => path))
const problems = [...brokenLinks(ROOT, pages)]

const nav = navOf(pages.find(({ path }) => path === INDEX))
rmSync(OUT, { recursive: true, force: true })
for (const page of pages) write(sitePath(page.path), renderPage(page, nav, paths))

const assets = join(OUT, 'assets')
mkdirSync(assets, { recursive: true })
cpSync(join(ROOT, 'scripts/site/style.css'), join(assets, 'style.css'))
cpSync(join(ROOT, 'src/server/dashboard/icon.svg'), join(assets, 'icon.svg'))
writeFileSync(join(assets, 'search-index.js'), `globalThis.searchIndex = ${JSON.stringify(searchIndexOf(pages))}\n`)
await build({
  entryPoints: [join(ROOT, 'scripts/site/browser/search.ts')],
  outfile: join(assets, 'search.js'),
  bundle: true,
  minify: true,
  format: 'iife',
  logLevel: 'warning',
})
for (const picture of new Set(pages.flatMap(picturesOf))) {
  mkdirSync(dirname(join(OUT, picture)), { recursive: true })
  cpSync(join(ROOT, picture), join(OUT, picture))
}

for (const problem of problems) process.stderr.write(`${problem}\n`)
const seconds = ((performance.now() - started) / 1000).toFixed(1)
process.stdout.write(`site/index.html: ${pages.length} pages, ${problems.length} problems, ${seconds} s\n`)
process.exitCode = problems.length === 0 ? 0 : 1

function write(path: string, text: string): void {
  mkdirSync(dirname(join(OUT, path)), { recursive: true })
  writeFileSync(join(OUT, path), text)
}

/** The groups and their order are those of the index, so that there is one list of pages. */
function navOf(index: DocPage | undefined): readonly NavGroup[] {
  if (index === undefined) throw new Error(`${INDEX} is missing`)
  const groups = index.headings.filter(({ level }) => level === 2)
  return groups.map(({ text, at }, number) => {
    const end = groups[number + 1]?.at ?? index.tokens.length
    const links = index.tokens.slice(at + 2, end).flatMap((token) => {
      const [link, name] = token.children ?? []
      const target = link?.type === 'link_open' ? link.attrGet('href') : null
      if (typeof target !== 'string' || name === undefined) return []
      return [{ title: name.content, path: resolveLink(INDEX, target).path }]
    })
    return { title: text, pages: links }
  })
}

function picturesOf({ path, links }: DocPage): readonly string[] {
  return links.flatMap(({ target }) => {
    const picture = isExternal(target) ? '' : resolveLink(path, target).path
    return /\.(?:png|svg)$/.test(picture) && existsSync(join(ROOT, picture)) ? [picture] : []
  })
}
