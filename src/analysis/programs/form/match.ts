import { isSecretName } from '../../secrets.ts'
import { stageOfName } from '../../stages.ts'
import { onlyLooks } from '../../verbs.ts'
import type { Command } from '../../words.ts'
import { mayBeOptions } from '../files/grammar.ts'
import { onlyAsks } from '../unlisted/line.ts'
import { isFile, isLoopbackText, isPort, isRemote, like, unlike } from '../unlisted/shapes.ts'
import { type LooseWords, shown } from './words.ts'

export interface Form {
  readonly words: readonly WordForm[]
  readonly conditions: readonly Condition[]
  readonly open: boolean
}

type WordForm =
  | { readonly is: 'any' | 'end' }
  | { readonly is: 'word'; readonly fits: (word: string, begun?: boolean) => boolean }

interface Condition {
  readonly is: 'option' | 'stdout' | 'asks'
  readonly names: readonly string[]
  readonly not: boolean
  readonly value?: (text: string) => boolean
}

export const CLASSES: Readonly<Record<string, (word: string) => boolean>> = {
  secret: isSecretName,
  pattern: (word) => /[*?[]/.test(word),
  file: isFile,
  remote: isRemote,
  here: isLoopbackText,
  live: (word) => stageOfName(word) === 'production',
  port: isPort,
  minute: (word) => /^(?:[1-9]|[1-5]\d|60)s?$/.test(word),
  drops: (word) => /\b(?:drop|truncate)\b/i.test(word),
  changes: (word) => /\b(?:delete|update|insert|merge|create|alter)\b/i.test(word),
  folder: (word) => /^\.{0,2}\/|\/$|^\.$/.test(word) || /^\S*(?:dist|build|out|public|site|docs)$/.test(word),
}

export function formsOf(text: string): readonly Form[] {
  return text
    .split(/\s+/)
    .filter((form) => form !== '')
    .map(formOf)
}

function formOf(text: string): Form {
  const parts = text.split('/')
  return {
    words: parts.filter((part) => !isCondition(part)).map(wordForm),
    conditions: parts.filter(isCondition).map(conditionOf),
    open: text === '*',
  }
}

const isCondition = (part: string): boolean => /^!?-|^>|^\?$/.test(part)

function wordForm(part: string): WordForm {
  if (part === '**') return { is: 'any' }
  if (part === '$') return { is: 'end' }
  return { is: 'word', fits: fitting(part) }
}

const LONGEST = 200

/** `a|b*|<class>`: any of these. */
function fitting(part: string): (word: string, begun?: boolean) => boolean {
  if (part === '*') return () => true
  const choices = part.split('|')
  const plain = new Set(choices.filter(unlike(/[*?<]/)))
  const classes = choices.flatMap((choice) => CLASSES[/^<(\w+)>$/.exec(choice)?.[1] ?? ''] ?? [])
  const globs = choices.filter(like(/[*?]/)).map(taking)
  return (word, begun) =>
    plain.has(word) ||
    (begun === true && beginnings(word).some((beginning) => plain.has(beginning))) ||
    (word.length < LONGEST && globs.some((takes) => takes(word))) ||
    classes.some((isOne) => isOne(word))
}

/** `run:detached` and `run-later` begin with `run`. */
function beginnings(word: string): readonly string[] {
  return [...word.slice(0, LONGEST).matchAll(/[:-]/g)].map(({ index }) => word.slice(0, index))
}

/** `certs:*` is what is done with certificates, not `certs:info`: a look has to be named to be taken for anything else. */
function taking(choice: string): (word: string) => boolean {
  const glob = globOf(choice)
  return choice.endsWith(':*')
    ? (word) => glob.test(word) && !onlyLooks(word.slice(word.lastIndexOf(':') + 1))
    : (word) => glob.test(word)
}

function globOf(choice: string): RegExp {
  const signs: Readonly<Record<string, string>> = { '*': '[\\s\\S]*?', '?': '[\\s\\S]' }
  return new RegExp(`^${choice.replace(/[^\w-]/g, (sign) => signs[sign] ?? `\\${sign}`)}$`)
}

function conditionOf(part: string): Condition {
  const not = part.startsWith('!')
  const body = not ? part.slice(1) : part
  if (body === '?') return { is: 'asks', names: [], not }
  if (body.startsWith('>')) return { is: 'stdout', names: body.slice(1).split('|'), not }
  const equals = body.indexOf('=')
  if (equals < 0) return { is: 'option', names: body.split('|'), not }
  const wanted = body.slice(equals + 1)
  const fits = fitting(wanted.replace(/^!/, ''))
  const value = wanted.startsWith('!') ? (text: string) => !fits(text) : fits
  return { is: 'option', names: body.slice(0, equals).split('|'), not, value }
}

export function optionsIn(form: Form): readonly string[] {
  return form.conditions.flatMap(({ is, names }) => (is === 'option' ? names : []))
}

const FIRST = 6
const MANY = 24

export interface Seen {
  readonly loose: LooseWords
  readonly command: Command
  readonly words: readonly string[]
  readonly more: boolean
  /** A word that only begins like one of a form is taken for it. */
  readonly begun?: true
}

export function seenBy(loose: LooseWords, command: Command, all?: boolean): Seen {
  const first = all ? MANY : FIRST
  return { loose, command, words: loose.operands.slice(0, first).map(shown), more: loose.operands.length > first }
}

/** How many operands a form takes up; undefined where it does not fit. */
export function fits({ words, conditions }: Form, seen: Seen): number | undefined {
  const end = taken(words, seen, { form: 0, word: 0 })
  return end !== undefined && conditions.every((condition) => holds(condition, seen)) ? end : undefined
}

interface Place {
  readonly form: number
  readonly word: number
}

function taken(forms: readonly WordForm[], seen: Seen, { form, word }: Place): number | undefined {
  const next = forms[form]
  if (next === undefined) return word
  const { words, more } = seen
  switch (next.is) {
    case 'end':
      return word >= words.length && !more ? word : undefined
    case 'any':
      for (let from = word; from <= words.length; from++) {
        const end = taken(forms, seen, { form: form + 1, word: from })
        if (end !== undefined) return end
      }
      return undefined
    case 'word': {
      const text = words[word]
      return text !== undefined && next.fits(text, seen.begun)
        ? taken(forms, seen, { form: form + 1, word: word + 1 })
        : undefined
    }
  }
}

function holds({ is, names, not, value }: Condition, { loose, command }: Seen): boolean {
  if (is === 'stdout') return names.includes(command.stdout) !== not
  if (is === 'asks') return onlyAsks(command) !== not
  const given = names
    .flatMap((name) => (/[*?]/.test(name) ? alike(globOf(name), loose) : loose.has(name) ? [name] : []))
    .some((name) => value?.(loose.value(name)?.known ?? '') ?? true)
  // A word that nobody knows may be the option that is not to be there.
  return not ? !given && !mayBeOptions(command.args) : given
}

function alike(glob: RegExp, { options }: LooseWords): readonly string[] {
  return [...options.keys()].filter((name) => name.length < LONGEST && glob.test(name))
}
