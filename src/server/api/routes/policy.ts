import type { Routes } from '../app.ts'
import { jsonBody } from '../body.ts'
import { Refused } from '../problem.ts'
import { PolicyRequest, WhatIfRequest } from '../shapes.ts'

const MOST_BODY = 1024 * 1024

/** The rules in force, and a person's changes to their own. */
export function policyRoutes({ app, service, need }: Routes): void {
  const limits = { most: MOST_BODY, ms: service.bodyMs }
  app.get('/policy', need('read'), async (context) => context.json(await service.policy.read(context.get('caller'))))
  app.post('/policy/what-if', need('read'), async (context) => {
    const request = await jsonBody(context.env.incoming, WhatIfRequest, limits)
    // What cannot be saved need not be tried: broken settings stop everything, which says nothing of the rest.
    const problems = service.policy.problemsIn(request.settings)
    if (problems.length > 0) throw noSettings(problems)
    return context.json(await service.policy.whatIf(request))
  })
  app.put('/policy/user', need('policy'), async (context) => {
    const request = await jsonBody(context.env.incoming, PolicyRequest, limits)
    const written = await service.policy.write(request, context.get('caller'))
    switch (written.kind) {
      case 'written':
        return context.json({ written: true, notices: written.notices, ...unrecorded(written) })
      case 'changed':
        throw new Refused(409, 'the file was changed since it was read; nothing changed')
      case 'wrong':
        throw noSettings(written.problems)
    }
  })
}

function noSettings(problems: readonly string[]): Refused {
  return new Refused(422, 'this cannot be taken as settings; nothing changed', { also: { problems } })
}

function unrecorded({ unrecorded: why }: { readonly unrecorded?: string }) {
  return why === undefined ? {} : { unrecorded: why }
}
