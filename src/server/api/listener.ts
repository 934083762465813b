import type { RequestListener } from 'node:http'
import { createApp } from './app.ts'
import { directCheck, isCheck } from './direct-check.ts'
import { getRequestListener } from './hono.bundled.ts'
import { createIdentify } from './identify.ts'
import type { Service } from './service.ts'

/** The whole server as what is done with a request. */
export function createListener(service: Service, say: (line: string) => void): RequestListener {
  const identify = createIdentify(service)
  const check = directCheck(service, identify, say)
  const other = getRequestListener(createApp(service, identify, say).fetch, { overrideGlobalObjects: false })
  return (incoming, outgoing) => (isCheck(incoming) ? check(incoming, outgoing) : other(incoming, outgoing))
}
