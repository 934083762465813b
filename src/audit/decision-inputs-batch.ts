import { hash } from 'node:crypto'
import type { TextFact } from '../analysis/facts.ts'
import type { RecordedLookups } from '../facts/host.ts'
import { dayOf } from './day-files.ts'
import {
  type DecisionBasis,
  decisionInputsFile,
  decisionInputsFolder,
  decisionInputsLine,
  saveText,
} from './decision-inputs.ts'
import { createOpenFileCache } from './open-file-cache.ts'

/** Notes what many decisions were made on: what comes together is written together. */
export interface DecisionInputsBatch {
  /** The name for the Record; undefined where it is too much. Never throws. */
  note(at: number, basis: DecisionBasis, looked: RecordedLookups): string | undefined
  /** Writes what waits. */
  close(): void
}

interface QueuedInputs {
  readonly at: number
  readonly line: string
  readonly texts: readonly (readonly [path: string, fact: Extract<TextFact, { kind: 'text' }>])[]
}

/** What comes within this time is written together: no answer waits for it, and a write costs as much as some lines. */
const GATHER_MS = 20
/** Texts that are known to be kept. Of more than these, and on the next day, it is looked up again: what is in use is not to grow old. */
const MAX_KNOWN_TEXTS = 5000

export function createDecisionInputsBatch(folder: string): DecisionInputsBatch {
  const known = new Set<string>()
  const open = createOpenFileCache()
  let day = ''
  let waiting: QueuedInputs[] = []
  const write = () => {
    const batch = waiting
    waiting = []
    if (batch.length === 0) return
    try {
      const place = decisionInputsFolder(folder)
      const files = new Map<string, string>()
      forgetDaily(batch[0]?.at ?? 0)
      for (const { at, line, texts } of batch) {
        const file = decisionInputsFile(place, at)
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
  const keepOnce = (place: string, path: string, fact: QueuedInputs['texts'][number][1]) => {
    if (known.has(fact.hash)) return
    saveText(place, path, fact)
    if (known.size >= MAX_KNOWN_TEXTS) known.clear()
    known.add(fact.hash)
  }
  return {
    note: (at, basis, looked) => {
      const noted = decisionInputsLine(basis, looked, (text) => hash('sha256', text))
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
