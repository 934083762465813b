import { isHelpOrDryRun } from '../../knowledge/lexicon/help-options.ts'
import { programNameRole } from '../../knowledge/lexicon/role-words.ts'
import { isSendingWord } from '../../knowledge/lexicon/sending-words.ts'
import { isShellName } from '../../knowledge/lexicon/shell-names.ts'
import { verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { Effect } from '../effects.ts'
import {
  type CommandCandidate,
  findHiddenPrograms,
  hasOutsideReference,
  isLoadedPath,
  isSentence,
  isUnderRunKey,
} from '../files/command-candidates.ts'
import { isManifest } from '../files/dependency-sources.ts'
import { findDisabledProtections } from '../files/disabled-protections.ts'
import { findDisabledVerification } from '../files/disabled-verification.ts'
import { findEditedSources } from '../files/edited-package-sources.ts'
import { editedManifest } from '../files/manifest-edits.ts'
import { findSubstitutions, findTextsInProgram } from '../files/program-texts.ts'
import { type Recipe, selectRecipes } from '../files/recipes.ts'
import { detectSyntax, isTestFile } from '../files/syntax.ts'
import { isProgramKey, isTemporaryPath, programsInCommands } from '../flow/program-keys.ts'
import { knownTexts, looksLikeFile, matching, notMatching } from '../generic/word-shapes.ts'
import { baseName, commandBaseName } from '../interpret/base-name.ts'
import { createFamilySet, familyFor } from '../interpret/registry.ts'
import type { PathUse } from '../paths/paths.ts'
import { lazy } from '../text/memoize.ts'
import { charactersIn, hasAnyCharacter, hasBlank } from '../text/word-characters.ts'
import type { Command, Value } from '../words.ts'
import { type Slot, slotsOf } from './argument-slots.ts'
import type { CallOutcome } from './dispatch.ts'
import type { ShellReader } from './frame.ts'
import type { CoreRecorder } from './shell-recorder.ts'

const SETTING_COMMANDS =
  /^(?:config(?:ure|uration)?|conf|settings?|set(?:[-_]\w+)*|options?|preferences|prefs|defaults|propert(?:y|ies)|alias(?:es)?|profile|hooks?)$/
const STORED_CODE_OPTIONS =
  /^(?:exec(?:-\w+)*|set|(?:\w+-)*(?:hook|helper|process|pager|editor|askpass|exec|provider|opener|handler))$/
const IN_PLACE_OPTIONS = /^(?:[A-Za-z0-9]{0,3}[iIL]|i\.\w+|in-?place|write|overwrite|save|edit)$/
/** Families whose words are messages for people, or are judged as what an agent is told. */
const MESSAGE_FAMILIES = createFamilySet('git', 'hosting', 'agents')

/** Families whose words are patterns, code that is read as such, or what is sent. */
const FILE_FAMILIES = createFamilySet('files', 'shell', 'interpreters', 'network')

const CHANGING_STATEMENT =
  /(?:^|[;"\n])\s*(?:alter\s|create\s|update\s+\S+\s+set\s|insert\s|replace\s+into\s|merge\s+into\s|upsert\s|set\s+(?:global|persist|session|local)?\s*\w|call\s|exec(?:ute)?\s|copy\s)|\b(?!in|values|like|and|or)\w+\s*\(\s*'/i

/** Statements whose texts are rows: data, unless a table or a column is called after something that runs. */
const ROW_STATEMENT = /^\s*(?:$|insert\s|update\s|replace\s+into\s|merge\s+into\s|upsert\s)/i

function withoutQuoted(text: string): string {
  return text.replaceAll(/'[^']*'|"[^"]*"/g, ' ')
}

interface StorageUse {
  /** `set`: a setting that is called so. `kept`: it is put somewhere. `told`: nothing says what becomes of its words. */
  readonly how: 'set' | 'kept' | 'mentioned'
  readonly path: PathUse | undefined
}

interface CommandResult {
  readonly outcome: CallOutcome
  readonly stated: readonly Effect[]
  readonly reader: ShellReader
}

/** Shell text inside what a command puts somewhere, to run later: read as a command inside a written file is. */
export function recordStoredScripts(command: Command, done: CommandResult, recorder: CoreRecorder): void {
  const { outcome, reader } = done
  if (outcome.passed) return
  const input = command.stdin.kind === 'value' ? inputTraitsOf(command.stdin.value) : NO_INPUT
  if (input.text === '' && !wordsCanHoldScript(command) && !setsAddress(command)) return
  // What a shell is given is read as what it runs.
  if (isHelpOrDryRun(command) || isShellName(command.name ?? '')) return
  const { slots, options } = slotsOf(command.args)
  recordEditedSources({ command, slots, options, texts: [] }, done, recorder)
  const words = slots.flatMap((slot, at) =>
    textCanHoldScript(slot.word.known) ? [{ ...slot, before: slots[at - 1] }] : [],
  )
  if (words.length === 0 && input.text === '') return
  const line: CommandLine = {
    command,
    slots,
    options,
    texts: [...words.map(({ word }) => textTraitsOf(word.known)), input],
  }
  const keeping = storageUseOf(line, done, recorder)
  const found = [
    ...words.flatMap((slot) => slotCandidates(slot, keeping)),
    // What a program merely reads may be what it is to look at.
    ...(keeping && keeping.how !== 'mentioned' ? input.texts() : []),
  ]
    .filter(({ text }) => reachesOutside(text) && !isSentence(text))
    // `set x to '…'`: the word of the language says nothing of what the value is for.
    .map((each) => ({ ...each, keys: each.keys.filter(notMatching(/^(?:to|as|is|values)$/i)) }))
  const name = `${commandBaseName(command)} setting`
  for (const target of new Set(unknownPrograms(found, { command, input, kept: keeping?.how !== 'mentioned' })))
    recorder.effect({ kind: 'persist', mechanism: 'other', target, certainty: 'likely' })
  const recipes = selectRecipes(found, { base: name, path: keeping?.path, opens: false })
  if (recipes.unread !== undefined || recipes.more === true)
    recorder.unknown(`${name} holds more commands than are read`)
  if (recipes.found.length === 0) return
  // Each such text is read by itself, with such texts in it: further in nothing is read.
  const { kept } = recorder
  kept.characters += recipes.found.reduce((sum, { text }) => sum + text.length, 0)
  if (kept.settings >= MAX_NESTED || kept.characters > MAX_READ) {
    recorder.unknown(`${name} holds more commands than are read`)
    return
  }
  const isStatement = line.texts.some((text) => text.isStatement())
  kept.settings++
  try {
    for (const recipe of recipes.found) reader.recordRecipe(isStatement ? asStatementRecipe(recipe) : recipe, recorder)
  } finally {
    kept.settings--
  }
}

const MAX_SWAPS = 200

function recordEditedSources(line: CommandLine, done: CommandResult, recorder: CoreRecorder): void {
  const words = line.slots.map(({ word }) => word.known)
  const writes = canWriteText(line, done)
  const texts = writes ? words.filter(matching(EDIT_SCRIPT)) : []
  if (texts.length > 0 || words.some(matching(SETS_VALUE))) recordManifest(line, words, done, recorder)
  if (texts.length === 0) return
  recordReplacedSources(texts, writtenFileOf(line, done, recorder, isCheckedFile), recorder)
  const file = writtenFileOf(line, done, recorder, isPackageList)
  if (file === undefined || file === 'inert') return
  const base = baseName(file.path?.real ?? file.path?.text ?? line.command.name ?? '')
  const locked = file.path?.tags.includes('lock-file') === true
  for (const draft of findEditedSources(texts, { base, locked }, recorder.facts)) recorder.effect(draft)
}

/** Where a manifest is edited into another file, that one takes its place. */
function recordManifest(
  line: CommandLine,
  words: readonly string[],
  done: CommandResult,
  recorder: CoreRecorder,
): void {
  const file = writtenFileOf(line, done, recorder, (path) => isManifest(path.real ?? path.text))
  const written = file === undefined || file === 'inert' ? undefined : file.path
  const path = written ?? line.slots.map(({ word }) => word).find(({ known }) => isManifest(known))
  if (path === undefined) return
  const use = 'zone' in path ? path : recorder.path(path)
  for (const draft of editedManifest(use, words, recorder.facts)) recorder.effect(draft)
}

function setsAddress({ args }: Command): boolean {
  return hasAnyCharacter(charactersIn(args), ':') && args.some(matching(SETS_VALUE))
}

const SETS_VALUE = /^(?:set|put|edit|add|write|update|append)$/

function recordReplacedSources(
  texts: readonly string[],
  file: ReturnType<typeof writtenFileOf>,
  recorder: CoreRecorder,
): void {
  if (file === undefined || file === 'inert' || !file.path) return
  const { path } = file
  const all = texts.flatMap(findSubstitutions)
  const different = [...new Map(all.map((swap) => [`${swap.old}\0${swap.now}`, swap])).values()]
  const swaps = different.slice(0, MAX_SWAPS)
  if (different.length > MAX_SWAPS) recorder.unknown('one edit replaces more texts than are compared')
  for (const draft of findDisabledVerification(path, swaps.map(({ now }) => now).join('\n'), [])) recorder.effect(draft)
  for (const { old, now } of swaps)
    for (const draft of findDisabledProtections({ path, content: now, whole: false, before: old }, recorder))
      recorder.effect(draft)
}

function isCheckedFile(path: PathUse): boolean {
  const name = path.real ?? path.text
  const syntax = detectSyntax(name, '')
  return isPackageList(path) || (syntax === 'source' && !isTestFile(name))
}

/** A list of packages is no prose, although its name ends so. */
function isPackageList(path: PathUse): boolean {
  return (
    isConfigurationPath(path) ||
    path.tags.includes('lock-file') ||
    /(?:^|\/)(?:requirements|constraints)[\w.-]*\.(?:txt|in)$/.test(path.real ?? path.text)
  )
}

const MAX_NESTED = 2
const MAX_READ = 64 * 1024

interface TextTraits {
  readonly text: string
  readonly isStatement: () => boolean
  readonly isData: () => boolean
  readonly texts: () => readonly CommandCandidate[]
  readonly programs: () => readonly string[]
}

function textTraitsOf(text: string): TextTraits {
  return {
    text,
    isStatement: lazy(() => CHANGING_STATEMENT.test(text)),
    isData: lazy(() => ROW_STATEMENT.test(text) && !isUnderRunKey({ text: '', keys: [withoutQuoted(text)] })),
    texts: lazy(() => findTextsInProgram(text)),
    programs: lazy(() => programsInCommands(text)),
  }
}

const NO_INPUT = textTraitsOf('')
/** All commands of a text that is piped into a shell, a loop or a recipe have the same input: it is searched once for all of them. */
const INPUT_TRAITS = new WeakMap<Value, TextTraits>()

function inputTraitsOf(value: Value): TextTraits {
  const { text = '' } = value
  if (text === '') return NO_INPUT
  const known = INPUT_TRAITS.get(value)
  if (known) return known
  const signs = textCanHoldScript(text) ? textTraitsOf(text) : NO_INPUT
  INPUT_TRAITS.set(value, signs)
  return signs
}

function wordsCanHoldScript({ args }: Command): boolean {
  const signs = charactersIn(args)
  if (
    hasBlank(signs) ||
    hasAnyCharacter(signs, '(\'"') ||
    (hasAnyCharacter(signs, '=') && hasAnyCharacter(signs, '[{'))
  )
    return true
  return hasAnyCharacter(signs, 's') && hasAnyCharacter(signs, '/|#,!@~%') && args.some(matching(/s[/|#,!@~%]/))
}

function textCanHoldScript(text: string): boolean {
  return /[\s('"]/.test(text) && reachesOutside(text.replaceAll('\\/', '/'))
}

function reachesOutside(text: string): boolean {
  return hasOutsideReference(text) || /\/(?:tmp|shm)\//.test(text)
}

interface StoredCandidates {
  readonly command: Command
  readonly input: TextTraits
  readonly kept: boolean
}

function unknownPrograms(
  found: readonly CommandCandidate[],
  { command, input, kept }: StoredCandidates,
): readonly string[] {
  const family = familyFor(commandBaseName(command))
  const programs = family === 'files' || family === 'shell' || family === 'network' ? [] : input.programs()
  const loaded = kept ? found.filter(isLoadedPath).map(({ text }) => text) : []
  return [...[...programs, ...loaded].filter(isTemporaryPath), ...found.flatMap(findHiddenPrograms)]
}

/** A server runs what its own settings name, and nobody calls it. */
function asStatementRecipe(recipe: Recipe): Recipe {
  const key = recipe.name.split(' ').at(-1) ?? ''
  return isProgramKey(key) ? { ...recipe, runs: 'by-itself' } : recipe
}

interface CommandLine {
  readonly command: Command
  readonly slots: readonly Slot[]
  readonly options: readonly string[]
  readonly texts: readonly TextTraits[]
}

interface PrecededSlot extends Slot {
  readonly before: Slot | undefined
}

function slotCandidates(
  { name, word, before }: PrecededSlot,
  keeping: StorageUse | undefined,
): readonly CommandCandidate[] {
  const kept = name !== undefined && STORED_CODE_OPTIONS.test(name)
  if (!kept && !keeping) return []
  const key = name ?? /^\/?[A-Za-z][\w.:/-]{1,80}$/.exec(before?.word.known ?? '')?.[0]
  const keys = [...(kept || keeping?.how === 'set' ? ['command'] : []), ...(key === undefined ? [] : [key])]
  const text = word.known.replaceAll('\0', 'x')
  return findTextsInProgram(text.replace(/^[\w.-]+=(?=\S)/, '')).map((each) => ({
    ...each,
    keys: [...keys, ...each.keys],
  }))
}

function storageUseOf(line: CommandLine, done: CommandResult, recorder: CoreRecorder): StorageUse | undefined {
  const { command, slots, texts } = line
  const base = commandBaseName(command)
  const plain = knownTexts(command.args).filter(matching(/^[a-z][\w-]*$/i))
  if (done.outcome.grade !== 'proven' && plain.slice(0, 3).some(matching(SETTING_COMMANDS)))
    return { how: 'set', path: undefined }
  if (MESSAGE_FAMILIES.has(familyFor(base))) return undefined
  const written = writtenFileOf(line, done, recorder)
  if (written !== undefined) return written === 'inert' ? undefined : { how: 'kept', path: written.path }
  if (programNameRole(base) === 'looks') return undefined
  const verbs = plain.slice(0, 4).flatMap(wordsOf)
  const acts = verbs.map((verb) => verbMeaning(verb)?.act)
  // Code that an analyzer of its language has read is no statement of a database.
  if (!FILE_FAMILIES.has(familyFor(base)) && texts.some((text) => text.isStatement())) {
    const data = texts.every((text) => text.isData())
    return data || slots.some(({ word }) => isTestFile(word.known)) ? undefined : { how: 'kept', path: undefined }
  }
  if (
    verbs.some((verb) => verb !== 'put' && isSendingWord(verb)) ||
    FILE_FAMILIES.has(familyFor(base)) ||
    acts.includes('read')
  )
    return undefined
  return { how: acts.some((act) => act === 'create' || act === 'update') ? 'kept' : 'mentioned', path: undefined }
}

function canWriteText({ command, options }: CommandLine, { stated }: CommandResult): boolean {
  const { stdout, redirects } = command
  if (stdout === 'pipe' || stdout === 'captured' || redirects.length > 0) return true
  return stated.some(({ kind }) => kind === 'write-path') || options.some(matching(IN_PLACE_OPTIONS))
}

/** The file into which a command puts something that is not known; `inert` where nothing there is run. */
function writtenFileOf(
  { command, slots, options }: CommandLine,
  { outcome, stated }: CommandResult,
  recorder: CoreRecorder,
  counts: (path: PathUse) => boolean = isConfigurationPath,
): { readonly path: PathUse | undefined } | 'inert' | undefined {
  const paths = stated.flatMap((effect) =>
    effect.kind === 'write-path' && effect.content === undefined && effect.left === undefined ? [effect.path] : [],
  )
  if (outcome.output.text === undefined)
    for (const { kind, descriptor, target } of command.redirects)
      if (descriptor === 1 && (kind === 'write' || kind === 'append')) paths.push(recorder.path(target))
  if (paths.length === 0 && options.some(matching(IN_PLACE_OPTIONS)))
    paths.push(...slots.filter(({ word }) => looksLikeFile(word.known)).map(({ word }) => recorder.path(word)))
  const files = paths.filter(({ tags }) => !tags.includes('null-device'))
  if (files.length > 0) {
    const [path] = files.filter(counts)
    return path === undefined ? 'inert' : { path }
  }
  return /^(?:pipe|captured)$/.test(command.stdout) && slots.some(({ word }) => EDIT_SCRIPT.test(word.known))
    ? { path: undefined }
    : undefined
}

const EDIT_SCRIPT = /(?:^|[\s;{},\d$/])s[/|#,!@~%{]|\bg?sub!?[ (]|[\w\])"']\s*(?:[+|]|\/\/)?=(?![=~>])\s*["'[{(]/

/** Can commands stand in it that are run from there? Prose and tests hold them as examples, source is read when it runs. */
function isConfigurationPath(path: PathUse): boolean {
  const name = path.real ?? path.text
  const syntax = detectSyntax(name, '')
  return syntax !== 'prose' && syntax !== 'source' && syntax !== 'notebook' && !isTestFile(name)
}
