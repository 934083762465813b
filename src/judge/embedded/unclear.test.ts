import { expect, it } from 'vitest'
import type { Action, UnknownKind } from '../../analysis/action.ts'
import { fixedFacts } from '../../facts/fixed.ts'
import { unclearReason } from './unclear.ts'

const action = (kind: UnknownKind): Action => ({
  call: { tool: 'Bash', input: {}, cwd: '/p', sessionId: 's' },
  tool: 'Bash',
  judgeText: '',
  commands: [],
  effects: [],
  paths: [],
  unknowns: [{ kind, why: kind, span: { start: 0, end: 0 } }],
  reads: [],
  grade: undefined,
})

/** INVARIANT: a reader that failed saw nothing, and nothing seen is not nothing done. */
it.each<UnknownKind>(['failed', 'unread', 'syntax'])('%s is unclear', (kind) => {
  const read = { ...action(kind), commands: [{ name: 'x', head: undefined } as unknown as Action['commands'][number]] }
  expect(unclearReason(read, fixedFacts())).toBeDefined()
})
