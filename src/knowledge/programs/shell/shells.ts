import { baseName } from '../../../analysis/interpret/base-name.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { sliceWord } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import { translateFish } from '../../../analysis/shell/fish.ts'
import type { CoreRunOptions } from '../../../analysis/shell/shell-recorder.ts'
import { recordUnread } from '../../../analysis/text/read-limits.ts'
import type { Command, Value, Word } from '../../../analysis/words.ts'
import { SHELL_NAMES } from '../../lexicon/shell-names.ts'

interface ShellCall {
  text?: Word | undefined
  /** `-c` was given, even if its text is missing. */
  inline: boolean
  file?: Word | undefined
  args: readonly Word[]
  fromStdin: boolean
  dry: boolean
  startup?: Word | undefined
  initial?: Word | undefined
  understood: boolean
  forgets: boolean
  info: boolean
}

const LONG_FLAGS =
  /^(?:login|norc|noprofile|posix|restricted|verbose|noediting|interactive|no-config|no-rcs|debugger|wordexp)$/

/** Options of the shells: `-c` takes its text from the first operand, wherever it stands among the letters. */
function parseShellCall(args: readonly Word[]): ShellCall {
  const asked = { inline: false, fromStdin: false, dry: false, forgets: false, info: false }
  const call: ShellCall = { ...asked, understood: true, args: [] }
  let at = 0
  for (; at < args.length; at++) {
    const word = args[at]
    const known = word?.known ?? ''
    if (known === '--' || known === '-') {
      at++
      break
    }
    if (known.startsWith('--')) {
      const [name = '', attached] = known.slice(2).split('=', 2)
      const value = attached === undefined ? undefined : word && sliceWord(word, known.indexOf('=') + 1)
      if (name === 'command') {
        call.inline = true
        call.text = value
      } else if (name === 'init-command' && value) call.initial = value
      else if (value) call.understood = false
      else if (name === 'rcfile' || name === 'init-file') call.startup = args[++at]
      else if (name === 'version' || name === 'help') call.info = true
      else if (name === 'no-execute') call.dry = true
      else if (!LONG_FLAGS.test(name)) call.understood = false
    } else if (known === '-C') call.initial = args[++at]
    else if (/^[-+][A-Za-z]/.test(known)) {
      const on = known.startsWith('-')
      if (on && known.includes('c')) call.inline = true
      if (on && known.includes('s')) call.fromStdin = true
      if (known.includes('n')) call.dry = on
      const option = /[oO]$/.test(known) ? args[++at]?.text : undefined
      if (option === 'history' && !on) call.forgets = true
      if (option === 'noexec') call.dry = on
      if (known.includes('\0')) call.understood = false
    } else break
  }
  const [first, ...rest] = args.slice(at)
  if (call.text || (!call.inline && call.fromStdin)) return { ...call, args: args.slice(at) }
  return { ...call, ...(call.inline ? { text: first } : { file: first }), args: rest }
}

function readShell(command: Command, recorder: EffectRecorder): CommandGrade {
  const call = parseShellCall(command.args)
  const name = command.name ?? 'sh'
  if (call.info) return 'proven'
  if (call.forgets) recorder.effect({ kind: 'weaken', area: 'history', feature: `${name} +o history` })
  if (call.startup) recorder.runsFile(recorder.path(call.startup), 'shell', `${name} --rcfile`)
  if (call.dry) {
    if (call.file) recorder.effect({ kind: 'read-path', path: recorder.path(call.file), list: false })
    return call.understood ? 'proven' : 'unknown'
  }
  if (call.initial && baseName(name) === 'fish') runFish(call.initial, 'fish -C', recorder)
  const grade = runShellCall(call, command, recorder)
  return call.understood ? grade : 'unknown'
}

function runShellCall(call: ShellCall, command: Command, recorder: EffectRecorder): CommandGrade {
  const name = baseName(command.name ?? 'sh')
  if (call.inline) {
    if (!call.text) return 'plain'
    const [script, ...positional] = call.args
    const options: CoreRunOptions = { positional, ...(script?.text !== undefined && { script: script.text }) }
    if (name === 'fish') return runFish(call.text, 'fish -c', recorder)
    if (UNSUPPORTED_SHELL.test(name)) return runUnsupportedShell(call.text, `${name} -c`, recorder)
    return weakestGrade(...alternativeValues(call.text).map((text) => recorder.runsShell(text, `${name} -c`, options)))
  }
  if (call.file) {
    const path = recorder.path(call.file)
    // A file that is no script is shown line by line in the complaints.
    if (path.tags.includes('secret')) recorder.effect({ kind: 'read-path', path, list: false })
    return recorder.runsFile(path, 'shell', name, call.args)
  }
  if (command.stdin.kind === 'value') {
    const options: CoreRunOptions = { positional: call.args, stdin: { text: undefined, sources: [] } }
    if (name === 'fish') return runFish(command.stdin.value, '| fish', recorder)
    return recorder.runsShell(command.stdin.value, `| ${name}`, options)
  }
  return 'plain'
}

/** Fish's own grammar, put into the shell's words; what cannot be is not read. */
function runFish(value: Value, wrapper: string, recorder: EffectRecorder): CommandGrade {
  const text = value.text === undefined ? undefined : translateFish(value.text)
  if (value.text !== undefined && text === undefined) {
    recordUnread(recorder, 'fish text that could not be read')
    return 'unknown'
  }
  recorder.unknown('fish text')
  return weakestGrade('plain', recorder.runsShell({ ...value, text }, wrapper))
}

/** Shells with a grammar of their own and no analyzer: what their text runs is looked for, and nothing is proven. */
const UNSUPPORTED_SHELL = /^(?:nu|elvish|xonsh|t?csh)$/

function runUnsupportedShell(value: Value, wrapper: string, recorder: EffectRecorder): CommandGrade {
  recorder.unknown('text of a shell that has a grammar of its own')
  // Nushell marks programs of the system so.
  const text = value.text?.replace(/(^|[\s;|({])\^(?=[A-Za-z"'./~])/g, '$1')
  return weakestGrade('plain', recorder.runsShell({ ...value, text }, wrapper, { typed: true }))
}

function alternativeValues(word: Word): readonly Value[] {
  if (word.text !== undefined || !word.alternatives) return [word]
  const known = word.alternatives.texts.map((text): Value => ({ text, sources: word.sources }))
  return word.alternatives.open ? [...known, { text: undefined, sources: word.sources }] : known
}

export const SHELL_PROGRAM: Program = { names: SHELL_NAMES, read: readShell }
