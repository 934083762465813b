import { isSecretName } from './secrets.ts'

/** Places in a command that hold a secret without a sign of assignment: where each begins, and whether what stands there is one. */
export interface SecretPlace {
  /** One of these stands, in lower case, in every text with such a place. */
  readonly signs?: readonly string[]
  /** What stands before the value. Bounded, so that matching stays linear. */
  readonly lead: RegExp
  /** The kind of the secret, or nothing. */
  readonly kind: (lead: RegExpExecArray, value: string) => string | undefined
  /** One verb may have many such values. */
  readonly many?: true
  /** What stands there may as well be run. */
  readonly code?: true
}

/** Names of what gives a secret and is none: `credential.helper`, `--password-command`. */
const GIVER =
  /(?:command|cmd|process|helper|exec|program|script|hook|provider|plugin|file|path|dir|folder|store|backend|manager|service|policy|name|type|mode|stdin|fd)$/i

/** A piece of every name that `isSecretName` agrees to. */
const SECRETISH = 'key|tok|sec|pass|pwd|cred|pat|auth|dsn|cook|priv|aws|ur[li]|string|netrc|kube'
/** Blanks of one command; a line may go on behind a backslash. */
export const GAP = String.raw`(?:[ \t]|\\\r?\n){1,8}`
export const WORD = String.raw`(?:[^\s;|&"'<>()\x60]{1,200}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}')?|"[^"\n]{0,200}"|'[^'\n]{0,200}')`
/** No value that is an option, or was taken out. */
export const VALUE_NEXT = String.raw`(?=[^\s;|&<>()-])(?!["']?«)`
/** A word begins here: no part of a path, an address or an option. */
const START = String.raw`(?<![\w./@=-])`
const OPTIONS = String.raw`(?:${GAP}--?[\w-]{1,40}(?:=[^\s;|&]{0,80}|${GAP}[^\s;|&-][^\s;|&]{0,80})??){0,4}?`
const SECRET_NAME = String.raw`(?=[^\s;|&]{0,200}?(?:${SECRETISH}))("[^"\n]{1,200}"|'[^'\n]{1,200}'|[^\s"'=;|&<>()$\x60-][^\s"'=;|&<>()$\x60]{0,200})`
const SETS = 'set|put|add|create|store|save|update|write|insert|define|register'
export const LOGS_IN = 'log-?[io]n|sign-?in'
const LOGIN_SIGNS = ['log', 'sign']
/** `gh secret set`, `dotnet user-secrets set`, `kubectl create secret`, `create-secret`. */
const SETS_SECRET = String.raw`(?<![\w./])(?:(?:[a-z]{1,12}-)?secrets?${GAP}(?:versions${GAP})?(?:${SETS}|new|edit)|(?:${SETS})(?:-|${GAP})secrets?)(?![\w-])`
const BODY = 'body|value|data|string|text|plaintext|literal|secret-value'
/** Options of `sudo` itself before `-S`: what follows its command is not its own. */
export const SUDO = String.raw`\bsudo(?:${GAP}(?:-[A-Za-z]{0,8}[ugpCDhRrTtU]${GAP}[^\s-][^\s]{0,80}|--?[\w-]{1,40}(?:=[^\s]{0,80})?)){0,5}?${GAP}(?:-[A-RT-Za-z]{0,8}S|--stdin\b)`
/** Options and commands that read a secret from their input. */
export const READS = [
  String.raw`(?<![\w-])--[\w-]{0,30}(?:pass|token|secret|key|auth|cred)[\w-]{0,20}-(?:stdin|fd|file(?:=|${GAP})(?:-(?![\w-])|\/dev\/stdin))`,
  String.raw`(?<![\w-])--with-token\b`,
  String.raw`(?<![\w-])-pass(?:in|out)?${GAP}(?:stdin|fd:0)\b`,
  String.raw`${START}(?:${LOGS_IN})\b[^|;&\n]{0,200}?[ \t](?:--stdin\b|-(?=["'\s]|$))`,
  SETS_SECRET,
  // What opens or keeps a secret, and an assignment that is left to the input.
  String.raw`${START}(?:luks[A-Za-z]{1,16}|unlock|(?:pass|gopass|keyring|secret-tool)${GAP}(?:insert|set|store))\b`,
  String.raw`${START}(?:env|vars?|variables?)${GAP}(?:${SETS})${GAP}(?=[\w.-]{0,80}(?:KEY|TOKEN|SECRET|PASS|PWD|key|token|secret|pass))[\w.-]{1,80}(?![\w.-])`,
].join('|')
export const PASSWD = String.raw`(?:sudo${GAP}(?:-[\w-]{1,20}${GAP}){0,3})?(?:[\w.-]{0,40}\/){0,5}[a-z_]{0,12}passwd(?![\w./-])`

export const shape = (source: string, flags = '') => new RegExp(source, `g${flags}`)

/** `echo TEXT | sudo -S x`: before the text, the text, and whether `sudo` or a tool for passwords reads it. */
export const PIPED = shape(
  String.raw`(${START}(?:echo|printf|print)${GAP})(${WORD}(?:${GAP}${WORD}){0,7})(?=[\s\\]{0,8}\|&?[\s\\]{0,8}(?:(?:[^|;&\n]|\\\n){0,300}?(?:(${SUDO})|${READS})|(${PASSWD})))`,
)

/** Made by chance and not by a writer: letters and digits take turns. */
export function isTokenShaped(word: string): boolean {
  const body = word.replace(/^[A-Za-z]{1,8}\./, '')
  if (body.length < 10 || body.length > 4000 || !/^[\w+/=-]+$/.test(body)) return false
  const turns = body.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0
  return /[a-z]/.test(body) && /[A-Z]/.test(body) ? turns >= 3 : body.length >= 16 && turns >= 4
}

/** A file that holds the value. */
export const FILE = /^(?:~|\.\.?)\/|^@[\w.~/-]+$|^\/(?:[a-z][\w.-]*\/)+[\w.-]+$/

/** The kind of what is set under this name, of which the last part counts: `//host/:_authToken`. */
function setKind(named: string, value: string): string | undefined {
  const name = partOf(named)
  return isHiddenName(name, value) && !FILE.test(value) && isKept(name, value) ? kindOf(name) : undefined
}

function partOf(named: string): string {
  return (
    named
      .replace(/["']/g, '')
      .split(/[/:\]]/)
      .at(-1) ?? ''
  )
}

export const PLACES: readonly SecretPlace[] = [
  // A number is a port, and a protocol has the same letter.
  {
    signs: LOGIN_SIGNS,
    lead: shape(`${START}(?:${LOGS_IN})(?:${GAP}${WORD}){0,10}?${GAP}-p(?:=|${GAP})${VALUE_NEXT}`),
    kind: (_, value) => (/^(?:\d{1,5}|https?|ssh)$/.test(value) ? undefined : 'password'),
  },
  {
    signs: LOGIN_SIGNS,
    lead: shape(String.raw`${START}(?:${LOGS_IN})(?:${GAP}${WORD}){0,10}?${GAP}-p(?=\w{10})`),
    kind: (_, value) => (isTokenShaped(value) ? 'password' : undefined),
  },
  // An option that stands alone may have taken the word as its value.
  {
    signs: [...LOGIN_SIGNS, 'auth', 'unlock', 'obscure'],
    lead: shape(
      String.raw`${START}(?:${LOGS_IN}|auth|authenticate|authtoken|unlock|obscure)(?:${GAP}(?:--?[\w-]{1,40}=[^\s;|&]{0,200}|--?no-[\w-]{1,40}|[\w.+-]{1,80}@[\w.-]{1,80})){0,4}${GAP}${VALUE_NEXT}`,
      'i',
    ),
    kind: (_, value) => (isTokenShaped(value) ? 'token' : undefined),
  },
  {
    signs: ['set'],
    lead: shape(
      String.raw`${START}(?:(?:config\w{0,10}|conf|cfg|settings?|env|vars?|variables?|options?|param\w{0,8})[ \t:]{1,3}set|setx|setenv|set(?=${GAP}-[A-Za-z]{0,3}x))${OPTIONS}${GAP}${SECRET_NAME}${GAP}${VALUE_NEXT}`,
      'i',
    ),
    kind: ([, name = ''], value) => setKind(name, value),
  },
  // Of words that sentences have, too, only a name of several parts or a value made by chance tells.
  {
    signs: [...SETS.split('|'), 'config'],
    lead: shape(
      String.raw`${START}(?:((?:${SETS})|config\w{0,10})${OPTIONS}${GAP}|(?:set|add|put|save|store|update)[-_:])${SECRET_NAME}${GAP}${VALUE_NEXT}`,
      'i',
    ),
    kind: ([, verb = '', name = ''], value) =>
      isTokenShaped(value) ||
      (/^config/i.test(verb) && /\w[.:]\w/.test(name)) ||
      (/[/_:.]/.test(name) && /pass|pwd|secret/i.test(partOf(name)) && /[^a-z]/.test(value))
        ? setKind(name, value)
        : undefined,
  },
  {
    signs: ['-name', '-key', '-id', '-secret'],
    lead: shape(
      String.raw`(?<![\w-])--?(?:name|key|id|secret-id|secret-name)(?:=|${GAP})${SECRET_NAME}(?:${GAP}${WORD}){0,8}?${GAP}--(?:${BODY})(?:=|${GAP})${VALUE_NEXT}`,
      'i',
    ),
    kind: ([, name = ''], value) => setKind(name, value),
  },
  {
    signs: ['secret'],
    lead: shape(
      String.raw`${SETS_SECRET}(?:${GAP}${WORD}){0,10}?${GAP}(?:(?:--(?:${BODY})|-[bv])(?:=|${GAP})|--from-literal(?:=|${GAP})["']?[\w.-]{1,80}=)${VALUE_NEXT}(?!["']?\$)`,
    ),
    kind: (_, value) => (FILE.test(value) ? undefined : 'secret'),
    many: true,
  },
  {
    signs: ['secret'],
    lead: shape(String.raw`${SETS_SECRET}(?:${GAP}${WORD}){0,10}?${GAP}-[bv](?=[^\s=-])${VALUE_NEXT}`),
    kind: (_, value) => (FILE.test(value) ? undefined : 'secret'),
  },
  {
    signs: ['secret'],
    lead: shape(
      String.raw`(?<![\w./])(?:[a-z]{1,12}-)?secrets?${GAP}(?:set|put|add)(?:${GAP}${WORD}){0,10}?${GAP}["']?[A-Za-z_][\w.-]{0,80}=${VALUE_NEXT}(?!["']?\$)`,
    ),
    kind: () => 'secret',
    many: true,
  },
  {
    signs: ['secret'],
    lead: shape(
      String.raw`(?<![\w./])(?:[a-z]{1,12}-)?secrets?${GAP}set${GAP}(["']?(?=[\w:.-]{0,80}[A-Z0-9_:.])[A-Za-z_][\w:.-]{0,80}["']?)${GAP}${VALUE_NEXT}`,
    ),
    kind: (_, value) => (/^[a-z]+$/.test(value) || FILE.test(value) ? undefined : 'secret'),
  },
  // The last word of a tool that makes passwords, where `-b` says so or its looks do.
  {
    signs: ['passwd', 'passphrase'],
    lead: shape(
      String.raw`${START}[a-z_]{0,12}pass(?:wd|phrase)((?:${GAP}${WORD}){0,8})${GAP}(?![-;|&<>()]|\d[<>])(?=${WORD}[ \t]{0,4}(?:$|[\n\r;|&<>)"'\x60]|\d>))`,
      'm',
    ),
    kind: ([, before = ''], value) =>
      /\s-[A-Za-z]{0,8}b[A-Za-z]{0,8}\s+\S/.test(before) || isTokenShaped(value) ? 'password' : undefined,
  },
  {
    signs: ['<<<'],
    lead: shape(String.raw`(?:${SUDO}|${READS})(?:[^|;&\n<]|\\\n){0,200}?<<<(?:[ \t]|\\\n){0,8}`),
    kind: () => 'password',
  },
]

const PLACE_SIGNAL =
  /(?:log-?[io]n|sign-?in|auth|authenticate|authtoken|unlock|obscure|passwd|passphrase)[ \t\\]|secrets?[ \t\\]|-secrets?\b/
const SETTER_SIGNAL = new RegExp(
  String.raw`(?<![\w./@])(?:${SETS}|conf|cfg|env|var|option|param|--?(?:name|key|id|secret-))`,
)
const NAME_SIGNAL = new RegExp(String.raw`(?:${SECRETISH})\S{0,260}[ \t\\]`)
const READER_SIGNAL =
  /luks|unlock|insert|store|env|var|sudo|stdin|passwd|secret|-fd|-file|-token|-pass|log-?[io]n|sign-?in/

/** Could one of the places be in this text of lower case? */
export function hasPlace(lower: string): boolean {
  if (PLACE_SIGNAL.test(lower) || (SETTER_SIGNAL.test(lower) && NAME_SIGNAL.test(lower))) return true
  return /\||<<</.test(lower) && READER_SIGNAL.test(lower)
}

/** Names that run together and end in a secret; `bypass` and `compass` do not. */
const RUN_TOGETHER =
  /(?:^|[^a-z])(?:key|store|require|trust|bind|root|admin|user|ssh|db|my|sudo|become)pass$|(?:auth|master|account)key$/i

/** What people type to show who they are. */
const CODES: ReadonlySet<string> = new Set('pw pin otp totp passcode cvv cvc jwt bearer'.split(' '))

/** A name that `isHiddenName` may agree to where `isSecretName` does not. */
export function isOddName(name: string): boolean {
  return /^pwd$|secret.?id$/i.test(name) || CODES.has(name.toLowerCase()) || RUN_TOGETHER.test(name)
}

/** Does a text say that it holds a secret by this name? Where it is only the working directory, its value is a path. */
export function isHiddenName(name: string, value: string): boolean {
  if (/^pwd$/i.test(name)) return !/[/\\]/.test(value)
  if (/secret.?id$/i.test(name)) return isTokenShaped(value)
  return isSecretName(name) || CODES.has(name.toLowerCase()) || RUN_TOGETHER.test(name)
}

/** Is this the value of a secret of that name? What is called a key alone is as often the name of a thing, and tokens are counted. */
export function isKept(name: string, value: string): boolean {
  if (GIVER.test(name)) return false
  if (CODES.has(name.toLowerCase())) return true
  if (/pass|pwd|secret/i.test(name)) return true
  if (/^\d+$/.test(value)) return false
  if (/ur[il]$/i.test(name)) return /:\/\/[^/«]*@|[?&]\w*(?:key|token|sig)\w*=(?!«)/i.test(value)
  if (/token|cred|api.?key|auth.?key|secret.?id|access.?key|private.?key|cookie|dsn|conn/i.test(name)) return true
  return value.length >= 12 && /\d/.test(value) && /[A-Za-z]/.test(value) && !/[\s/]/.test(value)
}

export function kindOf(name: string): string {
  if (/pass|pwd/i.test(name)) return 'password'
  if (/token|pat\b/i.test(name)) return 'token'
  if (/cookie/i.test(name)) return 'cookie'
  if (/ur[il]|dsn|conn/i.test(name)) return 'connection'
  if (/key/i.test(name)) return 'key'
  return /auth/i.test(name) ? 'authorization' : 'secret'
}
