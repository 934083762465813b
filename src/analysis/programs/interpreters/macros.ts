import type { Command, Value, Word } from '../../words.ts'
import { readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { runScript, runStdin } from './scripts.ts'

/** All that a macro text can do beyond putting text in the place of text; built-ins may be called by other names. */
const REACHES = /\b(?:e?syscmd|s?include|undivert|maketemp|mkstemp|debugfile|builtin|indir)\b/

/** The macro processor: a text that cannot reach beyond itself is merely rewritten. */
export const MACROS: Program = {
  names: ['m4'],
  read: (command, scribe) => {
    const options = readOptions(command.args, {
      flags: '-EiPQsGc interactive prefix-builtins quiet silent synclines traditional help version',
      values: '-DIUdFRtLBH define include undefine freeze-state reload-state trace debugfile',
    })
    if (options.has('help', 'version')) return 'proven'
    const files = options.operands.filter((word) => word.text !== '-')
    const piped = files.length < options.operands.length || files.length === 0
    const standings = files.map((word) => expands(word, scribe))
    return weakest('plain', ...standings, piped ? expandsInput(command, scribe) : 'plain')
  },
}

function expands(word: Word, scribe: Scribe): Standing {
  const path = scribe.path(word)
  scribe.effect({ kind: 'read-path', path, list: false })
  const text = path.real === undefined ? undefined : scribe.readText(path.real)
  return text !== undefined && !REACHES.test(text)
    ? 'plain'
    : runScript(word, { language: 'other', wrapper: 'm4' }, scribe)
}

function expandsInput(command: Command, scribe: Scribe): Standing {
  const value: Value | undefined = command.stdin.kind === 'value' ? command.stdin.value : undefined
  return value?.text !== undefined && !REACHES.test(value.text) ? 'plain' : runStdin(command, 'other', 'm4', scribe)
}
