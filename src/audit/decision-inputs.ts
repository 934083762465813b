import { existsSync, lstatSync, utimesSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FileFact, GatePlace, GitFacts, GitFileState, TextFact } from '../analysis/facts.ts'
import { sha256 } from '../analysis/text/sha256.ts'
import type { Mode } from '../decision.ts'
import type { Denials } from '../denials.ts'
import type { RecordedLookups } from '../facts/host.ts'
import { hasSecretText, redact, secretHiderFor } from '../redaction/redact.ts'
import { appendText } from '../state/event-lines.ts'
import { privateFolder } from '../state/private-folder.ts'
import { dayOf } from './day-files.ts'

/**
 * What a decision was made on, beside the Record: so that the same call can be decided again as if it were then. The Record names it by
 * its hash. It never leaves the machine, and is bounded: a call that looked at too much is noted without, and cannot be replayed.
 */
export interface DecisionInputs {
  readonly v: 1
  readonly sessionId: string
  /** Whose tools: the id of an integration. */
  readonly host: string
  readonly mode: Mode
  readonly headless: boolean
  /** How many events of the session's log were known. */
  readonly log: number
  /** The blocks of the session, with this call. */
  readonly denials?: Denials
  readonly own: { readonly transcript?: string; readonly places?: readonly GatePlace[] }
  readonly platform: 'linux' | 'darwin' | 'win32'
  readonly root: string
  /** The whole input, where the Record holds it shortened. */
  readonly input?: Readonly<Record<string, unknown>>
  readonly file: readonly (readonly [string, FileFact])[]
  readonly realPath: readonly (readonly [string, string | null])[]
  /** A text that was read stands for itself by its hash. */
  readonly text: readonly (readonly [string, SavedText])[]
  readonly list: readonly (readonly [string, readonly string[] | null])[]
  readonly git: readonly (readonly [string, string | null])[]
  readonly repositories: readonly SavedRepository[]
  readonly tracked: readonly (readonly [string, GitFileState])[]
  readonly which: readonly (readonly [string, string | null])[]
  /** What people said, where it came with the call: such a session has no log. */
  readonly said?: readonly string[]
  /** No model was to be asked, whatever the settings say. */
  readonly withoutModel?: true
  /** Its directory was not there: nothing was looked at. */
  readonly elsewhere?: true
  /** The last call that a session without a log remembered when this one was decided. */
  readonly earlier?: EarlierCall
  /** What such a session remembers of this call. */
  readonly remembered?: RememberedCall
}

/** A call by the name of what it was decided on, and when; `lost` where that was not noted. */
export type EarlierCall = { readonly name: string; readonly at: number } | 'lost'

export interface RememberedCall {
  readonly tool: string
  /** Whole; secrets are placeholders. */
  readonly input: Readonly<Record<string, unknown>>
  readonly cwd: string
  /** The one before it in the session's memory. */
  readonly behind?: EarlierCall
}

export type SavedText = Exclude<TextFact, { kind: 'text' }> | { readonly kind: 'text'; readonly hash: string }

export type SavedRepository = Omit<GitFacts, 'remotes' | 'aliases'> & {
  readonly remotes: readonly (readonly [string, string])[]
  readonly aliases: readonly (readonly [string, string])[]
}

/** What is known of a call beside what it looked at. */
export type DecisionBasis = Pick<
  DecisionInputs,
  'sessionId' | 'host' | 'mode' | 'headless' | 'log' | 'own' | 'platform' | 'root'
> &
  Pick<DecisionInputs, 'said' | 'withoutModel' | 'elsewhere' | 'earlier' | 'remembered'> & {
    readonly denials?: Denials | undefined
    readonly input?: DecisionInputs['input'] | undefined
    /** The call's own words: what is a secret in them is none of what is noted. */
    readonly called?: Readonly<Record<string, unknown>> | undefined
  }

const MAX_LINE = 64 * 1024
const MAX_TEXT = 128 * 1024
const MAX_TEXTS = 40

/** Notes what a decision was made on, and gives its name; undefined where it is too much, or cannot be written. Never throws. */
export function saveDecisionInputs(
  folder: string,
  at: number,
  basis: DecisionBasis,
  looked: RecordedLookups,
): string | undefined {
  try {
    const noted = decisionInputsLine(basis, looked, sha256)
    if (noted === undefined) return undefined
    const place = decisionInputsFolder(folder)
    for (const [path, fact] of looked.text) if (fact.kind === 'text') saveText(place, path, fact)
    appendText(decisionInputsFile(place, at), noted.line)
    return noted.name
  } catch {
    // A decision is never changed by what cannot be noted of it.
    return undefined
  }
}

export function decisionInputsFolder(folder: string): string {
  return privateFolder(join(folder, 'facts'))
}

/** The file of a day. */
export function decisionInputsFile(place: string, at: number): string {
  return join(place, `${dayOf(at)}.jsonl`)
}

export interface DecisionInputsLine {
  readonly name: string
  readonly line: string
}

/** The line of what a decision was made on; undefined where it is too much. */
export function decisionInputsLine(
  basis: DecisionBasis,
  looked: RecordedLookups,
  hash: (text: string) => string,
): DecisionInputsLine | undefined {
  if (looked.text.size > MAX_TEXTS) return undefined
  const facts = withoutSecrets(decisionInputsOf(basis, looked), secretHiderFor(basis.called))
  if (facts.length > MAX_LINE) return undefined
  const name = hash(facts).slice(0, 32)
  return { name, line: `{"name":"${name}","facts":${facts}}\n` }
}

/** A word with a name and a value in it was looked up as if it was a path, of an earlier call, too; and so were the secrets of this one. */
function withoutSecrets(noted: DecisionInputs, hidden: ((text: string) => string) | undefined): string {
  const { input, remembered, ...looked } = noted
  const text = JSON.stringify(looked)
  const isPlain = ![text, remembered?.tool, remembered?.cwd].some((each) => each?.includes('='))
  // Inputs are without secrets before they are noted.
  if (hidden === undefined && isPlain) {
    const inputs = JSON.stringify({ ...(input && { input }), ...(remembered && { remembered }) })
    return inputs === '{}' ? text : `${text.slice(0, -1)},${inputs.slice(1)}`
  }
  return JSON.stringify(noted, (key, value) => {
    // What kind of answer it was is our own word.
    if (typeof value !== 'string' || key === 'kind') return value
    const plain = value.includes('=') ? redact(value) : value
    return hidden?.(plain) ?? plain
  })
}

function decisionInputsOf(
  { denials, input, called: _, ...basis }: DecisionBasis,
  looked: RecordedLookups,
): DecisionInputs {
  const { file, realPath, text, list, git, tracked, which } = looked
  const repositories = new Map([...git.values()].flatMap((about) => (about ? [[about.root, about] as const] : [])))
  return {
    v: 1,
    ...basis,
    ...(denials && { denials }),
    ...(input && { input }),
    file: [...file],
    realPath: orNull(realPath),
    text: [...text].map(([path, fact]) => [path, fact.kind === 'text' ? { kind: 'text', hash: fact.hash } : fact]),
    list: orNull(list),
    git: [...git].map(([path, about]) => [path, about?.root ?? null]),
    repositories: [...repositories.values()].map(withoutRemoteSecrets),
    tracked: [...tracked],
    which: orNull(which),
  }
}

function orNull<T>(known: ReadonlyMap<string, T | undefined>): readonly (readonly [string, T | null])[] {
  return [...known].map(([key, value]) => [key, value ?? null])
}

/** An address of a remote may carry a password, and so may an alias. */
function withoutRemoteSecrets({ remotes, aliases, ...rest }: GitFacts): SavedRepository {
  return {
    ...rest,
    remotes: [...remotes].map(([name, address]) => [name, redact(address)]),
    aliases: [...aliases].map(([name, command]) => [name, redact(command)]),
  }
}

const DAY_MS = 24 * 60 * 60 * 1000

/** Where a text lies by its hash. */
export function savedTextFile(place: string, hash: string): string | undefined {
  return /^[0-9a-f]{64}$/.test(hash) ? join(place, `${hash}.txt`) : undefined
}

/** Keeps a text that was read, once. One with a secret, or too long, is not kept: it is then only known while it lies where it was. */
export function saveText(place: string, path: string, { hash, text }: Extract<TextFact, { kind: 'text' }>): void {
  const file = text.length > MAX_TEXT ? undefined : savedTextFile(place, hash)
  if (file === undefined) return
  const found = lstatSync(file, { throwIfNoEntry: false })
  if (found) {
    // What is still in use is not old.
    if (Date.now() - found.mtimeMs > DAY_MS) utimesSync(file, new Date(), new Date())
    return
  }
  const isSecret = `${file}.secret`
  if (existsSync(isSecret)) return
  if (!hasSecretText(path, text)) writeFileSync(file, text, { mode: 0o600 })
  else writeFileSync(isSecret, '', { mode: 0o600 })
}
