import type { Command } from '../words.ts'

const VIRTUAL_LINK_TYPES = /^(?:veth|dummy|bridge|vcan|vxcan|ifb|nlmon|netdevsim|vrf|team|bond|macvlan|ipvlan)$/
const INTERFACE_NAME = /^(?!(?:eth|en[opsx]|wl|ww|usb|ib|docker|virbr|cni|br-)[\da-f]|lo$)[A-Za-z0-9][\w.-]{0,40}$/
const ADD_VERBS = /^(?:add|a)$/
const MAX_WORDS = 60

interface IpCommand {
  readonly within: string | undefined
  readonly object: string
  readonly verb: string
  readonly rest: readonly string[]
}

/** `ip [options] OBJECT VERB …` */
function parseIpCommand({ name, args }: Command): IpCommand | undefined {
  if (name?.replace(/^.*\//, '') !== 'ip' || args.length > MAX_WORDS) return undefined
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

const wordAfter = (words: readonly string[], ...keys: readonly string[]): string | undefined => {
  const at = words.findIndex((word) => keys.includes(word))
  return at < 0 ? undefined : words[at + 1]
}

function ipSubject({ object, verb, rest }: IpCommand): string | undefined {
  if (/^netns$/.test(object)) return rest[0]
  if (!/^(?:l|link|tuntap)$/.test(object)) return wordAfter(rest, 'dev')
  // What comes after `link` was there before, what comes after the kind is its peer.
  const kind = rest.indexOf('type')
  return ADD_VERBS.test(verb)
    ? (wordAfter(kind < 0 ? rest : rest.slice(0, kind), 'name', 'dev') ?? rest[0])
    : (wordAfter(rest.slice(0, 2), 'dev', 'name') ?? rest[0])
}

function createdInterfaces(command: Command): readonly string[] {
  const asked = parseIpCommand(command)
  if (!asked || !ADD_VERBS.test(asked.verb) || asked.within !== undefined) return []
  const { object, rest } = asked
  const name = ipSubject(asked)
  const virtual = VIRTUAL_LINK_TYPES.test(wordAfter(rest, 'type') ?? '') || object === 'tuntap'
  if (name === undefined || !(object === 'netns' || (/^(?:l|link|tuntap)$/.test(object) && virtual))) return []
  const peer = rest.indexOf('peer')
  const other = peer < 0 ? undefined : wordAfter(rest.slice(peer), 'name')
  return [name, ...(other === undefined ? [] : [other])].filter((each) => INTERFACE_NAME.test(each))
}

export function createsVirtualNetwork(command: Command): boolean {
  return createdInterfaces(command).length > 0
}

const networkKey = (name: string): string => `network thing ${name}`

export function createdNetworkKeys(command: Command): readonly string[] {
  return createdInterfaces(command).map(networkKey)
}

export function isSessionNetwork(command: Command, made: (key: string) => boolean): boolean {
  const asked = parseIpCommand(command)
  if (!asked) return deviceNames(command).some((name) => made(networkKey(name)))
  if (asked.within !== undefined) return made(networkKey(asked.within))
  const subject = ipSubject(asked)
  return subject !== undefined && made(networkKey(subject))
}

function deviceNames({ args }: Command): readonly string[] {
  const texts = args.slice(0, MAX_WORDS).map(({ text = '' }) => text)
  const named = texts.flatMap((text, at) => (text === 'dev' ? [texts[at + 1] ?? ''] : []))
  return named.length === 1 ? named : []
}
