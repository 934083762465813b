import { readdirSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { gateFolder } from '../../state/gate-folder.ts'
import { type Install, installsIn } from '../../state/installs.ts'
import type { HookEditor, HookStanding, Installer, LookedAt } from '../installer.ts'
import { lookAt } from './host-file.ts'
import { hookCommand, shimFile } from './install.ts'

/**
 * Where the hook of a host stands. The files themselves are looked into: our own list may be gone, or be of another time. What
 * only the list knows is told too, as it should stand there.
 */
export function standings(
  installer: Pick<Installer, 'id' | 'editor' | 'places'>,
  at: LookedAt,
): readonly HookStanding[] {
  const listed = installsIn(at.home).filter(({ host }) => host === installer.id)
  const known = new Set(listed.map(({ file }) => realOf(file)))
  const elsewhere = installer.places(at).filter(({ file }) => !known.has(realOf(file)))
  const unlisted = elsewhere.flatMap(({ scope, file }): HookStanding[] => {
    const { text, fault } = lookAt(file)
    const found = text === undefined ? [] : installer.editor.commandsIn(text)
    const command = hookCommand(shimFile(at.home), installer.id)
    return found.length === 0 ? [] : [{ host: installer.id, scope, file, command, listed: false, found, fault }]
  })
  return [...listed.map((install) => standing(install, installer.editor)), ...distinct(unlisted)]
}

function standing(install: Install, editor: HookEditor): HookStanding {
  const { text, fault } = lookAt(install.file)
  return { ...install, listed: true, found: text === undefined ? [] : editor.commandsIn(text), fault }
}

/** Two scopes can lead to one file: a project that is the home, or a link. */
function distinct(all: readonly HookStanding[]): readonly HookStanding[] {
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
  const listed = installsIn(home).find((install) => install.file === file)
  if (listed) return listed.backup === undefined ? [] : [listed.backup]
  const folder = join(gateFolder(home), 'backups')
  return namesIn(folder)
    .filter((name) => name.startsWith(`${host}-`))
    .sort()
    .reverse()
    .map((name) => join(folder, name))
}

function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder)
  } catch {
    return []
  }
}
