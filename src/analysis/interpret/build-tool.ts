import { isDryRunOption } from '../../knowledge/lexicon/dry-run-options.ts'
import { readSessionSources } from '../code/session-sources.ts'
import type { EffectDraft } from '../effects.ts'
import type { Command, Word } from '../words.ts'
import { programName } from './base-name.ts'
import { weakestGrade } from './grade.ts'
import { runNamedFile } from './injection-variables.ts'
import { displayText } from './loose-words.ts'
import { sliceWord } from './options.ts'
import type { CommandGrade, EffectRecorder } from './program.ts'
import type { EffectText, ProgramSpec, RuleEffect, SpecCall, SpecRule, SqlStatementKind } from './spec.ts'
import { mayBeOption } from './synthetic-words.ts'
import { gradeByTaskName, judgeTaskName } from './task-names.ts'

export interface BuildCall {
  readonly name: string
  readonly verb: string
  /** The words after the sub-command (all words when there is none). */
  readonly args: readonly Word[]
  readonly command: Command
  readonly recorder: EffectRecorder
}

export type BuildAnalyzer = (call: BuildCall) => CommandGrade

interface BuildSpec extends Pick<ProgramSpec, 'names' | 'options' | 'handles' | 'hands' | 'examples'> {
  readonly rules: readonly (readonly [forms: string, ...effects: readonly (EffectText | BuildAnalyzer)[]])[]
  /** Files of this session that a run of it would load, by their path: they are read first. */
  readonly loads?: RegExp
  readonly given?: true
}

/** Sub-commands that run a program or a script of somebody else, with the words behind it. */
const COMMAND_HANDING_FORMS = 'run|r|exec|runner|script|runghc|shell/*'

/** A tool that works on the project: what it loads of this session is read, whatever its sub-command. */
export function defineBuildTool({ rules, loads, given, ...spec }: BuildSpec): ProgramSpec {
  const around = ({ command, recorder }: SpecCall): CommandGrade => {
    const before = wordsBeforeDashes(command.args)
    const name = findToolName(spec.names, command)
    return weakestGrade(
      command.args.some((word) => mayBeOption(word) && !word.quoted) && 'unknown',
      loads && readSessionSources({ under: resolvePathOperands(before, recorder), files: loads }, recorder),
      given && runSessionOperands(before, name, recorder),
      ...collectOptionValues(before, CODE_LOADING_OPTIONS).map((word) => recordLoadedFile(word, name, recorder)),
    )
  }
  const asks: SpecRule = [given ? 'help' : 'help $/-h|-version', 'shows']
  const own = rules.map(([forms, ...acts]): SpecRule => [forms, ...acts.map(toFormAct)])
  const always: SpecRule = ['**', around]
  return { hands: COMMAND_HANDING_FORMS, ...spec, machine: true, named: true, also: [always], rules: [asks, ...own] }
}

function findToolName(names: string, { name = '' }: Command): string {
  const called = programName(name)
  const known = names.split(' ')
  return known.includes(called) ? called : (known[0] ?? '')
}

function toFormAct(act: EffectText | BuildAnalyzer): RuleEffect {
  if (typeof act !== 'function') return act
  return (call) => act(makeBuildCall(call))
}

function makeBuildCall({ spec, command, loose: { operands }, rest, recorder }: SpecCall): BuildCall {
  const verbs = operands.slice(0, operands.length - rest.length)
  const last = verbs.at(-1)
  const args = last ? command.args.slice(command.args.indexOf(last) + 1) : command.args
  return {
    name: findToolName(spec.names, command),
    verb: verbs.map(({ known }) => known).join(' '),
    args,
    command,
    recorder,
  }
}

/** Options of build tools whose value is code they load: settings, plug-ins, formatters, start-up files. */
const CODE_LOADING_OPTIONS =
  '-c -f -I -p -r --config --conf --configfile --plugin --formatter --format --rulesdir --init-script --require --import --loader --preload --reporter --runner --environment --resolver --transform --globalSetup --setupFiles --build-file --settings-file --noxfile --gemfile --extension --custom-formatter --run_under'.split(
    ' ',
  )
const CODE_FILE = /\.(?:[cm]?[jt]sx?|py|rb|gradle|kts|mk|ninja|lua|php|groovy|ini|toml)$|\/[^./]+$/

function recordLoadedFile(word: Word, name: string, recorder: EffectRecorder): CommandGrade {
  if (word.text === undefined || !CODE_FILE.test(word.text)) return 'proven'
  const path = recorder.path(word)
  if (path.zone !== 'temp' || path.sessionMade) return 'proven'
  return runNamedFile(path, 'other', name, recorder)
}

/** The operands that name files: `tests/test_a.py::test_b`, `./src/`; a bare word may be a filter or a sub-command. */
export function resolvePathOperands(args: readonly Word[], recorder: EffectRecorder): string[] {
  return args
    .filter((word) => word.text !== undefined && !word.text.startsWith('-') && /[./]/.test(word.text))
    .map((word) => recorder.pathOf((word.text ?? '').replace(/::.*$/s, '').replace(/\/?\.\.\.$/, '') || '.').real)
    .filter((path) => path !== undefined)
}

function runSessionOperands(args: readonly Word[], name: string, recorder: EffectRecorder): CommandGrade {
  const { written } = recorder.facts.session
  const given = resolvePathOperands(args, recorder).filter((path) => written.has(path))
  return weakestGrade(...given.map((path) => recorder.runsFile(recorder.pathOf(path), undefined, name)))
}

/** An analyzer of what compiles and runs the project: what this session wrote of it is read first. */
export function makeSessionSourceAnalyzer(files: RegExp): BuildAnalyzer {
  return (call) =>
    weakestGrade(
      'expected',
      readSessionSources(
        { under: resolvePathOperands(wordsBeforeDashes(call.args), call.recorder), files },
        call.recorder,
      ),
    )
}

export function makeGoalAnalyzer(
  listed: Readonly<Record<string, CommandGrade | BuildAnalyzer>>,
  otherwise: CommandGrade,
): BuildAnalyzer {
  const analyzers = new Map(Object.entries(listed))
  return (call) => {
    const { args } = call.command
    // sbt: `+goal` runs it for every version.
    const named = wordsBeforeDashes(args)
      .map((word) => (call.name === 'sbt' && word.known.startsWith('+') ? sliceWord(word, 1) : word))
      .filter((word) => !/^[-+]/.test(word.known) && !/^\w[\w.]*=/.test(word.known))
    return named.length === 0
      ? otherwise
      : weakestGrade(...named.map((word) => analyzeGoal(word, analyzers, call) ?? otherwise))
  }
}

function analyzeGoal(
  word: Word,
  analyzers: ReadonlyMap<string, CommandGrade | BuildAnalyzer>,
  call: BuildCall,
): CommandGrade | undefined {
  const verb = word.text ?? ''
  if (verb.startsWith('!')) return call.recorder.runsShell(sliceWord(word, 1), call.name)
  const analyzer = analyzers.get(verb) ?? analyzers.get(verb.slice(verb.lastIndexOf(':') + 1))
  if (typeof analyzer === 'function') return analyzer({ ...call, verb, args: call.command.args })
  if (analyzer !== undefined) return analyzer
  const spoken = /(?:^|:)(?:publish|deploy|release)[A-Z][^:]*$/.test(verb)
    ? verb.replace(/([a-z])(?=[A-Z])/g, '$1-')
    : verb
  return judgeTaskName(spoken) === 'further' && !/Local$/.test(verb)
    ? gradeByTaskName(spoken, `${call.name} ${verb}`, call.recorder)
    : undefined
}

export function wordsBeforeDashes(args: readonly Word[]): readonly Word[] {
  const at = args.findIndex((word) => word.known === '--')
  return at < 0 ? args : args.slice(0, at)
}

export function collectOptionValues(args: readonly Word[], names: readonly string[]): Word[] {
  return args.flatMap((word, at) => {
    const [name = ''] = word.known.split('=', 1)
    if (!names.includes(name)) return []
    return name.length < word.known.length ? sliceWord(word, name.length + 1) : (args[at + 1] ?? [])
  })
}

export function listPlainOperands(args: readonly Word[]): string[] {
  return args.map(displayText).filter((text) => !text.startsWith('-'))
}

/** `owner app --add someone`: who else may publish, and who not any more. */
export function makeOwnerAnalyzer(service: string, what: string): BuildAnalyzer {
  return ({ args, name, recorder }) => {
    const by = `${name} owner`
    const [added] = collectOptionValues(args, ['--add', '-a'])
    const [removed] = collectOptionValues(args, ['--remove', '-r'])
    if (removed) recorder.effect({ kind: 'external-write', service, nature: 'account', target: removed.known, by })
    if (added) recorder.effect({ kind: 'grant', what, to: displayText(added), reach: 'remote', by })
    return !added && args.some((word) => /^(?:--list|-l)$/.test(word.known)) ? 'proven' : 'plain'
  }
}

/** An output path: inside the project or a temporary directory it is ordinary. */
export function recordOutputWrite(
  word: Word,
  call: BuildCall,
  how: 'overwrite' | 'create' = 'overwrite',
): CommandGrade {
  const path = call.recorder.path(word)
  if (path.tags.includes('null-device')) return 'expected'
  call.recorder.effect({ kind: 'write-path', path, how, content: undefined, by: call.name })
  return ['project', 'project-root', 'temp'].includes(path.zone) ? 'expected' : 'plain'
}

export function makeEffectAnalyzer(
  draft: (call: BuildCall) => EffectDraft,
  grade: CommandGrade = 'plain',
): BuildAnalyzer {
  return (call) => {
    call.recorder.effect({ by: `${call.name} ${call.verb}`.trim(), ...draft(call) })
    return grade
  }
}

function isTestEnvironment(command: Command): boolean {
  return command.assignments.some(
    ({ name, value }) => /^(?:RAILS|RACK|MIX|NODE|APP|DJANGO|ENV)_?(?:ENV)?$/.test(name) && value.text === 'test',
  )
}

export function makeDatabaseAnalyzer(statement: SqlStatementKind, unbounded: boolean): BuildAnalyzer {
  return makeEffectAnalyzer(({ name: engine, command }) => {
    const target = isTestEnvironment(command) ? 'test' : ''
    return { kind: 'database-change', engine, statement, unbounded, reach: 'unknown', target }
  })
}

export function makePublishAnalyzer(registry: string, removes = false): BuildAnalyzer {
  const read = makeEffectAnalyzer(({ args }) => ({
    kind: 'publish',
    registry,
    what: removes ? findUnpublishedPackage(args) : '',
    removes,
  }))
  return (call) => (isDryRun(call, /^(?:--snapshot|-n|--no-publish)(?:=|$)/) ? 'expected' : read(call))
}

function isDryRun({ args }: BuildCall, dry: RegExp): boolean {
  return wordsBeforeDashes(args).some(({ known }) => isDryRunOption(known) || dry.test(known))
}

/** A version is committed, tagged and pushed in one go, on the line that it is released from. */
export const analyzeVersionPush: BuildAnalyzer = (call) => {
  if (isDryRun(call, /^(?:--no-push|--no-git-tag-version|--skip-git)(?:=|$)/)) return 'expected'
  const by = `${call.name} ${call.verb}`.trim()
  const plain = { refs: [], force: false, deletes: false, toDefault: 'yes', mirror: false } as const
  call.recorder.effect({ kind: 'git-push', remote: by, ...plain, by })
  return 'plain'
}

function findUnpublishedPackage(words: readonly Word[]): string {
  const before = (at: number) => words[at - 1]?.known ?? ''
  const isValue = (at: number) => /^--?(?:v|vers|version|index|registry|token|platform|host|key|otp)$/.test(before(at))
  const name = words.find(({ known }, at) => !known.startsWith('-') && !isValue(at))?.text ?? ''
  const version = words.find((_, at) => /^--?(?:v|vers|version)$/.test(before(at)))?.text
  return name === '' || version === undefined || name.includes('@', 1) ? name : `${name}@${version}`
}
