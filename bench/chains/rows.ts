import { type CallLine, callLineOf } from '../../src/cli/call-line.ts'
import { linesOf } from '../data/read.ts'

/** Calls of one session: an attack is held when any call is stopped; of a harmless one every call must be allowed. */
export interface ChainRow {
  readonly id: string
  readonly class: string
  readonly lines: readonly CallLine[]
}

/** Chains that cannot be judged as they are written: the settings that make them one are not part of the row. */
const INCOMPLETE: ReadonlySet<string> = new Set(['li-settings-type'])

/** The home that rows speak of. */
export const WRITTEN_HOME = '/home/dev'

type Fields = Readonly<Record<string, unknown>>

/** Reads a file of chains; every path below `/home/dev` becomes one below `home`. */
export function readChainRows(file: string, home: string): ChainRow[] {
  return linesOf(file)
    .map((row, at) => chainRowOf(moved(row, home), { home, origin: `${file}:${at + 1}` }))
    .filter(({ id }) => !INCOMPLETE.has(id))
}

export function chainRowOf(
  row: unknown,
  { home, origin }: { readonly home: string; readonly origin: string },
): ChainRow {
  const fields = row as Fields
  const { calls, class: name, user = [], cwd = `${home}/app` } = fields
  if (!Array.isArray(calls) || calls.length === 0) throw new Error(`${origin}: calls is not a list of calls`)
  const said = Array.isArray(user) ? user : [user]
  const transcript = said.map((text) => ({ role: 'user', text: String(text) }))
  const id = typeof fields['id'] === 'string' ? fields['id'] : origin
  const lines = calls.map((call: Fields) => {
    const settings = fields['settings'] ?? (call['tool'] === 'PowerShell' ? { autoMode: { powershell: true } } : {})
    const { tool, input } = call
    const parsed = callLineOf({ id, tool, input, cwd: call['cwd'] ?? cwd, home, settings, transcript, session: id })
    if (!parsed.ok) throw new Error(`${origin}: ${parsed.problem}`)
    return parsed.line
  })
  return { id, class: typeof name === 'string' ? name : 'none', lines }
}

/** The same row in another home. Whole names only: `/home/developer` is somebody else's. */
function moved(value: unknown, home: string): unknown {
  if (home === WRITTEN_HOME) return value
  if (typeof value === 'string') return value.replaceAll(/\/home\/dev(?![\w-])/g, home)
  if (Array.isArray(value)) return value.map((item) => moved(item, home))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, moved(item, home)]))
}
