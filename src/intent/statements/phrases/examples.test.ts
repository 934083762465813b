import { describe, expect, it } from 'vitest'
import { understandExample } from '../../../judge/embedded/testing.ts'
import { findCrossings } from '../crossing.ts'
import { phraseLedger } from './phrase-ledger.ts'
import { THING_PHRASES } from './things.ts'
import { VERB_PHRASES } from './verbs.ts'

/** `edit of a.ts`, `write of a.ts`, `agent`, and any other text as a command. */
function callOf(text: string) {
  const [, how, place = ''] = /^(edit|write) of (.+)$/.exec(text) ?? []
  const file_path = `/home/dev/project/${place}`
  if (how === 'edit') return { tool: 'Edit', input: { file_path, old_string: 'a', new_string: 'b' } }
  if (how === 'write') return { tool: 'Write', input: { file_path, content: 'x\n' } }
  if (text === 'agent') return { tool: 'Task', input: { description: 'd', prompt: 'look', subagent_type: 'general' } }
  return { tool: 'Bash', input: { command: text } }
}

const crosses = (said: string, call: string) => {
  const { action, facts } = understandExample({ call: callOf(call) })
  return findCrossings(action, facts, phraseLedger([{ kind: 'user', text: said, trusted: true }])).crossed
}

const ROWS = [...VERB_PHRASES, ...THING_PHRASES].map(({ example }) => example)

describe('every row of the table', () => {
  it.each(ROWS)('%s stops %s', (said, call) => {
    expect(crosses(said, call)?.limit.sentence).toBe(said)
  })

  it.each(ROWS)('and says nothing where nothing was said: %s', (_said, call) => {
    expect(crosses('Have a look at the failing test.', call)).toBeUndefined()
  })
})
