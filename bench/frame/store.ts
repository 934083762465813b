import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The results of the last runs: one file per suite, the one before beside it. */
export interface Store {
  readonly folder: string
  load(suite: string): unknown
  save(suite: string, result: unknown): string
}

export function createStore(folder: string): Store {
  mkdirSync(folder, { recursive: true })
  const place = (suite: string) => join(folder, `${suite}.json`)
  return {
    folder,
    load: (suite) => (existsSync(place(suite)) ? JSON.parse(readFileSync(place(suite), 'utf8')) : undefined),
    save: (suite, result) => {
      if (existsSync(place(suite))) renameSync(place(suite), join(folder, `${suite}.last.json`))
      writeFileSync(place(suite), `${JSON.stringify(result, undefined, 1)}\n`)
      return place(suite)
    },
  }
}
