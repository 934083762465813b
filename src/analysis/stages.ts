import type { Effect, Stage } from './effects.ts'
import type { Command, Word } from './words.ts'

/** What people and names call production. The one list of stage words; others ask here. */
export const PRODUCTION = ['production', 'prod', 'live', 'prd'] as const

const WORDS: ReadonlyMap<string, Stage> = new Map<string, Stage>([
  ...[...PRODUCTION, 'prodution', 'mainnet'].map((word) => [word, 'production'] as const),
  ...['staging', 'stg', 'stage', 'uat', 'preprod', 'nonprod', 'preproduction', 'acceptance'].map(
    (word) => [word, 'staging'] as const,
  ),
  ...['preview', 'review', 'canary'].map((word) => [word, 'preview'] as const),
  ...'dev develop development test testing qa sandbox local localhost minikube kind playground scratch demo ci testnet devnet localnet regtest signet sepolia holesky'
    .split(' ')
    .map((word) => [word, 'development'] as const),
])

const SEVERITY: readonly Stage[] = ['production', 'staging', 'unknown', 'preview', 'development']

const MENTIONED = new RegExp([...WORDS.keys()].join('|'))

/** The stage that a name speaks of: `orders-prod-eu` is production, `non-prod` is not. */
export function stageOfName(name: string): Stage {
  if (!MENTIONED.test(name.toLowerCase())) return 'unknown'
  const folded = name
    // Addresses of services that end like a stage.
    .replace(/\.(?:pkg|workers|pages|fly|deno|web|go)\.dev\b|(?<=^[a-z0-9-]{2,63})\.dev$/g, '')
    .replace(/(?<![A-Za-z])(non|pre|not)[-_. ]?prod(?:uction)?/gi, 'nonprod')
    .replace(/([a-z])([A-Z])/g, '$1-$2')
  const found = folded
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => WORDS.get(word.replace(/\d+$/, '')))
    .filter((stage) => stage !== undefined)
  return strictestStage(found)
}

/** The stages that a text speaks of: what others share is as good as live, and "local" tells a place. */
export function stagesIn(text: string): ReadonlySet<string> {
  if (text === lastRead.text) return lastRead.stages
  const words = new Set(text.toLowerCase().split(/[^a-z]+/))
  const telling = [...words].filter((word) => !/^(?:local|localhost|kind|ci|review)$/.test(word))
  const stages = telling.map((word) => (word === 'shared' ? 'production' : stageOfName(word)))
  const found = new Set(stages.filter((stage) => stage !== 'unknown'))
  if (text.length > LONG) lastRead = { text, stages: found }
  return found
}

const LONG = 2_000
let lastRead: { readonly text: string; readonly stages: ReadonlySet<string> } = { text: '', stages: new Set() }

export function strictestStage(stages: readonly Stage[]): Stage {
  const known = stages.filter((stage) => stage !== 'unknown')
  if (known.length === 0) return 'unknown'
  return known.reduce((left, right) => (SEVERITY.indexOf(right) < SEVERITY.indexOf(left) ? right : left))
}

const CHOOSES =
  /^(?:CLOUDSDK_|TF_VAR_|AZURE_|PULUMI_STACK|AWS_VAULT|KUBECONFIG|PGDATABASE)|(?:^|_)(?:ENV|ENVIRONMENT|STAGE|PROFILE|PROJECT|WORKSPACE|CONTEXT|URL|DSN|CONN|CONNECTION|ENDPOINT|SERVER|SETTINGS_MODULE)$|HOST$/

/** One of them tells how a build is made as often. */
export function choosesStage(name: string): boolean {
  return name !== 'NODE_ENV' && CHOOSES.test(name)
}

const NAMES_STAGE = /^--?(?:stage|test|local|live|review|demo)$/

/** Options that pick parts of a project: a folder of models called `staging` is no stage. */
const PICKS = /^--(?:select|models?|exclude)$/

const TOLD =
  /^(?:-m|(?:--?)?(?:[\w-]*-)?(?:message|msg|description|desc|comment|title|note|notes|reason|label|labels|annotation|subject|body|text|summary|author|e?mail|name|image\w*|(?:ssh|api|access|identity|private|public|deploy|signing|host|gpg)[-_]?keys?|key[-_]?(?:file|path|name|pair|id)|\w{0,6}user(?:name)?|login|identity|owner))$/i

/** A key that lies in a file opens something; any other is what a store is asked for. */
const KEY = /^(?:-i|(?:--?)?keys?)$/i
const FILE = /^[~./]|\.(?:pem|key|pub|ppk|p12|pfx|json|asc|gpg)$/i

export function stageOf(command: Command): Stage {
  const before = (at: number) => command.args[at - 1]?.known ?? ''
  const isTold = (word: Word, at: number) => {
    const [, key = '', value = word.known] = /^([\w.-]{1,100})=(.*)$/s.exec(word.known) ?? []
    return [before(at), key].some((option) => TOLD.test(option) || (KEY.test(option) && FILE.test(value)))
  }
  const named = command.args.filter(
    ({ known }, at) => !PICKS.test(before(at)) && known.length < 300 && !/\s/.test(known) && !NAMES_STAGE.test(known),
  )
  const set = command.assignments
    .filter((item) => CHOOSES.test(item.name))
    .flatMap((item) => [item.value.known, ...variablesOf(item.value)])
    .concat((command.inherited ?? []).map(({ known }) => known))
  const stage = strictestStage(
    [...named.flatMap((word) => [saidIn(word), ...variablesOf(word)]), ...set].map(stageOfName),
  )
  if (stage !== 'development' && stage !== 'preview') return stage
  // What people are told, and what a key is called (`TEST=1`), makes nothing safer.
  const told = new Set(command.args.filter(isTold))
  const placed = named.filter((word) => !told.has(word))
  return strictestStage(
    [...placed.flatMap((word) => [afterKey(saidIn(word)), ...variablesOf(word)]), ...set].map(stageOfName),
  )
}

function afterKey(word: string): string {
  return word.startsWith('-') ? word : word.replace(/^[A-Za-z_][\w.]*=/, '')
}

/** `/home/dev/x.key`: whose home it is tells nothing of a stage. */
function saidIn({ known }: Word): string {
  return known.replace(/(?<=^|[=:@,])\/(?:home|Users)\/[^/]+(?=\/|$)/, '~').replace(/^~\/\.local(?=\/)/, '~')
}

/** `$PROD_DB`, `$(cat prod-url)`: the name of a variable or a file speaks for its value. */
export function variablesOf({ dynamic, sources }: Word): readonly string[] {
  if (!dynamic) return []
  return sources.flatMap((source) =>
    source.kind === 'environment'
      ? [source.name]
      : source.kind === 'file'
        ? [source.path.slice(source.path.lastIndexOf('/') + 1)]
        : [],
  )
}

export function staged<E extends Effect>(effect: E, command: Command): E {
  switch (effect.kind) {
    case 'deploy':
      return effect.stage === 'unknown' ? { ...effect, stage: stageOf(command) } : effect
    case 'database-change':
      // What nobody has read may well change a database that others use.
      return effect.reach === 'unknown' && /^(?:production|staging)$/.test(stageOf(command))
        ? { ...effect, reach: 'remote', certainty: effect.certainty === 'possible' ? 'likely' : effect.certainty }
        : effect
    default:
      return effect
  }
}
