export { getRequestListener, type HttpBindings } from '@hono/node-server'
export { type Context, Hono, type MiddlewareHandler } from 'hono'
