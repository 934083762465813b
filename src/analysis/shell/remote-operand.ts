import { addressOf, urlParts } from '../hosts.ts'
import { hasAny, signsIn } from '../word-signs.ts'
import type { Command, Word } from '../words.ts'

/** Options that are given a place to reach. */
const REACHING =
  /^--?(?:to|host|hostname|server|url|uri|endpoint|remote|dest|destination|target|address|addr|peer|relay|upload|webhook|api)(?:[-=]|$)/
/** A name with a port, an address with a user, an end that machines have and files have not. */
const HOST =
  /^(?:[\w.-]{1,64}@)?((?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,62})\.){1,8}[A-Za-z]{2,24})(?::(?:\d{1,5}(?:\/\S*)?|[^\d\s].*)?|\/\S*)?$/
const MACHINE_END = /\.(?:com|net|org|io|dev|app|cloud|info|example|onion|xyz|online|site|me|co|de|uk|ru|cn|eu|us)$/i
/** Three labels and more are a machine's, unless the last is a kind of file. */
const FILE_END =
  /\.(?:[cm]?[jt]sx?|json[c5]?|ya?ml|toml|xml|html?|s?css|md|txt|log|lock|map|min|py|rb|go|rs|java|kt|swift|php|sh|bash|sql|csv|tsv|t?gz|tar|zip|bz2|xz|png|jpe?g|gif|svg|pdf|so|dylib|dll|exe|bin|conf|cfg|ini|env|local|sample|bak|tmp|old|orig|d|pem|key|crt|pub)$/i
/** Kinds of access before a user and a machine: `sftp:me@box:/x`, `tcp:box:99`. */
const ACCESS = /^[a-z][a-z0-9+-]{1,12}:(?=[\w.-]{1,64}@|\d{1,3}(?:\.\d{1,3}){3}|\[|(?:[\w-]+\.)+[a-z]{2,24}(?::|$))/i
const NUMBERS =
  /^(?!.*\/\d{1,2}$)(?:[\w.-]{1,64}@)?(\d{1,3}(?:\.\d{1,3}){3}|\[[0-9a-f:.]{3,45}\])(?::\d{1,5})?(?:[:/]\S*)?$/i

/** The host among a program's words, by shape: a URL, `user@host:path`, `host:port`, or what an option for places is given. */
export function operandHost({ args }: Command): string | undefined {
  if (!hasAny(signsIn(args), '.[:')) return undefined
  let before: Word | undefined
  for (const word of args) {
    const host = hostIn(word, before)
    before = word
    if (host !== undefined && addressOf(host) !== 'loopback') return host
  }
  return undefined
}

function hostIn({ known }: Word, before: Word | undefined): string | undefined {
  if (!/[.[]|:\/\//.test(known)) return undefined
  const equals = known.startsWith('-') ? known.indexOf('=') : -1
  const given = equals < 0 ? known : known.slice(equals + 1)
  const value = given.includes('://') || !given.includes(':') ? given : given.replace(ACCESS, '')
  const url = value.includes('://') ? /^([a-z][a-z0-9+.-]{1,20}):\/\/[^/\s]/i.exec(value) : null
  if (url)
    return /^(?:file|data|unix|npipe)$/i.test(url[1] ?? '') ? undefined : urlParts(value).host.replaceAll('\0', '…')
  if (known.startsWith('-') && equals < 0) return undefined
  // A machine's name has its dots before the first slash: most paths have not.
  const slash = value.indexOf('/')
  if (slash >= 0 && slash < value.indexOf('.')) return undefined
  const numbers = /^[\d[]|@/.test(value) ? NUMBERS.exec(value)?.[1] : undefined
  if (numbers !== undefined) return numbers.replace(/[[\]]/g, '')
  const host = HOST.exec(value)?.[1]
  if (host === undefined) return undefined
  const long = host.split('.').length > 2 && !FILE_END.test(host)
  const reaching = REACHING.test(equals < 0 ? (before?.known ?? '') : known)
  return reaching || long || MACHINE_END.test(host) || /:\d{1,5}$|^[\w.-]+@/.test(value) ? host : undefined
}
