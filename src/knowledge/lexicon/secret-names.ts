/** What opens something, as names call it. Whoever means these takes them from here, with words of his own beside them. */
export const SECRET_NAMES = {
  password: ['password', 'passwd', 'passphrase'],
  value: ['secret', 'token', 'credential'],
} as const satisfies Record<string, readonly string[]>

/** The same, as they stand between the bars of a pattern. */
export const PASSWORD: string = SECRET_NAMES.password.join('|')
export const SECRET: string = [...SECRET_NAMES.password, ...SECRET_NAMES.value].join('|')
/** A token is a piece of a text as often. */
export const CERTAIN_SECRET: string = [...SECRET_NAMES.password, 'secret', 'credential'].join('|')
/** `apikey`, `API_KEY`, `private-key`, in patterns of either case. */
export const SECRET_KEY = '(?:api|private|access)[-_. ]?key'

const SECRET_NAME_PARTS: ReadonlySet<string> = new Set([
  ...SECRET_NAMES.password,
  ...SECRET_NAMES.value.flatMap((name) => [name, `${name}s`]),
  ...'key keys apikey pass pwd creds pat auth dsn cookie private privatekey accesskey'.split(' '),
])
const SECRET_NAME_ENDING = new RegExp(`(?:api|access)key$|(?:${SECRET})s?$`)
/** A part that says where or what the secret is, and not the secret itself. */
const NON_SECRET_PARTS = new Set('path file dir public pub'.split(' '))
const NON_SECRET_LAST_PARTS = new Set(
  'id name region length type expiry expires ttl timeout url uri host port sock user algorithm alg enabled'.split(' '),
)
const NON_SECRET_NAMES = new Set(
  'PWD OLDPWD SSH_AUTH_SOCK XAUTHORITY AWS_REGION AWS_DEFAULT_REGION AWS_PROFILE AWS_DEFAULT_OUTPUT AWS_PAGER KEYTIMEOUT'.split(
    ' ',
  ),
)
const CONNECTION_URL_NAME =
  /(?:^|_)(?:database|db|redis|mongo(?:db)?|postgres(?:ql)?|mysql|amqp|broker|webhook)_(?:url|uri)$/
const KNOWN_SECRET_NAMES = new Set(['NETRC', 'KUBECONFIG'])

export function isSecretName(name: string): boolean {
  const upper = name.toUpperCase()
  if (NON_SECRET_NAMES.has(upper)) return false
  if (KNOWN_SECRET_NAMES.has(upper) || upper.startsWith('AWS_')) return true
  const parts = name
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .toLowerCase()
    .split(/[_.\s-]+/)
    .map((part) => part.replace(/\d+$/, ''))
    .filter((part) => part !== '')
  const joined = parts.join('_')
  if (/_ur[il]$/.test(joined) && CONNECTION_URL_NAME.test(joined)) return true
  if (joined.endsWith('connection_string')) return true
  if (parts.some((part) => NON_SECRET_PARTS.has(part)) || NON_SECRET_LAST_PARTS.has(parts.at(-1) ?? '')) return false
  return parts.some((part) => SECRET_NAME_PARTS.has(part) || SECRET_NAME_ENDING.test(part))
}
