import { programName } from '../../base-name.ts'
import { isRaised } from '../../layers.ts'
import { stageOfName } from '../../stages.ts'
import { type Act, meaningOf, onlyLooks, unjoined, wordsOf } from '../../verbs.ts'
import type { Command, Word } from '../../words.ts'
import { type Line, lineOf, THINGS } from './line.ts'
import { aimsHere, isRemote, like, unlike } from './shapes.ts'

/**
 * Who is told something in lines. `machine`: another one, a service of this one behind its socket, or a tool of nobody's knowing
 * that works there. `served`: a tool with a reader that works there. `console`: the shell of a store or a host, by its name or by
 * how the lines begin and end. `local`: it works on this machine. `unsure`: any other tool, which may as well only work on the text.
 */
export interface Hearer {
  readonly name: string
  readonly kind: 'machine' | 'served' | 'console' | 'local' | 'unsure'
}

const OPENS = /^[ \t]*(?:server|open|connect|host|login|use)[ \t('"]+([\w.@:/-]{2,200})/im
const SESSION =
  /^[ \t]*(?:(?:server|open|connect|login|use)[ \t('"]+[\w.@:/-]{2}|conf(?:ig(?:ure)?)?(?:[ \t]+(?:t(?:erminal)?|exclusive|private))?[ \t]*$|(?:enable|exit|quit|bye|logout|disconnect|commit|end)\b[ \t();]*$)/im
/** What is set up is taken back by a word before it, in a session that sets up; a port that is no longer shut is none the less. */
const CONFIGURES = /^[ \t]*conf(?:ig(?:ure)?)?(?:[ \t]+(?:t(?:erminal)?|exclusive|private))?[ \t]*$/im
const TAKES_BACK = /^(?:no|undo)$/i
const CONSOLE = /(?:shell|console|cli|repl|cmd|client|adm|admc|admin|sql|sh)$/
const CONNECTS = /^--?(?:connect|server|host|target)$|^(?:shell|console|cli|repl|connect|target)$/i
const ATTACHED = /^-r[cex]$/
const CONTROL_SOCKET =
  /^(?:unix(?:-\w{1,10})?:)?\/(?:(?:var\/)?run\/(?!user\/)|var\/(?:lib|opt)\/|opt\/|srv\/)\S{0,200}\.(?:sock|socket|ctl)(?:,|$)/i
/** A word before the verb that only says that something is done: `update delete x`. */
const LEADS = /^(?:update|do|call|run|exec|request|execute)$/
const PROSE = /^(?:the|an?|your|my|our|and|is|are|was|it|its|this|that|please|with|how|you|we|from|when)$/
const HEADER = /^[ \t]*[\w-]{2,40}:[ \t]/
const MOST_WORDS = 8
const FIRST = 4
const MOST_LINES = 200
const MOST_LETTERS = 20_000

const TAKES_AWAY: ReadonlySet<Act> = new Set<Act>(['destroy', 'remove'])
const ENDS: ReadonlySet<Act> = new Set<Act>(['cancel', 'restart'])
const GIVES: ReadonlySet<Act> = new Set<Act>(['grant', 'create'])
/** What only a machine is told: a text that any other tool works on speaks of it as often. */
const SETS: ReadonlySet<Act> = new Set<Act>(['update', 'release'])
const WHOLE_MACHINE = /^(?:shutdown|shut|poweroff|halt|reboot)$/
const AT_ONCE = /^(?:now|immediate(?:ly)?)$/i
const SPARES_NOTHING =
  /^(?:-{1,2}[a-z]*r[a-z]*|--recursive|recursive|factory|all|ranges?|\*|-{0,2}(?:force|noprompt|nosave))$/i

export function hearerOf(command: Command, text: string, unlisted: boolean): Hearer {
  const name = programName(command.name ?? '')
  const opened = OPENS.exec(text)?.[1]
  if (aimsHere(command) || (opened !== undefined && aimsHere({ args: [{ known: opened }] })))
    return { name, kind: 'local' }
  if (command.args.some(({ known }) => CONTROL_SOCKET.test(known) || (unlisted && ATTACHED.test(known))))
    return { name, kind: 'machine' }
  const elsewhere =
    (opened !== undefined && /[.@]/.test(opened)) ||
    command.args.some(({ known }) => isRemote(known) || stageOfName(known) === 'production')
  if (elsewhere) return { name, kind: unlisted ? 'machine' : 'served' }
  return { name, kind: unlisted && (isRaised(command) || isConsole(command, text)) ? 'console' : 'unsure' }
}

function isConsole({ name = '', args }: Command, text: string): boolean {
  // What lies in the project is being worked on.
  if (/^\.{0,2}\//.test(name) && !/^\/(?:usr|opt|bin|sbin)\//.test(name)) return false
  const base = programName(name)
  if (onlyLooks(base) || args.some(({ known }) => onlyLooks(known))) return false
  return (
    CONSOLE.test(base.toLowerCase().replace(/\.(?:sh|exe|bat)$/, '')) || args.some(like(CONNECTS)) || SESSION.test(text)
  )
}

export function toldLines(command: Command, text: string, hearer: Hearer): readonly Line[] {
  const like = command.head ?? command.args[0]
  if (like === undefined) return []
  const configures = CONFIGURES.test(text)
  return linesOf(text).flatMap((words) => {
    const back = TAKES_BACK.test(words[0] ?? '') && configures
    if (back && WHOLE_MACHINE.test(words.at(-1) ?? '')) return []
    const given = verbFirst(back ? words.with(0, 'delete') : words, hearer)
    if (given.length === 0) return []
    const args = given.map((word) => saying(word, like))
    const line = lineOf({ ...command, name: hearer.name, assignments: [], args, stdin: { kind: 'inherited' } })
    if (!line || !counts(line, given, hearer)) return []
    // What the place is called is not what is done there.
    const place = new Set(hearer.kind === 'machine' ? wordsOf(hearer.name) : [])
    const nouns = new Set([...line.nouns].filter((noun) => !place.has(noun)))
    return [{ ...line, nouns, remote: true, local: false }]
  })
}

function verbFirst(words: readonly string[], { kind }: Hearer): readonly string[] {
  const at = verbAt(words, kind)
  const verb = words[at]
  const wide = kind === 'machine' || kind === 'console'
  if (verb === undefined || (!wide && (words.length < 2 || words.slice(0, at).some((word) => !leads(word))))) return []
  // Whom it is given to stands before it: `user add bob`.
  if (GIVES.has(actOf(verb) ?? 'read')) return words
  return [verb, ...words.slice(0, at).filter((word) => !leads(word)), ...words.slice(at + 1)]
}

function leads(word: string): boolean {
  return LEADS.test(word.toLowerCase())
}

export function linesOf(text: string): readonly (readonly string[])[] {
  const said = text.slice(0, MOST_LETTERS).split(/[\r\n;]+/, MOST_LINES)
  return said.flatMap((line) => {
    const words = commandIn(line.trim())
      .split(/[\s()'",]+/)
      .filter((word) => word !== '')
    const sentence = HEADER.test(line) || /[a-z][.!?:]$/i.test(line.trim()) || words.some(like(PROSE))
    return words.length === 0 || words.length > MOST_WORDS || sentence ? [] : [words]
  })
}

/** `String("delete x")`, `{"op": "delete_all"}`. */
function commandIn(line: string): string {
  return (
    /"(?:op|action|cmd|command|method)"\s{0,4}:\s{0,4}"([^"]{1,200})"/i.exec(line)?.[1] ??
    /^\w{1,40}\(\s{0,4}(["'])([^"']{1,200}\s[^"']{1,200})\1\s{0,4}\)$/.exec(line)?.[2] ??
    line
  )
}

function verbAt(words: readonly string[], kind: Hearer['kind']): number {
  for (const [at, word] of words.slice(0, FIRST).entries()) {
    const act = leads(word) ? 'work' : actOf(word)
    if (act !== undefined && (TAKES_AWAY.has(act) || ENDS.has(act) || GIVES.has(act))) return at
    if (act !== undefined && kind === 'machine' && SETS.has(act)) return at
    const thing = THINGS.test(word.toLowerCase()) && at + 1 < words.length
    if (act !== undefined && act !== 'work' && !thing) return -1
  }
  return -1
}

function actOf(word: string): Act | undefined {
  if (!/^[A-Za-z][\w.-]{0,60}$/.test(word)) return undefined
  const acts = wordsOf(/^[A-Z_]+$/.test(word) ? word.toLowerCase() : word)
    .flatMap(unjoined)
    .flatMap((each) => meaningOf(each)?.act ?? [])
  const [first] = acts
  return first !== undefined && TAKES_AWAY.has(first) ? first : (acts.find((act) => act === 'read') ?? first)
}

function counts({ meaning: { act }, objects }: Line, words: readonly string[], { kind, name }: Hearer): boolean {
  const forced = words.some(like(/^--?force$/))
  const takes = TAKES_AWAY.has(act)
  switch (kind) {
    case 'machine':
      return takes || ENDS.has(act) || GIVES.has(act) || SETS.has(act)
    case 'served':
      return takes
    case 'console':
      if (takes && sparesNothing(words)) return true
      // A number is an entry of a list that the tool holds.
      if (act === 'destroy') return objects.some(unlike(/^#?\d+$/))
      return (
        ENDS.has(act) &&
        (WHOLE_MACHINE.test(words[0]?.toLowerCase() ?? '') || words.some(like(AT_ONCE)) || sparesNothing(words))
      )
    case 'unsure':
      return takes && (forced || (/(?:ctl|mgr)$/i.test(name) && sparesNothing(words)))
    case 'local':
      return takes && forced
  }
}

function sparesNothing(words: readonly string[]): boolean {
  return words.some((word) => SPARES_NOTHING.test(word) || wordsOf(word).flatMap(unjoined).some(like(SPARES_NOTHING)))
}

function saying(text: string, like: Word): Word {
  return { ...like, raw: text, text, known: text, dynamic: false, glob: false, mayBeEmpty: false, sources: [] }
}
