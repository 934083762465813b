import type { Routes } from '../app.ts'
import { readJsonBody } from '../body.ts'
import { RequestRefusedError } from '../problem.ts'
import { RemoveStatementRequest } from '../shapes.ts'
import { withStoreErrors } from './store-errors.ts'

const MOST_BODY = 64 * 1024

/** What people stated in a session. To look is for everybody; to remove is for people. */
export function statementRoutes({ app, service, need }: Routes): void {
  app.get('/sessions/:machine/:id/statements', need('read'), async (context) => {
    const { machine = '', id = '' } = context.req.param()
    return context.json(await withStoreErrors(() => service.statements.list(machine, id)))
  })
  app.post('/sessions/:machine/:id/statements/:number/remove', need('answer'), async (context) => {
    const { machine = '', id: session = '', number = '' } = context.req.param()
    const limits = { most: MOST_BODY, ms: service.bodyMs }
    const { sentence } = await readJsonBody(context.env.incoming, RemoveStatementRequest, limits)
    if (!/^\d{1,6}$/.test(number)) throw new RequestRefusedError(400, 'a statement goes by its number')
    const by = context.get('caller')
    const removed = await service.statements.remove({ machine, session, id: Number(number), sentence }, by)
    switch (removed.kind) {
      case 'removed':
        return context.json({ ...removed, by: by.name })
      case 'late':
        throw new RequestRefusedError(409, "it isn't in force any more: nothing changed")
      case 'elsewhere':
        throw new RequestRefusedError(422, 'it belongs to another machine', {
          hint: `Remove it there: irongate limits remove ${number}`,
        })
    }
  })
}
