import { basename } from 'node:path/posix'
import { isHelpOrDryRun } from '../../knowledge/lexicon/help-options.ts'
import { isCodeLoadingWord, isCodeTakingWord, optionRole } from '../../knowledge/lexicon/role-words.ts'
import { isActivationVerb, isIntakeVerb, isReadOnlyVerb, isRunVerb } from '../../knowledge/lexicon/verbs.ts'
import { actorOf, hasActorRole } from '../actor.ts'
import { type ForeignSource, provenanceOf } from '../flow/provenance.ts'
import { matching } from '../generic/word-shapes.ts'
import { createFamilySet, familyFor, type ProgramFamily, programFor } from '../interpret/registry.ts'
import { isDataVariable } from '../interpret/variable-roles.ts'
import { downloadedCodeRun, endingOf, isArchiveEnding, isDataEnding } from '../remote/remote-addresses.ts'
import type { Command } from '../words.ts'
import { slotsOf } from './argument-slots.ts'
import { type ForeignFile, foreignFilesIn, foreignSourceAt } from './foreign-files.ts'
import { type Frame, noteDraft } from './frame.ts'
import { networkSourceOf } from './overlay.ts'
import { isPackageStarter, recipesOf } from './recipe-files.ts'
import { HANDLING_FAMILIES, onlyHandlesInput } from './session-file-refs.ts'

/**
 * How the programs of a family come to run what lies in a tree. `always`: whatever they are told, unless they only look.
 * `verb`: by a sub-command that runs or takes in. `never`: they read, copy or send it; what they run by name is judged there.
 */
const ACTIVATION_BY_FAMILY: Readonly<Record<ProgramFamily, 'always' | 'verb' | 'never'>> = {
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
export function recordActivation(command: Command, frame: Frame): void {
  if (frame.place !== 'here' || hasNoForeignFiles(command, frame) || isHelpOrDryRun(command)) return
  const from = activatedSource(command, familyFor(command.name ?? ''), frame)
  if (!from || isFetchedByCommand(from, command, frame)) return
  const { host, address } = from
  noteDraft(command, downloadedCodeRun(address, host), frame)
}

function hasNoForeignFiles({ stdin }: Command, { analysis: { overlay }, facts }: Frame): boolean {
  const came = overlay.trees.size + overlay.files.size + facts.session.downloaded.size
  return came === 0 && (stdin.kind !== 'value' || networkSourceOf(stdin.value.sources) === undefined)
}

/** What a command fetches itself, it does not run by fetching it: `aws s3 sync s3://b /tmp/b`. */
function isFetchedByCommand({ address }: ForeignSource, { span }: Command, { analysis }: Frame): boolean {
  return analysis.log.effects.some(
    (effect) =>
      effect.kind === 'download' &&
      effect.to !== undefined &&
      effect.url === address &&
      effect.span.start === span.start,
  )
}

interface RunManner {
  readonly family: ProgramFamily | undefined
  readonly command: Command
  readonly looks: boolean
  readonly named: boolean
  /** It is a file of the project that nobody has an analyzer for. */
  readonly own: boolean
}

function runMannerOf(command: Command, family: ProgramFamily | undefined): RunManner {
  const name = basename(command.name ?? '')
  const { slots } = slotsOf(command.args)
  const first = slots.find(({ kind }) => kind === 'operand')?.word.known ?? ''
  const activates = slots.some(({ kind, word }) => kind === 'operand' && isActivationVerb(word.known))
  const looks =
    isReadOnlyVerb(name) ||
    isReadOnlyVerb(first) ||
    CONVERTER_NAME.test(name) ||
    (family === undefined && !activates && onlyHandlesInput(name, slots))
  return {
    family,
    command,
    looks,
    named: isRunVerb(name) || isIntakeVerb(name),
    own: family === undefined && /\//.test(command.name ?? ''),
  }
}

function activatedSource(command: Command, family: ProgramFamily | undefined, frame: Frame): ForeignSource | undefined {
  const things = foreignFilesIn(command, frame)
  const starts = isPackageStarter(command.name ?? '')
  if (things.length === 0 && starts) return foreignRecipeOf(command, frame)
  const manner = runMannerOf(command, family)
  const taken = things.find((thing) => isTakenAsCode(thing, manner))
  if (taken) return taken.from
  if (starts) return foreignRecipeOf(command, frame)
  return runsFolder(manner) ? foreignPlaceOf(command, frame) : undefined
}

function runsFolder({ family, command, looks, named }: RunManner): boolean {
  const asksToRun = named || hasRunVerb(operandsOf(command))
  // What is given nothing to work on works on what lies there.
  if (family === undefined) return !looks && (asksToRun || operandsOf(command).length === 0)
  if (family === 'interpreters') return runsModule(command)
  const how = ACTIVATION_BY_FAMILY[family]
  return how === 'always' || (how === 'verb' && (asksToRun || operandsOf(command).length === 0))
}

/** `python -m build`. */
function runsModule({ args }: Command): boolean {
  const at = args.findIndex((word) => word.known === '-m')
  const module = at < 0 ? '' : (args[at + 1]?.known ?? '')
  return isRunVerb(module) || FOLDER_RUNNERS.has(familyFor(module) ?? 'files')
}

const FOLDER_RUNNERS = createFamilySet('build', 'packages')

/** `a2b`: one form is made of another. */
const CONVERTER_NAME = /^[a-z]+2[a-z]+$/

const SCRIPT_OPTION_WORDS =
  /^(?:\w*scripts?|exec\w*|eval\w*|macros?|\w*plugins?|\w*extensions?|\w*agents?|preload\w*|\w*hooks?)$/
const SCRIPT_OPTION_LETTERS = /^[fFsSxeEil]$/
const ARCHIVE_OPENING_VERBS =
  /(?:^|[-:_])(?:install|i|add|load|import|deploy|run|exec|use|register|enable|plug-?ins?|extensions?|create|apply|start|launch|boot|upgrade|sideload)(?:$|[-:_])/
const APPLY_VERBS = /^(?:install|apply|exec|play|deploy|register)$/
const SETTINGS_ENDINGS = /^(?:json|xml|toml|txt|properties)$/
const SOURCE_ENDINGS =
  /^(?:[ch]|cc|cpp|cxx|hpp|go|rs|java|kt|kts|swift|scala|cs|[cm]?[jt]sx?|vue|svelte|py|rb|php|sol|ya?ml|toml|ini|cfg|conf)$/

const SCRIPT_ENDINGS =
  /^(?:(?:ba|z|k|fi|c)?sh|ps1|bat|cmd|pl|lua|groovy|gvy|kts|sc|sql|cql|cypher|cyp|ksql|hql|nix|tcl|exp|exs?|erl|clj|lisp|scm|el|vim|bt|awk|gp|jsh|cli|mongo|rsc|mac)$/

function isTakenAsCode(thing: ForeignFile, manner: RunManner): boolean {
  const { name, said, ending, at } = thing
  const loads = at !== 'operand' && said.some((word) => isCodeLoadingWord(word))
  if (name !== undefined && at === 'option' && !loads && (name === 'B' || optionRole(name) === 'write')) return false
  if (at === 'variable' && isDataVariable(name ?? '')) return false
  if (thing.module) return loads
  if (isArchiveEnding(ending)) return opensArchive(thing, manner, loads)
  if (isDataEnding(ending)) return (at === 'option' && runsText(thing, manner)) || isExecuted(thing, manner)
  const { family, looks } = manner
  if (loads && (at !== 'text' || family === undefined || !HANDLING_FAMILIES.has(family))) return true
  if (HANDLING_FAMILIES.has(family)) return isRunByHandler(thing, family)
  if (looks && family !== 'data') return false
  switch (family) {
    case 'interpreters':
      return isRunByInterpreter(thing)
    case 'data':
      return isRunByClient(thing)
    case 'system':
      return isScriptOperand(thing)
    case undefined:
      return isRunByUnknown(thing, manner)
    default:
      return isRunByRunner(thing, manner)
  }
}

function opensArchive(
  { at, name, said, verbs }: ForeignFile,
  { family, looks, named }: RunManner,
  loads: boolean,
): boolean {
  if (looks || HANDLING_FAMILIES.has(family)) return false
  if (at === 'stdin') return verbs.some(matching(/^(?:load|import|install|deploy|create)$/))
  if (family === 'packages' && (at === 'operand' || name?.length === 1)) return true
  return (
    loads ||
    (named && family !== undefined) ||
    verbs.some(matching(ARCHIVE_OPENING_VERBS)) ||
    (at !== 'operand' && said.some((word) => isCodeTakingWord(word) && ARCHIVE_OPENING_VERBS.test(word)))
  )
}

function runsText({ said, verbs, ending }: ForeignFile, { family, looks }: RunManner): boolean {
  if (looks || HANDLING_FAMILIES.has(family)) return false
  return (
    said.some(matching(SCRIPT_OPTION_WORDS)) || (SETTINGS_ENDINGS.test(ending) && verbs.some(matching(APPLY_VERBS)))
  )
}

const CODE_DOCUMENT_ENDINGS = /^(?:ipynb|mdx?|markdown|tex|org|rst|adoc|x?html?|svg|ps|eps|od[tsp]|docx?|xlsx?|pptx?)$/
const ALLOW_EXECUTION_OPTIONS =
  /^--?(?:shell-escape|enable-write18|(?:allow|enable)-(?:scripts?|macros?|exec(?:ution)?|code))(?:=(?:true|1|yes))?$/
const EXECUTE_OPTIONS = /^--?(?:execute|exec|run|eval|evaluate|run-code|execute-code)(?:=(?:true|1|yes))?$/

function isExecuted({ ending, at }: ForeignFile, { family, command: { args } }: RunManner): boolean {
  if (
    !CODE_DOCUMENT_ENDINGS.test(ending) ||
    at === 'variable' ||
    (HANDLING_FAMILIES.has(family) && family !== 'network')
  )
    return false
  return args.some(({ known }, index) => {
    const next = args[index + 1]?.known ?? '-'
    return (
      ALLOW_EXECUTION_OPTIONS.test(known) ||
      (EXECUTE_OPTIONS.test(known) && (next.startsWith('-') || CODE_DOCUMENT_ENDINGS.test(endingOf(next))))
    )
  })
}

function hasActivationVerb({ verbs }: ForeignFile): boolean {
  return verbs.some((verb, at) => (verb.length > 1 || at === 0) && isActivationVerb(verb))
}

const SOURCE_COMMANDS = /^(?:source|so|load\w*|luafile|pyfile|runtime|require)$/
const SERVER_FAMILIES = createFamilySet('network', 'desktop')

function isRunByHandler({ at, said, name, verbs, ending }: ForeignFile, family: ProgramFamily | undefined): boolean {
  if (family === 'git' || family === 'hosting' || family === 'agents') return false
  if (at === 'text') return family !== 'network' && said.slice(-2).some(matching(SOURCE_COMMANDS))
  if (at === 'operand') return /^(?:source|load)(?:[-_:]\w+)*$/.test(verbs.at(-1) ?? '')
  return SERVER_FAMILIES.has(family) && isProgramSetting(name, said, ending)
}

const PROGRAM_ENDINGS = /^(?:py|rb|lua|[cm]?[jt]s|pl|php|so|dylib|dll|exs?|groovy|el|vim)$/

function isProgramSetting(name: string | undefined, said: readonly string[], ending: string): boolean {
  return (
    PROGRAM_ENDINGS.test(ending) &&
    (name === 'c' || said.some(matching(/^(?:conf\w*|cfg|rc|rcfile|settings|profile)$/)))
  )
}

function isRunByInterpreter(thing: ForeignFile): boolean {
  const { at, said, operands, verbs, from } = thing
  if (at === 'variable' || (at === 'option' && operands === 0))
    return said.some((word) => isCodeTakingWord(word)) || /^[ILrR]$/.test(thing.name ?? '')
  // What a script reads is data, unless it is a script itself.
  if (at === 'stdin') return SCRIPT_ENDINGS.test(thing.ending)
  if (at === 'text' || operands === 0) return false
  return !from.inside && verbs.some((verb) => isIntakeVerb(verb))
}

function isRunByClient({ at, name, said, ending, verbs }: ForeignFile): boolean {
  if (at === 'stdin') return ending !== ''
  if (at === 'text') return said.some(matching(/^(?:add|read|source|i|ir|install|function|jars?)$/))
  if (at === 'operand') return ending !== '' && verbs.some(isActivationVerb)
  return ending !== '' && (SCRIPT_OPTION_LETTERS.test(name ?? '') || said.some((word) => isCodeTakingWord(word)))
}

function isScriptOperand({ at, ending, name, from }: ForeignFile): boolean {
  if (from.inside || ending === '') return false
  return at === 'stdin' || at === 'operand' || (at === 'option' && SCRIPT_OPTION_LETTERS.test(name ?? ''))
}

function isRunByUnknown(thing: ForeignFile, manner: RunManner): boolean {
  const { at, said, name, ending, from, operands } = thing
  // What a script of the project is told to run or to test is as often its data.
  if (at !== 'text' && (manner.own ? thing.verbs.some(isIntakeVerb) : hasActivationVerb(thing))) return true
  if (manner.named && !manner.own && at !== 'text' && !thing.behind) return true
  if (at !== 'operand' && hasCodeTakingWord(said)) return true
  if (manner.own || ending === '' || at === 'text' || isOnlyListed(thing)) return false
  const read = at === 'option' && name !== undefined && optionRole(name) === 'read'
  if (read) return isProgramSetting(name, said, ending)
  // One of many files of a tree is handed to a program: as a rule to look at it.
  return !from.inside || (operands === 0 && !SOURCE_ENDINGS.test(ending))
}

/** `-l FILE`, `tf FILE`. */
const LIST_VERBS = /^(?:t[vzjJf]*|l|I|list|info|contents?|show[\w-]*|print[\w-]*|inspect|dump)$/

const PACKAGE_ENDINGS =
  /^(?:jar|war|ear|whl|egg|deb|rpm|apk|aab|ipa|nupkg|gem|crate|snap|vsix|xpi|crx|msi|dmg|iso|img)$/

function isOnlyListed({ at, name, verbs, ending }: ForeignFile): boolean {
  return PACKAGE_ENDINGS.test(ending) && LIST_VERBS.test((at === 'option' ? name : verbs.at(-1)) ?? '')
}

function isRunByRunner(thing: ForeignFile, manner: RunManner): boolean {
  const { family, named } = manner
  const { said, at, behind, ending, from } = thing
  const takes = at !== 'operand' && said.some((word) => isCodeTakingWord(word))
  if (behind || isArgument(thing, manner)) return takes && hasCodeTakingWord(said)
  if (at === 'variable') return takes || LOAD_VARIABLE.test(thing.name ?? '')
  const how = family === undefined ? 'never' : ACTIVATION_BY_FAMILY[family]
  if (how === 'always')
    return (
      from.inside ||
      !isFormatter(manner) ||
      isProgramSetting(thing.name, said, ending) ||
      (at === 'option' && hasCodeTakingWord(said))
    )
  if (at === 'text') return takes
  return named || hasActivationVerb(thing) || (takes && (ending !== '' || from.inside))
}

const VAGUE_OPTION_WORDS = /^(?:file\w*|from|path\w*)$/

function hasCodeTakingWord(said: readonly string[]): boolean {
  return said.some((word) => isCodeTakingWord(word) && !VAGUE_OPTION_WORDS.test(word))
}

function isFormatter({ command: { name = '' } }: RunManner): boolean {
  return programFor(name)?.handles === true && !hasActorRole({ actor: actorOf(name) }, 'compiler')
}

const LOAD_VARIABLE = /(?:PATH|LIB|PRELOAD)$/

const RUN_VERBS = /^(?:run|exec|x|start|dlx|call|invoke)$/

function isArgument({ verbs, operands }: ForeignFile, { command }: RunManner): boolean {
  const at = verbs.findIndex(matching(RUN_VERBS))
  if (at < 0) return false
  const words = slotsOf(command.args).slots.filter(({ kind }) => kind === 'operand')
  const verb = words.findIndex(({ word }) => RUN_VERBS.test(word.known))
  return verb >= 0 && operands > verb + 1
}

function operandsOf({ args }: Command): readonly string[] {
  return args.flatMap(({ known }) => (known.startsWith('-') ? [] : [known]))
}

function hasRunVerb(operands: readonly string[]): boolean {
  return operands.slice(0, 3).some((word) => isRunVerb(word) || isIntakeVerb(word))
}

function foreignPlaceOf(command: Command, frame: Frame): ForeignSource | undefined {
  const { cwd } = command
  return (cwd === undefined ? undefined : foreignSourceAt(cwd, command, frame)) ?? foreignRecipeOf(command, frame)
}

function isNamedAfterProgram(path: string, program: string): boolean {
  const base = basename(path).toLowerCase()
  return base.includes(program) && !isDataEnding(endingOf(base))
}

function foreignRecipeOf(command: Command, frame: Frame): ForeignSource | undefined {
  const { cwd } = command
  if (cwd === undefined) return undefined
  const { overlay } = frame.analysis
  const { seen, downloaded } = frame.facts.session
  const name = basename(command.name ?? '').toLowerCase()
  const fromElsewhere = (path: string): ForeignSource | undefined => {
    if (seen.has(path)) return undefined
    const from = provenanceOf(path, frame.facts, overlay)
    return from.kind === 'elsewhere' && !from.inside ? from : undefined
  }
  const below = `${cwd}/`
  for (const file of recipesOf(name, operandsOf(command)[0] ?? '')) {
    const from = fromElsewhere(below + file)
    if (from !== undefined) return from
  }
  // Without lists in between: a call may hold as many commands as files.
  for (const files of [overlay.files, downloaded])
    for (const path of files.keys()) {
      const from = path.startsWith(below) && isNamedAfterProgram(path, name) ? fromElsewhere(path) : undefined
      if (from !== undefined) return from
    }
  return undefined
}
