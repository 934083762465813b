import { existsSync } from 'node:fs'
import { parseArgs } from 'node:util'
import type { Action } from '../analysis/action.ts'
import type { Effect } from '../analysis/effects.ts'
import { commandLineOf } from '../analysis/forms/command-forms.ts'
import { understand } from '../analysis/understand.ts'
import { fixedFacts } from '../facts/fixed.ts'
import { hostFacts } from '../facts/host.ts'
import { collectFindings } from '../judge/embedded/findings.ts'
import { policyFromObject } from '../settings/load.ts'
import { createTools } from '../tools/registry.ts'
import { wordEffect } from '../wording/wording.ts'
import { homeFrom } from './command-args.ts'
import { type Io, paint, showInvisible, UsageError } from './io.ts'
import { directoryFrom } from './working-directory.ts'

export const HELP = `Usage: irongate analyze [--cwd DIR] [--json] '<command>'

Shows what a shell command would do: the commands it runs, how they are wrapped, their effects, what they fall under, and the grade.

Example:
  irongate analyze 'find . -name "*.tmp" -print0 | xargs -0 rm -f'
`

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = parseArgs({
    args: [...args],
    options: {
      cwd: { type: 'string' },
      home: { type: 'string' },
      json: { type: 'boolean' },
      help: { type: 'boolean', short: 'h' },
    },
    allowPositionals: true,
  })
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const command = positionals.join(' ')
  if (command === '') throw new UsageError(`give a command\n\n${HELP}`)
  const cwd = directoryFrom(values.cwd)
  const home = homeFrom(values.home)
  const facts = existsSync(cwd) ? hostFacts({ cwd, home }) : fixedFacts({ cwd, home })
  const action = understand(
    { tool: 'Bash', input: { command }, cwd, sessionId: 'analyze' },
    createTools().find('Bash'),
    facts,
    { wrappers: [] },
  )
  const found = collectFindings(action, policyFromObject({}, { trusted: false, cwd, home }), facts)
  if (values.json) io.out(`${JSON.stringify({ ...action, findings: found }, undefined, 2)}\n`)
  else io.out(analysisText(action, found, io))
  return 0
}

function analysisText(action: Action, found: ReturnType<typeof collectFindings>, io: Io): string {
  const lines: string[] = []
  for (const command of action.commands) {
    const text = commandLineOf(command)
    const via =
      command.wrapperNames.length > 0 ? paint(io, 'dim', ` (through ${command.wrapperNames.join(' → ')})`) : ''
    lines.push(`${'  '.repeat(command.wrapperNames.length)}${paint(io, 'bold', showInvisible(text))}${via}`)
    const own = action.effects.filter(
      (effect) =>
        effect.span.start === command.span.start &&
        effect.span.end === command.span.end &&
        effect.wrapperNames.length === command.wrapperNames.length,
    )
    for (const effect of own) lines.push(`${'  '.repeat(command.wrapperNames.length)}  ${effectLine(effect)}`)
  }
  for (const { why } of action.unknowns) lines.push(paint(io, 'yellow', `not understood: ${showInvisible(why)}`))
  for (const { category, effect, aspect } of found)
    lines.push(paint(io, 'red', `${category}: ${showInvisible(wordEffect(effect, {}, aspect).headline)}`))
  lines.push(`grade: ${action.grade ?? 'none'}`)
  return `${lines.join('\n')}\n`
}

/** One effect in a line: its kind and the fields that matter. */
function effectLine(effect: Effect): string {
  const { kind, span, wrapperNames, certainty, by, ...rest } = effect
  const fields = Object.entries(rest).map(([key, value]) => `${key}=${formatValue(value)}`)
  return showInvisible(`${certainty === 'certain' ? '' : `${certainty}: `}${kind} ${fields.join(' ')}`)
}

function formatValue(value: unknown): string {
  if (value !== null && typeof value === 'object' && 'zone' in value && 'text' in value)
    return `${String(value.text)} [${String(value.zone)}]`
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'unknown')
  return text.length > 80 ? `${text.slice(0, 79)}…` : text
}
