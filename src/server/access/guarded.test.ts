import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { check } from '../../integrations/library/check.ts'

const HOME = '/home/dev'
const FOLDER = join(HOME, '.irongate/state/server')
const FILES = ['token', 'pairings/abc.json', 'address.json', 'socket', 'machine', 'records.sqlite']

describe('no agent touches what the server stands on', () => {
  it.each(FILES)('%s', async (name) => {
    const path = join(FOLDER, name)
    const calls = [
      ['Write', { file_path: path, content: '{}' }],
      ['Edit', { file_path: path, old_string: 'a', new_string: 'b' }],
      ['Bash', { command: `echo x > ${path}` }],
      ['Bash', { command: `rm ${path}` }],
      ['Bash', { command: `cp a ${path}` }],
      ['Bash', { command: `ln -s ${path} a` }],
    ] as const
    for (const [tool, input] of calls) {
      const { outcome } = await check(tool, input, { cwd: `${HOME}/app`, home: HOME })
      expect(outcome, `${tool} ${JSON.stringify(input)}`).not.toBe('allow')
    }
  })

  it.each(['irongate pair', 'irongate serve', 'irongate serve --listen 0.0.0.0 --behind-proxy', 'npx irongate pair'])(
    '%s is not for agents',
    async (command) => {
      expect((await check('Bash', { command }, { cwd: `${HOME}/app`, home: HOME })).outcome).not.toBe('allow')
    },
  )
})
