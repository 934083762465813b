import type { EffectDraft } from '../../../analysis/effects.ts'
import type { CommandGrade, EffectRecorder } from '../../../analysis/interpret/program.ts'
import type { SpecCall } from '../../../analysis/interpret/spec.ts'
import { systemOf } from '../../../analysis/interpret/spec-effects.ts'
import type { Target } from '../../../analysis/target.ts'
import type { Word } from '../../../analysis/words.ts'

/** The words that chose what is done: `pr merge`. */
export function subcommandText({ loose, rest }: SpecCall): string {
  return loose.operands
    .slice(0, loose.operands.length - rest.length)
    .map(wordText)
    .join(' ')
}

/** The same recorder, which adds who does it and which records it is about. */
export function withRecordDetails(call: SpecCall): EffectRecorder {
  const service = systemOf(call)
  const action = subcommandText(call)
  const repository = wordText(call.loose.value('--repo', '-R'))
  const recorder = withRecordTargets({ service, action, operands: call.rest.map(wordText), repository }, call.recorder)
  return { ...recorder, effect: (draft) => recorder.effect({ by: `${service} ${action}`, ...draft }) }
}

/** What is looked at stays here, unless a browser is opened on it. */
export function gradeOfView({ loose }: SpecCall): CommandGrade {
  return loose.has('--web', '-w') ? 'plain' : 'proven'
}

export const RECORD_TARGET_TEMPLATE = '$* or $--repo|-R'

export function recordTargetText({ rest, loose }: SpecCall): string {
  return rest.map(wordText).join(' ') || wordText(loose.value('--repo', '-R'))
}

export function wordText(word: Word | undefined): string {
  return word?.text ?? word?.known.replaceAll('\0', '…') ?? ''
}

/** What people call the groups of sub-commands. */
const RECORD_TYPES: ReadonlyMap<string, string> = new Map(
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
const MULTI_OPERAND_TYPES: ReadonlySet<string> = new Set([
  'pull request',
  'merge request',
  'issue',
  'gist',
  'cache',
  'label',
])

interface RecordCall {
  readonly service: string
  /** `pr merge`, `api`. */
  readonly action: string
  readonly operands: readonly string[]
  readonly repository: string
}

/** The records a call names: `12`, an address of one, or `repos/acme/app/pulls/3/merge`. */
function parseRecordTargets(
  { service, action, operands, repository }: RecordCall,
  recorder: EffectRecorder,
): readonly Target[] {
  if (action === 'api') return [endpointTarget(service, operands[0] ?? '', recorder)]
  const [group = ''] = action.split(' ')
  const type = RECORD_TYPES.get(group) ?? group
  const record = (place: string, id = ''): Target => ({
    kind: 'record',
    service,
    repository: place,
    type,
    id,
    amount: 'one',
  })
  if (type === 'repository') return [record((operands[0] ?? repository) || ownRepository(recorder))]
  const foreign = isOwnRepository(repository, recorder) ? '' : repository
  if (operands.length === 0) return [record(foreign)]
  // A text with blanks is what is said of a record, not which one.
  const ids = operands.filter((id, at) => at === 0 || !/\s/.test(id))
  return (MULTI_OPERAND_TYPES.has(type) ? ids : ids.slice(0, 1)).map((id): Target => {
    const [, place = '', number = ''] =
      /^https?:\/\/[^/]+\/([^/]+\/[^/]+)\/(?:-\/)?(?:pull|issues|merge_requests)\/(\d+)/.exec(id) ?? []
    return number === '' ? record(foreign, id) : record(isOwnRepository(place, recorder) ? '' : place, number)
  })
}

function endpointTarget(service: string, endpoint: string, recorder: EffectRecorder): Target {
  const path = endpoint.replace(/^\/|[?#].*$/gs, '')
  const [, repository = '', group = 'repository', id = ''] =
    /^(?:repos|projects)\/([^/]+(?:\/[^/]+)?)(?:\/([\w-]+)(?:\/(.+))?)?$/.exec(path.replace(/%2f/gi, '/')) ?? []
  if (repository === '') return { kind: 'record', service, repository: '', type: 'endpoint', id: path, amount: 'one' }
  const type = RECORD_TYPES.get(group) ?? group
  const kept = type === 'repository' || !isOwnRepository(repository, recorder) ? repository : ''
  const number = /^(\d+)(?:\/|$)/.exec(id)?.[1]
  return { kind: 'record', service, repository: kept, type, id: number ?? id, amount: 'one' }
}

function isOwnRepository(repository: string, recorder: EffectRecorder): boolean {
  return repository !== '' && repository === ownRepository(recorder)
}

/** `owner/name` of the repository this runs in. */
function ownRepository({ facts }: EffectRecorder): string {
  const url = facts.git(facts.cwd)?.remotes.get('origin') ?? ''
  return /[:/]([^/:]+\/[^/]+?)(?:\.git)?\/?$/.exec(url)?.[1] ?? ''
}

const RECORD_EFFECT_KINDS: ReadonlySet<EffectDraft['kind']> = new Set<EffectDraft['kind']>([
  'external-write',
  'publish',
  'resource-change',
])

/** The same recorder, which adds what the call is about to each effect on a record. */
function withRecordTargets(call: RecordCall, recorder: EffectRecorder): EffectRecorder {
  return {
    ...recorder,
    effect: (draft) =>
      recorder.effect(
        RECORD_EFFECT_KINDS.has(draft.kind) ? { ...draft, targets: parseRecordTargets(call, recorder) } : draft,
      ),
  }
}
