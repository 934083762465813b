import type { PathUse } from '../paths.ts'
import type { Scribe } from '../programs/program.ts'

const TOKEN = /[^\s"'`()<>,;]+/g
const MAX_TOKENS = 60
const PATH_LIKE = /^(?:~\/|\.{0,2}\/|\.[a-z]|[a-z]:\\)|\/|^\.env\b|\.(?:pem|key|p12|pfx|env|kdbx|keystore)$/i

export function pathsIn(object: string, scribe: Scribe): readonly PathUse[] {
  return tokensIn(object)
    .filter((token) => PATH_LIKE.test(token) && !token.includes('://') && !token.includes('@'))
    .map((token) => pathFor(token, scribe))
}

export function pathFor(token: string, scribe: Scribe): PathUse {
  const home = scribe.facts.home
  return scribe.pathOf(token === '~' || token.startsWith('~/') ? `${home}${token.slice(1)}` : token)
}

function tokensIn(object: string): readonly string[] {
  return (object.match(TOKEN) ?? []).slice(0, MAX_TOKENS).map((token) => token.replace(/[.:!?]+$/, ''))
}

interface Destination {
  readonly host: string
  readonly channel: 'http' | 'mail' | 'bucket' | 'ssh'
}

export function destinationIn(object: string): Destination | undefined {
  const web = /\b(?:https?|ftps?|wss?):\/\/([a-z0-9.-]{3,253})/i.exec(object)?.[1]
  if (web) return { host: web, channel: 'http' }
  const bucket = /\b(?:s3|gs|az):\/\/([\w./-]{2,200})/i.exec(object)?.[0]
  if (bucket) return { host: bucket, channel: 'bucket' }
  const mail = /[\w.+-]{1,64}@([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4})(:[\w~/])?/i.exec(object)
  if (mail?.[1]) return { host: mail[1], channel: mail[2] === undefined ? 'mail' : 'ssh' }
  const named = /\b(?:to|on|onto) (?:the |our |my )?([a-z0-9-]{1,63}(?:\.[a-z0-9-]{1,63}){1,4})(?=[\s,]|$)/i.exec(
    object,
  )?.[1]
  return named && !/\.(?:md|txt|json|ya?ml|ts|js|py|go|rs|sh|html|css|csv|log|toml|env)$/i.test(named)
    ? { host: named, channel: 'http' }
    : undefined
}

export function defaultBranchIn(object: string): string | undefined {
  return (
    /(?:\b(?:to|into|onto|on|origin)|^|^the|^our) (?:the )?(?:remote )?(?:origin[/ ])?`?(main|master|trunk)\b(?![/-])/i.exec(
      ` ${object}`,
    )?.[1] ?? (/\bdefault branch\b/i.test(object) ? 'main' : undefined)
  )
}

export function isProduction(object: string): boolean {
  return /\b(?:to|in|into|on|onto|at|for|against) (?:the |our )?(?:[\w-]+ )?(?:production|prod|live)\b(?![/_-])/i.test(
    object,
  )
}
