import { realpathSync } from 'node:fs'
import { join } from 'node:path'
import { listFolderSafely } from '../../state/folder-names.ts'
import { gateFolder } from '../../state/gate-folder.ts'
import { type Install, readInstalls } from '../../state/installs.ts'
import type { FoundHost, HookEditor, HookStatus, Installer, LookContext } from '../installer.ts'
import { inspectHostFile } from './host-file.ts'
import { hookCommand, launcherPath } from './install.ts'

/**
 * Where the hook of a host stands. The files themselves are looked into: our own list may be gone, or be of another time. What
 * only the list knows is told too, as it should stand there.
 */
export function findHookStatuses(
  installer: Pick<Installer, 'id' | 'editor' | 'places'>,
  at: LookContext,
): readonly HookStatus[] {
  const listed = readInstalls(at.home).filter(({ host }) => host === installer.id)
  const known = new Set(listed.map(({ file }) => realOf(file)))
  const elsewhere = installer.places(at).filter(({ file }) => !known.has(realOf(file)))
  const unlisted = elsewhere.flatMap(({ scope, file }): HookStatus[] => {
    const { text, fault } = inspectHostFile(file)
    const found = text === undefined ? [] : installer.editor.commandsIn(text)
    const command = hookCommand(launcherPath(at.home), installer.id)
    return found.length === 0 ? [] : [{ host: installer.id, scope, file, command, listed: false, found, fault }]
  })
  return [...listed.map((install) => hookStatusOf(install, installer.editor)), ...uniqueByRealPath(unlisted)]
}

function hookStatusOf(install: Install, editor: HookEditor): HookStatus {
  const { text, fault } = inspectHostFile(install.file)
  return { ...install, listed: true, found: text === undefined ? [] : editor.commandsIn(text), fault }
}

/** The files that a launcher is started from: those of our list, and those that the hook is about to be put into. */
export function launcherUsers(
  targets: readonly { readonly installer: Pick<Installer, 'id' | 'scopes' | 'fileFor'>; readonly host: FoundHost }[],
  { scope, home, project }: { readonly scope: Install['scope']; readonly home: string; readonly project: string },
): readonly Pick<Install, 'host' | 'file'>[] {
  const planned = targets
    .filter(({ installer }) => installer.scopes?.includes(scope) ?? true)
    .map(({ installer, host }) => ({ host: installer.id, file: installer.fileFor(scope, { host, project }) }))
  return scope === 'managed' ? planned : [...readInstalls(home), ...planned]
}

/** Two scopes can lead to one file: a project that is the home, or a link. */
function uniqueByRealPath(all: readonly HookStatus[]): readonly HookStatus[] {
  return [...new Map(all.map((one) => [realOf(one.file), one])).values()]
}

function realOf(file: string): string {
  try {
    return realpathSync(file)
  } catch {
    return file
  }
}

/** What the file may have been before the hook came, newest first. Where our list knows nothing of it, every copy that was kept. */
export function backupsFor({ host, file }: Install, home: string): readonly string[] {
  const listed = readInstalls(home).find((install) => install.file === file)
  if (listed) return listed.backup === undefined ? [] : [listed.backup]
  const folder = join(gateFolder(home), 'backups')
  return listFolderSafely(folder)
    .filter((name) => name.startsWith(`${host}-`))
    .sort()
    .reverse()
    .map((name) => join(folder, name))
}
