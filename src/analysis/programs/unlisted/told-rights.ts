import { programName } from '../../base-name.ts'
import { slotsOf } from '../../shell/slots.ts'
import { asksOnly, meaningOf, onlyLooks } from '../../verbs.ts'
import type { Command } from '../../words.ts'
import type { Scribe } from '../program.ts'
import { programFor } from '../registry.ts'
import { COMMAND } from './line.ts'
import { aimsHere, isRemote } from './shapes.ts'
import { weakened } from './switched-off.ts'
import { hearerOf, linesOf } from './told-lines.ts'
import { stateToldLines } from './unlisted.ts'

const MACHINE = /^(?:H|host|hostname|server|target-host|remote-host)$/
const TAKES_LINES = /(?:adm|admin|ctl|console|shell)$/
/** `op bob`: somebody is made to rule. */
const RULES = /^(?:op|oper|elevate)$/i

export function stateToldThere(command: Command, scribe: Scribe): void {
  const name = programName(command.name ?? '')
  if (!command.args.some(({ known }) => /\s/.test(known)) || aimsHere(command) || asksOnly(command) || onlyLooks(name))
    return
  const { slots } = slotsOf(command.args)
  const takes = TAKES_LINES.test(name)
  const given = slots.flatMap(({ kind, name: option = '', word }) =>
    (kind === 'operand' ? takes : COMMAND.test(option)) && word.text !== undefined ? [word.text] : [],
  )
  const there = slots.some(
    ({ kind, name: option = '', word }) =>
      kind !== 'operand' && (isRemote(word.known) || (MACHINE.test(option) && /^[\w.:-]+$/.test(word.known))),
  )
  if (!there) {
    const text = given.flatMap(linesGiven).join('\n')
    if (text !== '') stateToldLines(command, text, hearerOf(command, text, true), scribe)
    return
  }
  for (const { kind, name: option = '', word } of slots) {
    if (word.text === undefined || !/\s/.test(word.text) || (kind !== 'operand' && !COMMAND.test(option))) continue
    stateToldLines(command, word.text, { name, kind: 'machine' }, scribe)
    stateToldRights(word.text, scribe)
  }
}

/** Lines of a command that is given as a text, but for those that a shell runs: they name a program, and are read as such. */
function linesGiven(text: string): readonly string[] {
  return text.split(/[\r\n;]+/).filter((line) => {
    const [head = ''] = line.trim().split(/\s/, 1)
    const says = meaningOf(head)
    return programFor(head) === undefined || says?.change === 'purge' || says?.change === 'cancel'
  })
}

function stateToldRights(text: string, scribe: Scribe): void {
  for (const words of linesOf(text)) {
    const [first = '', account = ''] = words
    if (meaningOf(first.toLowerCase())?.act === 'read') continue
    if (RULES.test(first) && words.length === 2)
      scribe.effect({
        kind: 'grant',
        what: 'operator',
        to: account,
        reach: 'remote',
        targets: [{ kind: 'right', account, right: 'operator', amount: 'one' }],
        certainty: 'likely',
      })
    for (const [at, word] of words.entries()) {
      const next = words[at + 1]
      const area =
        next === undefined ? undefined : /^(?:no|disable)$/i.test(word) ? weakened(next, 'off') : weakened(word, next)
      if (area !== undefined) scribe.effect({ kind: 'weaken', area, feature: `${word} ${next}`, certainty: 'likely' })
    }
  }
}
