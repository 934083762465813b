import { it } from 'vitest'
import { STATEMENTS } from './all.ts'

/** A test that holds these statements of the specification. `scripts/specification.ts` reads the marks of the tests that passed. */
export function spec(ids: string, name: string, run: () => unknown): void {
  for (const id of ids.split(' ')) if (!STATEMENTS.has(id)) throw new Error(`there is no statement ${id}`)
  it(`[${ids}] ${name}`, async () => {
    await run()
  })
}
