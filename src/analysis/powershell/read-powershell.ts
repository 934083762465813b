import type { ShellReading } from '../action.ts'
import { Run } from '../code/run/run.ts'
import type { Facts } from '../facts.ts'
import type { Scribe, Standing } from '../programs/program.ts'
import { toolNotes } from '../tool-scribe.ts'
import { PowerShell } from './evaluate.ts'
import { windowsPath } from './windows-path.ts'

const MAX_LENGTH = 256 * 1024
/** Invisible and direction-changing characters: what people see is not what runs. */
const HIDDEN = /[\u0000-\u0008\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/

/** Reads a PowerShell text: what would run, and what that would do. Never throws. */
export function readPowerShell(text: string, facts: Facts): ShellReading {
  const notes = toolNotes('PowerShell', facts)
  const shell = new PowerShell(new Run('powershell', withWindowsPaths(notes.scribe), undefined))
  readInto(shell, text)
  const reading = notes.reading()
  const { standing } = shell.run
  const graded =
    reading.unknowns.length === 0 && (standing === 'proven' || standing === 'expected') ? standing : undefined
  return { ...reading, commands: [...shell.commands, ...reading.commands], grade: graded }
}

/** The same for PowerShell inside another text: states through the caller's scribe. */
export function statePowerShell(text: string, scribe: Scribe): Standing {
  const shell = new PowerShell(new Run('powershell', withWindowsPaths(scribe), undefined))
  readInto(shell, text)
  scribe.effect({
    kind: 'run-code',
    language: 'powershell',
    origin: 'inline',
    read: shell.run.understood,
    host: undefined,
  })
  return shell.run.standing
}

function readInto(shell: PowerShell, text: string): void {
  const { run } = shell
  if (text.length > MAX_LENGTH) return run.unknown('longer than 256 kB')
  if (HIDDEN.test(text)) run.unknown('the text has characters that do not show')
  try {
    const value = shell.text(text)
    run.prints(value.sources, 'output')
    run.flush()
  } catch (error) {
    run.unknown(`the text could not be read: ${error instanceof Error ? error.name : 'error'}`)
  }
}

function withWindowsPaths(scribe: Scribe): Scribe {
  return {
    ...scribe,
    path: (word) =>
      windowsPath(word, scribe.facts) ??
      scribe.path({
        ...word,
        known: forward(word.known),
        text: word.text === undefined ? undefined : forward(word.text),
      }),
  }
}

function forward(path: string): string {
  return path.replaceAll('\\', '/')
}
