import { baseName } from '../../base-name.ts'
import { fishAsShell } from '../../shell/fish.ts'
import type { CoreRunOptions } from '../../shell/scribe.ts'
import { SHELL_NAMES } from '../../shell-names.ts'
import { stateUnread } from '../../unread.ts'
import type { Command, Value, Word } from '../../words.ts'
import { part } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { weakest } from '../standing.ts'

interface ShellCall {
  readonly text: Word | undefined
  /** `-c` was given, even if its text is missing. */
  readonly inline: boolean
  readonly file: Word | undefined
  readonly args: readonly Word[]
  readonly fromStdin: boolean
  readonly dry: boolean
  readonly startup: Word | undefined
  readonly initial: Word | undefined
  readonly understood: boolean
  readonly forgets: boolean
  readonly info: boolean
}

const LONG_FLAGS =
  /^(?:login|norc|noprofile|posix|restricted|verbose|noediting|interactive|no-config|no-rcs|debugger|wordexp)$/

/** Options of the shells: `-c` takes its text from the first operand, wherever it stands among the letters. */
function parseCall(args: readonly Word[]): ShellCall {
  let inline = false
  let fromStdin = false
  let dry = false
  let understood = true
  let info = false
  let forgets = false
  let startup: Word | undefined
  let initial: Word | undefined
  let attached: Word | undefined
  let at = 0
  for (; at < args.length; at++) {
    const word = args[at]
    const known = word?.known ?? ''
    if (known === '--' || known === '-') {
      at++
      break
    }
    if (known.startsWith('--')) {
      const name = known.slice(2)
      if (name === 'rcfile' || name === 'init-file') startup = args[++at]
      else if (name.startsWith('rcfile=') || name.startsWith('init-file=')) understood = false
      else if (name === 'command') inline = true
      else if (name.startsWith('command=')) attached = word && part(word, known.indexOf('=') + 1)
      else if (name.startsWith('init-command=')) initial = word && part(word, known.indexOf('=') + 1)
      else if (name === 'version' || name === 'help') info = true
      else if (name === 'no-execute') dry = true
      else if (!LONG_FLAGS.test(name)) understood = false
    } else if (/^[-+][A-Za-z]/.test(known)) {
      if (known === '-C') {
        initial = args[++at]
        continue
      }
      if (known.startsWith('-') && known.includes('c')) inline = true
      if (known.startsWith('-') && known.includes('s')) fromStdin = true
      if (known.includes('n')) dry = known.startsWith('-')
      if (/[oO]$/.test(known)) {
        const option = args[++at]?.text
        if (option === 'history' && known.startsWith('+')) forgets = true
        if (option === 'noexec') dry = known.startsWith('-')
      }
      if (known.includes('\0')) understood = false
    } else break
  }
  const rest = args.slice(at)
  const base = { inline, fromStdin, dry, startup, initial, understood, forgets, info }
  if (attached) return { ...base, inline: true, text: attached, file: undefined, args: rest }
  if (inline) return { ...base, text: rest[0], file: undefined, args: rest.slice(1) }
  const file = fromStdin ? undefined : rest[0]
  return { ...base, text: undefined, file, args: fromStdin ? rest : rest.slice(1) }
}

function read(command: Command, scribe: Scribe): Standing {
  const call = parseCall(command.args)
  const name = command.name ?? 'sh'
  if (call.info) return 'proven'
  if (call.forgets) scribe.effect({ kind: 'weaken', area: 'history', feature: `${name} +o history` })
  if (call.startup) scribe.runsFile(scribe.path(call.startup), 'shell', `${name} --rcfile`)
  if (call.dry) {
    if (call.file) scribe.effect({ kind: 'read-path', path: scribe.path(call.file), list: false })
    return call.understood ? 'proven' : 'unknown'
  }
  if (call.initial && baseName(name) === 'fish') runsFish(call.initial, 'fish -C', scribe)
  const standing = runs(call, command, scribe)
  return call.understood ? standing : 'unknown'
}

function runs(call: ShellCall, command: Command, scribe: Scribe): Standing {
  const name = baseName(command.name ?? 'sh')
  if (call.inline) {
    if (!call.text) return 'plain'
    const [script, ...positional] = call.args
    const options: CoreRunOptions = { positional, ...(script?.text !== undefined && { script: script.text }) }
    if (name === 'fish') return runsFish(call.text, 'fish -c', scribe)
    if (OTHERS.test(name)) return runsOther(call.text, `${name} -c`, scribe)
    return weakest(...inEachWay(call.text).map((text) => scribe.runsShell(text, `${name} -c`, options)))
  }
  if (call.file) {
    const path = scribe.path(call.file)
    // A file that is no script is shown line by line in the complaints.
    if (path.tags.includes('secret')) scribe.effect({ kind: 'read-path', path, list: false })
    return scribe.runsFile(path, 'shell', name, call.args)
  }
  if (command.stdin.kind === 'value') {
    const options: CoreRunOptions = { positional: call.args, stdin: { text: undefined, sources: [] } }
    if (name === 'fish') return runsFish(command.stdin.value, '| fish', scribe)
    return scribe.runsShell(command.stdin.value, `| ${name}`, options)
  }
  return 'plain'
}

/** Fish's own grammar, put into the shell's words; what cannot be is not read. */
function runsFish(value: Value, wrapper: string, scribe: Scribe): Standing {
  const text = value.text === undefined ? undefined : fishAsShell(value.text)
  if (value.text !== undefined && text === undefined) {
    stateUnread(scribe, 'fish text that could not be read')
    return 'unknown'
  }
  scribe.unknown('fish text')
  return weakest('plain', scribe.runsShell({ ...value, text }, wrapper))
}

/** Shells with a grammar of their own and no reader: what their text runs is looked for, and nothing is proven. */
const OTHERS = /^(?:nu|elvish|xonsh|t?csh)$/

function runsOther(value: Value, wrapper: string, scribe: Scribe): Standing {
  scribe.unknown('text of a shell that has a grammar of its own')
  // Nushell marks programs of the system so.
  const text = value.text?.replace(/(^|[\s;|({])\^(?=[A-Za-z"'./~])/g, '$1')
  return weakest('plain', scribe.runsShell({ ...value, text }, wrapper, { typed: true }))
}

function inEachWay(word: Word): readonly Value[] {
  if (word.text !== undefined || !word.alternatives) return [word]
  const known = word.alternatives.texts.map((text): Value => ({ text, sources: word.sources }))
  return word.alternatives.open ? [...known, { text: undefined, sources: word.sources }] : known
}

export const SHELLS: Program = { names: SHELL_NAMES, read }
