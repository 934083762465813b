import type { PathUse } from '../paths.ts'
import type { Word } from '../words.ts'
import type { Call } from './dispatch.ts'
import { noteOverrun, spend } from './frame.ts'
import { getVariable } from './scope.ts'
import type { CoreScribe } from './scribe.ts'
import { literalWord } from './values.ts'

/** The files a plain name may stand for when this text, or an earlier one, set PATH to a place where the session put one of that name. */
export function foundOnPath({ command, frame }: Call, scribe: CoreScribe): readonly PathUse[] {
  const left = frame.facts.session.shell?.variables.get('PATH')
  const assigned =
    command.assignments.findLast(({ name }) => name === 'PATH')?.value ??
    getVariable(frame.scope, 'PATH')?.word ??
    (left === undefined ? undefined : literalWord(left))
  if (assigned === undefined || command.name === undefined) return []
  const { overlay } = frame.analysis
  const { written } = frame.facts.session
  const entries = entriesOf(assigned)
  if (entries.length > MOST_ENTRIES) {
    noteOverrun(frame, 'a search path too long to follow', command.span)
    return []
  }
  if (entries.length > FEW_ENTRIES && !spend(frame, entries.length * ENTRY, command.span)) return []
  for (const entry of entries) {
    if (entry === '') continue
    const use = scribe.pathOf(`${entry}/${command.name}`)
    if (use.real === undefined) continue
    if (use.sessionMade || overlay.files.has(use.real) || written.has(use.real)) return [use]
  }
  if (isOldPath(assigned)) return []
  const ending = `/${command.name}`
  const files = [...overlay.files.keys(), ...written.keys()].filter((file) => file.endsWith(ending))
  return [...new Set(files)].map((file) => scribe.pathOf(file))
}

const ENTRIES = new WeakMap<Word, readonly string[]>()

/** An empty entry is the directory the shell is in. */
function entriesOf(word: Word): readonly string[] {
  const known = ENTRIES.get(word)
  if (known) return known
  const entries = word.known.split(':', MOST_ENTRIES + 1).flatMap((part) => (part === '' ? ['.'] : part.split('\0')))
  ENTRIES.set(word, entries)
  return entries
}

const MOST_ENTRIES = 1_000
const FEW_ENTRIES = 40
const ENTRY = 2

function isOldPath({ known, sources }: Word): boolean {
  const entries = known.split(':')
  const whole = entries.every((entry) => entry === '\0' || !entry.includes('\0'))
  return (
    !known.includes('\0') ||
    (whole && entries.length > 1 && sources.every((source) => source.kind === 'environment' && source.name === 'PATH'))
  )
}
