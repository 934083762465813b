import { lstatSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

const MAX_SIZE = 4096

/** What a secret file of the person's own says; the problem in words when nobody else must not be able to read it, and can. */
export function readOwnSecret(path: string, home: string): { readonly text: string } | { readonly problem: string } {
  const file = path.startsWith('~/') ? join(home, path.slice(2)) : path
  const stat = lstatSync(file, { throwIfNoEntry: false })
  if (!stat?.isFile()) return { problem: `${file} is not there, or no file` }
  if (stat.uid !== process.getuid?.() || (stat.mode & 0o077) !== 0)
    return { problem: `${file} must be yours alone: chmod 600 ${file}` }
  if (stat.size > MAX_SIZE) return { problem: `${file} is too large` }
  return { text: readFileSync(file, 'utf8').trim() }
}
