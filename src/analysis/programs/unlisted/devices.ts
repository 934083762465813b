import { programName } from '../../base-name.ts'
import { asksOnly, wordsOf } from '../../verbs.ts'
import type { Command } from '../../words.ts'
import type { LooseWords } from '../form/words.ts'
import type { Scribe } from '../program.ts'
import { SOMETHING } from './shapes.ts'

const DEVICE =
  /prog$|^(?:fast|dfu)boot$|flash|burn|jtag|^(?:esp|stm|nrf|pico|avr|open)\w*(?:tool|flash|prog|ocd|dude|link)|^(?:st|j|p)[-_]?link|dfu|fuse|eeprom|nand|emmc|^nvme|^(?:sg|hd|mt)_?\w*parm|tpm\d?|yubi|card|sgdisk|gdisk/
const WIPES =
  /^(?:recover|erase|erase[-_]?(?:all|chip|flash|region|nand|disk|sector)|erase(?:all|chip|flash)|mass[-_]?erase|chip[-_]?erase|eraseall|factory[-_]?reset|format|format[-_]?(?:all|userdata|data)|wipe|wipe[-_]?(?:all|data|userdata)|sanitize|secure[-_]?erase|zap|zap[-_]?all|reset[-_]?(?:all|factory)|clear[-_]?tpm|unlock[-_]?erase|bulk[-_]?erase)$/

/** Said of nothing else than a device: whatever the tool is called. */
const SURELY =
  /^(?:repartition|(?:mass|chip|bulk|secure)[-_]?erase|erase[-_]?(?:chip|flash|nand|disk|userdata)|wipe[-_]?(?:userdata|disk|flash))$/

const FOR_GOOD =
  /^(?:burn[-_]?(?:e?fuses?|keys?|bits?|otp|blocks?|digest)\w*|(?:write|program|set|provision)[-_]?(?:e?fuses?|otp|lock-?bits?|option[-_]?bytes?)|lock[-_]?(?:bits?|chip|otp|device)|read(?:out)?[-_]?protect|enable[-_]?(?:ap-?protect|secure[-_]?boot))$/
/** `hfuse:w:0xdf:m`, `-w fuses.conf`: such bits, and a letter for writing. */
const WRITES_FUSES =
  /(?<![^ ])[^ :]{0,40}(?:fuses?|lock(?:bits?)?|otp)\d?:w:|(?:^| )(?:-w|--write) \S*(?:fuse|otp|lockbit)/

/** The same as the end of a program's name: `flash_erase`. */
const ENDS_IN_WIPE = /[-_.](?:clear|wipe|erase(?:all)?|format|sanitize|zeroi[sz]e|zap)$/

const BOARD = /^(?:-P|--(?:port|serial(?:-port)?|fqbn|board|chip|baud(?:rate)?|usb|probe|programmer|mcu))$/

export function isToBoard({ operands, options }: Pick<LooseWords, 'operands' | 'options'>): boolean {
  if ([...options.keys()].some((option) => BOARD.test(option))) return true
  return [...operands, ...options.values()].some((word) => /^(?:\/dev\/|COM\d)/.test(word?.known ?? ''))
}

/** Bits of a chip are set that nobody sets back; true where that is all there is to say of the command. */
export function stateFuses({ name = '', args }: Command, scribe: Scribe): boolean {
  const words = args.map(({ known }) => known)
  const at = words.findIndex((word) => FOR_GOOD.test(word.replace(/^-+/, '').toLowerCase()))
  const written = WRITES_FUSES.exec(words.join(' '))?.[0].replace(/^.*[ /]|:w:$/g, '')
  const fuse = at < 0 ? written : (words.slice(at + 1).find((word) => !word.startsWith('-')) ?? words[at])
  if (fuse === undefined || asksOnly({ name, args })) return false
  const system = programName(name)
  scribe.effect({
    kind: 'resource-change',
    system,
    verb: 'update',
    target: fuse,
    targets: [{ kind: 'resource', system, type: 'fuse', name: fuse, amount: 'one' }],
    ...SOMETHING,
    by: `${system} burn`,
  })
  return true
}

/** A tool for devices that is told, by an option or a sub-command, to leave nothing on one. */
export function stateDevice(command: Command, scribe: Scribe): void {
  const name = (command.name ?? '')
    .replace(/^.*\//, '')
    .replace(/\.\w+$/, '')
    .toLowerCase()
  const words = command.args.map(({ known }) => known.toLowerCase())
  if (asksOnly(command)) return
  const said = words.flatMap((word) => word.replace(/^-+/, '').replace(/=.*$/, '').split(':'))
  const told =
    said.find((word) => WIPES.test(word) || SURELY.test(word)) ??
    (words.join(' ') === '-w' || (/boot$/.test(name) && words.includes('-w'))
      ? '-w'
      : ENDS_IN_WIPE.exec(name)?.[0].slice(1))
  const about =
    said.some((word) => SURELY.test(word)) || DEVICE.test(name) || wordsOf(name).some((word) => DEVICE.test(word))
  const inside = told === undefined || !about ? wipedThrough(words) : undefined
  if (inside === undefined && (told === undefined || !about)) return
  scribe.effect({
    kind: 'resource-change',
    system: name,
    verb: 'purge',
    target: `the device, by ${inside ?? told}`,
    ...SOMETHING,
    mass: true,
  })
}

const IMAGE = /\.(?:img|bin|hex|elf|uf2|mbn|raw|iso|zip|simg|ubi|squashfs)$/i

/** `flash boot new.img`: a part of a device, by its name, is given up for another; boards that are worked on have none. */
export function stateFlashed(command: Command, scribe: Scribe): void {
  const words = command.args.map(({ known }) => known)
  const at = words.findIndex((word) => /^(?:flash|write|restore)(?:[-_:](?:partition|part|raw))?$/.test(word))
  const [part = '', image = ''] = at < 0 ? [] : words.slice(at + 1).filter((word) => !word.startsWith('-'))
  if (!/^[a-z][\w-]{1,30}$/i.test(part) || !IMAGE.test(image) || asksOnly(command)) return
  const system = programName(command.name ?? '')
  scribe.effect({
    kind: 'resource-change',
    system,
    verb: 'update',
    target: `${part} ${image}`,
    targets: [{ kind: 'resource', system, type: part, name: image, amount: 'one' }],
    ...SOMETHING,
    by: `${system} flash`,
  })
}

const ONTO = /^--(?:device|upload[-_]port|ota[-_]?(?:host|address)?)$/
const REACHED =
  /^(?:\d{1,3}(?:\.\d{1,3}){3}|[\w-]{1,64}(?:\.[\w-]{1,64}){0,4}\.(?:local|lan|home|internal|iot))(?::\d{1,5})?$/i

/** `run x.yaml --device kitchen.local`: a description of a device is built and put on the one that is named. */
export function stateOverTheAir(command: Command, scribe: Scribe): void {
  const words = command.args.map(({ known }) => known)
  const operands = words.filter((word) => !word.startsWith('-'))
  const at = operands.slice(0, 3).findIndex((word) => /^(?:run|upload|flash|install|write)$/.test(word))
  const files = at < 0 ? [] : operands.slice(at + 1)
  const device = words
    .flatMap((word, at) => {
      const [, option = words[at - 1] ?? '', value = word] = /^(--[\w-]{1,40})=(.*)$/s.exec(word) ?? []
      return ONTO.test(option) ? [value] : []
    })
    .find((value) => REACHED.test(value))
  const given = files.find((word) => /\.(?:ya?ml|toml|json|ini|conf|cfg|ino)$/.test(word) || IMAGE.test(word))
  if (device === undefined || given === undefined) return
  if (/^(?:127\.|0\.0\.0\.0)/.test(device) || asksOnly(command)) return
  const system = programName(command.name ?? '')
  scribe.effect({
    kind: 'resource-change',
    system,
    verb: 'update',
    target: `${device} ${given}`,
    targets: [{ kind: 'resource', system, type: 'device', name: device, amount: 'one' }],
    ...SOMETHING,
    by: `${system} flash`,
  })
}

const SCRATCH = /^\/(?:data\/local\/tmp|tmp|var\/tmp|dev\/shm)(?:\/|$)/

/** `tool shell rm -rf /sdcard`: the shell of a device, a board or a phone, and what is taken away there. */
function wipedThrough(words: readonly string[]): string | undefined {
  const at = words.indexOf('shell')
  if (at < 0 || at > 4) return undefined
  const text = words.slice(at + 1).join(' ')
  const [, removed = ''] =
    /(?:^|[;&|]\s*|\bsu -c ["']?|\bsudo )rm\s+(?:-\w+\s+)*-\w*r\w*\s+(?:-\w+\s+)*(\/[^;&|]*)/.exec(text) ?? []
  const places = removed.split(/\s+/).filter((place) => place.startsWith('/'))
  if (places.some((place) => !SCRATCH.test(place))) return `rm ${places.join(' ')}`.slice(0, 80)
  return /\b(?:wipe_data|master_clear|factory_reset|mkfs(?:\.\w+)?|wipe data)\b/.exec(text)?.[0]
}
