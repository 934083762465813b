import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import markdownIt from 'markdown-it'

/** One Markdown page of the repository: its text as tokens, its headings with their anchors, and where it links to. */
export interface DocPage {
  readonly path: string
  readonly title: string
  readonly tokens: readonly Token[]
  readonly headings: readonly Heading[]
  readonly links: readonly Link[]
}

export interface Heading {
  readonly level: number
  readonly text: string
  readonly anchor: string
  /** The place of its opening token. */
  readonly at: number
}

export interface Link {
  readonly target: string
  readonly line: number
}

export type Token = ReturnType<typeof MARKDOWN.parse>[number]

export const MARKDOWN = markdownIt({ html: true })

/** Pages at the root that readers are sent to; the rest lies in `docs`. */
const ROOT_PAGES = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'CHANGELOG.md', 'bench/README.md']

export function readPages(root: string): readonly DocPage[] {
  const inDocs = readdirSync(join(root, 'docs'), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.md'))
    .sort()
    .map((name) => `docs/${name}`)
  return [...ROOT_PAGES, ...inDocs].map((path) => pageOf(path, readFileSync(join(root, path), 'utf8')))
}

export function pageOf(path: string, text: string): DocPage {
  const tokens = MARKDOWN.parse(text, {})
  const headings = headingsOf(tokens)
  return { path, title: headings[0]?.text ?? path, tokens, headings, links: tokens.flatMap(linksOf) }
}

function headingsOf(tokens: readonly Token[]): readonly Heading[] {
  const seen = new Map<string, number>()
  return tokens.flatMap((token, at) => {
    if (token.type !== 'heading_open') return []
    const text = plainText(tokens[at + 1])
    const slug = slugOf(text)
    const before = seen.get(slug) ?? 0
    seen.set(slug, before + 1)
    return [{ level: Number(token.tag.slice(1)), text, anchor: before === 0 ? slug : `${slug}-${before}`, at }]
  })
}

/** The anchor that GitHub gives a heading. */
export function slugOf(heading: string): string {
  return heading
    .trim()
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
}

export function plainText(inline: Token | undefined): string {
  return (inline?.children ?? [])
    .map(({ type, content }) => (type === 'text' || type === 'code_inline' ? content : type === 'softbreak' ? ' ' : ''))
    .join('')
}

/** Links and pictures of one block, in Markdown as in HTML. */
function linksOf({ type, children, content, map }: Token): readonly Link[] {
  const line = (map?.[0] ?? 0) + 1
  const inHtml = (html: string) =>
    [...html.matchAll(/\b(?:src|href|srcset)="([^"]+)"/g)].map(([, target = '']) => target)
  const targets =
    type === 'html_block'
      ? inHtml(content)
      : (children ?? []).flatMap((child) => {
          if (child.type === 'html_inline') return inHtml(child.content)
          const target = attributeOf(child, child.type === 'image' ? 'src' : 'href')
          return target === undefined ? [] : [decodeURI(target)]
        })
  return targets.map((target) => ({ target, line }))
}

export function attributeOf(token: Token, name: string): string | undefined {
  const value = token.attrGet(name)
  return value === null ? undefined : String(value)
}

export const isExternal = (target: string): boolean => /^[a-z][a-z+.-]*:/i.test(target)

/** The file of the repository that a link on a page stands for, and the anchor in it. */
export function resolveLink(page: string, target: string): { readonly path: string; readonly anchor: string } {
  const [file = '', anchor = ''] = target.split('#', 2)
  return { path: file === '' ? page : normalize(join(dirname(page), file)), anchor }
}

/** Every link of these pages that leads nowhere, in the site or on GitHub. */
export function brokenLinks(root: string, pages: readonly DocPage[]): readonly string[] {
  const byPath = new Map(pages.map((page) => [page.path, page]))
  return pages.flatMap((page) =>
    page.links.flatMap(({ target, line }) => {
      if (isExternal(target)) return []
      const { path, anchor } = resolveLink(page.path, target)
      const where = `${page.path}:${line}: ${target}`
      const linked = byPath.get(path)
      const isThere = linked !== undefined || (!path.startsWith('..') && existsSync(join(root, path)))
      if (!isThere) return [`${where}: there is no such file`]
      if (linked === undefined && path.endsWith('.md')) return [`${where}: that page isn't part of the docs`]
      const found = anchor === '' || linked?.headings.some((heading) => heading.anchor === anchor)
      return found ? [] : [`${where}: there is no such heading`]
    }),
  )
}

/** Where a page lies in the site: as in the repository, so that relative links stay what they are. */
export function sitePath(path: string): string {
  return path.replace(/(^|\/)README\.md$/, '$1index.html').replace(/\.md$/, '.html')
}
