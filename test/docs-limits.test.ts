import { mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { check } from '../src/index.ts'
import { phraseLedger } from '../src/intent/statements/phrases/phrase-ledger.ts'

/** Which forms work without a model is what the page says: every row of its tables is decided, offline. */
const PAGE = readFileSync('docs/limits.md', 'utf8')

function rowsUnder(head: string): readonly (readonly string[])[] {
  const [, table = ''] = PAGE.split(`${head}\n`)
  const lines = table.split('\n').slice(1)
  const end = lines.findIndex((line) => !line.startsWith('|'))
  return lines.slice(0, end).map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '')))
}

const cwd = mkdtempSync(join(tmpdir(), 'irongate-limits-'))
mkdirSync(join(cwd, '.git'))
afterAll(() => rmSync(cwd, { recursive: true, force: true }))

async function decide(said: string, call: string) {
  const [, how, file = '', command = ''] = /^(?:(edit|write) of (\S+)|`(.+)`)$/.exec(call) ?? []
  const path = join(cwd, file)
  const given = { said: [said], cwd }
  if (how === 'edit') return check('Edit', { file_path: path, old_string: 'a', new_string: 'b' }, given)
  if (how === 'write') return check('Write', { file_path: path, content: 'a' }, given)
  expect(command, call).not.toBe('')
  return check('Bash', { command }, given)
}

/** The sentences that `irongate limits` shows without a model. */
const listed = (text: string) =>
  phraseLedger([{ kind: 'user', text, trusted: true }]).statements.map(({ sentence }) => sentence)

describe('docs/limits.md', () => {
  const held = rowsUnder('| You say | Asks first | Still runs |')
  const free = rowsUnder('| You say | Runs offline |')

  it('has its tables', () => {
    expect(held.length).toBeGreaterThan(10)
    expect(free.length).toBeGreaterThan(3)
  })

  it.each(held)('%s asks about %s, not %s', async (said, crosses, passes) => {
    const asked = await decide(said, crosses)
    expect([asked.outcome, asked.reason]).toEqual(['ask', { type: 'safety-check', check: 'boundary' }])
    expect((await decide(said, passes)).outcome).toBe('allow')
    expect(listed(said)).toContain(said)
  })

  it.each(free)('%s holds nothing without a model: %s', async (said, call) => {
    expect((await decide(said, call)).outcome).toBe('allow')
    expect(listed(said)).toEqual([])
  })
})
