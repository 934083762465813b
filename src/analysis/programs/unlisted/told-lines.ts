import { stageOfName } from '../../stages.ts'
import { meaningOf, unjoined, wordsOf } from '../../verbs.ts'
import type { Command, Word } from '../../words.ts'
import { type Line, lineOf } from './line.ts'
import { aimsHere, isRemote } from './shapes.ts'

/** Lines that say on which machine the next ones work. */
const OPENS = /^[ \t]*(?:server|open|connect|host|login|use)[ \t]+([\w.@:/-]{3,200})/im
/** A word before the verb that only says that something is done: `update delete x`. */
const LEADS = /^(?:update|do|call|run|exec)$/
/** So many words are a command; more are a sentence. */
const MOST_WORDS = 6
/** A tool is told a few things by hand; longer texts are what it works on. */
const MOST_LINES = 200

/**
 * Lines that a tool nobody knows is given on standard input, each as a sub-command with its words: `delete x`, `update delete x`.
 * Only of a tool that works elsewhere, by its own words or by a line that says so, and only those that take something away.
 */
export function toldLines(command: Command): readonly Line[] {
  const [like] = [command.head, ...command.args].filter((word) => word !== undefined)
  const text = command.stdin.kind === 'value' ? command.stdin.value.text : undefined
  if (text === undefined || like === undefined) return []
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  if (lines.length > MOST_LINES) return []
  const opened = OPENS.exec(text)?.[1]
  const elsewhere =
    (opened !== undefined && /[.@]/.test(opened) && !aimsHere({ args: [{ known: opened }] })) ||
    (!aimsHere(command) && command.args.some(({ known }) => isRemote(known) || stageOfName(known) === 'production'))
  return lines.flatMap((line) => {
    const words = line.trim().replace(/;$/, '').split(/\s+/)
    if (words.length < 2 || words.length > MOST_WORDS) return []
    const [first = '', ...rest] = words.map((word) => word.toLowerCase())
    const at = LEADS.test(first) && isRemoval(rest[0] ?? '') ? 1 : 0
    if (!isRemoval(words[at]?.toLowerCase() ?? '')) return []
    const args = words.slice(at).map((word) => saying(word, like))
    const read = lineOf({ ...command, args, stdin: { kind: 'inherited' } })
    const told = elsewhere || words.some((word) => /^--?force$/.test(word))
    return read && told ? [{ ...read, remote: true, local: false }] : []
  })
}

function isRemoval(word: string): boolean {
  return wordsOf(word)
    .flatMap(unjoined)
    .slice(0, 1)
    .some((each) => /^(?:destroy|remove)$/.test(meaningOf(each)?.act ?? ''))
}

function saying(text: string, like: Word): Word {
  return { ...like, raw: text, text, known: text, dynamic: false, glob: false, mayBeEmpty: false, sources: [] }
}
