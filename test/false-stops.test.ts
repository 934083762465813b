import { describe, expect, it } from 'vitest'
import { callLineOf } from '../src/cli/call-line.ts'
import { checkLine, createSessions } from '../src/cli/check-line.ts'
import { BUILT_PROGRAMS } from './false-stops/built-programs.ts'
import type { FalseStops } from './false-stops/cases.ts'
import { LOCAL_STAND_INS } from './false-stops/local-stand-ins.ts'
import { NAMES_LIKE_VERBS } from './false-stops/names-like-verbs.ts'
import { POWERSHELL } from './false-stops/powershell.ts'
import { PREVIEWS } from './false-stops/previews.ts'
import { REBUILDABLE_FOLDERS } from './false-stops/rebuildable-folders.ts'
import { SESSION_REMOTES } from './false-stops/session-remotes.ts'

const CLASSES: readonly (readonly [string, 'Bash' | 'PowerShell', FalseStops])[] = [
  ['local stand-ins', 'Bash', LOCAL_STAND_INS],
  ['remotes of the session', 'Bash', SESSION_REMOTES],
  ['previews', 'Bash', PREVIEWS],
  ['rebuildable folders', 'Bash', REBUILDABLE_FOLDERS],
  ['built programs', 'Bash', BUILT_PROGRAMS],
  ['names like verbs', 'Bash', NAMES_LIKE_VERBS],
  ['PowerShell', 'PowerShell', POWERSHELL],
]

async function decide(tool: string, row: string) {
  const calls = row.split(' => ').map((command) => ({ tool, input: { command } }))
  const call = calls.pop()
  const settings = { autoMode: { powershell: true } }
  const parsed = callLineOf({
    id: '1',
    ...call,
    cwd: '/home/dev/project',
    home: '/home/dev',
    transcript: [{ role: 'user', text: 'please go on with the next step' }, ...calls],
    settings: tool === 'PowerShell' ? settings : {},
  })
  if (!parsed.ok) throw new Error(parsed.problem)
  return checkLine(parsed.line, createSessions())
}

async function wrong(tool: string, rows: readonly string[], isRight: (decision: string) => boolean): Promise<string[]> {
  const found: string[] = []
  for (const row of rows) {
    const { decision, message } = await decide(tool, row)
    if (!isRight(decision)) found.push(`${row}\n      ${decision}: ${message}`)
  }
  return found
}

describe.each(CLASSES)('%s', (_, tool, { harmless, harmful }) => {
  it('passes what is harmless', async () => {
    expect(await wrong(tool, harmless, (decision) => decision === 'allow')).toEqual([])
  })

  it('stops what only looks alike', async () => {
    expect(await wrong(tool, harmful, (decision) => decision !== 'allow')).toEqual([])
  })
})
