import { dirname, relative } from 'node:path'
import { attributeOf, type DocPage, isExternal, MARKDOWN, resolveLink, sitePath, type Token } from './pages.ts'
import { type NavGroup, shownPage } from './template.ts'

/** The site's page of one Markdown page. */
export function renderPage(page: DocPage, nav: readonly NavGroup[], paths: ReadonlySet<string>): string {
  const toPath = (path: string) => relative(dirname(sitePath(page.path)) || '.', path) || '.'
  const links = (token: Token) => rewriteLinks(token, page, paths)
  const tokens = page.tokens.map(links)
  for (const { at, anchor } of page.headings) tokens[at]?.attrSet('id', anchor)
  const body = MARKDOWN.renderer
    .render(tokens, MARKDOWN.options, {})
    .replaceAll('<table>', '<div class="table" tabindex="0"><table>')
    .replaceAll('</table>', '</table></div>')
    // What scrolls sideways must be reached by keyboard, too.
    .replaceAll('<pre>', '<pre tabindex="0">')
    .replace(
      /(<h[2-4] id="([^"]+)">)([\s\S]*?)(<\/h[2-4]>)/g,
      '$1$3 <a class="anchor" href="#$2" aria-label="Link to this heading">#</a>$4',
    )
  return shownPage({ page, nav, toPath, body })
}

/** Links to Markdown lead to its page; links to sources, which the site doesn't hold, are only text. */
function rewriteLinks(token: Token, page: DocPage, paths: ReadonlySet<string>): Token {
  let closesNothing = false
  for (const child of token.children ?? []) {
    if (child.type === 'link_close' && closesNothing) {
      child.tag = 'span'
      closesNothing = false
    }
    const target = child.type === 'link_open' ? attributeOf(child, 'href') : undefined
    if (target === undefined || isExternal(target) || target.startsWith('#')) continue
    const { path } = resolveLink(page.path, decodeURI(target))
    if (paths.has(path)) {
      child.attrSet('href', target.replace(/(^|\/)README\.md(?=#|$)/, '$1index.html').replace(/\.md(?=#|$)/, '.html'))
    } else if (!path.startsWith('docs/images/')) {
      child.tag = 'span'
      child.attrs = [['class', 'source']]
      closesNothing = true
    }
  }
  return token
}
