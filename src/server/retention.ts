import { setTimeout as wait } from 'node:timers/promises'
import { keptFrom, removeDays } from '../audit/old-days.ts'
import { prune } from '../state/prune.ts'
import type { Store } from './store/store.ts'

const HOUR_MS = 60 * 60 * 1000

export interface Retaining {
  readonly folder: string
  readonly store: Pick<Store, 'erase'>
  /** As the settings say it now. */
  readonly keepDays: () => number | undefined
  readonly signal: AbortSignal
  /** It goes on after that. */
  readonly onFailure: (error: unknown) => void
}

/** Takes out what is older than the settings keep, and old state, now and every hour, until the signal. */
export async function keepRetaining({ folder, store, keepDays, signal, onFailure }: Retaining): Promise<void> {
  while (!signal.aborted) {
    try {
      await retain(folder, store, keepDays(), Date.now())
      // Where no agent runs, nobody else does it.
      prune(folder, Date.now())
    } catch (error) {
      onFailure(error)
    }
    // The signal ends the wait, too.
    await wait(HOUR_MS, undefined, { signal, ref: false }).catch(() => undefined)
  }
}

/** From the files of a state folder and from a store; how many Records of the store. */
export async function retain(
  folder: string,
  store: Pick<Store, 'erase'>,
  keepDays: number | undefined,
  now: number,
): Promise<number> {
  if (keepDays === undefined) return 0
  const before = keptFrom(keepDays, now)
  removeDays(folder, before)
  return store.erase({ before })
}
