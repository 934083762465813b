import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A command line that a page shows, in a block or between backticks. */
export interface ShownCommand {
  readonly page: string
  readonly line: number
  readonly text: string
  /** In a block of commands each line is one, whatever program it starts. */
  readonly place: 'block' | 'text'
}

const ROOT = new URL('../../', import.meta.url).pathname
const ROOT_PAGES = ['README.md', 'SECURITY.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md', 'bench/README.md']
/** Its examples are calls that an agent makes, and are run as such; the other is the list of all commands itself. */
const OTHERS = /^docs\/(?:categories\/|programs\.md|specification\.md|cli\.md)/

export function docPages(): readonly string[] {
  const inDocs = readdirSync(join(ROOT, 'docs'), { recursive: true, encoding: 'utf8' })
  return [...ROOT_PAGES, ...inDocs.filter((name) => name.endsWith('.md')).map((name) => `docs/${name}`)].filter(
    (page) => !OTHERS.test(page),
  )
}

export function shownCommands(): readonly ShownCommand[] {
  return docPages().flatMap((page) => commandsOf(page, readFileSync(join(ROOT, page), 'utf8')))
}

function commandsOf(page: string, text: string): readonly ShownCommand[] {
  let fence: string | undefined
  return text
    .replace(/(?:.*\\\n)+.*/g, (cut) => `${cut.replace(/\s*\\\n\s*/g, ' ')}${'\n'.repeat(cut.split('\n').length - 1)}`)
    .split('\n')
    .flatMap((row, at): readonly ShownCommand[] => {
      const [, mark, language = ''] = /^\s*(```)(\w*)/.exec(row) ?? []
      if (mark !== undefined) {
        fence = fence === undefined ? language : undefined
        return []
      }
      const found = { page, line: at + 1 }
      if (fence === undefined) {
        const spans = [...row.matchAll(/`((?:sudo )?(?:irongate|npm run|npx) [^`]+)`/g)]
        return spans.map(([, span = '']) => ({ ...found, text: span, place: 'text' }))
      }
      const typed = /^\$ (.+)/.exec(row)?.[1] ?? (fence === 'sh' ? row : '')
      const line = typed.replace(/\s+#\s.*$/, '').trim()
      return line === '' || line.startsWith('#') ? [] : [{ ...found, text: line, place: 'block' }]
    })
}

const WORD = /'([^']*)'|"([^"]*)"|((?:[^\s'"&;|<>]|<[\w-]+>)+)|(&&|;|\||>>?|<)/g

/** The words as a shell takes them apart, up to a redirect or a pipe; further commands of the line are lines of their own. */
export function wordsOf(line: string): readonly (readonly string[])[] {
  const parts: string[][] = [[]]
  for (const [, one, two, bare, operator] of line.matchAll(WORD)) {
    if (operator !== undefined) parts.push(operator === '&&' || operator === ';' ? [] : [operator])
    else parts.at(-1)?.push(one ?? two ?? bare ?? '')
  }
  return parts.filter(([first]) => first !== undefined && !/^[|<>]/.test(first))
}
