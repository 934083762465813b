import { escapeCharacter, INVISIBLE_CHARACTERS } from '../../../cli/io.ts'

const DAY = 24 * 60 * 60 * 1000

/** The time of day for today, else with the day; in the zone of whoever looks. */
export function shownTime(at: number, now: number): string {
  const date = new Date(at)
  if (Number.isNaN(date.getTime())) return 'unknown'
  const clock = { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' } as const
  if (date.toDateString() === new Date(now).toDateString())
    return date.toLocaleTimeString(undefined, { ...clock, second: '2-digit' })
  const day = { day: 'numeric', month: 'short' } as const
  const year = Math.abs(now - at) > 300 * DAY ? ({ year: 'numeric' } as const) : {}
  return date.toLocaleString(undefined, { ...day, ...year, ...clock })
}

export function isoTime(at: number): string {
  const date = new Date(at)
  return Number.isNaN(date.getTime()) ? '' : date.toISOString()
}

export function shownDuration(ms: number): string {
  if (ms < 10) return `${ms.toFixed(1)} ms`
  if (ms < 1000) return `${Math.round(ms)} ms`
  if (ms < 60_000) return `${(ms / 1000).toFixed(1)} s`
  if (ms < 2 * 60 * 60 * 1000) return `${Math.round(ms / 60_000)} min`
  if (ms < 2 * DAY) return `${Math.round(ms / 3_600_000)} h`
  return `${Math.round(ms / DAY)} days`
}

/** What is left of a limit: `2:05`. */
export function countdown(ms: number): string {
  const seconds = Math.max(0, Math.ceil(ms / 1000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

export function shownCount(count: number): string {
  return count.toLocaleString()
}

export function shownBytes(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB']
  let size = bytes
  let unit = 0
  for (; size >= 1000 && unit < units.length - 1; unit += 1) size /= 1000
  return `${unit === 0 || size >= 100 ? Math.round(size) : size.toFixed(1)} ${units[unit]}`
}

export function shownDollars(dollars: number): string {
  return `$${dollars.toFixed(dollars > 0 && dollars < 1 ? 4 : 2)}`
}

export function shownShare(part: number, whole: number): string {
  if (whole === 0) return '–'
  const share = (100 * part) / whole
  return `${share > 0 && share < 10 ? share.toFixed(1) : Math.round(share)} %`
}

/** `1 call`, `2 calls`. */
export function counted(count: number, one: string, many = `${one}s`): string {
  return `${shownCount(count)} ${count === 1 ? one : many}`
}

export interface TextPiece {
  readonly text: string
  /** A character that nobody would see stands here. */
  readonly unseen: boolean
}

/** A text cut into what can be seen as it is, and characters that are written out. */
export function splitShownText(text: string): readonly TextPiece[] {
  const whole = text.toWellFormed()
  const pieces: TextPiece[] = []
  let from = 0
  for (const match of whole.matchAll(INVISIBLE_CHARACTERS)) {
    if (match.index > from) pieces.push({ text: whole.slice(from, match.index), unseen: false })
    pieces.push({ text: escapeCharacter(match[0]), unseen: true })
    from = match.index + match[0].length
  }
  if (from < whole.length) pieces.push({ text: whole.slice(from), unseen: false })
  return pieces
}

/** Cut without breaking a character in two. */
export function cut(text: string, most: number): string {
  return text.length <= most ? text : `${text.slice(0, most).toWellFormed()}…`
}

/** The input field that says most of a call. */
const MAIN = ['command', 'file_path', 'notebook_path', 'url', 'path', 'query', 'pattern']

export function mainText(input: Readonly<Record<string, unknown>>): string {
  for (const name of MAIN) {
    const value = Object.hasOwn(input, name) ? input[name] : undefined
    if (typeof value === 'string') return value
  }
  return Object.keys(input).length === 0 ? '' : asText(input)
}

/** A call in one line. */
export function callLine(input: Readonly<Record<string, unknown>>, most = 400): string {
  return cut(
    mainText(input)
      .slice(0, 4 * most)
      .replace(/\s+/g, ' ')
      .trim(),
    most,
  )
}

/** Any value as text for people. */
export function asText(value: unknown): string {
  if (typeof value === 'string') return value
  return JSON.stringify(value, undefined, 2) ?? String(value)
}

/** The last part of a path. */
export function lastPart(path: string): string {
  return path.split('/').findLast((part) => part !== '') ?? path
}
