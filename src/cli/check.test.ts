import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'

const home = mkdtempSync(join(tmpdir(), 'irongate-check-'))
afterAll(() => rmSync(home, { recursive: true }))

const MAIN = JSON.stringify(resolve('src/cli/main.ts'))

/** The command line as a process, since it reads its standard input. */
function check(option: '--json' | '--batch', cwd: string) {
  const line = { id: 1, tool: 'Bash', input: { command: 'npm test' }, cwd, home, settings: {} }
  const args = ['-e', `import(${MAIN}).then(({ main }) => main(process.argv.slice(1)))`, '--', 'check', option]
  const { stdout, status } = spawnSync(process.execPath, args, { input: JSON.stringify(line), encoding: 'utf8' })
  return { status, ...(JSON.parse(stdout) as { decision: string; message: string }) }
}

it('one call on the command line, its answer as JSON', () => {
  const args = ['-e', `import(${MAIN}).then(({ main }) => main(process.argv.slice(1)))`, '--', 'check', '--json']
  const { stdout, status } = spawnSync(process.execPath, [...args, 'Bash', 'ls'], { input: '', encoding: 'utf8' })
  expect([status, JSON.parse(stdout)]).toMatchObject([0, { decision: 'allow' }])
})

describe('a directory', () => {
  it('that is not there is refused where one call is asked about', () =>
    expect(check('--json', join(home, 'gone'))).toMatchObject({
      status: 20,
      decision: 'deny',
      message: expect.stringMatching(/there is no directory.*gone/),
    }))

  it('that is there is judged', () => expect(check('--json', home)).toMatchObject({ status: 0, decision: 'allow' }))

  it.each(['gone', ''])('of a batch need not be there: %j', (name) =>
    expect(check('--batch', join(home, name))).toMatchObject({ status: 0, decision: 'allow' }),
  )
})
