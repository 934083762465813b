import { hash } from 'node:crypto'
import type { TextFact } from '../analysis/facts.ts'
import type { Looked } from '../facts/host.ts'
import { dayOf } from './day-files.ts'
import { keptOpen } from './kept-open.ts'
import { type Basis, factsFolder, keepText, notedFile, notedLine } from './noted-facts.ts'

/** Notes what many decisions were made on: what comes together is written together. */
export interface ManyNotes {
  /** The name for the Record; undefined where it is too much. Never throws. */
  note(at: number, basis: Basis, looked: Looked): string | undefined
  /** Writes what waits. */
  close(): void
}

interface Waiting {
  readonly at: number
  readonly line: string
  readonly texts: readonly (readonly [path: string, fact: Extract<TextFact, { kind: 'text' }>])[]
}

/** What comes within this time is written together: no answer waits for it, and a write costs as much as some lines. */
const GATHER_MS = 20
/** Texts that are known to be kept. Of more than these, and on the next day, it is looked up again: what is in use is not to grow old. */
const MOST_KNOWN = 5000

export function manyNotes(folder: string): ManyNotes {
  const known = new Set<string>()
  const open = keptOpen()
  let day = ''
  let waiting: Waiting[] = []
  const write = () => {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      const place = factsFolder(folder)
      const files = new Map<string, string>()
      forgetDaily(batch[0]?.at ?? 0)
      for (const { at, line, texts } of batch) {
        const file = notedFile(place, at)
        files.set(file, `${files.get(file) ?? ''}${line}`)
        for (const [path, fact] of texts) keepOnce(place, path, fact)
      }
      for (const [file, lines] of files) open.append(file, lines)
    } catch {
      // A decision is never changed by what cannot be noted of it: its Record then names what is not there.
      return
    }
  }
  const forgetDaily = (at: number) => {
    if (day !== dayOf(at)) known.clear()
    day = dayOf(at)
  }
  const keepOnce = (place: string, path: string, fact: Waiting['texts'][number][1]) => {
    if (known.has(fact.hash)) return
    keepText(place, path, fact)
    if (known.size >= MOST_KNOWN) known.clear()
    known.add(fact.hash)
  }
  return {
    note: (at, basis, looked) => {
      const noted = notedLine(basis, looked, (text) => hash('sha256', text))
      if (noted === undefined) return undefined
      const texts = [...looked.text].flatMap(([path, fact]) => (fact.kind === 'text' ? [[path, fact] as const] : []))
      waiting.push({ at, line: noted.line, texts })
      if (waiting.length === 1) setTimeout(write, GATHER_MS)
      return noted.name
    },
    close: () => {
      write()
      open.close()
    },
  }
}
