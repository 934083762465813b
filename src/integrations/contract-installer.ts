import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { readInstalls } from '../state/installs.ts'
import type { HostSamples } from './contract.ts'
import { COMMAND_MARK, installedCommandFiles, removeCommand, writeCommands } from './install/command-files.ts'
import { HostFileFault } from './install/host-file.ts'
import { applyInstall, planInstall, planLauncher } from './install/install.ts'
import { removeInstall } from './install/remove.ts'
import type { Installer } from './installer.ts'
import type { Host, Integration } from './integration.ts'
import { isPromiseBroken } from './promises.ts'

const SCOPES = ['user', 'project'] as const

/** The part of the contract for hosts that the hook is installed into. */
export function describeInstaller(host: Host, { files = [], events }: HostSamples): void {
  let installer: Installer
  let integration: Integration
  let home: string
  beforeAll(async () => {
    if (!host.installer) throw new Error('there is nothing to install')
    installer = await host.installer()
    integration = await host.integration()
  })
  beforeEach(() => {
    home = mkdtempSync(join(tmpdir(), 'irongate-install-'))
  })
  afterEach(() => rmSync(home, { recursive: true, force: true }))

  const has = (scope: (typeof SCOPES)[number]) => installer.scopes?.includes(scope) ?? true
  const found = () => ({ configDir: join(home, 'config'), program: undefined, version: undefined })
  const fileFor = (scope: (typeof SCOPES)[number]) =>
    installer.fileFor(scope, { host: found(), project: join(home, 'project') })
  const launcher = () =>
    planLauncher(
      { node: process.execPath, hook: join(home, 'hook.cjs'), home },
      { signs: host.signs, stranded: [installer] },
    )
  const install = (scope: (typeof SCOPES)[number], now = 1) =>
    applyInstall(planInstall({ installer, scope, file: fileFor(scope) }, launcher()), home, now)
  const put = (file: string, text: string) => {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }

  describe(`${host.id}: installing`, () => {
    it('belongs to its host', () => {
      expect(installer).toMatchObject({ id: host.id, title: host.title })
      expect(installer.sought).not.toBe('')
    })

    it('finds nothing where there is nothing', () =>
      expect(installer.find({ home, path: '', variables: {} })).toBeUndefined())

    it('finds what it says that it looks for', () => {
      const [, kind, place = ''] = /\bits (folder|file) ~\/(\S+)/.exec(installer.sought) ?? []
      if (kind === 'file') put(join(home, place), '{}')
      else mkdirSync(join(home, place), { recursive: true })
      expect(installer.find({ home, path: '', variables: {} }), installer.sought).toBeDefined()
    })

    it('says of a machine without the hook that it has none', () => {
      mkdirSync(join(home, 'project'))
      const { findings, commands } = installer.examine({
        home,
        project: join(home, 'project'),
        host: undefined,
        installs: [],
      })
      expect(commands).toEqual([])
      expect(findings.some(({ level }) => level === 'fault')).toBe(true)
    })

    it('refuses a scope that it does not have, and says what to do', () => {
      for (const scope of ['user', 'project', 'managed'] as const) {
        const named = () => installer.fileFor(scope, { host: found(), project: join(home, 'project') })
        if (installer.scopes?.includes(scope) ?? true) expect(named()).not.toBe('')
        else expect(named).toThrow(HostFileFault)
      }
    })

    it.each(SCOPES)('in scope %s, twice is once, and the hook names its host', (scope) => {
      if (!has(scope)) return
      const { file, command } = install(scope)
      const once = readFileSync(file, 'utf8')
      expect(command.endsWith(` hook ${host.id}`)).toBe(true)
      expect(once).toContain('.irongate/bin/irongate')
      install(scope, 2)
      expect(readFileSync(file, 'utf8')).toBe(once)
      expect(readInstalls(home)).toHaveLength(1)
      expect(installer.editor.unread(once)).toBeUndefined()
    })

    it.each(SCOPES)('in scope %s, taking it out leaves nothing where nothing was', (scope) => {
      if (!has(scope)) return
      const installed = install(scope)
      expect(removeInstall(installed, installer.editor, home)).toBe('removed')
      expect(existsSync(installed.file)).toBe(false)
      expect(readInstalls(home)).toEqual([])
    })

    it.each(files)('taking it out gives back every byte of %j', (text) => {
      put(fileFor('user'), text)
      const installed = install('user')
      install('user', 2)
      expect(readdirSync(join(home, '.irongate/backups'))).toHaveLength(1)
      expect(removeInstall(installed, installer.editor, home)).toBe('restored')
      expect(readFileSync(installed.file, 'utf8')).toBe(text)
    })

    it.each(files)('%j without the hook has none of it', (text) => {
      const { withHook, withoutHook, fault } = installer.editor
      const there = withHook(text, { command: launcher().file })
      expect(fault(there)).toBeUndefined()
      expect(withoutHook(withHook(text, { command: `'/x/irongate' hook ${host.id}` }))).not.toContain(`hook ${host.id}`)
    })

    it.each(SCOPES)('in scope %s, a look into its places finds the hook without our list', (scope) => {
      if (!has(scope)) return
      const { file } = install(scope)
      const places = installer.places({ home, project: join(home, 'project'), host: found() })
      expect(places).toContainEqual({ scope, file })
      expect(installer.editor.commandsIn(readFileSync(file, 'utf8'))).not.toEqual([])
      expect(installer.editor.commandsIn('')).toEqual([])
    })

    it('its short forms are files of ours, come once, and go without a trace', () => {
      const place = { scope: 'user', file: fileFor('user') } as const
      const written = writeCommands(installer, place, home)
      expect(written).toEqual((installer.commands?.(place) ?? []).map(({ file }) => file))
      expect(writeCommands(installer, place, home)).toEqual([])
      const there = installedCommandFiles(installer, { home, project: join(home, 'project'), host: found() })
      expect(there.map(({ file }) => file)).toEqual(written)
      for (const command of there) {
        expect(command.text).toContain(COMMAND_MARK)
        expect(removeCommand(command, home)).toBeUndefined()
        expect(existsSync(command.file)).toBe(false)
      }
    })

    it('the proof tells a denial and a question from everything else', () => {
      const event = integration.readEvent(events['tool-use'], { home, signs: {} })
      const printed = (says: 'allow' | 'ask' | 'deny') =>
        integration.answer(event, { kind: 'said', says, message: 'm', reason: 'm', person: 'p', stop: false }).stdout
      const { decision, asks } = installer.probe
      expect(decision(printed('deny'))).toBe('deny')
      expect(asks).toBe(!isPromiseBroken(integration.promises.asks))
      if (asks) expect(decision(printed('ask'))).toBe('ask')
      for (const other of [printed('allow'), '', 'deny', '{}', 'null', '[]'])
        expect(['deny', 'ask'], other).not.toContain(decision(other))
      const sent = installer.probe.input({ command: 'ls', cwd: home, sessionId: 'doctor-1' })
      expect(integration.readEvent(sent, { home, signs: {} })).toMatchObject({
        kind: 'tool-use',
        sessionId: 'doctor-1',
        cwd: home,
      })
    })
  })
}
