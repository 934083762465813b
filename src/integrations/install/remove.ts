import { existsSync } from 'node:fs'
import { type Install, installsFile, readInstalls } from '../../state/installs.ts'
import type { HookEditor } from '../installer.ts'
import { backupsFor } from './hook-status.ts'
import { inspectHostFile, readHostFile, removeFile, writeAtomically } from './host-file.ts'
import { writeInstallList } from './install.ts'

export type RemoveResult = 'restored' | 'edited' | 'removed' | 'absent' | 'clean'

/**
 * Takes the hook out of one file. A file that differs from what it was only by entries of ours gets its old bytes back; one that
 * was edited since keeps its edits.
 */
export function removeInstall(install: Install, editor: HookEditor, home: string): RemoveResult {
  const list = readInstalls(home)
  const backups = backupsFor(install, home)
  const others = list.filter(({ file }) => file !== install.file)
  // The list first: the running hook then knows that a person meant it.
  if (existsSync(installsFile(home))) writeInstallList(home, others)
  try {
    return removeHookFrom(install, editor, backups)
  } catch (error) {
    if (existsSync(installsFile(home))) writeInstallList(home, list)
    throw error
  }
}

function removeHookFrom({ file, command }: Install, editor: HookEditor, backups: readonly string[]): RemoveResult {
  const now = readHostFile(file)
  if (now === undefined) return 'absent'
  const rest = editor.withoutHook(now)
  const isOurs = (text: string) => editor.withoutHook(editor.withHook(text, { command, file })) === rest
  const original = backups
    .map((backup) => inspectHostFile(backup).text)
    .find((text) => text !== undefined && editor.commandsIn(text).length === 0 && isOurs(text))
  if (original !== undefined) {
    if (original === now) return 'clean'
    writeAtomically(file, original)
    return 'restored'
  }
  if (editor.commandsIn(now).length === 0) return 'clean'
  // Nothing but ours was ever in it.
  if (rest === '' || isOurs('')) {
    removeFile(file)
    return 'removed'
  }
  writeAtomically(file, rest)
  return 'edited'
}
