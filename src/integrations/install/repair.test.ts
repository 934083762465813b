import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shellAsNode } from '../../../test/shell-as-node.ts'
import { callLineOf } from '../../cli/call-line.ts'
import { createSessions, decide } from '../../cli/check-line.ts'
import { readPolicyFrom } from '../../facts/settings-files.ts'
import { areSettingsLost, homeLauncher, settingsFile, settingsMark } from '../../state/installs.ts'
import { CLAUDE_CODE_INSTALLER } from '../claude-code/install/installer.ts'
import { readPolicy } from '../policy.ts'
import { applyInstall, planInstall, writeLauncher } from './install.ts'
import { applyManaged, managedLauncherFile, managedSettings, planManaged } from './managed.ts'
import { readManualMode } from './manual-modes.ts'
import { repairSettings } from './repair.ts'

let home: string
let project: string
beforeEach(() => {
  home = realpathSync(mkdtempSync(join(tmpdir(), 'irongate-lost-')))
  chmodSync(home, 0o755)
  project = join(home, 'project')
  mkdirSync(project)
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const launcher = () => ({ file: homeLauncher(home), text: '#!/bin/sh\n' })
const install = () =>
  applyInstall(
    planInstall(
      { installer: CLAUDE_CODE_INSTALLER, scope: 'user', file: join(home, '.claude/settings.json') },
      launcher(),
    ),
    home,
    1,
  )
const problems = () => readPolicy({ cwd: project, home }).broken.map(({ text, source }) => [text, source.file])

async function outcome(headless: boolean) {
  const parsed = callLineOf({ tool: 'Read', input: { file_path: 'a.txt' }, cwd: project, home, headless })
  if (!parsed.ok) throw new Error(parsed.problem)
  const { outcome: said, reason } = await decide(parsed.line, createSessions())
  return [said, reason.type]
}

describe('settings of an account', () => {
  it('are new where nothing was installed', async () => {
    expect(problems()).toEqual([])
    expect((await outcome(true))[0]).toBe('allow')
  })

  it('stay as they are when the gate is installed, and are empty where there were none', () => {
    install()
    expect(readFileSync(settingsFile(home), 'utf8')).toBe('{}\n')
    writeFileSync(settingsFile(home), '{ "limits": { "total": 9 } }')
    install()
    expect(readFileSync(settingsFile(home), 'utf8')).toContain('9')
    expect(problems()).toEqual([])
  })

  it.each([
    ['init', () => install()],
    ["a plugin's install", () => writeLauncher(launcher(), home)],
  ])('are broken when they are gone after %s: ask, or deny when headless', async (_name, put) => {
    put()
    expect((await outcome(false))[0]).toBe('allow')
    rmSync(settingsFile(home))
    expect(problems()).toEqual([
      [
        'cannot be read: it is missing, though Irongate is installed; `irongate doctor --fix` writes a new one',
        settingsFile(home),
      ],
    ])
    expect(await outcome(false)).toEqual(['ask', 'broken-settings'])
    expect(await outcome(true)).toEqual(['deny', 'broken-settings'])
  })

  it('are repaired so that nothing is loosened', async () => {
    install()
    rmSync(settingsFile(home))
    const host = { configDir: join(home, '.claude'), program: undefined, version: undefined }
    repairSettings([{ installer: CLAUDE_CODE_INSTALLER, host }], { home, project })
    expect([problems(), readManualMode(home, 'claude-code')]).toEqual([[], 'mirror'])
    expect((await outcome(true))[0]).toBe('allow')
  })

  it('are expected no more once the mark is gone', () => {
    install()
    rmSync(settingsFile(home))
    expect(areSettingsLost(home)).toBe(true)
    rmSync(settingsMark(homeLauncher(home)))
    expect([areSettingsLost(home), problems()]).toEqual([false, []])
  })
})

describe('settings of an organisation', () => {
  const ground = () => ({ root: home, uid: process.getuid?.() ?? 0 })
  const organisations = () => readPolicyFrom({ cwd: project, home: join(home, 'ann'), root: home }, [])
  const put = () => {
    const from = join(home, 'package')
    for (const name of ['bin', 'dist']) mkdirSync(join(from, name), { recursive: true })
    writeFileSync(join(from, 'package.json'), '{}')
    const file = join(home, 'etc/claude-code/managed-settings.d/50-irongate.json')
    applyManaged(
      planManaged(
        { installer: CLAUDE_CODE_INSTALLER, file },
        { node: shellAsNode(), package: from, name: '1' },
        { hosts: { signs: {}, stranded: [CLAUDE_CODE_INSTALLER] }, ground: ground() },
      ),
    )
  }

  it('are broken when they are gone after the install', () => {
    expect(organisations().broken).toEqual([])
    put()
    expect([existsSync(managedSettings(ground())), organisations().broken]).toEqual([true, []])
    rmSync(managedSettings(ground()))
    expect(organisations().broken).toMatchObject([
      { text: expect.stringContaining('sudo irongate init --scope managed'), source: { scope: 'managed' } },
    ])
  })

  it('an account that was here before and lost its state is not new', () => {
    put()
    const line = readFileSync(managedLauncherFile(ground()), 'utf8').match(/^\[ -d .*$/m)?.[0] ?? ''
    const start = () => execFileSync('/bin/sh', ['-c', `${line}; true`], { env: { home: join(home, 'ann') } })
    const state = join(home, 'ann/.irongate/state')
    mkdirSync(join(home, 'ann'))
    start()
    expect(existsSync(state)).toBe(true)
    rmSync(state, { recursive: true })
    start()
    expect(existsSync(state)).toBe(false)
  })
})
