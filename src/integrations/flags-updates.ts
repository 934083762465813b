import { flagsAddress } from '../facts/signed-flags.ts'
import { REFRESH_MS } from '../settings/flags.ts'
import type { Refreshed, RefreshOptions } from './flags-refresh.ts'
import { readPolicy } from './policy.ts'

const FIRST_REFRESH_MS = 1_000

/** Fetches signed flags; what it takes is loaded only then. */
export async function refreshFlags(options: RefreshOptions): Promise<Refreshed> {
  return (await import('./flags-refresh.ts')).refreshFlagsNow(options)
}

/** Keeps fetched flags fresh while a process stays; what is returned ends it. Nothing is loaded for it where settings name no address. */
export function keepFlagsFresh(home: string, everyMs = REFRESH_MS): () => void {
  const refresh = async (): Promise<void> => {
    if (flagsAddress(readPolicy({ cwd: home, home }).judge) === undefined) return
    await refreshFlags({ home })
  }
  // What fails is tried again the next time, and nobody's answer waits for it.
  const quietly = (): void => void refresh().catch(() => undefined)
  const first = setTimeout(quietly, Math.min(FIRST_REFRESH_MS, everyMs)).unref()
  const timer = setInterval(quietly, everyMs).unref()
  return () => {
    clearTimeout(first)
    clearInterval(timer)
  }
}
