import type { Effect } from '../../effects.ts'
import { asItself } from '../../path-use.ts'
import { isActing, type PathTag, type PathUse } from '../../paths.ts'
import type { Command, DataSource, Value, Word } from '../../words.ts'
import { isXPath } from '../../xpath.ts'
import { type Grammar, type Options, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { asksForHelp, isStdin } from './grammar.ts'

export interface FileCall {
  readonly command: Command
  readonly scribe: Scribe
  readonly options: Options
  readonly operands: readonly Word[]
  readonly paths: (words: readonly Word[]) => readonly PathUse[]
  readonly reads: (words: readonly Word[], list?: boolean) => Standing
  readonly writes: (words: readonly Word[], how: How, content?: string) => Standing
  readonly deletes: (words: readonly Word[], how: Removal) => Standing
}

export interface FileTool extends Grammar {
  readonly names: string
  /** `--help` is a word like any other to it: it goes on with the rest. */
  readonly helpless?: true
  /** How it stands at best; `proven` without it. */
  readonly usual?: Standing
  /** The words that are read, where not all are options and operands as they stand. */
  readonly words?: (args: readonly Word[]) => readonly Word[]
  readonly acts: (call: FileCall) => Standing | readonly Standing[]
  /** What it prints: a value, or what these files hold. */
  readonly prints?: (call: FileCall) => Value | readonly Word[]
}

/** The reader of a program of files. Help only tells, and an option that is not known leaves doubt. */
export function fileTool(tool: FileTool): Program {
  const { names, helpless, usual = 'proven', words = (args) => args, acts, prints } = tool
  const called = (command: Command, scribe: Scribe): FileCall => {
    const options = readOptions(words(command.args), tool)
    return {
      command,
      scribe,
      options,
      operands: options.operands,
      paths: (words) => words.map((word) => scribe.path(word)),
      reads: (words, list) => reads(words, scribe, list),
      writes: (words, how, content) => weakest(...words.map((word) => writes(word, how, scribe, content))),
      deletes: (words, how) => weakest(...words.map((word) => deletes(word, how, scribe))),
    }
  }
  return {
    names: names.split(' '),
    read: (command, scribe) => {
      const call = called(command, scribe)
      // What is an option's value, or a word of a command that is handed on, asks for nothing.
      const taken = new Set([...call.options.given.values()].flat())
      if (!helpless && asksForHelp(words(command.args).filter((word) => !taken.has(word)))) return 'proven'
      return weakest(call.options.unknown.length > 0 ? 'unknown' : usual, ...[acts(call)].flat())
    },
    ...(prints && {
      output: (command, scribe) => {
        const printed = prints(called(command, scribe))
        return 'sources' in printed ? printed : value(undefined, sourcesOf(printed, command, scribe))
      },
    }),
  }
}

type How = Extract<Effect, { kind: 'write-path' }>['how']

/** Ordinary work: inside the project or a temporary directory, on a file that neither acts nor guards. */
export function workOn(path: PathUse): Standing {
  if (path.tags.includes('null-device')) return 'proven'
  const inside = path.zone === 'project' || path.zone === 'temp' || path.sessionMade
  return inside && !path.dynamic && !isActing(path) ? 'expected' : 'plain'
}

/** States that files are read; standard input is not a file. */
export function reads(words: readonly Word[], scribe: Scribe, list = false): Standing {
  let standing: Standing = 'proven'
  for (const word of words) {
    if (isStdin(word) || isQuery(word, words)) continue
    const read = readsPath(scribe.path(word), scribe, list)
    if (read !== 'proven') standing = weakest(standing, read)
  }
  return standing
}

/** What is picked out of the files beside it. */
function isQuery({ known, glob }: Word, words: readonly Word[]): boolean {
  return !glob && words.length > 1 && isXPath(known)
}

export function readsPath(path: PathUse, scribe: Scribe, list = false): Standing {
  scribe.effect({ kind: 'read-path', path, list })
  return readingOf(path)
}

/** Reading these is never a matter of course. */
const TELLING: ReadonlySet<PathTag> = new Set(['secret', 'socket', 'device-storage', 'history'])

function readingOf(path: PathUse): Standing {
  if (path.tags.some((tag) => TELLING.has(tag))) return 'plain'
  return path.dynamic && path.zone === 'unknown' ? 'expected' : 'proven'
}

export function writes(word: Word, how: How, scribe: Scribe, content?: string): Standing {
  if (isStdin(word)) return 'proven'
  return writesPath(scribe.path(word), how, scribe, content)
}

export function writesPath(path: PathUse, how: How, scribe: Scribe, content?: string): Standing {
  if (path.tags.includes('null-device')) return 'proven'
  scribe.effect({ kind: 'write-path', path, how, content })
  if (path.tags.includes('device-storage')) scribe.effect({ kind: 'delete-path', path, recursive: true, wipe: true })
  return workOn(path)
}

interface Carried {
  readonly how: How
  /** What is put there is these, as they are or packed. */
  readonly of: readonly PathUse[]
  readonly content?: string | undefined
  readonly as?: 'packed'
}

/** States that files or folders come to lie under another name. */
export function carries(path: PathUse, { how, of, content, as }: Carried, scribe: Scribe): Standing {
  if (path.tags.includes('null-device') || path.tags.includes('device-storage'))
    return writesPath(path, how, scribe, content)
  const places = of.flatMap((from) => placeOf(from, scribe))
  scribe.effect({ kind: 'write-path', path, how, content, of: places, ...(as && { as }) })
  return workOn(path)
}

export function packs(archive: Word, words: readonly Word[], scribe: Scribe): Standing {
  if (isStdin(archive)) return 'proven'
  const of = words.map((word) => scribe.path(word))
  return carries(scribe.path(archive), { how: 'overwrite', of, as: 'packed' }, scribe)
}

/** Where something lies; of a pattern, the folder before it. */
function placeOf({ real, glob, text }: PathUse, scribe: Scribe): readonly string[] {
  if (real !== undefined) return [real]
  const folder = glob ? scribe.pathOf(text.slice(0, text.search(/[^/]*[*?[]/)) || '.').real : undefined
  return folder === undefined ? [] : [folder]
}

export function makesFolder(word: Word, scribe: Scribe): Standing {
  const path = scribe.path(word)
  scribe.effect({ kind: 'write-path', path, how: 'create', content: undefined, as: 'folder' })
  return workOn(path)
}

export interface Removal {
  readonly recursive: boolean
  readonly wipe?: boolean
  readonly by?: string
}

export function deletes(word: Word, how: Removal, scribe: Scribe): Standing {
  return deletesPath(scribe.path(word), how, scribe)
}

export function deletesPath(named: PathUse, how: Removal, scribe: Scribe): Standing {
  const path = asItself(named)
  scribe.effect({ kind: 'delete-path', path, wipe: false, ...how })
  if (path.sessionMade || (path.recoverable() === 'yes' && path.zone === 'project')) return 'expected'
  return path.zone === 'temp' && !path.dynamic && !isActing(path) ? 'expected' : 'plain'
}

/** Where the data of these files (or of standard input, when there are none) comes from. */
export function sourcesOf(files: readonly Word[], command: Command, scribe: Scribe): DataSource[] {
  const sources: DataSource[] = []
  for (const word of files) {
    if (isStdin(word)) sources.push(...stdinSources(command))
    else if (!isQuery(word, files)) {
      const path = scribe.path(word)
      sources.push({ kind: 'file', path: path.real ?? path.text, secret: path.tags.includes('secret') })
    }
  }
  return files.length === 0 ? stdinSources(command) : sources
}

export function stdinSources(command: Command): DataSource[] {
  return command.stdin.kind === 'value' ? [...command.stdin.value.sources] : []
}

export function stdinText(command: Command): string | undefined {
  return command.stdin.kind === 'value' ? command.stdin.value.text : undefined
}

/** A text of this session's own making, or one the scribe can read. */
export function textOf(word: Word, command: Command, scribe: Scribe): string | undefined {
  if (isStdin(word)) return stdinText(command)
  const { real } = scribe.path(word)
  return real === undefined ? undefined : scribe.facts.session.written.get(real)
}

export function inputText(files: readonly Word[], command: Command, scribe: Scribe): string | undefined {
  if (files.length === 0) return stdinText(command)
  const texts = files.map((word) => textOf(word, command, scribe))
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined
}

export function value(text: string | undefined, sources: readonly DataSource[]): Value {
  return { text, sources }
}

const MANY = 400

/** What a filter lets through of what a command printed is about its pattern: a later command may act on it. */
export function filteredFor(pattern: string, sources: DataSource[]): DataSource[] {
  if (pattern === '') return sources
  return sources.map((source) =>
    source.kind === 'command' ? { ...source, about: `${source.about ?? ''} ${pattern}`.trim().slice(0, MANY) } : source,
  )
}
