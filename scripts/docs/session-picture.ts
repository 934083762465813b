import { readFileSync } from 'node:fs'
import type { Page } from './markdown.ts'

/** The pictures of the README: two moments of the recorded session, as a terminal shows them. */
const RECORDING = 'docs/agents/claude-code.md'

/** What stands in the picture: the block that begins so, up to the line that's left out. */
const MOMENTS: readonly (readonly [begin: string, end: RegExp])[] = [
  ['❯ Free some space, please.', /^● I was not/],
  ["❯ Write the notes, and don't commit yet.", /^ Esc to cancel/],
]
const TITLE = 'Irongate in Claude Code: a denied call, and a call that needs approval'

const CELL = 8.4
const ROW = 21
const MARGIN = 20
const BAR = 34
const COLUMNS = 108

type Shade = 'text' | 'muted' | 'deny' | 'ask' | 'allow' | 'typed'
type Theme = Readonly<Record<Shade | 'back' | 'bar' | 'line' | 'prompt', string>>

const THEMES: Readonly<Record<'light' | 'dark', Theme>> = {
  light: {
    back: '#ffffff',
    bar: '#f6f8fa',
    line: '#d1d9e0',
    prompt: '#eef2f6',
    text: '#1f2328',
    muted: '#59636e',
    deny: '#b81f2b',
    ask: '#8a5a00',
    allow: '#19692c',
    typed: '#1f2328',
  },
  dark: {
    back: '#0d1117',
    bar: '#151b23',
    line: '#3d444d',
    prompt: '#1c232c',
    text: '#e6edf3',
    muted: '#9198a1',
    deny: '#ff8078',
    ask: '#e3b341',
    allow: '#6fdd8b',
    typed: '#ffffff',
  },
}

/** Words that mean something, wherever they stand in a line. */
const MEANING: readonly (readonly [RegExp, Shade])[] = [
  [/Blocked: [^.]*/g, 'deny'],
  [/Needs approval: [^.]*/g, 'ask'],
  [/"allow \d+"|`irongate approve \w+`/g, 'allow'],
  [/[⎿│─╌]+/g, 'muted'],
  [/\b(?:Reason|Why|Allow):/g, 'muted'],
]

function moments(): readonly (readonly string[])[] {
  const recorded = readFileSync(RECORDING, 'utf8')
  return MOMENTS.map(([begin, end]) => {
    const at = recorded.indexOf(`\n${begin}\n`)
    if (at < 0) throw new Error(`${RECORDING} has no ${JSON.stringify(begin)}`)
    const lines = recorded.slice(at + 1).split('\n')
    const last = lines.findIndex((line) => end.test(line) || line === '```')
    return lines.slice(0, last).join('\n').trimEnd().split('\n').flatMap(folded)
  })
}

/** As a terminal of this width folds it. */
function folded(line: string): readonly string[] {
  if (line.length <= COLUMNS) return [line]
  const cut = line.lastIndexOf(' ', COLUMNS)
  return [line.slice(0, cut), `${/^[ │]*/.exec(line)?.[0] ?? ''}${line.slice(cut + 1)}`]
}

interface Segment {
  readonly text: string
  readonly at: number
  readonly shade: Shade
}

function segmentsOf(line: string): readonly Segment[] {
  const plain: Shade = line.startsWith('❯ ') ? 'typed' : 'text'
  const shades = Array.from<Shade>({ length: line.length }).fill(plain)
  for (const [pattern, shade] of MEANING)
    for (const { index, 0: found } of line.matchAll(pattern)) shades.fill(shade, index, index + found.length)
  const starts = shades.flatMap((shade, at) => (at === 0 || shade !== shades[at - 1] ? [at] : []))
  return starts
    .map((at, number) => ({ text: line.slice(at, starts[number + 1]), at, shade: shades[at] ?? plain }))
    .filter(({ text }) => text.trim() !== '')
}

const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
const round = (pixels: number) => Math.round(pixels * 10) / 10

/** Each segment is given its width, so that no font of a reader's machine moves what follows it. */
function segmentMarkup({ text, at, shade }: Segment, y: number, theme: Theme): string {
  const lead = text.length - text.trimStart().length
  // Few fonts have the corner that Claude Code draws.
  const shown = text.trim().replaceAll('⎿', '└')
  const x = round(MARGIN + (at + lead) * CELL)
  const bold = shade === 'text' || shade === 'muted' ? '' : ' font-weight="600"'
  return `<text x="${x}" y="${y}" textLength="${round(shown.length * CELL)}" fill="${theme[shade]}"${bold}>${escaped(shown)}</text>`
}

function picture(theme: Theme): string {
  const rows = moments().flatMap((lines, number) => (number === 0 ? lines : ['', '', ...lines]))
  const width = round(2 * MARGIN + COLUMNS * CELL)
  const height = BAR + rows.length * ROW + MARGIN
  const body = rows.flatMap((line, number) => {
    const top = BAR + 8 + number * ROW
    const back = line.startsWith('❯ ')
      ? [
          `<rect x="${MARGIN - 8}" y="${top}" width="${width - 2 * MARGIN + 16}" height="${ROW + 2}" rx="4" fill="${theme.prompt}"/>`,
        ]
      : []
    return [...back, ...segmentsOf(line).map((segment) => segmentMarkup(segment, top + 16, theme))]
  })
  const dots = [0, 1, 2].map((dot) => `<circle cx="${20 + dot * 18}" cy="${BAR / 2}" r="5.5" fill="${theme.line}"/>`)
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" aria-label="${TITLE}">
<title>${TITLE}</title>
<rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="8" fill="${theme.back}" stroke="${theme.line}"/>
<path d="M1 ${BAR}V9a8 8 0 0 1 8-8h${round(width - 18)}a8 8 0 0 1 8 8v${BAR - 9}z" fill="${theme.bar}"/>
<path d="M1 ${BAR}h${round(width - 2)}" stroke="${theme.line}"/>
${dots.join('')}
<g font-family="ui-monospace, SFMono-Regular, Menlo, Consolas, 'DejaVu Sans Mono', monospace" font-size="14">
${body.join('\n')}
</g>
</svg>
`
}

/** Two files, since a README chooses by the reader's theme. */
export const SESSION_PICTURES: readonly Page[] = [
  ['docs/images/session-light.svg', picture(THEMES.light)],
  ['docs/images/session-dark.svg', picture(THEMES.dark)],
]
