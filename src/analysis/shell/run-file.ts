import { readCode } from '../code/read-code.ts'
import type { CodeLanguage } from '../effects.ts'
import { type Provenance, provenanceOf, wasShownBefore } from '../flow/provenance.ts'
import { describeGateRun } from '../gate/gate-program.ts'
import { recordAttackTool } from '../generic/attack-tools.ts'
import { weakestGrade } from '../interpret/grade.ts'
import { fileLanguage } from '../interpret/language.ts'
import { LIMITS } from '../interpret/limits.ts'
import type { CommandGrade } from '../interpret/program.ts'
import { dynamicWord, EMPTY_SPAN, literalWord, UNKNOWN_VALUE } from '../interpret/values.ts'
import { pathUse } from '../paths/path-use.ts'
import type { PathUse } from '../paths/paths.ts'
import { isUsualSource } from '../remote/package-sources.ts'
import { parseRemoteAddress, type RemoteAddress } from '../remote/remote-addresses.ts'
import { describeHiddenCharacter } from '../text/hidden-characters.ts'
import type { Value, Word } from '../words.ts'
import { OTHER_WRAPPER } from '../wrappers.ts'
import { type Origin, originOf } from './data-flow.ts'
import { parseQualified } from './expand.ts'
import { isShellSetup } from './filters.ts'
import { translateFish } from './fish.ts'
import {
  type Analysis,
  type Frame,
  lessCertain,
  noteHidden,
  noteOverrun,
  noteParseErrors,
  noteUnknown,
  noteUnread,
  spend,
} from './frame.ts'
import { shadowsCommand } from './functions-and-aliases.ts'
import { describeHostileText, isTooDeep, normalizeForBash, parseShell, thinText } from './parse.ts'
import { forkScope, setVariable } from './scope.ts'
import { type CoreRecorder, recorderFor, withWrappers } from './shell-recorder.ts'
import { findMatchedFiles } from './variants.ts'
import { walkAll } from './walk.ts'

export function readInnerShell(value: Value, frame: Frame, recorder: CoreRecorder): [CommandGrade, Value] {
  const text = value.text ?? fileTextBehind(value, recorder)
  const { origin, ...from } = originOf(value, frame)
  if (text === undefined && 'known' in value && isPartlyKnown(value)) return readPartlyKnown(value, frame, recorder)
  if (text === undefined) {
    noteShellInput(value, frame)
    const certainty = isShellSetup(value.sources) ? 'possible' : 'certain'
    recorder.effect({ kind: 'run-code', language: 'shell', origin, read: false, ...from, certainty })
    noteUnknown(frame, 'a shell text that is not known', EMPTY_SPAN)
    return ['unknown', UNKNOWN_VALUE]
  }
  if (origin !== 'inline') recorder.effect({ kind: 'run-code', language: 'shell', origin, read: true, ...from })
  return readText(text, frame)
}

type PartlyKnown = Value & { readonly known: string }

function isPartlyKnown(value: Value & { known: unknown }): value is PartlyKnown {
  return typeof value.known === 'string' && /[^\s\0]/.test(value.known)
}

const UNKNOWN_VARIABLE = '_NOT_KNOWN_'

/** A text with holes: read with a variable of unknown value in their place, and never taken as understood. */
function readPartlyKnown(value: PartlyKnown, frame: Frame, recorder: CoreRecorder): [CommandGrade, Value] {
  const { origin, ...from } = originOf(value, frame)
  const certainty = origin === 'download' ? 'certain' : 'possible'
  recorder.effect({ kind: 'run-code', language: 'shell', origin, read: false, ...from, certainty })
  noteUnknown(frame, 'a shell text of which a part is not known', EMPTY_SPAN)
  const word = dynamicWord(`$${UNKNOWN_VARIABLE}`, value.sources)
  setVariable(frame.scope, UNKNOWN_VARIABLE, { ...word, mayBeEmpty: true })
  const [, output] = readText(value.known.replaceAll('\0', `\${${UNKNOWN_VARIABLE}}`), frame)
  return ['unknown', output]
}

function fileTextBehind(value: Value, recorder: CoreRecorder): string | undefined {
  const [source] = value.sources
  if (value.sources.length !== 1 || source?.kind !== 'file') return undefined
  const path = recorder.pathOf(source.path).real
  const text = path === undefined ? undefined : recorder.readText(path)
  return text?.includes('\0') ? undefined : text
}

/** A shell reads from files that may be filled later: a named pipe fed by a socket is a reverse shell. */
function noteShellInput(value: Value, frame: Frame): void {
  for (const source of value.sources) if (source.kind === 'file') frame.analysis.overlay.shellInputs.add(source.path)
}

const TEXT_COST = 20

export function readText(source: string, frame: Frame): [CommandGrade, Value] {
  const { log } = frame.analysis
  const whole = { start: 0, end: source.length }
  const { analysis } = frame
  analysis.characters += source.length
  if (source.length > LIMITS.text || analysis.characters > LIMITS.allText) {
    noteUnread(frame, source.length > LIMITS.text ? 'longer than 256 kB' : 'too much text', whole)
    return ['unknown', UNKNOWN_VALUE]
  }
  if (!spend(frame, TEXT_COST + source.length / 100, whole)) return ['unknown', UNKNOWN_VALUE]
  const hostile = describeHostileText(source)
  if (hostile) noteUnknown(frame, hostile, whole)
  const hidden = describeHiddenCharacter(source)
  if (hidden) noteHidden(frame, hidden, whole)
  const taken = normalizeForBash(source)
  const text = boundedText(taken, frame)
  const parsed = isTooDeep(text) ? undefined : parseShell(text)
  analysis.whole ??= { text: taken, script: parsed }
  const qualified = parsed?.errors && parseQualified(text, parsed)
  if (qualified) noteUnknown(frame, 'a glob of zsh', whole, 'ambiguous')
  const script = qualified ?? parsed
  if (!script) {
    noteUnread(frame, 'nested too deep', whole)
    return ['unknown', UNKNOWN_VALUE]
  }
  noteParseErrors(script, frame, text)
  const before = { grade: log.grade, unknowns: log.unknowns.length }
  log.grade = 'proven'
  const output = walkAll(script.commands, frame)
  runTraps(frame)
  readUncalled(frame)
  const grade = log.unknowns.length > before.unknowns ? 'unknown' : log.grade
  log.grade = weakestGrade(before.grade, log.grade)
  return [grade, output]
}

function boundedText(text: string, frame: Frame): string {
  const fewer = thinText(text)
  if (fewer === undefined) return text
  noteOverrun(frame, 'too many commands', { start: fewer.from, end: text.length })
  return fewer.text
}

function runTraps(frame: Frame): void {
  const { traps } = frame.scope.shell
  for (const [signal, { body, command }] of [...traps]) {
    traps.delete(signal)
    if (frame.depth >= LIMITS.depth) {
      noteUnread(frame, 'nested too deep', command.span)
      continue
    }
    const inner: Frame = {
      ...frame,
      wrapperNames: [...frame.wrapperNames, 'trap'],
      wrappers: [...frame.wrappers, OTHER_WRAPPER],
      depth: frame.depth + 1,
    }
    const { ended } = frame.scope
    frame.scope.ended = false
    readInnerShell(body, inner, recorderFor(withWrappers(command, inner), inner))
    frame.scope.ended = ended
  }
}

/** Functions that nothing seems to call may still be called in ways that are not seen. */
function readUncalled(frame: Frame): void {
  const { called } = frame.scope.shell
  if (frame.maybe) return
  for (const [name, bodies] of frame.scope.functions) {
    if (called.has(name)) continue
    called.add(name)
    const scope = { ...forkScope(frame.scope), positional: undefined }
    // Left in the agent's own shell under the name of a command, it is what runs when that is called next.
    const next = frame.depth === 0 && frame.wrapperNames.length === 0 && shadowsCommand(name)
    walkAll(bodies, {
      ...frame,
      scope,
      maybe: true,
      certainty: lessCertain(frame.certainty, next ? 'likely' : 'possible'),
    })
  }
}

export interface FileRun {
  readonly path: PathUse
  readonly language: CodeLanguage | undefined
  readonly args: readonly Word[]
}

export function runFile(run: FileRun, frame: Frame, recorder: CoreRecorder): [CommandGrade, Value] {
  const { path } = run
  const matched = findMatchedFiles(path, frame)
  for (const file of matched.files) runFile({ ...run, path: recorder.pathOf(file) }, frame, recorder)
  recordAttackTool(path.text, run.args, recorder)
  const remote = parseRemoteAddress(run.path.text)
  // The front page of a registry is where packages are looked up: `source 'https://rubygems.org'` of a Gemfile.
  if (remote && /^https:\/\/[^/]+\/?$/.test(path.text) && isUsualSource(remote.host)) return ['plain', UNKNOWN_VALUE]
  if (remote && /^[a-z]+:\/\//i.test(path.text)) return [runRemote(run, remote, recorder), UNKNOWN_VALUE]
  const from = path.real === undefined ? undefined : provenanceOf(path.real, frame.facts, frame.analysis.overlay)
  const descriptor = descriptorOf(path)
  if (descriptor !== undefined && descriptor !== path.real)
    return runFile({ ...run, path: { ...path, real: descriptor } }, frame, recorder)
  if (
    path.real !== undefined &&
    (path.tags.includes('null-device') || descriptor !== undefined) &&
    frame.analysis.overlay.files.has(path.real) === false
  ) {
    // Another descriptor than standard input, of which nothing is known.
    if (descriptor !== undefined && descriptor !== '/dev/fd/0') return [runUnknown(run, recorder), UNKNOWN_VALUE]
    return [runStdin(run, frame, recorder), UNKNOWN_VALUE]
  }
  const many = frame.analysis.scripts >= LIMITS.scripts && !isKnownScript(path, frame.analysis)
  if (many) noteOverrun(frame, 'too many scripts', EMPTY_SPAN)
  const readable = path.real !== undefined && !many
  const text = readable && path.real !== undefined ? recorder.readText(path.real) : undefined
  // A shell that does not understand a line shows it.
  if (path.tags.includes('gate-secret')) recorder.effect({ kind: 'read-path', path, list: false })
  const own = describeGateRun(path, run.args, text)
  if (own !== undefined) recorder.effect({ kind: 'weaken', area: 'gate', feature: own })
  const language = run.language ?? fileLanguage(path.real ?? path.text, text)
  const vouched = text !== undefined && from?.kind === 'elsewhere' && wasShownBefore(path.real ?? '', from, frame.facts)
  const given: Origin = matched.unseen
    ? { origin: 'session-file', host: undefined }
    : fileOrigin({ ...run, language }, vouched ? undefined : from, frame)
  const { origin, host } = given
  const address = given.address === undefined ? {} : { address: given.address }
  if (text === undefined) {
    const printed = path.real === undefined ? undefined : frame.analysis.overlay.files.get(path.real)?.sources
    const setup = printed
      ? isShellSetup(printed)
      : origin === 'outside-file' && ENVIRONMENT_SCRIPT.test(path.real ?? '')
    const certainty = setup ? 'possible' : 'certain'
    const { zone, text: file } = path
    recorder.effect({ kind: 'run-code', language, origin, read: false, host, ...address, file, zone, certainty })
    noteUnknown(frame, `${path.text} could not be read`, EMPTY_SPAN, 'unread-file')
    if (origin === 'project-file') recorder.unread(path.text, run.args)
    return ['unknown', { text: undefined, sources: [{ kind: 'command', program: path.text, secret: false }] }]
  }
  countScript(path, frame.analysis)
  if (language === 'shell') {
    const fish = /\.fish$|^fish$/.test(path.real ?? '') || /^#!.*\bfish\b/.test(text.slice(0, 256))
    const meant = fish ? translateFish(text) : text
    const [grade, output] = readInnerShell({ text: meant, sources: [] }, frame, recorder)
    if (fish) noteUnknown(frame, 'fish text', EMPTY_SPAN)
    recorder.effect({ kind: 'run-code', language, origin, read: meant !== undefined, host, ...address })
    return [weakestGrade('expected', grade), output]
  }
  const grade = readCode(language, text, {
    recorder,
    origin,
    ...(path.real !== undefined && { file: path.real }),
    ...(host !== undefined && { host }),
    ...address,
  })
  return [
    weakestGrade('expected', grade),
    { text: undefined, sources: [{ kind: 'command', program: path.text, secret: false }] },
  ]
}

const KNOWN_SCRIPTS = new WeakMap<Analysis, Set<string>>()

function isKnownScript({ real }: PathUse, analysis: Analysis): boolean {
  return real !== undefined && KNOWN_SCRIPTS.get(analysis)?.has(real) === true
}

function countScript(path: PathUse, analysis: Analysis): void {
  if (isKnownScript(path, analysis)) return
  analysis.scripts++
  const known = KNOWN_SCRIPTS.get(analysis) ?? new Set<string>()
  KNOWN_SCRIPTS.set(analysis, known.add(path.real ?? ''))
}

function runRemote(
  { language = 'other' }: FileRun,
  { host, address }: RemoteAddress,
  recorder: CoreRecorder,
): CommandGrade {
  recorder.effect({ kind: 'run-code', language, origin: 'download', read: false, host, address })
  return 'unknown'
}

function descriptorOf({ real }: PathUse): string | undefined {
  const number = /^\/(?:dev|proc\/(?:self|thread-self|\d+))\/fd\/(\d+)$/.exec(real ?? '')?.[1]
  return number === undefined ? undefined : `/dev/fd/${number}`
}

function runUnknown({ language, path }: FileRun, recorder: CoreRecorder): CommandGrade {
  const by = path.text
  recorder.effect({
    kind: 'run-code',
    language: language ?? 'shell',
    origin: 'dynamic',
    read: false,
    host: undefined,
    by,
  })
  return 'unknown'
}

const ENVIRONMENT_SCRIPT = /\/\.env(?:\.[\w-]+)*$|\/[\w.-]*v?env[\w.-]*\/bin\/activate(?:\.\w+)?$/

/** `bash /dev/stdin`. */
function runStdin(run: FileRun, frame: Frame, recorder: CoreRecorder): CommandGrade {
  const value = frame.stdin.kind === 'value' ? frame.stdin.value : UNKNOWN_VALUE
  return recorder.runsCode(run.language ?? 'shell', value, run.path.text)
}

function fileOrigin({ path, language }: FileRun, from: Provenance | undefined, frame: Frame): Origin {
  const { facts } = frame
  if (path.real === undefined) return { origin: path.zone === 'project' ? 'project-file' : 'dynamic', host: undefined }
  if (from?.kind === 'elsewhere') return { origin: 'download', host: from.host, address: from.address }
  const host = undefined
  if (isProjectCopy(path.real, frame)) return { origin: 'project-file', host }
  if (from?.kind === 'session' || path.sessionMade) return { origin: 'session-file', host }
  // Nothing lies there yet: something that is not followed is to put it there.
  const absent = facts.live && facts.file(path.real).kind === 'missing' && !path.tags.includes('build-artefact')
  if (absent && language !== 'javascript' && language !== 'other') return { origin: 'dynamic', host }
  return { origin: path.zone === 'project' || path.zone === 'project-root' ? 'project-file' : 'outside-file', host }
}

/** Text that people read, unlike a program that is carried elsewhere to be started there. */
const SCRIPT_FILE = /\.(?:sh|bash|zsh|fish|py|[cm]?js|ts|rb|pl|php|lua|env[\w.-]*)$/i

function isProjectCopy(real: string, { analysis, facts }: Frame): boolean {
  const file = analysis.overlay.files.get(real)
  const [source] = file?.sources ?? []
  if (!file || file.text !== undefined || file.sources.length !== 1 || source?.kind !== 'file') return false
  const original = pathUse(literalWord(source.path), undefined, facts)
  return (
    SCRIPT_FILE.test(source.path) &&
    original.zone === 'project' &&
    !original.sessionMade &&
    !analysis.overlay.files.has(source.path) &&
    provenanceOf(source.path, facts, analysis.overlay).kind !== 'elsewhere'
  )
}
