import { programName } from '../../base-name.ts'
import { readWrittenSources } from '../../code/written-sources.ts'
import type { EffectDraft } from '../../effects.ts'
import type { Command, Word } from '../../words.ts'
import type { DeedText, FormCall, FormDeed, FormRule, Spec, Statement } from '../form/form.ts'
import { shown } from '../form/words.ts'
import { mayBeOption } from '../git/made-words.ts'
import { part } from '../options.ts'
import type { Scribe, Standing } from '../program.ts'
import { runsNamed } from '../shell/injecting.ts'
import { weakest } from '../standing.ts'
import { standingByName, verdictOf } from './names.ts'

export interface BuildCall {
  readonly name: string
  readonly verb: string
  /** The words after the sub-command (all words when there is none). */
  readonly args: readonly Word[]
  readonly command: Command
  readonly scribe: Scribe
}

export type BuildReader = (call: BuildCall) => Standing

interface BuildSpec extends Pick<Spec, 'names' | 'options' | 'handles' | 'hands' | 'examples'> {
  readonly rules: readonly (readonly [forms: string, ...deeds: readonly (DeedText | BuildReader)[]])[]
  /** Files of this session that a run of it would load, by their path: they are read first. */
  readonly loads?: RegExp
  readonly given?: true
}

/** Sub-commands that run a program or a script of somebody else, with the words behind it. */
const HANDS_ON = 'run|r|exec|runner|script|runghc|shell/*'

/** A tool that works on the project: what it loads of this session is read, whatever its sub-command. */
export function building({ rules, loads, given, ...spec }: BuildSpec): Spec {
  const around = ({ command, scribe }: FormCall): Standing => {
    const before = separated(command.args)
    const name = nameIn(spec.names, command)
    return weakest(
      command.args.some((word) => mayBeOption(word) && !word.quoted) && 'unknown',
      loads && readWrittenSources({ under: pathsAmong(before, scribe), files: loads }, scribe),
      given && runsGiven(before, name, scribe),
      ...optionValues(before, LOADING).map((word) => stateLoaded(word, name, scribe)),
    )
  }
  const asks: FormRule = [given ? 'help' : 'help $/-h|-version', 'shows']
  const own = rules.map(([forms, ...deeds]): FormRule => [forms, ...deeds.map(deedOf)])
  const always: FormRule = ['**', around]
  return { hands: HANDS_ON, ...spec, machine: true, named: true, also: [always], rules: [asks, ...own] }
}

function nameIn(names: string, { name = '' }: Command): string {
  const called = programName(name)
  const known = names.split(' ')
  return known.includes(called) ? called : (known[0] ?? '')
}

function deedOf(deed: DeedText | BuildReader): FormDeed {
  if (typeof deed !== 'function') return deed
  return (call) => deed(buildCall(call))
}

function buildCall({ spec, command, loose: { operands }, rest, scribe }: FormCall): BuildCall {
  const verbs = operands.slice(0, operands.length - rest.length)
  const last = verbs.at(-1)
  const args = last ? command.args.slice(command.args.indexOf(last) + 1) : command.args
  return { name: nameIn(spec.names, command), verb: verbs.map(({ known }) => known).join(' '), args, command, scribe }
}

/** Options of build tools whose value is code they load: settings, plug-ins, formatters, start-up files. */
const LOADING =
  '-c -f -I -p -r --config --conf --configfile --plugin --formatter --format --rulesdir --init-script --require --import --loader --preload --reporter --runner --environment --resolver --transform --globalSetup --setupFiles --build-file --settings-file --noxfile --gemfile --extension --custom-formatter --run_under'.split(
    ' ',
  )
const CODE_FILE = /\.(?:[cm]?[jt]sx?|py|rb|gradle|kts|mk|ninja|lua|php|groovy|ini|toml)$|\/[^./]+$/

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

function runsGiven(args: readonly Word[], name: string, scribe: Scribe): Standing {
  const { written } = scribe.facts.session
  const given = pathsAmong(args, scribe).filter((path) => written.has(path))
  return weakest(...given.map((path) => scribe.runsFile(scribe.pathOf(path), undefined, name)))
}

/** A reader of what compiles and runs the project: what this session wrote of it is read first. */
export function runsWritten(files: RegExp): BuildReader {
  return (call) =>
    weakest(
      'expected',
      readWrittenSources({ under: pathsAmong(separated(call.args), call.scribe), files }, call.scribe),
    )
}

export function goals(listed: Readonly<Record<string, Standing | BuildReader>>, otherwise: Standing): BuildReader {
  const readers = new Map(Object.entries(listed))
  return (call) => {
    const { args } = call.command
    // sbt: `+goal` runs it for every version.
    const named = separated(args)
      .map((word) => (call.name === 'sbt' && word.known.startsWith('+') ? part(word, 1) : word))
      .filter((word) => !/^[-+]/.test(word.known) && !/^\w[\w.]*=/.test(word.known))
    return named.length === 0 ? otherwise : weakest(...named.map((word) => goal(word, readers, call) ?? otherwise))
  }
}

function goal(word: Word, readers: ReadonlyMap<string, Standing | BuildReader>, call: BuildCall): Standing | undefined {
  const verb = word.text ?? ''
  if (verb.startsWith('!')) return call.scribe.runsShell(part(word, 1), call.name)
  const reader = readers.get(verb) ?? readers.get(verb.slice(verb.lastIndexOf(':') + 1))
  if (typeof reader === 'function') return reader({ ...call, verb, args: call.command.args })
  if (reader !== undefined) return reader
  const spoken = /(?:^|:)(?:publish|deploy|release)[A-Z][^:]*$/.test(verb)
    ? verb.replace(/([a-z])(?=[A-Z])/g, '$1-')
    : verb
  return verdictOf(spoken) === 'further' && !/Local$/.test(verb)
    ? standingByName(spoken, `${call.name} ${verb}`, call.scribe)
    : undefined
}

export function separated(args: readonly Word[]): readonly Word[] {
  const at = args.findIndex((word) => word.known === '--')
  return at < 0 ? args : args.slice(0, at)
}

export function optionValues(args: readonly Word[], names: readonly string[]): Word[] {
  return args.flatMap((word, at) => {
    const [name = ''] = word.known.split('=', 1)
    if (!names.includes(name)) return []
    return name.length < word.known.length ? part(word, name.length + 1) : (args[at + 1] ?? [])
  })
}

export function plainNames(args: readonly Word[]): string[] {
  return args.map(shown).filter((text) => !text.startsWith('-'))
}

/** `owner app --add someone`: who else may publish, and who not any more. */
export function changesOwners(service: string, what: string): BuildReader {
  return ({ args, name, scribe }) => {
    const by = `${name} owner`
    const [added] = optionValues(args, ['--add', '-a'])
    const [removed] = optionValues(args, ['--remove', '-r'])
    if (removed) scribe.effect({ kind: 'external-write', service, nature: 'account', target: removed.known, by })
    if (added) scribe.effect({ kind: 'grant', what, to: shown(added), reach: 'remote', by })
    return !added && args.some((word) => /^(?:--list|-l)$/.test(word.known)) ? 'proven' : 'plain'
  }
}

/** An output path: inside the project or a temporary directory it is ordinary. */
export function stateWrite(word: Word, call: BuildCall, how: 'overwrite' | 'create' = 'overwrite'): Standing {
  const path = call.scribe.path(word)
  if (path.tags.includes('null-device')) return 'expected'
  call.scribe.effect({ kind: 'write-path', path, how, content: undefined, by: call.name })
  return ['project', 'project-root', 'temp'].includes(path.zone) ? 'expected' : 'plain'
}

export function states(draft: (call: BuildCall) => EffectDraft, standing: Standing = 'plain'): BuildReader {
  return (call) => {
    call.scribe.effect({ by: `${call.name} ${call.verb}`.trim(), ...draft(call) })
    return standing
  }
}

function testStage(command: Command): boolean {
  return command.assignments.some(
    ({ name, value }) => /^(?:RAILS|RACK|MIX|NODE|APP|DJANGO|ENV)_?(?:ENV)?$/.test(name) && value.text === 'test',
  )
}

export function changesDatabase(statement: Statement, unbounded: boolean): BuildReader {
  return states(({ name: engine, command }) => {
    const target = testStage(command) ? 'test' : ''
    return { kind: 'database-change', engine, statement, unbounded, reach: 'unknown', target }
  })
}

export function publishes(registry: string, removes = false): BuildReader {
  const read = states(({ args }) => ({ kind: 'publish', registry, what: removes ? takenOut(args) : '', removes }))
  return (call) => (isDry(call, /^(?:--dry-run|--snapshot|-n|--noop|--no-publish)(?:=|$)/) ? 'expected' : read(call))
}

function isDry({ args }: BuildCall, dry: RegExp): boolean {
  return separated(args).some(({ known }) => dry.test(known))
}

/** A version is committed, tagged and pushed in one go, on the line that it is released from. */
export const pushesVersion: BuildReader = (call) => {
  if (isDry(call, /^(?:--dry-run|--no-push|--no-git-tag-version|--skip-git)(?:=|$)/)) return 'expected'
  const by = `${call.name} ${call.verb}`.trim()
  const plain = { refs: [], force: false, deletes: false, toDefault: 'yes', mirror: false } as const
  call.scribe.effect({ kind: 'git-push', remote: by, ...plain, by })
  return 'plain'
}

function takenOut(words: readonly Word[]): string {
  const before = (at: number) => words[at - 1]?.known ?? ''
  const isValue = (at: number) => /^--?(?:v|vers|version|index|registry|token|platform|host|key|otp)$/.test(before(at))
  const name = words.find(({ known }, at) => !known.startsWith('-') && !isValue(at))?.text ?? ''
  const version = words.find((_, at) => /^--?(?:v|vers|version)$/.test(before(at)))?.text
  return name === '' || version === undefined || name.includes('@', 1) ? name : `${name}@${version}`
}
