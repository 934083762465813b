import { normalize } from 'node:path/posix'
import { withoutIgnorableCharacters } from '../text/hidden-characters.ts'

const UNC_PREFIX = '/unc/'

export interface PathSpelling {
  readonly windows: boolean
  /** Names are compared without case, and without signs that are not seen. */
  readonly folded: boolean
}

/** The one form that all spellings of an absolute path share; of a relative one, its names made plain. */
export function canonicalPath(path: string, { windows, folded }: PathSpelling): string {
  const seen = folded ? withoutIgnorableCharacters(path) : path
  return withoutPrivatePrefix(windows ? fromWindowsPath(seen) : seen)
}

/** `/etc`, `/var` and `/tmp` of a Mac are links into `/private`. */
function withoutPrivatePrefix(path: string): string {
  if (!path.includes('/private/')) return path
  return /^\/+private\/+(?:etc|var|tmp)(?:\/|$)/.test(path) ? path.replace(/^\/+private/, '') : path
}

function fromWindowsPath(path: string): string {
  const slashes = path.replaceAll('\\', '/')
  const spaced = /^\/(?:\?\?|\/[?.])\/+(.*)$/s.exec(slashes)
  if (spaced) return fromWindowsNamespace(spaced[1] ?? '')
  const drive = /^([A-Za-z]):(?=\/|$)/.exec(slashes) ?? /^\/(?:cygdrive\/|mnt\/)?([A-Za-z])(?=\/|$)/.exec(slashes)
  if (drive) return `/${(drive[1] ?? '').toLowerCase()}${withoutStreamSuffixes(slashes.slice(drive[0].length))}`
  const share = /^\/\/+([^/]{2,})(\/.*)?$/s.exec(slashes)
  return share
    ? `${UNC_PREFIX}${(share[1] ?? '').toLowerCase()}${withoutStreamSuffixes(share[2] ?? '')}`
    : withoutStreamSuffixes(slashes)
}

/** `\\?\C:\x` is `C:\x`, `\\?\UNC\host\x` a share; anything else of the kernel's own names is a device. */
function fromWindowsNamespace(rest: string): string {
  if (/^[A-Za-z]:/.test(rest)) return fromWindowsPath(rest)
  if (/^UNC\//i.test(rest)) return fromWindowsPath(`//${rest.slice(4)}`)
  return `/dev/${rest}`
}

/** A name is the same with a stream behind it, and with dots or blanks at its end. */
function withoutStreamSuffixes(path: string): string {
  if (!/[:. ]/.test(path)) return path
  return path
    .split('/')
    .map((name) => (/^\.{0,2}$/.test(name) ? name : name.replace(/:.*$/s, '').replace(/[. ]+$/, '')))
    .join('/')
}

export function shareHost(path: string): string | undefined {
  return path.startsWith(UNC_PREFIX) ? path.slice(UNC_PREFIX.length).split('/', 1)[0] : undefined
}

/** Short names stand for any name that begins so: `GIT~1` may be `.git`. Undefined when the path has none. */
export function expandShortNames(path: string): readonly string[] | undefined {
  if (!/~\d/.test(path)) return undefined
  const short = /(^|\/)([^/~\0]{1,6})~\d+(\.[^/]*)?(?=\/|$)/g
  const long = [path.replace(short, '$1$2*$3'), path.replace(short, '$1.$2*$3')]
  return long[0] === path ? undefined : long
}

const DOT_SEGMENT = /\/\.{1,2}(?:\/|$)/

export function normalizePath(path: string): string {
  const direct = path.startsWith('/') && path.length > 1 && !path.endsWith('/') && !path.includes('//')
  if (direct && !(path.includes('/.') && DOT_SEGMENT.test(path))) return path
  const plain = normalize(path)
  const single = plain.startsWith('//') ? plain.slice(1) : plain
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single
}
