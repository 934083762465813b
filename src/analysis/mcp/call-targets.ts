import { DRY_RUN_IN_NAME } from '../../knowledge/lexicon/dry-run-options.ts'
import { isPublicPrincipal } from '../../knowledge/lexicon/public-principals.ts'
import { wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { Target } from '../target.ts'
import { amountOf } from '../targets.ts'
import type { ToolInput } from '../tool.ts'
import type { ToolVerb } from './tool-verbs.ts'

const TARGET_KEYS =
  'recipient recipients to email cc bcc channel user user_email iban account amount url path file_path file_id file branch name title id key issue number password environment role permission access phone invoice order ticket ticket_id issue_number repo'.split(
    ' ',
  )

export function describeTarget(input: ToolInput): string {
  return listTargetValues(input).join(', ') || Object.values(input).map(flattenValue).join(', ').slice(0, 200)
}

function listTargetValues(input: ToolInput): readonly string[] {
  const values = TARGET_KEYS.map((key) => flattenValue(input[key]))
  for (const [key, value] of Object.entries(input))
    if (!TARGET_KEYS.includes(key) && /^[^@\s]+@[^@\s]+\.[^@\s]+$/.test(flattenValue(value).split(', ', 1)[0] ?? ''))
      values.push(flattenValue(value))
  return values.filter((value) => value !== '')
}

function flattenValue(value: unknown): string {
  return listValues(value).join(', ')
}

function listValues(value: unknown): readonly string[] {
  if (typeof value === 'string') return [value.slice(0, 200)]
  if (typeof value === 'number' || typeof value === 'boolean') return [String(value)]
  return Array.isArray(value) ? value.flatMap(listValues) : []
}

const MODIFIER_KEY = new RegExp(
  `(?:^|_)(?:reason|comment|note|message|text|body|content|description|query|filter|date|time|at|force|confirm|cascade|permanent|permanently|recursive|${DRY_RUN_IN_NAME.source}|notify|indexing|limit|type|mode|region|access|role|permission|amount)$`,
)
const CONTAINER_KEY =
  /^(?:owner|org|organization|tenant|account|account_id|project_id|workspace_id|team_id|space_id|site_id|parent|parent_id)$/
/** Ids that only machines use, and values that are no names: nobody says them. */
const UNSPOKEN_VALUE =
  /^(?:[0-9a-f]{8,}-[0-9a-f-]{8,}|[0-9a-f]{20,}|[a-z]{1,4}-?\d{1,4}|\d|true|false|null|yes|no|\d{4}-\d\d-\d\d.*)$/i
const MAX_NAME_LENGTH = 60

/** To be compared whole: `OPS` is not `OPS-33`. Names of several words are held against all that was said. */
export function findNamedTargets(server: string, input: ToolInput): { readonly targets?: readonly Target[] } {
  const namedEntries = Object.entries(input).filter(([key]) => !MODIFIER_KEY.test(key))
  const own = namedEntries.filter(([key]) => !CONTAINER_KEY.test(key))
  const names = (own.length > 0 ? own : namedEntries)
    .flatMap(([key, value]) => listValues(value).map((text) => [key, text.trim()] as const))
    .filter(([, text]) => text !== '' && text.length <= MAX_NAME_LENGTH && !UNSPOKEN_VALUE.test(text))
  if (names.length === 0 || names.some(([, text]) => /\s/.test(text))) return {}
  return { targets: names.map(([key, name]) => makeTarget(server, key, name, input)) }
}

function makeTarget(service: string, key: string, name: string, input: ToolInput): Target {
  if (/^repo(?:sitory)?(?:_name)?$/.test(key)) {
    const owner = flattenValue(input['owner'])
    const repository = owner === '' || name.includes('/') ? name : `${owner}/${name}`
    return { kind: 'record', service, repository, type: 'repository', id: '', amount: 'one' }
  }
  const type = key.replace(/_?(?:id|key|name)$/, '')
  return { kind: 'resource', system: service, type, name, amount: amountOf(name) }
}

const AUDIENCE_KEY =
  /(?:^|_)(?:access|visibility|type|role|scope|sharing|share|policy|permissions?|audience|acl|privacy|level|who|to|grantee|general_access|link_access|mode)(?:_|$)/
const PUBLIC_ACCESS_KEY =
  /(?:^|_)(?:public|publicly|indexing|indexed|indexable|searchable|search_engines?|anonymous|discoverable|world_readable|unauthenticated|anyone)(?:_|$)/
const RESTRICTED_ACCESS_KEY = /^(?:is_)?(?:private|restricted|requires?_(?:auth|login|password)|authenticated_only)$/
const INTERNET_VALUE = /^(?:web|internet|public|publicly|world|online)$/

export function isPublicExposure(tool: string, verb: ToolVerb, input: ToolInput): boolean {
  if (verb.type !== 'write' && verb.type !== 'publish') return false
  // What is said or taken away is no place that is opened; `public` is a kind of reply or event there.
  const words = wordsOf(tool)
  const publishes = words.includes('publish')
  if (verb.type === 'write' && !publishes && /^(?:mail|message|payment|deletion|calendar|approval)$/.test(verb.nature))
    return false
  if (publishes && words.some((word) => INTERNET_VALUE.test(word))) return true
  return Object.entries(input).some(
    ([key, value]) =>
      (PUBLIC_ACCESS_KEY.test(key) && /^(?:true|yes|on)$/i.test(String(value))) ||
      (RESTRICTED_ACCESS_KEY.test(key) && /^(?:false|no|off)$/i.test(String(value))) ||
      (typeof value === 'string' && AUDIENCE_KEY.test(key) && isPublicPrincipal(value)),
  )
}
