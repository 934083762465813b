import type { Stage } from '../../effects.ts'
import { isLocalCluster } from '../../local-systems.ts'
import { stageOf, stageOfName, strictestStage } from '../../stages.ts'
import type { Command, Word } from '../../words.ts'
import { asksForHelp } from '../files/grammar.ts'
import { stateBinding } from '../network/binding.ts'
import { type Options, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { like } from '../unlisted/shapes.ts'
import { stateUnlistedForm } from '../unlisted/unlisted.ts'
import { actOf, type FormAct, genericVerb } from './deeds.ts'
import type { FormCall, FormDeed, FormRule, Spec, SubReader } from './form.ts'
import { type Form, fits, formsOf, type Seen, seenBy } from './match.ts'
import { type Given, readGiven, splitOptions } from './options.ts'
import { stateAct } from './state.ts'
import { asksInWords, type LooseWords, onlyTells } from './words.ts'

interface CompiledRule {
  readonly forms: readonly Form[]
  readonly acts: readonly (FormAct | SubReader)[]
}

interface Compiled {
  readonly rules: readonly CompiledRule[]
  readonly also: readonly CompiledRule[]
  readonly here: readonly Form[]
  readonly hands: readonly Form[]
  readonly given: Given
}

const COMPILED = new WeakMap<Spec, Compiled>()

function compiled(spec: Spec): Compiled {
  const known = COMPILED.get(spec)
  if (known) return known
  const made: Compiled = {
    rules: spec.rules.map(compiledRule),
    also: (spec.also ?? []).map(compiledRule),
    hands: formsOf(spec.hands ?? ''),
    here: spec.stage === 'none' ? [] : formsOf(spec.stage?.here ?? ''),
    given: splitOptions(spec),
  }
  COMPILED.set(spec, made)
  return made
}

function compiledRule([forms, ...deeds]: FormRule): CompiledRule {
  return { forms: formsOf(forms), acts: deeds.map(actIn) }
}

const actIn = (deed: FormDeed): FormAct | SubReader => (typeof deed === 'function' ? deed : actOf(deed))

export function specProgram(spec: Spec): Program {
  const { names, prints, handles } = spec
  return {
    names: names.split(' '),
    read: (command, scribe) => interpret(spec, command, scribe),
    ...(prints && { output: (command, scribe) => prints(optionsOf(spec, command), command, scribe) }),
    ...(handles && { handles }),
  }
}

export function optionsOf(spec: Spec, { args }: Pick<Command, 'args'>): Options {
  return readOptions(args, compiled(spec).given.all.grammar)
}

/** The command that a wrapper hands on as it stands; undefined where its own words do more, or are not known. */
export function handedOn(spec: Spec, args: readonly Word[]): readonly Word[] | undefined {
  const { loose, doubtful } = readGiven(args, compiled(spec).given)
  const form = spec.rules.find((rule) => rule.includes('runs $*'))?.[0] ?? ''
  const first = loose.operands[form.split('/').length - 1]
  const acts = spec.also?.some(([options]) => loose.has(...options.split('|')))
  if (!first || doubtful || acts) return undefined
  const at = args.indexOf(first)
  return args.slice(0, at).some((word) => word.text === undefined) ? undefined : args.slice(at)
}

export function interpret(spec: Spec, command: Command, scribe: Scribe): Standing {
  const { rules, also, here: local, hands, given } = compiled(spec)
  const { loose, doubtful } = readGiven(command.args, given)
  const seen = seenBy(loose, command, spec.machine)
  const handed = hands.some((form) => fits(form, seen) !== undefined)
  const asks = handed ? asksForHelp(command.args.slice(0, 1)) : asksOnly(given, command, loose)
  // Behind the name of another program it is that one which is asked.
  if (asks && !rules.some((rule) => runsWords(rule) && endOf(rule, seen))) return 'proven'
  stateInsecure(loose, command, scribe)
  if (!given.leading && !given.tolerant && spec.serves !== false) stateBinding(command.args, command.name ?? '', scribe)
  const here = local.some((form) => fits(form, seen) !== undefined)
  const place = here || namesLocalCluster(loose) ? onThisMachine(scribe) : scribe
  const stage = stageAt(spec, { loose, command, here })
  const call = { spec, command, loose, scribe: place, stage, here }
  const added = also.flatMap((rule) => {
    const end = endOf(rule, seen)
    return end === undefined ? [] : perform(rule.acts, withRest(call, end.at))
  })
  const standing = decide(rules, call, seen)
  return weakest(...added, standing, ...(doubtful ? (['unknown'] as const) : []))
}

/** Of a program that runs another, what stands behind the first operand asks that one. */
function asksOnly({ leading, named }: Given, command: Command, loose: LooseWords): boolean {
  if (leading) return loose.has('--help', '--version')
  return named ? asksForHelp(command.args) : onlyTells(command, loose)
}

type Placed = Omit<FormCall, 'rest'>

function decide(rules: readonly CompiledRule[], call: Placed, seen: Seen): Standing {
  const { spec, command, loose, scribe } = call
  for (const rule of rules) {
    const end = endOf(rule, seen)
    if (end === undefined) continue
    if (end.open) stateUnlistedForm(command, scribe)
    return settled(perform(rule.acts, withRest(call, end.at)))
  }
  const told = genericVerb(loose.path)
  if (told?.[0]?.is !== 'read') {
    const begun = begunBy(rules, { ...seen, begun: true })
    if (begun) return settled(perform(begun.rule.acts, withRest(call, begun.at)))
  }
  if (told !== undefined && spec.verbs) return settled(perform(told, withRest(call, 0)))
  if (asksInWords(loose)) return 'proven'
  stateUnlistedForm(command, scribe)
  return 'unknown'
}

/** A longer name of what is known does the same: `run:inside`, `storage container-rm delete`. What only looks is not told by that. */
function begunBy(rules: readonly CompiledRule[], seen: Seen): { rule: CompiledRule; at: number } | undefined {
  for (const rule of rules.filter(({ acts }) => acts.some((act) => typeof act === 'function' || !QUIET.has(act.is)))) {
    const end = endOf(rule, seen)
    if (end !== undefined && !end.open) return { rule, at: end.at }
  }
  return undefined
}

const QUIET: ReadonlySet<FormAct['is']> = new Set<FormAct['is']>(['shows', 'read', 'local', 'unread'])

function runsWords({ acts }: CompiledRule): boolean {
  return acts.some((act) => typeof act !== 'function' && act.is === 'runs' && act.what === '$*')
}

function endOf({ forms }: CompiledRule, seen: Seen): { at: number; open: boolean } | undefined {
  for (const form of forms) {
    const at = fits(form, seen)
    if (at !== undefined) return { at, open: form.open }
  }
  return undefined
}

function withRest(placed: Placed, at: number): FormCall {
  const call = { ...placed, rest: placed.loose.operands.slice(at) }
  return call.spec.about ? { ...call, scribe: call.spec.about(call) } : call
}

function perform(acts: readonly (FormAct | SubReader)[], call: FormCall): readonly Standing[] {
  return acts.map((act) => (typeof act === 'function' ? act(call) : stateAct(act, call)))
}

const settled = (standings: readonly Standing[]): Standing => (standings.length > 0 ? weakest(...standings) : 'unknown')

interface Asked {
  readonly loose: LooseWords
  readonly command: Command
  readonly here: boolean
}

function stageAt({ stage: spec = {}, machine }: Spec, { loose, command, here }: Asked): Stage {
  if (spec === 'none' || machine) return 'unknown'
  const said = stageOf(command)
  if ((here || (spec.named !== undefined && loose.has('--local'))) && said !== 'production') return 'development'
  const listed = (text = '') => text.split(' ').filter((name) => name !== '')
  if (loose.has(...listed(spec.production))) return 'production'
  const values = listed(spec.named).flatMap((name) => loose.value(name)?.known ?? [])
  const named = strictestStage([...values.map(stageOfName), said])
  if (named !== 'unknown') return named
  if ([...loose.options.values()].some(isLocal)) return 'development'
  const { otherwise = 'unknown' } = spec
  return values.length > 0 && otherwise === 'production' ? 'unknown' : otherwise
}

const isLocal = (word: Word | undefined): boolean =>
  word !== undefined && /localhost|127\.0\.0\.1|localstack/.test(word.known)

const INSECURE =
  /^--?(?:insecure(?:-skip-(?:tls-)?verify)?|no-verify-ssl|skip-ssl-validation|tls-skip-verify|skip-tls-verify|no-check-certificate|disable-ssl-verification)$/

export function stateInsecure(loose: LooseWords, command: Command, scribe: Scribe): void {
  const off = [...loose.options].find(([name, value]) => INSECURE.test(name) && value?.known !== 'false')
  if (!off || command.args.some(like(/(?:^|[/@=])(?:localhost|127\.0\.0\.1)(?:[:/]|$)/))) return
  scribe.effect({ kind: 'weaken', area: 'tls', feature: `${command.name ?? ''} ${off[0]}`.trim() })
}

export function namesLocalCluster(loose: LooseWords): boolean {
  return isLocalCluster(loose.value('--context', '--kube-context')?.text ?? '')
}

export function onThisMachine(scribe: Scribe): Scribe {
  return {
    ...scribe,
    effect: (draft) =>
      scribe.effect(
        draft.kind === 'resource-change' || draft.kind === 'deploy' ? { ...draft, certainty: 'possible' } : draft,
      ),
  }
}
