import { spawnSync } from 'node:child_process'
import { readFileSync, statSync } from 'node:fs'
import { describe, expect, it } from 'vitest'

describe('the plugin', () => {
  it('carries the same entries as `irongate init`', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/plugin.ts', '--check'], { encoding: 'utf8' })
    expect(status, stderr).toBe(0)
  })

  it('has the version of the package', () => {
    const versionIn = (file: string) => (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version
    expect(versionIn('.claude-plugin/plugin.json')).toBe(versionIn('package.json'))
  })

  it('starts a script that is executable and that a shell can read', () => {
    expect(statSync('hooks/irongate').mode & 0o111).toBe(0o111)
    expect(spawnSync('/bin/sh', ['-n', 'hooks/irongate']).status).toBe(0)
  })
})
