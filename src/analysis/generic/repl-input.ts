import { environmentOfName } from '../../knowledge/lexicon/deployment-environments.ts'
import { isReadOnlyVerb, splitJoinedVerb, type VerbClass, verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import { programName } from '../interpret/base-name.ts'
import type { Command, Word } from '../words.ts'
import { isElevated } from '../wrappers.ts'
import { type GenericCommand, NOUN_OR_QUERY_VERB, parseGenericCommand } from './generic-command.ts'
import { isRemote, matching, notMatching, targetsOnlyThisMachine } from './word-shapes.ts'

/**
 * Who is told something in lines. `machine`: another one, a service of this one behind its socket, or a tool of nobody's knowing
 * that works there. `served`: a tool with an analyzer that works there. `console`: the shell of a store or a host, by its name or by
 * how the lines begin and end. `local`: it works on this machine. `unsure`: any other tool, which may as well only work on the text.
 */
export interface InputReceiver {
  readonly name: string
  readonly kind: 'machine' | 'served' | 'console' | 'local' | 'unsure'
}

const CONNECT_LINE = /^[ \t]*(?:server|open|connect|host|login|use)[ \t('"]+([\w.@:/-]{2,200})/im
const SESSION_LINE =
  /^[ \t]*(?:(?:server|open|connect|login|use)[ \t('"]+[\w.@:/-]{2}|conf(?:ig(?:ure)?)?(?:[ \t]+(?:t(?:erminal)?|exclusive|private))?[ \t]*$|(?:enable|exit|quit|bye|logout|disconnect|commit|end)\b[ \t();]*$)/im
/** What is set up is taken back by a word before it, in a session that sets up; a port that is no longer shut is none the less. */
const CONFIGURE_LINE = /^[ \t]*conf(?:ig(?:ure)?)?(?:[ \t]+(?:t(?:erminal)?|exclusive|private))?[ \t]*$/im
const NEGATION_WORD = /^(?:no|undo)$/i
const CONSOLE_NAME = /(?:shell|console|cli|repl|cmd|client|adm|admc|admin|sql|sh)$/
const CONNECT_WORD = /^--?(?:connect|server|host|target)$|^(?:shell|console|cli|repl|connect|target)$/i
const ATTACHED_COMMAND_OPTION = /^-r[cex]$/
const CONTROL_SOCKET =
  /^(?:unix(?:-\w{1,10})?:)?\/(?:(?:var\/)?run\/(?!user\/)|var\/(?:lib|opt)\/|opt\/|srv\/)\S{0,200}\.(?:sock|socket|ctl)(?:,|$)/i
/** A word before the verb that only says that something is done: `update delete x`. */
const LEADING_WORD = /^(?:update|do|call|run|exec|request|execute)$/
const PROSE_WORD = /^(?:the|an?|your|my|our|and|is|are|was|it|its|this|that|please|with|how|you|we|from|when)$/
const HEADER_LINE = /^[ \t]*[\w-]{2,40}:[ \t]/
const MAX_LINE_WORDS = 8
const MAX_VERB_WORDS = 4
const MAX_LINES = 200
const MAX_INPUT_LENGTH = 20_000

const REMOVING_ACTS: ReadonlySet<VerbClass> = new Set<VerbClass>(['destroy', 'remove'])
const ENDING_ACTS: ReadonlySet<VerbClass> = new Set<VerbClass>(['cancel', 'restart'])
const GRANTING_ACTS: ReadonlySet<VerbClass> = new Set<VerbClass>(['grant', 'create'])
/** What only a machine is told: a text that any other tool works on speaks of it as often. */
const UPDATING_ACTS: ReadonlySet<VerbClass> = new Set<VerbClass>(['update', 'release'])
const MACHINE_POWER_WORD = /^(?:shutdown|shut|poweroff|halt|reboot)$/
const IMMEDIATE_WORD = /^(?:now|immediate(?:ly)?)$/i
const UNBOUNDED_WORD =
  /^(?:-{1,2}[a-z]*r[a-z]*|--recursive|recursive|factory|all|ranges?|\*|-{0,2}(?:force|noprompt|nosave))$/i

export function identifyReceiver(command: Command, text: string, unlisted: boolean): InputReceiver {
  const name = programName(command.name ?? '')
  const opened = CONNECT_LINE.exec(text)?.[1]
  if (
    targetsOnlyThisMachine(command) ||
    (opened !== undefined && targetsOnlyThisMachine({ args: [{ known: opened }] }))
  )
    return { name, kind: 'local' }
  if (command.args.some(({ known }) => CONTROL_SOCKET.test(known) || (unlisted && ATTACHED_COMMAND_OPTION.test(known))))
    return { name, kind: 'machine' }
  const elsewhere =
    (opened !== undefined && /[.@]/.test(opened)) ||
    command.args.some(({ known }) => isRemote(known) || environmentOfName(known) === 'production')
  if (elsewhere) return { name, kind: unlisted ? 'machine' : 'served' }
  return { name, kind: unlisted && (isElevated(command) || isConsole(command, text)) ? 'console' : 'unsure' }
}

function isConsole({ name = '', args }: Command, text: string): boolean {
  // What lies in the project is being worked on.
  if (/^\.{0,2}\//.test(name) && !/^\/(?:usr|opt|bin|sbin)\//.test(name)) return false
  const base = programName(name)
  if (isReadOnlyVerb(base) || args.some(({ known }) => isReadOnlyVerb(known))) return false
  return (
    CONSOLE_NAME.test(base.toLowerCase().replace(/\.(?:sh|exe|bat)$/, '')) ||
    args.some(matching(CONNECT_WORD)) ||
    SESSION_LINE.test(text)
  )
}

export function parseInputLines(command: Command, text: string, hearer: InputReceiver): readonly GenericCommand[] {
  const like = command.head ?? command.args[0]
  if (like === undefined) return []
  const configures = CONFIGURE_LINE.test(text)
  return splitInputLines(text).flatMap((words) => {
    const back = NEGATION_WORD.test(words[0] ?? '') && configures
    if (back && MACHINE_POWER_WORD.test(words.at(-1) ?? '')) return []
    const given = moveVerbFirst(back ? words.with(0, 'delete') : words, hearer)
    if (given.length === 0) return []
    const args = given.map((word) => createWord(word, like))
    const line = parseGenericCommand({
      ...command,
      name: hearer.name,
      assignments: [],
      args,
      stdin: { kind: 'inherited' },
    })
    if (!line || !isRelevantForReceiver(line, given, hearer)) return []
    // What the place is called is not what is done there.
    const place = new Set(hearer.kind === 'machine' ? wordsOf(hearer.name) : [])
    const nouns = new Set([...line.nouns].filter((noun) => !place.has(noun)))
    return [{ ...line, nouns, remote: true, local: false }]
  })
}

function moveVerbFirst(words: readonly string[], { kind }: InputReceiver): readonly string[] {
  const at = findVerbIndex(words, kind)
  const verb = words[at]
  const wide = kind === 'machine' || kind === 'console'
  if (verb === undefined || (!wide && (words.length < 2 || words.slice(0, at).some((word) => !isLeadingWord(word)))))
    return []
  // Whom it is given to stands before it: `user add bob`.
  if (GRANTING_ACTS.has(actOfWord(verb) ?? 'read')) return words
  return [verb, ...words.slice(0, at).filter((word) => !isLeadingWord(word)), ...words.slice(at + 1)]
}

function isLeadingWord(word: string): boolean {
  return LEADING_WORD.test(word.toLowerCase())
}

export function splitInputLines(text: string): readonly (readonly string[])[] {
  const said = text.slice(0, MAX_INPUT_LENGTH).split(/[\r\n;]+/, MAX_LINES)
  return said.flatMap((line) => {
    const words = unwrapCommand(line.trim())
      .split(/[\s()'",]+/)
      .filter((word) => word !== '')
    const sentence = HEADER_LINE.test(line) || /[a-z][.!?:]$/i.test(line.trim()) || words.some(matching(PROSE_WORD))
    return words.length === 0 || words.length > MAX_LINE_WORDS || sentence ? [] : [words]
  })
}

/** `String("delete x")`, `{"op": "delete_all"}`. */
function unwrapCommand(line: string): string {
  return (
    /"(?:op|action|cmd|command|method)"\s{0,4}:\s{0,4}"([^"]{1,200})"/i.exec(line)?.[1] ??
    /^\w{1,40}\(\s{0,4}(["'])([^"']{1,200}\s[^"']{1,200})\1\s{0,4}\)$/.exec(line)?.[2] ??
    line
  )
}

function findVerbIndex(words: readonly string[], kind: InputReceiver['kind']): number {
  for (const [at, word] of words.slice(0, MAX_VERB_WORDS).entries()) {
    const act = isLeadingWord(word) ? 'work' : actOfWord(word)
    if (act !== undefined && (REMOVING_ACTS.has(act) || ENDING_ACTS.has(act) || GRANTING_ACTS.has(act))) return at
    if (act !== undefined && kind === 'machine' && UPDATING_ACTS.has(act)) return at
    const thing = NOUN_OR_QUERY_VERB.test(word.toLowerCase()) && at + 1 < words.length
    if (act !== undefined && act !== 'work' && !thing) return -1
  }
  return -1
}

function actOfWord(word: string): VerbClass | undefined {
  if (!/^[A-Za-z][\w.-]{0,60}$/.test(word)) return undefined
  const acts = wordsOf(/^[A-Z_]+$/.test(word) ? word.toLowerCase() : word)
    .flatMap(splitJoinedVerb)
    .flatMap((each) => verbMeaning(each)?.act ?? [])
  const [first] = acts
  return first !== undefined && REMOVING_ACTS.has(first) ? first : (acts.find((act) => act === 'read') ?? first)
}

function isRelevantForReceiver(
  { meaning: { act }, objects }: GenericCommand,
  words: readonly string[],
  { kind, name }: InputReceiver,
): boolean {
  const forced = words.some(matching(/^--?force$/))
  const takes = REMOVING_ACTS.has(act)
  switch (kind) {
    case 'machine':
      return takes || ENDING_ACTS.has(act) || GRANTING_ACTS.has(act) || UPDATING_ACTS.has(act)
    case 'served':
      return takes
    case 'console':
      if (takes && isUnbounded(words)) return true
      // A number is an entry of a list that the tool holds.
      if (act === 'destroy') return objects.some(notMatching(/^#?\d+$/))
      return (
        ENDING_ACTS.has(act) &&
        (MACHINE_POWER_WORD.test(words[0]?.toLowerCase() ?? '') ||
          words.some(matching(IMMEDIATE_WORD)) ||
          isUnbounded(words))
      )
    case 'unsure':
      return takes && (forced || (/(?:ctl|mgr)$/i.test(name) && isUnbounded(words)))
    case 'local':
      return takes && forced
  }
}

function isUnbounded(words: readonly string[]): boolean {
  return words.some(
    (word) => UNBOUNDED_WORD.test(word) || wordsOf(word).flatMap(splitJoinedVerb).some(matching(UNBOUNDED_WORD)),
  )
}

function createWord(text: string, like: Word): Word {
  return { ...like, raw: text, text, known: text, dynamic: false, glob: false, mayBeEmpty: false, sources: [] }
}
