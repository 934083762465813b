import { programName } from '../../base-name.ts'
import type { Certainty, Effect, Stage } from '../../effects.ts'
import { stageOf, stageOfName } from '../../stages.ts'
import type { Target } from '../../target.ts'
import type { ChangeVerb } from '../../verbs.ts'
import type { Command } from '../../words.ts'
import { stateBinding } from '../network/binding.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { freeWords } from '../unlisted/shapes.ts'
import { stateUnlistedForm } from '../unlisted/unlisted.ts'
import { genericVerb } from './generic-verbs.ts'
import { resourceTargets, rightTargets } from './resource-targets.ts'
import { namesLocalCluster, onThisMachine } from './this-machine.ts'
import { type LooseWords, looseWords, onlyShows, shown } from './words.ts'

type ResourceChange = Extract<Effect, { kind: 'resource-change' }>
export type Family = ResourceChange['family']

/** What a sub-command amounts to. */
export type Outcome =
  /** Looks at something elsewhere. */
  | { readonly is: 'read' }
  /** Local and without consequence beyond the tool's own settings. */
  | { readonly is: 'local' }
  | {
      readonly is: 'change'
      readonly verb: ChangeVerb
      readonly family?: Family
      readonly mass?: boolean
      readonly certainty?: Certainty
    }
  | { readonly is: 'deploy'; readonly stage?: Stage }
  /** Prints a secret. */
  | { readonly is: 'secret' }
  | { readonly is: 'grant'; readonly what: string }
  | { readonly is: 'weaken'; readonly area: Extract<Effect, { kind: 'weaken' }>['area']; readonly feature: string }
  | { readonly is: 'shell'; readonly writes: 'unknown' | 'yes' }
  | { readonly is: 'listen'; readonly reach: Extract<Effect, { kind: 'listen' }>['reach'] }
  | { readonly is: 'payment' | 'message' | 'account' | 'setting' | 'visibility' }
  | { readonly is: 'database'; readonly statement: 'drop' | 'truncate' | 'restore' | 'other' }
  | { readonly is: 'publish' }

/** The first pattern that fits decides; it is tried on the operands joined by blanks. */
export type Rule = readonly [pattern: RegExp, ...outcomes: Outcome[]]

export interface CloudTool {
  readonly names: readonly string[]
  readonly system: string
  /** Options, with dashes, that take the next word. */
  readonly values?: string
  readonly rules: readonly Rule[]
  readonly family?: Family
  /** The family of a service, by the first operand. */
  readonly families?: ReadonlyMap<string, Family>
  /** The stage when no name tells. */
  readonly usualStage?: Stage
  /** Options that make it print secrets. */
  readonly reveals?: readonly string[]
  /** Its database is one that the tool itself builds anew from the project's files. */
  readonly disposable?: boolean
  /** Options without which it only shows what it would do. */
  readonly acts?: readonly string[]
  /** Tells a rehearsal in the tool's own spelling. */
  readonly rehearses?: (loose: LooseWords, name: string) => boolean
  /** Verbs of unknown commands are judged by their name. */
  readonly generic?: boolean
}

const MASS = /(?:^| )(?:\S*[*]\S*|all)(?: |$)/

/** A program whose knowledge is a table. */
export function cloudProgram(tool: CloudTool): Program {
  const values = new Set((tool.values ?? '').split(' ').filter(Boolean))
  return {
    names: tool.names,
    read: (command, scribe) => {
      const loose = looseWords(command.args, values)
      if (onlyShows(command, loose)) return 'proven'
      if (tool.rehearses?.(loose, command.name ?? '') && !command.args.some(({ dynamic }) => dynamic)) return 'expected'
      if (tool.acts && !loose.has(...tool.acts) && !command.args.some(({ dynamic }) => dynamic)) return 'expected'
      return readTool(tool, loose, command, namesLocalCluster(loose) ? onThisMachine(scribe) : scribe)
    },
  }
}

/** Applies a tool's rules; the standing of what was found. */
export function readTool(tool: CloudTool, loose: LooseWords, command: Command, scribe: Scribe): Standing {
  stateInsecure(loose, command, scribe)
  stateBinding(command.args, command.name ?? tool.system, scribe)
  if (tool.reveals && loose.has(...tool.reveals)) stateOutcome(SECRET, { tool, loose, command, scribe })
  const found = tool.rules.find(([pattern]) => pattern.test(loose.path))
  const outcomes = found ? (found.slice(1) as Outcome[]) : tool.generic ? genericVerb(loose.path) : undefined
  // A table that ends in "anything else" does not know what it is.
  if (!outcomes || found?.[0].source === '.') stateUnlistedForm(command, scribe)
  if (!outcomes) return 'unknown'
  const standings = outcomes.map((outcome) => stateOutcome(outcome, { tool, loose, command, scribe }))
  return standings.includes('plain') ? 'plain' : (standings[0] ?? 'unknown')
}

/** Options that skip certificate checks, in the spellings of these tools. */
const INSECURE =
  /^--?(?:insecure(?:-skip-(?:tls-)?verify)?|no-verify-ssl|skip-ssl-validation|tls-skip-verify|skip-tls-verify|no-check-certificate|disable-ssl-verification)$/

/** States a certificate check that is switched off, unless the tool talks to this machine. */
export function stateInsecure(loose: LooseWords, command: Command, scribe: Scribe): void {
  const off = [...loose.options].find(([name, value]) => INSECURE.test(name) && value?.known !== 'false')
  if (!off || command.args.some((word) => /(?:^|[/@=])(?:localhost|127\.0\.0\.1)(?:[:/]|$)/.test(word.known))) return
  scribe.effect({ kind: 'weaken', area: 'tls', feature: `${command.name ?? ''} ${off[0]}`.trim() })
}

interface Place {
  readonly tool: CloudTool
  readonly loose: LooseWords
  readonly command: Command
  readonly scribe: Scribe
}

function stageAt({ tool, loose, command }: Place): Stage {
  const named = stageOf(command)
  if (named !== 'unknown') return named
  const local = [...loose.options.values()].some(
    (word) => word !== undefined && /localhost|127\.0\.0\.1|localstack/.test(word.known),
  )
  return local ? 'development' : (tool.usualStage ?? 'unknown')
}

function stateOutcome(outcome: Outcome, place: Place): Standing {
  const { tool, loose, scribe } = place
  const target = loose.path.slice(0, 160)
  switch (outcome.is) {
    case 'read':
      return 'expected'
    case 'local':
      return 'plain'
    case 'change': {
      const mass = outcome.mass ?? isMass(loose)
      scribe.effect({
        kind: 'resource-change',
        system: tool.system,
        verb: outcome.verb,
        target: targetOf(loose),
        targets: resourceTargets(loose, { system: tool.system, mass }),
        mass,
        stage: stageAt(place),
        family: outcome.family ?? tool.families?.get(loose.path.split(' ')[0] ?? '') ?? tool.family ?? 'other',
        // What is done to all there are is done to more than this session made.
        certainty: mass && outcome.verb === 'delete' ? 'certain' : (outcome.certainty ?? 'certain'),
      })
      return 'plain'
    }
    case 'deploy':
      scribe.effect({
        kind: 'deploy',
        service: tool.system,
        stage: outcome.stage ?? stageAt(place),
        targets: resourceTargets(loose, { system: tool.system, mass: isMass(loose) }),
      })
      return 'plain'
    case 'secret':
      scribe.effect({
        kind: 'expose-secret',
        source: { kind: 'secret-store', store: tool.system },
        sink: place.command.stdout === 'file' ? 'file' : 'output',
      })
      return 'plain'
    case 'grant':
      scribe.effect({
        kind: 'grant',
        what: outcome.what,
        to: isForAll(place) ? 'everyone' : target,
        reach: 'remote',
        targets: rightTargets(loose, isForAll(place)),
      })
      return 'plain'
    case 'weaken':
      scribe.effect({
        kind: 'weaken',
        area: outcome.area,
        feature: outcome.feature,
        targets: matchedBy(resourceTargets(loose, { system: tool.system, mass: isMass(loose) })),
      })
      return 'plain'
    case 'shell':
      scribe.effect({ kind: 'remote-exec', host: tool.system, writes: outcome.writes })
      return 'plain'
    case 'listen':
      scribe.effect({ kind: 'listen', reach: outcome.reach, executes: false })
      return 'plain'
    case 'payment':
    case 'account':
    case 'setting':
    case 'visibility':
      scribe.effect({ kind: 'external-write', service: tool.system, nature: outcome.is, target })
      return 'plain'
    case 'message':
      scribe.effect({ kind: 'external-write', service: tool.system, nature: 'message', target: recipientOf(place) })
      return 'plain'
    case 'database':
      scribe.effect({
        kind: 'database-change',
        engine: tool.system,
        statement: outcome.statement,
        unbounded: outcome.statement !== 'other',
        reach: stageAt(place) === 'development' ? 'local-server' : 'remote',
        target,
        certainty: tool.disposable ? 'possible' : 'certain',
      })
      return 'plain'
    case 'publish':
      scribe.effect({ kind: 'publish', registry: tool.system, what: target, removes: false })
      return 'plain'
  }
}

const TO = /^--?(?:to|t|channel|c|recipient|user|u|room|chat|topic)$/

/** Who gets a message: whom an option or a sign names; else every word that may be a name, and the program that knows the rest. */
function recipientOf({ command: { args, name = '' } }: Place): string {
  const given = args.flatMap(({ known }, at) => {
    const [, option = args[at - 1]?.known ?? '', value = known] = /^(--?[\w-]+)=(.+)$/s.exec(known) ?? []
    return TO.test(option) && !value.startsWith('-') ? [value] : []
  })
  const words = freeWords(args).map(shown)
  const after = words.slice(MESSAGES.test(words[0] ?? '') ? 1 : 0).filter((word) => !/\s/.test(word))
  const signed = after.filter((word) => /^[#@+]|@\w/.test(word))
  if (given.length + signed.length > 0) return [...given, ...signed].join(', ')
  return [programName(name), ...after].join(', ')
}

const MESSAGES = /^(?:post|send|publish|pub|message|chat|dm|notify|toot|tweet|reply|sms|alert)\b/

/** `alertname=DiskFull`: what is matched by a label is called by its value. */
function matchedBy(targets: readonly Target[]): readonly Target[] {
  return targets.map((target) =>
    target.kind === 'resource' ? { ...target, name: target.name.replace(/^\w+=~?["']?([^"']*)["']?$/, '$1') } : target,
  )
}

/** Words that stand for the whole world in access rules. */
const FOR_ALL =
  /(?:^|[=:,])(?:allUsers|allAuthenticatedUsers|public-read(?:-write)?|all|\*|0\.0\.0\.0\/0|::\/0|everyone)(?:[:,]|$)/i

function isForAll({ command }: Place): boolean {
  return command.args.some((word) => FOR_ALL.test(word.known))
}

/** The words that name what is changed, options with names and ids included. */
function targetOf(loose: LooseWords): string {
  const ids = [...loose.options].filter(
    ([name, value]) =>
      value !== undefined &&
      /name|id|arn|bucket|stack|cluster|queue|topic|table|group|app|project|resource|instance|url/i.test(name),
  )
  return [loose.path, ...ids.map(([name, value]) => `${name}=${value ? shown(value) : ''}`)].join(' ').slice(0, 200)
}

function isMass(loose: LooseWords): boolean {
  return loose.has('--all', '-A', '--recursive', '-r', '-R', '--delete', '--all-namespaces') || MASS.test(loose.path)
}

/** Options that choose where a command works, read for their stage. */
export function stageOfOptions(loose: LooseWords, ...names: readonly string[]): Stage {
  return stageOfName(loose.value(...names)?.known ?? '')
}

export const READ: Outcome = { is: 'read' }
export const LOCAL: Outcome = { is: 'local' }
export const SECRET: Outcome = { is: 'secret' }

export function change(verb: ChangeVerb, family?: Family, mass?: boolean): Outcome {
  return { is: 'change', verb, ...(family ? { family } : {}), ...(mass === undefined ? {} : { mass }) }
}

export function unaudited(feature: string): Outcome {
  return { is: 'weaken', area: 'audit', feature }
}
