import { programName, programOf } from '../../base-name.ts'
import { stageOf } from '../../stages.ts'
import { wordsOf } from '../../verbs.ts'
import type { Command } from '../../words.ts'
import type { LooseWords } from '../form/words.ts'
import type { Scribe } from '../program.ts'
import { isFile, isRemote, isRemoteHost, like, pairsIn, said, stateThing, undashed, unlike } from './shapes.ts'

const DEVICE =
  /prog$|^(?:fast|dfu)boot$|flash|burn|jtag|^(?:esp|stm|nrf|pico|avr|open)\w*(?:tool|flash|prog|ocd|dude|link)|^(?:st|j|p)[-_]?link|dfu|fuse|eeprom|nand|emmc|^nvme|^(?:sg|hd|mt)_?\w*parm|tpm\d?|yubi|card|sgdisk|gdisk/
const WIPES =
  /^(?:recover|erase|erase[-_]?(?:all|chip|flash|region|nand|disk|sector)|erase(?:all|chip|flash)|mass[-_]?erase|chip[-_]?erase|eraseall|factory[-_]?reset|format|format[-_]?(?:all|userdata|data)|wipe|wipe[-_]?(?:all|data|userdata)|sanitize|secure[-_]?erase|zap|zap[-_]?all|reset[-_]?(?:all|factory)|clear[-_]?tpm|unlock[-_]?erase|bulk[-_]?erase)$/

/** Said of nothing else than a device: whatever the tool is called. */
const SURELY =
  /^(?:repartition|(?:mass|chip|bulk|secure)[-_]?erase|erase[-_]?(?:chip|flash|nand|disk|userdata)|wipe[-_]?(?:userdata|disk|flash))$/

const FOR_GOOD =
  /^(?:burn[-_]?(?:e?fuses?|keys?|bits?|otp|blocks?|digest)\w*|(?:write|program|set|provision)[-_]?(?:e?fuses?|otp|lock-?bits?|option[-_]?bytes?)|lock[-_]?(?:bits?|chip|otp|device)|read(?:out)?[-_]?protect|enable[-_]?(?:ap-?protect|secure[-_]?boot))$/
/** `hfuse:w:0xdf:m`, `-w fuses.conf`. */
const WRITES_FUSES =
  /(?<![^ ])[^ :]{0,40}(?:fuses?|lock(?:bits?)?|otp)\d?:w:|(?:^| )(?:-w|--write) \S*(?:fuse|otp|lockbit)/

const ENDS_IN_WIPE = /[-_.](?:clear|wipe|erase(?:all)?|format|sanitize|zeroi[sz]e|zap)$/

const BOARD = /^(?:-P|--(?:port|serial(?:-port)?|fqbn|board|chip|baud(?:rate)?|usb|probe|programmer|mcu))$/

export function isToBoard({ operands, options }: Pick<LooseWords, 'operands' | 'options'>): boolean {
  if ([...options.keys()].some(like(BOARD))) return true
  return [...operands, ...options.values()].some((word) => /^(?:\/dev\/|COM\d)/.test(word?.known ?? ''))
}

/** Bits of a chip are set that nobody sets back; true where that is all there is to say of the command. */
export function stateFuses(command: Command, scribe: Scribe): boolean {
  const { words } = said(command)
  const at = words.findIndex((word) => FOR_GOOD.test(word.replace(/^-+/, '').toLowerCase()))
  const written = WRITES_FUSES.exec(words.join(' '))?.[0].replace(/^.*[ /]|:w:$/g, '')
  const fuse = at < 0 ? written : (words.slice(at + 1).find(undashed) ?? words[at])
  if (fuse === undefined) return false
  const system = programName(command.name ?? '')
  stateThing({ system, verb: 'update', target: fuse, type: 'fuse', by: `${system} burn` }, scribe)
  return true
}

export function stateDevice(command: Command, scribe: Scribe): void {
  const name = (command.name ?? '')
    .replace(/^.*\//, '')
    .replace(/\.\w+$/, '')
    .toLowerCase()
  const words = command.args.map(({ known }) => known.toLowerCase())
  const names = words.flatMap((word) => word.replace(/^-+/, '').replace(/=.*$/, '').split(':'))
  const told =
    names.find(like(WIPES, SURELY)) ??
    (words.join(' ') === '-w' || (/boot$/.test(name) && words.includes('-w'))
      ? '-w'
      : ENDS_IN_WIPE.exec(name)?.[0].slice(1))
  const about = names.some(like(SURELY)) || DEVICE.test(name) || wordsOf(name).some(like(DEVICE))
  const inside = told === undefined || !about ? wipedThrough(words) : undefined
  if (inside === undefined && (told === undefined || !about)) return
  stateThing({ system: name, verb: 'purge', target: `the device, by ${inside ?? told}`, mass: true }, scribe)
}

const IMAGE = /\.(?:img|bin|hex|elf|uf2|mbn|raw|iso|zip|simg|ubi|squashfs)$/i

/** `flash boot new.img`: a part of a device, by its name, is given up for another; boards that are worked on have none. */
export function stateFlashed(command: Command, scribe: Scribe): void {
  const { words } = said(command)
  const at = words.findIndex(like(/^(?:flash|write|restore)(?:[-_:](?:partition|part|raw))?$/))
  const [part = '', image = ''] = at < 0 ? [] : words.slice(at + 1).filter(undashed)
  if (!/^[a-z][\w-]{1,30}$/i.test(part) || !IMAGE.test(image)) return
  stateFlash(command, { target: `${part} ${image}`, type: part, name: image }, scribe)
}

function stateFlash(
  { name = '' }: Command,
  thing: { target: string; type: string; name: string },
  scribe: Scribe,
): void {
  const system = programName(name)
  stateThing({ system, verb: 'update', ...thing, by: `${system} flash` }, scribe)
}

const ONTO = /^--(?:device|upload[-_]port|ota[-_]?(?:host|address)?)$/
const REACHED =
  /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\w-]{1,64}(?:\.[\w-]{1,64}){0,4}\.(?:local|lan|home|internal|iot))(?::\d{1,5})?$/i

/** `run x.yaml --device kitchen.local`. */
export function stateOverTheAir(command: Command, scribe: Scribe): void {
  const { words, operands } = said(command)
  const at = operands.slice(0, 3).findIndex(like(/^(?:run|upload|flash|install|write)$/))
  const files = at < 0 ? [] : operands.slice(at + 1)
  const device = pairsIn(words).find(([option, value]) => ONTO.test(option) && REACHED.test(value))?.[1]
  const given = files.find(like(/\.(?:ya?ml|toml|json|ini|conf|cfg|ino)$/, IMAGE))
  if (device === undefined || given === undefined || /^(?:127\.|0\.0\.0\.0)/.test(device)) return
  stateFlash(command, { target: `${device} ${given}`, type: 'device', name: device }, scribe)
}

const SCRATCH = /^\/(?:data\/local\/tmp|tmp|var\/tmp|dev\/shm)(?:\/|$)/

/** `tool shell rm -rf /sdcard`. */
function wipedThrough(words: readonly string[]): string | undefined {
  const at = words.indexOf('shell')
  if (at < 0 || at > 4) return undefined
  const text = words.slice(at + 1).join(' ')
  const [, removed = ''] =
    /(?:^|[;&|]\s*|\bsu -c ["']?|\bsudo )rm\s+(?:-\w+\s+)*-\w*r\w*\s+(?:-\w+\s+)*(\/[^;&|]*)/.exec(text) ?? []
  const places = removed.split(/\s+/).filter((place) => place.startsWith('/'))
  if (places.some(unlike(SCRATCH))) return `rm ${places.join(' ')}`.slice(0, 80)
  return /\b(?:wipe_data|master_clear|factory_reset|mkfs(?:\.\w+)?|wipe data)\b/.exec(text)?.[0]
}

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

export function stateLivePoint(command: Command, scribe: Scribe): void {
  const name = programOf(command)
  const { words, operands } = said(command)
  const target = words.length < 2 ? undefined : (toldTo(name, command) ?? writtenAt(name, command))
  if (target === undefined) return
  // What a letter is given may be a word for people.
  const args = command.args.filter((_, at) => !/^-[a-z]$/i.test(words[at - 1] ?? '') || words[at] === target)
  if (stageOf({ ...command, args }) === 'development') return
  if ([name, target].some((word) => wordsOf(word).some(like(PRETENDED)))) return
  const all = operands.join(' ').replaceAll('\0', '…')
  stateThing({ system: name, verb: 'update', target: all, type: '', name: target }, scribe)
}

function toldTo(name: string, command: Command): string | undefined {
  const { words, operands, free } = said(command)
  const at = operands.slice(0, 3).findIndex(like(TELLING, /[a-z]{3}write$/))
  // A number right behind it is what an option is given: `pub --rate 5 /x`.
  const thing = at < 0 ? undefined : operands.slice(at + 1, at + 4).find(unlike(/^[\d.]+$/))
  const before = at < 0 ? [] : operands.slice(0, at).flatMap(wordsOf)
  const told =
    thing !== undefined &&
    (SETTING.test(operands[at] ?? '') ? POINT.test(thing) && operands.length > at + 2 : isListener(thing))
  if (told && !before.some(like(KEPT))) return thing
  const frame = operands.findIndex(like(FRAME))
  if (frame > 0 && BUS.test(operands[frame - 1] ?? '')) return operands[frame - 1]
  // `host off`, and nothing beside it that is done.
  const [way = '', ...more] = free
  const host = words.find(
    (word, index) => /^--?(?:host|ip|addr|address)$/.test(words[index - 1] ?? '') && isRemoteHost(word),
  )
  return host !== undefined && WAYS.test(way) && more.length === 0 && !SETS.test(name) ? host : undefined
}

/** `/cell/joint_trajectory`, `lock.open`: what listens to orders, by a word of its name; no file. */
function isListener(word: string): boolean {
  if (word.length > 200 || !/^\/?[a-z]\w*(?:[./]\w+){0,8}$/i.test(word) || (isFile(word) && !word.startsWith('/')))
    return false
  return POINT.test(word) || wordsOf(word).some(like(ACTUATORS))
}

function writtenAt(name: string, command: Command): string | undefined {
  const { words, free } = said(command)
  const sets = (SETS.test(name) && !A_THING.test(name)) || SETTING.test(free[0] ?? '')
  if (sets) {
    const point = words.findIndex(like(POINT))
    if (point >= 0 && point < words.length - 1) return words[point]
    const far = words.findIndex((word) => isRemote(word.replace(PLACED, '')))
    // Behind a name it is the value: `set origin https://…`.
    const addressed = far >= 0 && (far < words.length - 1 || words[far]?.startsWith('-'))
    return addressed && !free.some(like(KEPT)) ? words[far] : undefined
  }
  const at = words.findIndex((word) => isRemote(word))
  const values = at < 0 ? [] : words.slice(at + 1)
  const lettered = (letters: RegExp) =>
    words.some((word, index) => letters.test(word) && /^\d{1,6}$/.test(words[index + 1] ?? ''))
  const register = lettered(/^-r$/) && lettered(/^-[act]$/)
  return register && values.length > 0 && values.every(like(/^-?[\d.]{1,12}$/)) ? words[at] : undefined
}
