import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import type { Command, Value, Word } from '../../../analysis/words.ts'
import { runScriptFile, runStdin } from '../../recipes/script-runs.ts'

/** All that a macro text can do beyond putting text in the place of text; built-ins may be called by other names. */
const OUTSIDE_ACCESS_MACRO = /\b(?:e?syscmd|s?include|undivert|maketemp|mkstemp|debugfile|builtin|indir)\b/

/** The macro processor: a text that cannot reach beyond itself is merely rewritten. */
export const M4_PROGRAM: Program = {
  names: ['m4'],
  read: (command, recorder) => {
    const options = readOptions(command.args, {
      flags: '-EiPQsGc interactive prefix-builtins quiet silent synclines traditional help version',
      values: '-DIUdFRtLBH define include undefine freeze-state reload-state trace debugfile',
    })
    if (options.has('help', 'version')) return 'proven'
    const files = options.operands.filter((word) => word.text !== '-')
    const piped = files.length < options.operands.length || files.length === 0
    const grades = files.map((word) => runMacroFile(word, recorder))
    return weakestGrade('plain', ...grades, piped ? runMacroInput(command, recorder) : 'plain')
  },
}

function runMacroFile(word: Word, recorder: EffectRecorder): CommandGrade {
  const path = recorder.path(word)
  recorder.effect({ kind: 'read-path', path, list: false })
  const text = path.real === undefined ? undefined : recorder.readText(path.real)
  return text !== undefined && !OUTSIDE_ACCESS_MACRO.test(text)
    ? 'plain'
    : runScriptFile(word, { language: 'other', wrapper: 'm4' }, recorder)
}

function runMacroInput(command: Command, recorder: EffectRecorder): CommandGrade {
  const value: Value | undefined = command.stdin.kind === 'value' ? command.stdin.value : undefined
  return value?.text !== undefined && !OUTSIDE_ACCESS_MACRO.test(value.text)
    ? 'plain'
    : runStdin(command, 'other', 'm4', recorder)
}
