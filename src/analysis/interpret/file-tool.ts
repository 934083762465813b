import type { Effect } from '../effects.ts'
import { linkItself } from '../paths/path-use.ts'
import { isActingPath, type PathTag, type PathUse } from '../paths/paths.ts'
import { isXPath } from '../text/xpath.ts'
import type { Command, DataSource, Value, Word } from '../words.ts'
import { weakestGrade } from './grade.ts'
import { type Grammar, type Options, readOptions } from './options.ts'
import type { CommandGrade, EffectRecorder, Program } from './program.ts'
import { isHelpRequest, isStdin } from './word-checks.ts'

export interface FileCall {
  readonly command: Command
  readonly recorder: EffectRecorder
  readonly options: Options
  readonly operands: readonly Word[]
  readonly paths: (words: readonly Word[]) => readonly PathUse[]
  readonly reads: (words: readonly Word[], list?: boolean) => CommandGrade
  readonly writes: (words: readonly Word[], how: WriteMode, content?: string) => CommandGrade
  readonly deletes: (words: readonly Word[], how: DeletionOptions) => CommandGrade
}

export interface FileTool extends Grammar {
  readonly names: string
  /** `--help` is a word like any other to it: it goes on with the rest. */
  readonly helpless?: true
  /** How it stands at best; `proven` without it. */
  readonly usual?: CommandGrade
  /** The words that are read, where not all are options and operands as they stand. */
  readonly words?: (args: readonly Word[]) => readonly Word[]
  readonly acts: (call: FileCall) => CommandGrade | readonly CommandGrade[]
  /** What it prints: a value, or what these files hold. */
  readonly prints?: (call: FileCall) => Value | readonly Word[]
}

/** The analyzer of a program of files. Help only tells, and an option that is not known leaves doubt. */
export function defineFileTool(tool: FileTool): Program {
  const { names, helpless, usual = 'proven', words = (args) => args, acts, prints } = tool
  const called = (command: Command, recorder: EffectRecorder): FileCall => {
    const options = readOptions(words(command.args), tool)
    return {
      command,
      recorder,
      options,
      operands: options.operands,
      paths: (words) => words.map((word) => recorder.path(word)),
      reads: (words, list) => recordReads(words, recorder, list),
      writes: (words, how, content) => weakestGrade(...words.map((word) => recordWrite(word, how, recorder, content))),
      deletes: (words, how) => weakestGrade(...words.map((word) => recordDeletion(word, how, recorder))),
    }
  }
  return {
    names: names.split(' '),
    read: (command, recorder) => {
      const call = called(command, recorder)
      // What is an option's value, or a word of a command that is handed on, asks for nothing.
      const taken = new Set([...call.options.given.values()].flat())
      if (!helpless && isHelpRequest(words(command.args).filter((word) => !taken.has(word)))) return 'proven'
      return weakestGrade(call.options.unknown.length > 0 ? 'unknown' : usual, ...[acts(call)].flat())
    },
    ...(prints && {
      output: (command, recorder) => {
        const printed = prints(called(command, recorder))
        return 'sources' in printed ? printed : makeValue(undefined, collectInputSources(printed, command, recorder))
      },
    }),
  }
}

type WriteMode = Extract<Effect, { kind: 'write-path' }>['how']

/** Ordinary work: inside the project or a temporary directory, on a file that neither acts nor guards. */
export function gradeFileWork(path: PathUse): CommandGrade {
  if (path.tags.includes('null-device')) return 'proven'
  const inside = path.zone === 'project' || path.zone === 'temp' || path.sessionMade
  return inside && !path.dynamic && !isActingPath(path) ? 'expected' : 'plain'
}

/** States that files are read; standard input is not a file. */
export function recordReads(words: readonly Word[], recorder: EffectRecorder, list = false): CommandGrade {
  let grade: CommandGrade = 'proven'
  for (const word of words) {
    if (isStdin(word) || isXPathQuery(word, words)) continue
    const read = recordPathRead(recorder.path(word), recorder, list)
    if (read !== 'proven') grade = weakestGrade(grade, read)
  }
  return grade
}

/** What is picked out of the files beside it. */
function isXPathQuery({ known, glob }: Word, words: readonly Word[]): boolean {
  return !glob && words.length > 1 && isXPath(known)
}

export function recordPathRead(path: PathUse, recorder: EffectRecorder, list = false): CommandGrade {
  recorder.effect({ kind: 'read-path', path, list })
  return gradeRead(path)
}

/** Reading these is never a matter of course. */
const SENSITIVE_READ_TAGS: ReadonlySet<PathTag> = new Set(['secret', 'socket', 'device-storage', 'history'])

function gradeRead(path: PathUse): CommandGrade {
  if (path.tags.some((tag) => SENSITIVE_READ_TAGS.has(tag))) return 'plain'
  return path.dynamic && path.zone === 'unknown' ? 'expected' : 'proven'
}

export function recordWrite(word: Word, how: WriteMode, recorder: EffectRecorder, content?: string): CommandGrade {
  if (isStdin(word)) return 'proven'
  return recordPathWrite(recorder.path(word), how, recorder, content)
}

/** A file that a program changes where it lies; with a suffix it keeps what was there. */
export function recordInPlaceEdit(word: Word, suffix: Word | undefined, recorder: EffectRecorder): CommandGrade {
  if (isStdin(word) || suffix === undefined || suffix.known === '') return recordWrite(word, 'edit', recorder)
  const path = recorder.path(word)
  recorder.effect({ kind: 'write-path', path, how: 'edit', content: undefined, backup: true })
  return gradeFileWork(path)
}

export function recordPathWrite(
  path: PathUse,
  how: WriteMode,
  recorder: EffectRecorder,
  content?: string,
): CommandGrade {
  if (path.tags.includes('null-device')) return 'proven'
  recorder.effect({ kind: 'write-path', path, how, content })
  if (path.tags.includes('device-storage')) recorder.effect({ kind: 'delete-path', path, recursive: true, wipe: true })
  return gradeFileWork(path)
}

interface FileCopy {
  readonly how: WriteMode
  /** What is put there is these, as they are or packed. */
  readonly of: readonly PathUse[]
  readonly content?: string | undefined
  readonly as?: 'packed'
}

/** States that files or folders come to lie under another name. */
export function recordFileCopy(
  path: PathUse,
  { how, of, content, as }: FileCopy,
  recorder: EffectRecorder,
): CommandGrade {
  if (path.tags.includes('null-device') || path.tags.includes('device-storage'))
    return recordPathWrite(path, how, recorder, content)
  const places = of.flatMap((from) => resolvePlaces(from, recorder))
  recorder.effect({ kind: 'write-path', path, how, content, of: places, ...(as && { as }) })
  return gradeFileWork(path)
}

export function recordArchiveWrite(archive: Word, words: readonly Word[], recorder: EffectRecorder): CommandGrade {
  if (isStdin(archive)) return 'proven'
  const of = words.map((word) => recorder.path(word))
  return recordFileCopy(recorder.path(archive), { how: 'overwrite', of, as: 'packed' }, recorder)
}

/** Where something lies; of a pattern, the folder before it. */
function resolvePlaces({ real, glob, text }: PathUse, recorder: EffectRecorder): readonly string[] {
  if (real !== undefined) return [real]
  const folder = glob ? recorder.pathOf(text.slice(0, text.search(/[^/]*[*?[]/)) || '.').real : undefined
  return folder === undefined ? [] : [folder]
}

export function recordFolderCreation(word: Word, recorder: EffectRecorder): CommandGrade {
  const path = recorder.path(word)
  recorder.effect({ kind: 'write-path', path, how: 'create', content: undefined, as: 'folder' })
  return gradeFileWork(path)
}

export interface DeletionOptions {
  readonly recursive: boolean
  readonly wipe?: boolean
  readonly by?: string
}

export function recordDeletion(word: Word, how: DeletionOptions, recorder: EffectRecorder): CommandGrade {
  return recordPathDeletion(recorder.path(word), how, recorder)
}

export function recordPathDeletion(named: PathUse, how: DeletionOptions, recorder: EffectRecorder): CommandGrade {
  const path = linkItself(named)
  recorder.effect({ kind: 'delete-path', path, wipe: false, ...how })
  if (path.sessionMade || (path.recoverable() === 'yes' && path.zone === 'project')) return 'expected'
  return path.zone === 'temp' && !path.dynamic && !isActingPath(path) ? 'expected' : 'plain'
}

/** Where the data of these files (or of standard input, when there are none) comes from. */
export function collectInputSources(files: readonly Word[], command: Command, recorder: EffectRecorder): DataSource[] {
  const sources: DataSource[] = []
  for (const word of files) {
    if (isStdin(word)) sources.push(...readStdinSources(command))
    else if (!isXPathQuery(word, files)) {
      const path = recorder.path(word)
      sources.push({ kind: 'file', path: path.real ?? path.text, secret: path.tags.includes('secret') })
    }
  }
  return files.length === 0 ? readStdinSources(command) : sources
}

export function readStdinSources(command: Command): DataSource[] {
  return command.stdin.kind === 'value' ? [...command.stdin.value.sources] : []
}

export function readStdinText(command: Command): string | undefined {
  return command.stdin.kind === 'value' ? command.stdin.value.text : undefined
}

/** A text of this session's own making, or one the recorder can read. */
export function readWordText(word: Word, command: Command, recorder: EffectRecorder): string | undefined {
  if (isStdin(word)) return readStdinText(command)
  const { real } = recorder.path(word)
  return real === undefined ? undefined : recorder.facts.session.written.get(real)
}

export function readInputText(files: readonly Word[], command: Command, recorder: EffectRecorder): string | undefined {
  if (files.length === 0) return readStdinText(command)
  const texts = files.map((word) => readWordText(word, command, recorder))
  return texts.every((text) => text !== undefined) ? texts.join('') : undefined
}

export function makeValue(text: string | undefined, sources: readonly DataSource[]): Value {
  return { text, sources }
}

const MAX_TOPIC_LENGTH = 400

/** What a filter lets through of what a command printed is about its pattern: a later command may act on it. */
export function narrowSourceTopics(pattern: string, sources: DataSource[]): DataSource[] {
  if (pattern === '') return sources
  return sources.map((source) =>
    source.kind === 'command'
      ? { ...source, about: `${source.about ?? ''} ${pattern}`.trim().slice(0, MAX_TOPIC_LENGTH) }
      : source,
  )
}
