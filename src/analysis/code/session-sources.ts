import type { CodeLanguage, EffectDraft } from '../effects.ts'
import type { CommandGrade, EffectRecorder } from '../interpret/program.ts'
import type { Analysis, Frame } from '../shell/frame.ts'
import { readTexts, recordUnread } from '../text/read-limits.ts'
import { readCode } from './read-code.ts'
import { expandKeys } from './syntax.ts'

export interface SourceScope {
  /** The directories or files that are run, or how their names begin; all of the project when there are none. */
  readonly under: readonly string[]
  readonly files: RegExp
}

const ALWAYS_LOADED =
  /(?:^|\/)(?:conftest\.py|sitecustomize\.py|[\w-]+\.config\.[cm]?[jt]s|build\.rs|\.mocharc\.[cm]?js)$/

/** What test runners and builders of whatever language find by themselves: tests, and settings that are code. */
export const DISCOVERED_FILES =
  /(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$|(?:^|[./_-])(?:tests?|specs?|cy|e2e)\.[cm]?[jt]sx?$|(?:^|\/)(?:__tests__|tests?|specs?|e2e|cypress|features|t)\/.*\.(?:[cm]?[jt]sx?|rb|php|t|pl|sh|bats|lua)$|[._-](?:test|spec)s?\.\w+$|\.(?:t|bats)$|(?:^|\/)[\w-]+\.config\.[cm]?[jt]s$|(?:^|\/)\.\w+rc\.[cm]?js$/i

const LANGUAGE_BY_ENDING = expandKeys<CodeLanguage>({
  py: 'python',
  'js cjs mjs jsx ts cts mts tsx': 'javascript',
  rb: 'ruby',
  php: 'php',
  'pl pm t': 'perl',
  'sh bash bats': 'shell',
})

/**
 * Reads the files of this session that a run would compile or load. A runner is trusted with sources that were there before;
 * what the session itself wrote is looked at first. Code that is only partly understood stays ordinary work of the project:
 * what is stated are the effects that were found.
 */
export function readSessionSources(sources: SourceScope, recorder: EffectRecorder): CommandGrade {
  const { written } = recorder.facts.session
  if (written.size === 0) return 'proven'
  const chosen = [...written.keys()].filter((path) => isUnder(path, sources, recorder) && sources.files.test(path))
  let grade: CommandGrade = 'proven'
  for (const [path, text] of readTexts(chosen, recorder)) {
    if (text === undefined) grade = 'plain'
    else if (readWithoutRecording(path, text, recorder) !== 'fine' && grade === 'proven') grade = 'plain'
  }
  return grade
}

function isUnder(path: string, { under }: SourceScope, recorder: EffectRecorder): boolean {
  if (under.length === 0 || ALWAYS_LOADED.test(path)) return path.startsWith(`${recorder.facts.projectRoot}/`)
  return under.some((each) => path.startsWith(each))
}

function isMockedInTests(draft: EffectDraft): boolean {
  switch (draft.kind) {
    case 'external-write':
    case 'download':
      return true
    case 'send-data':
      return draft.payload.every(({ kind }) => kind === 'literal' || kind === 'unknown' || kind === 'argument')
    case 'connect':
      return draft.address !== 'metadata' && draft.address !== 'callback'
    case 'listen':
      return draft.reach === 'loopback' || draft.reach === 'network'
    default:
      return false
  }
}

export function isWorthRecording(draft: EffectDraft): boolean {
  if (draft.certainty === 'possible') return false
  return draft.kind === 'run-code' ? draft.origin === 'download' : !isMockedInTests(draft)
}

export function readWithoutRecording(
  path: string,
  text: string,
  recorder: EffectRecorder,
  language?: CodeLanguage,
): 'fine' | 'doubtful' {
  const chosen = language ?? LANGUAGE_BY_ENDING.get(path.slice(path.lastIndexOf('.') + 1)) ?? 'other'
  let first = false
  const { drafts, doubtful } = readFileOnce(`${chosen} ${path}`, text, recorder, () => {
    first = true
    return readSourceFile(path, text, recorder, chosen)
  })
  if (!first) for (const draft of drafts) recorder.effect(draft)
  return doubtful ? 'doubtful' : 'fine'
}

function readSourceFile(path: string, text: string, recorder: EffectRecorder, language: CodeLanguage): FileReading {
  const drafts: EffectDraft[] = []
  let doubtful = false
  const quiet: EffectRecorder = {
    ...recorder,
    // Past a bound nothing is known of the rest: that is told, whoever loads it.
    unknown: (why, kind) => (kind === 'unread-code' ? recordUnread(recorder, `${path}: ${why}`) : undefined),
    effect: (draft) => {
      if (draft.kind === 'run-code' && draft.origin === 'dynamic') doubtful = true
      if (!isWorthRecording(draft)) return
      drafts.push(draft)
      recorder.effect(draft)
    },
  }
  readCode(language, text, { recorder: quiet, file: path, origin: 'session-file' })
  return { drafts, doubtful }
}

export interface FileReading {
  readonly drafts: readonly EffectDraft[]
  readonly doubtful: boolean
}

interface KnownReading extends FileReading {
  readonly text: string
}

const KNOWN_READINGS = new WeakMap<Analysis, Map<string, KnownReading>>()

/**
 * Reads a file, or gives what its reading said when a command before it read the same text in the same place: what it ran then
 * stands in the book already. Several commands that load the same big files cost no more than one.
 */
function readFileOnce(what: string, text: string, recorder: EffectRecorder, read: () => FileReading): FileReading {
  const frame = frameOf(recorder)
  if (!frame) return read()
  const known = KNOWN_READINGS.get(frame.analysis) ?? new Map<string, KnownReading>()
  KNOWN_READINGS.set(frame.analysis, known)
  const key = `${what}\0${readingKey(frame)}`
  const before = known.get(key)
  if (before?.text === text) return before
  const said = read()
  known.set(key, { ...said, text })
  return said
}

function frameOf(recorder: EffectRecorder): Frame | undefined {
  return 'frame' in recorder ? (recorder.frame as Frame) : undefined
}

function readingKey({ analysis: { overlay }, scope, certainty, maybe, place, depth }: Frame): string {
  const variables: string[] = []
  for (let at: typeof scope.parent = scope; at; at = at.parent)
    for (const [name, variable] of at.variables) variables.push(`${name}=${variable?.word.known ?? ''}`)
  const files = [
    overlay.files.order.length,
    overlay.files.replaced,
    overlay.changes.length,
    overlay.copies.length,
    overlay.links.size,
  ]
  return [scope.cwd, certainty, maybe, place, depth, ...files, ...variables].join('\0')
}
