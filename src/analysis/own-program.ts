import { basename, resolve } from 'node:path/posix'
import { onlyShows } from './own-verbs.ts'
import type { Command } from './words.ts'

const RUNNERS = new Set(['node', 'nodejs', 'bun', 'deno', 'tsx'])

/** The gate's own program, started past its name: by its file, or as code that loads it. */
export function ownProgram({ name, args, cwd }: Command, root: string | undefined): string | undefined {
  if (name === undefined || !RUNNERS.has(basename(name))) return undefined
  const own = root === undefined ? [] : [`${root}/bin/`, `${root}/dist/`]
  const at = args.findIndex(({ known }) => {
    // Where a `cd` leads is not always known; the launcher's name is.
    if (basename(known) === 'irongate.js') return true
    const path = resolve(cwd ?? '/', known)
    return own.some((place) => path.startsWith(place) || known.includes(place))
  })
  if (at < 0) return undefined
  const rest = args.slice(at + 1)
  const isLook = rest.length > 0 && onlyShows(rest.map(({ text }) => text ?? '\0'))
  return isLook ? undefined : `${basename(name)} ${args[at]?.known ?? ''}`
}
