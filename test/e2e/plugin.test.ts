import { spawnSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

describe('the plugin', () => {
  it('has the entries of `irongate init` and the version of the package', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/plugin.ts', '--check'], { encoding: 'utf8' })
    expect(status, stderr).toBe(0)
  })

  it('starts a script that is executable and that a shell can read', () => {
    expect(statSync('hooks/irongate').mode & 0o111).toBe(0o111)
    expect(spawnSync('/bin/sh', ['-n', 'hooks/irongate']).status).toBe(0)
  })
})
