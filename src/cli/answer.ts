import { resolve } from 'node:path'
import type { PendingAsk } from '../server/api/shapes.ts'
import { answerPendingCall } from '../server/asks/answer.ts'
import { listPendingAsks } from '../server/asks/asks.ts'
import { findPendingCall, type PersonsAnswer } from '../state/pending-calls.ts'
import { stateFolder } from '../state/state-folder.ts'
import { approvalQuestion } from './approve.ts'
import { confirmOrExplain, readArgs, refusesAgent } from './command-args.ts'
import { agentHomeDirectory } from './home.ts'
import { EXIT, type Io, showInvisible, UsageError } from './io.ts'
import { wrapForStderr } from './line-wrapping.ts'
import { radiusText } from './pending.ts'
import { THIS_PERSON, type TypingPerson } from './typing-person.ts'

export const HELP = `Usage: irongate answer <id> yes|no|session [--equal] [--note TEXT] [--json]

Answers a call that waits; \`irongate pending\` lists them. yes lets exactly this call run, once. no denies it at once. session lets all
acts of this kind on this one thing run until the session ends, where that is offered. You are shown the whole call, and what it
would delete, change, send or run. An answer that comes too late changes nothing. Run this in your own terminal.

  --equal       also answers equal calls that wait: the same tool, input, directory and scripts
  --note TEXT   a word to the agent, with a no
  --json        the result for programs

Examples:
  irongate answer 3f9a01c2 yes
  irongate answer 3f9a01c2 no --note 'use the staging bucket'
  irongate answer 3f9a01c2 yes --equal
`

const ANSWERS: readonly PersonsAnswer[] = ['yes', 'no', 'session']

export async function run(args: readonly string[], io: Io, person: TypingPerson = THIS_PERSON): Promise<number> {
  const { values, positionals } = readArgs(args, {
    equal: { type: 'boolean', default: false },
    note: { type: 'string' },
    json: { type: 'boolean', default: false },
    home: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const [id, word, ...more] = positionals
  const answer = ANSWERS.find((known) => known === word)
  if (id === undefined || answer === undefined || more.length > 0)
    throw new UsageError('give one id and yes, no or session, such as irongate answer 3f9a01c2 yes.')
  if (refusesAgent(person, io, 'answer')) return EXIT.deny
  const home = values.home === undefined ? agentHomeDirectory() : resolve(values.home)
  const waiting = findPendingCall(stateFolder(home), id, Date.now())
  const ask = (await listPendingAsks({ home })).find((one) => one.id === id)
  if (!waiting || !ask) return printRefusal('late', io, values.json)
  if (answer === 'session' && ask.scope === undefined) return printRefusal('unoffered', io, values.json)
  if (!confirmOrExplain(person, formatAnswer({ ask, answer, equal: values.equal }, io), { io, command: 'answer' }))
    return EXIT.deny
  const { equal, note } = values
  const result = answerPendingCall(home, { id, answer, equal, note, by: 'terminal', key: waiting.key })
  if (!result.taken) return printRefusal(result.reason, io, values.json)
  if (result.unrecorded !== undefined)
    io.error(`irongate answer: this could not be recorded: ${showInvisible(result.unrecorded)}\n`)
  const often = result.ids.length > 1 ? ` to ${result.ids.length} equal calls` : ''
  io.out(values.json ? `${JSON.stringify(result)}\n` : `Answered ${answer}${often}.\n`)
  return 0
}

const REFUSALS = {
  late: 'too late: no such call waits, or it was answered already. Nothing changed; `irongate pending` lists those that wait.',
  unoffered: 'this one can be answered with yes or no, not for the session.',
} as const

function printRefusal(reason: keyof typeof REFUSALS, io: Io, json: boolean): number {
  if (json) io.out(`${JSON.stringify({ taken: false, reason })}\n`)
  else io.error(wrapForStderr(io, `irongate answer: ${REFUSALS[reason]}\n`))
  return EXIT.deny
}

function formatAnswer(
  { ask, answer, equal }: { ask: PendingAsk; answer: PersonsAnswer; equal: boolean },
  io: Io,
): string {
  const others = equal && ask.equal.length > 1 ? `\n\nThe same for ${ask.equal.length - 1} equal calls that wait.` : ''
  const reaches = ask.radius.map((row) => `\n  ${radiusText(row)}`).join('')
  const would = reaches === '' ? '' : `\n\nIt would:${reaches}`
  const says = answer === 'no' ? '\n\nThe answer is no: it is denied.' : ''
  return `${approvalQuestion(ask, answer === 'session' ? ask.scope : undefined, io)}${would}${others}${says}`
}
