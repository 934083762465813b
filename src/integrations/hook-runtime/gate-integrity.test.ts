import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type GateFiles, gateFingerprintOf, launcherFilesFor, saveReviewed } from '../../state/gate-fingerprint.ts'
import { createScratchAccount } from '../claude-code/testing.ts'
import { launcherPath } from '../install/install.ts'
import { managedLauncherFile } from '../install/managed.ts'
import { answerEvent } from './hook-events.ts'

let account: ReturnType<typeof createScratchAccount>
let folder: string
let files: GateFiles
let settings: string
beforeEach(() => {
  account = createScratchAccount()
  folder = mkdtempSync(join(tmpdir(), 'irongate-print-'))
  settings = join(folder, 'settings.json')
  for (const name of ['bin', 'dist/parts']) mkdirSync(join(folder, name), { recursive: true })
  for (const name of [
    'package.json',
    'bin/irongate.js',
    'dist/cli.cjs',
    'dist/hook.cjs',
    'dist/build',
    'dist/parts/a.cjs',
    'node',
  ])
    writeFileSync(join(folder, name), name)
  mkdirSync(join(account.home, '.irongate/bin'), { recursive: true })
  mkdirSync(join(account.home, '.irongate/state'), { recursive: true, mode: 0o700 })
  writeFileSync(join(account.home, '.irongate/bin/irongate'), '#!/bin/sh\n')
  writeFileSync(settings, entry("'/h/.irongate/bin/irongate' hook claude-code PreToolUse"))
  files = {
    home: account.home,
    host: 'claude-code',
    node: join(folder, 'node'),
    package: folder,
    entries: () => [settings],
  }
})
afterEach(() => {
  account.remove()
  rmSync(folder, { recursive: true, force: true })
})

const entry = (command: string, more = '') =>
  `{ "hooks": { "PreToolUse": [{ "command": ${JSON.stringify(command)} }] }${more} }`

async function send(event: string, fields: object = {}) {
  const { edge, home, project } = account
  const at = { ...edge(), gate: () => files }
  const text = JSON.stringify({
    session_id: 's',
    cwd: project,
    permission_mode: 'default',
    hook_event_name: event,
    ...fields,
  })
  return JSON.parse((await answerEvent(at.integration.readEvent(text, { home, signs: {} }), at)).stdout || '{}')
}

let calls = 0
async function call(command = 'git status', fields: object = {}): Promise<{ said: string; why: string }> {
  const { hookSpecificOutput: out } = await send('PreToolUse', {
    tool_name: 'Bash',
    tool_input: { command },
    tool_use_id: `c${calls++}`,
    ...fields,
  })
  return { said: out?.permissionDecision, why: String(out?.permissionDecisionReason) }
}

/** As `sed -i` does: another file under the same name. */
const replace = (name: string) => {
  writeFileSync(`${name}.new`, `${readFileSync(name, 'utf8')}//`)
  renameSync(`${name}.new`, name)
}

describe('a session whose gate was changed', () => {
  it.each<[string, () => void, string]>([
    [
      'a part of the bundle was edited in place',
      () => appendFileSync(join(folder, 'dist/parts/a.cjs'), '//'),
      'package',
    ],
    ['a part was added', () => writeFileSync(join(folder, 'dist/parts/b.cjs'), ''), 'package'],
    ['the hook was replaced', () => replace(join(folder, 'dist/hook.cjs')), 'package'],
    ['the package was moved away', () => renameSync(join(folder, 'dist'), join(folder, 'gone')), 'package'],
    ['Node was replaced', () => replace(join(folder, 'node')), 'Node binary'],
    ['the launcher was replaced', () => replace(join(account.home, '.irongate/bin/irongate')), 'launcher'],
    ['the launcher is gone', () => rmSync(join(account.home, '.irongate/bin/irongate')), 'launcher'],
    ['the entry is gone', () => writeFileSync(settings, '{}'), 'hook entry'],
    ['the file of the entry is gone', () => rmSync(settings), 'hook entry'],
    [
      'the entry says something else',
      () => writeFileSync(settings, entry("'/tmp/x' hook claude-code PreToolUse")),
      'hook entry',
    ],
    [
      'the file was changed and its time set back',
      () => {
        const file = join(folder, 'dist/hook.cjs')
        const { atime, mtime } = statSync(file)
        writeFileSync(file, 'dist/h00k.cjs')
        utimesSync(file, atime, mtime)
      },
      'package',
    ],
  ])('is blocked until a person looked: %s', async (_name, change, part) => {
    expect((await call()).said).toBe('allow')
    change()
    for (const mode of ['default', 'bypassPermissions']) {
      const { said, why } = await call('git status', { permission_mode: mode })
      expect(said).toBe('deny')
      expect(why).toContain(`Irongate changed since this session started (${part})`)
      expect(why).toContain('run `irongate doctor` in your own terminal')
    }
    expect(account.records.at(-1)).toMatchObject({ outcome: 'deny', reason: { check: 'gate-changed' } })
    expect((await send('SessionStart', { source: 'resume' })).systemMessage).toContain('Irongate changed since')

    saveReviewed(join(account.home, '.irongate/state'), [gateFingerprintOf(files)])
    expect((await call()).said).toBe('allow')
    // The look was at this gate, and at no other.
    appendFileSync(join(folder, 'package.json'), '//')
    expect((await call()).said).toBe('deny')
  })

  it.each<[string, () => void]>([
    ['nothing changed', () => undefined],
    [
      'the host wrote something else into its file',
      () => writeFileSync(settings, entry("'/h/.irongate/bin/irongate' hook claude-code PreToolUse", ', "model": "x"')),
    ],
    ['files that are not of the gate changed', () => writeFileSync(join(folder, 'README.md'), 'x')],
  ])('goes on where %s', async (_name, change) => {
    await send('SessionStart', { source: 'startup' })
    change()
    expect((await call()).said).toBe('allow')
    expect((await call()).said).toBe('allow')
  })

  it('is told apart from sessions that began after the change', async () => {
    await call()
    replace(join(folder, 'dist/hook.cjs'))
    expect((await call('git status', { session_id: 'later' })).said).toBe('allow')
    expect((await call()).said).toBe('deny')
  })

  it('begins with a word to the person where the gate changed since they last looked', async () => {
    const notice = async (session: string) => {
      const { systemMessage } = await send('SessionStart', { source: 'startup', session_id: session })
      return String(systemMessage)
    }
    expect(await notice('n1')).not.toContain('changed')
    saveReviewed(join(account.home, '.irongate/state'), [gateFingerprintOf(files)])
    expect(await notice('n2')).not.toContain('changed')
    replace(join(folder, 'node'))
    expect(await notice('n3')).toContain('Irongate changed since you last looked (Node binary)')
  })

  it('is blocked in sub-agents too, and while the gate is in the shadow', async () => {
    await call()
    writeFileSync(join(account.home, '.irongate/settings.json'), '{ "shadow": true }')
    replace(join(folder, 'dist/hook.cjs'))
    expect((await call('ls', { agent_id: 'a1' })).said).toBe('deny')
  })

  it('another look than at this gate does not help, nor a damaged one', async () => {
    await call()
    const state = join(account.home, '.irongate/state')
    saveReviewed(state, [gateFingerprintOf(files)])
    replace(join(folder, 'dist/hook.cjs'))
    expect((await call()).said).toBe('deny')
    writeFileSync(join(state, 'looked.json'), '[{"node":1}]\n', { mode: 0o600 })
    expect((await call()).said).toBe('deny')
    writeFileSync(join(state, 'looked.json'), 'x', { mode: 0o644 })
    expect((await call()).said).toBe('deny')
  })
})

it('knows where launchers lie', () =>
  expect(launcherFilesFor('/h')).toEqual([launcherPath('/h'), managedLauncherFile()]))
