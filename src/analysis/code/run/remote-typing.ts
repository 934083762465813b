import { writesByGrade } from '../../interpret/grade.ts'
import { programFor } from '../../interpret/registry.ts'
import { type AbstractValue, allSources, knownOf, textValue, toWord } from './abstract-value.ts'
import { type CodeCall, lastNamePart } from './call-table.ts'
import { isRemoteShellLibrary } from './client-shapes.ts'
import { isReadOnlyConsoleCall } from './remote-changes.ts'
import type { CodeRun } from './run.ts'

const TYPING_METHODS =
  /^(?:run|sudo|exec|system|cmd|capture|shell|execute)!?$|(?:^|_)(?:exec|run|send|execute|invoke|sudo)_?(?:cmd|command|shell|script|remote)/i
const POWERSHELL_TYPING_METHODS = /^(?:run|exec|execute|invoke)_?(?:ps|powershell)\d?$/i
const LINE_KEYS = /^(?:\w{1,20}_)?(?:cmds?|commands?|lines?|scripts?|code)$/i
const LINE_PREFIX =
  /^(?:\s{0,20}(?:[({!]|[A-Za-z_]\w{0,60}=\S{0,200}\s|(?:if|while|until|do|then|time)\s)){1,8}\s{0,20}/
const MAX_PARTS = 200

/** The line that a call types on the machine that its object stands for; what is not known of it stands as `\0`. */
export interface TypedLine {
  readonly line: AbstractValue
  readonly shell: 'shell' | 'powershell'
}

export function typedLine(call: CodeCall): TypedLine | undefined {
  const { name } = call
  const method = lastNamePart(name)
  if (!name.includes('().')) return undefined
  const given = linesIn(call)
  if (POWERSHELL_TYPING_METHODS.test(method))
    return given.length === 0 ? undefined : { line: joinLines(given), shell: 'powershell' }
  if (!TYPING_METHODS.test(method)) return undefined
  // What an object types that is no way to a shell must look like a command; a console is asked to show something.
  const shell = isRemoteShellLibrary(name) && !isReadOnlyConsoleCall(call)
  return given.length > 0 && (shell || given.some(isCommandLine))
    ? { line: joinLines(given), shell: 'shell' }
    : undefined
}

const valueParts = (value: AbstractValue): readonly AbstractValue[] =>
  value.items === undefined
    ? [value]
    : value.items.length > MAX_PARTS
      ? [...value.items.slice(0, MAX_PARTS), textValue('\0')]
      : value.items

/** All that may be typed: what stands in its place, what is called so, and what looks so wherever it stands. */
function linesIn({ args, named }: CodeCall): readonly AbstractValue[] {
  const options = [...named, ...args.flatMap(({ fields }) => [...(fields ?? [])])].slice(0, MAX_PARTS)
  const placed = args.filter(({ fields, closure, number }) => fields === undefined && !closure && number === undefined)
  const called = options.flatMap(([key, value]) => {
    const parts = valueParts(value)
    return LINE_KEYS.test(key) || parts.some(({ known }) => isProgramCommand(withoutPrefix(known ?? ''))) ? parts : []
  })
  return [...placed.flatMap(valueParts), ...called]
}

const withoutPrefix = (line: string): string => line.replace(LINE_PREFIX, '')

function isCommandLine({ known = '' }: AbstractValue): boolean {
  const line = withoutPrefix(known)
  return isProgramCommand(line) || isKnownProgramName(line.trim())
}

function joinLines(given: readonly AbstractValue[]): AbstractValue {
  const between = given.every(isCommandLine) ? '\n' : ' '
  return textValue(given.map(knownOf).join(between), given.flatMap(allSources))
}

export function recordTypedLine({ line, shell }: TypedLine, by: string, host: string, run: CodeRun): void {
  run.lower('plain')
  const place = { kind: 'remote', name: host } as const
  const known = knownOf(line)
  const grade =
    known.replaceAll('\0', '').trim() === ''
      ? 'unknown'
      : shell === 'powershell'
        ? run.recorder.runs([textValue('pwsh'), textValue('-Command'), line].map(toWord), by, { place })
        : run.recorder.runsShell({ text: known.replaceAll('\0', '"$unknown_part"'), sources: line.sources }, by, {
            place,
          })
  run.state({ kind: 'remote-exec', host, writes: writesByGrade(grade), by, certainty: 'likely' })
}

export function isProgramCommand(known: string): boolean {
  const [head = '', rest] = known.trimStart().split(/\s+/, 2)
  return rest !== undefined && isKnownProgramName(head)
}

function isKnownProgramName(head: string): boolean {
  return /^[\w./~-]+$/.test(head) && programFor(head) !== undefined
}
