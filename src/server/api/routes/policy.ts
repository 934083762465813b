import type { Routes } from '../app.ts'
import { readJsonBody } from '../body.ts'
import { RequestRefusedError } from '../problem.ts'
import { PolicyRequest, WhatIfRequest } from '../shapes.ts'

const MOST_BODY = 1024 * 1024

/** The rules in force, and a person's changes to their own. */
export function policyRoutes({ app, service, need }: Routes): void {
  const limits = { most: MOST_BODY, ms: service.bodyMs }
  app.get('/policy', need('read'), async (context) => context.json(await service.policy.read(context.get('caller'))))
  app.post('/policy/what-if', need('read'), async (context) => {
    const request = await readJsonBody(context.env.incoming, WhatIfRequest, limits)
    // What cannot be saved need not be tried: broken settings stop everything, which says nothing of the rest.
    const problems = service.policy.problemsIn(request.settings)
    if (problems.length > 0) throw invalidSettings(problems)
    return context.json(await service.policy.whatIf(request))
  })
  app.put('/policy/user', need('policy'), async (context) => {
    const request = await readJsonBody(context.env.incoming, PolicyRequest, limits)
    const written = await service.policy.write(request, context.get('caller'))
    switch (written.kind) {
      case 'written':
        return context.json({ written: true, notices: written.notices, ...unrecordedField(written) })
      case 'changed':
        throw new RequestRefusedError(409, 'the file was changed since it was read; nothing changed')
      case 'wrong':
        throw invalidSettings(written.problems)
    }
  })
}

function invalidSettings(problems: readonly string[]): RequestRefusedError {
  return new RequestRefusedError(422, 'this cannot be taken as settings; nothing changed', { also: { problems } })
}

function unrecordedField({ unrecorded: why }: { readonly unrecorded?: string }) {
  return why === undefined ? {} : { unrecorded: why }
}
