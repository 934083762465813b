import { readCode } from '../code/read-code.ts'
import type { CodeLanguage, CodeOrigin } from '../effects.ts'
import type { PathUse } from '../paths.ts'
import type { Standing } from '../programs/program.ts'
import { stateAttackTool } from '../programs/system/attack-tools.ts'
import type { Value, Word } from '../words.ts'
import { type Fetched, fetchedFrom, isVouched } from './fetched.ts'
import { isExtract, isSetup } from './filters.ts'
import { type Frame, noteUnknown, weaker } from './frame.ts'
import { languageOf } from './language.ts'
import { LIMITS } from './limits.ts'
import { hostOf, madeHere } from './overlay.ts'
import { readLayer } from './run-text.ts'
import type { CoreScribe } from './scribe.ts'
import { NOWHERE, UNKNOWN_VALUE } from './values.ts'

export interface FileRun {
  readonly path: PathUse
  readonly language: CodeLanguage | undefined
  readonly args: readonly Word[]
}

/** Runs a file: its text is read from this text, the session's memory, or the disk. */
export function runFile(run: FileRun, frame: Frame, scribe: CoreScribe): [Standing, Value] {
  const { path } = run
  stateAttackTool(path.text, run.args, scribe)
  const fetched = path.real === undefined ? undefined : fetchedFrom(path.real, frame.analysis.overlay, frame.facts)
  if (
    path.real !== undefined &&
    path.tags.includes('null-device') &&
    frame.analysis.overlay.files.has(path.real) === false
  ) {
    return [stdinRun(run, frame, scribe), UNKNOWN_VALUE]
  }
  const readable = path.real !== undefined && frame.analysis.scripts < LIMITS.scripts
  const text = readable && path.real !== undefined ? scribe.readText(path.real) : undefined
  const language = run.language ?? languageOf(path.real ?? path.text, text)
  const vouched = text !== undefined && fetched && path.real !== undefined && isVouched(path.real, fetched, frame.facts)
  const { origin, host } = fileOrigin(path, vouched ? undefined : fetched, frame)
  if (text === undefined) {
    const printed = path.real === undefined ? undefined : frame.analysis.overlay.files.get(path.real)?.sources
    const certainty = printed && isSetup(printed) ? 'possible' : 'certain'
    scribe.effect({ kind: 'run-code', language, origin, read: false, host, zone: path.zone, certainty })
    noteUnknown(frame, `${path.text} could not be read`, NOWHERE)
    return ['unknown', { text: undefined, sources: [{ kind: 'command', program: path.text, secret: false }] }]
  }
  frame.analysis.scripts++
  if (language === 'shell') {
    const [standing, output] = readLayer({ text, sources: [] }, frame, scribe)
    scribe.effect({ kind: 'run-code', language, origin, read: true, host })
    return [weaker('expected', standing), output]
  }
  const standing = readCode(language, text, {
    scribe,
    origin,
    ...(path.real !== undefined && { file: path.real }),
    ...(host !== undefined && { host }),
  })
  return [
    weaker('expected', standing),
    { text: undefined, sources: [{ kind: 'command', program: path.text, secret: false }] },
  ]
}

/** `bash /dev/stdin`: the file is what the command reads. */
function stdinRun(run: FileRun, frame: Frame, scribe: CoreScribe): Standing {
  const value = frame.stdin.kind === 'value' ? frame.stdin.value : UNKNOWN_VALUE
  return scribe.runsCode(run.language ?? 'shell', value, run.path.text)
}

/** Where the code of a file comes from. */
function fileOrigin(
  path: PathUse,
  fetched: Fetched | undefined,
  { analysis }: Frame,
): { origin: CodeOrigin; host: string | undefined } {
  if (path.real === undefined) return { origin: path.zone === 'project' ? 'project-file' : 'dynamic', host: undefined }
  const host = fetched?.host
  if (host !== undefined) return { origin: 'download', host }
  if (analysis.overlay.files.has(path.real) || path.sessionMade || madeHere(analysis.overlay, path.real))
    return { origin: 'session-file', host }
  return { origin: path.zone === 'project' || path.zone === 'project-root' ? 'project-file' : 'outside-file', host }
}

/** Where a text that is run comes from. */
export function originOf(value: Value, frame: Frame): { origin: CodeOrigin; host: string | undefined } {
  const host = hostOf(value.sources)
  if (host !== undefined) return { origin: 'download', host }
  const file = value.sources.find((source) => source.kind === 'file')
  const decoded = value.sources.some((source) => source.kind === 'command' && source.program === 'decoded')
  if (file?.kind === 'file' && !decoded) {
    if (value.text === undefined && isExtract(value.sources) && !/(?:^|\/)\.env[^/]*$/.test(file.path))
      return { origin: 'dynamic', host }
    const made = frame.facts.session.created.has(file.path) || frame.facts.session.written.has(file.path)
    if (made) return { origin: 'session-file', host }
    const there = value.text !== undefined || frame.facts.text(file.path).kind === 'text'
    return { origin: there ? 'project-file' : 'dynamic', host }
  }
  if (value.text !== undefined) return { origin: 'inline', host }
  return { origin: value.sources.some((source) => source.kind === 'argument') ? 'stdin' : 'dynamic', host }
}
