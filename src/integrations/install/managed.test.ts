import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir, userInfo } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shellAsNode } from '../../../test/shell-as-node.ts'
import { places } from '../claude-code/install/hook-places.ts'
import { CLAUDE_CODE_INSTALLER } from '../claude-code/install/installer.ts'
import { findHookStatuses } from './hook-status.ts'
import { parseLauncherScript } from './launcher-script.ts'
import { applyManaged, managedFolder, managedLauncherFile, planManaged } from './managed.ts'
import { removeInstall } from './remove.ts'
import { type InstallRoot, rootOwnershipProblem } from './root-owned.ts'

let root: string
let ground: InstallRoot
let from: string
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), 'irongate-managed-')))
  chmodSync(root, 0o755)
  ground = { root, uid: process.getuid?.() ?? 0 }
  from = join(root, 'home/ann/lib')
  for (const name of ['bin', 'dist/types']) mkdirSync(join(from, name), { recursive: true })
  writeFileSync(join(from, 'bin/irongate.js'), '')
  writeFileSync(join(from, 'dist/hook.cjs'), 'printf "%s " "$@"\n')
  writeFileSync(join(from, 'dist/cli.cjs'), '', { mode: 0o600 })
  writeFileSync(join(from, 'package.json'), '{}')
})
afterEach(() => rmSync(root, { recursive: true, force: true }))

const dropIn = () => join(root, 'etc/claude-code/managed-settings.d/50-irongate.json')
const plan = (name = '1') =>
  planManaged(
    { installer: CLAUDE_CODE_INSTALLER, file: dropIn() },
    { node: shellAsNode(), package: from, name },
    { hosts: { signs: {}, stranded: [CLAUDE_CODE_INSTALLER] }, ground },
  )

describe('an install for the whole machine', () => {
  it('lies outside every home, open for reading and closed for writing', () => {
    applyManaged(plan())
    const folder = managedFolder(ground)
    for (const path of ['bin/irongate', '1/bin/irongate.js', '1/dist/cli.cjs', '1/package.json'])
      expect(rootOwnershipProblem(join(folder, path), ground), path).toBeUndefined()
    expect(existsSync(join(folder, '1/dist/types'))).toBe(false)
    expect(statSync(dropIn()).mode & 0o777).toBe(0o644)
    const { node, hook } = parseLauncherScript(readFileSync(managedLauncherFile(ground), 'utf8')) ?? {}
    for (const path of [node, hook]) expect(path).not.toMatch(/home\/ann/)
  })

  it('copies a Node that an ordinary account could change', () => {
    const node = join(from, 'node')
    writeFileSync(node, '#!/bin/sh\n', { mode: 0o755 })
    chmodSync(dirname(node), 0o777)
    const { copies } = planManaged(
      { installer: CLAUDE_CODE_INSTALLER, file: dropIn() },
      { node, package: from, name: '1' },
      { hosts: { signs: {}, stranded: [CLAUDE_CODE_INSTALLER] }, ground },
    )
    expect(copies).toContainEqual({ from: node, to: join(managedFolder(ground), '1/node') })
  })

  it('refuses a place that others can change', () => {
    mkdirSync(join(root, 'usr/local/lib'), { recursive: true })
    chmodSync(join(root, 'usr/local'), 0o777)
    expect(() => applyManaged(plan())).toThrow(/usr\/local can be written by others/)
    expect(existsSync(dropIn())).toBe(false)
  })

  it('its launcher takes the home of the account that calls, and not $HOME', () => {
    applyManaged(plan())
    const launcher = readFileSync(managedLauncherFile(ground), 'utf8').replace(/^\[ -d .*$/m, '')
    const file = join(root, 'launcher')
    writeFileSync(file, launcher, { mode: 0o755 })
    const env = { HOME: '/evil', USER: 'evil', LOGNAME: 'evil' }
    const { stdout, stderr } = spawnSync(file, ['hook', 'claude-code', 'PreToolUse'], {
      input: '{}',
      encoding: 'utf8',
      env,
    })
    expect(stdout.trim(), stderr).toBe(`hook claude-code PreToolUse --installed --home ${userInfo().homedir}`)
  })

  it('a newer one replaces it, and no old copy stays', () => {
    applyManaged(plan('1'))
    applyManaged(plan('2'))
    expect(existsSync(join(managedFolder(ground), '1'))).toBe(false)
    expect(parseLauncherScript(readFileSync(managedLauncherFile(ground), 'utf8'))?.hook).toMatch(
      /\/2\/dist\/hook\.cjs$/,
    )
  })

  it('is found by looking, and taken out', () => {
    applyManaged(plan())
    const managed = join(root, 'etc/claude-code/managed-settings.json')
    const installer = { ...CLAUDE_CODE_INSTALLER, places: (at: Parameters<typeof places>[0]) => places(at, managed) }
    const at = { home: join(root, 'home/ann'), project: join(root, 'home/ann'), host: undefined }
    const [found, ...more] = findHookStatuses(installer, at)
    expect(more).toEqual([])
    expect(found).toMatchObject({ scope: 'managed', file: dropIn(), listed: false })
    expect(found && removeInstall(found, CLAUDE_CODE_INSTALLER.editor, at.home)).toBe('removed')
    expect(existsSync(dropIn())).toBe(false)
  })
})
