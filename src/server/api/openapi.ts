import type * as v from 'valibot'
import { TIMES_HELP } from '../../cli/time-arguments.ts'
import { toJsonSchema } from './openapi.bundled.ts'
import {
  AnswerRequest,
  CheckRequest,
  EnrolRequest,
  HandOverRequest,
  OverviewQuery,
  PendingAsk,
  PolicyRequest,
  PositionQuery,
  RecordsQuery,
  RemoveStatementRequest,
  SessionsQuery,
  WhatIfRequest,
} from './shapes.ts'

interface Route {
  readonly method: 'get' | 'post' | 'put'
  readonly path: string
  readonly summary: string
  readonly right?: 'read' | 'submit' | 'answer' | 'policy' | 'machine' | 'enrol'
  readonly query?: v.StrictObjectSchema<v.ObjectEntries, undefined>
  readonly body?: v.GenericSchema
  readonly lines?: true
  readonly answer: string
  readonly problems?: readonly number[]
}

/** Every route, once: the description is made of this, and a test holds it against the routes that are served. */
export const ROUTES: readonly Route[] = [
  { method: 'get', path: '/whoami', summary: 'Who asks, and what they may do', answer: 'Whoami' },
  {
    method: 'get',
    path: '/health',
    summary: 'Whether the store answers',
    right: 'read',
    answer: 'object',
    problems: [503],
  },
  { method: 'get', path: '/metrics', summary: 'Figures for Prometheus', right: 'read', answer: 'text' },
  { method: 'get', path: '/openapi.json', summary: 'This description', answer: 'object' },
  { method: 'get', path: '/doctor', summary: "The doctor's findings", right: 'read', answer: 'DoctorResponse' },
  {
    method: 'post',
    path: '/check',
    summary: 'Whether a call may run',
    right: 'submit',
    body: CheckRequest,
    answer: 'CheckResponse',
    problems: [400, 413, 415],
  },
  {
    method: 'post',
    path: '/check/batch',
    summary: 'The same for one call per line',
    right: 'submit',
    body: CheckRequest,
    lines: true,
    answer: 'CheckResponse',
    problems: [413, 415],
  },
  {
    method: 'post',
    path: '/explain',
    summary: 'Every step, the tree of the command, and its effects',
    right: 'submit',
    body: CheckRequest,
    answer: 'ExplainResponse',
    problems: [400, 413, 415],
  },
  {
    method: 'get',
    path: '/records',
    summary: 'Records, newest first, by pages',
    right: 'read',
    query: RecordsQuery,
    answer: 'RecordsPage',
    problems: [400, 503],
  },
  {
    method: 'post',
    path: '/records',
    summary: 'Records of an enrolled machine, one per line, and how far its file was read',
    right: 'machine',
    query: PositionQuery,
    lines: true,
    answer: 'Taken',
    problems: [400, 413, 415, 503],
  },
  {
    method: 'get',
    path: '/records/{machine}/{id}',
    summary: 'One record',
    right: 'read',
    answer: 'StoredRecord',
    problems: [404, 503],
  },
  {
    method: 'get',
    path: '/sessions',
    summary: 'Sessions, the last active first',
    right: 'read',
    query: SessionsQuery,
    answer: 'object',
    problems: [400, 503],
  },
  {
    method: 'get',
    path: '/sessions/{machine}/{id}',
    summary: 'The records of a session, oldest first',
    right: 'read',
    answer: 'RecordsPage',
    problems: [404, 503],
  },
  {
    method: 'get',
    path: '/sessions/{machine}/{id}/statements',
    summary: 'The limits and grants that a person stated in a session',
    right: 'read',
    answer: 'StatementsResponse',
    problems: [503],
  },
  {
    method: 'post',
    path: '/sessions/{machine}/{id}/statements/{number}/remove',
    summary: 'Ends a limit or grant for the rest of its session',
    right: 'answer',
    body: RemoveStatementRequest,
    answer: 'object',
    problems: [400, 409, 422],
  },
  {
    method: 'get',
    path: '/machines',
    summary: 'The machines that records are kept of, by name',
    right: 'read',
    answer: 'object',
    problems: [503],
  },
  {
    method: 'get',
    path: '/overview',
    summary: 'Figures of a stretch of time; of the last day if none is given',
    right: 'read',
    query: OverviewQuery,
    answer: 'Overview',
    problems: [400, 503],
  },
  { method: 'get', path: '/pending', summary: 'Calls that wait for a person', right: 'read', answer: 'PendingAsks' },
  {
    method: 'post',
    path: '/pending/{id}/answer',
    summary: "A person's answer",
    right: 'answer',
    body: AnswerRequest,
    answer: 'object',
    problems: [400, 404, 409, 422],
  },
  {
    method: 'get',
    path: '/policy',
    summary: 'The merged policy, and where it comes from',
    right: 'read',
    answer: 'PolicyResponse',
  },
  {
    method: 'post',
    path: '/policy/what-if',
    summary: 'Which decisions of the last days another policy would change',
    right: 'read',
    body: WhatIfRequest,
    answer: 'WhatIfResponse',
    problems: [400, 422],
  },
  {
    method: 'put',
    path: '/policy/user',
    summary: "Writes the user's own settings",
    right: 'policy',
    body: PolicyRequest,
    answer: 'object',
    problems: [400, 422],
  },
  {
    method: 'post',
    path: '/machine/enrol',
    summary: 'Enrols the credential of a machine, with a one-time code for a key',
    right: 'enrol',
    body: EnrolRequest,
    answer: 'object',
    problems: [400, 409],
  },
  {
    method: 'get',
    path: '/machine/positions',
    summary: 'How far the files of the machine that asks were taken',
    right: 'machine',
    answer: 'object',
  },
  {
    method: 'post',
    path: '/machine/asks',
    summary: 'The calls of a machine that wait now, for the signed answers to them',
    right: 'machine',
    body: HandOverRequest,
    answer: 'object',
    problems: [400, 413],
  },
  {
    method: 'get',
    path: '/events',
    summary: 'What happens, one event per line',
    right: 'read',
    lines: true,
    answer: 'StreamEvent',
  },
]

type Json = Readonly<Record<string, unknown>>

let cachedDescription: { readonly version: string; readonly description: Json } | undefined

/** The OpenAPI description of the API, made of the shapes that requests are checked with. */
export function openApi(version: string): Json {
  if (cachedDescription?.version !== version) cachedDescription = { version, description: buildDescription(version) }
  return cachedDescription.description
}

function buildDescription(version: string): Json {
  const byPath = Object.entries(Object.groupBy(ROUTES, ({ path }) => path))
  const paths = Object.fromEntries(
    byPath.map(([path, routes = []]) => [
      `/api/v1${path}`,
      Object.fromEntries(routes.map((route) => [route.method, describeOperation(route)])),
    ]),
  )
  return {
    openapi: '3.1.0',
    info: {
      title: 'Irongate',
      version,
      description:
        'The gate over HTTP. Every route wants `Authorization: Bearer`, the token of this machine or the key of a person.',
    },
    security: [{ bearer: [] }],
    paths,
    components: {
      securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
      schemas: { Problem: PROBLEM, PendingAsk: schemaOf(PendingAsk) },
    },
  }
}

const PROBLEM: Json = {
  type: 'object',
  properties: { error: { type: 'string' }, hint: { type: 'string' } },
  required: ['error'],
}

function describeOperation({ method, path, summary, right, query, body, lines, answer, problems = [] }: Route): Json {
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string' },
  }))
  const parameters = [...names, ...(query ? queryParameters(query) : [])]
  const type = lines ? 'application/x-ndjson' : 'application/json'
  return {
    operationId: `${method}${path.replace(/[/{}.-]+(\w?)/g, (_, next: string) => next.toUpperCase())}`,
    summary: right === undefined ? summary : `${summary} (right: ${right})`,
    ...(parameters.length > 0 && { parameters }),
    ...(method !== 'get' && {
      requestBody: { required: true, content: { [type]: { schema: body ? schemaOf(body) : {} } } },
    }),
    responses: {
      200: {
        description: answer,
        content: { [answer === 'text' ? 'text/plain' : type]: { schema: answerSchema(answer) } },
      },
      ...Object.fromEntries([401, 403, ...problems].map((status) => [status, refusalSchema(status)])),
    },
  }
}

function answerSchema(answer: string): Json {
  if (answer === 'PendingAsks')
    return {
      type: 'object',
      properties: { asks: { type: 'array', items: { $ref: '#/components/schemas/PendingAsk' } } },
    }
  return answer === 'text' ? { type: 'string' } : { type: 'object', title: answer }
}

function refusalSchema(status: number): Json {
  return {
    description: `refused (${status})`,
    content: { 'application/json': { schema: { $ref: '#/components/schemas/Problem' } } },
  }
}

/** What `timeFrom` takes, too. */
const TIME: Json = { type: ['number', 'string'], description: `milliseconds since 1970, or ${TIMES_HELP}` }

function queryParameters({ entries }: v.StrictObjectSchema<v.ObjectEntries, undefined>): readonly Json[] {
  return Object.entries(entries).map(([name, shape]) => {
    const schema = name === 'since' || name === 'until' ? TIME : schemaOf(shape as v.GenericSchema)
    // Lists are written with commas.
    return {
      name,
      in: 'query',
      required: false,
      schema,
      ...(schema['type'] === 'array' && { style: 'form', explode: false }),
    }
  })
}

function schemaOf(shape: v.GenericSchema): Json {
  const { $schema: _, ...schema } = toJsonSchema(shape, { errorMode: 'ignore' })
  return schema as Json
}
