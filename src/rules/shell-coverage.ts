import type { Action } from '../analysis/action.ts'
import type { Facts } from '../analysis/facts.ts'
import { commandText, isFullyRead } from '../analysis/forms/command-forms.ts'
import { type CoverableCommand, coverableCommands } from '../analysis/forms/coverable.ts'
import { coversShell, matchesShell, patternWords, type ShellPattern } from './shell-pattern.ts'

/** What the allow side needs to know about the rules around it. */
export interface ShellCover<T> {
  /** Patterns that may match a command of this name. */
  candidates(program: string): Iterable<readonly [ShellPattern, T]>
  /** Does an Edit rule cover this write? */
  coversWrite(write: CoverableCommand['writes'][number]): boolean
  /** Programs the user declared transparent. */
  readonly wrappers: ReadonlySet<string>
  readonly facts: Facts
}

/** The rules that together cover every command of a line; undefined when one part is not covered. */
export function coverShell<T>(action: Action, cover: ShellCover<T>): readonly T[] | undefined {
  const text = commandText(action)
  if (!isFullyRead(action)) return undefined
  const commands = coverableCommands(action, cover.wrappers, cover.facts)
  if (!commands || !isFullyCommands(text, commands)) return undefined
  const whole = exactLineRule(text.trim(), cover)
  const used: T[] = []
  for (const command of commands) {
    if (!command.writes.every((write) => cover.coversWrite(write))) return undefined
    const rule = whole ?? coverCommand(command, cover)
    if (rule === undefined) return undefined
    used.push(rule)
  }
  return used
}

/** Between the commands only operators, blanks, grouping and comments may stand: no function, loop or here-document. */
function isFullyCommands(text: string, commands: readonly CoverableCommand[]): boolean {
  const spans = commands.map((command) => command.span).sort((left, right) => left.start - right.start)
  let rest = ''
  let end = 0
  for (const span of spans) {
    rest += ` ${text.slice(end, Math.max(end, span.start))}`
    end = Math.max(end, span.end)
  }
  rest += ` ${text.slice(end)}`
  const bare = rest.replace(/(^|\s)#[^\n]*/g, '$1').replace(/(^|[\s;&|({!])time(?:\s+-p)?(?=\s)/g, '$1')
  return /^[\s;&|(){}!]*$/.test(bare)
}

/** The rule that names the whole line, letter for letter. */
function exactLineRule<T>(text: string, cover: ShellCover<T>): T | undefined {
  for (const [pattern, rule] of cover.candidates(text.split(/\s/, 1)[0] ?? '')) {
    if (pattern.exact && matchesShell(pattern, text)) return rule
  }
  return undefined
}

function coverCommand<T>(command: CoverableCommand, cover: ShellCover<T>): T | undefined {
  const { spellings } = command
  for (const program of new Set(spellings.map((spelling) => spelling.split(' ', 1)[0] ?? ''))) {
    for (const [pattern, rule] of cover.candidates(program)) {
      if (spellings.some((spelling) => coversShell(pattern, spelling)) && authorCovers(pattern, command)) return rule
    }
  }
  return undefined
}

/** Does the rule's author stand behind these words? A star covers data, never what runs or writes. */
function authorCovers(pattern: ShellPattern, { exactOnly, acting }: CoverableCommand): boolean {
  if (pattern.exact) return true
  const spelled = patternWords(pattern)
  return !exactOnly && acting.every((spellings) => spellings.some((spelling) => spelled.has(spelling)))
}
