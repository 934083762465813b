import { type DocPage, sitePath } from './pages.ts'

/** Pages that belong together, in the order of the index. */
export interface NavGroup {
  readonly title: string
  readonly pages: readonly { readonly title: string; readonly path: string }[]
}

interface Shown {
  readonly page: DocPage
  readonly nav: readonly NavGroup[]
  /** From this page to another file of the site. */
  readonly toPath: (path: string) => string
  readonly body: string
}

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
}

export function shownPage({ page, nav, toPath, body }: Shown): string {
  const title = page.path === 'README.md' ? 'Irongate' : `${page.title} · Irongate`
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>${escapeHtml(title)}</title>
<link rel="icon" href="${toPath('assets/icon.svg')}">
<link rel="stylesheet" href="${toPath('assets/style.css')}">
<script src="${toPath('assets/search.js')}" data-root="${toPath('.')}/" defer></script>
</head>
<body>
<a class="skip" href="#main">Skip to the text</a>
<header>
<a class="home" href="${toPath('index.html')}">Irongate</a>
<div class="search" role="search">
<input type="search" id="search" placeholder="Search the docs" aria-label="Search the docs" autocomplete="off">
<ol id="results" hidden></ol>
</div>
</header>
<div class="columns">
<nav class="pages" aria-label="Pages">
<details open>
<summary>All pages</summary>
${nav.map((group) => navGroup(group, page, toPath)).join('\n')}
</details>
</nav>
<main id="main">
${body}
</main>
${contents(page)}
</div>
</body>
</html>
`
}

function navGroup({ title, pages }: NavGroup, { path: here }: DocPage, toPath: Shown['toPath']): string {
  const items = pages.map(({ title: name, path }) => {
    const current = path === here ? ' aria-current="page"' : ''
    return `<li><a href="${toPath(sitePath(path))}"${current}>${escapeHtml(name)}</a></li>`
  })
  return `<h2>${escapeHtml(title)}</h2>\n<ul>\n${items.join('\n')}\n</ul>`
}

/** Long pages, such as the list of programs, have more headings than anyone reads beside them. */
const MOST_CONTENTS = 40

function contents({ headings }: DocPage): string {
  const sections = headings.filter(({ level }) => level === 2)
  if (sections.length < 2 || sections.length > MOST_CONTENTS) return ''
  const items = sections.map(({ text, anchor }) => `<li><a href="#${anchor}">${escapeHtml(text)}</a></li>`)
  return `<nav class="contents" aria-label="On this page">\n<h2>On this page</h2>\n<ul>\n${items.join('\n')}\n</ul>\n</nav>`
}
