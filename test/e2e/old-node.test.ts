import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'

describe('the launcher on a Node that is too old', () => {
  let folder = ''
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'irongate-old-node-'))
  })
  afterAll(() => rmSync(folder, { recursive: true, force: true }))

  const started = (version: string, args: readonly string[]) => {
    const disguise = join(folder, 'disguise.cjs')
    const versions = `{ ...process.versions, node: '${version}' }`
    writeFileSync(disguise, `Object.defineProperty(process, 'versions', { value: ${versions} })`)
    return spawnSync(process.execPath, ['--require', disguise, 'bin/irongate.js', ...args], { encoding: 'utf8' })
  }

  // A hook's status blocks the call; what `init` installed has a status of its own.
  it.each([
    ['20.20.2', ['--version'], 70],
    ['22.17.9', ['status'], 70],
    ['12.0.0', ['hook', 'claude-code', 'PreToolUse'], 2],
    ['20.20.2', ['hook', 'claude-code', 'PreToolUse', '--installed'], 71],
  ] as const)('%s: says what to do', (version, args, status) => {
    const ended = started(version, args)
    expect(ended.stderr).toBe(
      `irongate needs Node 22.18 or newer. This is Node ${version} (${process.execPath}).
Install Node 24, for example with \`nvm install 24\`, and then install Irongate with it: \`npm install --global irongate\`.
`,
    )
    expect(ended.stdout).toBe('')
    expect(ended.status).toBe(status)
  })

  it('22.18.0 is new enough', () => {
    expect(started('22.18.0', ['--version']).stderr).not.toContain('needs Node')
  })
})
