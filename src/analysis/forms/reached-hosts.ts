import type { Action } from '../action.ts'
import type { Effect } from '../effects.ts'
import type { Facts } from '../facts.ts'
import { hostOf, urlParts } from '../hosts.ts'
import { familyFor, type ProgramFamily } from '../programs/registry.ts'
import { slotsOf } from '../shell/slots.ts'
import type { Command } from '../words.ts'
import { possibleOf } from './possible.ts'
import { isHandedOn, isSaidBy, spelledWords } from './spelled.ts'

/** A host that an Action reaches, or may reach. `undefined`: some host, nobody knows which. */
export interface ReachedHost {
  readonly host: string | undefined
  readonly certain: boolean
}

/** Their readers state every host that they reach. */
const COMPLETE: ReadonlySet<ProgramFamily | undefined> = new Set<ProgramFamily | undefined>(['git', 'files', 'shell'])

const MOST_HOSTS = 400

/** Hosts that the effects name are reached; hosts among words that nothing tells the use of may be. */
export function reachedHosts(action: Action, facts: Facts): readonly ReachedHost[] {
  const stated = action.effects.flatMap(statedHosts)
  const named = action.commands.flatMap((command) => namedHosts(command, action))
  const { commands, effects, anything } = possibleOf(action, facts)
  const inner = commands.flatMap((command) => namedHosts(command, action))
  const spelled = [...effects.flatMap(statedHosts), ...inner].map(({ host }) => ({ host, certain: false }))
  const unknown = anything ? [{ host: undefined, certain: false }] : []
  return [...stated, ...named, ...spelled, ...unknown].slice(0, MOST_HOSTS)
}

function statedHosts(effect: Effect): readonly ReachedHost[] {
  // What a text says that is written down reaches nobody yet.
  if (effect.written || effect.onRunner || effect.certainty === 'possible') return []
  const certain = effect.certainty === 'certain'
  return addressesOf(effect).map((address) => {
    const host = hostOf(address)
    return /[\0…]/.test(address.split(/[?#]/, 1)[0] ?? '') && /[\0…]|^$/.test(host)
      ? { host: undefined, certain: false }
      : { host, certain }
  })
}

function addressesOf(effect: Effect): readonly string[] {
  switch (effect.kind) {
    case 'connect':
    case 'send-data':
    case 'remote-exec':
      return [effect.host]
    case 'download':
      return effect.local ? [] : [effect.host]
    case 'run-code':
      return effect.host === undefined ? [] : [effect.host]
    case 'git-push':
      return /:/.test(effect.remote) ? [effect.remote.replace(/^[\w.-]+@/, '')] : []
    case 'install':
      return effect.source === undefined ? [] : [withoutPrefix(effect.source)]
    default:
      return []
  }
}

function namedHosts(command: Command, action: Action): readonly ReachedHost[] {
  const { name = '', head, standing, assignments, args } = command
  const set = assignments.flatMap(({ value }) => (/:\/\//.test(value.known) ? hostsIn(value.known) : []))
  if (!head || standing === undefined || standing === 'proven') return set
  const family = familyFor(name)
  const complete = COMPLETE.has(family) && standing !== 'unknown'
  // A client whose words are not understood may take its addresses from anywhere.
  const lists = family === 'network' && standing === 'unknown' ? [{ host: undefined, certain: false }] : []
  const words = slotsOf(args)
    .slots.filter(({ word, name: option }) => !isHandedOn(word, command, action) && !isSaidBy(option))
    .filter(({ word }) => !complete || ADDRESS.test(word.known))
    .flatMap(({ word }) => hostsIn(word.known))
  const { texts, code } = spelledWords(command, action)
  const inside = [...texts, ...code].flatMap((text) => text.match(URL)?.flatMap(hostsIn) ?? [])
  return [...set, ...lists, ...words, ...inside]
}

const ADDRESS = /^(?:git\+)?[a-z][a-z0-9.-]{1,20}:\/\//i
const URL = /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'`<>()]{1,500}/gi

/** `https://host/…`, `git+https://…`, `user@host:path`, `host:port`, `here:host:port`. */
function hostsIn(text: string): readonly ReachedHost[] {
  if (text.length > 2_000 || /\s/.test(text)) return []
  const plain = withoutPrefix(text)
  const parts = /^[a-z][a-z0-9+.-]*:\/\//i.test(plain) ? [plain] : plain.split(/[:,=@]/)
  return parts
    .map((part) => urlParts(part).host)
    .filter((host) => /^[^\0…]+\.[^\0…]+$/.test(host))
    .map((host) => ({ host, certain: false }))
}

function withoutPrefix(text: string): string {
  return text.replace(/^(?:git|hg|svn|bzr)\+/i, '')
}
