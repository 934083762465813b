import { existsSync, readFileSync } from 'node:fs'
import { installsIn } from '../../state/installs.ts'

/** How long a host waits for the hook at a call, as `irongate init` writes it, where nobody set that calls wait for a person. */
export const HOOK_LIMIT_S = 90
/** No host is told to wait longer. */
export const MOST_LIMIT_S = 3600
/** An organisation's hook stands in files of its own, which are not looked at here. */
const MANAGED_STARTER = '/usr/local/lib/irongate/bin/irongate'
/** Hosts that count in seconds are never told so many; those that count in milliseconds always more. */
const LEAST_MILLISECONDS = 5000
const EVENTS = ['PreToolUse', 'BeforeTool']

/** How long the host really waits, in milliseconds: the shortest of all entries. What cannot be read counts as the usual. */
export function installedLimitMs(home: string, host: string): number {
  const usual = HOOK_LIMIT_S * 1000
  const files = installsIn(home).filter((install) => install.host === host)
  if (files.length === 0 || existsSync(MANAGED_STARTER)) return usual
  const limits = files.flatMap(({ file }) => {
    const found = limitsIn(parsed(file), host).map(({ timeout, unit }) => (timeout / unit) * 1000)
    return found.length === 0 ? [usual] : found
  })
  return Math.min(MOST_LIMIT_S * 1000, ...limits)
}

export interface Limited {
  readonly path: readonly (string | number)[]
  readonly timeout: number
  /** How many of the host's units a second has. */
  readonly unit: 1 | 1000
}

/** Where the hook at a call stands in a host's file of hook groups, and its limit. */
export function limitsIn(settings: unknown, host: string): readonly Limited[] {
  const ours = new RegExp(`irongate(?:\\.js)?['"]? hook ${host}(?![\\w-])`)
  return EVENTS.flatMap((event) =>
    list(at(at(settings, 'hooks'), event)).flatMap((group, groupAt) =>
      list(at(group, 'hooks')).flatMap((hook, hookAt): Limited[] => {
        const [command, timeout] = [at(hook, 'command'), at(hook, 'timeout')]
        if (typeof command !== 'string' || !ours.test(command) || typeof timeout !== 'number') return []
        const unit = timeout >= LEAST_MILLISECONDS ? 1000 : 1
        return [{ path: ['hooks', event, groupAt, 'hooks', hookAt], timeout, unit }]
      }),
    ),
  )
}

function at(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function parsed(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
