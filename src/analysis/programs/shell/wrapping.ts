import type { Command, Word } from '../../words.ts'
import { type Grammar, readOptions } from '../options.ts'
import type { Program, RunOptions, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'

/** A program that runs the words after its own options. */
export interface Wrapper {
  readonly names: readonly string[]
  readonly flags?: string
  readonly values?: string
  readonly optional?: string
  /** Operands of its own before the command: `timeout 5 cmd`. */
  readonly operands?: number
  /** The inner command stands no better than this. */
  readonly cap?: Standing
  readonly read?: (given: WrapperCall) => void
  readonly options?: RunOptions
  /** `-c text` may stand after its own operands: `flock file -c text`. */
  readonly shellText?: boolean
}

export interface WrapperCall {
  readonly command: Command
  readonly scribe: Scribe
  readonly value: (...names: readonly string[]) => Word | undefined
  readonly has: (...names: readonly string[]) => boolean
  readonly operands: readonly Word[]
}

/** Turns a line of the table into a reader. */
export function wrapperProgram(wrapper: Wrapper): Program {
  const grammar: Grammar = {
    flags: `${wrapper.flags ?? ''} help version`,
    values: wrapper.values ?? '',
    optional: wrapper.optional ?? '',
    stopAtOperand: true,
  }
  return {
    names: wrapper.names,
    read: (command, scribe) => {
      const options = readOptions(command.args, grammar)
      if (options.has('help', 'version')) return 'proven'
      const own = wrapper.operands ?? 0
      const words = options.operands.slice(own)
      wrapper.read?.({
        command,
        scribe,
        value: options.value,
        has: options.has,
        operands: options.operands.slice(0, own),
      })
      const inner = runsInner(words, wrapper, command, scribe)
      const standing = options.unknown.length > 0 ? 'unknown' : inner
      return weakest(wrapper.cap ?? 'proven', standing)
    },
  }
}

function runsInner(words: readonly Word[], wrapper: Wrapper, command: Command, scribe: Scribe): Standing {
  const name = command.name ?? wrapper.names[0] ?? '?'
  const [first, text] = words
  if (!first) return wrapper.cap ?? 'proven'
  if (wrapper.shellText && text && (first.text === '-c' || first.text === '--command'))
    return scribe.runsShell(text, `${name} -c`)
  return scribe.runs(words, name, wrapper.options)
}
