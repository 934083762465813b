import { createInterface } from 'node:readline/promises'
import type { Decision, Outcome } from '../decision.ts'
import type { Always } from './always.ts'
import { type Case, caseOf } from './case.ts'
import { noteDeed } from './command-args.ts'
import { homeDirectory } from './home.ts'
import { type Io, paint, visible } from './io.ts'
import type { CallLine } from './line.ts'
import { THIS_PERSON, unprovenPerson } from './person.ts'

/** Asks the person at the terminal about one call. Anything but a clear yes denies. */
export async function askPerson(line: CallLine, decision: Decision, io: Io): Promise<Outcome> {
  io.out(
    `\n${paint(io, 'bold', line.tool)}\n${indented(visible(wholeInput(line)))}\n\n${paint(io, 'yellow', 'asked because')}: ${visible(decision.message)}\n`,
  )
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const made = caseOf(line)
    const rule = await offered(made)
    const always = rule.kind === 'rule' ? ', a = always' : ''
    if (rule.kind === 'rule')
      io.out(visible(`  always would add the rule ${rule.rule}, which also covers: ${rule.alsoCovers.join(', ')}\n`))
    else io.out(`  ${paint(io, 'dim', visible(`no rule is offered: ${rule.why}`))}\n`)
    const reply = (await terminal.question(`  o = once, d = deny${always} [d] `)).trim().toLowerCase()
    if (reply === 'o' || reply === 'once') return 'allow'
    if ((reply === 'a' || reply === 'always') && rule.kind === 'rule') return await written(made, rule.rule, io)
    return 'deny'
  } finally {
    terminal.close()
  }
}

/** The same rule, under the same conditions, as `irongate allow` writes. */
async function offered(made: Case): Promise<Always> {
  const unproven = unprovenPerson(THIS_PERSON)
  if (unproven !== undefined) return { kind: 'refused', why: unproven, instead: '' }
  const { alwaysFor } = await import('./always.ts')
  return alwaysFor(made)
}

async function written(made: Case, text: string, io: Io): Promise<Outcome> {
  const { addUserRule, userSettingsFile } = await import('../facts/user-rules.ts')
  const project = made.session.facts.projectRoot
  if (!THIS_PERSON.challenge(visible(`allow ${text}\nfor ${project}\n`))) return 'deny'
  const home = homeDirectory()
  addUserRule(home, { behavior: 'allow', text, project })
  noteDeed(
    { home, cwd: project, command: `check, always ${text}`, message: `a person allowed ${text} in ${project}` },
    { io, command: 'check' },
  )
  io.out(`  written to ${visible(userSettingsFile(home))}, for ${visible(project)}\n`)
  return 'allow'
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
