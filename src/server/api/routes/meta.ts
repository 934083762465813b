import type { Routes } from '../app.ts'
import { openApi } from '../openapi.ts'
import type { Whoami } from '../shapes.ts'

/** Who asks, how the server does, and what it offers. */
export function metaRoutes({ app, service, need }: Routes): void {
  app.get('/whoami', (context) => {
    const { name, rights } = context.get('caller')
    const { version, storeKind } = service
    return context.json({ name, rights, version, store: storeKind } satisfies Whoami)
  })
  app.get('/health', need('read'), async (context) => {
    const store = await respondsTo(() => service.store.documents.get('health', 'probe'))
    return context.json({ ok: store, store, listeners: service.hub.listeners }, store ? 200 : 503)
  })
  app.get('/metrics', need('read'), (context) => {
    context.header('Content-Type', 'text/plain; version=0.0.4; charset=utf-8')
    return context.body(service.metrics.text())
  })
  app.get('/openapi.json', (context) => context.json(openApi(service.version)))
  app.get('/doctor', need('read'), async (context) => context.json(await service.doctor()))
}

async function respondsTo(ask: () => Promise<unknown>): Promise<boolean> {
  try {
    await ask()
    return true
  } catch {
    return false
  }
}
