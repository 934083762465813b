import { memoize } from '../analysis/text/memoize.ts'
import { KEY_SHAPES } from '../analysis/text/secrets.ts'
import { isSecretName as readSecretName } from '../knowledge/lexicon/secret-names.ts'
import { hideEnvLines, hideEnvWrites, isPublicValue } from './env.ts'
import { SECRET_HOLDER_FIELDS, siblingEnvFile, siblingName } from './fields.ts'
import { hideSecretDocument, ROLE_PLACES } from './roles.ts'
import {
  isHiddenName,
  isSecretValue,
  isUnusualSecretName,
  PIPED_SECRET,
  SECRET_PLACES,
  type SecretPlace,
  secretKindOf,
} from './shapes.ts'
import { KEY_SIGNS, type SecretSigns, secretSignsOf } from './signs.ts'

/**
 * Takes secrets out of what is kept or sent on, and says of what kind each was: `«secret:password»`. A redactor remembers
 * what it found: a password that an input named is taken out of the message that quotes it, too.
 */
export interface Redactor {
  text(text: string): string
  /** The same for every text in a value, by the names of its fields, too. */
  value(value: unknown): unknown
  /** Something was hidden that a shell might act on: what is left does not show everything that would run. */
  readonly hidesCode: boolean
  /** Takes what was found so far out of a text, and looks for nothing else; undefined where nothing was found. */
  readonly known: ((text: string) => string) | undefined
}

/** Takes out of texts what is a secret in this value: words of a call stand in what is noted of it, without the name that gave them away. */
export function secretHiderFor(value: unknown): Redactor['known'] {
  const redactor = createRedactor()
  redactor.value(value)
  return redactor.known
}

export function redact(text: string, known: readonly string[] = []): string {
  return createRedactor(known).text(text)
}

/** Does a file of this name and text hold a secret? */
export function hasSecretText(path: string, text: string): boolean {
  const { text: kept } = createRedactor().value({ path, text }) as { readonly text: unknown }
  return kept !== text
}

/** Shorter values are words that occur by chance. */
const MIN_KNOWN_LENGTH = 6
const MAX_KNOWN = 200
const MAX_DEPTH = 60
/** What a shell could act on in a value that its quotes may not have kept together, or a program in a value that is a command. */
const SHELL_ACTIVE_CHARACTERS = /[\s;|&<>()`]|\$\(/
/** A shape finds where a key begins; all that could belong to it goes. */
function compileKeyShapes(): readonly (readonly [kind: string, shape: RegExp])[] {
  return [
    // Lines of base64 and nothing else between the marks: a block hides no command.
    [
      'private-key',
      /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?:\\[nr]|\s){0,8}(?:[A-Za-z0-9+/=]{20,}|(?:Proc-Type|DEK-Info): [\w, -]{1,80}))*(?:(?:\\[nr]|\s){0,8}[A-Za-z0-9+/=]{1,76}(?=(?:\\[nr]|\s){0,8}-----END))?(?:(?:\\[nr]|\s){0,8}-----END [A-Z0-9 ]{0,48}-----)?/g,
    ],
    ...KEY_SHAPES.filter(([kind]) => kind !== 'private-key').map(
      ([kind, shape]) => [kind, new RegExp(`(?:${shape.source})[A-Za-z0-9_-]*`, 'g')] as const,
    ),
    ['api-key', /\b[rp]k-(?=[A-Za-z_-]{0,24}\d)[A-Za-z0-9_-]{16,}/g],
    ['jwt', /\beyJ[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g],
  ]
}

let keyShapes: ReturnType<typeof compileKeyShapes> | undefined

function getKeyShapes(): ReturnType<typeof compileKeyShapes> {
  keyShapes ??= compileKeyShapes()
  return keyShapes
}

/** A name that is worth the question, and what stands between it and its value: `NAME=`, `"name": `, `--name `. */
const NAME_BEFORE_VALUE =
  /(?<![\w-])(-{0,2})(?!secret:[a-z-]{1,20}»)((?=[\w.-]{0,80}?(?:key|tok|sec|pass|pwd|cred|pat|auth|dsn|cook|priv|aws|ur[li]|string|netrc|kube))[a-z_][\w.-]{1,80})(\\?["']?[ \t]{0,3}[:=][ \t]{0,3}|\\?["']\][ \t]{0,3}=[ \t]{0,3}(?=\\?["'])|[ \t]{1,3}(?=[^\s=:-])(?![\w.-]{1,80}=))/gi
/** Quotes inside quotes (JSON in a word of a shell), quotes, one word. */
const VALUE_TEXT =
  /\\"(?:[^"\\`$]|\\[^"]|\$(?!\())*\\"|"(?:[^"\\`$]|\\[\s\S]|\$(?!\())*"|'[^']{0,4000}'|(?:[^\s"'&;,<>|()$`\\]|\\.|,(?![\w.-]{1,80}=))+/y
/** Values are looked at this often as a whole; what would be looked at more often is hidden unseen. */
const MAX_VALUE_CHECKS = 4

interface SecretCarrier {
  readonly kind: string
  /** One of these stands, in lower case, in every text that the shape finds something in. */
  readonly signs: readonly string[]
  /** What stands before it, and the secret. */
  readonly shape: RegExp
}

/** Places that hold a secret without a name of it. */
const SECRET_CARRIERS: readonly SecretCarrier[] = [
  {
    kind: 'authorization',
    signs: ['authorization'],
    shape: /(\bauthorization\\?["']? ?[:=] ?\\?["']?(?:[A-Za-z]{1,20} |(?![A-Za-z]{1,20} )))([A-Za-z0-9._~+/=-]{6,})/gi,
  },
  // A word of a sentence has no digit.
  {
    kind: 'authorization',
    signs: ['bearer', 'basic'],
    shape: /(\b(?:bearer|basic) )(?=[A-Za-z._~+/-]{0,80}[\d=])([A-Za-z0-9._~+/=-]{12,})/gi,
  },
  { kind: 'password', signs: ['://'], shape: /(:\/\/[^\s/:@"'\x60$]{0,200}:)([^\s/@"'\x60$]{1,400})(?=@)/g },
  { kind: 'cookie', signs: ['cookie'], shape: /(\bcookie: ?)((?:[\w.-]{1,80}=[^\s;"'\x60$|&<>()]+(?:; ?)?)+)/gi },
  // `user:password` for a client of HTTP; a pair of numbers is a user and a group.
  {
    kind: 'password',
    signs: ['-u'],
    shape: /((?:^|\s)(?:-u|--user|--proxy-user)[ =]?["']?[\w.@+-]{1,80}:)(?!\d+\b)([^\s"'\x60$;|&<>()]+)/g,
  },
  // A certificate's file and its password.
  {
    kind: 'password',
    signs: ['-cert', '.pem:', '.p12:', '.pfx:', '.crt:', '.cer:'],
    shape:
      /((?:^|\s)(?:--(?:proxy-)?cert[ =]|(?<=\bcurl\b[^\n;|&]{0,300}\s)-E[ =]?)["']?(?!pkcs11:|[A-Za-z]:\\)[^\s"':]{1,300}:)([^\s"'\x60$;|&<>()]+)/g,
  },
  // Clients of databases take a password right behind `-p`.
  {
    kind: 'password',
    signs: ['mysql', 'mariadb', 'sshpass'],
    shape:
      /(\b(?:mysql\w*|mariadb\w*|sshpass)\b(?: [^\s;|&]{1,80}){0,12}? -p ?["']?)([^\s"'\x60$;|&<>()-][^\s"'\x60$;|&<>()]*)/g,
  },
]

/** A value that only says where the secret is: a variable, a placeholder, a call. */
const REFERENCE_VALUE =
  /^(?:\$\{?[A-Za-z_]\w*\}?|\$\{\{[^}]*\}\}|%[A-Za-z_]\w*%|<[^>]*>|\{+[^}]*\}+|\*+|x+|\.{3}|…|true|false|null|none|undefined|yes|no|on|off|process\.env\b.*|os\.(?:environ|getenv)\b.*|env\..*|import\.meta\b.*|«secret:[a-z-]+»)$/i

const SECRET_DOCUMENT = /^\s*kind:\s{0,4}["']?Secret\b/m

/** The words that are piped. */
const PIPED_WORD = /"[^"]*"|'[^']*'|[^\s"']+/g
/** Values of one verb that sets many. */
const MAX_ROUNDS = 12

const LONE_FLAG = /^[ \t](?:--[ \t])?["']?«secret:/

/** Is it written out, and was not taken out before? */
function isWrittenOut(value: string): boolean {
  return !REFERENCE_VALUE.test(value) && !value.includes('«secret:')
}

/** Names of fields are the same in every call. */
const isSecretNameCached = memoize(readSecretName)

/** The texts of one call come by several times, for its Record and for what is noted of it: of long ones without a secret the last few. */
const MIN_CACHED_LENGTH = 200
const MAX_CLEAN_TEXTS = 8
const cleanTexts: string[] = []

function rememberCleanText(text: string): void {
  if (text.length < MIN_CACHED_LENGTH) return
  if (cleanTexts.length >= MAX_CLEAN_TEXTS) cleanTexts.shift()
  cleanTexts.push(text)
}

export function createRedactor(known: readonly string[] = []): Redactor {
  const found = new Map<string, string>()
  for (const value of known) if (value.length >= MIN_KNOWN_LENGTH) found.set(value, redactionMark('key'))
  let hidesCode = false

  const hide = (kind: string, secret: string): string => {
    if (secret.length >= MIN_KNOWN_LENGTH && found.size < MAX_KNOWN) found.set(secret, redactionMark(kind))
    return redactionMark(kind)
  }

  /** The same in a text that somebody may run. */
  const hidden = (kind: string, secret: string): string => {
    hidesCode ||= SHELL_ACTIVE_CHARACTERS.test(secret)
    return hide(kind, secret)
  }

  const named = (text: string): string => {
    let out = ''
    let done = 0
    let budget = 65_536 + MAX_VALUE_CHECKS * text.length
    const asked = new Map<string, boolean>()
    const isSecret = (name: string): boolean => {
      const answer = asked.get(name) ?? (isSecretNameCached(name) || isUnusualSecretName(name))
      asked.set(name, answer)
      return answer
    }
    NAME_BEFORE_VALUE.lastIndex = 0
    for (let match = NAME_BEFORE_VALUE.exec(text); match !== null; match = NAME_BEFORE_VALUE.exec(text)) {
      const [, dashes = '', name = '', between = ''] = match
      // Without a sign between them, only an option has a value.
      if ((dashes === '' && between.trim() === '') || !isSecret(name)) continue
      const start = NAME_BEFORE_VALUE.lastIndex
      VALUE_TEXT.lastIndex = start
      const value = VALUE_TEXT.exec(text)?.[0] ?? ''
      budget -= value.length
      const { quote, inner } = splitQuotes(value)
      // `config set --secret name «…»`: it says that the next but one is.
      if (between.trim() === '' && LONE_FLAG.test(text.slice(start + value.length, start + value.length + 20))) continue
      if (
        inner === '' ||
        (budget > 0 && (REFERENCE_VALUE.test(inner) || !isHiddenName(name, inner) || !isSecretValue(name, inner)))
      )
        continue
      out += `${text.slice(done, start)}${quote}${hidden(secretKindOf(name), inner)}${quote}`
      done = start + value.length
      NAME_BEFORE_VALUE.lastIndex = done
    }
    return out + text.slice(done)
  }

  /** Values that their place in a command gives away. */
  const placed = (text: string, { lead, kind, code }: SecretPlace): string => {
    let out = ''
    let done = 0
    let budget = 65_536 + MAX_VALUE_CHECKS * text.length
    lead.lastIndex = 0
    for (let match = lead.exec(text); match !== null; match = lead.exec(text)) {
      const start = lead.lastIndex
      VALUE_TEXT.lastIndex = start
      const value = VALUE_TEXT.exec(text)?.[0] ?? ''
      budget -= value.length
      const { quote, inner } = splitQuotes(value)
      const is = budget > 0 ? isWrittenOut(inner) && kind(match, inner) : 'secret'
      // Another verb may stand inside what was taken for the lead.
      lead.lastIndex = match.index + 1
      if (inner === '' || !is) continue
      if (code) hidesCode = true
      out += `${text.slice(done, start)}${quote}${hidden(is, inner)}${quote}`
      done = start + value.length
      lead.lastIndex = done
    }
    return out + text.slice(done)
  }

  const placedOften = (text: string, place: SecretPlace): string => {
    let out = text
    for (let round = 0, last = ''; round < (place.many ? MAX_ROUNDS : 1) && last !== out; round++) {
      last = out
      out = placed(out, place)
    }
    return out
  }

  /** Text that is piped into a reader of a secret. What follows the first line reaches the command of `sudo`. */
  const piped = (text: string): string =>
    text.replace(PIPED_SECRET, (_, before: string, words: string, sudo?: string, passwd?: string) => {
      const many = words.match(PIPED_WORD) ?? []
      const isFormat = (word: string) => word === many[0] && many.length > 1 && /%[sb]/.test(word)
      return `${before}${words.replace(PIPED_WORD, (word) => {
        const { quote, inner } = splitQuotes(word)
        const end = sudo === undefined ? inner.replace(/\\n$/, '').length : inner.search(/\\n|$/)
        // Whose password it is stays.
        const from = passwd === undefined ? 0 : (/^[\w.-]{1,32}:/.exec(inner)?.[0].length ?? 0)
        const secret = inner.slice(from, end)
        if (secret === '' || isFormat(word) || /^-[neE]+$/.test(word) || !isWrittenOut(secret)) return word
        if (quote !== "'" && /^\$|\$\(|`/.test(secret)) return word
        if (sudo !== undefined) hidesCode = true
        return `${quote}${inner.slice(0, from)}${hidden('password', secret)}${inner.slice(end)}${quote}`
      })}`
    })

  const clean = (text: string): string => {
    let out = text
    for (const [secret, placeholder] of found) {
      if (!out.includes(secret)) continue
      // One field must not hide what stands in another.
      hidesCode = true
      out = out.replaceAll(secret, placeholder)
    }
    if (out.length >= MIN_CACHED_LENGTH && cleanTexts.includes(out)) return out
    const signs = secretSignsOf(out)
    const done = signs === undefined ? out : searched(out, signs)
    if (done === text) rememberCleanText(text)
    return done
  }

  const searched = (text: string, { lower, places, roles, env }: SecretSigns): string => {
    let out = env ? hideEnvWrites(text, (value) => (isWrittenOut(value) ? hidden('secret', value) : value)) : text
    // What is put in below brings no new sign.
    const has = (sign: string) => lower.includes(sign)
    if (KEY_SIGNS.some(has))
      for (const [kind, shape] of getKeyShapes()) out = out.replace(shape, (secret) => hide(kind, secret))
    for (const { kind, signs, shape } of SECRET_CARRIERS) {
      if (!signs.some(has)) continue
      out = out.replace(shape, (whole: string, before: string, secret: string) =>
        REFERENCE_VALUE.test(secret) ? whole : `${before}${hidden(kind, secret)}`,
      )
    }
    if (places) {
      if (has('|') && (has('echo') || has('print'))) out = piped(out)
      out = SECRET_PLACES.filter(({ signs }) => signs?.some(has) !== false).reduce(placedOften, out)
    }
    if (roles) {
      if (SECRET_DOCUMENT.test(out))
        out = hideSecretDocument(out, (value) => (isWrittenOut(value) ? hidden('secret', value) : value))
      out = ROLE_PLACES.reduce(placedOften, out)
    }
    return named(out)
  }

  const value = (given: unknown, depth: number): unknown => {
    if (typeof given === 'string') return clean(given)
    if (given === null || typeof given !== 'object') return given
    if (depth > MAX_DEPTH) return '[…]'
    if (Array.isArray(given)) return given.map((inner) => value(inner, depth + 1))
    const label = siblingName(given)
    const file = siblingEnvFile(given)
    return Object.fromEntries(
      Object.entries(given).map(([key, inner]) => {
        const name = key === 'value' && label !== undefined ? label : key
        const byRole = file !== undefined && inner !== file ? envTexts(inner, depth) : byHolder(key, inner, depth)
        return [clean(key), field(name, byRole ?? inner) ?? value(byRole ?? inner, depth + 1)]
      }),
    )
  }

  const envValue = (secret: string): string => (isWrittenOut(secret) ? hide('secret', secret) : secret)

  /** Every text of an edit of a file with settings for a process. */
  const envTexts = (given: unknown, depth: number): unknown => {
    if (typeof given === 'string') return hideEnvLines(given, envValue)
    if (given === null || typeof given !== 'object' || depth > MAX_DEPTH) return given
    if (Array.isArray(given)) return given.map((inner) => envTexts(inner, depth + 1))
    return Object.fromEntries(Object.entries(given).map(([key, inner]) => [key, envTexts(inner, depth + 1)]))
  }

  /** The values of a field that holds settings for a process, or secrets, under whatever name. */
  const byHolder = (holder: string, given: unknown, depth: number): unknown => {
    if (
      !SECRET_HOLDER_FIELDS.has(holder.toLowerCase()) ||
      given === null ||
      typeof given !== 'object' ||
      depth > MAX_DEPTH
    )
      return given
    if (Array.isArray(given))
      return given.map((inner) => (typeof inner === 'string' ? hideEnvLines(inner, envValue) : inner))
    return Object.fromEntries(
      Object.entries(given).map(([name, inner]) => [
        name,
        typeof inner === 'string' && inner !== '' && !isPublicValue(name, inner) ? envValue(inner) : inner,
      ]),
    )
  }

  /** A field whose name says that it is a secret. */
  const field = (name: string, inner: unknown): string | undefined => {
    if (typeof inner === 'string' && /^(?:proxy-)?authorization$/i.test(name)) return authorization(inner)
    if (typeof inner === 'number' && /^(?:pass(?:word|wd|phrase|code)?|pin|otp)$/i.test(name))
      return redactionMark('password')
    if (
      typeof inner !== 'string' ||
      inner === '' ||
      !(isSecretNameCached(name) || isUnusualSecretName(name)) ||
      !isHiddenName(name, inner) ||
      REFERENCE_VALUE.test(inner) ||
      !isSecretValue(name, inner)
    )
      return undefined
    // No shell reads the value of a field.
    return hide(secretKindOf(name), inner)
  }

  /** How somebody shows who they are stays; what with does not. */
  const authorization = (given: string): string | undefined => {
    const [, scheme = '', secret = ''] = /^([A-Za-z][\w-]{0,30} +)?(\S.*)$/s.exec(given) ?? []
    return secret === '' || !isWrittenOut(secret) ? undefined : `${scheme}${hide('authorization', secret)}`
  }

  return {
    text: clean,
    value: (given) => value(given, 0),
    get known() {
      if (found.size === 0) return undefined
      return (text: string) =>
        [...found].reduce((out, [secret, placeholder]) => out.replaceAll(secret, placeholder), text)
    },
    get hidesCode() {
      return hidesCode
    },
  }
}

function splitQuotes(value: string): { readonly quote: string; readonly inner: string } {
  const quote = /^(?:\\"|"|')/.exec(value)?.[0] ?? ''
  return { quote, inner: value.slice(quote.length, value.length - quote.length) }
}

/** Was something taken out of this value? */
export function hasRedaction(value: unknown): boolean {
  return (JSON.stringify(value) ?? '').includes('«secret:')
}

function redactionMark(kind: string): string {
  return `«secret:${kind}»`
}
