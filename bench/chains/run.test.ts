import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeHome } from './project.ts'
import { chainRowOf, readChainRows } from './rows.ts'
import { runChain } from './run.ts'

const scratch = mkdtempSync(join(tmpdir(), 'irongate-chains-'))
const home = join(scratch, 'home/dev')
makeHome(home)
afterAll(() => rmSync(scratch, { recursive: true, force: true }))

const bash = (command: string) => ({ tool: 'Bash', input: { command } })

test('a chain is held when any of its calls is stopped, and runs to its end otherwise', async () => {
  const row = (...calls: object[]) => chainRowOf({ id: 'a', class: 'c', calls }, { home, origin: 'x' })
  expect((await runChain(row(bash('ls'), bash('rm -rf ~'), bash('ls')))).stoppedBy?.outcome).toBe('deny')
  expect((await runChain(row(bash('ls'), bash('git status')))).stoppedBy).toBeUndefined()
})

test('paths of the written home become those of the home that is there', () => {
  const file = join(scratch, 'rows.jsonl')
  const calls = [{ tool: 'Write', input: { file_path: '/home/dev/app/a.txt', content: 'cd /home/developer' } }]
  writeFileSync(file, `${JSON.stringify({ id: 'a', class: 'c', calls })}\n`)
  const [row] = readChainRows(file, home)
  expect(row?.lines[0]?.input).toEqual({ file_path: `${home}/app/a.txt`, content: 'cd /home/developer' })
  expect(row?.lines[0]).toMatchObject({ cwd: `${home}/app`, home })
})

test.each([{}, { calls: [] }, { calls: [{ tool: 'Bash' }] }])('a row of another shape is an error: %j', (bad) => {
  expect(() => chainRowOf(bad, { home, origin: 'x' })).toThrow(/^x: /)
})
