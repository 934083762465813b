import type { Command } from './words.ts'

const VIRTUAL = /^(?:veth|dummy|bridge|vcan|vxcan|ifb|nlmon|netdevsim|vrf|team|bond|macvlan|ipvlan)$/
const NAME = /^(?!(?:eth|en[opsx]|wl|ww|usb|ib|docker|virbr|cni|br-)[\da-f]|lo$)[A-Za-z0-9][\w.-]{0,40}$/
const VERB_MAKES = /^(?:add|a)$/
const MOST_WORDS = 60

interface Asked {
  readonly within: string | undefined
  readonly object: string
  readonly verb: string
  readonly rest: readonly string[]
}

/** `ip [options] OBJECT VERB …` */
function askedOf({ name, args }: Command): Asked | undefined {
  if (name?.replace(/^.*\//, '') !== 'ip' || args.length > MOST_WORDS) return undefined
  const words: string[] = []
  let within: string | undefined
  for (let at = 0; at < args.length; at++) {
    const text = args[at]?.text
    if (text === undefined || args[at]?.glob) return undefined
    if (words.length > 0 || !text.startsWith('-')) words.push(text)
    else if (/^--?(?:b|batch|a|all)/.test(text)) return undefined
    else if (/^--?n(?:etns)?$/.test(text)) within = args[++at]?.text ?? ''
    else if (/^--?(?:f|family|l|loops|rc|rcvbuf)$/.test(text)) at++
  }
  const [object = '', verb = '', ...rest] = words
  return { within, object, verb, rest }
}

const after = (words: readonly string[], ...keys: readonly string[]): string | undefined => {
  const at = words.findIndex((word) => keys.includes(word))
  return at < 0 ? undefined : words[at + 1]
}

function subjectOf({ object, verb, rest }: Asked): string | undefined {
  if (/^netns$/.test(object)) return rest[0]
  if (!/^(?:l|link|tuntap)$/.test(object)) return after(rest, 'dev')
  // What comes after `link` was there before, what comes after the kind is its peer.
  const kind = rest.indexOf('type')
  return VERB_MAKES.test(verb)
    ? (after(kind < 0 ? rest : rest.slice(0, kind), 'name', 'dev') ?? rest[0])
    : (after(rest.slice(0, 2), 'dev', 'name') ?? rest[0])
}

function namesMade(command: Command): readonly string[] {
  const asked = askedOf(command)
  if (!asked || !VERB_MAKES.test(asked.verb) || asked.within !== undefined) return []
  const { object, rest } = asked
  const name = subjectOf(asked)
  const virtual = VIRTUAL.test(after(rest, 'type') ?? '') || object === 'tuntap'
  if (name === undefined || !(object === 'netns' || (/^(?:l|link|tuntap)$/.test(object) && virtual))) return []
  const peer = rest.indexOf('peer')
  const other = peer < 0 ? undefined : after(rest.slice(peer), 'name')
  return [name, ...(other === undefined ? [] : [other])].filter((each) => NAME.test(each))
}

export function makesPassing(command: Command): boolean {
  return namesMade(command).length > 0
}

const keyOf = (name: string): string => `network thing ${name}`

export function passingMade(command: Command): readonly string[] {
  return namesMade(command).map(keyOf)
}

export function isOwnNetwork(command: Command, made: (key: string) => boolean): boolean {
  const asked = askedOf(command)
  if (!asked) return deviceOf(command).some((name) => made(keyOf(name)))
  if (asked.within !== undefined) return made(keyOf(asked.within))
  const subject = subjectOf(asked)
  return subject !== undefined && made(keyOf(subject))
}

function deviceOf({ args }: Command): readonly string[] {
  const texts = args.slice(0, MOST_WORDS).map(({ text = '' }) => text)
  const named = texts.flatMap((text, at) => (text === 'dev' ? [texts[at + 1] ?? ''] : []))
  return named.length === 1 ? named : []
}
