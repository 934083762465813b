import { accessSync, constants, mkdirSync, mkdtempSync } from 'node:fs'
import { join } from 'node:path'

/**
 * A new directory for a made-up home. Not in a temporary directory, because guards treat those more loosely; and, where this
 * account may write elsewhere, not inside this repository, because git would have its say about every file in it.
 */
export function scratchDirectory(results: string, name: string): string {
  mkdirSync(results, { recursive: true })
  const base = ['/srv', '/opt'].find(isWritable) ?? results
  return mkdtempSync(join(base, `irongate-${name}-`))
}

function isWritable(directory: string): boolean {
  try {
    accessSync(directory, constants.W_OK)
    return true
  } catch {
    return false
  }
}
