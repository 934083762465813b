import { setTimeout as wait } from 'node:timers/promises'
import { removeDayFiles, retentionStart } from '../audit/day-retention.ts'
import { pruneState } from '../state/prune.ts'
import type { Store } from './store/store.ts'

const HOUR_MS = 60 * 60 * 1000

export interface RetentionOptions {
  readonly folder: string
  readonly store: Pick<Store, 'erase'>
  /** As the settings say it now. */
  readonly keepDays: () => number | undefined
  readonly signal: AbortSignal
  /** It continues after that. */
  readonly onFailure: (error: unknown) => void
}

/** Takes out what is older than the settings keep, and old state, now and every hour, until the signal. */
export async function runRetention({ folder, store, keepDays, signal, onFailure }: RetentionOptions): Promise<void> {
  while (!signal.aborted) {
    try {
      await removeExpired(folder, store, keepDays(), Date.now())
      // Where no agent runs, nobody else does it.
      pruneState(folder, Date.now())
    } catch (error) {
      onFailure(error)
    }
    // The signal ends the wait, too.
    await wait(HOUR_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** From the files of a state folder and from a store; how many Records of the store. */
export async function removeExpired(
  folder: string,
  store: Pick<Store, 'erase'>,
  keepDays: number | undefined,
  now: number,
): Promise<number> {
  if (keepDays === undefined) return 0
  const before = retentionStart(keepDays, now)
  removeDayFiles(folder, before)
  return store.erase({ before })
}
