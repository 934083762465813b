import { findProtectedArea } from '../analysis/files/setting-strictness.ts'
import type { PathUse } from '../analysis/paths/paths.ts'
import { VERBS, wordsOf } from '../knowledge/lexicon/verbs.ts'
import { bareHost, isForgeService } from './host-reach.ts'

/** How a person may spell a path: as written, in full, from the project, or by its last part. */
export function pathSpellings(path: PathUse): readonly string[] {
  const written = path.text.replace(/\/+$/, '')
  const real = path.real ?? ''
  const full = real === '' ? written : real
  const last = full.slice(full.lastIndexOf('/') + 1)
  const tail = full.split('/').slice(-2).join('/')
  return [...new Set([written, written.replace(/^\.\//, ''), full, tail, last])].filter(
    (text) => text !== '' && text !== '.',
  )
}

/** A host in full and by its first label, unless that label says nothing. */
export function hostSpellings(host: string): readonly string[] {
  const name = bareHost(host)
  const first = name.split('.')[0] ?? ''
  const tells = first.length > 3 && !/^(?:www|api|app|mail|data|host|prod|test|[0-9]+)$/.test(first)
  const parent = name.split('.').slice(-2).join('.')
  const written = host.includes('://') ? [host] : []
  return [...new Set(tells ? [name, first, parent, ...written] : [name, parent, ...written])]
}

/**
 * Where code comes from: the host in full, or on a forge, where a host says nothing, the repository or the request. Whoever owns a domain
 * may call a host by any word: "run the tests" names no `tests.example.net`.
 */
export function addressSpellings(address: string): readonly string[] {
  const host = bareHost(address)
  const path = address
    .replace(/^(?:[a-z]+[+:]+)*[a-z]+:\/\//i, '')
    .replace(/^[^/:]*[/:]/, '')
    .replace(/(?:\.git)?(?:[#?].*)?$/s, '')
  const request = /(?:^|\/)(?:pull|merge_requests)\/(\d+)/.exec(path)?.[1]
  if (request !== undefined)
    return ['#', 'PR#', 'PR ', 'PR #', 'MR ', 'MR !', '!', 'pull request ', 'pull request #', 'merge request ', 'pull/']
      .map((kind) => `${kind}${request}`)
      .concat(address)
  const [owner, name] = path.split('/')
  if (
    owner === undefined ||
    name === undefined ||
    !(isForgeService(host) || isForgeService(host.replace(/usercontent/, '')))
  )
    return [...new Set([host, host.split('.').slice(-2).join('.')])]
  // Others may have a repository of the same name: the owner tells whose code it is.
  return [...new Set([address, `${owner}/${name.replace(/@.*$/, '')}`])]
}

/** A ref with and without its prefixes, or the side of a refspec that is written to. */
export function refSpellings(ref: string): readonly string[] {
  const target = (ref.startsWith('+') ? ref.slice(1) : ref).split(':').at(-1) ?? ref
  const short = target.replace(/^refs\/(?:heads|tags)\//, '')
  return [...new Set([short, target])].filter((text) => text !== '')
}

/** How people call a check: by the name of its setting, by that in words, and by two of these. */
export function guardSpellings(feature: string): readonly string[] {
  const [, name = '', value = ''] = /^(\S+)(?: (\S+))?$/.exec(feature) ?? []
  const words = wordsOf(name).filter((word) => word !== 'enabled' && word !== 'enable')
  if (name === '' || (words.length < 2 && findProtectedArea(words.join(' ')) === undefined)) return [feature]
  const pairs = words.slice(1).map((word, at) => `${words[at] ?? ''} ${word}`)
  const last = words.at(-1) ?? ''
  const everybody = value === '*' ? [last, `all ${last}`, `any ${last}`, `every ${last.replace(/s$/, '')}`] : []
  // "Switch the policy to audit".
  const said = /^[a-z-]{4,}$/i.test(value) && !/^(?:true|false)$/i.test(value) ? [`to ${value.toLowerCase()}`] : []
  const all = [feature, name, words.join(' '), ...pairs, ...everybody, ...said]
  return [...new Set(all)].filter((text) => !/\.(?:json|ya?ml|toml|[jt]s|py|md)$/i.test(text))
}

/** Does a setting let everybody in by its name or value: `AllowAny`, `origins *`? The letters of `firewalld` say nothing. */
export function allowsEveryone(feature: string): boolean {
  return feature.includes('*') || wordsOf(feature).some((word) => /^(?:any|all|anonymous)$/.test(word))
}

/** Words that ask for what a setting of this value does. */
export function looseningWords(feature: string): readonly string[] {
  return allowsEveryone(feature) || /\s(?:true|yes|on|1|y|enabled|public\S*)$/i.test(feature)
    ? [...LOOSEN_WORDS, 'enable', 'permit', 'let', 'open', 'make']
    : LOOSEN_WORDS
}
const LOOSEN_WORDS = ['loosen', 'lower', 'exempt', 'exclude', 'accept', 'switch', 'change', 'downgrade', 'put'] as const

/** Words of a command that stand for no particular thing. */
const GENERIC_TARGET_WORDS: ReadonlySet<string> = new Set([
  ...VERBS.delete,
  ...'all everything set get add put push apply create update deploy reset flush stop start restart cancel run up down'.split(
    ' ',
  ),
  ...'table tables database databases schema key keys secret secrets config app apps service services job jobs'.split(
    ' ',
  ),
  ...'queue queues user users volume volumes data prod production'.split(' '),
])
const isGenericWord = (word: string) => /^(?:-.*|\W*)$/.test(word) || GENERIC_TARGET_WORDS.has(word.toLowerCase())

/** Names of a resource: all of it, and the words in it that name something, in full and by their last part. */
export function targetSpellings(target: string): readonly string[] {
  const plain = target.replace(/\/+$/, '')
  // `app: table users` is about users; the database it is in need not be named.
  const words = (plain.split(/:\s+/).at(-1) ?? plain).split(/\s+/)
  const last = words.at(-1) ?? ''
  const telling = words.filter(
    (word) =>
      words.length === 1 ||
      (/[\d/.:_-]/.test(word) && !word.startsWith('-')) ||
      (word === last && (plain.includes(': ') || !isGenericWord(word))),
  )
  const named = telling.flatMap((word) => [
    word,
    word.slice(word.lastIndexOf('/') + 1),
    word.slice(word.indexOf('=') + 1),
  ])
  return [...new Set([plain, ...named])].filter((text) => text !== '')
}

/** Addresses and account numbers in a target; a person may be named by the name in their address. */
export function recipientSpellings(target: string): readonly (readonly string[])[] {
  return target
    .split(/,\s*/)
    .filter((part) => /^[^@\s]+@[^@\s]+$/.test(part) || /^[A-Z]{2}\d{2}[A-Z0-9]{8,30}$/.test(part))
    .map((part) => {
      const local = part.includes('@') ? part.slice(0, part.indexOf('@')) : part
      return [part, local, ...local.split(/[._+-]+/).filter((piece) => /^[a-z]{3,}$/i.test(piece))]
    })
}
