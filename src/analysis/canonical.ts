import { normalize } from 'node:path/posix'
import { withoutIgnored } from './hidden-signs.ts'

const SHARES = '/unc/'

export interface Spelling {
  readonly windows: boolean
  /** Names are compared without case, and without signs that are not seen. */
  readonly folded: boolean
}

/** The one form that all spellings of an absolute path share; of a relative one, its names made plain. */
export function canonical(path: string, { windows, folded }: Spelling): string {
  const seen = folded ? withoutIgnored(path) : path
  return withoutPrivate(windows ? withoutWindows(seen) : seen)
}

/** `/etc`, `/var` and `/tmp` of a Mac are links into `/private`. */
function withoutPrivate(path: string): string {
  if (!path.includes('/private/')) return path
  return /^\/+private\/+(?:etc|var|tmp)(?:\/|$)/.test(path) ? path.replace(/^\/+private/, '') : path
}

function withoutWindows(path: string): string {
  const slashes = path.replaceAll('\\', '/')
  const spaced = /^\/(?:\?\?|\/[?.])\/+(.*)$/s.exec(slashes)
  if (spaced) return inNamespace(spaced[1] ?? '')
  const drive = /^([A-Za-z]):(?=\/|$)/.exec(slashes) ?? /^\/(?:cygdrive\/|mnt\/)?([A-Za-z])(?=\/|$)/.exec(slashes)
  if (drive) return `/${(drive[1] ?? '').toLowerCase()}${plainNames(slashes.slice(drive[0].length))}`
  const share = /^\/\/+([^/]{2,})(\/.*)?$/s.exec(slashes)
  return share ? `${SHARES}${(share[1] ?? '').toLowerCase()}${plainNames(share[2] ?? '')}` : plainNames(slashes)
}

/** `\\?\C:\x` is `C:\x`, `\\?\UNC\host\x` a share; anything else of the kernel's own names is a device. */
function inNamespace(rest: string): string {
  if (/^[A-Za-z]:/.test(rest)) return withoutWindows(rest)
  if (/^UNC\//i.test(rest)) return withoutWindows(`//${rest.slice(4)}`)
  return `/dev/${rest}`
}

/** A name is the same with a stream behind it, and with dots or blanks at its end. */
function plainNames(path: string): string {
  if (!/[:. ]/.test(path)) return path
  return path
    .split('/')
    .map((name) => (/^\.{0,2}$/.test(name) ? name : name.replace(/:.*$/s, '').replace(/[. ]+$/, '')))
    .join('/')
}

export function shareHost(path: string): string | undefined {
  return path.startsWith(SHARES) ? path.slice(SHARES.length).split('/', 1)[0] : undefined
}

/** Short names stand for any name that begins so: `GIT~1` may be `.git`. Undefined when the path has none. */
export function longNames(path: string): readonly string[] | undefined {
  if (!/~\d/.test(path)) return undefined
  const short = /(^|\/)([^/~\0]{1,6})~\d+(\.[^/]*)?(?=\/|$)/g
  const long = [path.replace(short, '$1$2*$3'), path.replace(short, '$1.$2*$3')]
  return long[0] === path ? undefined : long
}

const STEPS = /\/\.{1,2}(?:\/|$)/

export function tidy(path: string): string {
  const direct = path.startsWith('/') && path.length > 1 && !path.endsWith('/') && !path.includes('//')
  if (direct && !(path.includes('/.') && STEPS.test(path))) return path
  const plain = normalize(path)
  const single = plain.startsWith('//') ? plain.slice(1) : plain
  return single.length > 1 && single.endsWith('/') ? single.slice(0, -1) : single
}
