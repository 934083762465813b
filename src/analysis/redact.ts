import { hideEnvLines, hideEnvWrites, isOrdinary } from './redact-env.ts'
import { envFileBeside, HOLDERS, nameBeside } from './redact-fields.ts'
import { hideSecretDocument, ROLE_PLACES } from './redact-roles.ts'
import { isHiddenName, isKept, isOddName, kindOf, PIPED, PLACES, type SecretPlace } from './redact-shapes.ts'
import { KEY_SIGNS, type SecretSigns, signsOf } from './redact-signs.ts'
import { remembered } from './remembered.ts'
import { KEYS, isSecretName as readSecretName } from './secrets.ts'

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

/** Takes out of texts what is a secret in this value: words of a call stand in what is noted of it, without the name that told them. */
export function hidingSecretsOf(value: unknown): Redactor['known'] {
  const redactor = createRedactor()
  redactor.value(value)
  return redactor.known
}

export function redact(text: string, known: readonly string[] = []): string {
  return createRedactor(known).text(text)
}

/** Does a file of this name and text hold a secret? */
export function holdsSecretText(path: string, text: string): boolean {
  const { text: kept } = createRedactor().value({ path, text }) as { readonly text: unknown }
  return kept !== text
}

/** Shorter values are words that occur by chance. */
const SHORTEST_KNOWN = 6
const MOST_KNOWN = 200
const DEEPEST = 60
/** What a shell could act on in a value that its quotes may not have kept together, or a program in a value that is a command. */
const ACTIVE = /[\s;|&<>()`]|\$\(/
/** A shape finds where a key begins; all that could belong to it goes. */
function makeShapes(): readonly (readonly [kind: string, shape: RegExp])[] {
  return [
    // Lines of base64 and nothing else between the marks: a block hides no command.
    [
      'private-key',
      /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:(?:\\[nr]|\s){0,8}(?:[A-Za-z0-9+/=]{20,}|(?:Proc-Type|DEK-Info): [\w, -]{1,80}))*(?:(?:\\[nr]|\s){0,8}[A-Za-z0-9+/=]{1,76}(?=(?:\\[nr]|\s){0,8}-----END))?(?:(?:\\[nr]|\s){0,8}-----END [A-Z0-9 ]{0,48}-----)?/g,
    ],
    ...KEYS.filter(([kind]) => kind !== 'private-key').map(
      ([kind, shape]) => [kind, new RegExp(`(?:${shape.source})[A-Za-z0-9_-]*`, 'g')] as const,
    ),
    ['api-key', /\b[rp]k-(?=[A-Za-z_-]{0,24}\d)[A-Za-z0-9_-]{16,}/g],
    ['jwt', /\beyJ[A-Za-z0-9_-]{8,8000}\.[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]*/g],
  ]
}

let made: ReturnType<typeof makeShapes> | undefined

function shapes(): ReturnType<typeof makeShapes> {
  made ??= makeShapes()
  return made
}

/** A name that is worth the question, and what stands between it and its value: `NAME=`, `"name": `, `--name `. */
const NAME =
  /(?<![\w-])(-{0,2})(?!secret:[a-z-]{1,20}»)((?=[\w.-]{0,80}?(?:key|tok|sec|pass|pwd|cred|pat|auth|dsn|cook|priv|aws|ur[li]|string|netrc|kube))[a-z_][\w.-]{1,80})(\\?["']?[ \t]{0,3}[:=][ \t]{0,3}|\\?["']\][ \t]{0,3}=[ \t]{0,3}(?=\\?["'])|[ \t]{1,3}(?=[^\s=:-])(?![\w.-]{1,80}=))/gi
/** Quotes inside quotes (JSON in a word of a shell), quotes, one word. */
const VALUE =
  /\\"(?:[^"\\`$]|\\[^"]|\$(?!\())*\\"|"(?:[^"\\`$]|\\[\s\S]|\$(?!\())*"|'[^']{0,4000}'|(?:[^\s"'&;,<>|()$`\\]|\\.|,(?![\w.-]{1,80}=))+/y
/** Values are looked at this often as a whole; what would be looked at more often is hidden unseen. */
const LOOKS = 4

interface Carrier {
  readonly kind: string
  /** One of these stands, in lower case, in every text that the shape finds something in. */
  readonly signs: readonly string[]
  /** What stands before it, and the secret. */
  readonly shape: RegExp
}

/** Places that hold a secret without a name of it. */
const CARRIERS: readonly Carrier[] = [
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
const REFERENCE =
  /^(?:\$\{?[A-Za-z_]\w*\}?|\$\{\{[^}]*\}\}|%[A-Za-z_]\w*%|<[^>]*>|\{+[^}]*\}+|\*+|x+|\.{3}|…|true|false|null|none|undefined|yes|no|on|off|process\.env\b.*|os\.(?:environ|getenv)\b.*|env\..*|import\.meta\b.*|«secret:[a-z-]+»)$/i

const SECRET_DOCUMENT = /^\s*kind:\s{0,4}["']?Secret\b/m

/** The words that are piped. */
const PIECE = /"[^"]*"|'[^']*'|[^\s"']+/g
/** Values of one verb that sets many. */
const MOST_ROUNDS = 12

const FLAG_ALONE = /^[ \t](?:--[ \t])?["']?«secret:/

/** Is it written out, and was not taken out before? */
function isOpen(value: string): boolean {
  return !REFERENCE.test(value) && !value.includes('«secret:')
}

/** Names of fields are the same in every call. */
const isSecretName = remembered(readSecretName)

/** The texts of one call come by several times, for its Record and for what is noted of it: of long ones without a secret the last few. */
const LONG = 200
const MOST_CLEAN = 8
const cleanTexts: string[] = []

function noteClean(text: string): void {
  if (text.length < LONG) return
  if (cleanTexts.length >= MOST_CLEAN) cleanTexts.shift()
  cleanTexts.push(text)
}

export function createRedactor(known: readonly string[] = []): Redactor {
  const found = new Map<string, string>()
  for (const value of known) if (value.length >= SHORTEST_KNOWN) found.set(value, mark('key'))
  let hidesCode = false

  const hide = (kind: string, secret: string): string => {
    if (secret.length >= SHORTEST_KNOWN && found.size < MOST_KNOWN) found.set(secret, mark(kind))
    return mark(kind)
  }

  /** The same in a text that somebody may run. */
  const hidden = (kind: string, secret: string): string => {
    hidesCode ||= ACTIVE.test(secret)
    return hide(kind, secret)
  }

  const named = (text: string): string => {
    let out = ''
    let done = 0
    let budget = 65_536 + LOOKS * text.length
    const asked = new Map<string, boolean>()
    const isSecret = (name: string): boolean => {
      const answer = asked.get(name) ?? (isSecretName(name) || isOddName(name))
      asked.set(name, answer)
      return answer
    }
    NAME.lastIndex = 0
    for (let match = NAME.exec(text); match !== null; match = NAME.exec(text)) {
      const [, dashes = '', name = '', between = ''] = match
      // Without a sign between them, only an option has a value.
      if ((dashes === '' && between.trim() === '') || !isSecret(name)) continue
      const start = NAME.lastIndex
      VALUE.lastIndex = start
      const value = VALUE.exec(text)?.[0] ?? ''
      budget -= value.length
      const { quote, inner } = unquoted(value)
      // `config set --secret name «…»`: it says that the next but one is.
      if (between.trim() === '' && FLAG_ALONE.test(text.slice(start + value.length, start + value.length + 20)))
        continue
      if (inner === '' || (budget > 0 && (REFERENCE.test(inner) || !isHiddenName(name, inner) || !isKept(name, inner))))
        continue
      out += `${text.slice(done, start)}${quote}${hidden(kindOf(name), inner)}${quote}`
      done = start + value.length
      NAME.lastIndex = done
    }
    return out + text.slice(done)
  }

  /** Values that their place in a command gives away. */
  const placed = (text: string, { lead, kind, code }: SecretPlace): string => {
    let out = ''
    let done = 0
    let budget = 65_536 + LOOKS * text.length
    lead.lastIndex = 0
    for (let match = lead.exec(text); match !== null; match = lead.exec(text)) {
      const start = lead.lastIndex
      VALUE.lastIndex = start
      const value = VALUE.exec(text)?.[0] ?? ''
      budget -= value.length
      const { quote, inner } = unquoted(value)
      const is = budget > 0 ? isOpen(inner) && kind(match, inner) : 'secret'
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
    for (let round = 0, last = ''; round < (place.many ? MOST_ROUNDS : 1) && last !== out; round++) {
      last = out
      out = placed(out, place)
    }
    return out
  }

  /** Text that is piped into a reader of a secret. What follows the first line goes on to the command of `sudo`. */
  const piped = (text: string): string =>
    text.replace(PIPED, (_, before: string, words: string, sudo?: string, passwd?: string) => {
      const many = words.match(PIECE) ?? []
      const isFormat = (word: string) => word === many[0] && many.length > 1 && /%[sb]/.test(word)
      return `${before}${words.replace(PIECE, (word) => {
        const { quote, inner } = unquoted(word)
        const end = sudo === undefined ? inner.replace(/\\n$/, '').length : inner.search(/\\n|$/)
        // Whose password it is stays.
        const from = passwd === undefined ? 0 : (/^[\w.-]{1,32}:/.exec(inner)?.[0].length ?? 0)
        const secret = inner.slice(from, end)
        if (secret === '' || isFormat(word) || /^-[neE]+$/.test(word) || !isOpen(secret)) return word
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
    if (out.length >= LONG && cleanTexts.includes(out)) return out
    const signs = signsOf(out)
    const done = signs === undefined ? out : searched(out, signs)
    if (done === text) noteClean(text)
    return done
  }

  const searched = (text: string, { lower, places, roles, env }: SecretSigns): string => {
    let out = env ? hideEnvWrites(text, (value) => (isOpen(value) ? hidden('secret', value) : value)) : text
    // What is put in below brings no new sign.
    const has = (sign: string) => lower.includes(sign)
    if (KEY_SIGNS.some(has))
      for (const [kind, shape] of shapes()) out = out.replace(shape, (secret) => hide(kind, secret))
    for (const { kind, signs, shape } of CARRIERS) {
      if (!signs.some(has)) continue
      out = out.replace(shape, (whole: string, before: string, secret: string) =>
        REFERENCE.test(secret) ? whole : `${before}${hidden(kind, secret)}`,
      )
    }
    if (places) {
      if (has('|') && (has('echo') || has('print'))) out = piped(out)
      out = PLACES.filter(({ signs }) => signs?.some(has) !== false).reduce(placedOften, out)
    }
    if (roles) {
      if (SECRET_DOCUMENT.test(out))
        out = hideSecretDocument(out, (value) => (isOpen(value) ? hidden('secret', value) : value))
      out = ROLE_PLACES.reduce(placedOften, out)
    }
    return named(out)
  }

  const value = (given: unknown, depth: number): unknown => {
    if (typeof given === 'string') return clean(given)
    if (given === null || typeof given !== 'object') return given
    if (depth > DEEPEST) return '[…]'
    if (Array.isArray(given)) return given.map((inner) => value(inner, depth + 1))
    const label = nameBeside(given)
    const file = envFileBeside(given)
    return Object.fromEntries(
      Object.entries(given).map(([key, inner]) => {
        const name = key === 'value' && label !== undefined ? label : key
        const byRole = file !== undefined && inner !== file ? envTexts(inner, depth) : byHolder(key, inner, depth)
        return [clean(key), field(name, byRole ?? inner) ?? value(byRole ?? inner, depth + 1)]
      }),
    )
  }

  const envValue = (secret: string): string => (isOpen(secret) ? hide('secret', secret) : secret)

  /** Every text of an edit of a file with settings for a process. */
  const envTexts = (given: unknown, depth: number): unknown => {
    if (typeof given === 'string') return hideEnvLines(given, envValue)
    if (given === null || typeof given !== 'object' || depth > DEEPEST) return given
    if (Array.isArray(given)) return given.map((inner) => envTexts(inner, depth + 1))
    return Object.fromEntries(Object.entries(given).map(([key, inner]) => [key, envTexts(inner, depth + 1)]))
  }

  /** The values of a field that holds settings for a process, or secrets, under whatever name. */
  const byHolder = (holder: string, given: unknown, depth: number): unknown => {
    if (!HOLDERS.has(holder.toLowerCase()) || given === null || typeof given !== 'object' || depth > DEEPEST)
      return given
    if (Array.isArray(given))
      return given.map((inner) => (typeof inner === 'string' ? hideEnvLines(inner, envValue) : inner))
    return Object.fromEntries(
      Object.entries(given).map(([name, inner]) => [
        name,
        typeof inner === 'string' && inner !== '' && !isOrdinary(name, inner) ? envValue(inner) : inner,
      ]),
    )
  }

  /** A field whose name says that it is a secret. */
  const field = (name: string, inner: unknown): string | undefined => {
    if (typeof inner === 'string' && /^(?:proxy-)?authorization$/i.test(name)) return authorization(inner)
    if (typeof inner === 'number' && /^(?:pass(?:word|wd|phrase|code)?|pin|otp)$/i.test(name)) return mark('password')
    if (
      typeof inner !== 'string' ||
      inner === '' ||
      !(isSecretName(name) || isOddName(name)) ||
      !isHiddenName(name, inner) ||
      REFERENCE.test(inner) ||
      !isKept(name, inner)
    )
      return undefined
    // No shell reads the value of a field.
    return hide(kindOf(name), inner)
  }

  /** How somebody shows who they are stays; what with does not. */
  const authorization = (given: string): string | undefined => {
    const [, scheme = '', secret = ''] = /^([A-Za-z][\w-]{0,30} +)?(\S.*)$/s.exec(given) ?? []
    return secret === '' || !isOpen(secret) ? undefined : `${scheme}${hide('authorization', secret)}`
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

function unquoted(value: string): { readonly quote: string; readonly inner: string } {
  const quote = /^(?:\\"|"|')/.exec(value)?.[0] ?? ''
  return { quote, inner: value.slice(quote.length, value.length - quote.length) }
}

/** Was something taken out of this value? */
export function holdsPlaceholder(value: unknown): boolean {
  return (JSON.stringify(value) ?? '').includes('«secret:')
}

function mark(kind: string): string {
  return `«secret:${kind}»`
}
