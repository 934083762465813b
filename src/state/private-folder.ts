import { lstatSync, mkdirSync, type Stats } from 'node:fs'
import { sha256 } from '../analysis/text/sha256.ts'
import { FixableError, systemProblem } from './system-error.ts'

/** Something is wrong with the state folder; every call closes until it is repaired. */
export class BrokenStateError extends FixableError {}

/** Makes a private folder if it is missing, and refuses one that others own or can write to. */
export function privateFolder(path: string): string {
  try {
    const stat = lstatSync(path, { throwIfNoEntry: false }) ?? makeFolder(path)
    if (!stat.isDirectory()) throw new BrokenStateError(`${path} is not a folder`)
    const self = process.getuid?.()
    if (self !== undefined && stat.uid !== self) throw new BrokenStateError(`${path} belongs to another account`)
    if ((stat.mode & 0o077) !== 0) throw new BrokenStateError(`${path} is open to others; run \`chmod 700 ${path}\``)
    return path
  } catch (error) {
    if (error instanceof BrokenStateError) throw error
    const why = systemProblem(error) ?? (error instanceof Error ? error.message : String(error))
    throw new BrokenStateError(`${path} cannot be used: ${why}`, { cause: error })
  }
}

function makeFolder(path: string): Stats {
  mkdirSync(path, { recursive: true, mode: 0o700 })
  return lstatSync(path)
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A file name for any session id: ids come from hosts and are not trusted as paths. Only a plain UUID stands for itself. */
export function fileNameFor(id: string): string {
  if (UUID.test(id)) return id
  const readable = id.replace(/[^A-Za-z0-9-]/g, '').slice(0, 40)
  return `${readable}${readable === '' ? '' : '-'}${sha256(id).slice(0, 16)}`
}
