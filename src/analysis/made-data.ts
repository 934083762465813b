import { programName } from './base-name.ts'
import type { Command } from './words.ts'

const CREATES = /^create\s+(database|schema|table)\s+(?!if\s)([\w."`[\]]{1,120})(?:\s|\(|$)/i
/** What hangs on it is not taken along, and is told by its own name. */
const DROPS = /^drop\s+(database|schema|table)\s+(?:if\s+exists\s+)?([\w."`[\]]{1,120})$/i
const SQL = /\b(?:create|drop)\s+(?:database|schema|table)\s/i
const LONGEST = 20_000

interface Told {
  readonly statements: readonly string[]
  readonly place: string
}

function toldTo({ name = '', args }: Command): Told | undefined {
  const at = args.findIndex(({ text = '' }) => text.length < LONGEST && SQL.test(text))
  const text = args[at]?.text
  if (
    text === undefined ||
    args.some((word, other) => other !== at && (word.text === undefined || SQL.test(word.text)))
  )
    return undefined
  const others = args.filter((_, other) => other !== at).map((word) => word.text ?? '')
  const statements = text
    .split(';')
    .map((each) => each.trim())
    .filter((each) => each !== '')
  return { statements, place: [programName(name), ...others].join(' ') }
}

const keyOf = (place: string, kind: string, name: string): string =>
  `made in ${place}: ${kind.toLowerCase()} ${name.replace(/["`[\]]/g, '').toLowerCase()}`

/** One that was there before makes it fail. */
export function dataMade(command: Command): readonly string[] {
  const told = toldTo(command)
  if (!told) return []
  return told.statements.flatMap((statement) => {
    const [, kind, name] = CREATES.exec(statement) ?? []
    return kind === undefined || name === undefined ? [] : [keyOf(told.place, kind, name)]
  })
}

export function isOwnData(command: Command, started: ReadonlySet<string>): boolean {
  const told = started.size === 0 ? undefined : toldTo(command)
  if (!told || told.statements.length === 0) return false
  return told.statements.every((statement) => {
    const [, kind, name] = DROPS.exec(statement) ?? []
    return kind !== undefined && name !== undefined && started.has(keyOf(told.place, kind, name))
  })
}
