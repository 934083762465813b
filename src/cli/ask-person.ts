import { createInterface } from 'node:readline/promises'
import type { Decision, Outcome } from '../decision.ts'
import type { AlwaysAllowRule } from './always-allow.ts'
import { type CallCase, createCase } from './call-case.ts'
import type { CallLine } from './call-line.ts'
import { auditUserCommand } from './command-args.ts'
import { agentHomeDirectory } from './home.ts'
import { indentText } from './indent.ts'
import { type Io, paint, showInvisible } from './io.ts'
import { THIS_PERSON, unprovenReason } from './typing-person.ts'

/** Asks the person at the terminal about one call. Anything but a clear yes denies. */
export async function askPerson(line: CallLine, decision: Decision, io: Io): Promise<Outcome> {
  io.out(
    `\n${paint(io, 'bold', line.tool)}\n${indentText(showInvisible(formatWholeInput(line)))}\n\n${paint(io, 'yellow', 'asked because')}: ${showInvisible(decision.message)}\n`,
  )
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const made = createCase(line)
    const rule = await proposeIfAllowed(made)
    const always = rule.kind === 'rule' ? ', a = always' : ''
    if (rule.kind === 'rule')
      io.out(
        showInvisible(`  always would add the rule ${rule.rule}, which also covers: ${rule.alsoCovers.join(', ')}\n`),
      )
    else io.out(`  ${paint(io, 'dim', showInvisible(`no rule is offered: ${rule.why}`))}\n`)
    const reply = (await terminal.question(`  o = once, d = deny${always} [d] `)).trim().toLowerCase()
    if (reply === 'o' || reply === 'once') return 'allow'
    if ((reply === 'a' || reply === 'always') && rule.kind === 'rule') return await writeAlwaysRule(made, rule.rule, io)
    return 'deny'
  } finally {
    terminal.close()
  }
}

/** The same rule, under the same conditions, as `irongate allow` writes. */
async function proposeIfAllowed(made: CallCase): Promise<AlwaysAllowRule> {
  const unproven = unprovenReason(THIS_PERSON)
  if (unproven !== undefined) return { kind: 'refused', why: unproven, instead: '' }
  const { proposeAlwaysAllow: alwaysFor } = await import('./always-allow.ts')
  return alwaysFor(made)
}

async function writeAlwaysRule(made: CallCase, text: string, io: Io): Promise<Outcome> {
  const { addUserRule, userSettingsFile } = await import('../facts/user-settings-file.ts')
  const project = made.session.facts.projectRoot
  if (!THIS_PERSON.challenge(showInvisible(`allow ${text}\nfor ${project}\n`))) return 'deny'
  const home = agentHomeDirectory()
  addUserRule(home, { behavior: 'allow', text, project })
  auditUserCommand(
    { home, cwd: project, command: `check, always ${text}`, message: `a person allowed ${text} in ${project}` },
    { io, command: 'check' },
  )
  io.out(`  written to ${showInvisible(userSettingsFile(home))}, for ${showInvisible(project)}\n`)
  return 'allow'
}

function formatWholeInput({ input }: CallLine): string {
  const { command } = input
  return typeof command === 'string' && Object.keys(input).length === 1 ? command : JSON.stringify(input, undefined, 2)
}
