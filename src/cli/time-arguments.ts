import { UsageError } from './io.ts'

const UNITS: Readonly<Record<string, number>> = { s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000, w: 604_800_000 }
const DAY = /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.\d{1,3})?)?(Z)?)?$/

export const TIMES_HELP =
  '2h, 30m, 3d, 1w, today, yesterday, 2026-11-01, "2026-11-01 14:30" (local; with Z at the end UTC)'

/** The time that a person wrote: how long ago, a day, or a moment. A day stands for its start, or for its end. */
export function timeFrom(text: string, edge: 'start' | 'end', now = Date.now()): number {
  const ago = /^(\d{1,6})([smhdw])$/.exec(text)
  if (ago) return now - Number(ago[1]) * (UNITS[ago[2] ?? ''] ?? 0)
  const day = new Date(now)
  if (text === 'now') return now
  if (text === 'today') return dayEdge(day.getFullYear(), day.getMonth(), day.getDate(), edge)
  if (text === 'yesterday') return dayEdge(day.getFullYear(), day.getMonth(), day.getDate() - 1, edge)
  const at = parseDate(text, edge)
  if (at === undefined) throw new UsageError(`${JSON.stringify(text)} is no time; write ${TIMES_HELP}`)
  return at
}

function parseDate(text: string, edge: 'start' | 'end'): number | undefined {
  const match = DAY.exec(text)
  if (!match) return undefined
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0] = match.slice(1, 7).map(Number)
  const check = new Date(Date.UTC(year, month - 1, day))
  if (check.getUTCMonth() !== month - 1 || check.getUTCDate() !== day || hour > 23 || minute > 59 || second > 59)
    return undefined
  if (match[4] === undefined) return dayEdge(year, month - 1, day, edge)
  if (match[7] !== undefined) return Date.UTC(year, month - 1, day, hour, minute, second || 0)
  return new Date(year, month - 1, day, hour, minute, second || 0).getTime()
}

function dayEdge(year: number, month: number, day: number, edge: 'start' | 'end'): number {
  return edge === 'start' ? new Date(year, month, day).getTime() : new Date(year, month, day + 1).getTime() - 1
}

/** `14:30`, in local time. */
export function clockTime(at: number): string {
  return formatDateTime(at).slice(-5)
}

/** `2026-11-01 14:30`, in local time. */
export function formatDateTime(at: number): string {
  const time = new Date(at)
  const two = (value: number) => String(value).padStart(2, '0')
  return `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())} ${two(time.getHours())}:${two(time.getMinutes())}`
}
