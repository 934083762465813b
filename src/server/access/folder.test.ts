import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { check } from '../../integrations/library/check.ts'

/** It must be there: in a directory that is not, every call is denied. */
const HOME = mkdtempSync(join(tmpdir(), 'irongate-guarded-'))
const FOLDER = join(HOME, '.irongate/state')
const FILES = ['token', 'pairings/abc.json', 'address.json', 'socket', 'machine', 'enrolled.json', 'records.sqlite']
beforeAll(() => mkdirSync(join(HOME, 'app')))
afterAll(() => rmSync(HOME, { recursive: true, force: true }))

describe('no agent touches what the server stands on', () => {
  it('everything else passes there', async () => {
    const { outcome } = await check('Bash', { command: 'ls' }, { cwd: `${HOME}/app`, home: HOME })
    expect(outcome).toBe('allow')
  })

  it.each([...FILES.map((name) => `server/${name}`), 'approval-secret'])('%s', async (name) => {
    const path = join(FOLDER, name)
    const calls = [
      ['Write', { file_path: path, content: '{}' }],
      ['Edit', { file_path: path, old_string: 'a', new_string: 'b' }],
      ['Bash', { command: `echo x > ${path}` }],
      ['Bash', { command: `rm ${path}` }],
      ['Bash', { command: `cat ${path}` }],
      ['Read', { file_path: path }],
      ['Bash', { command: `cp a ${path}` }],
      ['Bash', { command: `ln -s ${path} a` }],
    ] as const
    for (const [tool, input] of calls) {
      const { outcome } = await check(tool, input, { cwd: `${HOME}/app`, home: HOME })
      expect(outcome, `${tool} ${JSON.stringify(input)}`).not.toBe('allow')
    }
  })

  it.each([
    'irongate machines enrol a',
    'irongate forward --server https://a.example --enrol ige_a.b',
    'irongate people add a',
    'irongate pair',
    'irongate serve',
    'irongate serve --listen 0.0.0.0 --behind-proxy',
    'npx irongate pair',
  ])('%s is not for agents', async (command) => {
    expect((await check('Bash', { command }, { cwd: `${HOME}/app`, home: HOME })).outcome).not.toBe('allow')
  })
})
