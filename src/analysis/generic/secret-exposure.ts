import { DRY_RUN_OPTIONS } from '../../knowledge/lexicon/dry-run-options.ts'
import { CERTAIN_SECRET, isSecretName, PASSWORD, SECRET, SECRET_KEY } from '../../knowledge/lexicon/secret-names.ts'
import { isSecretPlace, secretRevealCertainty } from '../../knowledge/lexicon/secret-words.ts'
import { anyOf, VERBS, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import { isTestFile } from '../files/syntax.ts'
import { programName } from '../interpret/base-name.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import type { ProgramFamily } from '../interpret/registry.ts'
import { endingOf } from '../remote/remote-addresses.ts'
import { memoize } from '../text/memoize.ts'
import { charactersIn, hasAnyCharacter } from '../text/word-characters.ts'
import type { Command, DataSource } from '../words.ts'
import { isAmong, isNotOptionLike, isOptionLike, knownTexts, looksLikeFile, matching } from './word-shapes.ts'

const SECRET_WORD = new RegExp(`^(?:(?:${CERTAIN_SECRET}|cred)s?|apikeys?|totp|otp|oath|2fa|mfa|keyring|keychain)$`)
const SECRET_STORE_NAME =
  /^(?:secret|cred(?!it)|passw|vault|keyring|keychain|authenticator|totp|otp|oath)|warden|keepass|lastpass/
const SHOW_VERB =
  /^(?:show|reveal|get|read|view|print|cat|decrypt|dump|peek|unseal|display|fetch|code|unmask|export|copy)$/
const REVEAL_VERB = /^(?:reveal|decrypt|unseal|unmask|dump)$/
const SHOW_KEY_OPTION = /^--?(?:show|include|with|export|print|dump|reveal|display)-(?:private-|secret-)?keys?$/
const NAMES_ONLY_OPTION =
  /^--?(?:names?-only|keys(?:-only)?|metadata(?:-only)?|no-values?|masked|redact(?:ed)?|exists)$/
const LIST_OPTION = /^--?list$/

const REVEAL_SUBCOMMAND = new RegExp(
  `^(?:(?:initial|admin|root|default|bootstrap|master)-(?:${PASSWORD})|user-secrets|join-token|(?:get|print|show|export)-(?:(?:access|auth|api|identity|refresh|bootstrap|session)-)?token|(?:export|dump|show|print|reveal|display)-(?:(?:private|secret|master|recovery|symmetric|unseal)-)?(?:keys?|(?:${SECRET})s?|mnemonic|seed)|(?:private|recovery|unseal)-keys?)$`,
)
const CHANGE_VERBS: ReadonlySet<string> = new Set([
  ...VERBS.delete,
  ...'set add new init create generate gen import put update rotate change reset clear upload store revoke encrypt verify check'.split(
    ' ',
  ),
])

const MAX_SUBCOMMAND_WORDS = 4

/** Words of the sub-command: those before the first that names a thing. What an option may be given does not count. */
function subcommandWords({ args }: Command): readonly string[] {
  const said: string[] = []
  let counted = 0
  for (const [at, { known }] of args.entries()) {
    if (known.startsWith('-')) continue
    const given = /^-[^=]*$/.test(args[at - 1]?.known ?? '')
    const plain = known.length <= 40 && /^[A-Za-z][A-Za-z0-9:_-]*$/.test(known)
    if (!given && (!plain || counted++ === MAX_SUBCOMMAND_WORDS)) break
    if (plain) said.push(known)
  }
  return said
}

interface RevealContext {
  readonly family: ProgramFamily | undefined
  readonly proven: boolean
}

/** `secrets show`, `credentials:show`, `reveal secret`, `oath accounts code`. */
export function recordSecretExposure(command: Command, asked: RevealContext, recorder: EffectRecorder): void {
  const { name = '', args } = command
  if (args.length === 0 || (asked.family !== undefined && hasNoSecretHint(command))) return
  if (charactersIn(args).dashed && (args.some(matching(NAMES_ONLY_OPTION)) || onlyListsNames(command))) return
  const key = asked.family === undefined ? printedKeySource(command, recorder) : undefined
  if (key === undefined && !revealsSecret(command, asked)) return
  recorder.effect({
    kind: 'expose-secret',
    source: key ?? { kind: 'secret-store', store: programName(name) },
    sink: command.stdout === 'file' ? 'file' : 'output',
    certainty: 'likely',
  })
}

const INPUT_OPTION = /^--?(?:in|infile|input|file|key|privkey|load-privkey|inkey)$/
const PRINT_OPTION =
  /^--?(?:(?:(?:key|privkey|private-key|p12|pkcs12|p8)-)?info|text|(?:print|dump|show|display)(?:-(?:all|keys?|private|text))?)$/

/** `--infile ca-key.pem --key-info`: the parts of a private key, by a program of nobody's knowing. */
function printedKeySource({ args, stdout }: Command, recorder: EffectRecorder): DataSource | undefined {
  if (stdout === 'captured' || stdout === 'file' || !args.some(matching(PRINT_OPTION))) return undefined
  if (args.some(matching(FILE_OR_CHECK_OPTION, /^--?(?:pub(?:key|in|out)?|public\S*)$/))) return undefined
  for (const [at, word] of args.entries()) {
    if (!INPUT_OPTION.test(args[at - 1]?.known ?? '') || word.known.startsWith('-')) continue
    const { real, text, tags } = recorder.path(word)
    if (tags.includes('secret')) return { kind: 'file', path: real ?? text, secret: true }
  }
  return undefined
}

const SECRET_HINT = new RegExp(`${SECRET}|passw|key|mnemonic|seed|export|var|vault`, 'i')

function hasNoSecretHint({ args }: Command): boolean {
  const signs = charactersIn(args)
  return !signs.dashed && !hasAnyCharacter(signs, '=/:.') && !args.some(matching(SECRET_HINT))
}

/** `secrets show --list`: `--list` beside the name of one changes nothing. */
function onlyListsNames({ args }: Command): boolean {
  if (!args.some(matching(LIST_OPTION))) return false
  const operands = args.filter(isNotOptionLike)
  const isVerb = (word: string) => wordsOf(word).every(matching(SHOW_VERB, SECRET_WORD, READ_VERB))
  return operands.every(({ known }) => isVerb(known))
}

function revealsSecret(command: Command, { family, proven }: RevealContext): boolean {
  const { name = '', args, stdout } = command
  const known = family !== undefined
  const said = subcommandWords(command)
  // What is told of a thing is not what it holds.
  if (said.slice(0, 3).includes('metadata')) return false
  // An analyzer that knows the program knows its sub-commands; tasks of a project have names that no analyzer knows.
  if (!proven && said.some((word) => word.includes(':') && isShowSecret(wordsOf(word)))) return true
  if (said.some(matching(REVEAL_SUBCOMMAND)) && !said.some(isAmong(CHANGE_VERBS))) return true
  if (stdout !== 'captured' && readsSecretSetting(said)) return true
  if (!isDevelopmentFamily(family) && (readsSecretPath(command, known) || exportsKeys(command))) return true
  if (
    stdout !== 'captured' &&
    (hasUnmaskOption(command) || (said[0]?.startsWith('auth') && TOKEN_SUBCOMMAND.test(said.join(' '))))
  )
    return true
  if (!proven && (readsSecretVariable(said) || createsToken(said) || readsSecretStore(said, family))) return true
  if (!known && stdout === 'terminal' && said[0] === 'decrypt' && decryptsToTerminal(args)) return true
  if (!known && !/^(?:file|captured)$/.test(stdout) && revealsByProgramName(name, args)) return true
  return !known && (requestsSecret(name, said) || args.some(matching(SHOW_KEY_OPTION)) || opensSecrets(command))
}

/** `x_unseal`, `unwrap-key`, `dump-secret`: the program is called after it, and no option says that it goes into a file. */
function revealsByProgramName(name: string, args: Command['args']): boolean {
  const words = wordsOf(programName(name))
  const verb = words.find((word) => REVEAL_VERB.test(word) || word === 'unwrap')
  if (verb === undefined || words.length < 2) return false
  const secret = verb === 'unseal' || words.some(matching(SECRET_WORD, /^(?:keys?|privkey|mnemonic)$/))
  return secret && !args.some(({ known }) => FILE_OR_CHECK_OPTION.test(known) || isTestFile(known))
}

function decryptsToTerminal(args: Command['args']): boolean {
  const places = args.filter(({ known }) => /[./]/.test(known) && !known.startsWith('-'))
  return places.length === 1 && !args.some(({ known }) => FILE_OUTPUT_OPTION.test(known) || isTestFile(known))
}

const FILE_OUTPUT_OPTION = /^--?(?:o|out(?:put)?(?:-?file)?|i|in-?place|w|write|help)(?:=|$)/i

/** `config get token`. */
function readsSecretSetting(said: readonly string[]): boolean {
  const at = said.findIndex(matching(/^(?:config|configuration|settings?|preferences|properties)$/))
  const [verb = '', name = ''] = at < 0 ? [] : said.slice(at + 1)
  return (
    /^(?:get|show|read|view|print)$/.test(verb) && (isSecretName(name) || wordsOf(name).some(matching(SECRET_WORD)))
  )
}

/** `auth token`, `auth token show`, `auth print-access-token`. */
const TOKEN_SUBCOMMAND = /^auth(?:entication)? (?:[a-z]+ )?(?:print-)?(?:\w+-)?token(?: (?:show|print|get|view))?$/

function isDevelopmentFamily(family: ProgramFamily | undefined): boolean {
  return /^(?:git|files|shell|build|packages|interpreters)$/.test(family ?? '')
}

function opensSecrets(command: Command): boolean {
  return decryptsFileToOutput(command) || searchesForSecrets(command)
}

const READ_VERB =
  /^(?:m?get(?:all|del|ex|range)?|h(?:m?get(?:all)?|vals)|[lz]range|smembers|read|cat|show|export|dump|view|print|fetch|access|extract|lookup|reveal|decrypt|type)$/

function readsSecretPath({ args }: Command, known: boolean): boolean {
  const words = knownTexts(args)
  const verb = words.findIndex((word) => !word.startsWith('-') && isReadVerb(word))
  if (verb < 0) return false
  const first = words.findIndex(isNotOptionLike) === verb
  return words.some((word, at) => {
    if (at <= verb || !isSecretLocation(word, known) || isFileOption(words[at - 1] ?? '')) return false
    // `get secret/x`: a kind and a name of it, which the analyzer of such a tool knows.
    return !(known && first && words[verb] === 'get' && /^secrets?\/[\w.-]+$/.test(word))
  })
}

function isReadVerb(word: string): boolean {
  return READ_VERB.test(word.slice(word.lastIndexOf(':') + 1).toLowerCase())
}

const PLACE_OR_PASSWORD_FIELD = new RegExp(String.raw`[/:]|\.(?:${PASSWORD}|api-?key)$`, 'i')

function isSecretLocation(word: string, known: boolean): boolean {
  if (looksLikeFile(word.replace(/^\/|\/$/g, '')) || !isSecretPlace(word)) return false
  return !known || PLACE_OR_PASSWORD_FIELD.test(word)
}

function isFileOption(option: string): boolean {
  return /^--(?:[\w-]*file|out|output|image|chart|namespace|host|server|user|config|template)$|^-o$/.test(option)
}

const KEY_NOUN =
  /^(?:keys?|accounts?|wallets?|keystores?|keyring|mnemonics?|seed|p12|pfx|pkcs12|privkey|certs?|identity)$/
const STDOUT_PATH = /^(?:\/dev\/(?:stdout|fd\/1|tty)|\/proc\/self\/fd\/1|-)$/

/** `keys export x`, `-destkeystore /dev/stdout`. */
function exportsKeys({ args, name = '' }: Command): boolean {
  if (!args.some(({ known }) => known === 'export' || STDOUT_PATH.test(known))) return false
  const words = knownTexts(args)
  const plain = words.filter(matching(/^[a-z][\w-]{0,40}$/i))
  const exported = plain.indexOf('export')
  const away = words.some(
    (word, at) =>
      /^--?(?:o|out|output|file|to|pub|public(?:-key)?|pubkey)(?:=|$)/.test(word) &&
      !STDOUT_PATH.test(words[at + 1] ?? ''),
  )
  if (exported > 0 && KEY_NOUN.test(plain[exported - 1] ?? '') && !away) return true
  const about = [name, ...words.filter(isOptionLike)].flatMap(wordsOf)
  const stored = about.some(matching(/key(?:store|gen)?$|pk?12|pfx|pkcs|jks/))
  return stored && words.some((word, at) => STDOUT_PATH.test(word) && isOutputOption(words[at - 1] ?? ''))
}

function isOutputOption(option: string): boolean {
  return /^--?(?:o|out\w*|dest\w*|export\w*|to)(?:-\w+)*$/.test(option)
}

/** Nothing is hidden any more, by an option: `--show-secrets`, `--reveal`, `-DshowPasswords=true`, `key=clear`. */
function hasUnmaskOption({ args }: Command): boolean {
  const signs = charactersIn(args)
  if (!signs.dashed && !hasAnyCharacter(signs, '=')) return false
  return args.some(({ known }) =>
    known.includes('=') ? unmasksSecrets(known) : known.startsWith('-') && isUnmaskOption(known),
  )
}

function unmasksSecrets(word: string): boolean {
  if (!/^-|^\w+=/.test(word)) return false
  const [, name = '', value = 'true'] = /^(?:-D|--?)?([A-Za-z][\w.-]*)(?:=(.*))?$/.exec(word) ?? []
  if (!word.startsWith('-')) return name === 'key' && value === 'clear'
  const on = !/^(?:false|no|off|0|never)$/i.test(value)
  const found = secretRevealCertainty(wordsOf(name), on)
  // One word by itself is said of much: `--plain`, `--raw`, `-plaintext`.
  return found === 'sure' || (found === 'values' && /value|mask|reveal|redact|unseal/i.test(name))
}

const isUnmaskOption = memoize(unmasksSecrets)

/** `token create`. */
function createsToken(said: readonly string[]): boolean {
  const at = said.findIndex(matching(/^tokens?$/))
  return at >= 0 && /^(?:create|generate|new|issue|mint)$/.test(said[at + 1] ?? '')
}

const SECRET_HOLDER = new RegExp(`^(?:vaults?|(?:${CERTAIN_SECRET})s?)$`)

/** `vault show x`, `secrets get x` of a tool whose analyzer said nothing about it. */
function readsSecretStore(said: readonly string[], family: ProgramFamily | undefined): boolean {
  const at = said.findIndex(matching(SECRET_HOLDER))
  return (
    family === 'cloud' &&
    at >= 0 &&
    /^(?:show|get|read|reveal|decrypt|export|dump)$/.test(said[at + 1] ?? '') &&
    said.length > at + 2
  )
}

/** `var get path`. */
function readsSecretVariable(said: readonly string[]): boolean {
  const at = said.findIndex(matching(/^(?:vars?|variables?)$/))
  if (at < 0 || !/^(?:get|read|export|dump|reveal|show)$/.test(said[at + 1] ?? '')) return false
  const object = said[at + 2]
  return object === undefined || !/^[A-Z][A-Z0-9_]*$/.test(object) || isSecretName(object)
}

function isShowSecret(words: readonly string[]): boolean {
  const noun = words.findIndex(matching(SECRET_WORD))
  return noun >= 0 && words.slice(noun + 1).some(matching(SHOW_VERB))
}

function requestsSecret(name: string, said: readonly string[]): boolean {
  const base = programName(name).toLowerCase()
  const words = said.flatMap(wordsOf)
  const verb = words.findIndex(matching(SHOW_VERB))
  if (verb < 0) return false
  const before = words.slice(0, verb).some(matching(SECRET_WORD)) || SECRET_STORE_NAME.test(base)
  // `get secrets` lists what there is; `get secret x` shows one.
  const after = words.slice(verb + 1).some((word) => SECRET_WORD.test(word) && !word.endsWith('s'))
  return before || after || (REVEAL_VERB.test(words[verb] ?? '') && words.some(matching(SECRET_WORD)))
}

const FILE_OR_CHECK_OPTION = new RegExp(
  `^(?:--?(?:o|O|w|out(?:put)?(?:-\\w+)*|write|to|dest(?:ination)?|in-?place|dir|save(?:-\\w+)*|check|verify|encrypt|e)|${anyOf(...DRY_RUN_OPTIONS)})(?:=|$)`,
)
const DECRYPT_KEY_OPTION =
  /^(?:-i|-k|--(?:identity|key|keyfile|key-file|private-key|recipient-key|passphrase(?:-file)?))(?:=|$)/
const TEST_PATH = /(?:^|[/_.-])(?:tests?|fixtures?|examples?|samples?|testdata|spec|demo)(?:[/_.-]|$)/i

/** `decrypt file`, `-d file -i key`: the plain text has nowhere to go but before everyone's eyes. */
function decryptsFileToOutput({ args, stdout }: Command): boolean {
  if (stdout === 'file' || stdout === 'captured') return false
  const words = knownTexts(args)
  const operands = words.filter((word, at) => !word.startsWith('-') && !DECRYPT_KEY_OPTION.test(words[at - 1] ?? ''))
  const verb = words.some(matching(/^(?:--)?decrypt$/))
  const isKey = (word: string, at: number) =>
    DECRYPT_KEY_OPTION.test(word) && (word.includes('=') || /^[^-]/.test(words[at + 1] ?? ''))
  const letter = words.includes('-d') && words.some(isKey)
  if ((!verb && !letter) || words.some(matching(FILE_OR_CHECK_OPTION))) return false
  const files = operands.filter((word) => /[./]/.test(word) && !/(?:^|\/)\.ssh\/|\.(?:key|pem|pub)$/.test(word))
  // Of two files with other endings one is made of the other; those of one kind are opened each.
  const made = files.length === 2 && endingOf(files[0] ?? '') !== endingOf(files[1] ?? '')
  return files.length > 0 && !made && !files.every(matching(TEST_PATH))
}

const SECRET_ASSIGNMENT = new RegExp(String.raw`^\W{0,3}(?:\w*_)?(?:${SECRET}|${SECRET_KEY})\s?=\W{0,3}$`, 'i')

function searchesForSecrets({ args }: Command): boolean {
  const words = knownTexts(args)
  const operands = words.filter(isNotOptionLike)
  if (!/^(?:search|find|query|list|grep|history|last)$/.test(operands[0] ?? '')) return false
  return words.some(matching(SECRET_ASSIGNMENT)) && !operands.some((word) => looksLikeFile(word) || word === '.')
}
