import type { Effect } from '../effects.ts'
import { type Candidate, isSentence, reachesOut } from '../files/candidate.ts'
import { stateRecipe } from '../files/file-effects.ts'
import { textsInProgram } from '../files/program-texts.ts'
import { type Recipe, sifted } from '../files/recipes.ts'
import { isForTests, syntaxOf } from '../files/syntax.ts'
import type { PathUse } from '../paths.ts'
import { type Family, familyFor } from '../programs/registry.ts'
import { isFile } from '../programs/unlisted/shapes.ts'
import { nameSays } from '../role-words.ts'
import { namesProgram } from '../running-keys.ts'
import { isSendingWord } from '../sending-words.ts'
import { asksOnly, meaningOf, wordsOf } from '../verbs.ts'
import type { Command } from '../words.ts'
import type { Outcome } from './dispatch.ts'
import { baseName } from './flows.ts'
import type { CoreScribe } from './scribe.ts'
import { type Slot, slotsOf } from './slots.ts'

/** Sub-commands that keep a setting. */
const SETS =
  /^(?:config(?:ure|uration)?|conf|settings?|set(?:[-_]\w+)*|options?|preferences|prefs|defaults|propert(?:y|ies)|alias(?:es)?|profile|hooks?)$/
/** Options whose value a program keeps, to run it when it needs something. */
const KEPT =
  /^(?:exec(?:-\w+)*|set|(?:\w+-)*(?:hook|helper|process|pager|editor|askpass|exec|provider|opener|handler))$/
/** Options by which a program changes the file that it reads. */
const IN_PLACE = /^(?:[A-Za-z0-9]{0,3}[iIL]|i\.\w+|in-?place|write|overwrite|save|edit)$/
/** Families whose words are messages for people, or are judged as what an agent is told. */
const TELL: ReadonlySet<Family | undefined> = new Set<Family | undefined>(['git', 'hosting', 'agents'])

/** Families whose words are patterns, code that is read as such, or what is sent. */
const ON_FILES: ReadonlySet<Family | undefined> = new Set<Family | undefined>([
  'files',
  'shell',
  'interpreters',
  'network',
])

/** Statements that change what a database keeps, or call something in it. */
const STATEMENT =
  /(?:^|[;"\n])\s*(?:alter\s|create\s|update\s+\S+\s+set\s|insert\s|replace\s+into\s|merge\s+into\s|upsert\s|set\s+(?:global|persist|session|local)?\s*\w|call\s|exec(?:ute)?\s|copy\s)|\b(?!in|values|like|and|or)\w+\s*\(\s*'/i

/** How sure it is that what a command is told is run one day. */
interface Keeping {
  /** `set`: a setting that is called so. `kept`: it is put somewhere. `told`: nothing says what becomes of its words. */
  readonly how: 'set' | 'kept' | 'told'
  /** The file that it is put into, where that is known. */
  readonly path: PathUse | undefined
}

/** What became of a command. */
interface Done {
  readonly outcome: Outcome
  readonly stated: readonly Effect[]
}

/**
 * Shell text inside what a command puts somewhere: the value of a setting, a text in the program of an editor, of a filter or of
 * a database, a task that is added. It runs later, and is read as a command inside a written file is.
 */
export function stateSettingTexts(command: Command, { outcome, stated }: Done, scribe: CoreScribe): void {
  if (outcome.passed || asksOnly(command)) return
  const { slots, options } = slotsOf(command.args)
  const input = command.stdin.kind === 'value' ? (command.stdin.value.text ?? '') : ''
  const words = slots.filter(({ word }) => mayHold(word.known))
  const piped = mayHold(input) ? input : ''
  if (words.length === 0 && piped === '') return
  const line: Line = { command, slots, options, texts: [...words.map(({ word }) => word.known), piped] }
  const keeping = keepingOf(line, { outcome, stated }, scribe)
  const found = [
    ...words.flatMap((slot) => ofSlot(slot, keeping)),
    // What a program merely reads may be what it is to look at.
    ...(keeping && keeping.how !== 'told' ? textsInProgram(piped) : []),
  ].filter(({ text }) => reachesOut(text) && !isSentence(text))
  const name = `${baseName(command.name ?? '')} setting`
  const recipes = sifted(found, { base: name, path: keeping?.path, opens: false })
  if (recipes.unread !== undefined || recipes.more === true) scribe.unknown(`${name} holds more commands than are read`)
  const isStatement = line.texts.some((text) => STATEMENT.test(text))
  for (const recipe of recipes.found) stateRecipe(isStatement ? ofStatement(recipe) : recipe, scribe)
}

function mayHold(text: string): boolean {
  return /\s/.test(text) && reachesOut(text.replaceAll('\\/', '/'))
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
  readonly texts: readonly string[]
}

/** A word, and the texts inside it. The innermost key tells what it is for. */
function ofSlot({ name, word }: Slot, keeping: Keeping | undefined): readonly Candidate[] {
  const kept = name !== undefined && KEPT.test(name)
  if (!kept && !keeping) return []
  const keys = [...(kept || keeping?.how === 'set' ? ['command'] : []), ...(name === undefined ? [] : [name])]
  const text = word.known.replaceAll('\0', 'x')
  return textsInProgram(text.replace(/^[\w.-]+=(?=\S)/, '')).map((each) => ({ ...each, keys: [...keys, ...each.keys] }))
}

function keepingOf(line: Line, done: Done, scribe: CoreScribe): Keeping | undefined {
  const { command, slots, texts } = line
  const base = baseName(command.name ?? '')
  const plain = command.args.map(({ known }) => known).filter((known) => /^[a-z][\w-]*$/i.test(known))
  if (done.outcome.standing !== 'proven' && plain.slice(0, 3).some((known) => SETS.test(known)))
    return { how: 'set', path: undefined }
  if (TELL.has(familyFor(base))) return undefined
  const written = writtenTo(line, done, scribe)
  if (written !== undefined) return written === 'inert' ? undefined : { how: 'kept', path: written.path }
  if (nameSays(base) === 'looks') return undefined
  const verbs = plain.slice(0, 4).flatMap(wordsOf)
  const acts = verbs.map((verb) => meaningOf(verb)?.act)
  if (texts.some((text) => STATEMENT.test(text)) && !slots.some(({ word }) => isForTests(word.known)))
    return { how: 'kept', path: undefined }
  if (verbs.some(isSendingWord) || ON_FILES.has(familyFor(base)) || acts.includes('read')) return undefined
  return { how: acts.some((act) => act === 'create' || act === 'update') ? 'kept' : 'told', path: undefined }
}

/** The file into which a command puts something that is not known; `inert` where nothing there is run. */
function writtenTo(
  { command, slots, options, texts }: Line,
  { outcome, stated }: Done,
  scribe: CoreScribe,
): { readonly path: PathUse | undefined } | 'inert' | undefined {
  const paths = stated.flatMap((effect) =>
    effect.kind === 'write-path' && effect.content === undefined && effect.left === undefined ? [effect.path] : [],
  )
  if (outcome.output.text === undefined)
    for (const { kind, descriptor, target } of command.redirects)
      if (descriptor === 1 && (kind === 'write' || kind === 'append')) paths.push(scribe.path(target))
  if (paths.length === 0 && options.some((option) => IN_PLACE.test(option)))
    paths.push(...slots.filter(({ word }) => isFile(word.known)).map(({ word }) => scribe.path(word)))
  const files = paths.filter(({ tags }) => !tags.includes('null-device'))
  if (files.length > 0) {
    const [path] = files.filter(isConfiguration)
    return path === undefined ? 'inert' : { path }
  }
  return command.stdout === 'pipe' && texts.some((text) => EDITS.test(text)) ? { path: undefined } : undefined
}

/** A program text that puts something in the place of something else. */
const EDITS = /(?:^|[\s;{},\d$/])s[/|#,!@~%]|[\w\])"']\s*(?:[+|]|\/\/)?=(?![=~>])\s*["'[{(]/

/** Can commands stand in it that are run from there? Prose and tests hold them as examples, source is read when it runs. */
function isConfiguration(path: PathUse): boolean {
  const name = path.real ?? path.text
  const syntax = syntaxOf(name, '')
  return syntax !== 'prose' && syntax !== 'source' && syntax !== 'notebook' && !isForTests(name)
}
