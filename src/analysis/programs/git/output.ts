import type { Command, DataSource, Value } from '../../words.ts'
import type { Scribe } from '../program.ts'

/** `rev:path` names a file of the repository as it was. */
export function pathOfRevision(text: string): string | undefined {
  const match = /^[^:]*:(?:\d:)?(?!\/\/)(.+)$/s.exec(text)
  return match?.[1]
}

const PRINTS_FILES = new Set(['show', 'cat-file', 'diff', 'log', 'blame', 'annotate', 'grep', 'whatchanged', 'archive'])

/** What git prints, when it is a file's content or a stored credential. */
export function outputSources(command: Command, scribe: Scribe): Value {
  const words = command.args.map((word) => word.text ?? '')
  const sources: DataSource[] = [{ kind: 'command', program: 'git', secret: false }]
  if (words.some((word) => PRINTS_FILES.has(word))) {
    for (const word of words) {
      const path = scribe.pathOf(pathOfRevision(word) ?? word)
      if (path.tags.includes('secret')) sources.push({ kind: 'file', path: path.real ?? path.text, secret: true })
    }
  }
  if (
    /^credential/.test(words.find((word) => !word.startsWith('-')) ?? '') &&
    words.some((word) => /^(?:fill|get)$/.test(word))
  )
    sources.push({ kind: 'secret-store', store: 'git credentials' })
  return { text: undefined, sources }
}
