import type { CodeLanguage, EffectDraft } from '../effects.ts'
import type { Scribe, Standing } from '../programs/program.ts'
import type { Analysis, Frame } from '../shell/frame.ts'
import { stateUnread, textsOf } from '../unread.ts'
import { readCode } from './read-code.ts'
import { byWord } from './syntax.ts'

export interface Sources {
  /** The directories or files that are run, or how their names begin; all of the project when there are none. */
  readonly under: readonly string[]
  readonly files: RegExp
}

const ALWAYS = /(?:^|\/)(?:conftest\.py|sitecustomize\.py|[\w-]+\.config\.[cm]?[jt]s|build\.rs|\.mocharc\.[cm]?js)$/

/** What test runners and builders of whatever language find by themselves: tests, and settings that are code. */
export const FOUND =
  /(?:^|\/)(?:test_[^/]*|[^/]*_test|conftest)\.py$|(?:^|[./_-])(?:tests?|specs?|cy|e2e)\.[cm]?[jt]sx?$|(?:^|\/)(?:__tests__|tests?|specs?|e2e|cypress|features|t)\/.*\.(?:[cm]?[jt]sx?|rb|php|t|pl|sh|bats|lua)$|[._-](?:test|spec)s?\.\w+$|\.(?:t|bats)$|(?:^|\/)[\w-]+\.config\.[cm]?[jt]s$|(?:^|\/)\.\w+rc\.[cm]?js$/i

const LANGUAGES = byWord<CodeLanguage>({
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
export function readWrittenSources(sources: Sources, scribe: Scribe): Standing {
  const { written } = scribe.facts.session
  if (written.size === 0) return 'proven'
  const chosen = [...written.keys()].filter((path) => isUnder(path, sources, scribe) && sources.files.test(path))
  let standing: Standing = 'proven'
  for (const [path, text] of textsOf(chosen, scribe)) {
    if (text === undefined) standing = 'plain'
    else if (readQuietly(path, text, scribe) !== 'fine' && standing === 'proven') standing = 'plain'
  }
  return standing
}

function isUnder(path: string, { under }: Sources, scribe: Scribe): boolean {
  if (under.length === 0 || ALWAYS.test(path)) return path.startsWith(`${scribe.facts.projectRoot}/`)
  return under.some((each) => path.startsWith(each))
}

function isPretended(draft: EffectDraft): boolean {
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

export function isWorthStating(draft: EffectDraft): boolean {
  if (draft.certainty === 'possible') return false
  return draft.kind === 'run-code' ? draft.origin === 'download' : !isPretended(draft)
}

export function readQuietly(path: string, text: string, scribe: Scribe, language?: CodeLanguage): 'fine' | 'doubtful' {
  const chosen = language ?? LANGUAGES.get(path.slice(path.lastIndexOf('.') + 1)) ?? 'other'
  let first = false
  const { drafts, doubtful } = readOnce(`${chosen} ${path}`, text, scribe, () => {
    first = true
    return read(path, text, scribe, chosen)
  })
  if (!first) for (const draft of drafts) scribe.effect(draft)
  return doubtful ? 'doubtful' : 'fine'
}

function read(path: string, text: string, scribe: Scribe, language: CodeLanguage): FileSaid {
  const drafts: EffectDraft[] = []
  let doubtful = false
  const quiet: Scribe = {
    ...scribe,
    // Past a bound nothing is known of the rest: that is told, whoever loads it.
    unknown: (why, kind) => (kind === 'unread-code' ? stateUnread(scribe, `${path}: ${why}`) : undefined),
    effect: (draft) => {
      if (draft.kind === 'run-code' && draft.origin === 'dynamic') doubtful = true
      if (!isWorthStating(draft)) return
      drafts.push(draft)
      scribe.effect(draft)
    },
  }
  readCode(language, text, { scribe: quiet, file: path, origin: 'session-file' })
  return { drafts, doubtful }
}

export interface FileSaid {
  readonly drafts: readonly EffectDraft[]
  readonly doubtful: boolean
}

interface Known extends FileSaid {
  readonly text: string
}

const KNOWN = new WeakMap<Analysis, Map<string, Known>>()

/**
 * Reads a file, or gives what its reading said when a command before it read the same text in the same place: what it ran then
 * stands in the book already. Several commands that load the same big files cost no more than one.
 */
export function readOnce(what: string, text: string, scribe: Scribe, read: () => FileSaid): FileSaid {
  const frame = frameOf(scribe)
  if (!frame) return read()
  const known = KNOWN.get(frame.analysis) ?? new Map<string, Known>()
  KNOWN.set(frame.analysis, known)
  const key = `${what}\0${circumstances(frame)}`
  const before = known.get(key)
  if (before?.text === text) return before
  const said = read()
  known.set(key, { ...said, text })
  return said
}

function frameOf(scribe: Scribe): Frame | undefined {
  return 'frame' in scribe ? (scribe.frame as Frame) : undefined
}

function circumstances({ analysis: { overlay }, scope, certainty, maybe, place, depth }: Frame): string {
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
