import type { ToolCall } from '../analysis/action.ts'
import type { Facts } from '../analysis/facts.ts'
import { pathUse } from '../analysis/path-use.ts'
import type { PathUse } from '../analysis/paths.ts'
import { notesCredentialSearch, notesSecretFileSearch } from '../analysis/programs/files/credential-search.ts'
import type { Input, Tool, ToolReading } from '../analysis/tool.ts'
import { toolNotes } from '../analysis/tool-scribe.ts'
import { stateUnread } from '../analysis/unread.ts'
import { text } from './input.ts'

/** A tool that reads one path. Secret places take it off the safe list: see SAFE_TOOLS. */
function reads(call: ToolCall, facts: Facts, where: { key: string; list: boolean }): ToolReading {
  const notes = toolNotes(call.tool, facts)
  const path = notes.scribe.pathOf(text(call.input, where.key) || '.')
  notes.scribe.effect({ kind: 'read-path', path, list: where.list })
  return { ...notes.reading(), grade: path.tags.includes('secret') ? undefined : 'proven' }
}

export const READ: Tool = {
  name: 'Read',
  aliases: ['FileRead'],
  relevance: 'safe',
  kind: 'read',
  encode: (input) => text(input, 'file_path'),
  read: (call, facts) => reads(call, facts, { key: 'file_path', list: false }),
}

export const NOTEBOOK_READ: Tool = {
  name: 'NotebookRead',
  relevance: 'judged',
  kind: 'read',
  encode: (input) => text(input, 'notebook_path'),
  read: (call, facts) => reads(call, facts, { key: 'notebook_path', list: false }),
}

export const LS: Tool = {
  name: 'LS',
  relevance: 'judged',
  kind: 'read',
  encode: (input) => text(input, 'path'),
  read: (call, facts) => reads(call, facts, { key: 'path', list: true }),
}

/** Files of secrets that a search names by a pattern and shows the lines of. */
function shownFiles(call: ToolCall, glob: string, where: PathUse, facts: Facts): PathUse | undefined {
  if (glob === '' || glob.startsWith('!') || text(call.input, 'output_mode') !== 'content') return undefined
  const known = `${where.real ?? where.text}/${glob}`
  const use = pathUse({ known, text: known, glob: /[*?[]/.test(glob), dynamic: false }, facts.cwd, facts)
  return use.tags.includes('secret') ? use : undefined
}

const MOST_PLACES = 100

/** Further places that one search looks through, as the tools of some hosts have it. */
function placesIn(input: Input): readonly string[] {
  const places = Object.hasOwn(input, 'paths') ? input['paths'] : []
  return Array.isArray(places) ? places.map(String) : []
}

/** Where a search looks, for a judge. */
function whereShown(input: Input): string {
  const places = [text(input, 'path'), ...placesIn(input)].filter((place) => place !== '')
  return places.length === 0 ? '' : ` in ${places.join(', ')}`
}

/** A search over the home directory or the machine for credentials comes across the places they are kept in. */
function searches(call: ToolCall, facts: Facts, list: boolean): ToolReading {
  const notes = toolNotes(call.tool, facts)
  const { scribe } = notes
  const pattern = text(call.input, 'pattern')
  const names = list ? pattern : text(call.input, 'glob')
  const rooted = list && /^[/~]/.test(pattern) ? pattern.slice(0, pattern.search(/[*?[{]|$/)).replace(/[^/]*$/, '') : ''
  const others = placesIn(call.input)
  const paths = [rooted || text(call.input, 'path') || '.', ...others.slice(0, MOST_PLACES)].map((place) =>
    scribe.pathOf(place),
  )
  for (const path of paths) scribe.effect({ kind: 'read-path', path, list })
  const isWide =
    !list && names === '' && text(call.input, 'type') === '' && paths.some(holdsAHome) && !isTelling(pattern)
  // What fits every line of a home also fits those of its keys.
  if (isWide) scribe.effect({ kind: 'observe', what: 'credential-scan', certainty: 'likely' })
  const base = names.slice(names.lastIndexOf('/') + 1)
  const shown = list ? [] : paths.flatMap((path) => shownFiles(call, base, path, facts) ?? [])
  for (const path of shown) scribe.effect({ kind: 'read-path', path, list: false })
  const hunts =
    (!list && notesCredentialSearch(pattern, paths, scribe)) ||
    (names !== '' && notesSecretFileSearch([base, names], paths, scribe))
  if (hunts && !list) scribe.effect({ kind: 'read-path', path: scribe.pathOf('~/.ssh'), list, certainty: 'likely' })
  if (others.length > MOST_PLACES) stateUnread(scribe, 'it searches more places than are looked at')
  const isSecret = paths.some(({ tags }) => tags.includes('secret'))
  const proven = !hunts && !isWide && shown.length === 0 && !isSecret && others.length <= MOST_PLACES
  return { ...notes.reading(), grade: proven ? 'proven' : undefined }
}

const LEAST_LETTERS = 3

/** A pattern with a word in it finds that word; `.` and `[0-9a-f]+` find whatever there is. */
function isTelling(pattern: string): boolean {
  return pattern.replace(/\\.|\[[^\]]*\]|\{[^}]*\}|[^a-z]/gi, '').length >= LEAST_LETTERS
}

function holdsAHome({ zone }: PathUse): boolean {
  return zone === 'home-root' || zone === 'root'
}

export const GREP: Tool = {
  name: 'Grep',
  relevance: 'safe',
  kind: 'read',
  encode: (input) => `${text(input, 'pattern')}${whereShown(input)}`,
  read: (call, facts) => searches(call, facts, false),
}

export const GLOB: Tool = {
  name: 'Glob',
  relevance: 'safe',
  kind: 'read',
  encode: (input) => `${text(input, 'pattern')}${whereShown(input)}`,
  read: (call, facts) => searches(call, facts, true),
}
