import { basename, resolve } from 'node:path/posix'
import { isHelpOrDryRun } from '../../knowledge/lexicon/help-options.ts'
import { optionRole, programNameRole, verbRole, wordsOfName } from '../../knowledge/lexicon/role-words.ts'
import { isIntakeVerb, isReadOnlyVerb, isRunVerb } from '../../knowledge/lexicon/verbs.ts'
import { detectAutoRunLanguage } from '../files/auto-run-code.ts'
import { detectSyntax } from '../files/syntax.ts'
import { matching } from '../generic/word-shapes.ts'
import { baseName, commandBaseName } from '../interpret/base-name.ts'
import type { CommandGrade } from '../interpret/program.ts'
import { createFamilySet, familyFor, type ProgramFamily, programFor } from '../interpret/registry.ts'
import { literalWord } from '../interpret/values.ts'
import { isDataVariable } from '../interpret/variable-roles.ts'
import { isInside, pathUse } from '../paths/path-use.ts'
import { endingOf, isDataEnding } from '../remote/remote-addresses.ts'
import type { Command } from '../words.ts'
import { type Slot, type Slots, slotsOf } from './argument-slots.ts'
import { type Frame, isHandledDeeper, spend } from './frame.ts'
import { fileText } from './overlay.ts'
import { sessionRecipes } from './recipe-files.ts'
import { ancestorFolders, type SessionFiles, sessionFilesOf, sessionSettingsFor } from './session-files.ts'

export interface SessionFileRef {
  readonly path: string
  /**
   * `sure`: an option, a variable or its name says that it is loaded. `perhaps`: it is handed to a program that may run it.
   * `settings`: it is called after the program; which of its commands are called the program's analyzer tells.
   * `loads`: settings beside it, which count for what they load in turn. `started`: it lies where a program is started.
   */
  readonly how: 'sure' | 'perhaps' | 'settings' | 'loads' | 'started'
}

const LOADING_OPTIONS =
  /^(?:conf\w*|\w+config|cfg|rc|rcfile|settings|profile|init|plugins?|require|import|load|loader|include|scripts?|hooks?|eval|preload|startup|source|prepend|specs|extensions?|modules?|setup|transforms?|presets?|reporters?)$/
/** Programs of these families handle what they are given; only what an option says to load is code. */
export const HANDLING_FAMILIES = createFamilySet('files', 'shell', 'desktop', 'git', 'hosting', 'network', 'agents')
/** The same, and those whose own analyzers tell what they run of what lies here. */
const SELF_ANALYZED_FAMILIES = createFamilySet(...HANDLING_FAMILIES, 'data', 'containers')

export function sessionFileRefsOf(command: Command, grade: CommandGrade, frame: Frame): readonly SessionFileRef[] {
  if (command.name === undefined || isHelpOrDryRun(command)) return []
  const here = command.cwd ?? frame.facts.cwd
  const own = sessionFilesOf(frame)
  const found = new Map<string, SessionFileRef['how']>()
  const note = (path: string, how: SessionFileRef['how']) => {
    if (how === 'sure' || !found.has(path)) found.set(path, how)
  }
  const slots = loadingSlots(command, grade)
  const folders = slots.map(({ slot }) => resolve(here, slot.word.known)).filter((folder) => own.inFolder.has(folder))
  for (const { slot, how } of slots)
    if (!isHandledDeeper(frame, slot.word))
      for (const path of filesNamedIn(slot, [here, ...folders], frame)) note(path, how)
  if (grade !== 'proven') {
    for (const path of folderEntries(slots, here, frame)) note(path, 'sure')
    for (const { path, how } of settingsRefs(command, here, own)) note(path, how)
    for (const { path, how } of recipeRefs(command, here, own)) note(path, how)
  }
  return [...found].map(([path, how]) => ({ path, how }))
}

interface LoadingSlot {
  readonly slot: Slot
  readonly how: 'sure' | 'perhaps'
}

function loadingSlots(command: Command, grade: CommandGrade): readonly LoadingSlot[] {
  const { name = '', assignments } = command
  const family = familyFor(name)
  const { slots } = slotsOf(command.args)
  const given = assignments
    .filter((each) => !isDataVariable(each.name))
    .map((each): LoadingSlot => ({ slot: { word: each.value, name: each.name, kind: 'key' }, how: 'sure' }))
  // A setting that loads code is in no proof of what the command says.
  if (grade === 'proven')
    return [
      ...given,
      ...slots.filter((slot) => isLoadingSetting(slot, family)).map((slot): LoadingSlot => ({ slot, how: 'sure' })),
    ]
  const first = slots.findIndex(({ kind }) => kind === 'operand')
  const handles = (family !== undefined && SELF_ANALYZED_FAMILIES.has(family)) || onlyHandlesInput(name, slots)
  const takes = (family === undefined || family === 'packages') && hasIntakeVerb(slots)
  const runsInput = hasIntakeVerb(slots) || [baseName(name), ...firstOperand(slots)].some(isRunVerb)
  const named = slots.flatMap((slot, at): LoadingSlot[] => {
    if (slot.name !== undefined && optionRole(slot.name) === 'write' && !/\s/.test(slot.word.known)) return []
    if (takes && slot.kind === 'operand' && /^\.{0,2}\//.test(slot.word.known)) return [{ slot, how: 'sure' }]
    const sure =
      slot.name !== undefined && slot.name.length > 1 && wordsOfName(slot.name).some(matching(LOADING_OPTIONS))
    if (sure && family !== 'containers' && family !== 'network') return [{ slot, how: 'sure' }]
    if (handles || ((family === undefined || family === 'build') && !canLoad(slot, runsInput))) return []
    // What follows the script is for the script; what a build or a test run is given is its own source.
    if (family === 'interpreters' && first >= 0 && at >= first) return []
    // An interpreter has no other use for a file of code behind one of its own options.
    if (family === 'interpreters' && slot.kind !== 'operand' && !/\s/.test(slot.word.known))
      return [{ slot, how: 'sure' }]
    if (family === 'build' && slot.kind === 'operand') return []
    return [{ slot, how: 'perhaps' }]
  })
  return [...given, ...named]
}

/** `-d auto_prepend_file=x`. */
function isLoadingSetting({ kind, name, word }: Slot, family: ProgramFamily | undefined): boolean {
  if (family !== 'interpreters' || kind === 'operand' || name === undefined) return false
  const key = /^([A-Za-z][\w.-]{0,60})=/.exec(word.known)?.[1]
  return key !== undefined && wordsOfName(key).some(matching(LOADING_OPTIONS))
}

function hasIntakeVerb(slots: readonly Slot[]): boolean {
  return firstOperand(slots).some(isIntakeVerb)
}

function firstOperand(slots: readonly Slot[]): readonly string[] {
  const first = slots.find(({ kind }) => kind === 'operand')
  return first ? [first.word.known] : []
}

const LOADING_TEXT = /(?:^|[\s;(])(?:source|load\w*|import|require|include|exec\w*|eval\w*|run\w*|\w*file|do)[\s('"]/

function canLoad({ kind, name, word }: Slot, runsInput: boolean): boolean {
  if (/\s/.test(word.known)) return LOADING_TEXT.test(word.known)
  // Text of a syntax nobody knows may be a program of its own.
  if (kind === 'operand') return runsInput || (/\.\w+$/.test(word.known) && detectSyntax(word.known, '') === 'lines')
  const says = optionRole(name ?? '')
  return says === undefined || says === 'soft'
}

/** Does its name or its sub-command say that it reads, copies, formats or checks what it is given? */
export function onlyHandlesInput(name: string, slots: readonly Slot[]): boolean {
  const verbs = slots
    .filter(({ kind, word }) => kind === 'operand' && /^[a-z][\w:-]{0,30}$/.test(word.known))
    .slice(0, 2)
  return (
    !hasIntakeVerb(slots) &&
    (programNameRole(baseName(name)) !== undefined || verbs.some(({ word }) => verbRole(word.known) !== undefined))
  )
}

function filesNamedIn({ word }: Slot, folders: readonly string[], frame: Frame): readonly string[] {
  const text = word.known
  if (text === '' || text.includes('\0')) return []
  // Options in a value may have what they load right behind them: `-r./warm`.
  const pieces = [text, ...text.split(/[\s,:;='"()]+/)].flatMap((piece) =>
    /^-[A-Za-z][\w./]/.test(piece) ? [piece, piece.slice(2)] : [piece],
  )
  return [...new Set(pieces)].flatMap((piece) => sessionFilesNamed(piece, folders, frame))
}

/** The session's file of a name, seen from some folders; a module is named without its ending, or with dots. */
export function sessionFilesNamed(name: string, folders: readonly string[], frame: Frame): readonly string[] {
  if (!/^[\w.~@/+-]{1,300}$/.test(name)) return []
  const { written } = frame.facts.session
  const { files } = frame.analysis.overlay
  const { byStem, parts } = sessionFilesOf(frame)
  if (!parts.has(/[^/]*$/.exec(name)?.[0] ?? '') && !parts.has(/[^/.]*\/?$/.exec(name)?.[0] ?? '')) return []
  const plain = name.replace(/^~(?=\/)/, frame.facts.home)
  for (const folder of new Set(folders)) {
    const path = resolve(folder, plain)
    if (written.has(path) || files.has(path)) return [path]
    const module =
      byStem.get(path) ?? (/^\w+(?:\.\w+)+$/.test(name) && byStem.get(resolve(folder, name.replaceAll('.', '/'))))
    if (module) return module
  }
  return []
}

function settingsRefs(command: Command, here: string, own: SessionFiles): readonly SessionFileRef[] {
  const program = commandBaseName(command).toLowerCase()
  const family = familyFor(program)
  const operands = command.args.slice(0, 3).flatMap(({ known }) => (/^[a-z][\w-]{1,40}$/.test(known) ? [known] : []))
  const names = family === 'packages' || family === 'interpreters' ? [program, ...operands] : [program]
  const long = names.filter((name) => name.length > 2)
  const mine = long.flatMap((name) => [
    ...(own.inFolder.get(`${here}/.${name}`) ?? []),
    ...sessionSettingsFor(name, [here], own),
  ])
  const started = long.flatMap((name) => startupFiles(name, own.inFolder.get(here) ?? []))
  // What an interpreter finds there it runs.
  const how = family === 'interpreters' ? 'sure' : 'settings'
  const found = [
    ...mine.map((path): SessionFileRef => ({ path, how: 'settings' })),
    ...started.map((path): SessionFileRef => ({ path, how })),
  ]
  const works =
    (family === 'build' || family === 'packages') &&
    (operands.some(isRunVerb) || isRunVerb(program) || family === 'build')
  if (!works) return found
  return [...found, ...configRefsAmong(own.inFolder.get(here) ?? [])]
}

function folderEntries(slots: readonly LoadingSlot[], here: string, frame: Frame): readonly string[] {
  const { inFolder } = sessionFilesOf(frame)
  return slots.flatMap(({ slot, how }) => {
    const folder = resolve(here, slot.word.known)
    const files = how === 'sure' || slot.name === 'package' ? (inFolder.get(folder) ?? []) : []
    const manifest = files.find((path) => path.endsWith('/package.json'))
    const text = manifest && fileText(frame.analysis.overlay, frame.facts, manifest).text
    return text ? files.filter((path) => path !== manifest && text.includes(path.slice(folder.length + 1))) : []
  })
}

/** Hidden files that are called after a program are read when it starts: `.tooldb`. */
function startupFiles(name: string, paths: readonly string[]): readonly string[] {
  const start = `/.${name.replace(/[\d.]+$/, '')}`
  return hiddenFilesAmong(paths).filter((path) => path.startsWith(start, path.lastIndexOf('/')))
}

const HIDDEN_FILE_CACHE = new WeakMap<readonly string[], { size: number; readonly found: string[] }>()

function hiddenFilesAmong(paths: readonly string[]): readonly string[] {
  const known = HIDDEN_FILE_CACHE.get(paths) ?? { size: 0, found: [] }
  for (; known.size < paths.length; known.size++) {
    const path = paths[known.size] ?? ''
    if (path[path.lastIndexOf('/') + 1] === '.') known.found.push(path)
  }
  HIDDEN_FILE_CACHE.set(paths, known)
  return known.found
}

function recipeRefs(command: Command, here: string, own: SessionFiles): readonly SessionFileRef[] {
  const name = command.name ?? ''
  const { slots } = slotsOf(command.args)
  const idle = onlyHandlesInput(name, slots) || programNameRole(baseName(name)) !== undefined
  return idle ? [] : sessionRecipes(command, familyFor(name), slots, { here, own })
}

const CONFIG_CACHE = new WeakMap<
  readonly string[],
  { readonly size: number; readonly found: readonly SessionFileRef[] }
>()

function configRefsAmong(paths: readonly string[]): readonly SessionFileRef[] {
  const known = CONFIG_CACHE.get(paths)
  if (known?.size === paths.length) return known.found
  const found = paths.filter(isConfigFile).map((path): SessionFileRef => ({ path, how: 'loads' }))
  CONFIG_CACHE.set(paths, { size: paths.length, found })
  return found
}

function isConfigFile(path: string): boolean {
  if (detectAutoRunLanguage(path) !== undefined) return true
  const syntax = detectSyntax(path, '')
  return syntax === 'json' || syntax === 'yaml' || syntax === 'toml'
}

interface StartedFiles {
  readonly files: readonly string[]
  readonly unread: boolean
}

const NO_STARTED_FILES: StartedFiles = { files: [], unread: false }
const WORD_COST = 5

/** What this session wrote or brought where a program is started may run. INVARIANT: whichever program, unless it only reads or checks. */
export function startedSessionFiles(command: Command, grade: CommandGrade, frame: Frame): StartedFiles {
  if (grade === 'proven' || command.name === undefined || isHelpOrDryRun(command)) return NO_STARTED_FILES
  const words = slotsOf(command.args)
  const how = startKind(command, words.slots)
  if (how === undefined) return NO_STARTED_FILES
  if (!spend(frame, command.args.length * WORD_COST, command.span)) return NO_STARTED_FILES
  const places = namedPlaces(words, command, frame)
  if (how === 'script') return { files: [], unread: hasUnreadFiles(places.slice(0, 1), undefined, frame) }
  const { cwd } = command
  const all = cwd === undefined ? places : [cwd, ...places]
  const own = all.filter((place) => (place === cwd ? isMadeFolder(cwd, frame) : place !== frame.facts.projectRoot))
  return {
    files: sessionFilesIn([...own, ...copiedFoldersIn(all, frame)], command.span, frame),
    unread: hasUnreadFiles(places, cwd, frame),
  }
}

/** `folder`: it works on where it stands, too. `script`: the first word is what runs, which is read by itself. */
export function startKind(command: Command, slots: readonly Slot[]): 'folder' | 'script' | undefined {
  const name = commandBaseName(command)
  const family = familyFor(name)
  if (family !== undefined && SELF_ANALYZED_FAMILIES.has(family)) return undefined
  if (family === 'interpreters') return command.args.some(({ known }) => known === '-m') ? 'folder' : 'script'
  if (programFor(name)?.handles) return undefined
  if (family === 'build') return 'folder'
  if (family !== undefined) return hasRunVerb(slots) ? 'folder' : undefined
  return isReadOnlyVerb(name) || onlyHandlesInput(name, slots) ? undefined : 'folder'
}

function hasRunVerb(slots: readonly Slot[]): boolean {
  const operands = slots.filter(({ kind }) => kind === 'operand').slice(0, 3)
  return operands.some(({ word }) => isRunVerb(word.known) || isIntakeVerb(word.known))
}

/** Did this session make the folder? One that lay there before holds much that is not run. */
function isMadeFolder(folder: string, { facts, analysis }: Frame): boolean {
  return pathUse(literalWord(folder), undefined, facts).sessionMade || analysis.overlay.directories.has(folder)
}

const MAX_PATH_LENGTH = 4_096

function namedPlaces({ slots, options }: Slots, { cwd }: Command, { facts }: Frame): readonly string[] {
  const named = slots.filter(({ name }) => name === undefined || !isOutputOption(name)).map(({ word }) => word.known)
  const attached = options.map((name) => name.slice(1))
  return [...new Set([...named, ...attached])].flatMap((text) => {
    if (text === '' || text.length > MAX_PATH_LENGTH || /[\0\n]/.test(text)) return []
    return pathUse(literalWord(text.replace(/::.*$/s, '')), cwd, facts).real ?? []
  })
}

/** `-B`: where a build puts what it makes, or where a compiler looks for its parts, which is followed where pointers are. */
function isOutputOption(option: string): boolean {
  return option === 'B' || optionRole(option) === 'write'
}

function hasUnreadFiles(places: readonly string[], cwd: string | undefined, frame: Frame): boolean {
  const around = cwd === undefined || places.length > 0 ? places : [cwd]
  return copiedFolders(frame, 'unread').some(
    (folder) =>
      (cwd !== undefined && isInside(cwd, folder)) ||
      around.some((place) => isInside(place, folder) || isInside(folder, place)),
  )
}

function copiedFolders({ facts, analysis }: Frame, state: 'known' | 'unread'): readonly string[] {
  const all = [...analysis.overlay.copiedContents, ...(facts.session.copied ?? [])]
  return all.flatMap(([folder, is]) => (is === state ? [folder] : []))
}

/** Under which names an archive's members come to lie is not known for certain: all of them count wherever it was unpacked. */
function copiedFoldersIn(places: readonly string[], frame: Frame): readonly string[] {
  return copiedFolders(frame, 'known').filter((folder) => places.some((place) => isInside(place, folder)))
}

function sessionFilesIn(places: readonly string[], span: Command['span'], frame: Frame): readonly string[] {
  if (places.length === 0) return []
  const own = sessionFilesOf(frame)
  const at = new Set(places)
  const found: string[] = []
  for (const [folder, files] of own.inFolder)
    found.push(
      ...(ancestorFolders(folder).some((above) => at.has(above)) ? files : files.filter((file) => at.has(file))),
    )
  const all = new Set(found.filter(isCodePath))
  const stems = STEM_CACHE.get(own) ?? stemsOf(own)
  STEM_CACHE.set(own, stems)
  const words = new Set<string>()
  for (const file of all) {
    const { text = '' } = fileText(frame.analysis.overlay, frame.facts, file)
    if (!spend(frame, Math.ceil(text.length / LETTERS_PER_UNIT), span)) break
    for (const word of text.match(/[\w-]+/g) ?? []) {
      if (words.has(word)) continue
      words.add(word)
      for (const named of stems.get(word) ?? []) if (isCodePath(named)) all.add(named)
    }
  }
  return [...all]
}

const LETTERS_PER_UNIT = 400

function isCodePath(path: string): boolean {
  return !isDataEnding(endingOf(basename(path)))
}

const STEM_CACHE = new WeakMap<SessionFiles, ReadonlyMap<string, readonly string[]>>()

function stemsOf({ byStem }: SessionFiles): ReadonlyMap<string, readonly string[]> {
  const stems = new Map<string, string[]>()
  for (const [stem, files] of byStem) {
    const known = stems.get(basename(stem))
    if (known) known.push(...files)
    else stems.set(basename(stem), [...files])
  }
  return stems
}
