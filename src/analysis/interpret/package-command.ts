import type { Command, Word } from '../words.ts'
import { sliceWord } from './options.ts'
import type { CommandGrade, EffectRecorder, Program } from './program.ts'

export interface PackageCommandLine {
  readonly operands: readonly Word[]
  has(...names: readonly string[]): boolean
  value(...names: readonly string[]): Word | undefined
  values(...names: readonly string[]): readonly Word[]
  /** The words from the nth operand on, options included, as they stand. */
  from(operand: number): readonly Word[]
}

export function parsePackageLine(words: readonly Word[], valued: ReadonlySet<string>): PackageCommandLine {
  const operands: Word[] = []
  const options = new Map<string, Word[]>()
  let ended = false
  for (let at = 0; at < words.length; at++) {
    const word = words[at]
    if (!word) break
    if (!ended && word.known === '--') ended = true
    else if (ended || !/^-./s.test(word.known)) operands.push(word)
    else {
      const [name = ''] = word.known.split('=', 1)
      const value = name.length < word.known.length ? sliceWord(word, name.length + 1) : valued.has(name) && words[++at]
      options.set(name, [...(options.get(name) ?? []), ...(value ? [value] : [])])
    }
  }
  const values = (...names: readonly string[]) => names.flatMap((name) => options.get(name) ?? [])
  return {
    operands,
    has: (...names) => names.some((name) => options.has(name)),
    value: (...names) => values(...names).at(-1),
    values,
    from: (operand) => {
      const first = operands[operand]
      return first ? words.slice(words.indexOf(first)).filter((word, at) => at === 0 || word.known !== '--') : []
    },
  }
}

export interface PackageCall {
  readonly manager: string
  readonly verb: string
  readonly operands: readonly Word[]
  readonly line: PackageCommandLine
  readonly command: Command
  readonly recorder: EffectRecorder
}

export function definePackageManager(
  name: string,
  valued: ReadonlySet<string>,
  read: (call: PackageCall) => CommandGrade,
): Program {
  return {
    names: [name],
    read: (command, recorder) => {
      const line = parsePackageLine(command.args, valued)
      const [verb, ...operands] = line.operands
      if (verb && verb.text === undefined) return 'unknown'
      return read({ manager: name, verb: verb?.text ?? '', operands, line, command, recorder })
    },
  }
}

export function wordsAfter({ args }: Command, text: string): readonly Word[] {
  return args.slice(args.findIndex((word) => word.known === text) + 1)
}

export function skipOptions(args: readonly Word[], values: ReadonlySet<string>): readonly Word[] {
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.known ?? ''
    if (text === '--') return args.slice(at + 1)
    if (values.has(text)) at++
    else if (!text.startsWith('-')) return args.slice(at)
  }
  return []
}
