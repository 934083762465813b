import { dirname } from 'node:path'
import { NEW } from './clients.ts'
import type { Sandbox } from './sandbox.ts'

/** A session as a person saw it, as text for a document: what changes from run to run is replaced by fixed words. */
export interface Recording {
  /** A sentence between two parts. */
  say(text: string): void
  /** What a terminal shows after a command. */
  terminal(command: string, shown: string): void
  /** What the client's screen shows from the last line that begins so. */
  screen(shown: string, from: string): void
  text(): string
}

/** A page's width. What is wider is folded, and goes on indented. */
const WIDTH = 138
const IDS = ['3f9a01c2', 'b81e44d7', '5c20f9a6', 'e7d3180b', '90c6b2f4']

export function createRecording({ home, project }: Sandbox): Recording {
  const parts: string[] = []
  const ids = new Map<string, string>()
  const idFor = (id: string) => {
    const known = ids.get(id) ?? IDS[ids.size]
    if (known === undefined) throw new Error('there are more ids than words for them')
    ids.set(id, known)
    return known
  }
  const steady = (text: string) =>
    text
      .replaceAll(project, '/home/me/project')
      .replaceAll(home, '/home/me')
      .replaceAll(dirname(NEW), '/usr/local/bin')
      // The scratch account is not the home of whoever runs this.
      .replace(/^warning: HOME is .*\n/m, '')
      .replace(/ \[\[\w+\]\]/g, '')
      .replace(/Type \d{4} to confirm: \d{4}/g, 'Type 4711 to confirm: 4711')
      .replace(/until \d\d:\d\d/g, 'until 10:30')
      .replace(/\b(?=[a-f]*\d)[0-9a-f]{8}\b/g, idFor)
  const block = (text: string) => {
    const lines = steady(text).split('\n').flatMap(folded)
    parts.push(`\`\`\`text\n${lines.join('\n').trim()}\n\`\`\``)
  }
  return {
    say: (text) => parts.push(text),
    terminal: (command, shown) => block(`$ ${command}\n${shown}`),
    screen: (shown, from) => block(conversation(shown, from)),
    text: () => `${parts.join('\n\n')}\n`,
  }
}

/** Without the client's picture, its input line and what it says of time; rules are cut to a page. */
function conversation(shown: string, from: string): string {
  const lines = shown.replaceAll('\u00a0', ' ').split('\n')
  const start = lines.findLastIndex((line) => line.startsWith(from))
  if (start < 0) throw new Error(`the screen shows no ${from}:\n${shown}`)
  const isInput = (line: string, at: number) => line.startsWith('───') && /^❯/.test(lines[start + at + 1] ?? '')
  const rest = lines.slice(start)
  const end = rest.findIndex((line, at) => at > 0 && (line.startsWith('✻') || isInput(line, at)))
  return (
    rest
      .slice(0, end < 0 ? undefined : end)
      .filter((line) => !/^ Tip:|· \/effort$/.test(line))
      .map((line) => line.replace(/^([─╌])\1{40,}$/, (rule) => rule.slice(0, 60)))
      .join('\n')
      .replace(/\n{3,}/g, '\n\n')
      // The dot before a call that waits goes on and off.
      .replace(/^ {2}(?=\S[^\n]*\n {2}⎿ {2}\$ )/gm, '● ')
  )
}

function folded(line: string): readonly string[] {
  const indent = `${/^[+ ⎿│●]*/.exec(line)?.[0].replace(/[⎿│●]/g, ' ') ?? ''}    `
  const out: string[] = []
  let rest = line
  while (rest.length > WIDTH) {
    const space = rest.lastIndexOf(' ', WIDTH)
    const cut = space > indent.length ? space : WIDTH
    out.push(rest.slice(0, cut).trimEnd())
    rest = `${indent}${rest.slice(cut).trimStart()}`
  }
  return [...out, rest.trimEnd()]
}
