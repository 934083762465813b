import { basename } from 'node:path/posix'
import { pathUse } from '../path-use.ts'
import type { Standing } from '../programs/program.ts'
import { type Family, familyFor } from '../programs/registry.ts'
import { type Elsewhere, provenanceOf } from '../provenance.ts'
import { endingOf, isDataEnding } from '../remote-shape.ts'
import { asksOnly, isRunVerb, isTakeVerb, onlyLooks } from '../verbs.ts'
import type { Command } from '../words.ts'
import { type Frame, noteOf } from './frame.ts'
import { isStarter, recipesOf } from './recipe-files.ts'
import { slotsOf } from './slots.ts'
import { literalWord } from './values.ts'

/**
 * How the programs of a family come to run what lies in a tree. `always`: whatever they are told, unless they only look.
 * `verb`: by a sub-command that runs or takes in. `never`: they read, copy or send it; what they run by name is judged there.
 */
const HOW: Readonly<Record<Family, 'always' | 'verb' | 'never'>> = {
  build: 'always',
  packages: 'verb',
  containers: 'verb',
  cloud: 'verb',
  // The script they are given is judged by its own provenance.
  interpreters: 'never',
  shell: 'never',
  files: 'never',
  system: 'never',
  desktop: 'never',
  git: 'never',
  hosting: 'never',
  network: 'never',
  data: 'never',
  agents: 'never',
}

/** Something runs, builds, tests, installs or loads what came from elsewhere: all that lies there runs with it. */
export function stateActivation(command: Command, standing: Standing, frame: Frame): void {
  const { overlay } = frame.analysis
  const { downloaded } = frame.facts.session
  if (overlay.trees.size + overlay.files.size + downloaded.size === 0 || frame.place !== 'here') return
  if (standing === 'proven' || asksOnly(command)) return
  const family = familyFor(command.name ?? '')
  const from = byLoadPath(command, family, frame) ?? activated(command, family, frame)
  if (!from || isItsOwn(from, command, frame)) return
  const { host, address } = from
  noteOf(command, { kind: 'run-code', language: 'other', origin: 'download', read: false, host, address }, frame)
}

/** What a command fetches itself, it does not run by fetching it: `aws s3 sync s3://b /tmp/b`. */
function isItsOwn({ address }: Elsewhere, { span }: Command, { analysis }: Frame): boolean {
  return analysis.book.effects.some(
    (effect) =>
      effect.kind === 'download' &&
      effect.to !== undefined &&
      effect.url === address &&
      effect.span.start === span.start,
  )
}

function activated(command: Command, family: Family | undefined, frame: Frame): Elsewhere | undefined {
  if (family === undefined) return byUnknown(command, frame)
  if (family !== 'interpreters') return byKnown(command, HOW[family], frame)
  // `python -m build`: the module works where the program of that name would.
  const at = command.args.findIndex((word) => word.known === '-m')
  const module = at < 0 ? '' : (command.args[at + 1]?.known ?? '')
  const works = isRunVerb(module) || RUNS_TREES.has(familyFor(module) ?? 'files')
  return works ? placeFrom({ ...command, args: command.args.slice(at + 2) }, frame) : undefined
}

const RUNS_TREES: ReadonlySet<Family> = new Set(['build', 'packages'])
/** Variables and options that name a folder which code is loaded from. */
const LOAD_VARIABLE = /(?:PATH|LIB|PRELOAD)$/
const LOAD_OPTION = /^(?:-[IL]|--?(?:cp|classpath|class-path|include|load-path|plugin-path|plugins?|rulesdir))$/

/** A folder from elsewhere is put where a language or a tool looks for its modules. */
function byLoadPath(command: Command, family: Family | undefined, frame: Frame): Elsewhere | undefined {
  if (family !== undefined && family !== 'interpreters' && !RUNS_TREES.has(family)) return undefined
  const variables = command.assignments.filter(({ name }) => LOAD_VARIABLE.test(name)).map(({ value }) => value.known)
  const options = command.args.flatMap(({ known }, at) =>
    LOAD_OPTION.test(known) ? [command.args[at + 1]?.known ?? ''] : [],
  )
  for (const folder of [...variables, ...options].flatMap((text) => text.split(':'))) {
    const from = folder === '' || folder.includes('\0') ? undefined : pathFrom(folder, command, frame)
    if (from) return from
  }
  return undefined
}

function byKnown(command: Command, how: 'always' | 'verb' | 'never', frame: Frame): Elsewhere | undefined {
  if (how === 'never') return undefined
  const operands = operandsOf(command)
  const bare = operands.length === 0 && how === 'verb'
  if (how === 'verb' && !bare && !isTold(operands))
    return isStarter(command.name ?? '') ? recipeFrom(command, frame) : undefined
  return placeFrom(command, frame) ?? (bare ? undefined : recipeFrom(command, frame))
}

/** `a2b`: one form is made of another. */
const TRANSLATES = /^[a-z]+2[a-z]+$/

/** A program that nobody knows runs a tree when its words say so, and a file that is no data. */
function byUnknown(command: Command, frame: Frame): Elsewhere | undefined {
  const operands = operandsOf(command)
  const name = basename(command.name ?? '')
  if (onlyLooks(name) || onlyLooks(operands[0] ?? '') || TRANSLATES.test(name)) return undefined
  if (isTold(operands) || isRunVerb(name) || isTakeVerb(name)) return placeFrom(command, frame)
  const loaded = slotsOf(command.args).slots.find(
    ({ name: option = '', word }) => LOADED.test(option) && isCodeFile(word.known),
  )
  const code = loaded && pathFrom(loaded.word.known, command, frame)
  if (code) return code
  // One downloaded file that is handed to a program which is not known: the file is what it runs.
  const [first] = operands
  const from = first === undefined || isDataEnding(endingOf(first)) ? undefined : pathFrom(first, command, frame)
  return from && !from.inside && endingOf(first ?? '') !== '' ? from : undefined
}

/** Options that are given a file to run, by what they are called. */
const LOADED =
  /^(?:S|s|x|python|py|lua|script|run|exec|execute|load|macro|plugin|module|require|preload|init|startup|code|program)(?:-?(?:file|script|path))?$/

function isCodeFile(text: string): boolean {
  return !isDataEnding(endingOf(text)) && /[./]/.test(text)
}

function operandsOf({ args }: Command): readonly string[] {
  return args.flatMap(({ known }) => (known.startsWith('-') ? [] : [known]))
}

function isTold(operands: readonly string[]): boolean {
  return operands.slice(0, 3).some((word) => isRunVerb(word) || isTakeVerb(word))
}

/** The folder it works in, and every folder or file of code that it is pointed at. */
function placeFrom(command: Command, frame: Frame): Elsewhere | undefined {
  if (command.cwd !== undefined) {
    const from = pathFrom(command.cwd, command, frame)
    if (from) return from
  }
  for (const word of ownWords(command)) {
    const text = word.startsWith('-') ? (/^(?:-C|--?[\w-]+=)(.+)$/.exec(word)?.[1] ?? '') : word
    if (text === '' || isDataEnding(endingOf(text))) continue
    // A word without a slash is a name of something else unless such a thing has come.
    const from = pathFrom(text, command, frame)
    if (from && (/\/|^\.{1,2}$/.test(text) || !from.inside)) return from
  }
  return undefined
}

/** Verbs after which one word is what runs, and the rest are its arguments. */
const RUNS_ONE = /^(?:run|exec|x|start|dlx|call|invoke)$/

/** The words that are for the program itself, not for what it runs. */
function ownWords({ args }: Command): readonly string[] {
  const words = args.map((word) => word.known)
  const end = words.indexOf('--')
  const before = end < 0 ? words : words.slice(0, end)
  const verb = before.findIndex((word) => RUNS_ONE.test(word))
  if (verb < 0) return before
  const code = before.findIndex(
    (word, at) => at > verb && !word.startsWith('-') && !/^-[^=]*$/.test(before[at - 1] ?? ''),
  )
  return code < 0 ? before : before.slice(0, code + 1)
}

/** Where a path comes from; a folder that other things lie in as well does not count for what was unpacked there. */
function pathFrom(text: string, command: Command, frame: Frame): Elsewhere | undefined {
  const { overlay } = frame.analysis
  const { real } = pathUse(literalWord(text), command.cwd, frame.facts)
  if (real === undefined || overlay.trees.get(real)?.shared) return undefined
  const from = provenanceOf(real, frame.facts, overlay)
  return from.kind === 'elsewhere' ? from : undefined
}

/** Settings of a program carry its name: `tool.config.js`, `.toolrc`. */
function isNamed(path: string, program: string): boolean {
  const base = basename(path).toLowerCase()
  return base.includes(program) && !isDataEnding(endingOf(base))
}

/** A file that tells the runner what to do came from elsewhere, and nobody has looked at it since. */
function recipeFrom(command: Command, frame: Frame): Elsewhere | undefined {
  const { cwd } = command
  if (cwd === undefined) return undefined
  const { overlay } = frame.analysis
  const { seen, downloaded } = frame.facts.session
  const name = basename(command.name ?? '').toLowerCase()
  const listed = recipesOf(name, operandsOf(command)[0] ?? '').map((file) => `${cwd}/${file}`)
  const fetched = [...overlay.files.keys(), ...downloaded.keys()]
  const own = fetched.filter((path) => path.startsWith(`${cwd}/`) && isNamed(path, name))
  for (const path of [...listed, ...own]) {
    if (seen.has(path)) continue
    const from = provenanceOf(path, frame.facts, overlay)
    if (from.kind === 'elsewhere' && !from.inside) return from
  }
  return undefined
}
