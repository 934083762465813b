import { CodeRun } from '../code/run/run.ts'
import type { CommandGrade, EffectRecorder } from '../interpret/program.ts'
import type { PathUse } from '../paths/paths.ts'
import { PowerShell } from './evaluate.ts'
import { windowsPath, windowsTags } from './windows-path.ts'

const MAX_LENGTH = 256 * 1024
const HIDDEN_CHARACTERS = /[\u0000-\u0008\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/

export function recordPowerShell(text: string, recorder: EffectRecorder): PowerShell {
  const shell = new PowerShell(new CodeRun('powershell', withWindowsPaths(recorder), undefined))
  readInto(shell, text)
  return shell
}

export function powerShellGrade(text: string, recorder: EffectRecorder): { read: boolean; grade: CommandGrade } {
  const { run } = recordPowerShell(text, recorder)
  return { read: run.understood, grade: run.grade }
}

function readInto(shell: PowerShell, text: string): void {
  const { run } = shell
  if (text.length > MAX_LENGTH) {
    run.unknown('longer than 256 kB', 'unread')
    return
  }
  if (HIDDEN_CHARACTERS.test(text)) run.unknown('the text has characters that do not show')
  try {
    const value = shell.text(text)
    run.prints(value.sources, 'output')
    run.flush()
  } catch (error) {
    run.unknown(`the text could not be read: ${error instanceof Error ? error.name : 'error'}`, 'unread-code')
  }
}

function withWindowsPaths(recorder: EffectRecorder): EffectRecorder {
  return {
    ...recorder,
    path: (word) =>
      windowsPath(word, recorder.facts) ??
      withWindowsTags(
        recorder.path({
          ...word,
          known: toForwardSlashes(word.known),
          text: word.text === undefined ? undefined : toForwardSlashes(word.text),
        }),
      ),
  }
}

/** A path below a home directory that is not known to lie on a drive may still be one of Windows' own places. */
function withWindowsTags(path: PathUse): PathUse {
  const tags = /appdata|start menu|_history|powershell/i.test(path.text) ? windowsTags(path.text.toLowerCase()) : []
  return tags.length === 0 ? path : { ...path, tags: [...new Set([...path.tags, ...tags])] }
}

function toForwardSlashes(path: string): string {
  return path.replaceAll('\\', '/')
}
