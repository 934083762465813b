import type { ArithmeticFor, While } from 'unbash'
import { baseName } from '../base-name.ts'
import { doerOf } from '../doer.ts'
import { goesThrough } from '../layers.ts'
import type { Command } from '../words.ts'
import { type Frame, noteEffect } from './frame.ts'

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

/** How often `for ((i = 0; i < n; i++))` runs, as far as it is written there. */
export function turnsOf({ test }: ArithmeticFor): number {
  return largestIn(test)
}

/** How often `while [ $i -lt n ]` runs, as far as it is written there. */
export function boundOf(node: While): number {
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

export function stateMany(turns: number, frame: Frame, before: number): void {
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
export function stateEndless(frame: Frame, before: number): void {
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
