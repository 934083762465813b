import type { Section, Table } from '../frame/section.ts'
import { escaped } from './escape.ts'
import { svgOf } from './plot.ts'

const STYLE = `
:root { color-scheme: light dark; font: 15px/1.5 system-ui, sans-serif }
body { max-width: 68rem; margin: 2rem auto; padding: 0 1rem }
h1, h2 { line-height: 1.2 } h2 { margin-top: 2.5rem; border-bottom: 1px solid #8884 }
table { border-collapse: collapse; margin: 1rem 0; font-variant-numeric: tabular-nums; font-size: 0.9rem; display: block; overflow-x: auto }
th, td { padding: 0.2rem 0.7rem; border-bottom: 1px solid #8883; text-align: right; vertical-align: top }
th:first-child, td:first-child { text-align: left }
caption { text-align: left; font-weight: 600; padding: 0.3rem 0 }
figure { margin: 1.2rem 0; max-width: 42rem } figcaption { font-weight: 600 }
svg { width: 100%; height: auto; font-size: 11px } svg text { fill: currentColor }
.missed { background: #d9770618; border-left: 4px solid #d97706; padding: 0.1rem 1rem }
nav a { margin-right: 0.8rem }
`

/** The whole report as one file. */
export function htmlOf(title: string, about: readonly string[], sections: readonly Section[]): string {
  const links = sections.map(({ title: name }, at) => `<a href="#s${at}">${escaped(name)}</a>`).join(' ')
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escaped(title)}</title><style>${STYLE}</style></head><body>
<h1>${escaped(title)}</h1>
${about.map((line) => `<p>${escaped(line)}</p>`).join('\n')}
<nav>${links}</nav>
${sections.map(sectionHtml).join('\n')}
</body></html>
`
}

function sectionHtml({ title, notes = [], tables = [], plots = [] }: Section, at: number): string {
  const body = [
    `<h2 id="s${at}">${escaped(title)}</h2>`,
    ...notes.map((note) => `<p>${escaped(note)}</p>`),
    ...plots.map(svgOf),
    ...tables.map(tableHtml),
  ].join('\n')
  return at === 0 ? `<section class="missed">${body}</section>` : `<section>${body}</section>`
}

function tableHtml({ caption, head, rows }: Table): string {
  const cells = (row: readonly string[], tag: 'td' | 'th') =>
    row.map((cell) => `<${tag}>${escaped(cell)}</${tag}>`).join('')
  const named = caption === undefined ? '' : `<caption>${escaped(caption)}</caption>`
  return `<table>${named}<thead><tr>${cells(head, 'th')}</tr></thead><tbody>${rows.map((row) => `<tr>${cells(row, 'td')}</tr>`).join('')}</tbody></table>`
}
