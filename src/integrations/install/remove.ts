import { existsSync } from 'node:fs'
import { type Install, installsFile, installsIn } from '../../state/installs.ts'
import type { HookEditor } from '../installer.ts'
import { lookAt, removeFile, textOf, writeSafely } from './host-file.ts'
import { writeList } from './install.ts'
import { backupsFor } from './standing.ts'

export type Removed = 'restored' | 'edited' | 'removed' | 'absent' | 'clean'

/**
 * Takes the hook out of one file. A file that differs from what it was only by entries of ours gets its old bytes back; one that
 * was edited since keeps its edits.
 */
export function removeInstall(install: Install, editor: HookEditor, home: string): Removed {
  const list = installsIn(home)
  const backups = backupsFor(install, home)
  const others = list.filter(({ file }) => file !== install.file)
  // The list first: the running hook then knows that a person meant it.
  if (existsSync(installsFile(home))) writeList(home, others)
  try {
    return takenOut(install, editor, backups)
  } catch (error) {
    if (existsSync(installsFile(home))) writeList(home, list)
    throw error
  }
}

function takenOut({ file, command }: Install, editor: HookEditor, backups: readonly string[]): Removed {
  const now = textOf(file)
  if (now === undefined) return 'absent'
  const rest = editor.withoutHook(now)
  const isOurs = (text: string) => editor.withoutHook(editor.withHook(text, { command, file })) === rest
  const original = backups
    .map((backup) => lookAt(backup).text)
    .find((text) => text !== undefined && editor.commandsIn(text).length === 0 && isOurs(text))
  if (original !== undefined) {
    if (original === now) return 'clean'
    writeSafely(file, original)
    return 'restored'
  }
  if (editor.commandsIn(now).length === 0) return 'clean'
  // Nothing but ours was ever in it.
  if (rest === '' || isOurs('')) {
    removeFile(file)
    return 'removed'
  }
  writeSafely(file, rest)
  return 'edited'
}
