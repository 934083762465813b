import { basename } from 'node:path/posix'
import type { Effect } from './effects.ts'
import { isInside } from './path-use.ts'

type Write = Extract<Effect, { kind: 'write-path' }>

/** What a session knows before something is copied, moved, packed or unpacked. */
export interface KnownBefore {
  /** The files it wrote: path and text. What an archive holds lies under the archive's own path. */
  readonly texts: readonly Iterable<readonly [string, string | undefined]>[]
  readonly brought: readonly (ReadonlyMap<string, 'known' | 'unread'> | undefined)[]
}

/** What lies at the target afterwards. */
export interface Brought {
  readonly texts: ReadonlyMap<string, string | undefined>
  /** `known`: an archive was unpacked whose members are known. `unread`: something lies there that nobody could read. */
  readonly state: 'known' | 'unread' | undefined
}

const MOST_FILES = 400
const MOST_SOURCES = 200

/**
 * Texts that this session wrote are known under whatever name they come to lie: a copy, a member of an archive, a clone.
 * INVARIANT: an archive that the session itself made, and of which no member is known, is unread.
 */
export function broughtBy({ path, of, as }: Write, known: KnownBefore): Brought | undefined {
  const to = path.real
  if (to === undefined || of === undefined) return undefined
  if (of === 'unknown' || of.length > MOST_SOURCES) return { texts: new Map(), state: 'unread' }
  const texts = new Map<string, string | undefined>()
  const met = new Set<string>()
  for (const all of known.texts)
    for (const [file, text] of all)
      for (const from of of) {
        if (file === from) met.add(from)
        if (file === to || texts.size > MOST_FILES) continue
        if (file === from && as === 'packed') texts.set(`${to}/${basename(file)}`, text)
        else if (file !== from && isInside(file, from)) texts.set(to + file.slice(from.length), text)
      }
  const near = (place: string) => of.some((from) => isInside(place, from) || isInside(from, place))
  const unread = known.brought.some((all) => [...(all ?? [])].some(([place, is]) => is === 'unread' && near(place)))
  const closed = as === 'unpacked' && texts.size === 0 && met.size > 0
  if (unread || closed || texts.size > MOST_FILES) return { texts, state: 'unread' }
  return { texts, state: as === 'unpacked' && texts.size > 0 ? 'known' : undefined }
}
