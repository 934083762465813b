import type { Action } from '../action.ts'
import type { Effect } from '../effects.ts'
import type { Facts } from '../facts.ts'
import { familyFor } from '../interpret/registry.ts'
import { hostOf, urlParts } from '../remote/hosts.ts'
import { slotsOf } from '../shell/argument-slots.ts'
import type { Command } from '../words.ts'
import { COMPLETE_FAMILIES } from './complete-families.ts'
import { findEmbeddedCommands, isProseOption, isWordPassedOn } from './embedded-commands.ts'
import { possibleCommandsOf } from './possible-commands.ts'

/** A host that an Action reaches, or may reach. `undefined`: some host, nobody knows which. */
export interface ReachedHost {
  readonly host: string | undefined
  readonly certain: boolean
}

const MAX_HOSTS = 400

/** Hosts that the effects name are reached; hosts among words that nothing tells the use of may be. */
export function reachedHosts(action: Action, facts: Facts): readonly ReachedHost[] {
  const stated = action.effects.flatMap(hostsOfEffect)
  const named = action.commands.flatMap((command) => hostsInCommand(command, action))
  const { commands, effects, anything } = possibleCommandsOf(action, facts)
  const inner = commands.flatMap((command) => hostsInCommand(command, action))
  const spelled = [...effects.flatMap(hostsOfEffect), ...inner].map(({ host }) => ({ host, certain: false }))
  const unknown = anything ? [{ host: undefined, certain: false }] : []
  return [...stated, ...named, ...spelled, ...unknown].slice(0, MAX_HOSTS)
}

function hostsOfEffect(effect: Effect): readonly ReachedHost[] {
  // What a text says that is written down reaches nobody yet.
  if (effect.written || effect.onRunner || effect.certainty === 'possible') return []
  const certain = effect.certainty === 'certain'
  return effectAddresses(effect).map((address) => {
    const host = hostOf(address)
    return /[\0…]/.test(address.split(/[?#]/, 1)[0] ?? '') && /[\0…]|^$/.test(host)
      ? { host: undefined, certain: false }
      : { host, certain }
  })
}

function effectAddresses(effect: Effect): readonly string[] {
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
      return effect.source === undefined ? [] : [withoutVcsPrefix(effect.source)]
    default:
      return []
  }
}

function hostsInCommand(command: Command, action: Action): readonly ReachedHost[] {
  const { name = '', head, grade, assignments, args } = command
  const set = assignments.flatMap(({ value }) => (/:\/\//.test(value.known) ? hostsInWord(value.known) : []))
  if (!head || grade === undefined || grade === 'proven') return set
  const family = familyFor(name)
  const complete = COMPLETE_FAMILIES.has(family) && grade !== 'unknown'
  // A client whose words are not understood may take its addresses from anywhere.
  const lists = family === 'network' && grade === 'unknown' ? [{ host: undefined, certain: false }] : []
  const words = slotsOf(args)
    .slots.filter(({ word, name: option }) => !isWordPassedOn(word, command, action) && !isProseOption(option))
    .filter(({ word }) => !complete || ADDRESS_START.test(word.known))
    .flatMap(({ word }) => hostsInWord(word.known))
  const { texts, code } = findEmbeddedCommands(command, action)
  const inside = [...texts, ...code].flatMap((text) => text.match(URL_IN_TEXT)?.flatMap(hostsInWord) ?? [])
  return [...set, ...lists, ...words, ...inside]
}

const ADDRESS_START = /^(?:git\+)?[a-z][a-z0-9.-]{1,20}:\/\//i
const URL_IN_TEXT = /[a-z][a-z0-9+.-]{1,20}:\/\/[^\s"'`<>()]{1,500}/gi

/** `https://host/…`, `git+https://…`, `user@host:path`, `host:port`, `here:host:port`. */
function hostsInWord(text: string): readonly ReachedHost[] {
  if (text.length > 2_000 || /\s/.test(text)) return []
  const plain = withoutVcsPrefix(text)
  const parts = /^[a-z][a-z0-9+.-]*:\/\//i.test(plain) ? [plain] : plain.split(/[:,=@]/)
  return parts
    .map((part) => urlParts(part).host)
    .filter((host) => /^[^\0…]+\.[^\0…]+$/.test(host))
    .map((host) => ({ host, certain: false }))
}

function withoutVcsPrefix(text: string): string {
  return text.replace(/^(?:git|hg|svn|bzr)\+/i, '')
}
