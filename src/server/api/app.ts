import type { Caller, Right } from '../access/rights.ts'
import { type Context, Hono, type HttpBindings } from './hono.bundled.ts'
import { type IdentifyCaller, requireRight } from './identify.ts'
import { problemOf, RequestRefusedError, UNEXPECTED_PROBLEM } from './problem.ts'
import { refuseForeignHosts, refuseForeignOrigins, SECURITY_HEADERS } from './request-guard.ts'
import { checkRoutes } from './routes/check.ts'
import { eventRoutes } from './routes/events.ts'
import { machineRoutes } from './routes/machine.ts'
import { metaRoutes } from './routes/meta.ts'
import { pendingRoutes } from './routes/pending.ts'
import { policyRoutes } from './routes/policy.ts'
import { recordRoutes } from './routes/records.ts'
import { statementRoutes } from './routes/statements.ts'
import type { Service } from './service.ts'

export interface Env {
  readonly Bindings: HttpBindings
  readonly Variables: { caller: Caller; key: string }
}

export type App = Hono<Env>
export type RequestContext = Context<Env>

/** What a group of routes gets: a way to say which right each of them needs. */
export interface Routes {
  readonly app: App
  readonly service: Service
  /** Refuses whoever has not this right. */
  readonly need: (right: Right) => (context: RequestContext, next: () => Promise<void>) => Promise<void>
}

/** All routes but that of `direct-check.ts`. INVARIANT: below /api nothing is answered without a key. */
export function createApp(service: Service, identify: IdentifyCaller, say: (line: string) => void): App {
  const app: App = new Hono<Env>()
  app.onError((error, context) => answerTo(error, context, say))
  app.notFound(() => {
    throw new RequestRefusedError(404, 'there is nothing here')
  })
  // Before all else: a link in a chat is opened from there, and its page has headers of its own.
  const { webhook } = service
  if (webhook)
    app.all('/answer/:token', (context) => {
      const { method, raw } = context.req
      const refuse = method === 'GET' || method === 'HEAD' ? refuseForeignHosts : refuseForeignOrigins
      refuse(context.env.incoming, service.names)
      return webhook.handle(raw)
    })
  app.use(async (context, next) => {
    for (const [name, value] of SECURITY_HEADERS) context.header(name, value)
    refuseForeignOrigins(context.env.incoming, service.names)
    await next()
  })
  app.use('/api/*', async (context, next) => {
    const start = performance.now()
    context.header('Cache-Control', 'no-store')
    const { caller, key } = await identify(context.env.incoming)
    context.set('caller', caller)
    context.set('key', key)
    await next()
    const route = context.req.routePath
    const { method } = context.req
    service.metrics.count('irongate_requests_total', { route, method, status: String(context.res.status) })
    service.metrics.observe('irongate_request_seconds', (performance.now() - start) / 1000)
  })
  const api = app.basePath('/api/v1')
  const need = (right: Right) => async (context: RequestContext, next: () => Promise<void>) => {
    requireRight(context.get('caller'), right)
    await next()
  }
  for (const add of [
    metaRoutes,
    checkRoutes,
    recordRoutes,
    statementRoutes,
    pendingRoutes,
    policyRoutes,
    machineRoutes,
    eventRoutes,
  ])
    add({ app: api as App, service, need })
  app.get('*', (context) => dashboardFile(context, service))
  return app
}

/** The dashboard holds no data: it may be loaded before anybody is known. Its pages are places in one document. */
function dashboardFile(context: RequestContext, { files }: Service): Response {
  const path = context.req.path
  const found = files.get(path) ?? (/^\/[a-z]*$/.test(path) ? files.get('/') : undefined)
  if (found === undefined) throw new RequestRefusedError(404, 'there is nothing here')
  context.header('Content-Type', found.type)
  context.header('Cache-Control', found.lasting ? 'public, max-age=31536000, immutable' : 'no-cache')
  return context.body(found.body)
}

function answerTo(error: Error, context: RequestContext, say: (line: string) => void): Response {
  if (error instanceof RequestRefusedError) {
    for (const [name, value] of Object.entries(error.more.headers ?? {})) context.header(name, value)
    return context.json(problemOf(error), error.status)
  }
  say(`${context.req.method} ${context.req.routePath}: ${error.message}`)
  return context.json(UNEXPECTED_PROBLEM, 500)
}
