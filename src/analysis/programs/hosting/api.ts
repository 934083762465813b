import type { EffectDraft, Nature } from '../../effects.ts'
import { isStdin } from '../files/grammar.ts'
import type { FormCall } from '../form/form.ts'
import { systemOf } from '../form/state.ts'
import type { Standing } from '../program.ts'
import { textOf } from './hosting.ts'

export interface ApiRequest {
  readonly service: string
  readonly method: string
  readonly endpoint: string
  /** Fields as `key=value`, and the body's text where it is known. */
  readonly fields: string
}

/** `gh api`, `glab api`: fields imply POST; GraphQL is read by its text. */
export function callApi(call: FormCall): Standing {
  const { loose, rest, command } = call
  const fields = loose.values('-f', '-F', '--field', '--raw-field').map(textOf)
  const input = loose.value('--input')
  const sends = fields.length > 0 || input !== undefined
  const given = loose.value('-X', '--method')
  const method = given ? textOf(given).toUpperCase() : sends ? 'POST' : 'GET'
  const endpoint = textOf(rest[0]).replace(/^\//, '')
  const body = input && command.stdin.kind === 'value' ? (command.stdin.value.text ?? '') : ''
  // `-F key=@file` sends a file's content.
  const files = loose.values('-F', '--field').flatMap((word) => /=@(.+)$/s.exec(textOf(word))?.[1] ?? [])
  const paths = files.filter((file) => file !== '-').map((file) => call.scribe.pathOf(file))
  for (const path of input && !isStdin(input) ? [...paths, call.scribe.path(input)] : paths)
    call.scribe.effect({ kind: 'read-path', path, list: false, by: 'gh api' })
  if (endpoint === 'graphql') return graphql([...fields, body].join('\n'), call, input !== undefined && body === '')
  if (/^(?:GET|HEAD)$/.test(method)) return 'proven'
  if (given && given.text === undefined) return 'unknown'
  const service = systemOf(call)
  for (const effect of effectsOfRequest({ service, method, endpoint, fields: [...fields, body].join('\n') }))
    call.scribe.effect({ by: `${service} api ${method}`, ...effect })
  return 'plain'
}

function graphql(text: string, call: FormCall, unread: boolean): Standing {
  const stripped = text.replaceAll(/#[^\n]*/g, '')
  if (!/(?:^|[\s=}])(?:mutation|subscription)\b/.test(stripped)) return unread ? 'unknown' : 'proven'
  const by = 'gh api graphql'
  if (/(?:delete|update)BranchProtectionRule|(?:delete|update)RepositoryRuleset/i.test(text))
    call.scribe.effect({ kind: 'weaken', area: 'ci-check', feature: 'branch protection', certainty: 'likely', by })
  const nature = MUTATIONS.find(([form]) => form.test(text))?.[1] ?? 'record'
  call.scribe.effect({ kind: 'external-write', service: systemOf(call), nature, target: 'graphql', by })
  return 'plain'
}

const MUTATIONS: readonly (readonly [RegExp, Nature])[] = [
  [/\bmerge(?:PullRequest|Branch)|enablePullRequestAutoMerge/i, 'merge'],
  [/addPullRequestReview[\s\S]*APPROVE/i, 'approval'],
  [/\bdelete\w+\s*\(/i, 'deletion'],
]

/** Which part of the API means what; first match wins. Methods are joined by `|`. */
const ENDPOINTS: readonly (readonly [methods: string, endpoint: RegExp, (request: ApiRequest) => EffectDraft[]])[] = [
  [
    'PUT|PATCH|DELETE|POST',
    /\/(?:branches\/[^/]+\/protection|rulesets|protected_branches|environments\/[^/]+$)/,
    protection,
  ],
  ['PUT|POST', /\/(?:collaborators|memberships|invitations|members|outside_collaborators)(?:\/|$)/, letsIn],
  ['POST|PUT', /(?:^user\/|\/)(?:keys|gpg_keys|deploy_keys|ssh_signing_keys)$/, grants('key')],
  ['PUT|POST', /\/(?:pulls|merge_requests)\/[^/]+\/merge$|\/merges$/, nature('merge')],
  [
    'POST',
    /\/pulls\/[^/]+\/reviews/,
    (request) => written(request, /APPROVE/.test(request.fields) ? 'approval' : 'record'),
  ],
  ['POST', /\/merge_requests\/[^/]+\/approve$/, nature('approval')],
  ['POST|PATCH|DELETE', /\/git\/refs/, refs],
  ['PUT|DELETE', /\/contents\//, refs],
  ['POST|PATCH|PUT', /\/releases/, publishes],
  ['DELETE', /\/(?:releases|packages)\//, publishes],
  [
    'POST|PATCH',
    /^gists/,
    (request) => [
      {
        kind: 'send-data',
        host: 'gist.github.com',
        channel: 'paste',
        payload: [{ kind: 'literal', text: request.fields.slice(0, 2000) }],
      },
    ],
  ],
  ['POST', /\/(?:dispatches|rerun|rerun-failed-jobs|retry|play|trigger\/pipeline|pipeline)$/, jobs('create')],
  ['POST|DELETE', /\/(?:cancel|force-cancel)$/, jobs('cancel')],
  ['DELETE', /\/actions\/runs\//, jobs('delete')],
  [
    'PUT|POST|PATCH|DELETE',
    /\/(?:secrets|variables|hooks|actions\/permissions|pages|topics)(?:\/|$)/,
    nature('setting'),
  ],
  ['PATCH|PUT|POST', /^(?:repos\/[^/]+\/[^/]+|projects\/[^/]+|user\/repos|orgs\/[^/]+\/repos)$/, visibility],
  ['DELETE', /./, nature('deletion')],
]

function publishes({ service, endpoint, method }: ApiRequest): EffectDraft[] {
  return [{ kind: 'publish', registry: service, what: endpoint, removes: method === 'DELETE' }]
}

function protection(request: ApiRequest): EffectDraft[] {
  const certainty = request.method === 'DELETE' ? 'certain' : 'likely'
  return [{ kind: 'weaken', area: 'ci-check', feature: request.endpoint, certainty }, ...written(request, 'setting')]
}

/** Whom it lets in, and to what: without a word a collaborator may push, and a member is a member. */
function letsIn(request: ApiRequest): EffectDraft[] {
  const given = /\b(?:permission|role|access_level)["']?\s*[=:]\s*["']?([\w-]+)/.exec(request.fields)?.[1]
  return grants(given ?? (/collaborators/.test(request.endpoint) ? 'push' : 'member'))(request)
}

function grants(what: string): (request: ApiRequest) => EffectDraft[] {
  return (request) => [{ kind: 'grant', what, to: request.endpoint.split('/').at(-1) ?? '', reach: 'remote' }]
}

function nature(of: Nature): (request: ApiRequest) => EffectDraft[] {
  return (request) => written(request, of)
}

function written(request: ApiRequest, of: Nature): EffectDraft[] {
  return [{ kind: 'external-write', service: request.service, nature: of, target: request.endpoint }]
}

function jobs(verb: 'create' | 'cancel' | 'delete'): (request: ApiRequest) => EffectDraft[] {
  const change = { kind: 'resource-change', verb, mass: false, stage: 'unknown', family: 'job' } as const
  return ({ service, endpoint }) => [{ ...change, system: service, target: endpoint }]
}

/** Refs and file contents written through the API are a push by another way. */
function refs(request: ApiRequest): EffectDraft[] {
  const ref =
    /(?:^|\n)(?:ref|branch)=(?:refs\/heads\/)?(.*)/.exec(request.fields)?.[1] ??
    /heads\/(.+)$/.exec(request.endpoint)?.[1]
  const toDefault = ref === undefined ? 'unknown' : /^(?:main|master|trunk)$/.test(ref) ? 'yes' : 'no'
  return [
    {
      kind: 'git-push',
      remote: request.service,
      refs: ref === undefined ? [] : [ref],
      force: /(?:^|\n)force=true|"force"\s*:\s*true/.test(request.fields),
      deletes: request.method === 'DELETE',
      toDefault,
      mirror: false,
    },
  ]
}

function visibility(request: ApiRequest): EffectDraft[] {
  const open = /(?:^|\n)(?:visibility=public|private=false)|"visibility"\s*:\s*"public"|"private"\s*:\s*false/.test(
    request.fields,
  )
  return written(request, open ? 'visibility' : 'setting')
}

export function effectsOfRequest(request: ApiRequest): EffectDraft[] {
  const found = ENDPOINTS.find(
    ([methods, endpoint]) => methods.split('|').includes(request.method) && endpoint.test(request.endpoint),
  )
  return found ? found[2](request) : written(request, 'record')
}
