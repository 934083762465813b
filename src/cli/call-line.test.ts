import { expect, it } from 'vitest'
import { callLineOf } from './call-line.ts'

const line = (origin?: unknown) =>
  callLineOf({ tool: 'Bash', input: { command: 'ls' }, transcript: [{ role: 'user', text: "don't push", origin }] })

it.each([
  ['human', 'user'],
  ['framework', 'harness'],
  ['command', 'harness'],
  ['unproven', 'user'],
  ['attachment', 'harness'],
])('a turn of origin %s is a %s entry', (origin, kind) => {
  const parsed = line(origin)
  expect(parsed.ok && parsed.line.transcript[0]?.kind).toBe(kind)
})

it('a turn that nobody proved is no person’s word', () => {
  const parsed = line('unproven')
  expect(parsed.ok && parsed.line.transcript[0]).toMatchObject({ kind: 'user', trusted: false })
})

it('an origin that nobody knows is a wrong line, not a person', () => {
  expect(line('somebody').ok).toBe(false)
})
