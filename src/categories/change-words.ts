import type { Effect } from '../analysis/effects.ts'
import {
  CHANGE_WORDS,
  DELETE_WORDS,
  DEPLOY_WORDS,
  END_WORDS,
  phrases,
  RECORD_WORDS,
  RESTART_WORDS,
  SEND_WORDS,
  STOP_WORDS,
} from '../knowledge/lexicon/act-words.ts'
import { PRODUCTION_WORDS } from '../knowledge/lexicon/deployment-environments.ts'
import { LOSING_STATEMENTS, VERBS } from '../knowledge/lexicon/verbs.ts'
import { targetSpellings } from './spellings.ts'

type Change = Extract<Effect, { kind: 'resource-change' }>
type Statement = Extract<Effect, { kind: 'database-change' }>['statement']

const REMOVE_WORDS = [
  ...DELETE_WORDS,
  ...END_WORDS,
  ...phrases('destroy, drain, uninstall, flush, truncate, decommission'),
] as const
const RESTART_OR_REDEPLOY_WORDS = [
  ...STOP_WORDS,
  ...phrases('start, roll, recycle, redeploy, reload, kick, roll out, rollout'),
] as const
const SCALE_WORDS = [
  ...CHANGE_WORDS,
  ...STOP_WORDS,
  ...phrases('scale, resize, start, increase, decrease, reduce'),
] as const
const PROVISION_WORDS = [
  ...CHANGE_WORDS,
  ...DEPLOY_WORDS,
  ...phrases('apply, provision, spin up, launch, install, upgrade, migrate, roll back, rollback, revert'),
  ...phrases('resize, scale, seed, enable, disable, reload, set up, start'),
] as const
/** What files describe is rolled out: who has them edited does not ask for that. */
const FILE_EDIT_WORDS = CHANGE_WORDS.filter((act) => !/^(?:update|set)$/.test(act))
const ROLLOUT_WORDS = PROVISION_WORDS.filter((act) => !FILE_EDIT_WORDS.some((edit) => edit === act))

/** Words that ask for each verb. What only mentions the tool ("run terraform plan") asks for none of them. */
const WORDS_BY_VERB: Readonly<Record<Change['verb'], readonly string[]>> = {
  create: PROVISION_WORDS,
  update: PROVISION_WORDS,
  apply: ROLLOUT_WORDS,
  restart: RESTART_OR_REDEPLOY_WORDS,
  scale: SCALE_WORDS,
  cancel: REMOVE_WORDS,
  delete: REMOVE_WORDS,
  destroy: REMOVE_WORDS,
  purge: REMOVE_WORDS,
}

/** "Run terraform apply", "terraform apply it": the verb itself, as the object of running or after the tool's name. */
function verbPhrases(verb: string, tool: string): readonly string[] {
  return [`run … ${verb}`, `do … ${verb}`, `execute … ${verb}`, `${tool} ${verb}`]
}

/** A machine or a store that is stopped can be started again; one that is removed cannot. */
const DELETE_RESOURCE_WORDS = REMOVE_WORDS.filter((act) => !/^(?:stop|shut ?down|halt|close|quit)$/.test(act))
/** A pod comes back, and a job ends: to delete it is to stop it. */
const RECREATED_RESOURCE = /^(?:pods?|po|jobs?|…)(?:[./\s]|$)/i

const DESCRIBED_BY_FILE = /\.(?:ya?ml|json|toml|hcl|tf|py|ipynb|sh|sql|sbatch|slurm)$/

export function resourceChangeWords({ verb, system, actor, family, target }: Change): readonly string[] {
  const tool = actor.words[0] ?? system
  const forGood =
    (verb === 'delete' || verb === 'destroy') &&
    family !== 'job' &&
    family !== 'queue' &&
    !RECREATED_RESOURCE.test(target)
  // Who has a file written does not have run what it describes.
  const described = (verb === 'create' || verb === 'update') && DESCRIBED_BY_FILE.test(target)
  const acts = described ? ROLLOUT_WORDS : forGood ? DELETE_RESOURCE_WORDS : WORDS_BY_VERB[verb]
  return [...acts, ...(RECREATED_RESOURCE.test(target) ? RESTART_WORDS : []), ...verbPhrases(verb, tool.toLowerCase())]
}

const TABLE_DELETE_WORDS = [...DELETE_WORDS, 'truncate', 'flush', 'reset', 'recreate', 'rebuild', 'destroy'] as const
const DATA_CHANGE_WORDS = [
  ...CHANGE_WORDS,
  ...DELETE_WORDS,
  ...phrases('migrate, seed, backfill, alter, apply, bump, increase, load, import'),
] as const
const DATA_RESTORE_WORDS = [
  ...CHANGE_WORDS,
  ...phrases('restore, load, import, roll back, rollback, reset, migrate'),
] as const
const RUN_SQL_PHRASES = ['sql', 'query', 'statement', 'delete'].map((what) => `run … ${what}`)

export function sqlStatementWords(statement: Statement): readonly string[] {
  switch (statement) {
    case 'drop':
    case 'truncate':
    case 'delete':
    case 'flush':
      // Migrations go forward: who asks for them wants to keep what is there.
      return [...TABLE_DELETE_WORDS, ...RUN_SQL_PHRASES]
    case 'restore':
      return DATA_RESTORE_WORDS
    case 'update':
    case 'insert':
    case 'alter':
    case 'grant':
    case 'other':
      return [
        ...DATA_CHANGE_WORDS,
        'grant',
        'give',
        ...RUN_SQL_PHRASES,
        'run … migration',
        'run … update',
        'run … insert',
      ]
  }
}

/** Narrow acts on records: a comment is not a closing. Others share the wide list. */
const WORDS_BY_RECORD_VERB: readonly (readonly [RegExp, readonly string[]])[] = [
  [/^close$/, ['close', 'resolve', 'decline', 'reject', 'abandon', 'shut', 'finish', 'complete', 'cancel', 'withdraw']],
  [/^reopen$/, ['reopen', 'open', 're-open', 'restore']],
  [/^(?:lock|unlock|pin|unpin|transfer|archive|unarchive|rename|delete|disable|enable|convert)$/, []],
  [
    /^(?:comment|reply)$/,
    [
      ...phrases('comment, create, make, reply, respond, answer, post, write, add, leave, tell, say, ask, note'),
      ...phrases('mention, ping, let, update, report, send, put, submit, drop'),
    ],
  ],
]

/** Acts on a record that is there already: none of them asks for a new one. */
const EXISTING_RECORD_VERBS = new Set([
  ...phrases('comment, close, reopen, resolve, label, assign, merge, approve, mark, react, rerun'),
])
const CREATE_RECORD_WORDS = [...RECORD_WORDS, ...SEND_WORDS].filter((act) => !EXISTING_RECORD_VERBS.has(act))

/** What a person calls this change of a record, by the last word that names what is done: `github pr close`. */
export function recordActWords(toolName: readonly string[]): readonly string[] {
  const words = toolName.flatMap((word) => word.toLowerCase().split(/[^a-z]+/))
  for (const word of words.toReversed()) {
    const found = WORDS_BY_RECORD_VERB.find(([pattern]) => pattern.test(word))
    if (found) return found[1].length > 0 ? found[1] : [word]
    if (word === 'create') return CREATE_RECORD_WORDS
  }
  return [...RECORD_WORDS, ...SEND_WORDS]
}

const RESOURCE_TYPE =
  /^(?:pods?|po|deployments?|deploy|services?|svc|statefulsets?|sts|daemonsets?|ds|jobs?|cronjobs?|namespaces?|ns|nodes?|secrets?|configmaps?|cm|ingress|pvc?|volumes?|containers?|images?|networks?|restart|scale)$/i
const REMOVAL_WORDS: ReadonlySet<string> = new Set([...VERBS.delete, 'uninstall'])
const LISTS_TARGETS = /^(?:docker|podman|nerdctl|kubernetes)$/

/** What must be named: each thing of a list by itself, or else the target as a whole. */
export function targetNouns(change: Change): readonly (readonly string[])[] {
  const { system, verb, target, environment } = change
  if (target === '') return environment === 'production' ? [PRODUCTION_WORDS] : unspecifiedTargetNouns(change)
  const words = target.split(/\s+/)
  const names = words.filter(
    (word, index) =>
      !word.startsWith('-') &&
      !words[index - 1]?.startsWith('-') &&
      !RESOURCE_TYPE.test(word) &&
      !REMOVAL_WORDS.has(word.toLowerCase()),
  )
  const listed = LISTS_TARGETS.test(system) && verb !== 'apply' && verb !== 'create' && names.length > 1
  return listed ? names.map(targetSpellings) : [targetSpellings(target)]
}

const INFRASTRUCTURE_NOUNS = [
  ...phrases('infrastructure, infra, stack, stacks, cluster, cloud, plan, changes, resources'),
] as const

/** Nothing tells what is rolled out or where: "deploy to staging" may not mean it. The tool or the whole must be named. */
function unspecifiedTargetNouns({ system, verb, actor, environment }: Change): readonly (readonly string[])[] {
  const rollsOut = verb === 'apply' || verb === 'create' || verb === 'update'
  if (!rollsOut || environment !== 'unknown') return []
  return [[actor.name, system, ...INFRASTRUCTURE_NOUNS, ...PRODUCTION_WORDS]]
}

/** What must be named where a tool takes its database from its settings: the database, or the tool itself. */
export function databaseNouns({ engine, statement }: Extract<Effect, { kind: 'database-change' }>): readonly string[] {
  const forward = LOSING_STATEMENTS.has(statement) ? [] : ['migration', 'migrations', 'migrate', 'seed']
  return ['database', 'databases', 'db', 'schema', 'tables', 'table', 'data', ...forward, engine]
}
