import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { sha256 } from '../../analysis/text/sha256.ts'
import { dayOf } from '../../audit/day-files.ts'
import { type DecisionInputs, savedTextFile } from '../../audit/decision-inputs.ts'
import { readPlainText } from '../../facts/plain-file.ts'

/** What decisions were made on, as it was noted beside their Records. */
export interface DecisionInputsReader {
  /** By the name that a Record has for it; undefined where it is no longer there, or not as it was written. */
  of(name: string, at: number): DecisionInputs | undefined
  /** A text that was read then; undefined where it is not kept, and does not lie where it lay. */
  text(path: string, hash: string): string | undefined
}

const MAX_SIZE = 4 * 1024 * 1024

export function createDecisionInputsReader(folder: string): DecisionInputsReader {
  const place = join(folder, 'facts')
  // Records come day by day, and a session may have begun on the day before: the lines of two days are enough to hold.
  const days = new Map<string, ReadonlyMap<string, string>>()
  const linesOn = (day: string) => {
    const known = days.get(day)
    if (known) return known
    for (const old of days.keys()) if (days.size > 1) days.delete(old)
    const lines = linesOf(join(place, `${day}.jsonl`))
    days.set(day, lines)
    return lines
  }
  return {
    of: (name, at) => {
      const line = linesOn(dayOf(at)).get(name)
      return line === undefined || sha256(line).slice(0, 32) !== name ? undefined : parseInputs(line)
    },
    text: (path, hash) =>
      [savedTextFile(place, hash), path].map((file) => withHash(file, hash)).find((text) => text !== undefined),
  }
}

/** What is no JSON tells nothing. */
function parseInputs(line: string): DecisionInputs | undefined {
  try {
    return JSON.parse(line) as DecisionInputs
  } catch {
    return undefined
  }
}

const INPUTS_LINE = /^\{"name":"([0-9a-f]{32})","facts":(.+)\}$/

function linesOf(file: string): Map<string, string> {
  const lines = new Map<string, string>()
  for (const line of read(file)?.split('\n') ?? []) {
    const [, name, facts] = INPUTS_LINE.exec(line) ?? []
    if (name !== undefined && facts !== undefined) lines.set(name, facts)
  }
  return lines
}

function read(file: string): string | undefined {
  try {
    return readFileSync(file, 'utf8')
  } catch {
    return undefined
  }
}

function withHash(file: string | undefined, hash: string): string | undefined {
  try {
    const text = file === undefined ? undefined : readPlainText(file, MAX_SIZE)
    return text !== undefined && sha256(text) === hash ? text : undefined
  } catch {
    return undefined
  }
}
