import type { Facts } from '../facts.ts'
import { tagsOf } from '../paths/path-tags.ts'
import { type PathTag, type PathUse, RECOVERABLE, type Zone } from '../paths/paths.ts'
import type { Word } from '../words.ts'

const DRIVE_PREFIX = /^(?:\\\\[?.]\\)?([a-zA-Z]):(?:[\\/]|$)/
const REGISTRY_PATH =
  /^(?:registry::|microsoft\.powershell\.core\\registry::)?(?:hk(?:lm|cu|cr|u|cc)|hkey_[a-z_]+)(?::|\\|$)/i

export function windowsPath(word: Word, facts: Facts): PathUse | undefined {
  if (REGISTRY_PATH.test(word.known)) return windowsPathUse(word, word.known, 'system', [])
  const known = plainSpelling(word.known)
  if (known.startsWith('\\\\') && !DRIVE_PREFIX.test(known)) {
    const share = /^\\\\([^\\?.][^\\]*)/.exec(known)?.[1]
    return {
      ...windowsPathUse(word, known, 'outside', windowsTags(foldWindowsPath(known))),
      ...(share && { beyond: { kind: 'share', host: share } }),
    }
  }
  if (!DRIVE_PREFIX.test(known)) return undefined
  const folded = foldWindowsPath(known)
  const tags = tagsOf(folded.slice(2).replace(/^\/users\//, '/Users/'), facts)
  return windowsPathUse(word, known, windowsZone(folded, facts), tags.length > 0 ? tags : windowsTags(folded))
}

function plainSpelling(known: string): string {
  const bare = known.replace(/^\\\\\?\\UNC\\/i, '\\\\').replace(/^(?:\\\\\?|\\\?\?)\\(?=[A-Za-z]:)/, '')
  if (!DRIVE_PREFIX.test(bare) && !bare.startsWith('\\\\')) return known
  return bare.replace(/(?<=[^\\/:]{2}):[^\\/]*/g, '').replace(/(?<=[^\\/. ])[. ]+(?=[\\/]|$)/g, '')
}

function windowsPathUse(word: Word, known: string, zone: Zone, tags: readonly PathTag[]): PathUse {
  return {
    text: known.replaceAll('\0', '…'),
    real: word.dynamic || word.glob ? undefined : foldWindowsPath(known),
    zone,
    tags,
    glob: word.glob,
    dynamic: word.dynamic,
    sessionMade: false,
    recoverable: RECOVERABLE.unknown,
  }
}

function foldWindowsPath(path: string): string {
  const parts: string[] = []
  for (const part of path.replace(/^\\\\[?.]\\/, '').split(/[\\/]+/)) {
    if (part === '..' && parts.length > 1) parts.pop()
    else if (part !== '.' && part !== '') parts.push(part.toLowerCase())
  }
  return parts.length === 1 ? `${parts[0]}/` : parts.join('/')
}

function isInsideFolder(path: string, directory: string): boolean {
  const folded = foldWindowsPath(directory)
  return (
    DRIVE_PREFIX.test(directory) && (path === folded || path.startsWith(folded.endsWith('/') ? folded : `${folded}/`))
  )
}

function windowsZone(path: string, facts: Facts): Zone {
  const start = path.replace(/[*?\0[].*$/, '')
  const covers = start !== path
  if (/^[a-z]:\/?$/.test(start)) return 'root'
  for (const root of [facts.projectRoot, facts.cwd, ...facts.workingDirectories]) {
    if (!isInsideFolder(start.replace(/\/$/, ''), root)) continue
    return foldWindowsPath(root) === start.replace(/\/$/, '') ? 'project-root' : 'project'
  }
  if (/^[a-z]:\/users\/[^/]+\/appdata\/local\/temp\/./.test(start) || /^[a-z]:\/(?:windows\/)?temp\/./.test(start))
    return 'temp'
  if (
    /^[a-z]:\/(?:windows|program files(?: \(x86\))?|programdata|recovery|boot|system volume information|\$recycle\.bin)(?:\/|$)/.test(
      start,
    )
  )
    return 'system'
  if (/^[a-z]:\/users(?:\/[^/]*)?\/?$/.test(start) && (covers || !start.endsWith('/'))) return 'home-root'
  if (/^[a-z]:\/users\//.test(start)) return 'home'
  return 'outside'
}

export function windowsTags(path: string): readonly PathTag[] {
  const tags: PathTag[] = []
  if (/\/(?:sam|security|system|ntds\.dit)$/.test(path) && /config|ntds/.test(path)) tags.push('secret')
  if (/\/(?:login data|cookies|web data|key4\.db|logins\.json)$/.test(path)) tags.push('secret')
  if (/\/microsoft\/(?:credentials|protect|vault)(?:\/|$)/.test(path)) tags.push('secret')
  if (/\/(?:unattend|autounattend|sysprep)\.xml$|\.rdp$|\.kdbx$/.test(path)) tags.push('secret')
  if (/\/start menu\/programs\/startup\//.test(path)) tags.push('persistence')
  if (/consolehost_history\.txt$/.test(path)) tags.push('history')
  if (/\.evtx$|\/winevt\/logs/.test(path)) tags.push('log')
  if (/\/(?:microsoft\.powershell_profile|profile)\.ps1$/.test(path)) tags.push('shell-startup')
  if (/\/drivers\/etc\/hosts$/.test(path)) tags.push('privilege')
  return tags
}
