import { isSecretName } from '../../knowledge/lexicon/secret-names.ts'

const XPATH_NAME = String.raw`(?:[A-Za-z_][\w-]{0,60}:)?(?:[A-Za-z_][\w.-]{0,60}|\*)`
const XPATH_TEST = String.raw`\[(?:\d{1,6}|(?:@?${XPATH_NAME}|[a-z-]{1,20}\(\))(?:\s?!?=\s?(?:'[^'"\[\]]{0,80}'|"[^'"\[\]]{0,80}"))?|(?:contains|starts-with)\([^\[\]()]{1,120}\))\]`
const XPATH_STEP = String.raw`(?:[a-z-]{1,20}::)?(?:@?${XPATH_NAME}|text\(\)|node\(\))(?:${XPATH_TEST}){0,4}`
const XPATH_EXPRESSION = new RegExp(`^//?${XPATH_STEP}(?://?${XPATH_STEP}){0,16}$`)
const XPATH_ONLY_SYNTAX = /::|\(\)|\[[@\w*:(),.' -]{1,60}=|\*\[|\/@[\w-]+$/
const SYSTEM_ROOTS =
  /^\/\/?(?:home|users|tmp|var|opt|etc|usr|srv|mnt|media|root|dev|run|proc|sys|boot|private|volumes|nix|work\w*|lib\w*|s?bin)(?:\/|$)/i
const MAX_LENGTH = 400

export function isXPath(text: string): boolean {
  return (
    text.startsWith('/') &&
    text.length <= MAX_LENGTH &&
    XPATH_ONLY_SYNTAX.test(text) &&
    !SYSTEM_ROOTS.test(text) &&
    XPATH_EXPRESSION.test(text)
  )
}

const LAST_FIELD = new RegExp(
  String.raw`/(?:@(${XPATH_NAME})|(?:(${XPATH_NAME})|\*\[local-name\(\)\s?=\s?['"]([\w.-]{1,60})['"]\])/text\(\))$`,
)

export function selectsPlainField(text: string): boolean {
  const [, attribute, element, local] = isXPath(text) ? (LAST_FIELD.exec(text) ?? []) : []
  const field = attribute ?? element ?? local ?? '*'
  const plain = field.slice(field.indexOf(':') + 1)
  return plain !== '*' && !isSecretName(plain)
}

/** `--xpath '//mirror/url/text()' a.xml`. */
export function selectsOneField(words: readonly string[]): boolean {
  if (words.length > 12 || !words.includes('--xpath')) return false
  const [options, rest] = [words.filter((word) => word.startsWith('-')), words.filter((word) => !word.startsWith('-'))]
  const files = rest.filter((word) => !isXPath(word))
  return (
    options.every((option) => /^--(?:xpath|noout|nonet)$/.test(option)) &&
    rest.length === files.length + 1 &&
    rest.some(selectsPlainField) &&
    files.every((file) => /\.(?:xml|plist)$/i.test(file))
  )
}
