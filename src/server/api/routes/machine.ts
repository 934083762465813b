import { enrollCredential } from '../../fleet/machines.ts'
import { signingKey } from '../../fleet/signing.ts'
import type { Routes } from '../app.ts'
import { readJsonBody } from '../body.ts'
import { RequestRefusedError } from '../problem.ts'
import { EnrolRequest, HandOverRequest } from '../shapes.ts'

const MOST_BODY = 4 * 1024 * 1024

/** What enrolled machines do beside handing over their Records. */
export function machineRoutes({ app, service, need }: Routes): void {
  const { documents } = service.store
  const limits = { most: MOST_BODY, ms: service.bodyMs }
  app.post('/machine/enrol', need('enrol'), async (context) => {
    const { credential } = await readJsonBody(context.env.incoming, EnrolRequest, limits)
    const { machine } = context.get('caller')
    if (!(await enrollCredential(documents, context.get('key'), credential, service.now())))
      throw new RequestRefusedError(409, 'this enrolment was used already', { hint: 'a person begins another one' })
    return context.json({ machine, key: (await signingKey(documents)).public })
  })
  app.get('/machine/positions', need('machine'), async (context) => {
    const positions = await service.store.positions(context.get('caller').machine ?? '')
    return context.json({ positions: Object.fromEntries(positions) })
  })
  app.post('/machine/asks', need('machine'), async (context) => {
    const { asks } = await readJsonBody(context.env.incoming, HandOverRequest, limits)
    return context.json({ answers: await service.fleet.handOver(context.get('caller').machine ?? '', asks) })
  })
}
