import { existsSync, readFileSync } from 'node:fs'
import { readInstalls } from '../../state/installs.ts'
import { MANAGED_LAUNCHER } from './gate-paths.ts'

/** How long a host waits for the hook at a call, as `irongate init` writes it, where nobody set that calls wait for a person. */
export const HOOK_TIMEOUT_SECONDS = 90
/** No host is told to wait longer. */
export const MAX_HOOK_TIMEOUT_SECONDS = 3600
/** Hosts that count in seconds are never told so many; those that count in milliseconds always more. */
const MIN_MILLISECONDS = 5000
const TOOL_USE_EVENTS = ['PreToolUse', 'BeforeTool']

/** How long the host really waits, in milliseconds: the shortest of all entries. What cannot be read counts as the usual. */
export function installedTimeoutMs(home: string, host: string): number {
  const usual = HOOK_TIMEOUT_SECONDS * 1000
  const files = readInstalls(home).filter((install) => install.host === host)
  if (files.length === 0 || existsSync(MANAGED_LAUNCHER)) return usual
  const limits = files.flatMap(({ file }) => {
    const found = findHookTimeouts(readJsonFile(file), host).map(({ timeout, unit }) => (timeout / unit) * 1000)
    return found.length === 0 ? [usual] : found
  })
  return Math.min(MAX_HOOK_TIMEOUT_SECONDS * 1000, ...limits)
}

export interface HookTimeout {
  readonly path: readonly (string | number)[]
  readonly timeout: number
  /** How many of the host's units a second has. */
  readonly unit: 1 | 1000
}

/** Where the hook at a call stands in a host's file of hook groups, and its limit. */
export function findHookTimeouts(settings: unknown, host: string): readonly HookTimeout[] {
  const ours = new RegExp(`irongate(?:\\.js)?['"]? hook ${host}(?![\\w-])`)
  return TOOL_USE_EVENTS.flatMap((event) =>
    arrayOf(propertyOf(propertyOf(settings, 'hooks'), event)).flatMap((group, groupAt) =>
      arrayOf(propertyOf(group, 'hooks')).flatMap((hook, hookAt): HookTimeout[] => {
        const [command, timeout] = [propertyOf(hook, 'command'), propertyOf(hook, 'timeout')]
        if (typeof command !== 'string' || !ours.test(command) || typeof timeout !== 'number') return []
        const unit = timeout >= MIN_MILLISECONDS ? 1000 : 1
        return [{ path: ['hooks', event, groupAt, 'hooks', hookAt], timeout, unit }]
      }),
    ),
  )
}

function propertyOf(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function readJsonFile(file: string): unknown {
  try {
    return JSON.parse(readFileSync(file, 'utf8'))
  } catch {
    return undefined
  }
}
