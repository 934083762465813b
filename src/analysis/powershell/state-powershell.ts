import { Run } from '../code/run/run.ts'
import type { PathUse } from '../paths.ts'
import type { Scribe, Standing } from '../programs/program.ts'
import { PowerShell } from './evaluate.ts'
import { windowsPath, windowsTags } from './windows-path.ts'

const MAX_LENGTH = 256 * 1024
const HIDDEN = /[\u0000-\u0008\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/

export function statePowerShell(text: string, scribe: Scribe): PowerShell {
  const shell = new PowerShell(new Run('powershell', withWindowsPaths(scribe), undefined))
  readInto(shell, text)
  return shell
}

export function powerShellStanding(text: string, scribe: Scribe): { read: boolean; standing: Standing } {
  const { run } = statePowerShell(text, scribe)
  return { read: run.understood, standing: run.standing }
}

function readInto(shell: PowerShell, text: string): void {
  const { run } = shell
  if (text.length > MAX_LENGTH) {
    run.unknown('longer than 256 kB', 'unread')
    return
  }
  if (HIDDEN.test(text)) run.unknown('the text has characters that do not show')
  try {
    const value = shell.text(text)
    run.prints(value.sources, 'output')
    run.flush()
  } catch (error) {
    run.unknown(`the text could not be read: ${error instanceof Error ? error.name : 'error'}`, 'unread-code')
  }
}

function withWindowsPaths(scribe: Scribe): Scribe {
  return {
    ...scribe,
    path: (word) =>
      windowsPath(word, scribe.facts) ??
      tagged(
        scribe.path({
          ...word,
          known: forward(word.known),
          text: word.text === undefined ? undefined : forward(word.text),
        }),
      ),
  }
}

/** A path below a home directory that is not known to lie on a drive may still be one of Windows' own places. */
function tagged(path: PathUse): PathUse {
  const tags = /appdata|start menu|_history|powershell/i.test(path.text) ? windowsTags(path.text.toLowerCase()) : []
  return tags.length === 0 ? path : { ...path, tags: [...new Set([...path.tags, ...tags])] }
}

function forward(path: string): string {
  return path.replaceAll('\\', '/')
}
