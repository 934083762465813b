import type { EffectDraft } from '../../effects.ts'
import type { Target } from '../../target.ts'
import type { Word } from '../../words.ts'
import type { FormCall } from '../form/form.ts'
import { systemOf } from '../form/state.ts'
import type { Scribe, Standing } from '../program.ts'

/** The words that chose what is done: `pr merge`. */
export function actionOf({ loose, rest }: FormCall): string {
  return loose.operands
    .slice(0, loose.operands.length - rest.length)
    .map(textOf)
    .join(' ')
}

/** The same scribe, which adds who does it and which records it is about. */
export function aboutRecords(call: FormCall): Scribe {
  const service = systemOf(call)
  const action = actionOf(call)
  const repository = textOf(call.loose.value('--repo', '-R'))
  const scribe = withRecords({ service, action, operands: call.rest.map(textOf), repository }, call.scribe)
  return { ...scribe, effect: (draft) => scribe.effect({ by: `${service} ${action}`, ...draft }) }
}

/** What is looked at stays here, unless a browser is opened on it. */
export function looks({ loose }: FormCall): Standing {
  return loose.has('--web', '-w') ? 'plain' : 'proven'
}

export const TARGET = '$* or $--repo|-R'

export function targetOf({ rest, loose }: FormCall): string {
  return rest.map(textOf).join(' ') || textOf(loose.value('--repo', '-R'))
}

export function textOf(word: Word | undefined): string {
  return word?.text ?? word?.known.replaceAll('\0', '…') ?? ''
}

/** What people call the groups of sub-commands. */
const TYPES: ReadonlyMap<string, string> = new Map(
  Object.entries({
    pr: 'pull request',
    pull: 'pull request',
    pulls: 'pull request',
    mr: 'merge request',
    merge_requests: 'merge request',
    issues: 'issue',
    releases: 'release',
    repo: 'repository',
    repos: 'repository',
    ci: 'pipeline',
  }),
)

/** Sub-commands that take several; after the first word of others come values and files. */
const MANY: ReadonlySet<string> = new Set(['pull request', 'merge request', 'issue', 'gist', 'cache', 'label'])

interface RecordCall {
  readonly service: string
  /** `pr merge`, `api`. */
  readonly action: string
  readonly operands: readonly string[]
  readonly repository: string
}

/** The records a call names: `12`, an address of one, or `repos/acme/app/pulls/3/merge`. */
function recordTargets({ service, action, operands, repository }: RecordCall, scribe: Scribe): readonly Target[] {
  if (action === 'api') return [endpointTarget(service, operands[0] ?? '', scribe)]
  const [group = ''] = action.split(' ')
  const type = TYPES.get(group) ?? group
  const record = (place: string, id = ''): Target => ({
    kind: 'record',
    service,
    repository: place,
    type,
    id,
    amount: 'one',
  })
  if (type === 'repository') return [record((operands[0] ?? repository) || ownRepository(scribe))]
  const foreign = isOwn(repository, scribe) ? '' : repository
  if (operands.length === 0) return [record(foreign)]
  // A text with blanks is what is said of a record, not which one.
  const ids = operands.filter((id, at) => at === 0 || !/\s/.test(id))
  return (MANY.has(type) ? ids : ids.slice(0, 1)).map((id): Target => {
    const [, place = '', number = ''] =
      /^https?:\/\/[^/]+\/([^/]+\/[^/]+)\/(?:-\/)?(?:pull|issues|merge_requests)\/(\d+)/.exec(id) ?? []
    return number === '' ? record(foreign, id) : record(isOwn(place, scribe) ? '' : place, number)
  })
}

function endpointTarget(service: string, endpoint: string, scribe: Scribe): Target {
  const path = endpoint.replace(/^\/|[?#].*$/gs, '')
  const [, repository = '', group = 'repository', id = ''] =
    /^(?:repos|projects)\/([^/]+(?:\/[^/]+)?)(?:\/([\w-]+)(?:\/(.+))?)?$/.exec(path.replace(/%2f/gi, '/')) ?? []
  if (repository === '') return { kind: 'record', service, repository: '', type: 'endpoint', id: path, amount: 'one' }
  const type = TYPES.get(group) ?? group
  const kept = type === 'repository' || !isOwn(repository, scribe) ? repository : ''
  const number = /^(\d+)(?:\/|$)/.exec(id)?.[1]
  return { kind: 'record', service, repository: kept, type, id: number ?? id, amount: 'one' }
}

function isOwn(repository: string, scribe: Scribe): boolean {
  return repository !== '' && repository === ownRepository(scribe)
}

/** `owner/name` of the repository this runs in. */
function ownRepository({ facts }: Scribe): string {
  const url = facts.git(facts.cwd)?.remotes.get('origin') ?? ''
  return /[:/]([^/:]+\/[^/]+?)(?:\.git)?\/?$/.exec(url)?.[1] ?? ''
}

const ABOUT_RECORDS: ReadonlySet<EffectDraft['kind']> = new Set<EffectDraft['kind']>([
  'external-write',
  'publish',
  'resource-change',
])

/** The same scribe, which adds what the call is about to each effect on a record. */
function withRecords(call: RecordCall, scribe: Scribe): Scribe {
  return {
    ...scribe,
    effect: (draft) =>
      scribe.effect(ABOUT_RECORDS.has(draft.kind) ? { ...draft, targets: recordTargets(call, scribe) } : draft),
  }
}
