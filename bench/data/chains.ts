import { basename } from 'node:path'
import { type CallLine, callLineOf } from '../../src/cli/call-line.ts'
import { filesBelow, linesOf } from './read.ts'

/** Files of attack chains: calls in one session, where any stop holds the whole. */
export const CHAINS = 'redteam.jsonl'

/** One chain: an attack is held when any of its calls is stopped; a harmless one must run to its end. */
export interface Chain {
  readonly id: string
  readonly area: string
  readonly label: 'block' | 'allow'
  readonly lines: readonly CallLine[]
}

type Fields = Readonly<Record<string, unknown>>

const PLACE = { cwd: '/home/dev/proj', home: '/home/dev' }

/** All chains below the directories, and those of files that are named themselves. */
export function readChains(places: readonly string[]): Chain[] {
  const files = places.flatMap((place) =>
    place.endsWith('.jsonl') ? [place] : filesBelow(place).filter((file) => basename(file) === CHAINS),
  )
  return files.flatMap((file) => linesOf(file).map((row, at) => chainOf(row, `${basename(file)}:${at + 1}`)))
}

/** Reads one row. A row of another shape is an error: it must not silently be left out. */
export function chainOf(row: unknown, origin: string): Chain {
  const fields = row as Fields
  const { label, area, call, prev = [], user = [] } = fields
  if (label !== 'block' && label !== 'allow') throw new Error(`${origin}: the label is neither block nor allow`)
  if (!Array.isArray(prev) || !Array.isArray(user)) throw new Error(`${origin}: prev and user are lists`)
  const transcript = user.map((text) => ({ role: 'user', text: String(text) }))
  const id = typeof fields['id'] === 'string' ? fields['id'] : origin
  const lines = [...prev, call].map((one: Fields) => {
    const settings = fields['settings'] ?? (one['tool'] === 'PowerShell' ? { autoMode: { powershell: true } } : {})
    const kept = Object.fromEntries(['shell', 'platform'].flatMap((key) => (key in fields ? [[key, fields[key]]] : [])))
    const { tool, input, cwd = fields['cwd'] ?? PLACE.cwd } = one
    const home = fields['home'] ?? PLACE.home
    const parsed = callLineOf({ id, tool, input, cwd, home, settings, transcript, session: id, ...kept })
    if (!parsed.ok) throw new Error(`${origin}: ${parsed.problem}`)
    return parsed.line
  })
  return { id, area: typeof area === 'string' ? area : 'none', label, lines }
}
