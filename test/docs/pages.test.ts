import { describe, expect, it } from 'vitest'
import { brokenLinks, pageOf, readPages, resolveLink, slugOf } from '../../scripts/site/pages.ts'

const ROOT = new URL('../../', import.meta.url).pathname
const pages = readPages(ROOT)

describe('pages of the docs', () => {
  it('link only to files and headings that are there', () => {
    expect(pages.flatMap(({ links }) => links).length).toBeGreaterThan(200)
    expect(brokenLinks(ROOT, pages)).toEqual([])
  })

  it('are all listed in the index', () => {
    const index = 'docs/README.md'
    const listed = pages.find(({ path }) => path === index)?.links.map(({ target }) => resolveLink(index, target).path)
    const inDocs = pages.map(({ path }) => path).filter((path) => /^docs\/(?!categories\/(?!README))/.test(path))
    expect(inDocs.filter((path) => path !== index && !listed?.includes(path))).toEqual([])
  })

  it('have one title each, before everything else', () => {
    const titled = pages.map(({ path, headings }) => [path, headings.filter(({ level }) => level === 1).length])
    expect(titled.filter(([, titles]) => titles !== 1)).toEqual([])
    expect(pages.filter(({ headings }) => headings[0]?.level !== 1).map(({ path }) => path)).toEqual([])
  })
})

describe('brokenLinks', () => {
  const page = (text: string) => pageOf('docs/page.md', text)

  it.each([
    ['a file that is there', '[a](limits.md)', []],
    ['a source', '[a](../src/gate.ts)', []],
    ['an address', '[a](https://example.com/x)', []],
    ['a heading of the page', '# A page\n\n## Say it: twice\n\n[a](#say-it-twice)', []],
    ['a second heading of the same text', '# A\n\n## B\n\n## B\n\n[a](#b-1)', []],
    ['a missing file', '[a](missing.md)', ['docs/page.md:1: missing.md: there is no such file']],
    [
      'a missing picture',
      '# A\n\n<img src="images/none.png">',
      ['docs/page.md:3: images/none.png: there is no such file'],
    ],
    ['a missing heading', '# A\n\n[a](#b)', ['docs/page.md:3: #b: there is no such heading']],
    ['a place outside', '[a](../../secret.md)', ['docs/page.md:1: ../../secret.md: there is no such file']],
  ])('%s', (_what, text, expected) => {
    expect(brokenLinks(ROOT, [page(text), ...pages])).toEqual(expected)
  })
})

describe('slugOf', () => {
  it.each([
    ['Rules and settings', 'rules-and-settings'],
    ["What you can't do: `git push`", 'what-you-cant-do-git-push'],
    ['What it is 100% – or not', 'what-it-is-100--or-not'],
  ])('%s', (heading, slug) => expect(slugOf(heading)).toBe(slug))
})
