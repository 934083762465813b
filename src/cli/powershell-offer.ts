import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { applyEdits, modify, parse } from 'jsonc-parser'
import type { Io } from './io.ts'
import { askTerminal } from './typing-person.ts'

/** What the flag does, in the words of `init`. */
export const POWERSHELL_OFFER = `
PowerShell: agents run it on Windows. Without \`autoMode.powershell: true\` every PowerShell command needs a person; with it they
are judged as Bash commands are: ordinary work passes, what would be blocked in Bash is blocked.
`

interface PowershellContext {
  readonly platform: NodeJS.Platform
  readonly home: string
}

/** Is there something to offer: Windows, and a user's file that does not say it either way? */
export function offersPowershell({ platform, home }: PowershellContext): boolean {
  if (platform !== 'win32') return false
  const settings: unknown = parse(textOf(fileIn(home)))
  const autoMode = isRecord(settings) ? settings['autoMode'] : undefined
  return !isRecord(autoMode) || typeof autoMode['powershell'] !== 'boolean'
}

/** A yes to everything is no yes to this: it decides who answers for a whole shell. `--powershell` is. */
export function offerPowershell(
  { powershell, yes, home }: { readonly powershell: boolean; readonly yes: boolean; readonly home: string },
  io: Io,
): void {
  const wanted = powershell || (!yes && /^y(?:es)?$/i.test(askTerminal('Judge PowerShell commands? [y/N] ') ?? ''))
  io.out(
    wanted
      ? `${enablePowershellJudging(home)}: autoMode.powershell is on.\n`
      : 'PowerShell commands stay with you. `irongate init --powershell` turns judging on.\n',
  )
}

/** Sets the flag in the user's own file, keeping comments and everything else as it is. */
export function enablePowershellJudging(home: string): string {
  const file = fileIn(home)
  mkdirSync(join(home, '.irongate'), { recursive: true, mode: 0o700 })
  const text = textOf(file)
  const options = { formattingOptions: { insertSpaces: true, tabSize: 2 } }
  writeFileSync(file, applyEdits(text, modify(text, ['autoMode', 'powershell'], true, options)), { mode: 0o600 })
  return file
}

function fileIn(home: string): string {
  return join(home, '.irongate', 'settings.json')
}

function textOf(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '{}\n'
    throw error
  }
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
