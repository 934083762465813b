import { programOf } from '../../base-name.ts'
import { stageOf } from '../../stages.ts'
import { asksOnly, wordsOf } from '../../verbs.ts'
import type { Command } from '../../words.ts'
import type { Scribe } from '../program.ts'
import { aimsHere, freeWords, isFile, isRemote, isRemoteHost, SOMETHING } from './shapes.ts'

/** Names that end in giving a value: `busset`, `node-write`. `charset`, `output` and their like are things. */
const SETS = /(?:^[a-z0-9]{2,}|[-_.])(?:set|write|put|poke)$|[-_.]set-?(?:prop(?:erty)?|value|param|attr|point)s?$/
const A_THING = /(?:char|data|file|off|sub|pre|re|as|in|out|on|un|up|through|com|font|code|type)(?:set|put|write)$/
const SETTING = /^(?:write|put|set|poke)$/
const TELLING = /^(?:pub|publish|call|command|actuate|set|write|put|send_?goal|trigger)$/
const KEPT =
  /^(?:config|configure|settings?|remotes?|repos?|sources?|registry|alias(?:es)?|profiles?|contexts?|env|vars?|variables?|preferences|options?|cache|tags?)$/
const POINT = /^[A-Z][A-Z0-9_-]{0,30}(?::[A-Za-z0-9_.-]{1,40}){1,8}$/
const ACTUATORS =
  /^(?:actuators?|alarms?|arms?|boilers?|brakes?|breakers?|burners?|cmd|coils?|command|conveyors?|covers?|doors?|disarm|furnaces?|garage|gates?|grippers?|heaters?|joints?|lasers?|locks?|motors?|navigate|pumps?|relays?|rotors?|servos?|setpoints?|sirens?|spindles?|throttle|thrusters?|trajectory|unlock|valves?|vel)$/
const PRETENDED = /^(?:sim|simulation|simulator|gazebo|gz|turtle\w{0,9}|fake|mock|virtual|demo|test)$/
const WAYS = /^(?:on|off|toggle|open|close|lock|unlock|arm|disarm)$/
const FRAME = /^[0-9A-F]{3,8}##?[0-9A-F.]*$/i
const PLACED = /^--?(?:[uhHs]|url|uri|host|hostname|server|endpoint|addr|address|target|broker)=/
const BUS = /^(?!v)[a-z]*can\d{1,2}$/

/** A value is written to what runs a plant, a machine or a house: told by an address, a point or the thing that moves. */
export function stateLivePoint(command: Command, scribe: Scribe): void {
  const name = programOf(command)
  const words = command.args.map(({ known }) => known)
  if (words.length < 2 || asksOnly(command) || aimsHere(command)) return
  const target = toldTo(name, words) ?? writtenAt(name, words)
  // What a letter is given may be a word for people.
  const args = command.args.filter((_, at) => !/^-[a-z]$/i.test(words[at - 1] ?? '') || words[at] === target)
  if (target === undefined || stageOf({ ...command, args }) === 'development') return
  // What is said to whom beside it tells nothing of what is moved.
  if ([name, target].some((word) => wordsOf(word).some((part) => PRETENDED.test(part)))) return
  scribe.effect({
    kind: 'resource-change',
    system: name,
    verb: 'update',
    target: words
      .filter((word) => !word.startsWith('-'))
      .join(' ')
      .replaceAll('\0', '…')
      .slice(0, 120),
    targets: [{ kind: 'resource', system: name, type: '', name: target, amount: 'one' }],
    ...SOMETHING,
  })
}

function toldTo(name: string, words: readonly string[]): string | undefined {
  const operands = words.filter((word) => !word.startsWith('-'))
  const at = operands.slice(0, 3).findIndex((word) => TELLING.test(word) || /[a-z]{3}write$/.test(word))
  // A number right behind it is what an option is given: `pub --rate 5 /x`.
  const thing = at < 0 ? undefined : operands.slice(at + 1, at + 4).find((word) => !/^[\d.]+$/.test(word))
  const before = at < 0 ? [] : operands.slice(0, at).flatMap(wordsOf)
  const told =
    thing !== undefined &&
    (SETTING.test(operands[at] ?? '') ? POINT.test(thing) && operands.length > at + 2 : isListener(thing))
  if (told && !before.some((word) => KEPT.test(word))) return thing
  const frame = operands.findIndex((word) => FRAME.test(word))
  if (frame > 0 && BUS.test(operands[frame - 1] ?? '')) return operands[frame - 1]
  // `host off`, and nothing beside it that is done.
  const [way = '', ...more] = freeWords(words.map((known) => ({ known }))).map(({ known }) => known)
  const host = words.find(
    (word, index) => /^--?(?:host|ip|addr|address)$/.test(words[index - 1] ?? '') && isRemoteHost(word),
  )
  return host !== undefined && WAYS.test(way) && more.length === 0 && !SETS.test(name) ? host : undefined
}

/** `/cell/joint_trajectory`, `lock.open`: what listens to orders, by a word of its name; no file. */
function isListener(word: string): boolean {
  if (word.length > 200 || !/^\/?[a-z]\w*(?:[./]\w+){0,8}$/i.test(word) || (isFile(word) && !word.startsWith('/')))
    return false
  return POINT.test(word) || wordsOf(word).some((part) => ACTUATORS.test(part))
}

function writtenAt(name: string, words: readonly string[]): string | undefined {
  const free = freeWords(words.map((known) => ({ known }))).map(({ known }) => known)
  const sets = (SETS.test(name) && !A_THING.test(name)) || SETTING.test(free[0] ?? '')
  if (sets) {
    const point = words.findIndex((word) => POINT.test(word))
    if (point >= 0 && point < words.length - 1) return words[point]
    const far = words.findIndex((word) => isRemote(word.replace(PLACED, '')))
    // Behind a name it is the value: `set origin https://…`.
    const addressed = far >= 0 && (far < words.length - 1 || words[far]?.startsWith('-'))
    return addressed && !free.some((word) => KEPT.test(word)) ? words[far] : undefined
  }
  const at = words.findIndex((word) => isRemote(word))
  const values = at < 0 ? [] : words.slice(at + 1)
  const lettered = (letters: RegExp) =>
    words.some((word, index) => letters.test(word) && /^\d{1,6}$/.test(words[index + 1] ?? ''))
  const register = lettered(/^-r$/) && lettered(/^-[act]$/)
  return register && values.length > 0 && values.every((word) => /^-?[\d.]{1,12}$/.test(word)) ? words[at] : undefined
}
