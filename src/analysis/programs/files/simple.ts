import type { Command, Value, Word } from '../../words.ts'
import { type Grammar, type Names, namesIn, type Options, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { DECODED } from './decoded.ts'
import { asksForHelp, mayBeOptions } from './grammar.ts'
import { reads, sourcesOf, value, writes } from './touching.ts'

/** A program that needs no code: its options, and what its operands are. */
export interface Simple extends Grammar {
  readonly names: string
  /** What operands are: files read, places listed, text, files written, or nothing. Default: `read`. */
  readonly operands?: 'read' | 'list' | 'text' | 'write' | 'none'
  /** Options of this program can write or run something, so words that may be options spoil the proof. */
  readonly guarded?: boolean
  /** Options whose value is a file that is read. */
  readonly readsValue?: Names
  /** Options whose value is a file that is written. */
  readonly writesValue?: Names
  /** The operand at this index is a file that is written. */
  readonly writesOperand?: number
  /** With one of these options its output is the input decoded. */
  readonly decodes?: Names
  /** What it prints, when constant. */
  readonly text?: (options: Options, command: Command, scribe: Scribe) => string | undefined
}

/** Option names of a line that are values: they must be in the grammar too. */
function merged(spec: Simple): Grammar {
  const values = [spec.values, spec.readsValue, spec.writesValue].filter(Boolean).join(' ')
  return {
    flags: spec.flags ?? '',
    values,
    optional: spec.optional ?? '',
    ...(spec.lenient ? { lenient: true } : {}),
    ...(spec.singleDash ? { singleDash: true } : {}),
  }
}

export function simple(spec: Simple): Program {
  const grammar = merged(spec)
  const readsValue = namesIn(spec.readsValue)
  const writesValue = namesIn(spec.writesValue)
  const decodes = namesIn(spec.decodes)
  const files = (options: Options): readonly Word[] =>
    spec.operands === undefined || spec.operands === 'read' || spec.operands === 'list'
      ? options.operands.slice(0, spec.writesOperand)
      : []
  return {
    names: spec.names.split(' '),
    read: (command, scribe) => {
      if (asksForHelp(command.args)) return 'proven'
      const options = readOptions(command.args, grammar)
      let standing: Standing = options.unknown.length > 0 ? 'unknown' : 'proven'
      if ((spec.guarded || writesValue.length > 0) && mayBeOptions(command.args)) standing = 'unknown'
      standing = weakest(standing, reads(files(options), scribe, spec.operands === 'list'))
      if (readsValue.length > 0) standing = weakest(standing, reads(options.values(...readsValue), scribe))
      for (const word of writesValue.length > 0 ? options.values(...writesValue) : []) {
        standing = weakest(standing, writes(word, 'overwrite', scribe))
      }
      const written = spec.operands === 'write' ? 0 : spec.writesOperand
      if (written !== undefined) {
        for (const word of options.operands.slice(written))
          standing = weakest(standing, writes(word, 'overwrite', scribe))
      }
      return standing
    },
    output: (command, scribe): Value => {
      const options = readOptions(command.args, grammar)
      const text = spec.text?.(options, command, scribe)
      const own = spec.operands === 'text' ? options.operands.flatMap((word) => word.sources) : []
      const from = spec.operands === 'list' ? [] : sourcesOf(files(options), command, scribe)
      const decoded = text === undefined && decodes.length > 0 && options.has(...decodes)
      const sources = decoded ? [...own, ...from, DECODED] : [...own, ...from]
      const nothing = text === undefined && sources.length === 0
      return value(
        text,
        nothing ? [{ kind: 'command', program: spec.names.split(' ')[0] ?? '?', secret: false }] : sources,
      )
    },
  }
}
