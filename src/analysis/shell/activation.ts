import { basename } from 'node:path/posix'
import { doerOf, hasRole } from '../doer.ts'
import { families, familyFor, type ProgramFamily, programFor } from '../programs/registry.ts'
import { isDataVariable } from '../programs/shell/given-names.ts'
import { like } from '../programs/unlisted/shapes.ts'
import { type Elsewhere, provenanceOf } from '../provenance.ts'
import { endingOf, isArchiveEnding, isDataEnding, runFrom } from '../remote-shape.ts'
import { loadsCode, optionSays, takesCode } from '../role-words.ts'
import { activates, asksOnly, isRunVerb, isTakeVerb, onlyLooks } from '../verbs.ts'
import type { Command } from '../words.ts'
import { elsewhereAt, type Fetched, fetchedIn } from './fetched.ts'
import { type Frame, noteOf } from './frame.ts'
import { sourceOf } from './overlay.ts'
import { HANDLERS, handlesOnly } from './own-mentions.ts'
import { isStarter, recipesOf } from './recipe-files.ts'
import { slotsOf } from './slots.ts'

/**
 * How the programs of a family come to run what lies in a tree. `always`: whatever they are told, unless they only look.
 * `verb`: by a sub-command that runs or takes in. `never`: they read, copy or send it; what they run by name is judged there.
 */
const HOW: Readonly<Record<ProgramFamily, 'always' | 'verb' | 'never'>> = {
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
export function stateActivation(command: Command, frame: Frame): void {
  if (frame.place !== 'here' || hasNothing(command, frame) || asksOnly(command)) return
  const from = activated(command, familyFor(command.name ?? ''), frame)
  if (!from || isItsOwn(from, command, frame)) return
  const { host, address } = from
  noteOf(command, runFrom(address, host), frame)
}

function hasNothing({ stdin }: Command, { analysis: { overlay }, facts }: Frame): boolean {
  const came = overlay.trees.size + overlay.files.size + facts.session.downloaded.size
  return came === 0 && (stdin.kind !== 'value' || sourceOf(stdin.value.sources) === undefined)
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

interface Manner {
  readonly family: ProgramFamily | undefined
  readonly command: Command
  readonly looks: boolean
  readonly named: boolean
  /** It is a file of the project that nobody has a reader for. */
  readonly own: boolean
}

function mannerOf(command: Command, family: ProgramFamily | undefined): Manner {
  const name = basename(command.name ?? '')
  const { slots } = slotsOf(command.args)
  const first = slots.find(({ kind }) => kind === 'operand')?.word.known ?? ''
  const told = slots.some(({ kind, word }) => kind === 'operand' && activates(word.known))
  const looks =
    onlyLooks(name) ||
    onlyLooks(first) ||
    TRANSLATES.test(name) ||
    (family === undefined && !told && handlesOnly(name, slots))
  return {
    family,
    command,
    looks,
    named: isRunVerb(name) || isTakeVerb(name),
    own: family === undefined && /\//.test(command.name ?? ''),
  }
}

function activated(command: Command, family: ProgramFamily | undefined, frame: Frame): Elsewhere | undefined {
  const things = fetchedIn(command, frame)
  const starts = isStarter(command.name ?? '')
  if (things.length === 0 && starts) return recipeFrom(command, frame)
  const manner = mannerOf(command, family)
  const taken = things.find((thing) => isTaken(thing, manner))
  if (taken) return taken.from
  if (starts) return recipeFrom(command, frame)
  return worksThere(manner) ? placeFrom(command, frame) : undefined
}

function worksThere({ family, command, looks, named }: Manner): boolean {
  const told = named || isTold(operandsOf(command))
  // What is given nothing to work on works on what lies there.
  if (family === undefined) return !looks && (told || operandsOf(command).length === 0)
  if (family === 'interpreters') return runsModule(command)
  const how = HOW[family]
  return how === 'always' || (how === 'verb' && (told || operandsOf(command).length === 0))
}

/** `python -m build`. */
function runsModule({ args }: Command): boolean {
  const at = args.findIndex((word) => word.known === '-m')
  const module = at < 0 ? '' : (args[at + 1]?.known ?? '')
  return isRunVerb(module) || RUNS_TREES.has(familyFor(module) ?? 'files')
}

const RUNS_TREES = families('build', 'packages')

/** `a2b`: one form is made of another. */
const TRANSLATES = /^[a-z]+2[a-z]+$/

const RUNS_TEXT = /^(?:\w*scripts?|exec\w*|eval\w*|macros?|\w*plugins?|\w*extensions?|\w*agents?|preload\w*|\w*hooks?)$/
const SCRIPT_LETTER = /^[fFsSxeEil]$/
const OPENS =
  /(?:^|[-:_])(?:install|i|add|load|import|deploy|run|exec|use|register|enable|plug-?ins?|extensions?|create|apply|start|launch|boot|upgrade|sideload)(?:$|[-:_])/
const ORDERS = /^(?:install|apply|exec|play|deploy|register)$/
const SETTINGS = /^(?:json|xml|toml|txt|properties)$/
const SOURCE =
  /^(?:[ch]|cc|cpp|cxx|hpp|go|rs|java|kt|kts|swift|scala|cs|[cm]?[jt]sx?|vue|svelte|py|rb|php|sol|ya?ml|toml|ini|cfg|conf)$/

const SCRIPT =
  /^(?:(?:ba|z|k|fi|c)?sh|ps1|bat|cmd|pl|lua|groovy|gvy|kts|sc|sql|cql|cypher|cyp|ksql|hql|nix|tcl|exp|exs?|erl|clj|lisp|scm|el|vim|bt|awk|gp|jsh|cli|mongo|rsc|mac)$/

function isTaken(thing: Fetched, manner: Manner): boolean {
  const { name, said, ending, at } = thing
  const loads = at !== 'operand' && said.some((word) => loadsCode(word))
  if (name !== undefined && at === 'option' && !loads && (name === 'B' || optionSays(name) === 'write')) return false
  if (at === 'variable' && isDataVariable(name ?? '')) return false
  if (thing.module) return loads
  if (isArchiveEnding(ending)) return opensArchive(thing, manner, loads)
  if (isDataEnding(ending)) return (at === 'option' && runsText(thing, manner)) || isExecuted(thing, manner)
  const { family, looks } = manner
  if (loads && (at !== 'text' || family === undefined || !HANDLERS.has(family))) return true
  if (HANDLERS.has(family)) return byHandler(thing, family)
  if (looks && family !== 'data') return false
  switch (family) {
    case 'interpreters':
      return byInterpreter(thing)
    case 'data':
      return byClient(thing)
    case 'system':
      return isGiven(thing)
    case undefined:
      return byUnknown(thing, manner)
    default:
      return byRunner(thing, manner)
  }
}

function opensArchive({ at, name, said, verbs }: Fetched, { family, looks, named }: Manner, loads: boolean): boolean {
  if (looks || HANDLERS.has(family)) return false
  if (at === 'stdin') return verbs.some(like(/^(?:load|import|install|deploy|create)$/))
  if (family === 'packages' && (at === 'operand' || name?.length === 1)) return true
  return (
    loads ||
    (named && family !== undefined) ||
    verbs.some(like(OPENS)) ||
    (at !== 'operand' && said.some((word) => takesCode(word) && OPENS.test(word)))
  )
}

function runsText({ said, verbs, ending }: Fetched, { family, looks }: Manner): boolean {
  if (looks || HANDLERS.has(family)) return false
  return said.some(like(RUNS_TEXT)) || (SETTINGS.test(ending) && verbs.some(like(ORDERS)))
}

const HOLDS_CODE = /^(?:ipynb|mdx?|markdown|tex|org|rst|adoc|x?html?|svg|ps|eps|od[tsp]|docx?|xlsx?|pptx?)$/
const LETS_RUN =
  /^--?(?:shell-escape|enable-write18|(?:allow|enable)-(?:scripts?|macros?|exec(?:ution)?|code))(?:=(?:true|1|yes))?$/
const RUNS_IT = /^--?(?:execute|exec|run|eval|evaluate|run-code|execute-code)(?:=(?:true|1|yes))?$/

function isExecuted({ ending, at }: Fetched, { family, command: { args } }: Manner): boolean {
  if (!HOLDS_CODE.test(ending) || at === 'variable' || (HANDLERS.has(family) && family !== 'network')) return false
  return args.some(({ known }, index) => {
    const next = args[index + 1]?.known ?? '-'
    return LETS_RUN.test(known) || (RUNS_IT.test(known) && (next.startsWith('-') || HOLDS_CODE.test(endingOf(next))))
  })
}

function isToldBefore({ verbs }: Fetched): boolean {
  return verbs.some((verb, at) => (verb.length > 1 || at === 0) && activates(verb))
}

const SOURCES = /^(?:source|so|load\w*|luafile|pyfile|runtime|require)$/
const SERVERS = families('network', 'desktop')

function byHandler({ at, said, name, verbs, ending }: Fetched, family: ProgramFamily | undefined): boolean {
  if (family === 'git' || family === 'hosting' || family === 'agents') return false
  if (at === 'text') return family !== 'network' && said.slice(-2).some(like(SOURCES))
  if (at === 'operand') return /^(?:source|load)(?:[-_:]\w+)*$/.test(verbs.at(-1) ?? '')
  return SERVERS.has(family) && isProgramSetting(name, said, ending)
}

const PROGRAM = /^(?:py|rb|lua|[cm]?[jt]s|pl|php|so|dylib|dll|exs?|groovy|el|vim)$/

function isProgramSetting(name: string | undefined, said: readonly string[], ending: string): boolean {
  return PROGRAM.test(ending) && (name === 'c' || said.some(like(/^(?:conf\w*|cfg|rc|rcfile|settings|profile)$/)))
}

function byInterpreter(thing: Fetched): boolean {
  const { at, said, operands, verbs, from } = thing
  if (at === 'variable' || (at === 'option' && operands === 0))
    return said.some((word) => takesCode(word)) || /^[ILrR]$/.test(thing.name ?? '')
  // What a script reads is data, unless it is a script itself.
  if (at === 'stdin') return SCRIPT.test(thing.ending)
  if (at === 'text' || operands === 0) return false
  return !from.inside && verbs.some((verb) => isTakeVerb(verb))
}

function byClient({ at, name, said, ending, verbs }: Fetched): boolean {
  if (at === 'stdin') return ending !== ''
  if (at === 'text') return said.some(like(/^(?:add|read|source|i|ir|install|function|jars?)$/))
  if (at === 'operand') return ending !== '' && verbs.some(activates)
  return ending !== '' && (SCRIPT_LETTER.test(name ?? '') || said.some((word) => takesCode(word)))
}

function isGiven({ at, ending, name, from }: Fetched): boolean {
  if (from.inside || ending === '') return false
  return at === 'stdin' || at === 'operand' || (at === 'option' && SCRIPT_LETTER.test(name ?? ''))
}

function byUnknown(thing: Fetched, manner: Manner): boolean {
  const { at, said, name, ending, from, operands } = thing
  // What a script of the project is told to run or to test is as often its data.
  if (at !== 'text' && (manner.own ? thing.verbs.some(isTakeVerb) : isToldBefore(thing))) return true
  if (manner.named && !manner.own && at !== 'text' && !thing.behind) return true
  if (at !== 'operand' && saysTaken(said)) return true
  if (manner.own || ending === '' || at === 'text' || isListed(thing)) return false
  const read = at === 'option' && name !== undefined && optionSays(name) === 'read'
  if (read) return isProgramSetting(name, said, ending)
  // One of many files of a tree is handed to a program: as a rule to look at it.
  return !from.inside || (operands === 0 && !SOURCE.test(ending))
}

/** `-l FILE`, `tf FILE`. */
const LISTS = /^(?:t[vzjJf]*|l|I|list|info|contents?|show[\w-]*|print[\w-]*|inspect|dump)$/

const PACKAGE = /^(?:jar|war|ear|whl|egg|deb|rpm|apk|aab|ipa|nupkg|gem|crate|snap|vsix|xpi|crx|msi|dmg|iso|img)$/

function isListed({ at, name, verbs, ending }: Fetched): boolean {
  return PACKAGE.test(ending) && LISTS.test((at === 'option' ? name : verbs.at(-1)) ?? '')
}

function byRunner(thing: Fetched, manner: Manner): boolean {
  const { family, named } = manner
  const { said, at, behind, ending, from } = thing
  const takes = at !== 'operand' && said.some((word) => takesCode(word))
  if (behind || isArgument(thing, manner)) return takes && saysTaken(said)
  if (at === 'variable') return takes || LOAD_VARIABLE.test(thing.name ?? '')
  const how = family === undefined ? 'never' : HOW[family]
  if (how === 'always')
    return (
      from.inside ||
      !isTidying(manner) ||
      isProgramSetting(thing.name, said, ending) ||
      (at === 'option' && saysTaken(said))
    )
  if (at === 'text') return takes
  return named || isToldBefore(thing) || (takes && (ending !== '' || from.inside))
}

const VAGUE = /^(?:file\w*|from|path\w*)$/

function saysTaken(said: readonly string[]): boolean {
  return said.some((word) => takesCode(word) && !VAGUE.test(word))
}

function isTidying({ command: { name = '' } }: Manner): boolean {
  return programFor(name)?.handles === true && !hasRole({ doer: doerOf(name) }, 'compiler')
}

const LOAD_VARIABLE = /(?:PATH|LIB|PRELOAD)$/

const RUNS_ONE = /^(?:run|exec|x|start|dlx|call|invoke)$/

function isArgument({ verbs, operands }: Fetched, { command }: Manner): boolean {
  const at = verbs.findIndex(like(RUNS_ONE))
  if (at < 0) return false
  const words = slotsOf(command.args).slots.filter(({ kind }) => kind === 'operand')
  const verb = words.findIndex(({ word }) => RUNS_ONE.test(word.known))
  return verb >= 0 && operands > verb + 1
}

function operandsOf({ args }: Command): readonly string[] {
  return args.flatMap(({ known }) => (known.startsWith('-') ? [] : [known]))
}

function isTold(operands: readonly string[]): boolean {
  return operands.slice(0, 3).some((word) => isRunVerb(word) || isTakeVerb(word))
}

function placeFrom(command: Command, frame: Frame): Elsewhere | undefined {
  const { cwd } = command
  return (cwd === undefined ? undefined : elsewhereAt(cwd, command, frame)) ?? recipeFrom(command, frame)
}

function isNamed(path: string, program: string): boolean {
  const base = basename(path).toLowerCase()
  return base.includes(program) && !isDataEnding(endingOf(base))
}

function recipeFrom(command: Command, frame: Frame): Elsewhere | undefined {
  const { cwd } = command
  if (cwd === undefined) return undefined
  const { overlay } = frame.analysis
  const { seen, downloaded } = frame.facts.session
  const name = basename(command.name ?? '').toLowerCase()
  const fromElsewhere = (path: string): Elsewhere | undefined => {
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
      const from = path.startsWith(below) && isNamed(path, name) ? fromElsewhere(path) : undefined
      if (from !== undefined) return from
    }
  return undefined
}
