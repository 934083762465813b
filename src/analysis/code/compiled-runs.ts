import type { Scribe } from '../programs/program.ts'
import type { Command } from '../words.ts'
import { isCompiled } from './compiled.ts'

export function compiledSources(command: Command, base: string, scribe: Scribe): readonly string[] {
  const { written } = scribe.facts.session
  const sources = [...written.keys()].filter(isCompiled)
  if (sources.length === 0) return []
  if (base === 'java') {
    const main = command.args.find((word) => word.text !== undefined && /^[A-Z]\w*$|\.[A-Z]\w*$/.test(word.text))?.text
    return sources.filter(
      (path) => main !== undefined && path.endsWith(`/${main.slice(main.lastIndexOf('.') + 1)}.java`),
    )
  }
  const use = command.head ? scribe.path(command.head) : undefined
  const own = use?.zone === 'project' || use?.zone === 'temp'
  if (!own || use.real === undefined || isText(use.real, scribe)) return []
  return madeFrom(base, sources)
}

export function librarySources(library: string, scribe: Scribe): readonly string[] {
  return madeFrom(library, [...scribe.facts.session.written.keys()].filter(isCompiled))
}

/** Any of them may have gone into it, under whatever name; that of its own name is read first. */
function madeFrom(made: string, sources: readonly string[]): readonly string[] {
  return sources.toSorted((one, other) => Number(stem(other) === stem(made)) - Number(stem(one) === stem(made)))
}

/** Can what lies there, or was written there, be read as it is? */
function isText(path: string, scribe: Scribe): boolean {
  const { written, built } = scribe.facts.session
  if (written.get(path) !== undefined) return true
  const text = built?.has(path) ? undefined : scribe.readText(path)
  return text !== undefined && !text.startsWith('\x7fELF') && !text.includes('\0')
}

function stem(path: string): string {
  return path.slice(path.lastIndexOf('/') + 1).replace(/\.[^.]*$/, '')
}
