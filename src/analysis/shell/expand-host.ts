import type { ParsedScript, WordPart } from 'unbash'
import type { UnknownKind } from '../action.ts'
import { LIMITS } from '../interpret/limits.ts'
import { literalWord, UNKNOWN_VALUE } from '../interpret/values.ts'
import type { Command, Span, Stdin, Value } from '../words.ts'
import { arithmeticContext, type ExpandHost, expandBody, expandSingle, piecesOf } from './expand.ts'
import { type Frame, noteOverrun, noteParseErrors, noteUnknown, noteUnread, spend } from './frame.ts'
import { isTooDeep, parseShell } from './parse.ts'
import { forkScope } from './scope.ts'

const SUBSTITUTION_COST = 15

export function expandHostFor(frame: Frame): ExpandHost {
  const inner = (stdin: Stdin): Frame => ({
    ...frame,
    scope: forkScope(frame.scope),
    stdin,
    stdout: 'captured',
    depth: frame.depth + 1,
  })
  const run = (script: ParsedScript | undefined, stdin: Stdin): Value => {
    if (!script) return UNKNOWN_VALUE
    if (frame.depth >= LIMITS.depth) {
      noteUnread(frame, 'nested too deep', { start: script.pos, end: script.end })
      return UNKNOWN_VALUE
    }
    if (!spend(frame, SUBSTITUTION_COST, { start: script.pos, end: script.end })) return UNKNOWN_VALUE
    noteParseErrors(script, frame)
    const frameInside = inner(stdin)
    return fileSubstitution(script, frameInside) ?? frame.analysis.reader.walkAll(script.commands, frameInside)
  }
  const host: ExpandHost = {
    scope: frame.scope,
    facts: frame.facts,
    pieces: (word, quoted) => piecesOf(word, host, false, quoted),
    substitute: (script) => run(script, frame.stdin),
    process: (part) => processPath(part, frame, run),
    hidden: (value) => expandValueAgain(value, frame),
    runs: (value) => runExpandedText(value, frame),
    arithmetic: () => arithmeticContext(expandHostFor(frame)),
    affords: (text) => canAfford(text, frame),
    spend: (work, span) => spend(frame, work, span),
    unknown: (why: string, span: Span, kind?: UnknownKind) => noteUnknown(frame, why, span, kind),
    unread: (why: string) => noteUnread(frame, why, { start: 0, end: 0 }),
  }
  return host
}

function runExpandedText(value: Value, frame: Frame): void {
  if (frame.depth >= LIMITS.depth || value.text === undefined) {
    noteUnread(frame, 'a text that is run while a word is expanded', { start: 0, end: 0 })
    return
  }
  const { analysis } = frame
  analysis.characters += value.text.length
  const script = analysis.characters > LIMITS.allText || isTooDeep(value.text) ? undefined : parseShell(value.text)
  if (!script) noteUnread(frame, 'too much text', { start: 0, end: 0 })
  else
    frame.analysis.reader.walkAll(script.commands, {
      ...frame,
      scope: forkScope(frame.scope),
      stdout: 'captured',
      depth: frame.depth + 1,
    })
}

/** Expressions may stand for further expressions: each reading is counted as text, a short one as a line of it. */
const MIN_TEXT_COST = 400

function canAfford(text: string, frame: Frame): boolean {
  const { analysis } = frame
  if (analysis.characters > LIMITS.allText) return false
  analysis.characters += Math.max(MIN_TEXT_COST, text.length)
  if (analysis.characters <= LIMITS.allText) return true
  noteOverrun(frame, 'too much text', { start: 0, end: 0 })
  return false
}

type RunScript = (script: ParsedScript | undefined, stdin: Stdin) => Value

/** `<(…)` and `>(…)` stand for a path; what can be read from it is kept in the overlay under that path. */
function processPath(part: Extract<WordPart, { type: 'ProcessSubstitution' }>, frame: Frame, run: RunScript): string {
  const { overlay } = frame.analysis
  const path = `/dev/fd/${63 + overlay.temporary++}`
  if (overlay.temporary > LIMITS.commands) {
    noteOverrun(frame, 'too many substitutions', { start: part.pos, end: part.end })
    return '/dev/fd/63'
  }
  const output = run(part.script, frame.stdin)
  const { text, sources, paths } = output
  if (part.operator === '<') overlay.files.set(path, { text, sources, made: true, ...(paths && { paths }) })
  return path
}

const END_MARK = '_END_OF_VALUE_'

/** Expands a value once more, as the body of a here-document is: quotes in it mean nothing. */
function expandValueAgain(value: Value, frame: Frame): Value {
  if (value.text === undefined) return UNKNOWN_VALUE
  if (frame.depth >= LIMITS.depth) {
    noteUnread(frame, 'nested too deep', { start: 0, end: 0 })
    return UNKNOWN_VALUE
  }
  frame.analysis.characters += value.text.length
  if (frame.analysis.characters > LIMITS.allText || value.text.includes(END_MARK) || isTooDeep(value.text)) {
    noteUnread(frame, 'too much text', { start: 0, end: 0 })
    return UNKNOWN_VALUE
  }
  const command = parseShell(`: <<${END_MARK}\n${value.text}\n${END_MARK}\n`)?.commands[0]?.command
  const body = command?.type === 'Command' ? command.redirects[0] : undefined
  if (body?.type !== 'HereDoc') return UNKNOWN_VALUE
  if (!body.body.parts) return value
  const word = expandBody(body.body.parts, expandHostFor({ ...frame, depth: frame.depth + 1 }))
  return { text: word.text?.replace(/\n$/, ''), sources: word.sources }
}

/** `$(<file)` is what `$(cat file)` is; undefined for every other substitution. */
function fileSubstitution(script: ParsedScript, frame: Frame): Value | undefined {
  const [statement, ...more] = script.commands
  const node = statement?.command
  if (more.length > 0 || node?.type !== 'Command' || node.name) return undefined
  const input = node.redirects.at(-1)
  const others = node.prefix.some((item) => item.type === 'Assignment')
  if (input?.type !== 'Redirect' || !input.target || others || node.redirects.some((item) => item.operator !== '<'))
    return undefined
  const span = { start: node.pos, end: node.end }
  const head = literalWord('cat', span)
  const command: Command = {
    name: 'cat',
    head,
    args: [literalWord('--', span), expandSingle(input.target, expandHostFor(frame))],
    assignments: [],
    redirects: [],
    stdin: frame.stdin,
    stdout: frame.stdout,
    span,
    wrapperNames: frame.wrapperNames,
    wrappers: frame.wrappers,
    cwd: frame.scope.cwd,
    background: frame.background,
  }
  return frame.analysis.reader.runCall({
    command,
    frame,
    declarations: [],
    given: [],
    bound: [],
    table: new Map(),
    direct: true,
  })
}
