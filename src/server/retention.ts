import { keptFrom, removeDays } from '../audit/old-days.ts'
import type { Store } from './store/store.ts'

/** Takes out what is older than the settings keep, from the files of a state folder and from a store; how many Records of the store. */
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
