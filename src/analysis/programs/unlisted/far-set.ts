import { programOf } from '../../base-name.ts'
import { isRaised } from '../../layers.ts'
import { asksOnly, meaningOf, onlyLooks, wordsOf } from '../../verbs.ts'
import type { Command } from '../../words.ts'
import { looseWords, shown } from '../form/words.ts'
import type { Scribe } from '../program.ts'
import { isLoopbackText, isRemote } from './shapes.ts'

/** Names that end in giving a value: `busset`, `node-write`. `charset`, `output` and their like are things. */
const SETS = /(?:^[a-z0-9]{3,}|[-_.])(?:set|write|put)$/
const A_THING = /(?:char|data|file|off|sub|pre|re|as|in|out|through|com|font|code|type)(?:set|put|write)$/

/** As whom, how and how often, in tools that reach another machine. */
const VALUED: ReadonlySet<string> = new Set('-c -u -l -a -A -x -X -p -P -m -M -t -r'.split(' '))

/** A program called after setting is given an address of another machine, and what to set there. */
export function stateFarSetting(command: Command, scribe: Scribe): void {
  const name = programOf(command)
  if (!SETS.test(name) || A_THING.test(name) || asksOnly(command)) return
  const operands = looseWords(command.args, VALUED).operands.map(shown)
  const at = operands.findIndex((word) => isRemote(word) || isLoopbackText(word))
  const place = operands[at] ?? ''
  if (!isRemote(place) || at === operands.length - 1) return
  scribe.effect({
    kind: 'resource-change',
    system: name,
    verb: 'update',
    target: operands.slice(at).join(' ').slice(0, 120),
    targets: [{ kind: 'resource', system: name, type: operands[at + 1] ?? '', name: place, amount: 'one' }],
    mass: false,
    stage: 'unknown',
    family: 'other',
    certainty: 'likely',
  })
}

/** A letter for taking away, with all there is behind it: `-d ALL`. */
const EVERYTHING = /^(?:--all|all|\*)$/i

/** With the rights of the machine's owner, all that a program keeps is taken away. */
export function stateSwept(command: Command, scribe: Scribe): void {
  if (!isRaised(command) || asksOnly(command)) return
  const name = programOf(command)
  const words = command.args.map(({ known }) => known)
  const swept = words.some((word, at) => /^-[dDxX]$/.test(word) && EVERYTHING.test(words[at + 1] ?? ''))
  if (!swept || onlyLooks(name)) return
  scribe.effect({
    kind: 'resource-change',
    system: name,
    verb: 'purge',
    target: `all that ${name} keeps`,
    mass: true,
    stage: 'unknown',
    family: 'other',
    certainty: 'likely',
  })
}

/** Words by which a tool makes sure that somebody means it. */
const INSISTED = /^--(?:do-?not-?confirm|(?:yes-)?i-(?:really|know|understand|am-sure)(?:-\w+)*)(?:=true)?$/

/** A question that a tool asks in such words is about what cannot be undone, whatever its verb. */
export function stateInsisted(command: Command, scribe: Scribe): void {
  if (!command.args.some(({ known }) => INSISTED.test(known)) || asksOnly(command)) return
  const { operands } = looseWords(command.args, VALUED)
  const said = operands.slice(0, 3).flatMap((word) => wordsOf(shown(word)))
  if (said.length === 0 || said.some((word) => /^(?:read|work)$/.test(meaningOf(word)?.act ?? ''))) return
  scribe.effect({
    kind: 'resource-change',
    system: programOf(command),
    verb: 'update',
    target: operands.map(shown).join(' ').slice(0, 120),
    mass: false,
    stage: 'unknown',
    family: 'other',
    certainty: 'likely',
  })
}
