import { statSync } from 'node:fs'
import { isAbsolute, resolve } from 'node:path'
import { hostFacts } from '../facts/host.ts'
import { UsageError } from './io.ts'

export function isDirectory(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true
}

/** The folder we are in; undefined where it was deleted. */
function currentDirectory(): string | undefined {
  try {
    return process.cwd()
  } catch {
    return undefined
  }
}

/** The folder we are in, or the home where it was deleted: for commands that do as well without a project. */
export function currentDirectoryOr(home: string): string {
  return currentDirectory() ?? home
}

const DELETED_FOLDER_ERROR = 'the folder you are in was deleted; go to another one'

/** The directory that `--cwd` names, or the one we are in. What is not there is a mistake: nothing in it could be judged. */
export function directoryFrom(given: string | undefined): string {
  const base = currentDirectory()
  if (base === undefined && (given === undefined || !isAbsolute(given)))
    throw new UsageError(`${DELETED_FOLDER_ERROR}, or name one with --cwd`)
  const path = resolve(base ?? '/', given ?? '.')
  if (given !== undefined && !isDirectory(path))
    throw new UsageError(`--cwd: there is no directory ${JSON.stringify(given)}`)
  return path
}

/** The directory that `--cwd` names, the one we are in, or the home where that was deleted. */
export function directoryOr(home: string, given: string | undefined): string {
  return given === undefined ? currentDirectoryOr(home) : directoryFrom(given)
}

/** The root of the project we are in. Only an install into the project itself needs a folder that is still there. */
export function projectRootFor(home: string, isNeeded: boolean): string {
  const folder = currentDirectory()
  if (folder === undefined && isNeeded) throw new UsageError(`${DELETED_FOLDER_ERROR}.`)
  return hostFacts({ cwd: folder ?? home, home }).projectRoot
}
