import { environmentOfName } from '../../../knowledge/lexicon/deployment-environments.ts'
import { matching, notMatching } from '../../generic/word-shapes.ts'
import { weakestGrade } from '../../interpret/grade.ts'
import { LIMITS } from '../../interpret/limits.ts'
import { programLocation } from '../../interpret/printed-location.ts'
import type { CommandGrade } from '../../interpret/program.ts'
import { EMPTY_VALUE, joinSources, NEUTRAL_OUTCOME, UNKNOWN_VALUE } from '../../interpret/values.ts'
import { pathUse } from '../../paths/path-use.ts'
import type { PathUse } from '../../paths/paths.ts'
import type { Value, Word } from '../../words.ts'
import type { Call, CallOutcome } from '../dispatch.ts'
import { type Frame, noteCommand, noteCommandGrade, noteUnknown, noteUnread } from '../frame.ts'
import { DIRECTORY_KEY, resolveLinks } from '../overlay.ts'
import { recordReverseShell } from '../redirects.ts'
import { getVariable, setVariable } from '../scope.ts'
import { type CoreRecorder, recorderFor, withWrappers } from '../shell-recorder.ts'
import { sessionPlaces } from '../variants.ts'
import { CALLBACK_BUILTINS, INPUT_BUILTINS } from './input.ts'
import { VARIABLE_BUILTINS } from './variables.ts'

function nestedFrame(call: Call, wrapper: string): Frame {
  const { frame, command } = call
  return {
    ...frame,
    wrapperNames: [...frame.wrapperNames, wrapper],
    wrappers: [...frame.wrappers, { kind: 'shell' }],
    depth: frame.depth + 1,
    stdin: command.stdin,
    stdout: command.stdout,
  }
}

function stopIfTooDeep(call: Call): CallOutcome | undefined {
  const { analysis, depth } = call.frame
  analysis.words += call.command.args.length
  if (depth < LIMITS.depth && analysis.words <= LIMITS.words) return undefined
  noteUnread(call.frame, 'nested too deep', call.command.span)
  return { grade: 'unknown', output: UNKNOWN_VALUE, passed: true }
}

/** `--` ends the options of a builtin; a second one is a word. */
function afterDashes(words: readonly Word[]): readonly Word[] {
  return words[0]?.text === '--' ? words.slice(1) : words
}

const evalBuiltin: Builtin = (call) => {
  const stop = stopIfTooDeep(call)
  if (stop) return stop
  const args = afterDashes(call.command.args)
  const inner = nestedFrame(call, 'eval')
  const recorder = recorderFor(withWrappers(call.command, inner), inner)
  let grade: CommandGrade = 'proven'
  let output: Value = EMPTY_VALUE
  for (const text of joinedTexts(args)) {
    const [own, printed] = inner.analysis.reader.readLayer(text, inner, recorder)
    grade = weakestGrade(grade, own)
    output = printed
  }
  return { grade, output, passed: true }
}

/** What `eval` would read: its words joined, in each way a word with a choice may turn out. */
function joinedTexts(args: readonly Word[]): readonly Value[] {
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

const sourceBuiltin: Builtin = (call) => {
  const stop = stopIfTooDeep(call)
  if (stop) return stop
  const { command } = call
  const [file, ...args] = command.args.filter((word) => word.known !== '--')
  if (!file) return { grade: 'plain', output: UNKNOWN_VALUE }
  const inner = nestedFrame(call, command.name ?? 'source')
  const recorder = recorderFor(withWrappers(command, inner), inner)
  const path = recorder.path(file)
  const { positional } = inner.scope
  if (args.length > 0) inner.scope.positional = args
  const [grade, output] = isUsualStartupFile(path, recorder)
    ? startupFile(recorder, path)
    : inner.analysis.reader.runFile({ path, language: 'shell', args }, inner, recorder)
  inner.scope.positional = positional
  inner.scope.ended = false
  // What a file of settings sets may not be known; its name says for which environment.
  if (/(?:^|[/._-])env(?:$|[/._-])/.test(file.known)) {
    setVariable(inner.scope, SOURCED_VARIABLE, { ...file, known: environmentOfName(file.known.replace(/^.*\//, '')) })
    inner.scope.shell.exported.add(SOURCED_VARIABLE)
  }
  return { grade, output, passed: true }
}

/** No name that anything reads. */
const SOURCED_VARIABLE = 'SOURCED_ENV'

function isUsualStartupFile(path: PathUse, recorder: CoreRecorder): boolean {
  if (path.sessionMade || path.real === undefined) return false
  if (path.zone === 'home' || path.zone === 'system') {
    return path.tags.includes('shell-startup') || /\/(?:bin\/activate|nvm\.sh|\.cargo\/env)$/.test(path.real)
  }
  const tool = path.zone === 'project' && /\/\.?v?env\/bin\/activate$/.test(path.real)
  return tool && recorder.readText(path.real) === undefined
}

function startupFile(recorder: CoreRecorder, path: PathUse): [CommandGrade, Value] {
  recorder.effect({ kind: 'read-path', path, list: false })
  return ['expected', EMPTY_VALUE]
}

/** `command x`, `builtin x`, `exec x`. */
function runRemainingWords(call: Call, words: readonly Word[], wrapper: string): CallOutcome {
  const stop = stopIfTooDeep(call)
  if (stop) return stop
  const [head, ...args] = words
  const frame = nestedFrame(call, wrapper)
  const command = {
    ...call.command,
    head,
    name: head?.text,
    args,
    wrapperNames: frame.wrapperNames,
    wrappers: frame.wrappers,
    assignments: [],
  }
  const names = new Set(args.map(({ raw }) => raw.slice(0, Math.max(0, raw.indexOf('=')))))
  const declarations = call.declarations.filter((item) => names.has(item.name))
  const inner: Call = {
    ...call,
    command,
    frame: { ...frame, wrapperNames: frame.wrapperNames },
    declarations,
    given: [],
    direct: true,
  }
  const place = noteCommand(frame, command)
  const outcome = frame.analysis.reader.runOutcome(inner, recorderFor(command, frame))
  noteCommandGrade(frame, place, command, outcome.grade)
  return outcome
}

const commandBuiltin: Builtin = (call) => {
  const { args } = call.command
  const at = args.findIndex(notMatching(/^-[pvV]+$/))
  const asks = args.slice(0, at < 0 ? undefined : at).some(matching(/[vV]/))
  const words = at < 0 ? [] : afterDashes(args.slice(at))
  const [only] = words
  if (asks || words.length === 0)
    return {
      grade: 'proven',
      output: (words.length === 1 && only ? programLocation(only, 'command', call.frame.facts) : undefined) ?? {
        text: undefined,
        sources: [{ kind: 'command', program: 'command', secret: false }],
      },
    }
  return runRemainingWords(call, words, 'command')
}

const builtinBuiltin: Builtin = (call) => {
  const words = afterDashes(call.command.args)
  return words.length === 0 ? NEUTRAL_OUTCOME : runRemainingWords(call, words, 'builtin')
}

/** `exec cmd` replaces the shell; `exec 3>file` opens a descriptor for what follows. */
const execBuiltin: Builtin = (call, recorder) => {
  const { args } = call.command
  let at = 0
  for (; at < args.length && /^-[cla]+$/.test(args[at]?.known ?? ''); at++) if (args[at]?.known.endsWith('a')) at++
  const alias = args.slice(0, at).find(matching(/^\[|^(?:sshd|systemd\S*|cron|init|rsyslogd|kworker\S*)$/))
  if (alias) recorder.effect({ kind: 'weaken', area: 'audit', feature: `the name ${alias.known}` })
  const words = afterDashes(args.slice(at))
  if (words.length > 0) return runRemainingWords(call, words, 'exec')
  for (const [number, descriptor] of call.table) {
    call.frame.scope.descriptors.set(number, descriptor)
  }
  recordReverseShell({ ...call, command: { ...call.command, name: 'bash' } }, recorder)
  return NEUTRAL_OUTCOME
}

const TRAP_LIST_OPTIONS = new Set(['-l', '-p', '-P'])

const trapBuiltin: Builtin = (call, recorder) => {
  const { args } = call.command
  const words = afterDashes(args)
  const [body, ...signals] = words
  if (!body || TRAP_LIST_OPTIONS.has(body.known) || signals.length === 0 || body.text === '-' || body.text === '') {
    return NEUTRAL_OUTCOME
  }
  for (const signal of signals) {
    const name = (signal.text ?? '?').toUpperCase()
    const { traps } = call.frame.scope.shell
    const before = traps.get(name)
    const free = before && before.body.raw !== body.raw ? `${name} ${body.raw}` : name
    traps.set(free, { body, command: call.command })
    if (/\b(?:nohup|setsid|disown)\b|&\s*$/.test(body.text ?? '')) {
      recorder.effect({ kind: 'persist', mechanism: 'trap', target: 'outlives the shell', certainty: 'likely' })
    }
    if (name === 'DEBUG') recorder.effect({ kind: 'persist', mechanism: 'trap', target: 'DEBUG', certainty: 'likely' })
  }
  return NEUTRAL_OUTCOME
}

const zshPrefixBuiltin: Builtin = (call) => {
  const [first] = call.command.args
  noteUnknown(call.frame, 'a word of zsh', call.command.span, 'ambiguous')
  return first ? runRemainingWords(call, call.command.args, call.command.name ?? '-') : NEUTRAL_OUTCOME
}

const RUN_BUILTINS: readonly (readonly [string, Builtin])[] = [
  ['eval', evalBuiltin],
  ['source', sourceBuiltin],
  ['.', sourceBuiltin],
  ['command', commandBuiltin],
  ['builtin', builtinBuiltin],
  ['exec', execBuiltin],
  ['trap', trapBuiltin],
  ['noglob', zshPrefixBuiltin],
  ['nocorrect', zshPrefixBuiltin],
]

const MAX_PATH_LENGTH = 1_024

function destinationPath(word: Word, call: Call): string | undefined {
  const use = pathUse(word, call.frame.scope.cwd, call.frame.facts)
  return use.real === undefined ? undefined : resolveLinks(call.frame.analysis.overlay, use.real)
}

function changeDirectory(call: Call, to: string | undefined, word?: Word): CallOutcome {
  const { scope, analysis } = call.frame
  const known = to === undefined || to.length > MAX_PATH_LENGTH ? undefined : to
  const places = known === undefined ? sessionPlaces(word, call.frame) : []
  const place = places[analysis.overlay.files.chooses(DIRECTORY_KEY, places.length + 1)]
  scope.previous = scope.cwd
  scope.cwd = known ?? place
  if (known === undefined) noteUnknown(call.frame, 'a directory that is not known', call.command.span)
  return NEUTRAL_OUTCOME
}

const cdBuiltin: Builtin = (call) => {
  const { scope, facts } = call.frame
  const operand = call.command.args.find((word) => !/^-[LPe@]+$/.test(word.known) && word.known !== '--')
  if (!operand) return changeDirectory(call, facts.home)
  if (operand.text === '-') return changeDirectory(call, scope.previous)
  if (operand.text === '') return NEUTRAL_OUTCOME
  const searched = !/^\.{0,2}\//.test(operand.known) && getVariable(scope, 'CDPATH') !== undefined
  const to = searched ? undefined : destinationPath(operand, call)
  return to !== undefined && isMissing(to, call)
    ? NEUTRAL_OUTCOME
    : changeDirectory(call, to, searched ? undefined : operand)
}

/** A directory that is known not to be there, and nothing before could make it: `cd` fails and the shell stays. */
function isMissing(path: string, call: Call): boolean {
  const { facts, analysis } = call.frame
  if (analysis.log.commands.length > 1 || facts.file(path).kind !== 'missing') return false
  const { written, created } = facts.session
  return ![...written.keys(), ...created].some((made) => made === path || made.startsWith(`${path}/`))
}

const pushdBuiltin: Builtin = (call) => {
  const { scope } = call.frame
  const operand = call.command.args.find((word) => word.known !== '-n')
  const [top, ...rest] = scope.stack
  if (!operand || /^[+-]\d+$/.test(operand.known)) {
    const here = scope.cwd
    const outcome = changeDirectory(call, operand ? undefined : top)
    scope.stack = [here, ...rest]
    return outcome
  }
  scope.stack = [scope.cwd, ...scope.stack].slice(0, 100)
  return changeDirectory(call, destinationPath(operand, call), operand)
}

const popdBuiltin: Builtin = (call) => {
  const { scope } = call.frame
  const [top, ...rest] = scope.stack
  scope.stack = rest
  return changeDirectory(call, call.command.args.length === 0 ? top : undefined)
}

const pwdBuiltin: Builtin = (call) => {
  const { cwd } = call.frame.scope
  return { grade: 'proven', output: { text: cwd === undefined ? undefined : `${cwd}\n`, sources: [] } }
}

const DIRECTORY_BUILTINS: readonly (readonly [string, Builtin])[] = [
  ['cd', cdBuiltin],
  ['chdir', cdBuiltin],
  ['pushd', pushdBuiltin],
  ['popd', popdBuiltin],
  ['pwd', pwdBuiltin],
]

const exitBuiltin: Builtin = (call) => {
  call.frame.scope.ended = true
  return NEUTRAL_OUTCOME
}

const CONTROL_BUILTINS: readonly (readonly [string, Builtin])[] = [
  ['exit', exitBuiltin],
  ['return', exitBuiltin],
  ['break', exitBuiltin],
  ['continue', exitBuiltin],
  ['logout', exitBuiltin],
]

export type Builtin = (call: Call, recorder: CoreRecorder) => CallOutcome

const BUILTINS: ReadonlyMap<string, Builtin> = new Map([
  ...DIRECTORY_BUILTINS,
  ...VARIABLE_BUILTINS,
  ...INPUT_BUILTINS,
  ...RUN_BUILTINS,
  ...CALLBACK_BUILTINS,
  ...CONTROL_BUILTINS,
])

export function builtinFor(name: string): Builtin | undefined {
  return BUILTINS.get(name)
}
