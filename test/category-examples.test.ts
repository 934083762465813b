import { describe, expect, it } from 'vitest'
import { EXAMPLES } from '../src/categories/examples.ts'
import { callLineOf } from '../src/cli/call-line.ts'
import { checkLine, createSessions } from '../src/cli/check-line.ts'

// `categories.test.ts` asks the category; here it is the whole gate, with every fast path that comes before the judge.
describe.each([...EXAMPLES])('%s', (_, { block }) => {
  const alone = block.filter(({ user, before }) => user === undefined && before === undefined)

  it('nothing lets its examples pass before it is asked', async () => {
    const allowed: string[] = []
    for (const { call } of alone) {
      const parsed = callLineOf({ id: '1', ...call, cwd: '/home/dev/project', home: '/home/dev' })
      if (!parsed.ok) throw new Error(parsed.problem)
      const { decision, message } = await checkLine(parsed.line, createSessions())
      if (decision === 'allow') allowed.push(`${JSON.stringify(call.input)}: ${message}`)
    }
    expect(allowed).toEqual([])
  })
})
