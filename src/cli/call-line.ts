import { MODES, type Mode } from '../decision.ts'
import type { Entry } from '../transcript/entries.ts'

/** One line of the batch interface, checked. */
export interface CallLine {
  readonly id: string | number | null
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
  readonly cwd: string | undefined
  readonly home: string | undefined
  readonly mode: Mode | undefined
  readonly headless: boolean | undefined
  readonly settings: Readonly<Record<string, unknown>> | undefined
  readonly transcript: readonly Entry[]
  readonly session: string | undefined
  readonly trusted: boolean
  readonly platform: 'linux' | 'darwin' | 'win32' | undefined
  readonly shell: string | undefined
  readonly model: string | undefined
  readonly claudeMd: string | undefined
}

export type ParsedLine =
  | { readonly ok: true; readonly line: CallLine }
  | { readonly ok: false; readonly id: CallLine['id']; readonly problem: string }

const KNOWN_KEYS = new Set([
  'id',
  'tool',
  'input',
  'cwd',
  'home',
  'mode',
  'headless',
  'settings',
  'transcript',
  'session',
  'trusted',
  'shell',
  'platform',
  'model',
  'claudeMd',
  // What a shared case was decided to: for whoever reads it, and no part of the call.
  'decided',
])

/** Where a user turn comes from: a person's own words, what may be some (it forbids, and allows nothing), or text that a framework, a command of the repository or an attachment put there. */
const USER_TURN_ORIGINS: ReadonlySet<unknown> = new Set(['human', 'unproven', 'framework', 'command', 'attachment'])

type JsonRecord = Readonly<Record<string, unknown>>

/** Reads one line of JSON as a call. Total: a wrong line names its problem. */
export function parseLine(text: string): ParsedLine {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (error) {
    return { ok: false, id: null, problem: `not JSON: ${error instanceof Error ? error.message : String(error)}` }
  }
  return callLineOf(value)
}

/** Checks a parsed value as a call. */
export function callLineOf(value: unknown): ParsedLine {
  if (!isRecord(value)) return { ok: false, id: null, problem: 'a call is a JSON object' }
  const id = ownProperty(value, 'id')
  const knownId = typeof id === 'string' || typeof id === 'number' ? id : null
  const problems: string[] = []
  const expect = <T>(key: string, fits: (found: unknown) => found is T, shape: string): T | undefined => {
    const found = ownProperty(value, key)
    if (found === undefined) return undefined
    if (fits(found)) return found
    problems.push(`${key} is not ${shape}`)
    return undefined
  }
  if (id !== undefined && id !== null && knownId === null) problems.push('id is not a string or number')
  for (const key of Object.keys(value)) if (!KNOWN_KEYS.has(key)) problems.push(`unknown key ${JSON.stringify(key)}`)
  const tool = expect('tool', isText, 'a string')
  const input = expect('input', isRecord, 'an object')
  if (tool === undefined) problems.push('tool is missing')
  if (input === undefined) problems.push('input is missing')
  const cwd = expect('cwd', isText, 'a string')
  if (cwd !== undefined && !/^(?:\/|[A-Za-z]:[\\/]|\\\\)/.test(cwd)) problems.push('cwd is not an absolute path')
  const parsed = {
    id: knownId,
    cwd,
    home: expect('home', isText, 'a string'),
    mode: expect('mode', isMode, `one of ${MODES.join(', ')}`),
    headless: expect('headless', isBoolean, 'true or false'),
    settings: expect('settings', isRecord, 'an object'),
    transcript: transcriptOf(ownProperty(value, 'transcript'), problems),
    session: expect('session', isText, 'a string'),
    trusted: expect('trusted', isBoolean, 'true or false') ?? false,
    platform: expect('platform', isPlatform, 'linux, darwin or win32'),
    shell: expect('shell', isText, 'a string'),
    model: expect('model', isText, 'a string'),
    claudeMd: expect('claudeMd', isText, 'a string'),
  }
  if (problems.length > 0 || tool === undefined || input === undefined)
    return { ok: false, id: knownId, problem: problems.join('; ') }
  return { ok: true, line: { ...parsed, tool, input } }
}

function transcriptOf(value: unknown, problems: string[]): Entry[] {
  if (value === undefined) return []
  if (!Array.isArray(value)) {
    problems.push('transcript is not a list')
    return []
  }
  return value.flatMap((item: unknown, index): Entry[] => {
    const role = isRecord(item) ? ownProperty(item, 'role') : undefined
    const text = isRecord(item) ? ownProperty(item, 'text') : undefined
    const origin = isRecord(item) ? ownProperty(item, 'origin') : undefined
    if (origin !== undefined && !USER_TURN_ORIGINS.has(origin))
      problems.push(`transcript entry ${index} has an unknown origin`)
    if (role === 'user' && isText(text)) return [userTurn(text, origin)]
    const tool = isRecord(item) ? ownProperty(item, 'tool') : undefined
    const input = isRecord(item) ? ownProperty(item, 'input') : undefined
    if (isText(tool) && isRecord(input)) return [{ kind: 'call', tool, input }]
    problems.push(`transcript entry ${index} is neither a user turn nor a call`)
    return []
  })
}

/** What nobody typed is context: it allows nothing and forbids nothing. */
function userTurn(text: string, origin: unknown): Entry {
  if (origin === undefined || origin === 'human') return { kind: 'user', text, trusted: true }
  return origin === 'unproven' ? { kind: 'user', text, trusted: false } : { kind: 'harness', text }
}

function ownProperty(record: JsonRecord, key: string): unknown {
  return Object.hasOwn(record, key) ? record[key] : undefined
}

function isText(value: unknown): value is string {
  return typeof value === 'string'
}

function isBoolean(value: unknown): value is boolean {
  return typeof value === 'boolean'
}

function isMode(value: unknown): value is Mode {
  return typeof value === 'string' && (MODES as readonly string[]).includes(value)
}

function isPlatform(value: unknown): value is 'linux' | 'darwin' | 'win32' {
  return value === 'linux' || value === 'darwin' || value === 'win32'
}

function isRecord(value: unknown): value is JsonRecord {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
