import { isSecretName, PASSWORD } from '../knowledge/lexicon/secret-names.ts'

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

/** Names of what gives a secret and isn't one: `credential.helper`, `--password-command`. */
const NON_SECRET_NAME =
  /(?:command|cmd|process|helper|exec|program|script|hook|provider|plugin|file|path|dir|folder|store|backend|manager|service|policy|name|type|mode|stdin|fd)$/i

/** A piece of every name that `isSecretName` agrees to. */
const SECRET_NAME_PIECES = 'key|tok|sec|pass|pwd|cred|pat|auth|dsn|cook|priv|aws|ur[li]|string|netrc|kube'
/** Blanks of one command; a backslash continues a line. */
export const GAP = String.raw`(?:[ \t]|\\\r?\n){1,8}`
export const WORD_PATTERN = String.raw`(?:[^\s;|&"'<>()\x60]{1,200}(?:"[^"\n]{0,200}"|'[^'\n]{0,200}')?|"[^"\n]{0,200}"|'[^'\n]{0,200}')`
/** No value that is an option, or was taken out. */
export const VALUE_AHEAD = String.raw`(?=[^\s;|&<>()-])(?!["']?«)`
/** A word begins here: no part of a path, an address or an option. */
const WORD_START = String.raw`(?<![\w./@=-])`
const OPTION_WORDS = String.raw`(?:${GAP}--?[\w-]{1,40}(?:=[^\s;|&]{0,80}|${GAP}[^\s;|&-][^\s;|&]{0,80})??){0,4}?`
const SECRET_NAME = String.raw`(?=[^\s;|&]{0,200}?(?:${SECRET_NAME_PIECES}))("[^"\n]{1,200}"|'[^'\n]{1,200}'|[^\s"'=;|&<>()$\x60-][^\s"'=;|&<>()$\x60]{0,200})`
const SET_VERBS = 'set|put|add|create|store|save|update|write|insert|define|register'
export const LOGIN_VERBS = 'log-?[io]n|sign-?in'
const LOGIN_SIGNS = ['log', 'sign']
/** `gh secret set`, `dotnet user-secrets set`, `kubectl create secret`, `create-secret`. */
const SET_SECRET_COMMAND = String.raw`(?<![\w./])(?:(?:[a-z]{1,12}-)?secrets?${GAP}(?:versions${GAP})?(?:${SET_VERBS}|new|edit)|(?:${SET_VERBS})(?:-|${GAP})secrets?)(?![\w-])`
const BODY_NAMES = 'body|value|data|string|text|plaintext|literal|secret-value'
/** Options of `sudo` itself before `-S`: what follows its command is not its own. */
export const SUDO_READING_STDIN = String.raw`\bsudo(?:${GAP}(?:-[A-Za-z]{0,8}[ugpCDhRrTtU]${GAP}[^\s-][^\s]{0,80}|--?[\w-]{1,40}(?:=[^\s]{0,80})?)){0,5}?${GAP}(?:-[A-RT-Za-z]{0,8}S|--stdin\b)`
/** Options and commands that read a secret from their input. */
export const SECRET_STDIN_READERS = [
  String.raw`(?<![\w-])--[\w-]{0,30}(?:pass|token|secret|key|auth|cred)[\w-]{0,20}-(?:stdin|fd|file(?:=|${GAP})(?:-(?![\w-])|\/dev\/stdin))`,
  String.raw`(?<![\w-])--with-token\b`,
  String.raw`(?<![\w-])-pass(?:in|out)?${GAP}(?:stdin|fd:0)\b`,
  String.raw`${WORD_START}(?:${LOGIN_VERBS})\b[^|;&\n]{0,200}?[ \t](?:--stdin\b|-(?=["'\s]|$))`,
  SET_SECRET_COMMAND,
  // What opens or keeps a secret, and an assignment that is left to the input.
  String.raw`${WORD_START}(?:luks[A-Za-z]{1,16}|unlock|(?:pass|gopass|keyring|secret-tool)${GAP}(?:insert|set|store))\b`,
  String.raw`${WORD_START}(?:env|vars?|variables?)${GAP}(?:${SET_VERBS})${GAP}(?=[\w.-]{0,80}(?:KEY|TOKEN|SECRET|PASS|PWD|key|token|secret|pass))[\w.-]{1,80}(?![\w.-])`,
].join('|')
export const PASSWD_PROGRAM = String.raw`(?:sudo${GAP}(?:-[\w-]{1,20}${GAP}){0,3})?(?:[\w.-]{0,40}\/){0,5}[a-z_]{0,12}passwd(?![\w./-])`

export const compileShape = (source: string, flags = '') => new RegExp(source, `g${flags}`)

/** `echo TEXT | sudo -S x`: before the text, the text, and whether `sudo` or a tool for passwords reads it. */
export const PIPED_SECRET = compileShape(
  String.raw`(${WORD_START}(?:echo|printf|print)${GAP})(${WORD_PATTERN}(?:${GAP}${WORD_PATTERN}){0,7})(?=[\s\\]{0,8}\|&?[\s\\]{0,8}(?:(?:[^|;&\n]|\\\n){0,300}?(?:(${SUDO_READING_STDIN})|${SECRET_STDIN_READERS})|(${PASSWD_PROGRAM})))`,
)

/** Made by chance and not by a writer: letters and digits take turns. */
export function isTokenShaped(word: string): boolean {
  const body = word.replace(/^[A-Za-z]{1,8}\./, '')
  if (body.length < 10 || body.length > 4000 || !/^[\w+/=-]+$/.test(body)) return false
  const turns = body.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0
  return /[a-z]/.test(body) && /[A-Z]/.test(body) ? turns >= 3 : body.length >= 16 && turns >= 4
}

/** A file that holds the value. */
export const FILE_VALUE = /^(?:~|\.\.?)\/|^@[\w.~/-]+$|^\/(?:[a-z][\w.-]*\/)+[\w.-]+$/

/** The kind of what is set under this name, of which the last part counts: `//host/:_authToken`. */
function kindOfSetting(named: string, value: string): string | undefined {
  const name = lastNamePart(named)
  return isHiddenName(name, value) && !FILE_VALUE.test(value) && isSecretValue(name, value)
    ? secretKindOf(name)
    : undefined
}

function lastNamePart(named: string): string {
  return (
    named
      .replace(/["']/g, '')
      .split(/[/:\]]/)
      .at(-1) ?? ''
  )
}

export const SECRET_PLACES: readonly SecretPlace[] = [
  // A number is a port, and a protocol has the same letter.
  {
    signs: LOGIN_SIGNS,
    lead: compileShape(
      `${WORD_START}(?:${LOGIN_VERBS})(?:${GAP}${WORD_PATTERN}){0,10}?${GAP}-p(?:=|${GAP})${VALUE_AHEAD}`,
    ),
    kind: (_, value) => (/^(?:\d{1,5}|https?|ssh)$/.test(value) ? undefined : 'password'),
  },
  {
    signs: LOGIN_SIGNS,
    lead: compileShape(String.raw`${WORD_START}(?:${LOGIN_VERBS})(?:${GAP}${WORD_PATTERN}){0,10}?${GAP}-p(?=\w{10})`),
    kind: (_, value) => (isTokenShaped(value) ? 'password' : undefined),
  },
  // An option that stands alone may have taken the word as its value.
  {
    signs: [...LOGIN_SIGNS, 'auth', 'unlock', 'obscure'],
    lead: compileShape(
      String.raw`${WORD_START}(?:${LOGIN_VERBS}|auth|authenticate|authtoken|unlock|obscure)(?:${GAP}(?:--?[\w-]{1,40}=[^\s;|&]{0,200}|--?no-[\w-]{1,40}|[\w.+-]{1,80}@[\w.-]{1,80})){0,4}${GAP}${VALUE_AHEAD}`,
      'i',
    ),
    kind: (_, value) => (isTokenShaped(value) ? 'token' : undefined),
  },
  {
    signs: ['set'],
    lead: compileShape(
      String.raw`${WORD_START}(?:(?:config\w{0,10}|conf|cfg|settings?|env|vars?|variables?|options?|param\w{0,8})[ \t:]{1,3}set|setx|setenv|set(?=${GAP}-[A-Za-z]{0,3}x))${OPTION_WORDS}${GAP}${SECRET_NAME}${GAP}${VALUE_AHEAD}`,
      'i',
    ),
    kind: ([, name = ''], value) => kindOfSetting(name, value),
  },
  // Of words that sentences have, too, only a name of several parts or a value made by chance tells.
  {
    signs: [...SET_VERBS.split('|'), 'config'],
    lead: compileShape(
      String.raw`${WORD_START}(?:((?:${SET_VERBS})|config\w{0,10})${OPTION_WORDS}${GAP}|(?:set|add|put|save|store|update)[-_:])${SECRET_NAME}${GAP}${VALUE_AHEAD}`,
      'i',
    ),
    kind: ([, verb = '', name = ''], value) =>
      isTokenShaped(value) ||
      (/^config/i.test(verb) && /\w[.:]\w/.test(name)) ||
      (/[/_:.]/.test(name) && /pass|pwd|secret/i.test(lastNamePart(name)) && /[^a-z]/.test(value))
        ? kindOfSetting(name, value)
        : undefined,
  },
  {
    signs: ['-name', '-key', '-id', '-secret'],
    lead: compileShape(
      String.raw`(?<![\w-])--?(?:name|key|id|secret-id|secret-name)(?:=|${GAP})${SECRET_NAME}(?:${GAP}${WORD_PATTERN}){0,8}?${GAP}--(?:${BODY_NAMES})(?:=|${GAP})${VALUE_AHEAD}`,
      'i',
    ),
    kind: ([, name = ''], value) => kindOfSetting(name, value),
  },
  {
    signs: ['secret'],
    lead: compileShape(
      String.raw`${SET_SECRET_COMMAND}(?:${GAP}${WORD_PATTERN}){0,10}?${GAP}(?:(?:--(?:${BODY_NAMES})|-[bv])(?:=|${GAP})|--from-literal(?:=|${GAP})["']?[\w.-]{1,80}=)${VALUE_AHEAD}(?!["']?\$)`,
    ),
    kind: (_, value) => (FILE_VALUE.test(value) ? undefined : 'secret'),
    many: true,
  },
  {
    signs: ['secret'],
    lead: compileShape(
      String.raw`${SET_SECRET_COMMAND}(?:${GAP}${WORD_PATTERN}){0,10}?${GAP}-[bv](?=[^\s=-])${VALUE_AHEAD}`,
    ),
    kind: (_, value) => (FILE_VALUE.test(value) ? undefined : 'secret'),
  },
  {
    signs: ['secret'],
    lead: compileShape(
      String.raw`(?<![\w./])(?:[a-z]{1,12}-)?secrets?${GAP}(?:set|put|add)(?:${GAP}${WORD_PATTERN}){0,10}?${GAP}["']?[A-Za-z_][\w.-]{0,80}=${VALUE_AHEAD}(?!["']?\$)`,
    ),
    kind: () => 'secret',
    many: true,
  },
  {
    signs: ['secret'],
    lead: compileShape(
      String.raw`(?<![\w./])(?:[a-z]{1,12}-)?secrets?${GAP}set${GAP}(["']?(?=[\w:.-]{0,80}[A-Z0-9_:.])[A-Za-z_][\w:.-]{0,80}["']?)${GAP}${VALUE_AHEAD}`,
    ),
    kind: (_, value) => (/^[a-z]+$/.test(value) || FILE_VALUE.test(value) ? undefined : 'secret'),
  },
  // The last word of a tool that makes passwords, where `-b` says so or its looks do.
  {
    signs: ['passwd', 'passphrase'],
    lead: compileShape(
      String.raw`${WORD_START}[a-z_]{0,12}pass(?:wd|phrase)((?:${GAP}${WORD_PATTERN}){0,8})${GAP}(?![-;|&<>()]|\d[<>])(?=${WORD_PATTERN}[ \t]{0,4}(?:$|[\n\r;|&<>)"'\x60]|\d>))`,
      'm',
    ),
    kind: ([, before = ''], value) =>
      /\s-[A-Za-z]{0,8}b[A-Za-z]{0,8}\s+\S/.test(before) || isTokenShaped(value) ? 'password' : undefined,
  },
  {
    signs: ['<<<'],
    lead: compileShape(
      String.raw`(?:${SUDO_READING_STDIN}|${SECRET_STDIN_READERS})(?:[^|;&\n<]|\\\n){0,200}?<<<(?:[ \t]|\\\n){0,8}`,
    ),
    kind: () => 'password',
  },
]

const PLACE_SIGNAL = new RegExp(
  String.raw`(?:log-?[io]n|sign-?in|auth|authenticate|authtoken|unlock|obscure|${PASSWORD})[ \t\\]|secrets?[ \t\\]|-secrets?\b`,
)
const SETTER_SIGNAL = new RegExp(
  String.raw`(?<![\w./@])(?:${SET_VERBS}|conf|cfg|env|var|option|param|--?(?:name|key|id|secret-))`,
)
const NAME_SIGNAL = new RegExp(String.raw`(?:${SECRET_NAME_PIECES})\S{0,260}[ \t\\]`)
const READER_SIGNAL = new RegExp(
  `luks|unlock|insert|store|env|var|sudo|stdin|${PASSWORD}|secret|-fd|-file|-token|-pass|log-?[io]n|sign-?in`,
)

/** Could one of the places be in this text of lower case? */
export function hasSecretPlace(lower: string): boolean {
  if (PLACE_SIGNAL.test(lower) || (SETTER_SIGNAL.test(lower) && NAME_SIGNAL.test(lower))) return true
  return /\||<<</.test(lower) && READER_SIGNAL.test(lower)
}

/** Names that run together and end in a secret; `bypass` and `compass` do not. */
const RUN_TOGETHER =
  /(?:^|[^a-z])(?:key|store|require|trust|bind|root|admin|user|ssh|db|my|sudo|become)pass$|(?:auth|master|account)key$/i

/** What people type to show who they are. */
const CODE_NAMES: ReadonlySet<string> = new Set('pw pin otp totp passcode cvv cvc jwt bearer'.split(' '))

/** A name that `isHiddenName` may agree to where `isSecretName` does not. */
export function isUnusualSecretName(name: string): boolean {
  return /^pwd$|secret.?id$/i.test(name) || CODE_NAMES.has(name.toLowerCase()) || RUN_TOGETHER.test(name)
}

/** Does a text say that it holds a secret by this name? Where it is only the working directory, its value is a path. */
export function isHiddenName(name: string, value: string): boolean {
  if (/^pwd$/i.test(name)) return !/[/\\]/.test(value)
  if (/secret.?id$/i.test(name)) return isTokenShaped(value)
  return isSecretName(name) || CODE_NAMES.has(name.toLowerCase()) || RUN_TOGETHER.test(name)
}

/** Is this the value of a secret of that name? What is called a key alone is as often the name of a thing, and tokens are counted. */
export function isSecretValue(name: string, value: string): boolean {
  if (NON_SECRET_NAME.test(name)) return false
  if (CODE_NAMES.has(name.toLowerCase())) return true
  if (/pass|pwd|secret/i.test(name)) return true
  if (/^\d+$/.test(value)) return false
  if (/ur[il]$/i.test(name)) return /:\/\/[^/«]*@|[?&]\w*(?:key|token|sig)\w*=(?!«)/i.test(value)
  if (/token|cred|api.?key|auth.?key|secret.?id|access.?key|private.?key|cookie|dsn|conn/i.test(name)) return true
  return value.length >= 12 && /\d/.test(value) && /[A-Za-z]/.test(value) && !/[\s/]/.test(value)
}

export function secretKindOf(name: string): string {
  if (/pass|pwd/i.test(name)) return 'password'
  if (/token|pat\b/i.test(name)) return 'token'
  if (/cookie/i.test(name)) return 'cookie'
  if (/ur[il]|dsn|conn/i.test(name)) return 'connection'
  if (/key/i.test(name)) return 'key'
  return /auth/i.test(name) ? 'authorization' : 'secret'
}
