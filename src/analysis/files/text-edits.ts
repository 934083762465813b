import { wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { Facts } from '../facts.ts'
import type { PathUse } from '../paths/paths.ts'
import type { WrittenFile } from './file-effects.ts'

interface Replacement {
  readonly from: string
  readonly to: string
  readonly everywhere: boolean
}

export function readCurrentText(real: string | undefined, facts: Facts): string | undefined {
  if (real === undefined) return undefined
  const written = facts.session.written.get(real)
  if (written !== undefined) return written
  const fact = facts.text(real)
  return fact.kind === 'text' ? fact.text : undefined
}

/** A text after the edits of a call; undefined when they do not fit it. */
export function applyEdits(before: string, input: Readonly<Record<string, unknown>>): string | undefined {
  const replacements = readReplacements(input)
  if (replacements.length === 0) return undefined
  let text = before
  for (const { from, to, everywhere } of replacements) {
    const at = text.indexOf(from)
    if (at < 0 || (from === '' && text !== '')) return undefined
    text = everywhere ? text.split(from).join(to) : `${text.slice(0, at)}${to}${text.slice(at + from.length)}`
    if (text.length > MAX_LENGTH) return undefined
  }
  return text
}

const OLD_TEXT_KEYS = ['old_string', 'old_str', 'old_text', 'oldText', 'oldString', 'needle', 'search', 'find']
const PARTIAL_EDIT_WORDS = new Set(
  'append insert prepend add edit patch replace modify change rename delete remove line lines symbol regex block'.split(
    ' ',
  ),
)

export function toWrittenFile(
  path: PathUse,
  content: string,
  { tool, input }: { readonly tool: string; readonly input: Readonly<Record<string, unknown>> },
  facts: Facts,
): WrittenFile {
  const old = OLD_TEXT_KEYS.filter((key) => Object.hasOwn(input, key))
    .map((key) => input[key])
    .find((text) => typeof text === 'string' && text !== '')
  if (typeof old === 'string') return { path, content, whole: false, before: old }
  const isPiece = wordsOf(tool).some((word) => PARTIAL_EDIT_WORDS.has(word))
  return { path, content, whole: true, before: isPiece ? undefined : readCurrentText(path.real, facts) }
}

const MAX_LENGTH = 4 * 1024 * 1024
const MAX_EDITS = 200

function readReplacements(input: Readonly<Record<string, unknown>>): Replacement[] {
  const { edits } = input
  const list: readonly unknown[] = Array.isArray(edits) ? edits : [input]
  if (list.length > MAX_EDITS) return []
  const found = list.map(readReplacement)
  return found.every((each) => each !== undefined) ? found : []
}

function readReplacement(edit: unknown): Replacement | undefined {
  if (typeof edit !== 'object' || edit === null) return undefined
  const { old_string: from, new_string: to, replace_all: everywhere } = edit as Record<string, unknown>
  return typeof from === 'string' && typeof to === 'string' ? { from, to, everywhere: everywhere === true } : undefined
}
