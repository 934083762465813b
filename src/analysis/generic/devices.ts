import { environmentOfCommand } from '../../knowledge/lexicon/deployment-environments.ts'
import { wordsOf } from '../../knowledge/lexicon/verbs.ts'
import { commandProgram, programName } from '../interpret/base-name.ts'
import type { LooseWords } from '../interpret/loose-words.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import type { Command } from '../words.ts'
import {
  commandWords,
  isNotOptionLike,
  isRemote,
  isRemoteHost,
  looksLikeFile,
  matching,
  notMatching,
  optionValuePairs,
  recordGenericChange,
} from './word-shapes.ts'

const DEVICE_TOOL =
  /prog$|^(?:fast|dfu)boot$|flash|burn|jtag|^(?:esp|stm|nrf|pico|avr|open)\w*(?:tool|flash|prog|ocd|dude|link)|^(?:st|j|p)[-_]?link|dfu|fuse|eeprom|nand|emmc|^nvme|^(?:sg|hd|mt)_?\w*parm|tpm\d?|yubi|card|sgdisk|gdisk/
const WIPE_VERB =
  /^(?:recover|erase|erase[-_]?(?:all|chip|flash|region|nand|disk|sector)|erase(?:all|chip|flash)|mass[-_]?erase|chip[-_]?erase|eraseall|factory[-_]?reset|format|format[-_]?(?:all|userdata|data)|wipe|wipe[-_]?(?:all|data|userdata)|sanitize|secure[-_]?erase|zap|zap[-_]?all|reset[-_]?(?:all|factory)|clear[-_]?tpm|unlock[-_]?erase|bulk[-_]?erase)$/

/** Said of nothing else than a device: whatever the tool is called. */
const DEVICE_ONLY_WIPE_VERB =
  /^(?:repartition|(?:mass|chip|bulk|secure)[-_]?erase|erase[-_]?(?:chip|flash|nand|disk|userdata)|wipe[-_]?(?:userdata|disk|flash))$/

const IRREVERSIBLE_WRITE_VERB =
  /^(?:burn[-_]?(?:e?fuses?|keys?|bits?|otp|blocks?|digest)\w*|(?:write|program|set|provision)[-_]?(?:e?fuses?|otp|lock-?bits?|option[-_]?bytes?)|lock[-_]?(?:bits?|chip|otp|device)|read(?:out)?[-_]?protect|enable[-_]?(?:ap-?protect|secure[-_]?boot))$/
/** `hfuse:w:0xdf:m`, `-w fuses.conf`. */
const FUSE_WRITE =
  /(?<![^ ])[^ :]{0,40}(?:fuses?|lock(?:bits?)?|otp)\d?:w:|(?:^| )(?:-w|--write) \S*(?:fuse|otp|lockbit)/

const WIPE_SUFFIX = /[-_.](?:clear|wipe|erase(?:all)?|format|sanitize|zeroi[sz]e|zap)$/

const BOARD_OPTION = /^(?:-P|--(?:port|serial(?:-port)?|fqbn|board|chip|baud(?:rate)?|usb|probe|programmer|mcu))$/

export function hasBoardTarget({ operands, options }: Pick<LooseWords, 'operands' | 'options'>): boolean {
  if ([...options.keys()].some(matching(BOARD_OPTION))) return true
  return [...operands, ...options.values()].some((word) => /^(?:\/dev\/|COM\d)/.test(word?.known ?? ''))
}

/** Bits of a chip are set that nobody sets back; true where that is all there is to say of the command. */
export function recordFuseWrite(command: Command, recorder: EffectRecorder): boolean {
  const { words } = commandWords(command)
  const at = words.findIndex((word) => IRREVERSIBLE_WRITE_VERB.test(word.replace(/^-+/, '').toLowerCase()))
  const written = FUSE_WRITE.exec(words.join(' '))?.[0].replace(/^.*[ /]|:w:$/g, '')
  const fuse = at < 0 ? written : (words.slice(at + 1).find(isNotOptionLike) ?? words[at])
  if (fuse === undefined) return false
  const system = programName(command.name ?? '')
  recordGenericChange({ system, verb: 'update', target: fuse, type: 'fuse', by: `${system} burn` }, recorder)
  return true
}

export function recordDeviceWipe(command: Command, recorder: EffectRecorder): void {
  const name = (command.name ?? '')
    .replace(/^.*\//, '')
    .replace(/\.\w+$/, '')
    .toLowerCase()
  const words = command.args.map(({ known }) => known.toLowerCase())
  const names = words.flatMap((word) => word.replace(/^-+/, '').replace(/=.*$/, '').split(':'))
  const wipeWord =
    names.find(matching(WIPE_VERB, DEVICE_ONLY_WIPE_VERB)) ??
    (words.join(' ') === '-w' || (/boot$/.test(name) && words.includes('-w'))
      ? '-w'
      : WIPE_SUFFIX.exec(name)?.[0].slice(1))
  const about =
    names.some(matching(DEVICE_ONLY_WIPE_VERB)) || DEVICE_TOOL.test(name) || wordsOf(name).some(matching(DEVICE_TOOL))
  const inside = wipeWord === undefined || !about ? wipeInDeviceShell(words) : undefined
  if (inside === undefined && (wipeWord === undefined || !about)) return
  recordGenericChange(
    { system: name, verb: 'purge', target: `the device, by ${inside ?? wipeWord}`, mass: true },
    recorder,
  )
}

const IMAGE_FILE = /\.(?:img|bin|hex|elf|uf2|mbn|raw|iso|zip|simg|ubi|squashfs)$/i

/** `flash boot new.img`: a part of a device, by its name, is given up for another; boards that are worked on have none. */
export function recordPartitionFlash(command: Command, recorder: EffectRecorder): void {
  const { words } = commandWords(command)
  const at = words.findIndex(matching(/^(?:flash|write|restore)(?:[-_:](?:partition|part|raw))?$/))
  const [part = '', image = ''] = at < 0 ? [] : words.slice(at + 1).filter(isNotOptionLike)
  if (!/^[a-z][\w-]{1,30}$/i.test(part) || !IMAGE_FILE.test(image)) return
  recordFlash(command, { target: `${part} ${image}`, type: part, name: image }, recorder)
}

function recordFlash(
  { name = '' }: Command,
  thing: { target: string; type: string; name: string },
  recorder: EffectRecorder,
): void {
  const system = programName(name)
  recordGenericChange({ system, verb: 'update', ...thing, by: `${system} flash` }, recorder)
}

const DEVICE_OPTION = /^--(?:device|upload[-_]port|ota[-_]?(?:host|address)?)$/
const DEVICE_ADDRESS =
  /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\w-]{1,64}(?:\.[\w-]{1,64}){0,4}\.(?:local|lan|home|internal|iot))(?::\d{1,5})?$/i

/** `run x.yaml --device kitchen.local`. */
export function recordOverTheAirUpdate(command: Command, recorder: EffectRecorder): void {
  const { words, operands } = commandWords(command)
  const at = operands.slice(0, 3).findIndex(matching(/^(?:run|upload|flash|install|write)$/))
  const files = at < 0 ? [] : operands.slice(at + 1)
  const device = optionValuePairs(words).find(
    ([option, value]) => DEVICE_OPTION.test(option) && DEVICE_ADDRESS.test(value),
  )?.[1]
  const given = files.find(matching(/\.(?:ya?ml|toml|json|ini|conf|cfg|ino)$/, IMAGE_FILE))
  if (device === undefined || given === undefined || /^(?:127\.|0\.0\.0\.0)/.test(device)) return
  recordFlash(command, { target: `${device} ${given}`, type: 'device', name: device }, recorder)
}

const SCRATCH_FOLDER = /^\/(?:data\/local\/tmp|tmp|var\/tmp|dev\/shm)(?:\/|$)/

/** `tool shell rm -rf /sdcard`. */
function wipeInDeviceShell(words: readonly string[]): string | undefined {
  const at = words.indexOf('shell')
  if (at < 0 || at > 4) return undefined
  const text = words.slice(at + 1).join(' ')
  const [, removed = ''] =
    /(?:^|[;&|]\s*|\bsu -c ["']?|\bsudo )rm\s+(?:-\w+\s+)*-\w*r\w*\s+(?:-\w+\s+)*(\/[^;&|]*)/.exec(text) ?? []
  const places = removed.split(/\s+/).filter((place) => place.startsWith('/'))
  if (places.some(notMatching(SCRATCH_FOLDER))) return `rm ${places.join(' ')}`.slice(0, 80)
  return /\b(?:wipe_data|master_clear|factory_reset|mkfs(?:\.\w+)?|wipe data)\b/.exec(text)?.[0]
}

/** Names that end in giving a value: `busset`, `node-write`. `charset`, `output` and their like are things. */
const SETTER_NAME =
  /(?:^[a-z0-9]{2,}|[-_.])(?:set|write|put|poke)$|[-_.]set-?(?:prop(?:erty)?|value|param|attr|point)s?$/
const SETTER_LIKE_NOUN =
  /(?:char|data|file|off|sub|pre|re|as|in|out|on|un|up|through|com|font|code|type)(?:set|put|write)$/
const SET_VERB = /^(?:write|put|set|poke)$/
const ACTUATE_VERB = /^(?:pub|publish|call|command|actuate|set|write|put|send_?goal|trigger)$/
const CONFIG_NOUN =
  /^(?:config|configure|settings?|remotes?|repos?|sources?|registry|alias(?:es)?|profiles?|contexts?|env|vars?|variables?|preferences|options?|cache|tags?)$/
const CONTROL_POINT = /^[A-Z][A-Z0-9_-]{0,30}(?::[A-Za-z0-9_.-]{1,40}){1,8}$/
const ACTUATOR_WORD =
  /^(?:actuators?|alarms?|arms?|boilers?|brakes?|breakers?|burners?|cmd|coils?|command|conveyors?|covers?|doors?|disarm|furnaces?|garage|gates?|grippers?|heaters?|joints?|lasers?|locks?|motors?|navigate|pumps?|relays?|rotors?|servos?|setpoints?|sirens?|spindles?|throttle|thrusters?|trajectory|unlock|valves?|vel)$/
const SIMULATION_WORD = /^(?:sim|simulation|simulator|gazebo|gz|turtle\w{0,9}|fake|mock|virtual|demo|test)$/
const SWITCH_VALUE = /^(?:on|off|toggle|open|close|lock|unlock|arm|disarm)$/
const CAN_FRAME = /^[0-9A-F]{3,8}##?[0-9A-F.]*$/i
const ADDRESS_OPTION = /^--?(?:[uhHs]|url|uri|host|hostname|server|endpoint|addr|address|target|broker)=/
const CAN_BUS = /^(?!v)[a-z]*can\d{1,2}$/

export function recordActuation(command: Command, recorder: EffectRecorder): void {
  const name = commandProgram(command)
  const { words, operands } = commandWords(command)
  const target = words.length < 2 ? undefined : (commandedActuator(name, command) ?? writtenControlPoint(name, command))
  if (target === undefined) return
  // What a letter is given may be a word for people.
  const args = command.args.filter((_, at) => !/^-[a-z]$/i.test(words[at - 1] ?? '') || words[at] === target)
  if (environmentOfCommand({ ...command, args }) === 'development') return
  if ([name, target].some((word) => wordsOf(word).some(matching(SIMULATION_WORD)))) return
  const all = operands.join(' ').replaceAll('\0', '…')
  recordGenericChange({ system: name, verb: 'update', target: all, type: '', name: target }, recorder)
}

function commandedActuator(name: string, command: Command): string | undefined {
  const { words, operands, free } = commandWords(command)
  const at = operands.slice(0, 3).findIndex(matching(ACTUATE_VERB, /[a-z]{3}write$/))
  // A number right behind it is what an option is given: `pub --rate 5 /x`.
  const thing = at < 0 ? undefined : operands.slice(at + 1, at + 4).find(notMatching(/^[\d.]+$/))
  const before = at < 0 ? [] : operands.slice(0, at).flatMap(wordsOf)
  const isControl =
    thing !== undefined &&
    (SET_VERB.test(operands[at] ?? '') ? CONTROL_POINT.test(thing) && operands.length > at + 2 : isActuatorName(thing))
  if (isControl && !before.some(matching(CONFIG_NOUN))) return thing
  const frame = operands.findIndex(matching(CAN_FRAME))
  if (frame > 0 && CAN_BUS.test(operands[frame - 1] ?? '')) return operands[frame - 1]
  // `host off`, and nothing beside it that is done.
  const [way = '', ...more] = free
  const host = words.find(
    (word, index) => /^--?(?:host|ip|addr|address)$/.test(words[index - 1] ?? '') && isRemoteHost(word),
  )
  return host !== undefined && SWITCH_VALUE.test(way) && more.length === 0 && !SETTER_NAME.test(name) ? host : undefined
}

/** `/cell/joint_trajectory`, `lock.open`: what listens to orders, by a word of its name; no file. */
function isActuatorName(word: string): boolean {
  if (
    word.length > 200 ||
    !/^\/?[a-z]\w*(?:[./]\w+){0,8}$/i.test(word) ||
    (looksLikeFile(word) && !word.startsWith('/'))
  )
    return false
  return CONTROL_POINT.test(word) || wordsOf(word).some(matching(ACTUATOR_WORD))
}

function writtenControlPoint(name: string, command: Command): string | undefined {
  const { words, free } = commandWords(command)
  const sets = (SETTER_NAME.test(name) && !SETTER_LIKE_NOUN.test(name)) || SET_VERB.test(free[0] ?? '')
  if (sets) {
    const point = words.findIndex(matching(CONTROL_POINT))
    if (point >= 0 && point < words.length - 1) return words[point]
    const address = words.findIndex((word) => isRemote(word.replace(ADDRESS_OPTION, '')))
    // Behind a name it is the value: `set origin https://…`.
    const addressed = address >= 0 && (address < words.length - 1 || words[address]?.startsWith('-'))
    return addressed && !free.some(matching(CONFIG_NOUN)) ? words[address] : undefined
  }
  const at = words.findIndex((word) => isRemote(word))
  const values = at < 0 ? [] : words.slice(at + 1)
  const lettered = (letters: RegExp) =>
    words.some((word, index) => letters.test(word) && /^\d{1,6}$/.test(words[index + 1] ?? ''))
  const register = lettered(/^-r$/) && lettered(/^-[act]$/)
  return register && values.length > 0 && values.every(matching(/^-?[\d.]{1,12}$/)) ? words[at] : undefined
}
