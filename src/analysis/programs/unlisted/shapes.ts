import type { EffectDraft } from '../../effects.ts'
import { addressOf, hostOf } from '../../hosts.ts'
import type { Scribe } from '../program.ts'

export const SAYS_NO = /^(?:false|no|off|none|never)$/i

type Change = Extract<EffectDraft, { kind: 'resource-change' }>
type Thing = Pick<Change, 'system' | 'verb' | 'target'> & Partial<Omit<Change, 'kind'>>

/** A change of something elsewhere of which no more is known; with a `type` it is a thing of its own, called like the target if not otherwise. */
export function stateThing({ type, name, ...thing }: Thing & { type?: string; name?: string }, scribe: Scribe): void {
  const { system } = thing
  const target = thing.target.slice(0, 120)
  scribe.effect({
    kind: 'resource-change',
    mass: false,
    stage: 'unknown',
    family: 'other',
    certainty: 'likely',
    ...(type !== undefined && { targets: [{ kind: 'resource', system, type, name: name ?? target, amount: 'one' }] }),
    ...thing,
    target,
  })
}

/** A word of a command, or its text. */
type Spoken = string | Known

const textOf = (word: Spoken): string => (typeof word === 'string' ? word : word.known)

export const like =
  (form: RegExp, ...more: readonly RegExp[]) =>
  (word: Spoken) => {
    const text = textOf(word)
    return form.test(text) || (more.length > 0 && more.some((other) => other.test(text)))
  }
export const unlike = (form: RegExp) => (word: Spoken) => !form.test(textOf(word))
export const dashed = (word: Spoken): boolean => textOf(word).startsWith('-')
export const undashed = (word: Spoken): boolean => !dashed(word)
export const knownIn = (words: readonly Known[]): string[] => words.map(textOf)

/** The words of a command as rules ask for them. */
interface Said {
  readonly words: readonly string[]
  /** Those that are no options. */
  readonly operands: readonly string[]
  /** Nor may be the value of one. */
  readonly free: readonly string[]
}

let latest: { readonly args: readonly Known[]; readonly said: Said } | undefined

/** Made once for all rules that ask about the same command, one after the other. */
export function said({ args }: { readonly args: readonly Known[] }): Said {
  if (latest?.args !== args) {
    const words = knownIn(args)
    latest = { args, said: { words, operands: words.filter(undashed), free: knownIn(freeWords(args)) } }
  }
  return latest.said
}

/** What each word may be given to: the option that it is joined to, or the word before it. */
export function pairsIn(words: readonly string[]): readonly (readonly [option: string, value: string])[] {
  return words.map((word, at) => {
    const [, option = words[at - 1] ?? '', value = word] = /^(--?[\w.-]+)=(.*)$/s.exec(word) ?? []
    return [option, value]
  })
}

const FILE =
  /^(?:\.{0,2}\/|~)|^[\w.-]+\/$|\.(?:md|txt|jsonc?|ya?ml|toml|lock|[cm]?[jt]sx?|py|rb|go|rs|php|java|kt|cs?|cpp|h|sh|html?|s?css|svg|png|jpe?g|xml|csv|sql|log|pem|crt|zip|tgz|gz|tar|whl|wasm|ini|cfg|conf|env|db|sqlite3?)$/i

export function isFile(word: string): boolean {
  return !word.includes('://') && FILE.test(word)
}

const ROOTS =
  /^\/(?:home|users|tmp|var|opt|etc|usr|srv|mnt|media|data|root|work\w*|apps?|private|dev|run|proc|sys|builds?|repos?|src|code|projects?|github|content|volumes|scratch|models?|datasets?|weights|checkpoints?|storage|shares?d?|nfs|cache|logs?|outputs?|results?|exports?|backups?|nix|boot|lib\w*|s?bin|[a-z])(?:\/|$)/i

/** `/nodes/n1/vms/7`: a name in a tree that the tool keeps, and no file of this machine. */
export function isTreeName(word: string): boolean {
  return /^\/[a-z][\w-]*(?:\/[\w.@:-]+)*$/i.test(word) && !ROOTS.test(word)
}

const HERE = String.raw`(?:localhost|127(?:\.\d{1,3}){3}|0\.0\.0\.0(?!\/0)|\[?::1\]?)`
/** `localhost:80/x`, `me@localhost`, `--host=localhost`, `PG:host=localhost`, `8080:localhost:80`, `tcp:localhost:80`. */
const LOOPBACK = new RegExp(
  String.raw`^(?:--?[\w.-]+=|[\w.-]+=)?(?:(?:[\w.-]+:)?(?:[\s\S]*\s)?host=|(?:[\w.-]+:)?\d{1,5}:|(?:tcp|udp|tls|ssl|https?|jdbc:[a-z:]+):|[\w.:-]*@)?${HERE}(?::[^@]*)?(?:[/\s]|$)`,
)
/** One of them stands in all of those: most words hold none, and are looked at no further. */
const NAMES_HERE = ['localhost', '127.', '0.0.0.0', '::1']
const ADDRESS = /^(?:--?[\w.-]+=|[\w.-]+=)?(?:jdbc:)?([a-z][a-z0-9+.-]*:(?:[a-z]+:)?\/\/.*)$/is

/** Is this an address of this machine? Of a URL its host alone tells: a path or a user of that name does not. */
export function isLoopbackText(word: string): boolean {
  const url = word.includes('://') ? ADDRESS.exec(word)?.[1] : undefined
  if (url === undefined) return NAMES_HERE.some((name) => word.includes(name)) && LOOPBACK.test(word)
  // `tcp://2222:localhost:22` leads from a port to a place.
  const plain = url.replace(/^[a-z][a-z0-9+.-]*:(?=[a-z]+:\/\/)/i, '').replace(/:\/\/\d{1,5}:(?=[a-z[\d])/i, '://')
  const host = hostOf(plain)
  return host === '0.0.0.0' || host === '::' || addressOf(host) === 'loopback'
}

const WHERE =
  /^(?:[\w-]*[-_.])?(?:host|hostname|url|uri|dsn|server|servers|endpoint|addr|address|connect|connection|broker|brokers|registry)$/i
/** Options that choose where something runs, and the word for this machine: `--master local[2]`. */
const STAYS = /^(?:master|target|runner|executor|cluster|engine|mode|backend|t|m)$/
const LOCAL = /^local(?:\[[\w*,]{1,12}\])?$/
/** A person, and no machine: whom it is for says nothing about where it goes first. */
const MAILBOX = /^[\w.+-]+@[\w-]+(?:\.[\w-]+)+$/

/** Is this machine all that a call is aimed at? A bare `localhost` far down among the words is only a word. */
export function aimsHere({ args }: { readonly args: readonly Known[] }): boolean {
  const known = AIMS.get(args)
  if (known !== undefined) return known
  const here = isAimedHere(args)
  AIMS.set(args, here)
  return here
}

interface Known {
  readonly known: string
}

const AIMS = new WeakMap<readonly Known[], boolean>()

function isAimedHere(args: readonly Known[]): boolean {
  let told = false
  let reached = false
  let mailbox = false
  for (const [at, { known }] of args.entries()) {
    const before = args[at - 1]?.known ?? ''
    const [, attached, value = known] = /^(?:--?)?([\w.-]+)=(.*)$/s.exec(known) ?? []
    if (known.startsWith('-') && attached === undefined) continue
    const option = attached ?? (/^--?[a-z]/i.test(before) && !before.includes('=') ? before.replace(/^-+/, '') : '')
    const where = WHERE.test(option)
    if (STAYS.test(option) && LOCAL.test(value)) told = true
    else if (isLoopbackText(value)) {
      if (where) told = true
      else if (
        isAddress(value) ||
        at === 0 ||
        (at === 1 && /^[a-z-]+$/i.test(before)) ||
        isPort(args[at + 1]?.known ?? '')
      )
        reached = true
    } else if (value.includes('@') && MAILBOX.test(value)) mailbox = true
    else if (where ? !isFile(value) : isRemote(value)) return false
  }
  return told || (reached && !mailbox)
}

function isAddress(word: string): boolean {
  return /[:/]/.test(word)
}

/** Words that are neither options nor stand right behind one, where they may be its value. */
export function freeWords<W extends { readonly known: string }>(args: readonly W[]): readonly W[] {
  return args.filter(({ known }, at) => !known.startsWith('-') && !/^-[^=]*$/.test(args[at - 1]?.known ?? ''))
}

const NUMBER = /^(?:[\w.-]+@)?\d{1,3}(?:\.\d{1,3}){3}/
const HOST =
  /^([\w.-]+@)?((?:[a-z0-9-]+\.)+)(?:com|net|org|io|dev|internal|corp|cloud|app|example|int|intra|intranet|lan|local|home|edu|gov|info|biz|ai|co|de|uk|fr|eu|nl|ch)(?=([:/])|$)/i
/** Files end so too: `settings.local`, `messages.de`, `logo.ai`. */
const FILE_LIKE = /\.(?:int|local|home|info|ai|co|de|uk|fr|eu|nl|ch)$/i

function isHostName(word: string): boolean {
  const [whole, account, parts = '', behind] = HOST.exec(word) ?? []
  if (whole === undefined) return false
  return (
    !FILE_LIKE.test(whole) || account !== undefined || behind !== undefined || parts.indexOf('.') < parts.length - 1
  )
}

export function isRemoteHost(word: string): boolean {
  return !isLoopbackText(word) && (HOST.test(word) || isRemote(word))
}

export function isRemote(word: string): boolean {
  if (isLoopbackText(word) || /\s/.test(word)) return false
  return word.includes('://') && /^(?:jdbc:)?[a-z][a-z0-9+.-]*:(?:[a-z]+:)?\/\/[^/]/i.test(word)
    ? !/^file:/i.test(word)
    : word.includes('.') && (NUMBER.test(word) || isHostName(word))
}

/** Folders that a project is made of: `src/app` is no owner's `app`. */
const FOLDERS =
  /^(?:src|lib|dist|build|out|bin|docs?|tests?|spec|app|apps|packages|public|static|assets|target|scripts|config|internal|cmd|pkg|vendor|tmp|node_modules|examples?|fixtures|data|weights|models|components?|ui|hooks|pages|features|modules|services|unit|e2e|integration|tasks|charts|crates|libs|tools|infra|deploy|env|envs)$/i

/** `owner/name`, `owner/name:tag`, `@scope/name`, `host/team/name:1`. */
export function isRegistryName(word: string): boolean {
  if (isRemote(word)) return true
  if (isFile(word) || /\s/.test(word)) return false
  const [, owner = ''] = /^(@?[\w.-]+)(?:\/[\w.-]+){1,3}(?:[:@][\w.-]+)?$/.exec(word) ?? []
  return owner !== '' && !FOLDERS.test(owner)
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
const HOLED = /(?:^|[\s(])\.\.\.(?=[\s)|;]|$)/
const OF_LANGUAGE = /^(?:-l|--(?:lang|language|syntax))(?:=|$)/

export function isSoughtCode(
  { known }: { readonly known: string },
  args: readonly { readonly known: string }[],
): boolean {
  if (known.length > 4_000 || !HOLED.test(known)) return false
  if (!known.split(/[|;&\n]+/).every((part) => HOLED.test(part) || /^\s*[\w-]*\s*$/.test(part))) return false
  return args.some((arg) => OF_LANGUAGE.test(arg.known) || /^[\w.~-][\w./~-]{0,200}\/$/.test(arg.known))
}
