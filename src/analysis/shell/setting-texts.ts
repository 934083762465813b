import { baseName, baseOf } from '../base-name.ts'
import type { Effect } from '../effects.ts'
import { type Candidate, hiddenPrograms, isLoaded, isRun, isSentence, reachesOut } from '../files/candidate.ts'
import { isManifest } from '../files/dependency-sources.ts'
import { editedSources } from '../files/edited-sources.ts'
import { editedManifest } from '../files/manifest-edits.ts'
import { replaced, textsInProgram } from '../files/program-texts.ts'
import { type Recipe, sifted } from '../files/recipes.ts'
import { isForTests, syntaxOf } from '../files/syntax.ts'
import { turnedOff } from '../files/turned-off.ts'
import { unverified } from '../files/unverified.ts'
import type { PathUse } from '../paths.ts'
import { families, familyFor } from '../programs/registry.ts'
import { isFile, knownIn, like, unlike } from '../programs/unlisted/shapes.ts'
import { once } from '../remembered.ts'
import { nameSays } from '../role-words.ts'
import { isTemporary, namesProgram, programsTold } from '../running-keys.ts'
import { isSendingWord } from '../sending-words.ts'
import { isShellName } from '../shell-names.ts'
import { asksOnly, meaningOf, wordsOf } from '../verbs.ts'
import { hasAny, hasBlank, signsIn } from '../word-signs.ts'
import type { Command, Value } from '../words.ts'
import type { CallOutcome } from './dispatch.ts'
import type { ShellReader } from './frame.ts'
import type { CoreScribe } from './scribe.ts'
import { type Slot, slotsOf } from './slots.ts'

const SETS =
  /^(?:config(?:ure|uration)?|conf|settings?|set(?:[-_]\w+)*|options?|preferences|prefs|defaults|propert(?:y|ies)|alias(?:es)?|profile|hooks?)$/
const KEPT =
  /^(?:exec(?:-\w+)*|set|(?:\w+-)*(?:hook|helper|process|pager|editor|askpass|exec|provider|opener|handler))$/
const IN_PLACE = /^(?:[A-Za-z0-9]{0,3}[iIL]|i\.\w+|in-?place|write|overwrite|save|edit)$/
/** Families whose words are messages for people, or are judged as what an agent is told. */
const TELL = families('git', 'hosting', 'agents')

/** Families whose words are patterns, code that is read as such, or what is sent. */
const ON_FILES = families('files', 'shell', 'interpreters', 'network')

const STATEMENT =
  /(?:^|[;"\n])\s*(?:alter\s|create\s|update\s+\S+\s+set\s|insert\s|replace\s+into\s|merge\s+into\s|upsert\s|set\s+(?:global|persist|session|local)?\s*\w|call\s|exec(?:ute)?\s|copy\s)|\b(?!in|values|like|and|or)\w+\s*\(\s*'/i

/** Statements whose texts are rows: data, unless a table or a column is called after something that runs. */
const ROWS = /^\s*(?:$|insert\s|update\s|replace\s+into\s|merge\s+into\s|upsert\s)/i

function outside(text: string): string {
  return text.replaceAll(/'[^']*'|"[^"]*"/g, ' ')
}

interface Keeping {
  /** `set`: a setting that is called so. `kept`: it is put somewhere. `told`: nothing says what becomes of its words. */
  readonly how: 'set' | 'kept' | 'told'
  readonly path: PathUse | undefined
}

interface Done {
  readonly outcome: CallOutcome
  readonly stated: readonly Effect[]
  readonly reader: ShellReader
}

/** Shell text inside what a command puts somewhere, to run later: read as a command inside a written file is. */
export function stateSettingTexts(command: Command, done: Done, scribe: CoreScribe): void {
  const { outcome, reader } = done
  if (outcome.passed) return
  const input = command.stdin.kind === 'value' ? inputOf(command.stdin.value) : NO_INPUT
  if (input.text === '' && !mayTell(command) && !setsAddress(command)) return
  // What a shell is given is read as what it runs.
  if (asksOnly(command) || isShellName(command.name ?? '')) return
  const { slots, options } = slotsOf(command.args)
  stateSources({ command, slots, options, texts: [] }, done, scribe)
  const words = slots.flatMap((slot, at) => (mayHold(slot.word.known) ? [{ ...slot, before: slots[at - 1] }] : []))
  if (words.length === 0 && input.text === '') return
  const line: Line = { command, slots, options, texts: [...words.map(({ word }) => signsOf(word.known)), input] }
  const keeping = keepingOf(line, done, scribe)
  const found = [
    ...words.flatMap((slot) => ofSlot(slot, keeping)),
    // What a program merely reads may be what it is to look at.
    ...(keeping && keeping.how !== 'told' ? input.texts() : []),
  ]
    .filter(({ text }) => isFar(text) && !isSentence(text))
    // `set x to '…'`: the word of the language says nothing of what the value is for.
    .map((each) => ({ ...each, keys: each.keys.filter(unlike(/^(?:to|as|is|values)$/i)) }))
  const name = `${baseOf(command)} setting`
  for (const target of new Set(strangePrograms(found, { command, input, kept: keeping?.how !== 'told' })))
    scribe.effect({ kind: 'persist', mechanism: 'other', target, certainty: 'likely' })
  const recipes = sifted(found, { base: name, path: keeping?.path, opens: false })
  if (recipes.unread !== undefined || recipes.more === true) scribe.unknown(`${name} holds more commands than are read`)
  if (recipes.found.length === 0) return
  // Each such text is read by itself, with such texts in it: further in nothing is read.
  const { kept } = scribe
  kept.characters += recipes.found.reduce((sum, { text }) => sum + text.length, 0)
  if (kept.settings >= MOST_NESTED || kept.characters > MOST_READ) {
    scribe.unknown(`${name} holds more commands than are read`)
    return
  }
  const isStatement = line.texts.some((text) => text.isStatement())
  kept.settings++
  try {
    for (const recipe of recipes.found) reader.stateRecipe(isStatement ? ofStatement(recipe) : recipe, scribe)
  } finally {
    kept.settings--
  }
}

const MOST_SWAPS = 200

function stateSources(line: Line, done: Done, scribe: CoreScribe): void {
  const words = line.slots.map(({ word }) => word.known)
  const writes = mayWrite(line, done)
  const texts = writes ? words.filter(like(EDITS)) : []
  if (texts.length > 0 || words.some(like(SETS_VALUE))) stateManifest(line, words, done, scribe)
  if (texts.length === 0) return
  stateTurned(texts, writtenTo(line, done, scribe, isEdited), scribe)
  const file = writtenTo(line, done, scribe, isShelf)
  if (file === undefined || file === 'inert') return
  const base = baseName(file.path?.real ?? file.path?.text ?? line.command.name ?? '')
  const locked = file.path?.tags.includes('lock-file') === true
  for (const draft of editedSources(texts, { base, locked }, scribe.facts)) scribe.effect(draft)
}

/** Where a manifest is edited into another file, that one takes its place. */
function stateManifest(line: Line, words: readonly string[], done: Done, scribe: CoreScribe): void {
  const file = writtenTo(line, done, scribe, (path) => isManifest(path.real ?? path.text))
  const written = file === undefined || file === 'inert' ? undefined : file.path
  const path = written ?? line.slots.map(({ word }) => word).find(({ known }) => isManifest(known))
  if (path === undefined) return
  const use = 'zone' in path ? path : scribe.path(path)
  for (const draft of editedManifest(use, words, scribe.facts)) scribe.effect(draft)
}

function setsAddress({ args }: Command): boolean {
  return hasAny(signsIn(args), ':') && args.some(like(SETS_VALUE))
}

const SETS_VALUE = /^(?:set|put|edit|add|write|update|append)$/

function stateTurned(texts: readonly string[], file: ReturnType<typeof writtenTo>, scribe: CoreScribe): void {
  if (file === undefined || file === 'inert' || !file.path) return
  const { path } = file
  const all = texts.flatMap(replaced)
  const different = [...new Map(all.map((swap) => [`${swap.old}\0${swap.now}`, swap])).values()]
  const swaps = different.slice(0, MOST_SWAPS)
  if (different.length > MOST_SWAPS) scribe.unknown('one edit replaces more texts than are compared')
  for (const draft of unverified(path, swaps.map(({ now }) => now).join('\n'), [])) scribe.effect(draft)
  for (const { old, now } of swaps)
    for (const draft of turnedOff({ path, content: now, whole: false, before: old }, scribe)) scribe.effect(draft)
}

function isEdited(path: PathUse): boolean {
  const name = path.real ?? path.text
  const syntax = syntaxOf(name, '')
  return isShelf(path) || (syntax === 'source' && !isForTests(name))
}

/** A list of packages is no prose, although its name ends so. */
function isShelf(path: PathUse): boolean {
  return (
    isConfiguration(path) ||
    path.tags.includes('lock-file') ||
    /(?:^|\/)(?:requirements|constraints)[\w.-]*\.(?:txt|in)$/.test(path.real ?? path.text)
  )
}

const MOST_NESTED = 2
const MOST_READ = 64 * 1024

interface Signs {
  readonly text: string
  readonly isStatement: () => boolean
  readonly isData: () => boolean
  readonly texts: () => readonly Candidate[]
  readonly programs: () => readonly string[]
}

function signsOf(text: string): Signs {
  return {
    text,
    isStatement: once(() => STATEMENT.test(text)),
    isData: once(() => ROWS.test(text) && !isRun({ text: '', keys: [outside(text)] })),
    texts: once(() => textsInProgram(text)),
    programs: once(() => programsTold(text)),
  }
}

const NO_INPUT = signsOf('')
/** All commands of a text that is piped into a shell, a loop or a recipe have the same input: it is searched once for all of them. */
const INPUTS = new WeakMap<Value, Signs>()

function inputOf(value: Value): Signs {
  const { text = '' } = value
  if (text === '') return NO_INPUT
  const known = INPUTS.get(value)
  if (known) return known
  const signs = mayHold(text) ? signsOf(text) : NO_INPUT
  INPUTS.set(value, signs)
  return signs
}

function mayTell({ args }: Command): boolean {
  const signs = signsIn(args)
  if (hasBlank(signs) || hasAny(signs, '(\'"') || (hasAny(signs, '=') && hasAny(signs, '[{'))) return true
  return hasAny(signs, 's') && hasAny(signs, '/|#,!@~%') && args.some(like(/s[/|#,!@~%]/))
}

function mayHold(text: string): boolean {
  return /[\s('"]/.test(text) && isFar(text.replaceAll('\\/', '/'))
}

function isFar(text: string): boolean {
  return reachesOut(text) || /\/(?:tmp|shm)\//.test(text)
}

interface Given {
  readonly command: Command
  readonly input: Signs
  readonly kept: boolean
}

function strangePrograms(found: readonly Candidate[], { command, input, kept }: Given): readonly string[] {
  const family = familyFor(baseOf(command))
  const told = family === 'files' || family === 'shell' || family === 'network' ? [] : input.programs()
  const loaded = kept ? found.filter(isLoaded).map(({ text }) => text) : []
  return [...[...told, ...loaded].filter(isTemporary), ...found.flatMap(hiddenPrograms)]
}

/** A server runs what its own settings name, and nobody calls it. */
function ofStatement(recipe: Recipe): Recipe {
  const key = recipe.name.split(' ').at(-1) ?? ''
  return namesProgram(key) ? { ...recipe, runs: 'by-itself' } : recipe
}

interface Line {
  readonly command: Command
  readonly slots: readonly Slot[]
  readonly options: readonly string[]
  readonly texts: readonly Signs[]
}

interface Placed extends Slot {
  readonly before: Slot | undefined
}

function ofSlot({ name, word, before }: Placed, keeping: Keeping | undefined): readonly Candidate[] {
  const kept = name !== undefined && KEPT.test(name)
  if (!kept && !keeping) return []
  const key = name ?? /^\/?[A-Za-z][\w.:/-]{1,80}$/.exec(before?.word.known ?? '')?.[0]
  const keys = [...(kept || keeping?.how === 'set' ? ['command'] : []), ...(key === undefined ? [] : [key])]
  const text = word.known.replaceAll('\0', 'x')
  return textsInProgram(text.replace(/^[\w.-]+=(?=\S)/, '')).map((each) => ({ ...each, keys: [...keys, ...each.keys] }))
}

function keepingOf(line: Line, done: Done, scribe: CoreScribe): Keeping | undefined {
  const { command, slots, texts } = line
  const base = baseOf(command)
  const plain = knownIn(command.args).filter(like(/^[a-z][\w-]*$/i))
  if (done.outcome.standing !== 'proven' && plain.slice(0, 3).some(like(SETS))) return { how: 'set', path: undefined }
  if (TELL.has(familyFor(base))) return undefined
  const written = writtenTo(line, done, scribe)
  if (written !== undefined) return written === 'inert' ? undefined : { how: 'kept', path: written.path }
  if (nameSays(base) === 'looks') return undefined
  const verbs = plain.slice(0, 4).flatMap(wordsOf)
  const acts = verbs.map((verb) => meaningOf(verb)?.act)
  // Code that a reader of its language has read is no statement of a database.
  if (!ON_FILES.has(familyFor(base)) && texts.some((text) => text.isStatement())) {
    const data = texts.every((text) => text.isData())
    return data || slots.some(({ word }) => isForTests(word.known)) ? undefined : { how: 'kept', path: undefined }
  }
  if (
    verbs.some((verb) => verb !== 'put' && isSendingWord(verb)) ||
    ON_FILES.has(familyFor(base)) ||
    acts.includes('read')
  )
    return undefined
  return { how: acts.some((act) => act === 'create' || act === 'update') ? 'kept' : 'told', path: undefined }
}

function mayWrite({ command, options }: Line, { stated }: Done): boolean {
  const { stdout, redirects } = command
  if (stdout === 'pipe' || stdout === 'captured' || redirects.length > 0) return true
  return stated.some(({ kind }) => kind === 'write-path') || options.some(like(IN_PLACE))
}

/** The file into which a command puts something that is not known; `inert` where nothing there is run. */
function writtenTo(
  { command, slots, options }: Line,
  { outcome, stated }: Done,
  scribe: CoreScribe,
  counts: (path: PathUse) => boolean = isConfiguration,
): { readonly path: PathUse | undefined } | 'inert' | undefined {
  const paths = stated.flatMap((effect) =>
    effect.kind === 'write-path' && effect.content === undefined && effect.left === undefined ? [effect.path] : [],
  )
  if (outcome.output.text === undefined)
    for (const { kind, descriptor, target } of command.redirects)
      if (descriptor === 1 && (kind === 'write' || kind === 'append')) paths.push(scribe.path(target))
  if (paths.length === 0 && options.some(like(IN_PLACE)))
    paths.push(...slots.filter(({ word }) => isFile(word.known)).map(({ word }) => scribe.path(word)))
  const files = paths.filter(({ tags }) => !tags.includes('null-device'))
  if (files.length > 0) {
    const [path] = files.filter(counts)
    return path === undefined ? 'inert' : { path }
  }
  return /^(?:pipe|captured)$/.test(command.stdout) && slots.some(({ word }) => EDITS.test(word.known))
    ? { path: undefined }
    : undefined
}

const EDITS = /(?:^|[\s;{},\d$/])s[/|#,!@~%{]|\bg?sub!?[ (]|[\w\])"']\s*(?:[+|]|\/\/)?=(?![=~>])\s*["'[{(]/

/** Can commands stand in it that are run from there? Prose and tests hold them as examples, source is read when it runs. */
function isConfiguration(path: PathUse): boolean {
  const name = path.real ?? path.text
  const syntax = syntaxOf(name, '')
  return syntax !== 'prose' && syntax !== 'source' && syntax !== 'notebook' && !isForTests(name)
}
