import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { UsageError } from './io.ts'

export function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** The directory that `--cwd` names, or the one we are in. What is not there is a mistake: nothing in it could be judged. */
export function directoryFrom(given: string | undefined): string {
  const path = resolve(given ?? '.')
  if (given !== undefined && !isDirectory(path))
    throw new UsageError(`--cwd: there is no directory ${JSON.stringify(given)}`)
  return path
}
