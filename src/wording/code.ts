import { hostName, known, placeName, type Reader, shellSafe } from './names.ts'

const fileName = (path: string, reader: Reader) => placeName({ text: path, real: path }, reader)

import type { Of, Said } from './said.ts'

const NOBODY_READ = 'Nobody has read it'

/** To save what would be run, from where it comes. */
function downloadAttempt(address: string | undefined): string {
  const url = shellSafe(address)
  return url !== undefined && /^https?:\/\/[^/]+\/./.test(url) && !/\.git$|\/pull\//.test(url)
    ? `\`curl -fsSL -o unread.txt ${url}\``
    : 'read it first'
}

const LANGUAGES = new Map([
  ['javascript', 'JavaScript'],
  ['php', 'PHP'],
  ['powershell', 'PowerShell'],
  ['python', 'Python'],
  ['ruby', 'Ruby'],
  ['perl', 'Perl'],
])

export function sayRun({ language, origin, host, address, file }: Of<'run-code'>, reader: Reader): Said {
  const code = `${LANGUAGES.get(language) ?? (language === 'other' ? '' : language)} code`.trim()
  const name = file === undefined || /^\/dev\/fd\//.test(file) ? '' : fileName(file, reader)
  switch (origin) {
    case 'download': {
      const named =
        address !== undefined && !address.includes('://') && !address.includes(host ?? '') ? known(address) : ''
      const place = named || (host === undefined || host === '' || host === 'socket' ? '' : hostName(host))
      return [`runs ${code} from ${place || 'the network'}`, NOBODY_READ, downloadAttempt(address)]
    }
    case 'stdin':
      return [`runs whatever ${code} it is given`, "It can't be checked before it runs"]
    case 'dynamic':
      return [`runs ${name || `${code} that isn't known beforehand`}`, "It can't be checked before it runs"]
    case 'inline':
      return [`runs ${code} that can't be read in full`, 'Its effects are unknown']
    default:
      return [`runs ${name || 'a file'}`, "Its contents couldn't be read", 'read it first']
  }
}

export function sayProgram({ program, identity }: Of<'run-program'>, reader: Reader): Said {
  const name = known(program) === '' ? 'an unknown program' : fileName(program, reader)
  switch (identity) {
    case 'downloaded':
      return [`runs ${name}`, 'This session downloaded it, and nobody has read it', 'read it first']
    case 'session-made':
    case 'temporary':
      return [`runs ${name}`, "Its contents couldn't be read", 'read it first']
    case 'missing':
      return [`runs ${name}`, "There's no such program"]
    default:
      return [`runs ${name}`]
  }
}

export function sayDownload({ host, url, to }: Of<'download'>, reader: Reader): Said {
  const place = to === undefined ? '' : ` to ${placeName(to, reader)}`
  return [
    `downloads from ${hostName(host)}${place}`,
    place === '' ? undefined : 'A program would load it from there',
    downloadAttempt(url),
  ]
}

export function sayPatch({ source }: Of<'apply-patch'>, reader: Reader): Said {
  const save = 'save it and read it first'
  if (source.kind === 'network') return [`applies a patch from ${hostName(source.url)}`, NOBODY_READ, save]
  const file = source.kind === 'file' && !/^\/dev\/fd\//.test(source.path) ? source.path : undefined
  if (file === undefined) return ['applies a patch', NOBODY_READ, save]
  const name = fileName(file, reader)
  if (/\.(?:zip|tar|tgz|7z)$/.test(file)) return [`applies a patch from ${name}`, NOBODY_READ, save]
  const safe = /[*?]|\.(?:xz|gz|bz2|zst)$/.test(file) ? undefined : shellSafe(file)
  return [
    `applies ${/[*?]/.test(file) ? 'patches' : 'patch'} ${name}`,
    /[*?]/.test(file) ? 'Nobody has read them' : NOBODY_READ,
    safe === undefined ? save : `\`git apply --stat ${safe}\``,
  ]
}
