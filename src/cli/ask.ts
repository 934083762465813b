import { createInterface } from 'node:readline/promises'
import type { Decision, Outcome } from '../decision.ts'
import { homeDirectory } from '../facts/host.ts'
import { type Io, paint, visible } from './io.ts'
import type { CallLine } from './line.ts'

/** Asks the person at the terminal about one call. Anything but a clear yes denies. */
export async function askPerson(line: CallLine, decision: Decision, io: Io): Promise<Outcome> {
  io.out(
    `\n${paint(io, 'bold', line.tool)}\n${indented(visible(wholeInput(line)))}\n\n${paint(io, 'yellow', 'asked because')}: ${visible(decision.message)}\n`,
  )
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const { proposal } = await import('./always.ts')
    const rule = proposal(line)
    const always = rule.kind === 'rule' ? ', a = always' : ''
    if (rule.kind === 'rule')
      io.out(
        `  always would add the rule ${rule.rule}${rule.alsoCovers.length > 0 ? `, which also covers: ${rule.alsoCovers.join(', ')}` : ''}\n`,
      )
    else io.out(`  ${paint(io, 'dim', `no rule is offered: ${rule.why}`)}\n`)
    const reply = (await terminal.question(`  o = once, d = deny${always} [d] `)).trim().toLowerCase()
    if (reply === 'o' || reply === 'once') return 'allow'
    if ((reply === 'a' || reply === 'always') && rule.kind === 'rule') {
      const { addUserRule, userSettingsFile } = await import('../facts/user-rules.ts')
      const home = homeDirectory()
      addUserRule(home, { behavior: 'allow', text: rule.rule, project: undefined })
      io.out(`  written to ${userSettingsFile(home)}\n`)
      return 'allow'
    }
    return 'deny'
  } finally {
    terminal.close()
  }
}

function wholeInput({ input }: CallLine): string {
  const { command } = input
  return typeof command === 'string' && Object.keys(input).length === 1 ? command : JSON.stringify(input, undefined, 2)
}

function indented(text: string): string {
  return text
    .split('\n')
    .map((line) => `  ${line}`)
    .join('\n')
}
