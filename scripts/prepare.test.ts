import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'

const FILES = ['dist/build', 'dist/cli.cjs', 'dist/hook.cjs']

it.skipIf(!existsSync('dist/build'))('npx with an empty home runs the bundle that is there, and builds none', () => {
  const home = mkdtempSync(join(tmpdir(), 'irongate-npx-'))
  const numbers = () => FILES.map((file) => statSync(file).ino)
  const before = numbers()
  const { stdout, stderr, status } = spawnSync('npx', ['irongate', '--version'], {
    env: {
      PATH: process.env['PATH'],
      HOME: home,
      npm_config_offline: 'true',
      npm_config_update_notifier: 'false',
    },
    encoding: 'utf8',
  })
  rmSync(home, { recursive: true, force: true })
  expect(stderr).toBe('')
  expect(stdout).toMatch(/^\d+\.\d+\.\d+\n$/)
  expect(status).toBe(0)
  expect(numbers()).toEqual(before)
})
