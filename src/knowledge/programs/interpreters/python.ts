import { baseName } from '../../../analysis/interpret/base-name.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { sliceWord } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import type { Command, Word } from '../../../analysis/words.ts'
import { runScriptFile, runStdin } from '../../recipes/script-runs.ts'
import { readFrameworkCommand } from './framework-commands.ts'
import { readModule } from './python-modules.ts'

interface PythonCall {
  readonly code?: Word | undefined
  readonly module?: Word | undefined
  readonly file?: Word | undefined
  readonly rest: readonly Word[]
  readonly info: boolean
  readonly interactive: boolean
  readonly understood: boolean
}

/** Python's options end at `-c`, `-m` or the script; what follows is the script's. */
function parsePythonArguments(args: readonly Word[]): PythonCall {
  const found = { info: false, interactive: false, understood: true, rest: [] }
  for (let at = 0; at < args.length; at++) {
    const word = args[at]
    const text = word?.known ?? ''
    if (!word || !/^-./s.test(text)) return { ...found, file: word, rest: args.slice(at + 1) }
    if (/^--(?:version|help|help-.*)$/s.test(text)) found.info = true
    else if (text === '--check-hash-based-pycs') at++
    else if (text.startsWith('--')) found.understood = false
    else {
      const [, letters = '', last] = /^-([^cmWXQ]*)([cmWXQ])?/.exec(text) ?? []
      if (/[Vh]/.test(letters)) found.info = true
      if (letters.includes('i')) found.interactive = true
      if (!/^[bBdEhiIOPqsSuvxRtV3]*$/.test(letters)) found.understood = false
      const attached = letters.length + 2 < text.length
      if (last === 'c' || last === 'm') {
        const value = attached ? sliceWord(word, letters.length + 2) : args[at + 1]
        const rest = args.slice(at + (attached ? 1 : 2))
        return { ...found, ...(last === 'c' ? { code: value } : { module: value }), rest }
      }
      if (last && !attached) at++
    }
  }
  return found
}

function analyzePython(command: Command, recorder: EffectRecorder): CommandGrade {
  const call = parsePythonArguments(command.args)
  const name = baseName(command.name ?? 'python')
  if (call.info && !call.code && !call.module) return 'proven'
  const grade = runPythonCall(call, command, name, recorder)
  return call.understood ? grade : weakestGrade(grade, 'unknown')
}

function runPythonCall(call: PythonCall, command: Command, name: string, recorder: EffectRecorder): CommandGrade {
  if (call.code) return runInlineCode(call, command, name, recorder)
  if (call.module) {
    if (call.module.text === undefined) return 'unknown'
    return readModule({ module: call.module.text, args: call.rest, command, recorder })
  }
  if (call.file && call.file.text !== '-' && call.file.text !== '/dev/stdin')
    return runPythonFile(call.file, call.rest, { ...command, name }, recorder)
  return runStdin(command, 'python', name, recorder)
}

/** Code that reads what it runs: `code.interact()`, `exec(input())`. */
const CODE_READING_CALL = /\b(?:interact|InteractiveConsole|breakpoint|set_trace|exec|eval)\b|^\s*[!%]/

/** `-c code`; with `-i`, or when the code asks for it, what comes in is code too. */
function runInlineCode(call: PythonCall, command: Command, name: string, recorder: EffectRecorder): CommandGrade {
  const code = call.code
  if (!code) return 'unknown'
  const shell = /^i?python/.test(name) && /^\s*!(?!=)/.test(code.known) ? code.known.replace(/^\s*!+/, '') : undefined
  const grade =
    shell === undefined
      ? recorder.runsCode('python', code, `${name} -c`)
      : recorder.runsShell({ text: code.text === undefined ? undefined : shell, sources: code.sources }, `${name} -c`)
  const more = call.interactive || CODE_READING_CALL.test(code.known)
  if (!more || command.stdin.kind === 'inherited') return grade
  return weakestGrade(grade, recorder.runsCode('python', command.stdin.value, name))
}

function runPythonFile(file: Word, args: readonly Word[], command: Command, recorder: EffectRecorder): CommandGrade {
  const wrapper = command.name ?? 'python'
  if (baseName(file.text ?? '') === 'setup.py' && args.some((word) => word.text === 'upload'))
    recorder.effect({ kind: 'publish', registry: 'pypi', what: '', removes: false, by: 'setup.py upload' })
  if (baseName(file.text ?? '') === 'manage.py') {
    const known = readFrameworkCommand(args, 'python', recorder, command.stdin)
    if (known) return weakestGrade(known, runScriptFile(file, { language: 'python', wrapper, args }, recorder))
  }
  return runScriptFile(file, { language: 'python', wrapper, args }, recorder)
}

export const PYTHON_PROGRAM: Program = { names: ['python', 'python3', 'pypy', 'ipython', 'py'], read: analyzePython }
