import type { ToolCall } from '../analysis/action.ts'
import type { Facts } from '../analysis/facts.ts'
import { recordCredentialSearch, recordSecretFileSearch } from '../analysis/interpret/credential-search.ts'
import { createToolRecorder } from '../analysis/interpret/tool-recorder.ts'
import { pathUse } from '../analysis/paths/path-use.ts'
import type { PathUse } from '../analysis/paths/paths.ts'
import { recordUnread } from '../analysis/text/read-limits.ts'
import type { Tool, ToolInput, ToolReading } from '../analysis/tool.ts'
import { textField } from './input.ts'

/** A tool that reads one path. Secret places take it off the safe list: see SAFE_TOOLS. */
function readOnePath(call: ToolCall, facts: Facts, where: { key: string; list: boolean }): ToolReading {
  const notes = createToolRecorder(call.tool, facts)
  const path = notes.recorder.pathOf(textField(call.input, where.key) || '.')
  notes.recorder.effect({ kind: 'read-path', path, list: where.list })
  return { ...notes.reading(), grade: path.tags.includes('secret') ? undefined : 'proven' }
}

export const READ_TOOL: Tool = {
  name: 'Read',
  aliases: ['FileRead'],
  relevance: 'safe',
  kind: 'read',
  encode: (input) => textField(input, 'file_path'),
  read: (call, facts) => readOnePath(call, facts, { key: 'file_path', list: false }),
}

export const NOTEBOOK_READ_TOOL: Tool = {
  name: 'NotebookRead',
  relevance: 'judged',
  kind: 'read',
  encode: (input) => textField(input, 'notebook_path'),
  read: (call, facts) => readOnePath(call, facts, { key: 'notebook_path', list: false }),
}

export const LS_TOOL: Tool = {
  name: 'LS',
  relevance: 'judged',
  kind: 'read',
  encode: (input) => textField(input, 'path'),
  read: (call, facts) => readOnePath(call, facts, { key: 'path', list: true }),
}

/** Files of secrets that a search names by a pattern and shows the lines of. */
function shownSecretFiles(call: ToolCall, glob: string, where: PathUse, facts: Facts): PathUse | undefined {
  if (glob === '' || glob.startsWith('!') || textField(call.input, 'output_mode') !== 'content') return undefined
  const known = `${where.real ?? where.text}/${glob}`
  const use = pathUse({ known, text: known, glob: /[*?[]/.test(glob), dynamic: false }, facts.cwd, facts)
  return use.tags.includes('secret') ? use : undefined
}

const MOST_PLACES = 100

/** Further places that one search looks through, as the tools of some hosts have it. */
function searchPlaces(input: ToolInput): readonly string[] {
  const places = Object.hasOwn(input, 'paths') ? input['paths'] : []
  return Array.isArray(places) ? places.map(String) : []
}

/** Where a search looks, for a judge. */
function searchPlacesText(input: ToolInput): string {
  const places = [textField(input, 'path'), ...searchPlaces(input)].filter((place) => place !== '')
  return places.length === 0 ? '' : ` in ${places.join(', ')}`
}

/** A search over the home directory or the machine for credentials comes across the places they are kept in. */
function readSearch(call: ToolCall, facts: Facts, list: boolean): ToolReading {
  const notes = createToolRecorder(call.tool, facts)
  const { recorder } = notes
  const pattern = textField(call.input, 'pattern')
  const names = list ? pattern : textField(call.input, 'glob')
  const rooted = list && /^[/~]/.test(pattern) ? pattern.slice(0, pattern.search(/[*?[{]|$/)).replace(/[^/]*$/, '') : ''
  const others = searchPlaces(call.input)
  const paths = [rooted || textField(call.input, 'path') || '.', ...others.slice(0, MOST_PLACES)].map((place) =>
    recorder.pathOf(place),
  )
  for (const path of paths) recorder.effect({ kind: 'read-path', path, list })
  const isWide =
    !list &&
    names === '' &&
    textField(call.input, 'type') === '' &&
    paths.some(mayContainHome) &&
    !isSpecificPattern(pattern)
  // What fits every line of a home also fits those of its keys.
  if (isWide) recorder.effect({ kind: 'observe', what: 'credential-scan', certainty: 'likely' })
  const base = names.slice(names.lastIndexOf('/') + 1)
  const shown = list ? [] : paths.flatMap((path) => shownSecretFiles(call, base, path, facts) ?? [])
  for (const path of shown) recorder.effect({ kind: 'read-path', path, list: false })
  const hunts =
    (!list && recordCredentialSearch(pattern, paths, recorder)) ||
    (names !== '' && recordSecretFileSearch([base, names], paths, recorder))
  if (hunts && !list) recorder.effect({ kind: 'read-path', path: recorder.pathOf('~/.ssh'), list, certainty: 'likely' })
  if (others.length > MOST_PLACES) recordUnread(recorder, 'it searches more places than are looked at')
  const isSecret = paths.some(({ tags }) => tags.includes('secret'))
  const proven = !hunts && !isWide && shown.length === 0 && !isSecret && others.length <= MOST_PLACES
  return { ...notes.reading(), grade: proven ? 'proven' : undefined }
}

const MIN_LETTERS = 3

/** A pattern with a word in it finds that word; `.` and `[0-9a-f]+` find whatever there is. */
function isSpecificPattern(pattern: string): boolean {
  return pattern.replace(/\\.|\[[^\]]*\]|\{[^}]*\}|[^a-z]/gi, '').length >= MIN_LETTERS
}

function mayContainHome({ zone }: PathUse): boolean {
  return zone === 'home-root' || zone === 'root'
}

export const GREP_TOOL: Tool = {
  name: 'Grep',
  relevance: 'safe',
  kind: 'read',
  encode: (input) => `${textField(input, 'pattern')}${searchPlacesText(input)}`,
  read: (call, facts) => readSearch(call, facts, false),
}

export const GLOB_TOOL: Tool = {
  name: 'Glob',
  relevance: 'safe',
  kind: 'read',
  encode: (input) => `${textField(input, 'pattern')}${searchPlacesText(input)}`,
  read: (call, facts) => readSearch(call, facts, true),
}
