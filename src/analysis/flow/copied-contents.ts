import { basename } from 'node:path/posix'
import type { Effect } from '../effects.ts'
import { isInside } from '../paths/path-use.ts'

type WritePathEffect = Extract<Effect, { kind: 'write-path' }>

interface FileIndex extends ReadonlyMap<string, { readonly text: string | undefined }> {
  below(folder: string): readonly string[]
}

interface KnownContents {
  /** The files it wrote: path and text. What an archive holds lies under the archive's own path. */
  readonly texts: readonly Iterable<readonly [string, string | undefined]>[]
  readonly files?: FileIndex
  readonly copied: readonly (ReadonlyMap<string, 'known' | 'unread'> | undefined)[]
}

export interface CopiedContents {
  readonly texts: ReadonlyMap<string, string | undefined>
  /** `unread`: something lies there that nobody could read. */
  readonly state: 'known' | 'unread' | undefined
}

const MAX_FILES = 400
const MAX_SOURCES = 200

/** Texts of this session are known wherever they come to lie. An archive it made, with no member known, is unread. */
export function findCopiedContents(
  { path, of, as }: WritePathEffect,
  known: KnownContents,
): CopiedContents | undefined {
  const to = path.real
  if (to === undefined || of === undefined) return undefined
  if (of === 'unknown' || of.length > MAX_SOURCES) return { texts: new Map(), state: 'unread' }
  const texts = new Map<string, string | undefined>()
  const met = new Set<string>()
  const sources = of.map((from) => ({ from, below: from === '/' ? '/' : `${from}/` }))
  const sole = sources.length === 1 ? sources[0] : undefined
  const take = (file: string, text: string | undefined) => {
    for (const { from, below } of sources) {
      if (file !== from && !file.startsWith(below)) continue
      if (file === from) met.add(from)
      if (file === to || texts.size > MAX_FILES) continue
      if (file !== from) texts.set(to + file.slice(from.length), text)
      else if (as === 'packed') texts.set(`${to}/${basename(file)}`, text)
    }
  }
  for (const all of known.texts) for (const [file, text] of all) take(file, text)
  const { files } = known
  const here = sole ? [sole.from, ...(files?.below(sole.from) ?? [])] : [...(files?.keys() ?? [])]
  for (const file of here) if (files?.has(file)) take(file, files.get(file)?.text)
  const near = (place: string) => of.some((from) => isInside(place, from) || isInside(from, place))
  const unread = known.copied.some((all) => [...(all ?? [])].some(([place, is]) => is === 'unread' && near(place)))
  const closed = as === 'unpacked' && texts.size === 0 && met.size > 0
  if (unread || closed || texts.size > MAX_FILES) return { texts, state: 'unread' }
  return { texts, state: as === 'unpacked' && texts.size > 0 ? 'known' : undefined }
}
