import { expect, it } from 'vitest'
import { createCase, freshSession } from './call-case.ts'
import { callLineOf } from './call-line.ts'

const fenceOf = (name: string, live = freshSession(name)) => {
  const parsed = callLineOf({ id: 'a', tool: 'Bash', input: { command: 'ls' }, cwd: '/nowhere/p', home: '/nowhere' })
  if (!parsed.ok) throw new Error(parsed.problem)
  return createCase(parsed.line, live).session.fence
}

it('nobody who knows the name of a session knows its fence, which stays as long as it does', () => {
  const live = freshSession('one')
  expect(fenceOf('one', live)).toBe(fenceOf('one', live))
  expect(fenceOf('one')).not.toBe(fenceOf('one'))
  expect(fenceOf('one')).toMatch(/^[A-Za-z0-9_-]{16,64}$/)
})
