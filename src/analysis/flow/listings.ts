import { join } from 'node:path/posix'
import { literalWord } from '../interpret/values.ts'
import type { DataSource, Listing, Value, Word } from '../words.ts'

const MAX_PLACES = 40
const MAX_LENGTH = 1_000

type CommandSource = Extract<DataSource, { kind: 'command' }>

/** Only listings: what holds values, secrets or another's text is followed as data. */
export function listingOf({ text, paths = [], sources }: Value): Listing | undefined {
  if (text !== undefined) return undefined
  const places = paths
    .filter(({ known }) => known.startsWith('/') && known.length < MAX_LENGTH)
    .slice(0, MAX_PLACES)
    .map(({ known, glob }) => ({ known, all: glob }))
  const listed = sources.filter(isListingSource)
  if (places.length === 0 && (listed.length === 0 || listed.length < sources.length)) return undefined
  const by = listed.slice(0, MAX_PLACES).map(({ program, about }) => ({
    program,
    ...(about !== undefined && { about: about.slice(0, MAX_LENGTH) }),
  }))
  return { places, by }
}

function isListingSource(source: DataSource): source is CommandSource {
  return source.kind === 'command' && !source.secret && source.printed === undefined
}

/** What a later command reads in such a file. */
export function listedValue({ places, by }: Listing): Value {
  const sources = by.map((one): CommandSource => ({ kind: 'command', secret: false, ...one }))
  const value: Value = { text: undefined, sources }
  return places.length === 0 ? value : { ...value, paths: places.map(placeWord) }
}

function placeWord({ known, all }: Listing['places'][number]): Word {
  const dynamic = known.includes('\0')
  return { ...literalWord(known), text: dynamic ? undefined : known, dynamic, glob: all, quoted: true }
}

/** A file is read elsewhere than it was written: its lines are taken from where they were printed. */
export function withAbsolutePaths(value: Value, cwd: string | undefined): Value {
  if (!value.paths || cwd === undefined) return value
  const absolute = (known: string) => (/^[/~\0]/.test(known) ? known : join(cwd, known))
  const paths = value.paths.map((word) => ({
    ...word,
    known: absolute(word.known),
    text: word.text === undefined ? undefined : absolute(word.text),
  }))
  return { ...value, paths }
}

export function joinListings(before: Listing | undefined, added: Listing): Listing {
  if (before === undefined) return added
  return {
    places: [...before.places, ...added.places].slice(0, MAX_PLACES),
    by: [...before.by, ...added.by].slice(0, MAX_PLACES),
  }
}
