import { pathUse } from '../../path-use.ts'
import type { PathUse } from '../../paths.ts'
import type { Standing } from '../../programs/program.ts'
import { foundProgram } from '../../programs/shell/plain.ts'
import { weakest } from '../../programs/standing.ts'
import { like, unlike } from '../../programs/unlisted/shapes.ts'
import { stageOfName } from '../../stages.ts'
import type { Value, Word } from '../../words.ts'
import type { Call, CallOutcome } from '../dispatch.ts'
import { type Frame, noteCommand, noteReader, noteUnknown, noteUnread } from '../frame.ts'
import { LIMITS } from '../limits.ts'
import { THE_PLACE, throughLinks } from '../overlay.ts'
import { stateReverseShell } from '../redirects.ts'
import { getVariable, setVariable } from '../scope.ts'
import { type CoreScribe, scribeFor, within } from '../scribe.ts'
import { DONE, joinSources, NOTHING, UNKNOWN_VALUE } from '../values.ts'
import { ownPlaces } from '../variants.ts'
import { CALLBACKS, INPUT } from './input.ts'
import { VARIABLES } from './variables.ts'

function deeper(call: Call, wrapper: string): Frame {
  const { frame, command } = call
  return {
    ...frame,
    via: [...frame.via, wrapper],
    through: [...frame.through, { kind: 'shell' }],
    depth: frame.depth + 1,
    stdin: command.stdin,
    stdout: command.stdout,
  }
}

function tooDeep(call: Call): CallOutcome | undefined {
  const { analysis, depth } = call.frame
  analysis.words += call.command.args.length
  if (depth < LIMITS.depth && analysis.words <= LIMITS.words) return undefined
  noteUnread(call.frame, 'nested too deep', call.command.span)
  return { standing: 'unknown', output: UNKNOWN_VALUE, passed: true }
}

/** `--` ends the options of a builtin; a second one is a word. */
function afterDashes(words: readonly Word[]): readonly Word[] {
  return words[0]?.text === '--' ? words.slice(1) : words
}

const evaluate: Builtin = (call) => {
  const stop = tooDeep(call)
  if (stop) return stop
  const args = afterDashes(call.command.args)
  const inner = deeper(call, 'eval')
  const scribe = scribeFor(within(call.command, inner), inner)
  let standing: Standing = 'proven'
  let output: Value = NOTHING
  for (const text of textsOf(args)) {
    const [own, printed] = inner.analysis.reader.readLayer(text, inner, scribe)
    standing = weakest(standing, own)
    output = printed
  }
  return { standing, output, passed: true }
}

/** What `eval` would read: its words joined, in each way a word with a choice may turn out. */
function textsOf(args: readonly Word[]): readonly Value[] {
  let sources: Value['sources'] = []
  for (const word of args) sources = joinSources(sources, word.sources)
  const choices = Math.max(1, ...args.map((word) => word.alternatives?.texts.length ?? 1))
  const open = args.some((word) => word.text === undefined && (word.alternatives?.open ?? true))
  const texts = Array.from({ length: choices }, (_, index): string | undefined => {
    const parts = args.map(
      (word) => word.text ?? word.alternatives?.texts[Math.min(index, word.alternatives.texts.length - 1)],
    )
    return parts.every((part) => part !== undefined) ? parts.join(' ') : undefined
  })
  const known = texts.filter((text) => text !== undefined).map((text): Value => ({ text, sources }))
  return open || known.length === 0 ? [...known, { text: undefined, sources }] : known
}

const source: Builtin = (call) => {
  const stop = tooDeep(call)
  if (stop) return stop
  const { command } = call
  const [file, ...args] = command.args.filter((word) => word.known !== '--')
  if (!file) return { standing: 'plain', output: UNKNOWN_VALUE }
  const inner = deeper(call, command.name ?? 'source')
  const scribe = scribeFor(within(command, inner), inner)
  const path = scribe.path(file)
  const { positional } = inner.scope
  if (args.length > 0) inner.scope.positional = args
  const [standing, output] = isUsual(path, scribe)
    ? startupFile(scribe, path)
    : inner.analysis.reader.runFile({ path, language: 'shell', args }, inner, scribe)
  inner.scope.positional = positional
  inner.scope.ended = false
  // What a file of settings sets may not be known; its name tells for which stage.
  if (/(?:^|[/._-])env(?:$|[/._-])/.test(file.known)) {
    setVariable(inner.scope, SOURCED, { ...file, known: stageOfName(file.known.replace(/^.*\//, '')) })
    inner.scope.shell.exported.add(SOURCED)
  }
  return { standing, output, passed: true }
}

/** No name that anything reads. */
const SOURCED = 'SOURCED_ENV'

function isUsual(path: PathUse, scribe: CoreScribe): boolean {
  if (path.sessionMade || path.real === undefined) return false
  if (path.zone === 'home' || path.zone === 'system') {
    return path.tags.includes('shell-startup') || /\/(?:bin\/activate|nvm\.sh|\.cargo\/env)$/.test(path.real)
  }
  const tool = path.zone === 'project' && /\/\.?v?env\/bin\/activate$/.test(path.real)
  return tool && scribe.readText(path.real) === undefined
}

function startupFile(scribe: CoreScribe, path: PathUse): [Standing, Value] {
  scribe.effect({ kind: 'read-path', path, list: false })
  return ['expected', NOTHING]
}

/** `command x`, `builtin x`, `exec x`. */
function rest(call: Call, words: readonly Word[], wrapper: string): CallOutcome {
  const stop = tooDeep(call)
  if (stop) return stop
  const [head, ...args] = words
  const frame = deeper(call, wrapper)
  const command = {
    ...call.command,
    head,
    name: head?.text,
    args,
    via: frame.via,
    through: frame.through,
    assignments: [],
  }
  const names = new Set(args.map(({ raw }) => raw.slice(0, Math.max(0, raw.indexOf('=')))))
  const declarations = call.declarations.filter((item) => names.has(item.name))
  const inner: Call = { ...call, command, frame: { ...frame, via: frame.via }, declarations, given: [], direct: true }
  const place = noteCommand(frame, command)
  const outcome = frame.analysis.reader.runOutcome(inner, scribeFor(command, frame))
  noteReader(frame, place, command, outcome.standing)
  return outcome
}

const command: Builtin = (call) => {
  const { args } = call.command
  const at = args.findIndex(unlike(/^-[pvV]+$/))
  const asks = args.slice(0, at < 0 ? undefined : at).some(like(/[vV]/))
  const words = at < 0 ? [] : afterDashes(args.slice(at))
  const [only] = words
  if (asks || words.length === 0)
    return {
      standing: 'proven',
      output: (words.length === 1 && only ? foundProgram(only, 'command', call.frame.facts) : undefined) ?? {
        text: undefined,
        sources: [{ kind: 'command', program: 'command', secret: false }],
      },
    }
  return rest(call, words, 'command')
}

const builtin: Builtin = (call) => {
  const words = afterDashes(call.command.args)
  return words.length === 0 ? DONE : rest(call, words, 'builtin')
}

/** `exec cmd` replaces the shell; `exec 3>file` opens a descriptor for what follows. */
const exec: Builtin = (call, scribe) => {
  const { args } = call.command
  let at = 0
  for (; at < args.length && /^-[cla]+$/.test(args[at]?.known ?? ''); at++) if (args[at]?.known.endsWith('a')) at++
  const alias = args.slice(0, at).find(like(/^\[|^(?:sshd|systemd\S*|cron|init|rsyslogd|kworker\S*)$/))
  if (alias) scribe.effect({ kind: 'weaken', area: 'audit', feature: `the name ${alias.known}` })
  const words = afterDashes(args.slice(at))
  if (words.length > 0) return rest(call, words, 'exec')
  for (const [number, descriptor] of call.table) {
    call.frame.scope.descriptors.set(number, descriptor)
  }
  stateReverseShell({ ...call, command: { ...call.command, name: 'bash' } }, scribe)
  return DONE
}

const LISTS = new Set(['-l', '-p', '-P'])

const trap: Builtin = (call, scribe) => {
  const { args } = call.command
  const words = afterDashes(args)
  const [body, ...signals] = words
  if (!body || LISTS.has(body.known) || signals.length === 0 || body.text === '-' || body.text === '') {
    return DONE
  }
  for (const signal of signals) {
    const name = (signal.text ?? '?').toUpperCase()
    const { traps } = call.frame.scope.shell
    const before = traps.get(name)
    const free = before && before.body.raw !== body.raw ? `${name} ${body.raw}` : name
    traps.set(free, { body, command: call.command })
    if (/\b(?:nohup|setsid|disown)\b|&\s*$/.test(body.text ?? '')) {
      scribe.effect({ kind: 'persist', mechanism: 'trap', target: 'outlives the shell', certainty: 'likely' })
    }
    if (name === 'DEBUG') scribe.effect({ kind: 'persist', mechanism: 'trap', target: 'DEBUG', certainty: 'likely' })
  }
  return DONE
}

const passing: Builtin = (call) => {
  const [first] = call.command.args
  noteUnknown(call.frame, 'a word of zsh', call.command.span, 'ambiguous')
  return first ? rest(call, call.command.args, call.command.name ?? '-') : DONE
}

const RUNNING: readonly (readonly [string, Builtin])[] = [
  ['eval', evaluate],
  ['source', source],
  ['.', source],
  ['command', command],
  ['builtin', builtin],
  ['exec', exec],
  ['trap', trap],
  ['noglob', passing],
  ['nocorrect', passing],
]

const LONGEST = 1_024

function destination(word: Word, call: Call): string | undefined {
  const use = pathUse(word, call.frame.scope.cwd, call.frame.facts)
  return use.real === undefined ? undefined : throughLinks(call.frame.analysis.overlay, use.real)
}

function move(call: Call, to: string | undefined, word?: Word): CallOutcome {
  const { scope, analysis } = call.frame
  const known = to === undefined || to.length > LONGEST ? undefined : to
  const places = known === undefined ? ownPlaces(word, call.frame) : []
  const place = places[analysis.overlay.files.chooses(THE_PLACE, places.length + 1)]
  scope.previous = scope.cwd
  scope.cwd = known ?? place
  if (known === undefined) noteUnknown(call.frame, 'a directory that is not known', call.command.span)
  return DONE
}

const cd: Builtin = (call) => {
  const { scope, facts } = call.frame
  const operand = call.command.args.find((word) => !/^-[LPe@]+$/.test(word.known) && word.known !== '--')
  if (!operand) return move(call, facts.home)
  if (operand.text === '-') return move(call, scope.previous)
  if (operand.text === '') return DONE
  const searched = !/^\.{0,2}\//.test(operand.known) && getVariable(scope, 'CDPATH') !== undefined
  const to = searched ? undefined : destination(operand, call)
  return to !== undefined && isMissing(to, call) ? DONE : move(call, to, searched ? undefined : operand)
}

/** A directory that is known not to be there, and nothing before could make it: `cd` fails and the shell stays. */
function isMissing(path: string, call: Call): boolean {
  const { facts, analysis } = call.frame
  if (analysis.book.commands.length > 1 || facts.file(path).kind !== 'missing') return false
  const { written, created } = facts.session
  return ![...written.keys(), ...created].some((made) => made === path || made.startsWith(`${path}/`))
}

const pushd: Builtin = (call) => {
  const { scope } = call.frame
  const operand = call.command.args.find((word) => word.known !== '-n')
  const [top, ...rest] = scope.stack
  if (!operand || /^[+-]\d+$/.test(operand.known)) {
    const here = scope.cwd
    const outcome = move(call, operand ? undefined : top)
    scope.stack = [here, ...rest]
    return outcome
  }
  scope.stack = [scope.cwd, ...scope.stack].slice(0, 100)
  return move(call, destination(operand, call), operand)
}

const popd: Builtin = (call) => {
  const { scope } = call.frame
  const [top, ...rest] = scope.stack
  scope.stack = rest
  return move(call, call.command.args.length === 0 ? top : undefined)
}

const pwd: Builtin = (call) => {
  const { cwd } = call.frame.scope
  return { standing: 'proven', output: { text: cwd === undefined ? undefined : `${cwd}\n`, sources: [] } }
}

const DIRECTORY: readonly (readonly [string, Builtin])[] = [
  ['cd', cd],
  ['chdir', cd],
  ['pushd', pushd],
  ['popd', popd],
  ['pwd', pwd],
]

const leave: Builtin = (call) => {
  call.frame.scope.ended = true
  return DONE
}

const CONTROL: readonly (readonly [string, Builtin])[] = [
  ['exit', leave],
  ['return', leave],
  ['break', leave],
  ['continue', leave],
  ['logout', leave],
]

export type Builtin = (call: Call, scribe: CoreScribe) => CallOutcome

const BUILTINS: ReadonlyMap<string, Builtin> = new Map([
  ...DIRECTORY,
  ...VARIABLES,
  ...INPUT,
  ...RUNNING,
  ...CALLBACKS,
  ...CONTROL,
])

export function builtinFor(name: string): Builtin | undefined {
  return BUILTINS.get(name)
}
