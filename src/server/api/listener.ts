import type { RequestListener } from 'node:http'
import { createApp } from './app.ts'
import { directCheck, isCheckRequest } from './direct-check.ts'
import { getRequestListener } from './hono.bundled.ts'
import { createCallerIdentification } from './identify.ts'
import type { Service } from './service.ts'

/** The whole server as what is done with a request. */
export function createRequestListener(service: Service, say: (line: string) => void): RequestListener {
  const identify = createCallerIdentification(service)
  const check = directCheck(service, identify, say)
  const other = getRequestListener(createApp(service, identify, say).fetch, { overrideGlobalObjects: false })
  return (incoming, outgoing) => (isCheckRequest(incoming) ? check(incoming, outgoing) : other(incoming, outgoing))
}
