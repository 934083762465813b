import type { Action } from '../analysis/action.ts'
import type { Facts } from '../analysis/facts.ts'
import { pathUse } from '../analysis/path-use.ts'
import type { PathTag } from '../analysis/paths.ts'
import type { Command, Redirect, Word } from '../analysis/words.ts'
import { actingWord, isRunner } from './acting-options.ts'
import { isHarmlessAssignment } from './assignments.ts'
import { baseName, commandText, isReadWhole } from './shell-forms.ts'
import { matchesShell, type ShellPattern, spelledWords } from './shell-pattern.ts'
import { unwrapSafely } from './wrappers.ts'

/** What the allow side needs to know about the rules around it. */
export interface Cover<T> {
  /** Patterns that may match a command of this name. */
  candidates(program: string): Iterable<readonly [ShellPattern, T]>
  /** Does an Edit rule cover a write to this redirect's target? */
  coversWrite(redirect: Redirect, command: Command): boolean
  /** Programs the user declared transparent. */
  readonly wrappers: ReadonlySet<string>
  readonly facts: Facts
}

/** The rules that together cover every command of a line; undefined when one part is not covered. */
export function coverShell<T>(action: Action, cover: Cover<T>): readonly T[] | undefined {
  const outer = action.commands.filter((command) => command.via.length === 0)
  const text = commandText(action)
  if (outer.length === 0 || !isReadWhole(action) || !isAccountedFor(text, outer)) return undefined
  const whole = exactly(text.trim(), cover)
  const used: T[] = []
  for (const command of outer) {
    if (!isPlain(command, cover)) return undefined
    const rule = whole ?? coverCommand(command, action, cover)
    if (rule === undefined) return undefined
    used.push(rule)
  }
  return used
}

/** Between the commands only operators, blanks, grouping and comments may stand: no function, loop or here-document. */
function isAccountedFor(text: string, commands: readonly Command[]): boolean {
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
function exactly<T>(text: string, cover: Cover<T>): T | undefined {
  for (const [pattern, rule] of cover.candidates(text.split(/\s/, 1)[0] ?? '')) {
    if (pattern.exact && matchesShell(pattern, text)) return rule
  }
  return undefined
}

/** Nothing in it changes what runs, stays unknown, or writes where a shell rule has no say. */
function isPlain<T>(command: Command, cover: Cover<T>): boolean {
  const { head, args, assignments, redirects } = command
  if (!head || [head, ...args].some((word) => word.dynamic) || /\s/.test(head.text ?? ' ')) return false
  if (!assignments.every((item) => isHarmlessAssignment(item.name) && !item.value.dynamic)) return false
  return redirects.every((redirect) => redirectFits(redirect, command, cover))
}

function coverCommand<T>(command: Command, action: Action, cover: Cover<T>): T | undefined {
  const whole = command.head ? [command.head, ...command.args] : []
  const words = unwrapSafely(whole, cover.wrappers)
  const spellings = new Set([...allowSpellings(words), ...allowSpellings(whole)])
  for (const program of new Set([...spellings].map((spelling) => spelling.split(' ', 1)[0] ?? ''))) {
    for (const [pattern, rule] of cover.candidates(program)) {
      const fits = [...spellings].some((spelling) => matchesShell(pattern, spelling))
      if (fits && speaksFor(pattern, words, command, action)) return rule
    }
  }
  return undefined
}

/** The command as a person would have written it in a rule: a word that needs quotes keeps them. */
function allowSpellings(words: readonly Word[]): string[] {
  const plain = words.map((word) =>
    word.text === undefined || !/^[^\s"'`\\$]+$/.test(word.text) ? word.raw : word.text,
  )
  return [...new Set([plain.join(' '), words.map((word) => word.raw).join(' ')])]
}

/** Does the rule's author stand behind these words? A star covers data, never what runs or writes. */
function speaksFor(pattern: ShellPattern, words: readonly Word[], command: Command, action: Action): boolean {
  if (pattern.exact) return true
  const program = words[0]?.text ?? ''
  if (isRunner(program)) return false
  if (actingWord(words, spelledWords(pattern)) !== undefined) return false
  const spelledOut = actingWord(words, NOTHING_SPELLED) !== undefined
  return spelledOut || !READERS.has(baseName(program)) || !actsByEffect(command, action)
}

const NOTHING_SPELLED: ReadonlySet<string> = new Set()

/** Programs that only read in their plain form; a write or a run of theirs comes from an option or a script. */
const READERS: ReadonlySet<string> = new Set([
  'find',
  'fd',
  'rg',
  'grep',
  'sort',
  'man',
  'awk',
  'gawk',
  'mawk',
  'cat',
  'less',
  'jq',
  'head',
  'tail',
  'wc',
  'ls',
  'diff',
  'tree',
  'xxd',
  'stat',
  'echo',
  'printf',
])

function actsByEffect(command: Command, action: Action): boolean {
  return action.effects.some(
    (effect) =>
      effect.span.start === command.span.start &&
      effect.span.end === command.span.end &&
      (effect.kind === 'run-code' ||
        effect.kind === 'delete-path' ||
        (effect.kind === 'write-path' && effect.as !== 'redirect' && !isRedirectTarget(effect.path.text, command))),
  )
}

function isRedirectTarget(text: string, command: Command): boolean {
  return command.redirects.some((redirect) => redirect.target.text === text)
}

/** Tags that do not make a file one to be careful with. */
const HARMLESS_TAGS: ReadonlySet<PathTag> = new Set<PathTag>(['build-artefact', 'lock-file', 'null-device'])

/** A redirect writes only inside the working directories, to nothing protected, unless an Edit rule covers it. */
function redirectFits<T>(redirect: Redirect, command: Command, cover: Cover<T>): boolean {
  switch (redirect.kind) {
    case 'duplicate':
      return true
    case 'here-document':
    case 'here-string':
      return redirect.body?.text !== undefined
    case 'read': {
      const path = pathUse(redirect.target, command.cwd, cover.facts)
      return !redirect.target.dynamic && !path.tags.includes('socket')
    }
    case 'write':
    case 'append':
    case 'read-write': {
      const { target } = redirect
      if (target.dynamic || target.glob || target.raw.startsWith('~')) return false
      const path = pathUse(target, command.cwd, cover.facts)
      if (path.tags.includes('null-device')) return true
      const inside = path.zone === 'project' || path.zone === 'temp'
      if (inside && path.tags.every((tag) => HARMLESS_TAGS.has(tag))) return true
      return cover.coversWrite(redirect, command)
    }
  }
}
