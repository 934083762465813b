import type { EffectDraft } from '../effects.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import { classifyHost, hostOf } from '../remote/hosts.ts'

export const NEGATIVE_VALUE = /^(?:false|no|off|none|never)$/i

type ResourceChange = Extract<EffectDraft, { kind: 'resource-change' }>
type GenericChange = Pick<ResourceChange, 'system' | 'verb' | 'target'> & Partial<Omit<ResourceChange, 'kind'>>

/** A change of something elsewhere of which no more is known; with a `type` it is a thing of its own, called like the target if not otherwise. */
export function recordGenericChange(
  { type, name, ...thing }: GenericChange & { type?: string; name?: string },
  recorder: EffectRecorder,
): void {
  const { system } = thing
  const target = thing.target.slice(0, 120)
  recorder.effect({
    kind: 'resource-change',
    mass: false,
    environment: 'unknown',
    family: 'other',
    certainty: 'likely',
    ...(type !== undefined && { targets: [{ kind: 'resource', system, type, name: name ?? target, amount: 'one' }] }),
    ...thing,
    target,
  })
}

/** A word of a command, or its text. */
type WordOrText = string | KnownText

const toText = (word: WordOrText): string => (typeof word === 'string' ? word : word.known)

export const matching =
  (form: RegExp, ...more: readonly RegExp[]) =>
  (word: WordOrText) => {
    const text = toText(word)
    return form.test(text) || (more.length > 0 && more.some((other) => other.test(text)))
  }
export const isAmong = (words: ReadonlySet<string>) => (word: WordOrText) => words.has(toText(word))
export const notMatching = (form: RegExp) => (word: WordOrText) => !form.test(toText(word))
export const isOptionLike = (word: WordOrText): boolean => toText(word).startsWith('-')
export const isNotOptionLike = (word: WordOrText): boolean => !isOptionLike(word)
export const knownTexts = (words: readonly KnownText[]): string[] => words.map(toText)

/** The words of a command as rules ask for them. */
interface CommandWords {
  readonly words: readonly string[]
  /** Those that are no options. */
  readonly operands: readonly string[]
  /** Nor may be the value of one. */
  readonly free: readonly string[]
}

let cachedWords: { readonly args: readonly KnownText[]; readonly said: CommandWords } | undefined

/** Made once for all rules that ask about the same command, one after the other. */
export function commandWords({ args }: { readonly args: readonly KnownText[] }): CommandWords {
  if (cachedWords?.args !== args) {
    const words = knownTexts(args)
    cachedWords = { args, said: { words, operands: words.filter(isNotOptionLike), free: knownTexts(freeWords(args)) } }
  }
  return cachedWords.said
}

/** What each word may be given to: the option that it is joined to, or the word before it. */
export function optionValuePairs(words: readonly string[]): readonly (readonly [option: string, value: string])[] {
  return words.map((word, at) => {
    const [, option = words[at - 1] ?? '', value = word] = /^(--?[\w.-]+)=(.*)$/s.exec(word) ?? []
    return [option, value]
  })
}

const FILE_PATH =
  /^(?:\.{0,2}\/|~)|^[\w.-]+\/$|\.(?:md|txt|jsonc?|ya?ml|toml|lock|[cm]?[jt]sx?|py|rb|go|rs|php|java|kt|cs?|cpp|h|sh|html?|s?css|svg|png|jpe?g|xml|csv|sql|log|pem|crt|zip|tgz|gz|tar|whl|wasm|ini|cfg|conf|env|db|sqlite3?)$/i

export function looksLikeFile(word: string): boolean {
  return !word.includes('://') && FILE_PATH.test(word)
}

const FILE_SYSTEM_ROOT =
  /^\/(?:home|users|tmp|var|opt|etc|usr|srv|mnt|media|data|root|work\w*|apps?|private|dev|run|proc|sys|builds?|repos?|src|code|projects?|github|content|volumes|scratch|models?|datasets?|weights|checkpoints?|storage|shares?d?|nfs|cache|logs?|outputs?|results?|exports?|backups?|nix|boot|lib\w*|s?bin|[a-z])(?:\/|$)/i

/** `/nodes/n1/vms/7`: a name in a tree that the tool keeps, and no file of this machine. */
export function isResourceTreePath(word: string): boolean {
  return /^\/[a-z][\w-]*(?:\/[\w.@:-]+)*$/i.test(word) && !FILE_SYSTEM_ROOT.test(word)
}

const LOOPBACK_HOST = String.raw`(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0(?!\/0)|\[?::1\]?)`
/** `localhost:80/x`, `me@localhost`, `--host=localhost`, `PG:host=localhost`, `8080:localhost:80`, `tcp:localhost:80`. */
const LOOPBACK_ADDRESS = new RegExp(
  String.raw`^(?:--?[\w.-]+=|[\w.-]+=)?(?:(?:[\w.-]+:)?(?:[\s\S]*\s)?host=|(?:[\w.-]+:)?\d{1,5}:|(?:tcp|udp|tls|ssl|https?|jdbc:[a-z:]+):|[\w.:-]*@)?${LOOPBACK_HOST}(?::[^@]*)?(?:[/\s]|$)`,
)
/** One of them stands in all of those: most words hold none, and are looked at no further. */
const LOOPBACK_NAMES = ['localhost', '127.', '0.0.0.0', '::1']
const URL_IN_WORD = /^(?:--?[\w.-]+=|[\w.-]+=)?(?:jdbc:)?([a-z][a-z0-9+.-]*:(?:[a-z]+:)?\/\/.*)$/is

/** Is this an address of this machine? Of a URL its host alone tells: a path or a user of that name does not. */
export function isLoopbackText(word: string): boolean {
  const url = word.includes('://') ? URL_IN_WORD.exec(word)?.[1] : undefined
  if (url === undefined) return LOOPBACK_NAMES.some((name) => word.includes(name)) && LOOPBACK_ADDRESS.test(word)
  // `tcp://2222:localhost:22` leads from a port to a place.
  const plain = url.replace(/^[a-z][a-z0-9+.-]*:(?=[a-z]+:\/\/)/i, '').replace(/:\/\/\d{1,5}:(?=[a-z[\d])/i, '://')
  const host = hostOf(plain)
  return host === '0.0.0.0' || host === '::' || classifyHost(host) === 'loopback'
}

const ADDRESS_OPTION =
  /^(?:[\w-]*[-_.])?(?:host|hostname|url|uri|dsn|server|servers|endpoint|addr|address|connect|connection|broker|brokers|registry)$/i
/** Options that choose where something runs, and the word for this machine: `--master local[2]`. */
const RUN_PLACE_OPTION = /^(?:master|target|runner|executor|cluster|engine|mode|backend|t|m)$/
const LOCAL_VALUE = /^local(?:\[[\w*,]{1,12}\])?$/
/** A person, and no machine: whom it is for says nothing about where it goes first. */
const MAILBOX = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/

/** Is this machine all that a call is aimed at? A bare `localhost` far down among the words is only a word. */
export function targetsOnlyThisMachine({ args }: { readonly args: readonly KnownText[] }): boolean {
  const known = LOCAL_TARGET_CACHE.get(args)
  if (known !== undefined) return known
  const here = computeLocalTarget(args)
  LOCAL_TARGET_CACHE.set(args, here)
  return here
}

interface KnownText {
  readonly known: string
}

const LOCAL_TARGET_CACHE = new WeakMap<readonly KnownText[], boolean>()

function computeLocalTarget(args: readonly KnownText[]): boolean {
  let runsHere = false
  let reached = false
  let mailbox = false
  for (const [at, { known }] of args.entries()) {
    const before = args[at - 1]?.known ?? ''
    const [, attached, value = known] = /^(?:--?)?([\w.-]+)=(.*)$/s.exec(known) ?? []
    if (known.startsWith('-') && attached === undefined) continue
    const option = attached ?? (/^--?[a-z]/i.test(before) && !before.includes('=') ? before.replace(/^-+/, '') : '')
    const where = ADDRESS_OPTION.test(option)
    if (RUN_PLACE_OPTION.test(option) && LOCAL_VALUE.test(value)) runsHere = true
    else if (isLoopbackText(value)) {
      if (where) runsHere = true
      else if (
        hasAddressPunctuation(value) ||
        at === 0 ||
        (at === 1 && /^[a-z-]+$/i.test(before)) ||
        isPort(args[at + 1]?.known ?? '')
      )
        reached = true
    } else if (value.includes('@') && MAILBOX.test(value)) mailbox = true
    else if (where ? !looksLikeFile(value) : isRemote(value)) return false
  }
  return runsHere || (reached && !mailbox)
}

function hasAddressPunctuation(word: string): boolean {
  return /[:/]/.test(word)
}

/** Words that are neither options nor stand right behind one, where they may be its value. */
export function freeWords<W extends { readonly known: string }>(args: readonly W[]): readonly W[] {
  return args.filter(({ known }, at) => !known.startsWith('-') && !/^-[^=]*$/.test(args[at - 1]?.known ?? ''))
}

const IP_ADDRESS = /^(?:[\w.-]+@)?\d{1,3}(?:\.\d{1,3}){3}/
const HOST_NAME =
  /^([\w.-]+@)?((?:[a-z0-9-]+\.)+)(?:com|net|org|io|dev|internal|corp|cloud|app|example|int|intra|intranet|lan|local|home|edu|gov|info|biz|ai|co|de|uk|fr|eu|nl|ch)(?=([:/])|$)/i
/** Files end so too: `settings.local`, `messages.de`, `logo.ai`. */
const FILE_LIKE_HOST = /\.(?:int|local|home|info|ai|co|de|uk|fr|eu|nl|ch)$/i

function isHostName(word: string): boolean {
  const [whole, account, parts = '', behind] = HOST_NAME.exec(word) ?? []
  if (whole === undefined) return false
  return (
    !FILE_LIKE_HOST.test(whole) ||
    account !== undefined ||
    behind !== undefined ||
    parts.indexOf('.') < parts.length - 1
  )
}

export function isRemoteHost(word: string): boolean {
  return !isLoopbackText(word) && (HOST_NAME.test(word) || isRemote(word))
}

export function isRemote(word: string): boolean {
  if (isLoopbackText(word) || /\s/.test(word)) return false
  return word.includes('://') && /^(?:jdbc:)?[a-z][a-z0-9+.-]*:(?:[a-z]+:)?\/\/[^/]/i.test(word)
    ? !/^file:/i.test(word)
    : word.includes('.') && (IP_ADDRESS.test(word) || isHostName(word))
}

/** Folders that a project is made of: `src/app` is no owner's `app`. */
const PROJECT_FOLDER =
  /^(?:src|lib|dist|build|out|bin|docs?|tests?|spec|app|apps|packages|public|static|assets|target|scripts|config|internal|cmd|pkg|vendor|tmp|node_modules|examples?|fixtures|data|weights|models|components?|ui|hooks|pages|features|modules|services|unit|e2e|integration|tasks|charts|crates|libs|tools|infra|deploy|env|envs)$/i

/** `owner/name`, `owner/name:tag`, `@scope/name`, `host/team/name:1`. */
export function isRegistryName(word: string): boolean {
  if (isRemote(word)) return true
  if (looksLikeFile(word) || /\s/.test(word)) return false
  const [, owner = ''] = /^(@?[\w.-]+)(?:\/[\w.-]+){1,3}(?:[:@][\w.-]+)?$/.exec(word) ?? []
  return owner !== '' && !PROJECT_FOLDER.test(owner)
}

export function isPort(word: string): boolean {
  return /^:?\d{2,5}$/.test(word) && Number(word.replace(':', '')) < 65_536
}

export function isBuildFolder(word: string): boolean {
  return /^(?:\.\/)?(?:[._]?build(?:dir|[-_/][\w./-]*)?|out|dist|target|cmake-[\w-]+|obj|coverage|node_modules|\.?venv|__pycache__)\/?$/i.test(
    word,
  )
}

/** `curl ... | sh`: a text with a hole in it, as patterns of code have them; nobody types one as a word of a command. */
const ELLIPSIS = /(?:^|[\s(])\.\.\.(?=[\s)|;]|$)/
const LANGUAGE_OPTION = /^(?:-l|--(?:lang|language|syntax))(?:=|$)/

export function isCodePattern(
  { known }: { readonly known: string },
  args: readonly { readonly known: string }[],
): boolean {
  if (known.length > 4_000 || !ELLIPSIS.test(known)) return false
  if (!known.split(/[|;&\n]+/).every((part) => ELLIPSIS.test(part) || /^\s*[\w-]*\s*$/.test(part))) return false
  return args.some((arg) => LANGUAGE_OPTION.test(arg.known) || /^[\w.~-][\w./~-]{0,200}\/$/.test(arg.known))
}
