import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { CALLER_HOME, launcherScript } from '../integrations/install/launcher-script.ts'
import { managedFolder, managedLauncherFile } from '../integrations/install/managed.ts'
import { readManualMode } from '../integrations/install/manual-modes.ts'
import type { InstallRoot } from '../integrations/install/root-owned.ts'
import type { Installer } from '../integrations/installer.ts'
import { installers, launcherHosts } from '../integrations/registry.ts'
import type { Io } from './io.ts'
import { runCommand } from './main.ts'
import { consentingPerson } from './testing.ts'
import { run as uninstall } from './uninstall.ts'

/** Hosts with their files in a home, whichever there are: none of them is named here. */
let home: string
let all: readonly { installer: Installer; file: string }[]
const PATH = process.env['PATH']
beforeEach(async () => {
  home = mkdtempSync(join(tmpdir(), 'irongate-init-'))
  // No agent of this machine.
  process.env['PATH'] = join(home, 'bin')
  const files = (await installers()).flatMap((installer) => {
    const [place] = installer.places({ home, project: join(home, 'project'), host: undefined })
    return place?.file.endsWith('.json') ? [{ installer, file: place.file }] : []
  })
  for (const { file } of files) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '{}\n')
  }
  // Those that are known by the file which the hook goes into.
  all = files.filter(({ installer }) => installer.find({ home, path: '', variables: {} }))
})
afterEach(() => {
  process.env['PATH'] = PATH
  rmSync(home, { recursive: true, force: true })
})

async function irongate(...args: readonly string[]) {
  return irongateOn({}, ...args)
}

async function irongateOn(terminal: Pick<Io, 'columns' | 'errorColumns'>, ...args: readonly string[]) {
  let out = ''
  const add = (text: string) => {
    out += text
  }
  const code = await runCommand([...args, '--home', home], {
    out: add,
    error: add,
    colour: false,
    person: consentingPerson(),
    ...terminal,
  })
  return { code, out }
}

async function states(): Promise<Readonly<Record<string, string>>> {
  const { hosts } = JSON.parse((await irongate('status', '--json')).out) as { hosts: { id: string; state: string }[] }
  return Object.fromEntries(hosts.map(({ id, state }) => [id, state]))
}

async function uninstalled(ground: InstallRoot): Promise<string> {
  let out = ''
  const add = (text: string) => {
    out += text
  }
  expect(
    await uninstall(
      ['--yes', '--home', home],
      { out: add, error: add, colour: false, person: consentingPerson() },
      ground,
    ),
  ).toBe(0)
  return out
}

const commandsIn = ({ installer, file }: (typeof all)[number]) =>
  installer.editor.commandsIn(readFileSync(file, 'utf8'))
/** Hosts that run the hook as soon as it stands in their file. */
const ready = () => all.filter(({ installer }) => installer.pending === undefined)

describe('irongate init on a machine with several agents', () => {
  it('there are at least three', () => expect(all.length).toBeGreaterThanOrEqual(3))

  it('goes into each of them in one go, and status shows each', async () => {
    expect(Object.values(await states())).toEqual(all.map(() => 'off'))
    const { out } = await irongate('init', '--yes')
    expect(out).toContain('`irongate judge setup` finds the ones you already have')
    for (const one of all) {
      expect(commandsIn(one), out).not.toEqual([])
      expect(out).toMatch(new RegExp(`${one.installer.title}: (?:on|NOT on)[,.]`))
    }
    const after = await states()
    for (const { installer } of ready()) expect(after[installer.id], installer.id).toBe('on')
    // What a person must still do in the host is not taken for done.
    for (const { installer } of all.filter(({ installer: { pending } }) => pending))
      expect(after[installer.id], installer.id).toBe('broken')
  })

  it('shows all and writes nothing on a dry run', async () => {
    const { out, code } = await irongate('init', '--dry-run')
    expect({ code, written: existsSync(join(home, '.irongate')) }).toEqual({ code: 0, written: false })
    for (const one of all) {
      expect(out).toContain(one.file)
      expect(commandsIn(one)).toEqual([])
    }
  })

  it('one whose file is broken keeps none of the others from it', async () => {
    const [first, ...others] = ready()
    writeFileSync(first?.file ?? '', '{ broken')
    const { out, code } = await irongate('init', '--yes')
    expect(code).not.toBe(0)
    expect(out).toMatch(new RegExp(`${first?.installer.title}: NOT on`))
    expect(readFileSync(first?.file ?? '', 'utf8')).toBe('{ broken')
    for (const one of others) expect(commandsIn(one)).not.toEqual([])
  })

  it('without a choice of how far it goes there is no hook, with one there is', async () => {
    const settings = join(home, '.irongate', 'settings.json')
    const asked = all.filter(({ installer }) => installer.manualModes !== undefined)
    expect(asked).not.toEqual([])
    mkdirSync(dirname(settings))
    writeFileSync(settings, '[]')
    await irongate('init', '--yes')
    for (const one of asked) expect(commandsIn(one), one.installer.id).toEqual([])
    writeFileSync(settings, '{}')
    await irongate('init', '--yes')
    for (const one of asked) {
      expect(commandsIn(one), one.installer.id).not.toEqual([])
      expect(readManualMode(home, one.installer.id)).toBe('answer')
    }
  })

  it('status tells on from off from broken, and of which agent a finding is', async () => {
    const [on, broken, off] = ready()
    if (!on || !broken || !off) throw new Error('three hosts are needed')
    await irongate('init', '--yes', '--host', on.installer.id)
    await irongate('init', '--yes', '--host', broken.installer.id)
    writeFileSync(broken.file, readFileSync(broken.file, 'utf8').slice(0, -4))
    expect(await states()).toMatchObject({
      [on.installer.id]: 'on',
      [broken.installer.id]: 'broken',
      [off.installer.id]: 'off',
    })
    const { out, code } = await irongate('status')
    expect(code).toBe(20)
    expect(out).toContain(`${off.installer.title}: the hook is not installed`)
  })

  it.each([['doctor'], ['init', '--dry-run'], ['uninstall', '--yes']])('%s fits into a terminal', async (...args) => {
    await irongate('init', '--yes')
    const { out } = await irongateOn({ columns: 80, errorColumns: 80 }, ...args)
    // A path or a command is not broken.
    const tooLong = out.split('\n').filter((line) => line.length > 80 && !/^[+-] |\S{40}/.test(line))
    expect(tooLong).toEqual([])
    expect(out).toMatch(/^.{60,80}$/m)
  })

  it('doctor --json stays one finding a line', async () => {
    const { out } = await irongateOn({ columns: 40, errorColumns: 40 }, 'doctor', '--json')
    for (const line of out.trim().split('\n')) expect(JSON.parse(line)).toHaveProperty('level')
  })

  it.each<[string, readonly string[], RegExp]>([
    ['after taking it out', ['init', '--yes'], /Done\./],
    ['where it is out already', ['status'], /not installed/],
  ])('uninstall names the copy for all accounts that stays, %s', async (_name, before, says) => {
    await irongate(...before)
    const ground = { root: join(home, 'root'), uid: 0 }
    expect(await uninstalled(ground)).toMatch(says)
    expect(await uninstalled(ground)).not.toContain('all accounts')
    const file = managedLauncherFile(ground)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, '#!/bin/sh\necho somebody else\n')
    expect(await uninstalled(ground)).not.toContain('all accounts')
    const hosts = await launcherHosts()
    writeFileSync(file, launcherScript({ node: process.execPath, hook: '/x/irongate.js', home: CALLER_HOME }, hosts))
    expect(await uninstalled(ground)).toContain(`sudo rm -r ${managedFolder(ground)}\n`)
    expect(existsSync(file)).toBe(true)
  })

  it.skipIf(process.getuid?.() !== 0)('root with the HOME of another account installs for the machine', async () => {
    chownSync(home, 12_345, 12_345)
    vi.stubEnv('HOME', home)
    try {
      const run = async (...args: readonly string[]) => {
        let out = ''
        const add = (text: string) => {
          out += text
        }
        const code = await runCommand(['init', '--dry-run', '--host', 'claude-code', ...args], {
          ...{ out: add, error: add, colour: false },
        })
        return { code, out }
      }
      const managed = await run('--scope', 'managed')
      expect(managed).toMatchObject({ code: 0, out: expect.stringContaining('Nothing was written.') })
      expect(managed.out).not.toContain('warning')
      for (const args of [[], ['--scope', 'project'], ['--scope', 'managed', '--plugin']])
        expect(await run(...args)).toMatchObject({ code: 64, out: expect.stringContaining('another account') })
    } finally {
      vi.unstubAllEnvs()
    }
  })

  it('uninstall takes it out of each, and every file is as it was', async () => {
    await irongate('init', '--yes')
    const { out } = await irongate('uninstall', '--yes')
    for (const { file } of all) expect(readFileSync(file, 'utf8'), out).toBe('{}\n')
  })
})
