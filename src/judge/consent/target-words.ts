import type { Effect } from '../../analysis/effects.ts'
import type { Command } from '../../analysis/words.ts'
import { JOBS, RUNNING, STORED } from './kinds.ts'
import { type NamePattern, patternOfGlob } from './patterns.ts'
import type { Selection } from './selected.ts'

export interface Place {
  /** What people call such a place; `path` for the folders above. */
  readonly kind: string
  readonly name: string
}

const VERBS =
  'set get add put push apply create update delete destroy remove rm deploy reset drop purge flush stop start restart cancel run up down kill terminate scale undo rollout rollback uninstall upgrade install drain del un reboot restart-all'.split(
    ' ',
  )
const NOT_NAMES = new Set([
  ...VERBS,
  ...JOBS,
  ...RUNNING,
  ...STORED,
  'po',
  'svc',
  'sts',
  'ds',
  'ns',
  'cm',
  'configmap',
  'configmaps',
  'secret',
  'secrets',
  'ingress',
  'pvc',
  'pv',
  'statefulset',
  'statefulsets',
  'daemonset',
  'daemonsets',
  'compute',
  'instances',
  'all',
  'of',
  'volumes',
])
/** `stop-instances`, `terminate-job`, `ps:restart`. */
const OPERATION = new RegExp(`^(?:(?:${VERBS.join('|')})[-_][a-z_-]+|[a-z]+:(?:${VERBS.join('|')}))$`)
const NAME_FLAG =
  /^--?(?:names?|ids?|[a-z-]+-(?:ids?|names?|identifiers?|arns?|url)|bucket|key|instances?|job|jobname|queue|topic|service|services)$/
const PLACE_FLAGS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    namespace: '-n --namespace',
    cluster: '--cluster --context --kube-context',
    project: '--project',
    region: '--region --zone',
    account: '--account --profile --subscription',
    partition: '-p --partition',
    group: '-g --resource-group',
    app: '-a --app',
    host: '--host',
    database: '--database',
    environment: '--env --environment -e --workspace',
    realm: '--realm -r',
  }).flatMap(([kind, flags]) => flags.split(' ').map((flag) => [flag, kind] as const)),
)
const STATE_FLAG =
  /^(?:--state|-t|-u|--user|--me|--all|-A|-l|--selector|--field-selector|--status|--filter|--filters|--older-than|--before)$/

interface Words {
  readonly names: readonly string[]
  readonly places: readonly Place[]
  readonly picked: Selection | undefined
}

/** The names in a target and in the options of its command. */
export function targetWords(
  { target, system }: Extract<Effect, { kind: 'resource-change' }>,
  command: Command | undefined,
): Words {
  const flagged = flaggedWords(command)
  const words = target
    .split(/\s+/)
    .filter((word, at, all) => word !== '' && !word.startsWith('-') && !/^-[a-zA-Z]$/.test(all[at - 1] ?? ''))
  const positional = words.slice(leadOf(words, system)).filter((word) => !isSource(word, system))
  const aws = system === 'aws' && flagged.names.length > 0
  const names = [...new Set([...(aws ? [] : positional), ...flagged.names])]
  // `--include 'x*'`: what stands as the target is where to look.
  return flagged.picked && flagged.picked.rules.length > 0
    ? {
        names: [],
        places: [...flagged.places, ...names.map((name) => ({ kind: 'bucket', name }))],
        picked: flagged.picked,
      }
    : { ...flagged, names }
}

/** How many words come before the names: what is done, and to which kind of thing. */
function leadOf(words: readonly string[], system: string): number {
  if (system === 'docker') return words.includes('of') ? words.length : 0
  if (system === 'aws') return 2
  const isKind = (word: string | undefined) => word !== undefined && NOT_NAMES.has(word.toLowerCase())
  const isVerb = (word: string) => VERBS.includes(word.toLowerCase()) || OPERATION.test(word)
  // `restart deployment x`: what is done, one kind, and then the names, whatever they are.
  if (system === 'kubernetes') {
    const past = words.findIndex((word) => !isVerb(word))
    return past < 0 ? words.length : past + (isKind(words[past]) ? 1 : 0)
  }
  // `compute droplet delete x`: names come after the verb. A worker may be called worker.
  let at = words.slice(0, 4).findLastIndex(isVerb) + 1
  while (isKind(words[at]) && at < words.length - 1) at++
  return at
}

/** Charts and servers stand among the words, and are no targets. */
function isSource(word: string, system: string): boolean {
  return /^[\w.-]+:\d{2,5}$/.test(word)
    ? system !== 'docker'
    : system === 'helm' && /^(?:\.|\/|oci:|https?:)|\.tgz$/.test(word)
}

function flaggedWords(command: Command | undefined): Words {
  const names: string[] = []
  const places: Place[] = []
  const rules: NamePattern[] = []
  const words: string[] = []
  let open: { readonly note: (name: string) => void; readonly several: boolean } | undefined
  const args = command?.args.map(({ known }) => known.replaceAll('\0', '…')) ?? []
  args.forEach((word, at) => {
    const [, flag = '', value] = /^(--?[\w-]+)(?:=(.*))?$/s.exec(word) ?? []
    if (flag === '') {
      if (open) for (const name of word.split(',')) open.note(name)
      if (!open?.several) open = undefined
      return
    }
    open = undefined
    const next = value ?? (args[at + 1]?.startsWith('-') ? undefined : args[at + 1])
    if (STATE_FLAG.test(flag)) words.push(flag.replace(/^-+/, ''), ...(next === undefined ? [] : [next.toLowerCase()]))
    if (flag === '--include' && next !== undefined) rules.push(patternOfGlob(next.toLowerCase()))
    const kind = PLACE_FLAGS.get(flag)
    const note = NAME_FLAG.test(flag)
      ? (name: string) => names.push(name)
      : kind === undefined
        ? undefined
        : (name: string) => places.push({ kind, name })
    if (note && value !== undefined) for (const name of value.split(',')) note(name)
    else if (note) open = { note, several: /[^s]s$/.test(flag) }
  })
  const picked = rules.length > 0 || words.length > 0 ? { rules, words, known: true } : undefined
  return { names, places, picked }
}
