import {
  environmentOfCommand,
  environmentOfName,
  strictestEnvironment,
} from '../../knowledge/lexicon/deployment-environments.ts'
import type { Environment } from '../effects.ts'
import { FORCE_OPTION } from '../generic/generic-command.ts'
import { recordUnknownSubcommand } from '../generic/unknown-command.ts'
import { matching } from '../generic/word-shapes.ts'
import { recordBinding } from '../remote/bind-addresses.ts'
import { isLocalCluster } from '../remote/local-systems.ts'
import type { Command, Word } from '../words.ts'
import {
  type CommandPattern,
  createMatchInput,
  type MatchInput,
  matchPattern,
  parsePatterns,
} from './command-patterns.ts'
import { genericVerbEffects, type ParsedEffect, parseEffectText } from './effect-syntax.ts'
import { weakestGrade } from './grade.ts'
import { hasHelpOrDryRunOption, hasHelpWord, type LooseWords } from './loose-words.ts'
import { type Options, readOptions } from './options.ts'
import type { CommandGrade, EffectRecorder, Program } from './program.ts'
import type { ProgramSpec, RuleEffect, SpecCall, SpecCallHandler, SpecRule } from './spec.ts'
import { recordParsedEffect } from './spec-effects.ts'
import { compileSpecOptions, readSpecWords, type SpecOptions } from './spec-options.ts'
import { isHelpRequest } from './word-checks.ts'

interface CompiledRule {
  readonly forms: readonly CommandPattern[]
  readonly acts: readonly (ParsedEffect | SpecCallHandler)[]
}

interface CompiledSpec {
  readonly rules: readonly CompiledRule[]
  readonly also: readonly CompiledRule[]
  readonly here: readonly CommandPattern[]
  readonly hands: readonly CommandPattern[]
  readonly given: SpecOptions
}

const COMPILED_SPECS = new WeakMap<ProgramSpec, CompiledSpec>()

function compileSpec(spec: ProgramSpec): CompiledSpec {
  const known = COMPILED_SPECS.get(spec)
  if (known) return known
  const made: CompiledSpec = {
    rules: spec.rules.map(compileRule),
    also: (spec.also ?? []).map(compileRule),
    hands: parsePatterns(spec.hands ?? ''),
    here: spec.environment === 'none' ? [] : parsePatterns(spec.environment?.here ?? ''),
    given: compileSpecOptions(spec),
  }
  COMPILED_SPECS.set(spec, made)
  return made
}

function compileRule([forms, ...acts]: SpecRule): CompiledRule {
  return { forms: parsePatterns(forms), acts: acts.map(parseRuleEffect) }
}

const parseRuleEffect = (act: RuleEffect): ParsedEffect | SpecCallHandler =>
  typeof act === 'function' ? act : parseEffectText(act)

export function createSpecProgram(spec: ProgramSpec): Program {
  const { names, prints, handles } = spec
  return {
    names: names.split(' '),
    read: (command, recorder) => interpretSpec(spec, command, recorder),
    ...(prints && { output: (command, recorder) => prints(readSpecOptions(spec, command), command, recorder) }),
    ...(handles && { handles }),
  }
}

export function readSpecOptions(spec: ProgramSpec, { args }: Pick<Command, 'args'>): Options {
  return readOptions(args, compileSpec(spec).given.all.grammar)
}

/** The command that a wrapper hands on as it stands; undefined where its own words do more, or are not known. */
export function wrappedCommandWords(spec: ProgramSpec, args: readonly Word[]): readonly Word[] | undefined {
  const { loose, doubtful } = readSpecWords(args, compileSpec(spec).given)
  const form = spec.rules.find((rule) => rule.includes('runs $*'))?.[0] ?? ''
  const first = loose.operands[form.split('/').length - 1]
  const acts = spec.also?.some(([options]) => loose.has(...options.split('|')))
  if (!first || doubtful || acts) return undefined
  const at = args.indexOf(first)
  return args.slice(0, at).some((word) => word.text === undefined) ? undefined : args.slice(at)
}

export function interpretSpec(spec: ProgramSpec, command: Command, recorder: EffectRecorder): CommandGrade {
  const { rules, also, here: local, hands, given } = compileSpec(spec)
  const { loose, doubtful } = readSpecWords(command.args, given)
  const seen = createMatchInput(loose, command, spec.machine)
  const handed = hands.some((form) => matchPattern(form, seen) !== undefined)
  const asks = handed ? isHelpRequest(command.args.slice(0, 1)) : asksHelpOrDryRun(given, command, loose)
  // Behind the name of another program it is that one which is asked.
  if (asks && !rules.some((rule) => runsAllOperands(rule) && matchRule(rule, seen))) return 'proven'
  recordInsecureTlsOption(loose, command, recorder)
  if (!given.leading && !given.tolerant && spec.serves !== false)
    recordBinding(command.args, command.name ?? '', recorder)
  const here = local.some((form) => matchPattern(form, seen) !== undefined)
  const place = here || namesLocalCluster(loose) ? withLocalCertainty(recorder) : recorder
  const environment = environmentAt(spec, { loose, command, here })
  const call = { spec, command, loose, recorder: place, environment, here }
  const added = also.flatMap((rule) => {
    const end = matchRule(rule, seen)
    return end === undefined ? [] : runRuleEffects(rule.acts, withRemainingOperands(call, end.at))
  })
  const grade = applyFirstMatchingRule(rules, call, seen)
  return weakestGrade(...added, grade, ...(doubtful ? (['unknown'] as const) : []))
}

/** Of a program that runs another, what stands behind the first operand asks that one. */
function asksHelpOrDryRun({ leading, named }: SpecOptions, command: Command, loose: LooseWords): boolean {
  if (leading) return loose.has('--help', '--version')
  return named ? isHelpRequest(command.args) : hasHelpOrDryRunOption(command, loose)
}

type UnmatchedCall = Omit<SpecCall, 'rest'>

function applyFirstMatchingRule(rules: readonly CompiledRule[], call: UnmatchedCall, seen: MatchInput): CommandGrade {
  const { spec, command, loose, recorder } = call
  for (const rule of rules) {
    const end = matchRule(rule, seen)
    if (end === undefined) continue
    if (end.open) recordUnknownSubcommand(command, recorder)
    return combineGrades(runRuleEffects(rule.acts, withRemainingOperands(call, end.at)))
  }
  const generic = genericVerbEffects(loose.path, command.args.some(matching(FORCE_OPTION)))
  if (generic?.[0]?.is !== 'read') {
    const begun = matchRuleByWordPrefix(rules, { ...seen, begun: true })
    if (begun) return combineGrades(runRuleEffects(begun.rule.acts, withRemainingOperands(call, begun.at)))
  }
  if (generic !== undefined && spec.verbs) return combineGrades(runRuleEffects(generic, withRemainingOperands(call, 0)))
  if (hasHelpWord(loose)) return 'proven'
  recordUnknownSubcommand(command, recorder)
  return 'unknown'
}

/** A longer name of what is known does the same: `run:inside`, `storage container-rm delete`. What only looks is not told by that. */
function matchRuleByWordPrefix(
  rules: readonly CompiledRule[],
  seen: MatchInput,
): { rule: CompiledRule; at: number } | undefined {
  for (const rule of rules.filter(({ acts }) =>
    acts.some((act) => typeof act === 'function' || !HARMLESS_EFFECTS.has(act.is)),
  )) {
    const end = matchRule(rule, seen)
    if (end !== undefined && !end.open) return { rule, at: end.at }
  }
  return undefined
}

const HARMLESS_EFFECTS: ReadonlySet<ParsedEffect['is']> = new Set<ParsedEffect['is']>([
  'shows',
  'read',
  'local',
  'unread',
])

/** What only looks, and what shows a secret, may stand behind a word that asks. */
function changesSomething(act: ParsedEffect | SpecCallHandler): boolean {
  if (typeof act === 'function') return false
  switch (act.is) {
    case 'change':
    case 'deploy':
    case 'external':
    case 'publish':
    case 'unpublish':
      return true
    default:
      return false
  }
}

function runsAllOperands({ acts }: CompiledRule): boolean {
  return acts.some((act) => typeof act !== 'function' && act.is === 'runs' && act.what === '$*')
}

function matchRule({ forms, acts }: CompiledRule, given: MatchInput): { at: number; open: boolean } | undefined {
  const seen = acts.some(changesSomething) ? { ...given, changes: true as const } : given
  for (const form of forms) {
    const at = matchPattern(form, seen)
    if (at !== undefined) return { at, open: form.open }
  }
  return undefined
}

function withRemainingOperands(placed: UnmatchedCall, at: number): SpecCall {
  const call = { ...placed, rest: placed.loose.operands.slice(at) }
  return call.spec.about ? { ...call, recorder: call.spec.about(call) } : call
}

function runRuleEffects(acts: readonly (ParsedEffect | SpecCallHandler)[], call: SpecCall): readonly CommandGrade[] {
  return acts.map((act) => (typeof act === 'function' ? act(call) : recordParsedEffect(act, call)))
}

const combineGrades = (grades: readonly CommandGrade[]): CommandGrade =>
  grades.length > 0 ? weakestGrade(...grades) : 'unknown'

interface EnvironmentQuery {
  readonly loose: LooseWords
  readonly command: Command
  readonly here: boolean
}

function environmentAt(
  { environment: spec = {}, machine }: ProgramSpec,
  { loose, command, here }: EnvironmentQuery,
): Environment {
  if (spec === 'none' || machine) return 'unknown'
  const said = environmentOfCommand(command)
  if ((here || (spec.named !== undefined && loose.has('--local'))) && said !== 'production') return 'development'
  const listed = (text = '') => text.split(' ').filter((name) => name !== '')
  if (loose.has(...listed(spec.production))) return 'production'
  const values = listed(spec.named).flatMap((name) => loose.value(name)?.known ?? [])
  const named = strictestEnvironment([...values.map(environmentOfName), said])
  if (named !== 'unknown') return named
  if ([...loose.options.values()].some(namesLocalhost)) return 'development'
  const { otherwise = 'unknown' } = spec
  return values.length > 0 && otherwise === 'production' ? 'unknown' : otherwise
}

const namesLocalhost = (word: Word | undefined): boolean =>
  word !== undefined && /localhost|127\.0\.0\.1|localstack/.test(word.known)

const INSECURE_TLS_OPTION =
  /^--?(?:insecure(?:-skip-(?:tls-)?verify)?|no-verify-ssl|skip-ssl-validation|tls-skip-verify|skip-tls-verify|no-check-certificate|disable-ssl-verification)$/

function recordInsecureTlsOption(loose: LooseWords, command: Command, recorder: EffectRecorder): void {
  const off = [...loose.options].find(([name, value]) => INSECURE_TLS_OPTION.test(name) && value?.known !== 'false')
  if (!off || command.args.some(matching(/(?:^|[/@=])(?:localhost|127\.0\.0\.1)(?:[:/]|$)/))) return
  recorder.effect({ kind: 'weaken', area: 'tls', feature: `${command.name ?? ''} ${off[0]}`.trim() })
}

function namesLocalCluster(loose: LooseWords): boolean {
  return isLocalCluster(loose.value('--context', '--kube-context')?.text ?? '')
}

function withLocalCertainty(recorder: EffectRecorder): EffectRecorder {
  return {
    ...recorder,
    effect: (draft) =>
      recorder.effect(
        draft.kind === 'resource-change' || draft.kind === 'deploy' ? { ...draft, certainty: 'possible' } : draft,
      ),
  }
}
