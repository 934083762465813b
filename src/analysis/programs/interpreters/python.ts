import { baseName } from '../../base-name.ts'
import type { Command, Word } from '../../words.ts'
import { part } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { readManage } from './manage.ts'
import { readModule } from './python-modules.ts'
import { runScript, runStdin } from './scripts.ts'

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
function parse(args: readonly Word[]): PythonCall {
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
        const value = attached ? part(word, letters.length + 2) : args[at + 1]
        const rest = args.slice(at + (attached ? 1 : 2))
        return { ...found, ...(last === 'c' ? { code: value } : { module: value }), rest }
      }
      if (last && !attached) at++
    }
  }
  return found
}

function read(command: Command, scribe: Scribe): Standing {
  const call = parse(command.args)
  const name = baseName(command.name ?? 'python')
  if (call.info && !call.code && !call.module) return 'proven'
  const standing = runs(call, command, name, scribe)
  return call.understood ? standing : weakest(standing, 'unknown')
}

function runs(call: PythonCall, command: Command, name: string, scribe: Scribe): Standing {
  if (call.code) return runsInline(call, command, name, scribe)
  if (call.module) {
    if (call.module.text === undefined) return 'unknown'
    return readModule({ module: call.module.text, args: call.rest, command, scribe })
  }
  if (call.file && call.file.text !== '-' && call.file.text !== '/dev/stdin')
    return script(call.file, call.rest, { ...command, name }, scribe)
  return runStdin(command, 'python', name, scribe)
}

/** Code that reads what it runs: `code.interact()`, `exec(input())`. */
const READS_CODE = /\b(?:interact|InteractiveConsole|breakpoint|set_trace|exec|eval)\b|^\s*[!%]/

/** `-c code`; with `-i`, or when the code asks for it, what comes in is code too. */
function runsInline(call: PythonCall, command: Command, name: string, scribe: Scribe): Standing {
  const code = call.code
  if (!code) return 'unknown'
  const shell = /^i?python/.test(name) && /^\s*!(?!=)/.test(code.known) ? code.known.replace(/^\s*!+/, '') : undefined
  const standing =
    shell === undefined
      ? scribe.runsCode('python', code, `${name} -c`)
      : scribe.runsShell({ text: code.text === undefined ? undefined : shell, sources: code.sources }, `${name} -c`)
  const more = call.interactive || READS_CODE.test(code.known)
  if (!more || command.stdin.kind === 'inherited') return standing
  return weakest(standing, scribe.runsCode('python', command.stdin.value, name))
}

function script(file: Word, args: readonly Word[], command: Command, scribe: Scribe): Standing {
  const wrapper = command.name ?? 'python'
  if (baseName(file.text ?? '') === 'setup.py' && args.some((word) => word.text === 'upload'))
    scribe.effect({ kind: 'publish', registry: 'pypi', what: '', removes: false, by: 'setup.py upload' })
  if (baseName(file.text ?? '') === 'manage.py') {
    const known = readManage(args, 'python', scribe, command.stdin)
    if (known) return weakest(known, runScript(file, { language: 'python', wrapper, args }, scribe))
  }
  return runScript(file, { language: 'python', wrapper, args }, scribe)
}

export const PYTHON: Program = { names: ['python', 'python3', 'pypy', 'ipython', 'py'], read }
