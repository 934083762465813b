import type { Effect } from '../analysis/effects.ts'
import { PRODUCTION } from '../analysis/stages.ts'
import { CHANGE, DELETE, DEPLOY, END, RECORD, RESTART, SEND, STOP } from './acts.ts'
import { targetSpellings } from './spellings.ts'

type Change = Extract<Effect, { kind: 'resource-change' }>
type Statement = Extract<Effect, { kind: 'database-change' }>['statement']

const REMOVE = [...DELETE, ...END, 'destroy', 'drain', 'uninstall', 'flush', 'truncate', 'decommission'] as const
const AGAIN = [...STOP, 'start', 'roll', 'recycle', 'redeploy', 'reload', 'kick', 'roll out', 'rollout'] as const
const SCALE = [...CHANGE, ...STOP, 'scale', 'resize', 'bump', 'start', 'increase', 'decrease', 'reduce'] as const
const APPLY = [
  ...CHANGE,
  ...DEPLOY,
  'apply',
  'provision',
  'spin up',
  'launch',
  'install',
  'upgrade',
  'migrate',
  'roll back',
  'rollback',
  'revert',
  'bump',
  'resize',
  'scale',
  'seed',
  'enable',
  'disable',
  'reload',
  'set up',
  'start',
] as const
/** What files describe is rolled out: who has them edited does not ask for that. */
const EDITS = CHANGE.filter((act) => !/^(?:update|set)$/.test(act))
const ROLL_OUT = APPLY.filter((act) => !EDITS.some((edit) => edit === act))

/** Words that ask for each verb. What only mentions the tool ("run terraform plan") asks for none of them. */
const BY_VERB: Readonly<Record<Change['verb'], readonly string[]>> = {
  create: APPLY,
  update: APPLY,
  apply: ROLL_OUT,
  restart: AGAIN,
  scale: SCALE,
  cancel: REMOVE,
  delete: REMOVE,
  destroy: REMOVE,
  purge: REMOVE,
}

/** "Run terraform apply", "terraform apply it": the verb itself, as the object of running or after the tool's name. */
function spoken(verb: string, tool: string): readonly string[] {
  return [`run … ${verb}`, `do … ${verb}`, `execute … ${verb}`, `${tool} ${verb}`]
}

/** A machine or a store that is stopped can be started again; one that is removed cannot. */
const FOR_GOOD = REMOVE.filter((act) => !/^(?:stop|shut ?down|halt|close|quit)$/.test(act))
/** A pod comes back, and a job ends: to delete it is to stop it. */
const PASSING = /^(?:pods?|po|jobs?|…)(?:[./\s]|$)/i

const FILE = /\.(?:ya?ml|json|toml|hcl|tf|py|ipynb|sh|sql|sbatch|slurm)$/

export function actsOfChange({ verb, system, doer, family, target }: Change): readonly string[] {
  const tool = doer.words[0] ?? system
  const forGood =
    (verb === 'delete' || verb === 'destroy') && family !== 'job' && family !== 'queue' && !PASSING.test(target)
  // Who has a file written does not have run what it describes.
  const described = (verb === 'create' || verb === 'update') && FILE.test(target)
  const acts = described ? ROLL_OUT : forGood ? FOR_GOOD : BY_VERB[verb]
  return [...acts, ...(PASSING.test(target) ? RESTART : []), ...spoken(verb, tool.toLowerCase())]
}

const EMPTYING = [...DELETE, 'truncate', 'flush', 'reset', 'recreate', 'rebuild', 'destroy'] as const
const CHANGING = [
  ...CHANGE,
  ...DELETE,
  'migrate',
  'seed',
  'backfill',
  'alter',
  'apply',
  'bump',
  'increase',
  'load',
  'import',
] as const
const RESTORING = [...CHANGE, 'restore', 'load', 'import', 'roll back', 'rollback', 'reset', 'migrate'] as const
const RUNNING = ['sql', 'query', 'statement', 'delete'].map((what) => `run … ${what}`)

export function actsOfStatement(statement: Statement): readonly string[] {
  switch (statement) {
    case 'drop':
    case 'truncate':
    case 'delete':
    case 'flush':
      // Migrations go forward: who asks for them wants to keep what is there.
      return [...EMPTYING, ...RUNNING]
    case 'restore':
      return RESTORING
    case 'update':
    case 'insert':
    case 'alter':
    case 'grant':
    case 'other':
      return [...CHANGING, 'grant', 'give', ...RUNNING, 'run … migration', 'run … update', 'run … insert']
  }
}

/** Narrow acts on records: a comment is not a closing. Others share the wide list. */
const NARROW: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^close$/, ['close', 'resolve', 'decline', 'reject', 'abandon', 'shut', 'finish', 'complete', 'cancel', 'withdraw']],
  [/^reopen$/, ['reopen', 'open', 're-open', 'restore']],
  [/^(?:lock|unlock|pin|unpin|transfer|archive|unarchive|rename|delete|disable|enable|convert)$/, []],
  [
    /^(?:comment|reply)$/,
    [
      'comment',
      'create',
      'make',
      'reply',
      'respond',
      'answer',
      'post',
      'write',
      'add',
      'leave',
      'tell',
      'say',
      'ask',
      'note',
      'mention',
      'ping',
      'let',
      'update',
      'report',
      'send',
      'put',
      'submit',
      'drop',
    ],
  ],
]

/** Acts on a record that is there already: none of them asks for a new one. */
const ON_EXISTING = new Set([
  'comment',
  'close',
  'reopen',
  'resolve',
  'label',
  'assign',
  'merge',
  'approve',
  'mark',
  'react',
  'rerun',
])
const CREATE = [...RECORD, ...SEND].filter((act) => !ON_EXISTING.has(act))

/** What a person calls this act on a record, told by the last word that names what is done: `github pr close`. */
export function actsOfRecord(doer: readonly string[]): readonly string[] {
  const words = doer.flatMap((word) => word.toLowerCase().split(/[^a-z]+/))
  for (const word of words.toReversed()) {
    const found = NARROW.find(([pattern]) => pattern.test(word))
    if (found) return found[1].length > 0 ? found[1] : [word]
    if (word === 'create') return CREATE
  }
  return [...RECORD, ...SEND]
}

const KINDS =
  /^(?:pods?|po|deployments?|deploy|services?|svc|statefulsets?|sts|daemonsets?|ds|jobs?|cronjobs?|namespaces?|ns|nodes?|secrets?|configmaps?|cm|ingress|pvc?|volumes?|containers?|images?|networks?|restart|delete|scale|rm|uninstall)$/i
const SEVERAL = /^(?:docker|podman|nerdctl|kubernetes)$/

/** What must be named: each thing of a list by itself, or else the target as a whole. */
export function targetNouns(change: Change): readonly (readonly string[])[] {
  const { system, verb, target, stage } = change
  if (target === '') return stage === 'production' ? [PRODUCTION] : untold(change)
  const words = target.split(/\s+/)
  const names = words.filter(
    (word, index) => !word.startsWith('-') && !words[index - 1]?.startsWith('-') && !KINDS.test(word),
  )
  const listed = SEVERAL.test(system) && verb !== 'apply' && verb !== 'create' && names.length > 1
  return listed ? names.map(targetSpellings) : [targetSpellings(target)]
}

const WHOLE = [
  'infrastructure',
  'infra',
  'stack',
  'stacks',
  'cluster',
  'cloud',
  'plan',
  'changes',
  'resources',
] as const

/** Nothing tells what is rolled out or where: "deploy to staging" may not mean it. The tool or the whole must be named. */
function untold({ system, verb, doer, stage }: Change): readonly (readonly string[])[] {
  const rollsOut = verb === 'apply' || verb === 'create' || verb === 'update'
  if (!rollsOut || stage !== 'unknown') return []
  return [[doer.name, system, ...WHOLE, ...PRODUCTION]]
}

/** What must be named where a tool takes its database from its settings: the database, or the tool itself. */
export function databaseWords({ engine, statement }: Extract<Effect, { kind: 'database-change' }>): readonly string[] {
  const forward = EMPTIES.test(statement) ? [] : ['migration', 'migrations', 'migrate', 'seed']
  return ['database', 'databases', 'db', 'schema', 'tables', 'table', 'data', ...forward, engine]
}

const EMPTIES = /^(?:drop|truncate|delete|flush)$/
