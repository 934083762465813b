import { isAbsolute, join, normalize } from 'node:path/posix'
import type { Facts } from './facts.ts'
import { tagsOf } from './path-tags.ts'
import type { PathUse, Zone } from './paths.ts'

const SYSTEM = [
  '/bin',
  '/boot',
  '/etc',
  '/lib',
  '/lib32',
  '/lib64',
  '/opt',
  '/sbin',
  '/srv',
  '/usr',
  '/var',
  '/System',
  '/Library',
  '/Applications',
  '/private/etc',
  '/private/var',
  '/snap',
  '/run',
]
const DEVICES = ['/dev', '/proc', '/sys']

export interface PathText {
  /** As known: `\0` stands for a part that is not. */
  readonly known: string
  readonly text: string | undefined
  readonly glob: boolean
  readonly dynamic: boolean
}

/** Resolves a path as it is written into where it lies and what it is. `from` is undefined when the directory is not known. */
export function pathUse(path: PathText, from: string | undefined, facts: Facts): PathUse {
  const { known, glob, dynamic } = path
  const start = constantPrefix(known, glob)
  const lexical = absolute(start, from, facts.home)
  const real = lexical === undefined ? undefined : (facts.realPath(lexical) ?? lexical)
  const zone =
    dynamic && start === ''
      ? 'unknown'
      : zoneOf(real, facts, { covers: start !== known && endsAtDirectory(start), lexical })
  const exact = !dynamic && !glob
  return {
    text: path.text ?? known.replaceAll('\0', '…'),
    real: exact ? real : undefined,
    zone,
    tags:
      lexical === undefined
        ? []
        : [...new Set([...tagsOf(whole(known, lexical, start), facts), ...(real && exact ? tagsOf(real, facts) : [])])],
    glob,
    dynamic,
    sessionMade: exact && real !== undefined && madeBySession(real, facts),
    recoverable: exact && real !== undefined ? recoverable(real, facts) : 'unknown',
  }
}

/** The part of the text before the first glob or unknown character. */
function constantPrefix(known: string, glob: boolean): string {
  const end = known.search(glob ? /[\0*?[]/ : /\0/)
  return end < 0 ? known : known.slice(0, end)
}

function endsAtDirectory(prefix: string): boolean {
  return prefix === '' || prefix.endsWith('/')
}

function absolute(text: string, from: string | undefined, home: string): string | undefined {
  if (text === '~' || text.startsWith('~/')) return normalize(join(home, text.slice(1)))
  if (isAbsolute(text)) return trimSlash(normalize(text))
  return from === undefined ? undefined : trimSlash(normalize(join(from, text)))
}

function whole(known: string, lexical: string, prefix: string): string {
  return lexical + (prefix.endsWith('/') && lexical !== '/' ? '/' : '') + known.slice(prefix.length)
}

function trimSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

export function isInside(path: string, directory: string): boolean {
  return path === directory || path.startsWith(directory === '/' ? '/' : `${directory}/`)
}

function zoneOf(real: string | undefined, facts: Facts, how: { covers: boolean; lexical: string | undefined }): Zone {
  if (real === undefined) return 'unknown'
  const roots = [facts.projectRoot, facts.cwd, ...facts.workingDirectories]
  if (real === '/') return 'root'
  if (real === facts.home || /^\/(home|Users)(\/[^/]+)?$/.test(real) || real === '/root') {
    return roots.includes(real) && real !== facts.home ? 'project-root' : 'home-root'
  }
  if (roots.includes(real))
    return how.covers || real === facts.projectRoot || real === facts.cwd ? 'project-root' : 'project'
  if (roots.some((root) => isInside(real, root) && root !== '/')) return 'project'
  if (facts.temporaryDirectories.includes(real)) return 'temp-root'
  if (facts.temporaryDirectories.some((directory) => isInside(real, directory))) return 'temp'
  if (DEVICES.some((directory) => isInside(real, directory))) return 'device'
  if (SYSTEM.some((directory) => isInside(real, directory))) return 'system'
  if (isInside(real, facts.home) || isInside(real, '/root') || /^\/(home|Users)\//.test(real)) return 'home'
  return 'outside'
}

function madeBySession(real: string, facts: Facts): boolean {
  const { created, written } = facts.session
  return created.has(real) || written.has(real) || [...created].some((made) => isInside(real, made))
}

function recoverable(real: string, facts: Facts): PathUse['recoverable'] {
  if (madeBySession(real, facts)) return 'yes'
  switch (facts.tracked(real)) {
    case 'tracked-clean':
      return 'yes'
    case 'ignored':
      return tagsOf(real, facts).includes('build-artefact') ? 'yes' : 'unknown'
    case 'tracked-dirty':
    case 'untracked':
      return 'no'
    case 'unknown':
      return tagsOf(real, facts).includes('build-artefact') && isInside(real, facts.projectRoot) ? 'yes' : 'unknown'
  }
}
