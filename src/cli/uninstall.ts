import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { hostFacts } from '../facts/host.ts'
import { type CommandState, installedCommandFiles, removeCommand } from '../integrations/install/command-files.ts'
import { findHookStatuses } from '../integrations/install/hook-status.ts'
import { HostFileFault } from '../integrations/install/host-file.ts'
import { leftoverManagedFolder } from '../integrations/install/managed.ts'
import { removeInstall } from '../integrations/install/remove.ts'
import { type InstallRoot, SYSTEM_ROOT } from '../integrations/install/root-owned.ts'
import type { HookStatus, Installer, LookContext } from '../integrations/installer.ts'
import { installers } from '../integrations/registry.ts'
import { gateFolder } from '../state/gate-folder.ts'
import { homeLauncher, readInstalls, settingsMark } from '../state/installs.ts'
import { refusesAgent } from './command-args.ts'
import { agentHomeDirectory } from './home.ts'
import { EXIT, type Io, showInvisible, UsageError } from './io.ts'
import { wrappingIo } from './line-wrapping.ts'
import { askTerminal, THIS_PERSON } from './typing-person.ts'
import { currentDirectoryOr } from './working-directory.ts'

export const HELP = `Usage: irongate uninstall [--yes]

Takes the gate's hook out of every settings file that it stands in: those that \`irongate init\` wrote, and whatever else a look into
the agents' settings finds (this account, every project they know, the organisation). A file that was not edited since gets its old
content back; your own edits stay. Commands that init added to an agent go too. Settings and the audit store in ~/.irongate stay too.

Example:
  irongate uninstall
`

const REMOVAL_MESSAGES = {
  restored: 'is as it was before',
  removed: 'is gone; nothing but the hook was in it',
  edited: 'no longer holds the hook; everything else stays',
  absent: 'was already gone',
  clean: 'held no hook any more',
} as const

interface Target {
  readonly installer: Installer
  readonly status: HookStatus
}

export async function run(args: readonly string[], plain: Io, ground: InstallRoot = SYSTEM_ROOT): Promise<number> {
  const { person = THIS_PERSON } = plain
  const io = wrappingIo(plain)
  const { values } = options(args)
  if (values.help) {
    io.out(HELP)
    return 0
  }
  if (refusesAgent(person, io, 'uninstall')) return EXIT.deny
  const home = values.home === undefined ? agentHomeDirectory() : resolve(values.home)
  const known = await installers()
  const targets = known.flatMap((installer) => targetsOf(installer, home))
  const strange = readInstalls(home).filter(({ host }) => !known.some(({ id }) => id === host))
  const commands = known.flatMap((installer) => installedCommandFiles(installer, lookContext(installer, home)))
  if (targets.length + strange.length + commands.length === 0) {
    io.out("The gate is not installed: none of the agents' settings holds an entry of it.\n")
    io.out(remainingFilesText(ground))
    return 0
  }
  for (const { file } of [...targets.map(({ status }) => status), ...commands]) io.out(`${showInvisible(file)}\n`)
  if (!values.yes && !/^y(?:es)?$/i.test(askTerminal('Take the hook out of these files? [y/N] ') ?? '')) {
    io.out('Nothing changed.\n')
    return EXIT.deny
  }
  for (const { file, host } of strange)
    io.error(
      `${showInvisible(file)} belongs to ${showInvisible(host)}, which this version does not know; it stays as it is.\n`,
    )
  const held = strange.length + targets.filter((target) => !removeHook(target, home, io)).length
  const left = held + commands.filter((command) => !removeCommandFile(command, home, io)).length
  // A process that waits for events leaves when its socket is gone.
  rmSync(`${gateFolder(home)}/run`, { recursive: true, force: true })
  if (left > 0) {
    io.error(`irongate uninstall: ${left} of the files still hold the hook.\n`)
    return EXIT.deny
  }
  // From here on, nobody expects settings.
  rmSync(settingsMark(homeLauncher(home)), { force: true })
  // Its launcher stays: sessions that are open may still call it, and a missing hook blocks them.
  io.out('Done. When no session is open any more, ~/.irongate can be deleted.\n')
  io.out(remainingFilesText(ground))
  return 0
}

/** The copy for all accounts stays for the same reason. */
function remainingFilesText(ground: InstallRoot): string {
  const folder = leftoverManagedFolder(ground)
  if (folder === undefined) return ''
  return `The copy for all accounts stays in ${folder}. When no account has a session open: sudo rm -r ${folder}\n`
}

function targetsOf(installer: Installer, home: string): readonly Target[] {
  return findHookStatuses(installer, lookContext(installer, home)).map((status) => ({ installer, status }))
}

function lookContext(installer: Installer, home: string): LookContext {
  const host = installer.find({ home, path: process.env['PATH'] ?? '', variables: process.env })
  return { home, project: hostFacts({ cwd: currentDirectoryOr(home), home }).projectRoot, host }
}

/** Is the command out? */
function removeCommandFile(command: CommandState, home: string, io: Io): boolean {
  try {
    const copy = removeCommand(command, home)
    io.out(
      `${showInvisible(command.file)} is gone${copy === undefined ? '' : `; as you changed it: ${showInvisible(copy)}`}.\n`,
    )
    return true
  } catch (error) {
    if (!(error instanceof HostFileFault)) throw error
    io.error(`${showInvisible(error.message)}: delete it by hand.\n`)
    return false
  }
}

/** Is the hook out? Where it cannot be done, the person reads how. */
function removeHook({ installer, status }: Target, home: string, io: Io): boolean {
  try {
    io.out(`${showInvisible(status.file)} ${REMOVAL_MESSAGES[removeInstall(status, installer.editor, home)]}.\n`)
    return true
  } catch (error) {
    if (!(error instanceof HostFileFault)) throw error
    const how =
      status.scope === 'managed' ? 'run `irongate uninstall` as root' : installer.stranded.byHand([status.file])
    io.error(`${showInvisible(error.message)}. Nothing in it was changed. Next: ${how}.\n`)
    return false
  }
}

function options(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        yes: { type: 'boolean', short: 'y', default: false },
        home: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`)
  }
}
