import { readWrittenSources } from '../../code/written-sources.ts'
import type { EffectDraft } from '../../effects.ts'
import type { Command, Word } from '../../words.ts'
import { mayBeOption } from '../git/made-words.ts'
import { stateBinding } from '../network/binding.ts'
import { part } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { runsInstead, runsNamed } from '../shell/injecting.ts'
import { weakest } from '../standing.ts'
import { standingByName, verdictOf } from './names.ts'

/** What one sub-command of a tool does. */
export type ToolDeed = Standing | ((tool: BuildCall) => Standing)

export interface BuildCall {
  readonly name: string
  readonly verb: string
  /** The words after the sub-command (all words when there is none). */
  readonly args: readonly Word[]
  readonly command: Command
  readonly scribe: Scribe
}

/** A build, test, lint or code tool in one line of data. */
export interface BuildTool {
  readonly names: readonly string[]
  /** Sub-command (or `first second`) → what it does. */
  readonly verbs?: Readonly<Record<string, ToolDeed>>
  /** No sub-command, or one that is not listed. */
  readonly otherwise: ToolDeed
  /** Every operand is a goal of its own: `clean deploy`. */
  readonly goals?: boolean
  /** Options before the sub-command that take a value. */
  readonly values?: readonly string[]
  /** Options whose value is a command that is run. */
  readonly runs?: readonly string[]
  /** Options whose value is a path that is written. */
  readonly writes?: readonly string[]
  /** Options that turn it into a look only. */
  readonly looks?: readonly string[]
  /** Files of this session that a run of it would load, by their path: they are read first. */
  readonly loads?: RegExp
  /** What it is given is source that it looks at, tidies up or translates, and never runs. */
  readonly handles?: true
  /** It runs the files that it is given by name. */
  readonly runsGiven?: boolean
  /** Options that make the whole call something else. */
  readonly unless?: Readonly<Record<string, ToolDeed>>
}

const HELP = new Set(['--help', '-h', '--version', '-V', 'help', 'version', '-version'])

export function toolProgram(tool: BuildTool): Program {
  const verbs = new Map(Object.entries(tool.verbs ?? {}))
  const unless = new Map(Object.entries(tool.unless ?? {}))
  return {
    names: tool.names,
    read: (command, scribe) => readTool(tool, { verbs, unless }, command, scribe),
    ...(tool.handles && { handles: true }),
  }
}

interface Tables {
  readonly verbs: ReadonlyMap<string, ToolDeed>
  readonly unless: ReadonlyMap<string, ToolDeed>
}

function readTool(tool: BuildTool, tables: Tables, command: Command, scribe: Scribe): Standing {
  const { args } = command
  const name = tool.names[0] ?? ''
  const first = args[0]?.text ?? ''
  // `-V` and `-h` beside other words may be anything, and to a test run `-V` is `verbose`.
  const asks = HELP.has(first) && !(first === '-V' && tool.runsGiven)
  if (asks && (args.length === 1 || first.startsWith('--') || first === 'help')) return 'proven'
  const at = tables.verbs.size > 0 ? verbIndex(args, tool.values ?? []) : -1
  const verb = at < 0 ? '' : (args[at]?.text ?? '')
  const next = args.slice(at + 1).find((word) => !word.known.startsWith('-'))?.text ?? ''
  const deed = tables.verbs.get(`${verb} ${next}`) ?? tables.verbs.get(verb)
  const rest = at < 0 || deed === undefined ? args : args.slice(at + 1)
  const call: BuildCall = { name, verb, args: rest, command, scribe }
  const before = separated(args)
  const main = () => (tool.goals ? performGoals(tool, tables, call) : perform(deed ?? tool.otherwise, call))
  if (before.some((word) => word.text === '--help')) return 'proven'
  const doubtful: Standing = args.some((word) => mayBeOption(word) && !word.quoted) ? 'unknown' : 'proven'
  if (before.some((word) => tool.looks?.includes(nameOf(word)))) return weakest(doubtful, 'proven')
  stateBinding(before, `${name} ${verb}`.trim(), scribe)
  const changed = before.map((word) => tables.unless.get(nameOf(word))).find((found) => found !== undefined)
  return weakest(
    doubtful,
    changed === undefined ? main() : perform(changed, call),
    tool.loads ? readWrittenSources({ under: pathsAmong(before, scribe), files: tool.loads }, scribe) : 'proven',
    tool.runsGiven ? runsGiven(before, name, scribe) : 'proven',
    ...optionValues(before, tool.runs ?? []).map((word) => runsInstead(word, name, scribe)),
    ...optionValues(before, LOADING).map((word) => stateLoaded(word, name, scribe)),
    ...optionValues(before, tool.writes ?? []).map((word) => stateWrite(word, call)),
  )
}

/** Options of build tools whose value is code they load: settings, plug-ins, formatters, start-up files. */
const LOADING =
  '-c -f -I -p -r --config --conf --configfile --plugin --formatter --format --rulesdir --init-script --require --import --loader --preload --reporter --runner --environment --resolver --transform --globalSetup --setupFiles --build-file --settings-file --noxfile --gemfile --extension --custom-formatter --run_under'.split(
    ' ',
  )
const CODE_FILE = /\.(?:[cm]?[jt]sx?|py|rb|gradle|kts|mk|ninja|lua|php|groovy|ini|toml)$|\/[^./]+$/

/** Code that lies among temporary files, where anyone may have put it: read, or not known. */
function stateLoaded(word: Word, name: string, scribe: Scribe): Standing {
  if (word.text === undefined || !CODE_FILE.test(word.text)) return 'proven'
  const path = scribe.path(word)
  if (path.zone !== 'temp' || path.sessionMade) return 'proven'
  return runsNamed(path, 'other', name, scribe)
}

/** The operands that name files: `tests/test_a.py::test_b`, `./src/`; a bare word may be a filter or a sub-command. */
export function pathsAmong(args: readonly Word[], scribe: Scribe): string[] {
  return args
    .filter((word) => word.text !== undefined && !word.text.startsWith('-') && /[./]/.test(word.text))
    .map((word) => scribe.pathOf((word.text ?? '').replace(/::.*$/s, '').replace(/\/?\.\.\.$/, '') || '.').real)
    .filter((path) => path !== undefined)
}

/** Files of this session among the operands of something that runs what it is given. */
function runsGiven(args: readonly Word[], name: string, scribe: Scribe): Standing {
  const { written } = scribe.facts.session
  const given = pathsAmong(args, scribe).filter((path) => written.has(path))
  return weakest('proven', ...given.map((path) => scribe.runsFile(scribe.pathOf(path), undefined, name)))
}

/** A deed that compiles and runs the project: what this session wrote of it is read first. */
export function runsWritten(files: RegExp): ToolDeed {
  return (call) =>
    weakest(
      'expected',
      readWrittenSources({ under: pathsAmong(separated(call.args), call.scribe), files }, call.scribe),
    )
}

/** Each goal by its own deed; an unlisted one by its name. */
function performGoals(tool: BuildTool, tables: Tables, call: BuildCall): Standing {
  const { args } = call.command
  // sbt: `+goal` runs it for every version.
  const goals = separated(args)
    .map((word) => (call.name === 'sbt' && word.known.startsWith('+') ? part(word, 1) : word))
    .filter((word) => !/^[-+]/.test(word.known) && !/^\w[\w.]*=/.test(word.known))
  if (goals.length === 0) return perform(tool.otherwise, call)
  return weakest(
    ...goals.map((word): Standing => {
      const goal = word.text ?? ''
      if (goal.startsWith('!')) return call.scribe.runsShell(part(word, 1), call.name)
      const deed = tables.verbs.get(goal) ?? tables.verbs.get(goal.slice(goal.lastIndexOf(':') + 1))
      if (deed !== undefined) return perform(deed, { ...call, verb: goal, args })
      const spoken = /(?:^|:)(?:publish|deploy|release)[A-Z][^:]*$/.test(goal)
        ? goal.replace(/([a-z])(?=[A-Z])/g, '$1-')
        : goal
      return verdictOf(spoken) === 'further' && !/Local$/.test(goal)
        ? standingByName(spoken, `${call.name} ${goal}`, call.scribe)
        : perform(tool.otherwise, call)
    }),
  )
}

export function perform(deed: ToolDeed, call: BuildCall): Standing {
  return typeof deed === 'function' ? deed(call) : deed
}

/** The words up to `--`: what follows belongs to another program. */
export function separated(args: readonly Word[]): readonly Word[] {
  const at = args.findIndex((word) => word.known === '--')
  return at < 0 ? args : args.slice(0, at)
}

function nameOf(word: Word): string {
  const at = word.known.indexOf('=')
  return at < 0 || !word.known.startsWith('-') ? word.known : word.known.slice(0, at)
}

function verbIndex(args: readonly Word[], values: readonly string[]): number {
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.known ?? ''
    if (values.includes(text)) at++
    else if (!/^[-+]/.test(text) && !/^[A-Za-z_]\w*=/.test(text)) return at
  }
  return -1
}

/** The values of options, attached or separate. */
export function optionValues(args: readonly Word[], names: readonly string[]): Word[] {
  const found: Word[] = []
  args.forEach((word, index) => {
    const name = nameOf(word)
    if (!names.includes(name)) return
    if (name.length < word.known.length) {
      const known = word.known.slice(name.length + 1)
      found.push({ ...word, known, text: word.text === undefined ? undefined : known })
      return
    }
    const next = args[index + 1]
    if (next) found.push(next)
  })
  return found
}

/** An output path: inside the project or a temporary directory it is ordinary. */
export function stateWrite(word: Word, call: BuildCall): Standing {
  const path = call.scribe.path(word)
  if (path.tags.includes('null-device')) return 'expected'
  call.scribe.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined, by: call.name })
  return ['project', 'project-root', 'temp'].includes(path.zone) ? 'expected' : 'plain'
}

/** A deed that states one effect. */
export function states(
  draft: EffectDraft | ((call: BuildCall) => EffectDraft),
  standing: Standing = 'plain',
): ToolDeed {
  return (call) => {
    const effect = typeof draft === 'function' ? draft(call) : draft
    call.scribe.effect({ by: `${call.name} ${call.verb}`.trim(), ...effect })
    return standing
  }
}

/** Is the command told to work on the test stage? */
function testStage(command: Command): boolean {
  return command.assignments.some(
    ({ name, value }) => /^(?:RAILS|RACK|MIX|NODE|APP|DJANGO|ENV)_?(?:ENV)?$/.test(name) && value.text === 'test',
  )
}

/** Changes a database schema or its data through a migration tool. */
export function changesDatabase(
  statement: 'drop' | 'alter' | 'flush' | 'insert' | 'other' | 'restore' | 'truncate',
  unbounded: boolean,
): ToolDeed {
  return states((call) => ({
    kind: 'database-change',
    engine: call.name,
    statement,
    unbounded,
    reach: 'unknown',
    target: testStage(call.command) ? 'test' : '',
  }))
}

export function publishes(registry: string, removes = false): ToolDeed {
  return (call) => {
    if (separated(call.args).some((word) => /^(?:--dry-run|--snapshot|-n|--noop|--no-publish)(?:=|$)/.test(word.known)))
      return 'expected'
    const what = removes ? takenOut(call.args) : ''
    call.scribe.effect({ kind: 'publish', registry, what, removes, by: `${call.name} ${call.verb}`.trim() })
    return 'plain'
  }
}

/** What is taken out is named in the command, what is put in lies in the folder. */
function takenOut(words: readonly Word[]): string {
  const before = (at: number) => words[at - 1]?.known ?? ''
  const isValue = (at: number) => /^--?(?:v|vers|version|index|registry|token|platform|host|key|otp)$/.test(before(at))
  const name = words.find(({ known }, at) => !known.startsWith('-') && !isValue(at))?.text ?? ''
  const version = words.find((_, at) => /^--?(?:v|vers|version)$/.test(before(at)))?.text
  return name === '' || version === undefined || name.includes('@', 1) ? name : `${name}@${version}`
}
