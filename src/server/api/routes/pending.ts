import type { Routes } from '../app.ts'
import { readJsonBody } from '../body.ts'
import { RequestRefusedError } from '../problem.ts'
import { AnswerRequest } from '../shapes.ts'

const MOST_BODY = 16 * 1024

/** Calls that wait for a person. To look is for everybody; to answer is for people. */
export function pendingRoutes({ app, service, need }: Routes): void {
  app.get('/pending', need('read'), async (context) => context.json({ asks: await service.asks.pending() }))
  app.post('/pending/:id/answer', need('answer'), async (context) => {
    const answer = await readJsonBody(context.env.incoming, AnswerRequest, { most: MOST_BODY, ms: service.bodyMs })
    const by = context.get('caller')
    const answered = await service.asks.answer(context.req.param('id') ?? '', answer, by)
    switch (answered.kind) {
      case 'taken':
        service.metrics.count('irongate_answers_total', { answer: answer.answer })
        return context.json({ taken: true, by: by.name, ids: answered.ids })
      case 'late':
        throw new RequestRefusedError(409, 'another answer was first, or its time was up: nothing changed')
      case 'refused':
        throw new RequestRefusedError(422, answered.why)
    }
  })
}
