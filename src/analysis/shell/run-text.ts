import { hiddenInText } from '../hidden-signs.ts'
import { OTHER_LAYER } from '../layers.ts'
import type { Standing } from '../programs/program.ts'
import { weakest } from '../programs/standing.ts'
import type { Value } from '../words.ts'
import { isSetup } from './filters.ts'
import { originOf } from './flows.ts'
import {
  type Frame,
  lessCertain,
  noteHidden,
  noteMistakes,
  noteOverrun,
  noteUnknown,
  noteUnread,
  spend,
} from './frame.ts'
import { LIMITS } from './limits.ts'
import { shadows } from './living.ts'
import { asBashReads, hostileText, parseShell, thinned, tooDeep } from './parse.ts'
import { fork, setVariable } from './scope.ts'
import { type CoreScribe, scribeFor, within } from './scribe.ts'
import { dynamicWord, NOWHERE, UNKNOWN_VALUE } from './values.ts'
import { walkAll } from './walk.ts'
import { parseQualified } from './zsh.ts'

export function readLayer(value: Value, frame: Frame, scribe: CoreScribe): [Standing, Value] {
  const text = value.text ?? fileBehind(value, scribe)
  const { origin, ...from } = originOf(value, frame)
  if (text === undefined && 'known' in value && isPartlyKnown(value)) return readPartly(value, frame, scribe)
  if (text === undefined) {
    noteInput(value, frame)
    const certainty = isSetup(value.sources) ? 'possible' : 'certain'
    scribe.effect({ kind: 'run-code', language: 'shell', origin, read: false, ...from, certainty })
    noteUnknown(frame, 'a shell text that is not known', NOWHERE)
    return ['unknown', UNKNOWN_VALUE]
  }
  if (origin !== 'inline') scribe.effect({ kind: 'run-code', language: 'shell', origin, read: true, ...from })
  return readText(text, frame)
}

type PartlyKnown = Value & { readonly known: string }

function isPartlyKnown(value: Value & { known: unknown }): value is PartlyKnown {
  return typeof value.known === 'string' && /[^\s\0]/.test(value.known)
}

const HOLE = '_NOT_KNOWN_'

/** A text with holes: read with a variable of unknown value in their place, and never taken as understood. */
function readPartly(value: PartlyKnown, frame: Frame, scribe: CoreScribe): [Standing, Value] {
  const { origin, ...from } = originOf(value, frame)
  const certainty = origin === 'download' ? 'certain' : 'possible'
  scribe.effect({ kind: 'run-code', language: 'shell', origin, read: false, ...from, certainty })
  noteUnknown(frame, 'a shell text of which a part is not known', NOWHERE)
  const word = dynamicWord(`$${HOLE}`, value.sources)
  setVariable(frame.scope, HOLE, { ...word, mayBeEmpty: true })
  const [, output] = readText(value.known.replaceAll('\0', `\${${HOLE}}`), frame)
  return ['unknown', output]
}

function fileBehind(value: Value, scribe: CoreScribe): string | undefined {
  const [source] = value.sources
  if (value.sources.length !== 1 || source?.kind !== 'file') return undefined
  const path = scribe.pathOf(source.path).real
  const text = path === undefined ? undefined : scribe.readText(path)
  return text?.includes('\0') ? undefined : text
}

/** A shell reads from files that may be filled later: a named pipe fed by a socket is a reverse shell. */
function noteInput(value: Value, frame: Frame): void {
  for (const source of value.sources) if (source.kind === 'file') frame.analysis.overlay.shellInputs.add(source.path)
}

const TEXT = 20

export function readText(source: string, frame: Frame): [Standing, Value] {
  const { book } = frame.analysis
  const whole = { start: 0, end: source.length }
  const { analysis } = frame
  analysis.characters += source.length
  if (source.length > LIMITS.text || analysis.characters > LIMITS.allText) {
    noteUnread(frame, source.length > LIMITS.text ? 'longer than 256 kB' : 'too much text', whole)
    return ['unknown', UNKNOWN_VALUE]
  }
  if (!spend(frame, TEXT + source.length / 100, whole)) return ['unknown', UNKNOWN_VALUE]
  const hostile = hostileText(source)
  if (hostile) noteUnknown(frame, hostile, whole)
  const hidden = hiddenInText(source)
  if (hidden) noteHidden(frame, hidden, whole)
  const taken = asBashReads(source)
  const text = bounded(taken, frame)
  const parsed = tooDeep(text) ? undefined : parseShell(text)
  analysis.whole ??= { text: taken, script: parsed }
  const qualified = parsed?.errors && parseQualified(text, parsed)
  if (qualified) noteUnknown(frame, 'a glob of zsh', whole, 'ambiguous')
  const script = qualified ?? parsed
  if (!script) {
    noteUnread(frame, 'nested too deep', whole)
    return ['unknown', UNKNOWN_VALUE]
  }
  noteMistakes(script, frame, text)
  const before = { standing: book.standing, unknowns: book.unknowns.length }
  book.standing = 'proven'
  const output = walkAll(script.commands, frame)
  runTraps(frame)
  readUncalled(frame)
  const standing = book.unknowns.length > before.unknowns ? 'unknown' : book.standing
  book.standing = weakest(before.standing, book.standing)
  return [standing, output]
}

function bounded(text: string, frame: Frame): string {
  const fewer = thinned(text)
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
      via: [...frame.via, 'trap'],
      through: [...frame.through, OTHER_LAYER],
      depth: frame.depth + 1,
    }
    const { ended } = frame.scope
    frame.scope.ended = false
    readLayer(body, inner, scribeFor(within(command, inner), inner))
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
    const scope = { ...fork(frame.scope), positional: undefined }
    // Left in the agent's own shell under the name of a command, it is what runs when that is called next.
    const next = frame.depth === 0 && frame.via.length === 0 && shadows(name)
    walkAll(bodies, {
      ...frame,
      scope,
      maybe: true,
      certainty: lessCertain(frame.certainty, next ? 'likely' : 'possible'),
    })
  }
}
