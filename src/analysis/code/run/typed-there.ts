import { writesOf } from '../../programs/network/ssh.ts'
import { programFor } from '../../programs/registry.ts'
import { reachesShell } from './client-shapes.ts'
import { onlyShows } from './far-changes.ts'
import type { Run } from './run.ts'
import { type CodeCall, lastOf } from './table.ts'
import { type Abstract, allSources, knownOf, text, wordOf } from './value.ts'

const TYPES =
  /^(?:run|sudo|exec|system|cmd|capture|shell|execute)!?$|(?:^|_)(?:exec|run|send|execute|invoke|sudo)_?(?:cmd|command|shell|script|remote)/i
const TYPES_POWERSHELL = /^(?:run|exec|execute|invoke)_?(?:ps|powershell)\d?$/i
const LINE = /^(?:\w{1,20}_)?(?:cmds?|commands?|lines?|scripts?|code)$/i
const BEFORE = /^(?:\s{0,20}(?:[({!]|[A-Za-z_]\w{0,60}=\S{0,200}\s|(?:if|while|until|do|then|time)\s)){1,8}\s{0,20}/
const MOST_PARTS = 200

/** The line that a call types on the machine that its object stands for; what is not known of it stands as `\0`. */
export interface TypedLine {
  readonly line: Abstract
  readonly shell: 'shell' | 'powershell'
}

export function typedLine(call: CodeCall): TypedLine | undefined {
  const { name } = call
  const method = lastOf(name)
  if (!name.includes('().')) return undefined
  const given = linesIn(call)
  if (TYPES_POWERSHELL.test(method))
    return given.length === 0 ? undefined : { line: joined(given), shell: 'powershell' }
  if (!TYPES.test(method)) return undefined
  // What an object types that is no way to a shell must look like a command; a console is asked to show something.
  const shell = reachesShell(name) && !onlyShows(call)
  return given.length > 0 && (shell || given.some(isTyped)) ? { line: joined(given), shell: 'shell' } : undefined
}

const partsOf = (value: Abstract): readonly Abstract[] =>
  value.items === undefined
    ? [value]
    : value.items.length > MOST_PARTS
      ? [...value.items.slice(0, MOST_PARTS), text('\0')]
      : value.items

/** All that may be typed: what stands in its place, what is called so, and what looks so wherever it stands. */
function linesIn({ args, named }: CodeCall): readonly Abstract[] {
  const options = [...named, ...args.flatMap(({ fields }) => [...(fields ?? [])])].slice(0, MOST_PARTS)
  const placed = args.filter(({ fields, closure, number }) => fields === undefined && !closure && number === undefined)
  const called = options.flatMap(([key, value]) => {
    const parts = partsOf(value)
    return LINE.test(key) || parts.some(({ known }) => isCommand(bare(known ?? ''))) ? parts : []
  })
  return [...placed.flatMap(partsOf), ...called]
}

const bare = (line: string): string => line.replace(BEFORE, '')

function isTyped({ known = '' }: Abstract): boolean {
  const line = bare(known)
  return isCommand(line) || isProgram(line.trim())
}

function joined(given: readonly Abstract[]): Abstract {
  const between = given.every(isTyped) ? '\n' : ' '
  return text(given.map(knownOf).join(between), given.flatMap(allSources))
}

export function stateTyped({ line, shell }: TypedLine, by: string, host: string, run: Run): void {
  run.lower('plain')
  const place = { kind: 'remote', name: host } as const
  const known = knownOf(line)
  const standing =
    known.replaceAll('\0', '').trim() === ''
      ? 'unknown'
      : shell === 'powershell'
        ? run.scribe.runs([text('pwsh'), text('-Command'), line].map(wordOf), by, { place })
        : run.scribe.runsShell({ text: known.replaceAll('\0', '"$unknown_part"'), sources: line.sources }, by, {
            place,
          })
  run.state({ kind: 'remote-exec', host, writes: writesOf(standing), by, certainty: 'likely' })
}

export function isCommand(known: string): boolean {
  const [head = '', rest] = known.trimStart().split(/\s+/, 2)
  return rest !== undefined && isProgram(head)
}

export function isProgram(head: string): boolean {
  return /^[\w./~-]+$/.test(head) && programFor(head) !== undefined
}
