import type { ArithmeticFor, For, Select, While } from 'unbash'
import { actorOf } from '../actor.ts'
import { baseName } from '../interpret/base-name.ts'
import { LIMITS } from '../interpret/limits.ts'
import { dynamicWord, EMPTY_VALUE, joinSources, joinValues, UNKNOWN_VALUE } from '../interpret/values.ts'
import { isSensitiveVariable } from '../interpret/variable-assignments.ts'
import type { Command, Stdin, Value, Word } from '../words.ts'
import { hasWrapper } from '../wrappers.ts'
import { evaluateArithmetic } from './arithmetic.ts'
import { arithmeticContext, expandWord } from './expand.ts'
import { expandHostFor } from './expand-host.ts'
import { type Frame, isSpent, noteEffect, noteOverrun, noteUnknown, noteUnread } from './frame.ts'
import { readConditionally } from './overlay.ts'
import { boundedAlternatives, choiceWord, forkScope, getVariable, mergeBranches, setVariable } from './scope.ts'

/** `for x in …`: few words are tried one by one, many at once. */
export function walkFor(node: For, frame: Frame): Value {
  const words = loopWords(node.wordlist, frame)
  if (words.length === 0) return EMPTY_VALUE
  const before = frame.analysis.log.commands.length
  const out = walkWords(node, words, frame)
  const asked =
    node.wordlist?.map((word) => /(?:\bseq\s+(?:-?\d+\s+)*|\{-?\d+\.\.)(\d{1,9})\b/.exec(word.text)?.[1] ?? '0') ?? []
  recordManyStarts(Math.max(words.length, ...asked.map(Number)), frame, before)
  return out
}

function walkWords(node: For, words: readonly Word[], frame: Frame): Value {
  const few = words.length <= LIMITS.loop && frame.analysis.count < LIMITS.commands
  if (!few)
    return readRepeated(frame, (scope) =>
      runLoopBody(node, { ...frame, scope }, mergeLoopWords(node.name.value, words)),
    )
  let out: Value = EMPTY_VALUE
  for (const word of words) {
    out = joinValues(out, runLoopBody(node, frame, word))
    if (frame.scope.ended) break
    if (frame.analysis.count >= LIMITS.commands) {
      noteUnread(frame, 'a loop that was not followed', { start: node.pos, end: node.end })
      break
    }
  }
  frame.scope.ended = false
  return out
}

function runLoopBody(node: For | Select, frame: Frame, word: Word): Value {
  setVariable(frame.scope, node.name.value, { ...word, quoted: true })
  if (isSensitiveVariable(node.name.value))
    noteUnknown(frame, `${node.name.value} as a loop variable`, { start: node.pos, end: node.end })
  return frame.analysis.reader.walk(node.body, frame)
}

export function walkSelect(node: Select, frame: Frame): Value {
  const words = loopWords(node.wordlist, frame)
  const word = words.length === 0 ? dynamicWord(`$${node.name.value}`, []) : mergeLoopWords(node.name.value, words)
  return readRepeated(frame, (scope) => runLoopBody(node, { ...frame, scope }, word))
}

function loopWords(list: For['wordlist'], frame: Frame): readonly Word[] {
  if (!list) return frame.scope.positional ?? [dynamicWord('$@', [{ kind: 'argument' }])]
  const host = expandHostFor(frame)
  return list
    .flatMap((word) => expandWord(word, host))
    .flatMap((word) => (word.text === undefined && word.paths ? word.paths : [word]))
}

function mergeLoopWords(name: string, all: readonly Word[]): Word {
  const words = all.length > 1_000 ? [...all.slice(0, 500), ...all.slice(-500)] : all
  const word = choiceWord(name, words)
  const texts = words.flatMap((each) => each.text ?? [])
  const alternatives = boundedAlternatives(texts, texts.length > LIMITS.alternatives)
  let sources: Word['sources'] = []
  for (const each of words.slice(0, LIMITS.loop)) sources = joinSources(sources, each.sources)
  return { ...word, sources, ...(alternatives && { alternatives }) }
}

const ALWAYS_TRUE_COMMANDS = new Set(['true', ':', '1'])

export function walkWhile(node: While, frame: Frame): Value {
  const lines = readLines(node, frame)
  if (lines) {
    let out: Value = EMPTY_VALUE
    for (const line of lines) {
      if (isSpent(frame)) return UNKNOWN_VALUE
      const stdin: Stdin = { kind: 'value', value: line }
      frame.analysis.reader.walk(node.clause, { ...frame, stdin })
      out = joinValues(out, frame.analysis.reader.walk(node.body, { ...frame, stdin: { kind: 'inherited' } }))
    }
    frame.scope.ended = false
    return out
  }
  const endless = node.kind === 'while' ? isEndless(node, ALWAYS_TRUE_COMMANDS) : isEndless(node, new Set(['false']))
  const before = frame.analysis.log.commands.length
  const out = readRepeated(frame, (scope) =>
    frame.analysis.reader.walkAll([node.clause, node.body], { ...frame, scope }),
  )
  if (endless) recordEndlessLoop(frame, before)
  else recordManyStarts(loopBound(node), frame, before)
  return out
}

/** The lines that `while read x` would go through, when they are known or are paths. */
function readLines(node: While, frame: Frame): readonly Value[] | undefined {
  const { stdin } = frame
  const [statement] = node.clause.commands
  const command = statement?.command
  const reads = command?.type === 'Command' && command.name?.value === 'read' && node.clause.commands.length === 1
  if (!reads || node.kind !== 'while' || stdin.kind !== 'value') return undefined
  const { text, paths, sources } = stdin.value
  if (paths && text === undefined) return paths.map((path) => ({ text: path.text, sources, paths: [path] }))
  if (text === undefined) return undefined
  const lines = text.split('\n').filter((line, index, all) => line !== '' || index < all.length - 1)
  if (lines.length <= LIMITS.lines) return lines.map((line) => ({ text: `${line}\n`, sources }))
  noteUnread(frame, 'a loop that was not followed', { start: node.pos, end: node.end })
  return undefined
}

function isEndless(node: While, names: ReadonlySet<string>): boolean {
  const [statement] = node.clause.commands
  const command = statement?.command
  if (command?.type === 'ArithmeticCommand') return command.body.trim() === '1'
  return node.clause.commands.length === 1 && command?.type === 'Command' && names.has(command.name?.value ?? '')
}

export function walkArithmeticFor(node: ArithmeticFor, frame: Frame): Value {
  const context = arithmeticContext(expandHostFor(frame))
  evaluateArithmetic(node.initialize, context)
  const before = frame.analysis.log.commands.length
  const out = readRepeated(frame, (scope) => {
    const inner = { ...frame, scope }
    const loop = arithmeticContext(expandHostFor(inner))
    evaluateArithmetic(node.test, loop)
    evaluateArithmetic(node.update, loop)
    for (const name of scope.variables.keys()) setVariable(scope, name, dynamicWord(`$${name}`, []))
    return frame.analysis.reader.walk(node.body, inner)
  })
  if (node.test === undefined) recordEndlessLoop(frame, before)
  else if (node.body) recordManyStarts(loopTurns(node), frame, before)
  return out
}

/** What a loop reads before writing may stem from an earlier turn: then its body is read again with both values. */
function readRepeated(frame: Frame, read: (scope: Frame['scope']) => Value): Value {
  const body = (scope: Frame['scope']) => readConditionally(frame.analysis.overlay, () => read(scope))
  const first = forkScope(frame.scope)
  let out = body(first)
  const carried = [...first.variables.keys()].filter((name) => first.reads.has(name))
  let last = first
  if (carried.length > 0) {
    if (frame.analysis.repeats++ < 8 && frame.analysis.count < LIMITS.commands) {
      last = forkScope(frame.scope)
      for (const name of carried) {
        const words = [getVariable(frame.scope, name)?.word, getVariable(first, name)?.word]
        const word = choiceWord(name, words)
        const open = word.alternatives ? { alternatives: { ...word.alternatives, open: true } } : {}
        setVariable(last, name, { ...word, ...open })
      }
      out = joinValues(out, body(last))
    } else if (frame.analysis.count < LIMITS.commands)
      noteUnread(frame, 'a loop that was not followed', { start: 0, end: 0 })
    else noteOverrun(frame, 'loops that were not followed', { start: 0, end: 0 })
  }
  last.ended = false
  mergeBranches(frame.scope, { taken: [last], skippable: true, files: frame.analysis.overlay.files })
  return out.text === '' ? out : { ...out, text: undefined }
}

const FLOOD_TURNS = 500
const MANY_TURNS = 50
const MAX_WINDOWS = 8

const WINDOW_PROGRAMS = new Set(
  'gnome-terminal xterm konsole x-terminal-emulator xfce4-terminal mate-terminal lxterminal terminator tilix kitty alacritty urxvt rxvt foot firefox google-chrome google-chrome-stable chrome chromium chromium-browser brave-browser opera vivaldi xdg-open gio-open nautilus dolphin thunar gedit kate gimp vlc libreoffice soffice eog evince zenity xmessage xeyes xclock gnome-calculator kcalc notepad explorer'.split(
    ' ',
  ),
)

function opensWindow({ name }: Command): boolean {
  return name !== undefined && WINDOW_PROGRAMS.has(baseName(name))
}

function loopTurns({ test }: ArithmeticFor): number {
  return largestIn(test)
}

function loopBound(node: While): number {
  const command = node.clause.commands[0]?.command
  if (command?.type === 'ArithmeticCommand') return largestIn(command.body)
  if (command?.type === 'TestCommand') return largestIn(command.expression)
  if (command?.type !== 'Command' || !/^(?:\[|test)$/.test(command.name?.value ?? '')) return 0
  return Math.max(0, ...command.args.map((word) => (/^\d{1,9}$/.test(word.text) ? Number(word.text) : 0)))
}

function largestIn(part: unknown): number {
  const text = part === undefined ? '' : JSON.stringify(part).replaceAll(/"(?:pos|end)":\d+/g, '')
  return Math.max(0, ...(text.match(/\d{1,9}/g) ?? []).map(Number))
}

function recordManyStarts(turns: number, frame: Frame, before: number): void {
  if (turns < MAX_WINDOWS || frame.background) return
  const inside = frame.analysis.log.commands.slice(before)
  const window = inside.find(opensWindow)
  const started = window ?? inside.find((command) => command.background)
  if (!started || inside.some((command) => command.name === 'wait')) return
  if (window || turns >= FLOOD_TURNS) recordFlood(started, frame, 'a long loop')
  else if (turns >= MANY_TURNS)
    frame.analysis.floods.push({ started, frame, after: frame.analysis.log.commands.length })
}

/** What is waited for in the end was meant to run at once; the rest is a flood. */
export function recordFloods(floods: Frame['analysis']['floods']): void {
  for (const { started, frame, after } of floods) {
    const waits = frame.analysis.log.commands.slice(after).some((command) => command.name === 'wait')
    if (!waits) recordFlood(started, frame, 'a long loop')
  }
}

const LOOP_ACTOR = actorOf('loop')

function recordFlood({ span, wrapperNames, wrappers }: Command, frame: Frame, by: string): void {
  noteEffect(frame, {
    kind: 'exhaust',
    what: 'processes',
    span,
    wrapperNames,
    wrappers,
    certainty: 'likely',
    by,
    actor: LOOP_ACTOR,
  })
}

const PAUSE_COMMANDS = /^(?:g?sleep|read|inotifywait|fswatch|tail|select)$/
const EXIT_COMMANDS = /^(?:break|exit|return)$/
const NO_OP_COMMANDS = /^(?::|true|false|\[|test)$/
const QUICK_COMMANDS = /^(?:echo|printf|cat|yes|head|dd|seq|date|tee)$/

/** A loop without end or pause: what it starts in the background or adds to a file never stops growing. */
function recordEndlessLoop(frame: Frame, before: number): void {
  const inside = frame.analysis.log.commands.slice(before)
  if (inside.some((command) => !command.background && PAUSE_COMMANDS.test(command.name ?? ''))) return
  const last = inside.findLastIndex((command) => command.background)
  const waits = inside.findLastIndex((command) => command.name === 'wait') > last
  const bounded = inside.some((command) => EXIT_COMMANDS.test(command.name ?? '')) || hasWrapper(frame, 'limit')
  const started = inside.find(
    (command) => !frame.background && ((command.background && !waits) || (!bounded && opensWindow(command))),
  )
  if (started) recordFlood(started, frame, 'an endless loop')
  const [first] = inside
  if (first && !bounded && inside.every((command) => NO_OP_COMMANDS.test(command.name ?? '')))
    noteEffect(frame, {
      kind: 'exhaust',
      what: 'processor',
      span: first.span,
      wrapperNames: first.wrapperNames,
      wrappers: first.wrappers,
      certainty: 'likely',
      by: 'an endless loop',
      actor: LOOP_ACTOR,
    })
  const appending = inside.find((command) => command.redirects.some((item) => item.kind === 'append'))
  if (!appending) return
  const { span, wrapperNames, wrappers, name } = appending
  const certainty = !bounded && QUICK_COMMANDS.test(name ?? '') ? 'likely' : 'possible'
  noteEffect(frame, {
    kind: 'exhaust',
    what: 'disk',
    span,
    wrapperNames,
    wrappers,
    certainty,
    by: 'an endless loop',
    actor: LOOP_ACTOR,
  })
}
