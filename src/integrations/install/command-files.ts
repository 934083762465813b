import { mkdirSync, rmdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { gateFolder } from '../../state/gate-folder.ts'
import { privateFolder } from '../../state/private-folder.ts'
import type { CommandFile, Diagnosis, HookPlace, HookStatus, Installer, LookContext } from '../installer.ts'
import { HostFileFault, inspectHostFile, removeFile, writeAtomically } from './host-file.ts'

/** Stands in every file of ours that holds a short form. A file of the same name without it is somebody else's, and stays. */
export const COMMAND_MARK = 'Written by `irongate init`'

type CommandInstaller = Pick<Installer, 'id' | 'commands'>

/** `theirs`: not of ours. `changed`: ours, of another version or edited since. */
type FileState = 'missing' | 'current' | 'changed' | 'theirs'

export interface CommandState extends CommandFile {
  readonly state: FileState
}

/** The short forms that belong to the hook in one place, each with what is there now. */
export function commandStates({ commands }: CommandInstaller, place: HookPlace): readonly CommandState[] {
  return (commands?.(place) ?? []).map((command) => ({ ...command, state: stateOf(command) }))
}

function stateOf({ file, text }: CommandFile): FileState {
  const { text: now, fault } = inspectHostFile(file)
  if (fault !== undefined) return 'theirs'
  if (now === undefined) return 'missing'
  if (now === text) return 'current'
  return now.includes(COMMAND_MARK) ? 'changed' : 'theirs'
}

/** Writes what is missing or not as it should be; of what was changed a copy is kept. Gives back the files that were written. */
export function writeCommands(installer: CommandInstaller, place: HookPlace, home: string): readonly string[] {
  const due = commandStates(installer, place).filter(({ state }) => state === 'missing' || state === 'changed')
  for (const { file, text, state } of due) {
    if (state === 'changed') backUpCommandFile(file, home)
    try {
      mkdirSync(dirname(file), { recursive: true })
    } catch (error) {
      const { code } = error as NodeJS.ErrnoException
      throw new HostFileFault(`${dirname(file)} cannot be made (${code ?? String(error)})`)
    }
    writeAtomically(file, text)
  }
  return due.map(({ file }) => file)
}

/** The files of ours that are there, wherever the hook may stand or have stood. */
export function installedCommandFiles(installer: Installer, at: LookContext): readonly CommandState[] {
  const all = installer.places(at).flatMap((place) => commandStates(installer, place))
  const ours = all.filter(({ state }) => state === 'current' || state === 'changed')
  return [...new Map(ours.map((command) => [command.file, command])).values()]
}

/** Takes one out, and its folder where nothing else is in it. What was changed is kept as a copy, whose place is given back. */
export function removeCommand({ file, state }: CommandState, home: string): string | undefined {
  const copy = state === 'changed' ? backUpCommandFile(file, home) : undefined
  removeFile(file)
  try {
    rmdirSync(dirname(file))
  } catch {
    // Something else is in it.
  }
  return copy
}

function backUpCommandFile(file: string, home: string): string {
  const copy = join(privateFolder(join(gateFolder(home), 'backups')), `command-${Date.now()}-${basename(file)}`)
  writeAtomically(copy, inspectHostFile(file).text ?? '')
  return copy
}

/** What the doctor says of them: a hook works without, so nothing of it is a fault. */
export function commandFindings(installer: CommandInstaller, installs: readonly HookStatus[]): readonly Diagnosis[] {
  return installs.flatMap((status) => commandStates(installer, status)).map(findingOf)
}

function findingOf({ file, typed, state }: CommandState): Diagnosis {
  const again = { level: 'warning', todo: 'run `irongate doctor --fix`', repair: 'install' } as const
  switch (state) {
    case 'current':
      return { level: 'ok', what: `${typed} stands in ${file}` }
    case 'theirs':
      return { level: 'ok', what: `${file} is not ours, so ${typed} is what it says` }
    case 'missing':
      return { ...again, what: `${file} is gone, and ${typed} with it` }
    case 'changed':
      return { ...again, what: `${file} was changed, or is of another version` }
  }
}
