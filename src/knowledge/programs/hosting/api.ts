import type { EffectDraft, ExternalWriteNature } from '../../../analysis/effects.ts'
import type { CommandGrade } from '../../../analysis/interpret/program.ts'
import type { SpecCall } from '../../../analysis/interpret/spec.ts'
import { systemOf } from '../../../analysis/interpret/spec-effects.ts'
import { isStdin } from '../../../analysis/interpret/word-checks.ts'
import { wordText } from './record-targets.ts'

export interface ApiRequest {
  readonly service: string
  readonly method: string
  readonly endpoint: string
  /** Fields as `key=value`, and the body's text where it is known. */
  readonly fields: string
}

/** `gh api`, `glab api`: fields imply POST; GraphQL is read by its text. */
export function readApiCall(call: SpecCall): CommandGrade {
  const { loose, rest, command } = call
  const fields = loose.values('-f', '-F', '--field', '--raw-field').map(wordText)
  const input = loose.value('--input')
  const sends = fields.length > 0 || input !== undefined
  const given = loose.value('-X', '--method')
  const method = given ? wordText(given).toUpperCase() : sends ? 'POST' : 'GET'
  const endpoint = wordText(rest[0]).replace(/^\//, '')
  const body = input && command.stdin.kind === 'value' ? (command.stdin.value.text ?? '') : ''
  // `-F key=@file` sends a file's content.
  const files = loose.values('-F', '--field').flatMap((word) => /=@(.+)$/s.exec(wordText(word))?.[1] ?? [])
  const paths = files.filter((file) => file !== '-').map((file) => call.recorder.pathOf(file))
  for (const path of input && !isStdin(input) ? [...paths, call.recorder.path(input)] : paths)
    call.recorder.effect({ kind: 'read-path', path, list: false, by: 'gh api' })
  if (endpoint === 'graphql')
    return recordGraphql([...fields, body].join('\n'), call, input !== undefined && body === '')
  if (/^(?:GET|HEAD)$/.test(method)) return 'proven'
  if (given && given.text === undefined) return 'unknown'
  const service = systemOf(call)
  for (const effect of effectsOfRequest({ service, method, endpoint, fields: [...fields, body].join('\n') }))
    call.recorder.effect({ by: `${service} api ${method}`, ...effect })
  return 'plain'
}

function recordGraphql(text: string, call: SpecCall, unread: boolean): CommandGrade {
  const stripped = text.replaceAll(/#[^\n]*/g, '')
  if (!/(?:^|[\s=}])(?:mutation|subscription)\b/.test(stripped)) return unread ? 'unknown' : 'proven'
  const by = 'gh api graphql'
  if (/(?:delete|update)BranchProtectionRule|(?:delete|update)RepositoryRuleset/i.test(text))
    call.recorder.effect({ kind: 'weaken', area: 'ci-check', feature: 'branch protection', certainty: 'likely', by })
  const nature = MUTATION_NATURES.find(([form]) => form.test(text))?.[1] ?? 'record'
  call.recorder.effect({ kind: 'external-write', service: systemOf(call), nature, target: 'graphql', by })
  return 'plain'
}

const MUTATION_NATURES: readonly (readonly [RegExp, ExternalWriteNature])[] = [
  [/\bmerge(?:PullRequest|Branch)|enablePullRequestAutoMerge/i, 'merge'],
  [/addPullRequestReview[\s\S]*APPROVE/i, 'approval'],
  [/\bdelete\w+\s*\(/i, 'deletion'],
]

/** Which part of the API means what; first match wins. Methods are joined by `|`. */
const ENDPOINT_EFFECTS: readonly (readonly [
  methods: string,
  endpoint: RegExp,
  (request: ApiRequest) => EffectDraft[],
])[] = [
  [
    'PUT|PATCH|DELETE|POST',
    /\/(?:branches\/[^/]+\/protection|rulesets|protected_branches|environments\/[^/]+$)/,
    protectionEffects,
  ],
  ['PUT|POST', /\/(?:collaborators|memberships|invitations|members|outside_collaborators)(?:\/|$)/, membershipEffects],
  ['POST|PUT', /(?:^user\/|\/)(?:keys|gpg_keys|deploy_keys|ssh_signing_keys)$/, grantEffect('key')],
  ['PUT|POST', /\/(?:pulls|merge_requests)\/[^/]+\/merge$|\/merges$/, externalWriteHandler('merge')],
  [
    'POST',
    /\/pulls\/[^/]+\/reviews/,
    (request) => externalWrite(request, /APPROVE/.test(request.fields) ? 'approval' : 'record'),
  ],
  ['POST', /\/merge_requests\/[^/]+\/approve$/, externalWriteHandler('approval')],
  ['POST|PATCH|DELETE', /\/git\/refs/, pushEffect],
  ['PUT|DELETE', /\/contents\//, pushEffect],
  ['POST|PATCH|PUT', /\/releases/, releaseEffect],
  ['DELETE', /\/(?:releases|packages)\//, releaseEffect],
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
  ['POST', /\/(?:dispatches|rerun|rerun-failed-jobs|retry|play|trigger\/pipeline|pipeline)$/, jobEffects('create')],
  ['POST|DELETE', /\/(?:cancel|force-cancel)$/, jobEffects('cancel')],
  ['DELETE', /\/actions\/runs\//, jobEffects('delete')],
  [
    'PUT|POST|PATCH|DELETE',
    /\/(?:secrets|variables|hooks|actions\/permissions|pages|topics)(?:\/|$)/,
    externalWriteHandler('setting'),
  ],
  ['PATCH|PUT|POST', /^(?:repos\/[^/]+\/[^/]+|projects\/[^/]+|user\/repos|orgs\/[^/]+\/repos)$/, visibilityEffects],
  ['DELETE', /./, externalWriteHandler('deletion')],
]

function releaseEffect({ service, endpoint, method }: ApiRequest): EffectDraft[] {
  return [{ kind: 'publish', registry: service, what: endpoint, removes: method === 'DELETE' }]
}

function protectionEffects(request: ApiRequest): EffectDraft[] {
  const certainty = request.method === 'DELETE' ? 'certain' : 'likely'
  return [
    { kind: 'weaken', area: 'ci-check', feature: request.endpoint, certainty },
    ...externalWrite(request, 'setting'),
  ]
}

/** Whom it lets in, and to what: without a word a collaborator may push, and a member is a member. */
function membershipEffects(request: ApiRequest): EffectDraft[] {
  const given = /\b(?:permission|role|access_level)["']?\s*[=:]\s*["']?([\w-]+)/.exec(request.fields)?.[1]
  return grantEffect(given ?? (/collaborators/.test(request.endpoint) ? 'push' : 'member'))(request)
}

function grantEffect(what: string): (request: ApiRequest) => EffectDraft[] {
  return (request) => [{ kind: 'grant', what, to: request.endpoint.split('/').at(-1) ?? '', reach: 'remote' }]
}

function externalWriteHandler(of: ExternalWriteNature): (request: ApiRequest) => EffectDraft[] {
  return (request) => externalWrite(request, of)
}

function externalWrite(request: ApiRequest, of: ExternalWriteNature): EffectDraft[] {
  return [{ kind: 'external-write', service: request.service, nature: of, target: request.endpoint }]
}

function jobEffects(verb: 'create' | 'cancel' | 'delete'): (request: ApiRequest) => EffectDraft[] {
  const change = { kind: 'resource-change', verb, mass: false, environment: 'unknown', family: 'job' } as const
  return ({ service, endpoint }) => [{ ...change, system: service, target: endpoint }]
}

/** Refs and file contents written through the API are a push by another way. */
function pushEffect(request: ApiRequest): EffectDraft[] {
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

function visibilityEffects(request: ApiRequest): EffectDraft[] {
  const open = /(?:^|\n)(?:visibility=public|private=false)|"visibility"\s*:\s*"public"|"private"\s*:\s*false/.test(
    request.fields,
  )
  return externalWrite(request, open ? 'visibility' : 'setting')
}

function effectsOfRequest(request: ApiRequest): EffectDraft[] {
  const found = ENDPOINT_EFFECTS.find(
    ([methods, endpoint]) => methods.split('|').includes(request.method) && endpoint.test(request.endpoint),
  )
  return found ? found[2](request) : externalWrite(request, 'record')
}
