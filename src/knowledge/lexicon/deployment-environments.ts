import type { Effect, Environment } from '../../analysis/effects.ts'
import type { Command, Word } from '../../analysis/words.ts'

/** What people and names call production. The one list of environment words; others ask here. */
export const PRODUCTION_WORDS = ['production', 'prod', 'live', 'prd'] as const

const ENVIRONMENT_BY_WORD: ReadonlyMap<string, Environment> = new Map<string, Environment>([
  ...[...PRODUCTION_WORDS, 'prodution', 'mainnet'].map((word) => [word, 'production'] as const),
  ...['staging', 'stg', 'stage', 'uat', 'preprod', 'nonprod', 'preproduction', 'acceptance'].map(
    (word) => [word, 'staging'] as const,
  ),
  ...['preview', 'review', 'canary'].map((word) => [word, 'preview'] as const),
  ...'dev develop development test testing qa sandbox local localhost minikube kind playground scratch demo ci testnet devnet localnet regtest signet sepolia holesky'
    .split(' ')
    .map((word) => [word, 'development'] as const),
])

/** Where nothing is lost: what names of test and developer places have in common. */
export const TEST_PLACE_WORDS = 'dev develop development local test tests testing qa sandbox demo'.split(' ')

const ENVIRONMENTS_BY_SEVERITY: readonly Environment[] = ['production', 'staging', 'unknown', 'preview', 'development']

const ENVIRONMENT_WORD = new RegExp([...ENVIRONMENT_BY_WORD.keys()].join('|'))

/** The environment that a name speaks of: `orders-prod-eu` is production, `non-prod` is not. */
export function environmentOfName(name: string): Environment {
  if (!ENVIRONMENT_WORD.test(name.toLowerCase())) return 'unknown'
  const folded = name
    // Addresses of services that end like an environment.
    .replace(/\.(?:pkg|workers|pages|fly|deno|web|go)\.dev\b|(?<=^[a-z0-9-]{2,63})\.dev$/g, '')
    .replace(/(?<![A-Za-z])(non|pre|not)[-_. ]?prod(?:uction)?/gi, 'nonprod')
    .replace(/([a-z])([A-Z])/g, '$1-$2')
  const found = folded
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .map((word) => ENVIRONMENT_BY_WORD.get(word.replace(/\d+$/, '')))
    .filter((environment) => environment !== undefined)
  return strictestEnvironment(found)
}

/** What people call it in other languages, also as a part of a longer word. */
const PRODUCTION_ABROAD = /producci[oó]n|produ[cç][aã]o|produktion|produzione|本番|生产环境|生產環境|продакшен/i

/** The environments that a text speaks of: what others share is as good as live, and "local" tells a place. */
export function environmentsIn(text: string): ReadonlySet<string> {
  if (text === lastEnvironments.text) return lastEnvironments.environments
  const words = new Set(text.toLowerCase().split(/[^a-z]+/))
  const named = [...words].filter((word) => !/^(?:local|localhost|kind|ci|review)$/.test(word))
  const environments = named.map((word) => (word === 'shared' ? 'production' : environmentOfName(word)))
  if (PRODUCTION_ABROAD.test(text)) environments.push('production')
  const found = new Set(environments.filter((environment) => environment !== 'unknown'))
  if (text.length > MIN_CACHED_LENGTH) lastEnvironments = { text, environments: found }
  return found
}

const MIN_CACHED_LENGTH = 2_000
let lastEnvironments: { readonly text: string; readonly environments: ReadonlySet<string> } = {
  text: '',
  environments: new Set(),
}

export function strictestEnvironment(environments: readonly Environment[]): Environment {
  const known = environments.filter((environment) => environment !== 'unknown')
  if (known.length === 0) return 'unknown'
  return known.reduce((left, right) =>
    ENVIRONMENTS_BY_SEVERITY.indexOf(right) < ENVIRONMENTS_BY_SEVERITY.indexOf(left) ? right : left,
  )
}

const ENVIRONMENT_VARIABLES =
  /^(?:CLOUDSDK_|TF_VAR_|AZURE_|PULUMI_STACK|AWS_VAULT|KUBECONFIG|PGDATABASE)|(?:^|_)(?:ENV|ENVIRONMENT|STAGE|PROFILE|PROJECT|WORKSPACE|CONTEXT|URL|DSN|CONN|CONNECTION|ENDPOINT|SERVER|SETTINGS_MODULE)$|HOST$/

/** One of them tells how a build is made as often. */
export function choosesEnvironment(name: string): boolean {
  return name !== 'NODE_ENV' && ENVIRONMENT_VARIABLES.test(name)
}

const ENVIRONMENT_OPTIONS = /^--?(?:stage|test|local|live|review|demo)$/

/** Options that pick parts of a project: a folder of models called `staging` is no environment. */
const SELECTOR_OPTIONS = /^--(?:select|models?|exclude)$/

const PROSE_OPTIONS =
  /^(?:-m|(?:--?)?(?:[\w-]*-)?(?:message|msg|description|desc|comment|title|note|notes|reason|label|labels|annotation|subject|body|text|summary|author|e?mail|name|image\w*|(?:ssh|api|access|identity|private|public|deploy|signing|host|gpg)[-_]?keys?|key[-_]?(?:file|path|name|pair|id)|\w{0,6}user(?:name)?|login|identity|owner))$/i

/** A key that lies in a file opens something; any other is what a store is asked for. */
const KEY_OPTIONS = /^(?:-i|(?:--?)?keys?)$/i
const KEY_FILE = /^[~./]|\.(?:pem|key|pub|ppk|p12|pfx|json|asc|gpg)$/i

export function environmentOfCommand(command: Command): Environment {
  const before = (at: number) => command.args[at - 1]?.known ?? ''
  const isTold = (word: Word, at: number) => {
    const [, key = '', value = word.known] = /^([\w.-]{1,100})=(.*)$/s.exec(word.known) ?? []
    return [before(at), key].some(
      (option) => PROSE_OPTIONS.test(option) || (KEY_OPTIONS.test(option) && KEY_FILE.test(value)),
    )
  }
  const named = command.args.filter(
    ({ known }, at) =>
      !SELECTOR_OPTIONS.test(before(at)) && known.length < 300 && !/\s/.test(known) && !ENVIRONMENT_OPTIONS.test(known),
  )
  const set = command.assignments
    .filter((item) => ENVIRONMENT_VARIABLES.test(item.name))
    .flatMap((item) => [item.value.known, ...variablesInWord(item.value)])
    .concat((command.inherited ?? []).map(({ known }) => known))
  const environment = strictestEnvironment(
    [...named.flatMap((word) => [withoutHomeFolder(word), ...variablesInWord(word)]), ...set].map(environmentOfName),
  )
  if (environment !== 'development' && environment !== 'preview') return environment
  // What people are told, and what a key is called (`TEST=1`), makes nothing safer.
  const messages = new Set(command.args.filter(isTold))
  const placed = named.filter((word) => !messages.has(word))
  return strictestEnvironment(
    [...placed.flatMap((word) => [withoutKey(withoutHomeFolder(word)), ...variablesInWord(word)]), ...set].map(
      environmentOfName,
    ),
  )
}

function withoutKey(word: string): string {
  return word.startsWith('-') ? word : word.replace(/^[A-Za-z_][\w.]*=/, '')
}

/** `/home/dev/x.key`: whose home it is says nothing of an environment. */
function withoutHomeFolder({ known }: Word): string {
  return known.replace(/(?<=^|[=:@,])\/(?:home|Users)\/[^/]+(?=\/|$)/, '~').replace(/^~\/\.local(?=\/)/, '~')
}

/** `$PROD_DB`, `$(cat prod-url)`: the name of a variable or a file speaks for its value. */
export function variablesInWord({ dynamic, sources }: Word): readonly string[] {
  if (!dynamic) return []
  return sources.flatMap((source) =>
    source.kind === 'environment'
      ? [source.name]
      : source.kind === 'file'
        ? [source.path.slice(source.path.lastIndexOf('/') + 1)]
        : [],
  )
}

export function withDeploymentEnvironment<E extends Effect>(effect: E, command: Command): E {
  switch (effect.kind) {
    case 'deploy':
      return effect.environment === 'unknown' ? { ...effect, environment: environmentOfCommand(command) } : effect
    case 'database-change':
      // What nobody has read may well change a database that others use.
      return effect.reach === 'unknown' && /^(?:production|staging)$/.test(environmentOfCommand(command))
        ? { ...effect, reach: 'remote', certainty: effect.certainty === 'possible' ? 'likely' : effect.certainty }
        : effect
    default:
      return effect
  }
}
