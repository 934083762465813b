import type { ArithmeticFor, For, Select, While } from 'unbash'
import { baseName } from '../base-name.ts'
import { doerOf } from '../doer.ts'
import { goesThrough } from '../layers.ts'
import { isTelling } from '../programs/shell/assignments.ts'
import type { Command, Stdin, Value, Word } from '../words.ts'
import { evaluate } from './arithmetic.ts'
import { arithmeticContext, expandWord } from './expand.ts'
import { type Frame, isSpent, noteEffect, noteOverrun, noteUnknown, noteUnread } from './frame.ts'
import { hostFor } from './host.ts'
import { LIMITS } from './limits.ts'
import { perhaps } from './overlay.ts'
import { bounded, choice, fork, getVariable, mergeInto, setVariable } from './scope.ts'
import { dynamicWord, joinSources, joinValues, NOTHING, UNKNOWN_VALUE } from './values.ts'

/** `for x in …`: few words are tried one by one, many at once. */
export function walkFor(node: For, frame: Frame): Value {
  const words = loopWords(node.wordlist, frame)
  if (words.length === 0) return NOTHING
  const before = frame.analysis.book.commands.length
  const out = walkWords(node, words, frame)
  const asked =
    node.wordlist?.map((word) => /(?:\bseq\s+(?:-?\d+\s+)*|\{-?\d+\.\.)(\d{1,9})\b/.exec(word.text)?.[1] ?? '0') ?? []
  stateMany(Math.max(words.length, ...asked.map(Number)), frame, before)
  return out
}

function walkWords(node: For, words: readonly Word[], frame: Frame): Value {
  const few = words.length <= LIMITS.loop && frame.analysis.count < LIMITS.commands
  if (!few) return repeated(frame, (scope) => runBody(node, { ...frame, scope }, together(node.name.value, words)))
  let out: Value = NOTHING
  for (const word of words) {
    out = joinValues(out, runBody(node, frame, word))
    if (frame.scope.ended) break
    if (frame.analysis.count >= LIMITS.commands) {
      noteUnread(frame, 'a loop that was not followed', { start: node.pos, end: node.end })
      break
    }
  }
  frame.scope.ended = false
  return out
}

function runBody(node: For | Select, frame: Frame, word: Word): Value {
  setVariable(frame.scope, node.name.value, { ...word, quoted: true })
  if (isTelling(node.name.value))
    noteUnknown(frame, `${node.name.value} as a loop variable`, { start: node.pos, end: node.end })
  return frame.analysis.reader.walk(node.body, frame)
}

export function walkSelect(node: Select, frame: Frame): Value {
  const words = loopWords(node.wordlist, frame)
  const word = words.length === 0 ? dynamicWord(`$${node.name.value}`, []) : together(node.name.value, words)
  return repeated(frame, (scope) => runBody(node, { ...frame, scope }, word))
}

function loopWords(list: For['wordlist'], frame: Frame): readonly Word[] {
  if (!list) return frame.scope.positional ?? [dynamicWord('$@', [{ kind: 'argument' }])]
  const host = hostFor(frame)
  return list
    .flatMap((word) => expandWord(word, host))
    .flatMap((word) => (word.text === undefined && word.paths ? word.paths : [word]))
}

function together(name: string, all: readonly Word[]): Word {
  const words = all.length > 1_000 ? [...all.slice(0, 500), ...all.slice(-500)] : all
  const word = choice(name, words)
  const texts = words.flatMap((each) => each.text ?? [])
  const alternatives = bounded(texts, texts.length > LIMITS.alternatives)
  let sources: Word['sources'] = []
  for (const each of words.slice(0, LIMITS.loop)) sources = joinSources(sources, each.sources)
  return { ...word, sources, ...(alternatives && { alternatives }) }
}

const ENDLESS = new Set(['true', ':', '1'])

export function walkWhile(node: While, frame: Frame): Value {
  const lines = readLines(node, frame)
  if (lines) {
    let out: Value = NOTHING
    for (const line of lines) {
      if (isSpent(frame)) return UNKNOWN_VALUE
      const stdin: Stdin = { kind: 'value', value: line }
      frame.analysis.reader.walk(node.clause, { ...frame, stdin })
      out = joinValues(out, frame.analysis.reader.walk(node.body, { ...frame, stdin: { kind: 'inherited' } }))
    }
    frame.scope.ended = false
    return out
  }
  const endless = node.kind === 'while' ? isAlways(node, ENDLESS) : isAlways(node, new Set(['false']))
  const before = frame.analysis.book.commands.length
  const out = repeated(frame, (scope) => frame.analysis.reader.walkAll([node.clause, node.body], { ...frame, scope }))
  if (endless) stateEndless(frame, before)
  else stateMany(boundOf(node), frame, before)
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

function isAlways(node: While, names: ReadonlySet<string>): boolean {
  const [statement] = node.clause.commands
  const command = statement?.command
  if (command?.type === 'ArithmeticCommand') return command.body.trim() === '1'
  return node.clause.commands.length === 1 && command?.type === 'Command' && names.has(command.name?.value ?? '')
}

export function walkArithmeticFor(node: ArithmeticFor, frame: Frame): Value {
  const context = arithmeticContext(hostFor(frame))
  evaluate(node.initialize, context)
  const before = frame.analysis.book.commands.length
  const out = repeated(frame, (scope) => {
    const inner = { ...frame, scope }
    const loop = arithmeticContext(hostFor(inner))
    evaluate(node.test, loop)
    evaluate(node.update, loop)
    for (const name of scope.variables.keys()) setVariable(scope, name, dynamicWord(`$${name}`, []))
    return frame.analysis.reader.walk(node.body, inner)
  })
  if (node.test === undefined) stateEndless(frame, before)
  else if (node.body) stateMany(turnsOf(node), frame, before)
  return out
}

/** What a loop reads before writing may stem from an earlier turn: then its body is read again with both values. */
function repeated(frame: Frame, read: (scope: Frame['scope']) => Value): Value {
  const body = (scope: Frame['scope']) => perhaps(frame.analysis.overlay, () => read(scope))
  const first = fork(frame.scope)
  let out = body(first)
  const carried = [...first.variables.keys()].filter((name) => first.reads.has(name))
  let last = first
  if (carried.length > 0) {
    if (frame.analysis.repeats++ < 8 && frame.analysis.count < LIMITS.commands) {
      last = fork(frame.scope)
      for (const name of carried) {
        const words = [getVariable(frame.scope, name)?.word, getVariable(first, name)?.word]
        const word = choice(name, words)
        const open = word.alternatives ? { alternatives: { ...word.alternatives, open: true } } : {}
        setVariable(last, name, { ...word, ...open })
      }
      out = joinValues(out, body(last))
    } else if (frame.analysis.count < LIMITS.commands)
      noteUnread(frame, 'a loop that was not followed', { start: 0, end: 0 })
    else noteOverrun(frame, 'loops that were not followed', { start: 0, end: 0 })
  }
  last.ended = false
  mergeInto(frame.scope, { taken: [last], skippable: true, files: frame.analysis.overlay.files })
  return out.text === '' ? out : { ...out, text: undefined }
}

const FLOOD = 500
const MANY = 50
const MANY_WINDOWS = 8

const WINDOWS = new Set(
  'gnome-terminal xterm konsole x-terminal-emulator xfce4-terminal mate-terminal lxterminal terminator tilix kitty alacritty urxvt rxvt foot firefox google-chrome google-chrome-stable chrome chromium chromium-browser brave-browser opera vivaldi xdg-open gio-open nautilus dolphin thunar gedit kate gimp vlc libreoffice soffice eog evince zenity xmessage xeyes xclock gnome-calculator kcalc notepad explorer'.split(
    ' ',
  ),
)

function opensWindow({ name }: Command): boolean {
  return name !== undefined && WINDOWS.has(baseName(name))
}

function turnsOf({ test }: ArithmeticFor): number {
  return largestIn(test)
}

function boundOf(node: While): number {
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

function stateMany(turns: number, frame: Frame, before: number): void {
  if (turns < MANY_WINDOWS || frame.background) return
  const inside = frame.analysis.book.commands.slice(before)
  const window = inside.find(opensWindow)
  const started = window ?? inside.find((command) => command.background)
  if (!started || inside.some((command) => command.name === 'wait')) return
  if (window || turns >= FLOOD) stateFlood(started, frame, 'a long loop')
  else if (turns >= MANY) frame.analysis.floods.push({ started, frame, after: frame.analysis.book.commands.length })
}

/** What is waited for in the end was meant to run at once; the rest is a flood. */
export function stateFloods(floods: Frame['analysis']['floods']): void {
  for (const { started, frame, after } of floods) {
    const waits = frame.analysis.book.commands.slice(after).some((command) => command.name === 'wait')
    if (!waits) stateFlood(started, frame, 'a long loop')
  }
}

const LOOP = doerOf('loop')

function stateFlood({ span, via, through }: Command, frame: Frame, by: string): void {
  noteEffect(frame, { kind: 'exhaust', what: 'processes', span, via, through, certainty: 'likely', by, doer: LOOP })
}

const PAUSES = /^(?:g?sleep|read|inotifywait|fswatch|tail|select)$/
const LEAVES = /^(?:break|exit|return)$/
const IDLE = /^(?::|true|false|\[|test)$/
const QUICK = /^(?:echo|printf|cat|yes|head|dd|seq|date|tee)$/

/** A loop without end or pause: what it starts in the background or adds to a file never stops growing. */
function stateEndless(frame: Frame, before: number): void {
  const inside = frame.analysis.book.commands.slice(before)
  if (inside.some((command) => !command.background && PAUSES.test(command.name ?? ''))) return
  const last = inside.findLastIndex((command) => command.background)
  const waits = inside.findLastIndex((command) => command.name === 'wait') > last
  const bounded = inside.some((command) => LEAVES.test(command.name ?? '')) || goesThrough(frame, 'limit')
  const started = inside.find(
    (command) => !frame.background && ((command.background && !waits) || (!bounded && opensWindow(command))),
  )
  if (started) stateFlood(started, frame, 'an endless loop')
  const [first] = inside
  if (first && !bounded && inside.every((command) => IDLE.test(command.name ?? '')))
    noteEffect(frame, {
      kind: 'exhaust',
      what: 'processor',
      span: first.span,
      via: first.via,
      through: first.through,
      certainty: 'likely',
      by: 'an endless loop',
      doer: LOOP,
    })
  const appending = inside.find((command) => command.redirects.some((item) => item.kind === 'append'))
  if (!appending) return
  const { span, via, through, name } = appending
  const certainty = !bounded && QUICK.test(name ?? '') ? 'likely' : 'possible'
  noteEffect(frame, {
    kind: 'exhaust',
    what: 'disk',
    span,
    via,
    through,
    certainty,
    by: 'an endless loop',
    doer: LOOP,
  })
}
