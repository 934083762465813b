import { chmodSync, existsSync, renameSync, statSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { homeDirectory, hostFacts } from '../facts/host.ts'
import { diagnose } from '../integrations/install/diagnose.ts'
import { applyInstall, planInstall, plannedShim, Unreadable } from '../integrations/install/install.ts'
import type { Diagnosis, Installer } from '../integrations/installer.ts'
import { readPolicy } from '../integrations/policy.ts'
import { allSigns, HOSTS, installers } from '../integrations/registry.ts'
import { privateFolder } from '../state/folder.ts'
import { gateFolder } from '../state/gate-folder.ts'
import { installsIn } from '../state/installs.ts'
import { stateFolder } from '../state/state-folder.ts'
import { hookFile } from './init.ts'
import { EXIT, type Io, paint, UsageError, visible } from './io.ts'
import { notAPerson } from './person.ts'

export const HELP = `Usage: irongate doctor [--fix] [--json]

Looks whether the gate really stands in the way: sends a harmless call that must be denied through the installed hook, and
looks at everything that could switch it off. Exit status 0 when nothing is wrong.

  --fix    repairs what it can: the hook's entries, its starter, the state folder
  --json   one finding per line

Examples:
  irongate doctor
  irongate doctor --fix
`

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values } = options(args)
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const home = values.home === undefined ? homeDirectory() : resolve(values.home)
  const known = await installers()
  const look = () => {
    const project = hostFacts({ cwd: resolve('.'), home }).projectRoot
    return diagnose({
      home,
      project,
      policy: readPolicy({ cwd: project, home }),
      known: HOSTS.map(({ id }) => id),
      hosts: hostsToLookAt(known, home),
    })
  }
  let found = look()
  if (values.fix && found.some(({ repair }) => repair !== undefined)) {
    const agent = notAPerson()
    if (agent !== undefined) {
      io.error(`irongate doctor --fix: only a person does this, in a terminal of their own (${agent}).\n`)
      return EXIT.deny
    }
    for (const kind of new Set(found.flatMap(({ repair }) => repair ?? []))) io.out(`${repair(kind, known, home)}\n`)
    found = look()
  }
  for (const diagnosis of found) io.out(values.json ? `${JSON.stringify(diagnosis)}\n` : shown(diagnosis, io))
  return found.some(({ level }) => level === 'fault') ? EXIT.deny : 0
}

const MARKS = { ok: ['green', 'ok     '], warning: ['yellow', 'warning'], fault: ['red', 'fault  '] } as const

function shown({ level, what, todo }: Diagnosis, io: Io): string {
  const [style, mark] = MARKS[level]
  return `${paint(io, style, mark)}  ${visible(what)}\n${todo === undefined ? '' : `         → ${visible(todo)}\n`}`
}

/** Those that are on this machine or should have the hook; every one we know where there is none of them. */
function hostsToLookAt(known: readonly Installer[], home: string) {
  const environment = { home, path: process.env['PATH'] ?? '', variables: process.env }
  const all = known.map((installer) => ({ installer, host: installer.find(environment) }))
  const here = all.filter(
    ({ installer, host }) => host !== undefined || installsIn(home).some((install) => install.host === installer.id),
  )
  return here.length > 0 ? here : all
}

function repair(kind: 'install' | 'state', known: readonly Installer[], home: string): string {
  if (kind === 'state') return repairState(home)
  const shim = plannedShim({ node: process.execPath, hook: hookFile(), home }, allSigns())
  const done = installsIn(home).map(({ host, scope, file }) => {
    const installer = known.find(({ id }) => id === host)
    if (!installer) return `${file} belongs to ${host}, which this version does not know`
    try {
      applyInstall(planInstall({ installer, scope, file }, shim), home, Date.now())
      return `wrote the hook into ${file}`
    } catch (error) {
      if (error instanceof Unreadable) return error.message
      throw error
    }
  })
  return done.join('\n')
}

/** Makes the state folder private again; what cannot be used is set aside, never deleted. */
function repairState(home: string): string {
  const folder = stateFolder(home)
  for (const place of [
    gateFolder(home),
    folder,
    ...['sessions', 'denials', 'approvals', 'audit'].map((name) => join(folder, name)),
  ]) {
    if (!existsSync(place)) continue
    if (statSync(place).isDirectory()) chmodSync(place, 0o700)
    else renameSync(place, `${place}.set-aside-${Date.now()}`)
  }
  privateFolder(folder)
  return `repaired ${folder}`
}

function options(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        fix: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        home: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`)
  }
}
