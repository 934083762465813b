import { isSecretName } from './secrets.ts'

const NAME = String.raw`(?:[A-Za-z_][\w-]{0,60}:)?(?:[A-Za-z_][\w.-]{0,60}|\*)`
const TEST = String.raw`\[(?:\d{1,6}|(?:@?${NAME}|[a-z-]{1,20}\(\))(?:\s?!?=\s?(?:'[^'"\[\]]{0,80}'|"[^'"\[\]]{0,80}"))?|(?:contains|starts-with)\([^\[\]()]{1,120}\))\]`
const STEP = String.raw`(?:[a-z-]{1,20}::)?(?:@?${NAME}|text\(\)|node\(\))(?:${TEST}){0,4}`
const XPATH = new RegExp(`^//?${STEP}(?://?${STEP}){0,16}$`)
const TELLS = /::|\(\)|\[[@\w*:(),.' -]{1,60}=|\*\[|\/@[\w-]+$/
const ROOTS =
  /^\/\/?(?:home|users|tmp|var|opt|etc|usr|srv|mnt|media|root|dev|run|proc|sys|boot|private|volumes|nix|work\w*|lib\w*|s?bin)(?:\/|$)/i
const MOST = 400

export function isXPath(text: string): boolean {
  return text.startsWith('/') && text.length <= MOST && TELLS.test(text) && !ROOTS.test(text) && XPATH.test(text)
}

const LAST = new RegExp(
  String.raw`/(?:@(${NAME})|(?:(${NAME})|\*\[local-name\(\)\s?=\s?['"]([\w.-]{1,60})['"]\])/text\(\))$`,
)

export function picksPlain(text: string): boolean {
  const [, attribute, element, local] = isXPath(text) ? (LAST.exec(text) ?? []) : []
  const field = attribute ?? element ?? local ?? '*'
  const plain = field.slice(field.indexOf(':') + 1)
  return plain !== '*' && !isSecretName(plain)
}

/** `--xpath '//mirror/url/text()' a.xml`. */
export function picksOneField(words: readonly string[]): boolean {
  if (words.length > 12 || !words.includes('--xpath')) return false
  const [options, rest] = [words.filter((word) => word.startsWith('-')), words.filter((word) => !word.startsWith('-'))]
  const files = rest.filter((word) => !isXPath(word))
  return (
    options.every((option) => /^--(?:xpath|noout|nonet)$/.test(option)) &&
    rest.length === files.length + 1 &&
    rest.some(picksPlain) &&
    files.every((file) => /\.(?:xml|plist)$/i.test(file))
  )
}
