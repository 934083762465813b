import { lstatSync, realpathSync } from 'node:fs'
import { dirname } from 'node:path'

/** Whom everything must belong to, and from which folder on it is looked at. Tests look below one of their own. */
export interface InstallRoot {
  readonly root: string
  readonly uid: number
}

export const SYSTEM_ROOT: InstallRoot = { root: '/', uid: 0 }

/**
 * Why ordinary accounts could change what lies there, or could not use it; undefined when neither is so. Every folder above counts:
 * who can rename one of them can put another in its place.
 */
export function rootOwnershipProblem(path: string, { root, uid }: InstallRoot = SYSTEM_ROOT): string | undefined {
  let at: string
  try {
    at = realpathSync(path)
  } catch {
    return `${path} is not there`
  }
  for (;;) {
    const { uid: owner, mode } = lstatSync(at)
    if (owner !== uid) return `${at} belongs to an ordinary account (uid ${owner})`
    if ((mode & 0o022) !== 0) return `${at} can be written by others`
    if ((mode & 0o005) !== 0o005 && (mode & 0o111) !== 0) return `${at} cannot be used by all accounts`
    if ((mode & 0o004) === 0) return `${at} cannot be read by all accounts`
    if (at === root || dirname(at) === at) return undefined
    at = dirname(at)
  }
}
