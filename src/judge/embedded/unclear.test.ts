import { expect, it } from 'vitest'
import type { Action } from '../../analysis/action.ts'
import { fixedFacts } from '../../facts/fixed.ts'
import { unclearWhy } from './unclear.ts'

const action = (why: string): Action => ({
  call: { tool: 'Bash', input: {}, cwd: '/p', sessionId: 's' },
  tool: 'Bash',
  judgeText: '',
  commands: [],
  effects: [],
  paths: [],
  unknowns: [{ why, span: { start: 0, end: 0 } }],
  reads: [],
  grade: undefined,
})

/** INVARIANT: a reader that failed saw nothing, and nothing seen is not nothing done. */
it.each([
  'the analysis failed: x',
  'the reading failed: RangeError',
  'the reader of rm failed: TypeError',
  'the code could not be read: TypeError',
  'nested too deep',
  'longer than 256 kB',
])('%s is unclear', (why) => {
  const read = { ...action(why), commands: [{ name: 'x', head: undefined } as unknown as Action['commands'][number]] }
  expect(unclearWhy(read, fixedFacts())).toBeDefined()
})
