import { programName } from '../../base-name.ts'
import { isForTests } from '../../files/syntax.ts'
import { remembered } from '../../remembered.ts'
import { endingOf } from '../../remote-shape.ts'
import { isSecretPlace, uncovers } from '../../secret-words.ts'
import { isSecretName } from '../../secrets.ts'
import { wordsOf } from '../../verbs.ts'
import { hasAny, signsIn } from '../../word-signs.ts'
import type { Command, DataSource } from '../../words.ts'
import type { Scribe } from '../program.ts'
import type { ProgramFamily } from '../registry.ts'
import { dashed, isFile, knownIn, like, undashed } from './shapes.ts'

const SECRET =
  /^(?:secrets?|credentials?|creds?|passwords?|passphrases?|passwd|apikeys?|totp|otp|oath|2fa|mfa|keyring|keychain)$/
const KEEPER = /^(?:secret|cred(?!it)|passw|vault|keyring|keychain|authenticator|totp|otp|oath)|warden|keepass|lastpass/
const SHOWS = /^(?:show|reveal|get|read|view|print|cat|decrypt|dump|peek|unseal|display|fetch|code|unmask|export|copy)$/
const REVEALS = /^(?:reveal|decrypt|unseal|unmask|dump)$/
const ASKED = /^--?(?:show|include|with|export|print|dump|reveal|display)-(?:private-|secret-)?keys?$/
const NAMES_ONLY = /^--?(?:names?-only|keys(?:-only)?|metadata(?:-only)?|no-values?|masked|redact(?:ed)?|exists)$/
const LISTS = /^--?list$/

const WHOLE =
  /^(?:(?:initial|admin|root|default|bootstrap|master)-password|user-secrets|join-token|(?:get|print|show|export)-(?:(?:access|auth|api|identity|refresh|bootstrap|session)-)?token|(?:export|dump|show|print|reveal|display)-(?:(?:private|secret|master|recovery|symmetric|unseal)-)?(?:keys?|passwords?|secrets?|mnemonic|seed)|(?:private|recovery|unseal)-keys?)$/
const CHANGES =
  /^(?:set|add|new|init|create|generate|gen|import|put|update|rotate|change|reset|remove|rm|delete|clear|upload|store|revoke|encrypt|verify|check)$/

const FIRST = 4

/** Words of the sub-command: those before the first that names a thing. What an option may be given does not count. */
function saidIn({ args }: Command): readonly string[] {
  const said: string[] = []
  let counted = 0
  for (const [at, { known }] of args.entries()) {
    if (known.startsWith('-')) continue
    const given = /^-[^=]*$/.test(args[at - 1]?.known ?? '')
    const plain = known.length <= 40 && /^[A-Za-z][A-Za-z0-9:_-]*$/.test(known)
    if (!given && (!plain || counted++ === FIRST)) break
    if (plain) said.push(known)
  }
  return said
}

interface Asked {
  readonly family: ProgramFamily | undefined
  readonly proven: boolean
}

/** `secrets show`, `credentials:show`, `reveal secret`, `oath accounts code`. */
export function stateRevealing(command: Command, asked: Asked, scribe: Scribe): void {
  const { name = '', args } = command
  if (args.length === 0 || (asked.family !== undefined && saysNothing(command))) return
  if (signsIn(args).dashed && (args.some(like(NAMES_ONLY)) || listsOnly(command))) return
  const key = asked.family === undefined ? printedKey(command, scribe) : undefined
  if (key === undefined && !reveals(command, asked)) return
  scribe.effect({
    kind: 'expose-secret',
    source: key ?? { kind: 'secret-store', store: programName(name) },
    sink: command.stdout === 'file' ? 'file' : 'output',
    certainty: 'likely',
  })
}

const READ_FROM = /^--?(?:in|infile|input|file|key|privkey|load-privkey|inkey)$/
const PRINTS =
  /^--?(?:(?:(?:key|privkey|private-key|p12|pkcs12|p8)-)?info|text|(?:print|dump|show|display)(?:-(?:all|keys?|private|text))?)$/

/** `--infile ca-key.pem --key-info`: the parts of a private key, by a program of nobody's knowing. */
function printedKey({ args, stdout }: Command, scribe: Scribe): DataSource | undefined {
  if (stdout === 'captured' || stdout === 'file' || !args.some(like(PRINTS))) return undefined
  if (args.some(like(KEEPS, /^--?(?:pub(?:key|in|out)?|public\S*)$/))) return undefined
  for (const [at, word] of args.entries()) {
    if (!READ_FROM.test(args[at - 1]?.known ?? '') || word.known.startsWith('-')) continue
    const { real, text, tags } = scribe.path(word)
    if (tags.includes('secret')) return { kind: 'file', path: real ?? text, secret: true }
  }
  return undefined
}

const OF_SECRETS = /token|passw|secret|key|mnemonic|seed|export|var|vault|credential/i

function saysNothing({ args }: Command): boolean {
  const signs = signsIn(args)
  return !signs.dashed && !hasAny(signs, '=/:.') && !args.some(like(OF_SECRETS))
}

/** `secrets show --list`: `--list` beside the name of one changes nothing. */
function listsOnly({ args }: Command): boolean {
  if (!args.some(like(LISTS))) return false
  const operands = args.filter(undashed)
  const isVerb = (word: string) => wordsOf(word).every(like(SHOWS, SECRET, READS))
  return operands.every(({ known }) => isVerb(known))
}

function reveals(command: Command, { family, proven }: Asked): boolean {
  const { name = '', args, stdout } = command
  const known = family !== undefined
  const said = saidIn(command)
  // A reader that knows the program knows its sub-commands; tasks of a project have names that no reader knows.
  if (!proven && said.some((word) => word.includes(':') && isRevealing(wordsOf(word)))) return true
  if (said.some(like(WHOLE)) && !said.some(like(CHANGES))) return true
  if (stdout !== 'captured' && readsSetting(said)) return true
  if (!isOwnText(family) && (readsPlace(command, known) || exportsKeys(command))) return true
  if (stdout !== 'captured' && (uncoversBy(command) || (said[0]?.startsWith('auth') && LOGIN.test(said.join(' ')))))
    return true
  if (!proven && (readsVariable(said) || mintsToken(said) || readsKeeper(said, family))) return true
  if (!known && stdout === 'terminal' && said[0] === 'decrypt' && showsDecrypted(args)) return true
  if (!known && !/^(?:file|captured)$/.test(stdout) && uncoversByName(name, args)) return true
  return !known && (asksFor(name, said) || args.some(like(ASKED)) || opens(command))
}

/** `x_unseal`, `unwrap-key`, `dump-secret`: the program is called after it, and no option says that it goes into a file. */
function uncoversByName(name: string, args: Command['args']): boolean {
  const words = wordsOf(programName(name))
  const verb = words.find((word) => REVEALS.test(word) || word === 'unwrap')
  if (verb === undefined || words.length < 2) return false
  const secret = verb === 'unseal' || words.some(like(SECRET, /^(?:keys?|privkey|mnemonic)$/))
  return secret && !args.some(({ known }) => KEEPS.test(known) || isForTests(known))
}

function showsDecrypted(args: Command['args']): boolean {
  const places = args.filter(({ known }) => /[./]/.test(known) && !known.startsWith('-'))
  return places.length === 1 && !args.some(({ known }) => INTO_FILE.test(known) || isForTests(known))
}

const INTO_FILE = /^--?(?:o|out(?:put)?(?:-?file)?|i|in-?place|w|write|help)(?:=|$)/i

/** `config get token`. */
function readsSetting(said: readonly string[]): boolean {
  const at = said.findIndex(like(/^(?:config|configuration|settings?|preferences|properties)$/))
  const [verb = '', name = ''] = at < 0 ? [] : said.slice(at + 1)
  return /^(?:get|show|read|view|print)$/.test(verb) && (isSecretName(name) || wordsOf(name).some(like(SECRET)))
}

/** `auth token`, `auth token show`, `auth print-access-token`. */
const LOGIN = /^auth(?:entication)? (?:[a-z]+ )?(?:print-)?(?:\w+-)?token(?: (?:show|print|get|view))?$/

function isOwnText(family: ProgramFamily | undefined): boolean {
  return /^(?:git|files|shell|build|packages|interpreters)$/.test(family ?? '')
}

function opens(command: Command): boolean {
  return decrypts(command) || looksForSecrets(command)
}

const READS =
  /^(?:m?get(?:all|del|ex|range)?|h(?:m?get(?:all)?|vals)|[lz]range|smembers|read|cat|show|export|dump|view|print|fetch|access|extract|lookup|reveal|decrypt|type)$/

function readsPlace({ args }: Command, known: boolean): boolean {
  const words = knownIn(args)
  const verb = words.findIndex((word) => !word.startsWith('-') && isReading(word))
  if (verb < 0) return false
  const first = words.findIndex(undashed) === verb
  return words.some((word, at) => {
    if (at <= verb || !isPlace(word, known) || isNamed(words[at - 1] ?? '')) return false
    // `get secret/x`: a kind and a name of it, which the reader of such a tool knows.
    return !(known && first && words[verb] === 'get' && /^secrets?\/[\w.-]+$/.test(word))
  })
}

function isReading(word: string): boolean {
  return READS.test(word.slice(word.lastIndexOf(':') + 1).toLowerCase())
}

function isPlace(word: string, known: boolean): boolean {
  if (isFile(word.replace(/^\/|\/$/g, '')) || !isSecretPlace(word)) return false
  return !known || /[/:]|\.(?:password|passwd|passphrase|api-?key)$/i.test(word)
}

function isNamed(option: string): boolean {
  return /^--(?:[\w-]*file|out|output|image|chart|namespace|host|server|user|config|template)$|^-o$/.test(option)
}

const KEYS = /^(?:keys?|accounts?|wallets?|keystores?|keyring|mnemonics?|seed|p12|pfx|pkcs12|privkey|certs?|identity)$/
const OUTPUT = /^(?:\/dev\/(?:stdout|fd\/1|tty)|\/proc\/self\/fd\/1|-)$/

/** `keys export x`, `-destkeystore /dev/stdout`. */
function exportsKeys({ args, name = '' }: Command): boolean {
  if (!args.some(({ known }) => known === 'export' || OUTPUT.test(known))) return false
  const words = knownIn(args)
  const plain = words.filter(like(/^[a-z][\w-]{0,40}$/i))
  const exported = plain.indexOf('export')
  const away = words.some(
    (word, at) =>
      /^--?(?:o|out|output|file|to|pub|public(?:-key)?|pubkey)(?:=|$)/.test(word) && !OUTPUT.test(words[at + 1] ?? ''),
  )
  if (exported > 0 && KEYS.test(plain[exported - 1] ?? '') && !away) return true
  const about = [name, ...words.filter(dashed)].flatMap(wordsOf)
  const stored = about.some(like(/key(?:store|gen)?$|pk?12|pfx|pkcs|jks/))
  return stored && words.some((word, at) => OUTPUT.test(word) && isTarget(words[at - 1] ?? ''))
}

function isTarget(option: string): boolean {
  return /^--?(?:o|out\w*|dest\w*|export\w*|to)(?:-\w+)*$/.test(option)
}

/** Nothing is hidden any more, by an option: `--show-secrets`, `--reveal`, `-DshowPasswords=true`, `key=clear`. */
function uncoversBy({ args }: Command): boolean {
  const signs = signsIn(args)
  if (!signs.dashed && !hasAny(signs, '=')) return false
  return args.some(({ known }) =>
    known.includes('=') ? uncoversIn(known) : known.startsWith('-') && isUncovering(known),
  )
}

function uncoversIn(word: string): boolean {
  if (!/^-|^\w+=/.test(word)) return false
  const [, name = '', value = 'true'] = /^(?:-D|--?)?([A-Za-z][\w.-]*)(?:=(.*))?$/.exec(word) ?? []
  if (!word.startsWith('-')) return name === 'key' && value === 'clear'
  const on = !/^(?:false|no|off|0|never)$/i.test(value)
  const found = uncovers(wordsOf(name), on)
  // One word by itself is said of much: `--plain`, `--raw`, `-plaintext`.
  return found === 'sure' || (found === 'values' && /value|mask|reveal|redact|unseal/i.test(name))
}

const isUncovering = remembered(uncoversIn)

/** `token create`. */
function mintsToken(said: readonly string[]): boolean {
  const at = said.findIndex(like(/^tokens?$/))
  return at >= 0 && /^(?:create|generate|new|issue|mint)$/.test(said[at + 1] ?? '')
}

/** `vault show x`, `secrets get x` of a tool whose reader said nothing about it. */
function readsKeeper(said: readonly string[], family: ProgramFamily | undefined): boolean {
  const at = said.findIndex(like(/^(?:vaults?|secrets?|credentials?|passwords?)$/))
  return (
    family === 'cloud' &&
    at >= 0 &&
    /^(?:show|get|read|reveal|decrypt|export|dump)$/.test(said[at + 1] ?? '') &&
    said.length > at + 2
  )
}

/** `var get path`. */
function readsVariable(said: readonly string[]): boolean {
  const at = said.findIndex(like(/^(?:vars?|variables?)$/))
  if (at < 0 || !/^(?:get|read|export|dump|reveal|show)$/.test(said[at + 1] ?? '')) return false
  const object = said[at + 2]
  return object === undefined || !/^[A-Z][A-Z0-9_]*$/.test(object) || isSecretName(object)
}

function isRevealing(words: readonly string[]): boolean {
  const noun = words.findIndex(like(SECRET))
  return noun >= 0 && words.slice(noun + 1).some(like(SHOWS))
}

function asksFor(name: string, said: readonly string[]): boolean {
  const base = programName(name).toLowerCase()
  const words = said.flatMap(wordsOf)
  const verb = words.findIndex(like(SHOWS))
  if (verb < 0) return false
  const before = words.slice(0, verb).some(like(SECRET)) || KEEPER.test(base)
  // `get secrets` lists what there is; `get secret x` shows one.
  const after = words.slice(verb + 1).some((word) => SECRET.test(word) && !word.endsWith('s'))
  return before || after || (REVEALS.test(words[verb] ?? '') && words.some(like(SECRET)))
}

const KEEPS =
  /^--?(?:o|O|w|out(?:put)?(?:-\w+)*|write|to|dest(?:ination)?|in-?place|dir|save(?:-\w+)*|check|verify|dry-run|encrypt|e)(?:=|$)/
const OPENER = /^(?:-i|-k|--(?:identity|key|keyfile|key-file|private-key|recipient-key|passphrase(?:-file)?))(?:=|$)/
const TRIAL = /(?:^|[/_.-])(?:tests?|fixtures?|examples?|samples?|testdata|spec|demo)(?:[/_.-]|$)/i

/** `decrypt file`, `-d file -i key`: the plain text has nowhere to go but before everyone's eyes. */
function decrypts({ args, stdout }: Command): boolean {
  if (stdout === 'file' || stdout === 'captured') return false
  const words = knownIn(args)
  const operands = words.filter((word, at) => !word.startsWith('-') && !OPENER.test(words[at - 1] ?? ''))
  const verb = words.some(like(/^(?:--)?decrypt$/))
  const isKey = (word: string, at: number) =>
    OPENER.test(word) && (word.includes('=') || /^[^-]/.test(words[at + 1] ?? ''))
  const letter = words.includes('-d') && words.some(isKey)
  if ((!verb && !letter) || words.some(like(KEEPS))) return false
  const files = operands.filter((word) => /[./]/.test(word) && !/(?:^|\/)\.ssh\/|\.(?:key|pem|pub)$/.test(word))
  // Of two files with other endings one is made of the other; those of one kind are opened each.
  const made = files.length === 2 && endingOf(files[0] ?? '') !== endingOf(files[1] ?? '')
  return files.length > 0 && !made && !files.every(like(TRIAL))
}

const GIVEN_SECRET = /^\W{0,3}(?:\w*_)?(?:TOKEN|PASSWORD|PASSWD|SECRET|API_?KEY|ACCESS_KEY|PRIVATE_KEY)\s?=\W{0,3}$/i

function looksForSecrets({ args }: Command): boolean {
  const words = knownIn(args)
  const operands = words.filter(undashed)
  if (!/^(?:search|find|query|list|grep|history|last)$/.test(operands[0] ?? '')) return false
  return words.some(like(GIVEN_SECRET)) && !operands.some((word) => isFile(word) || word === '.')
}
