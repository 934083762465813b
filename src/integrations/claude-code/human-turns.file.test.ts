import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import * as fc from 'fast-check'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSessionLog } from '../../state/session-log.ts'
import { createScratchAccount } from './testing.ts'

let account: ReturnType<typeof createScratchAccount>
beforeEach(() => {
  account = createScratchAccount()
})
afterEach(() => account.remove())

describe('whose word a turn is', () => {
  it('nothing that stands in the file is a person, whatever it looks like', async () => {
    const { home, send, prompt, bash } = account
    const file = join(home, 't.jsonl')
    const text = fc.string({ minLength: 1, maxLength: 30 })
    const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
    const human = maybe(fc.record({ kind: fc.constantFrom('human', 'channel') }))
    const line = fc.record({
      type: fc.constantFrom('user', 'attachment', 'assistant'),
      uuid: maybe(fc.uuid()),
      isMeta: maybe(fc.boolean()),
      promptSource: maybe(fc.constantFrom('typed', 'queued', 'system')),
      origin: human,
      userFeedback: maybe(text),
      permissionDecision: maybe(fc.record({ source: fc.constantFrom('user_temporary', 'user_reject', 'hook') })),
      message: fc.record({ content: fc.oneof(text, fc.array(fc.record({ type: fc.constant('text'), text }))) }),
      attachment: maybe(
        fc.record({
          type: fc.constant('queued_command'),
          prompt: text,
          commandMode: maybe(fc.constantFrom('prompt', 'task')),
          origin: human,
        }),
      ),
    })
    await fc.assert(
      fc.asyncProperty(
        fc.uuid(),
        fc.array(line, { minLength: 1, maxLength: 5 }),
        fc.boolean(),
        async (id, lines, attested) => {
          writeFileSync(file, lines.map((one) => `${JSON.stringify(one)}\n`).join(''))
          const at = { session_id: id, transcript_path: file }
          await send('SessionStart', { ...at, source: 'startup' })
          if (attested) await prompt('Look around.', at)
          await bash('ls', at)
          const said = openSessionLog(join(home, '.irongate/state'), id)
            .fold()
            .entries(undefined)
            .flatMap((entry) => (entry.kind === 'user' && entry.trusted ? [entry.text] : []))
          expect(said).toEqual(attested ? ['Look around.'] : [])
        },
      ),
      { numRuns: 40 },
    )
  })
})
