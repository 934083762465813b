import type { PathUse } from '../analysis/paths.ts'
import { bareHost } from './hosts.ts'

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
  return [...new Set(tells ? [name, first, parent] : [name, parent])]
}

/** A ref with and without its prefixes, or the side of a refspec that is written to. */
export function refSpellings(ref: string): readonly string[] {
  const target = (ref.startsWith('+') ? ref.slice(1) : ref).split(':').at(-1) ?? ref
  const short = target.replace(/^refs\/(?:heads|tags)\//, '')
  return [...new Set([short, target])].filter((text) => text !== '')
}

/** Names of a resource: all of it, and the words in it that name something, in full and by their last part. */
export function targetSpellings(target: string): readonly string[] {
  const plain = target.replace(/\/+$/, '')
  const words = plain.split(/\s+/)
  const telling = words.length === 1 ? words : words.filter((word) => /[\d/.:_-]/.test(word) && !word.startsWith('-'))
  const named = telling.flatMap((word) => [
    word,
    word.slice(word.lastIndexOf('/') + 1),
    word.slice(word.indexOf('=') + 1),
  ])
  return [...new Set([plain, ...named])].filter((text) => text !== '')
}
