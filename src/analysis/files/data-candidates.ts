import { entriesOf, itemsOf, joinedWords, textsOf } from '../data/data.ts'
import { isProgramName } from '../programs/registry.ts'
import type { Candidate, Candidates } from './candidate.ts'

const MAX_NODES = 20_000
const MAX_DEPTH = 200
const MAX_WORDS = 2_000

interface Node {
  readonly value: unknown
  readonly keys: readonly string[]
  readonly inImage: boolean
}

export function dataCandidates(data: unknown): Candidates {
  const found: Candidate[] = []
  const seen = new Set<object>()
  const waiting: Node[] = [{ value: data, keys: [], inImage: false }]
  let count = 0
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (++count > MAX_NODES || node.keys.length > MAX_DEPTH) return { found, whole: false }
    const { value, keys, inImage } = node
    if (typeof value === 'string' || value === true) found.push({ text: String(value), keys, inImage })
    if (typeof value !== 'object' || value === null || seen.has(value)) continue
    seen.add(value)
    if (Array.isArray(value)) {
      const words = argvOf(value)
      if (words) found.push({ text: joinedWords(words), keys, inImage })
      // A list of whole lines is one script: what one line keeps, the next may send.
      if (value.length > 1 && value.length <= MAX_WORDS && value.every((each) => typeof each === 'string'))
        found.push({ text: value.join('\n'), keys, inImage })
      for (const each of value) waiting.push({ value: each, keys, inImage })
    } else {
      const entries = entriesOf(value)
      const boxed = inImage || entries.some(([key, each]) => isImage(key, each)) || isManifest(entries)
      for (const text of argumentsOf(entries)) found.push({ text, keys: [...keys, 'command'], inImage: boxed })
      for (const [key, each] of entries) waiting.push({ value: each, keys: [...keys, key], inImage: boxed })
    }
  }
  return { found, whole: true }
}

function argvOf(list: readonly unknown[]): string[] | undefined {
  const [first] = list
  if (list.length < 2 || list.length > MAX_WORDS || typeof first !== 'string' || !isProgramName(first)) return undefined
  const words = list.filter((each) => typeof each === 'string')
  return words.length === list.length ? words : undefined
}

function argumentsOf(entries: readonly (readonly [string, unknown])[]): string[] {
  const lists = entries.filter(([key, value]) => /arg(?:ument)?s$/i.test(key) && Array.isArray(value))
  return lists.flatMap(([name, list]) =>
    entries
      .filter(([key]) => key !== name)
      .map(([, value]) => textsOf(itemsOf(value).slice(0, MAX_WORDS)))
      .filter(([first]) => first !== undefined && isProgramName(first))
      .map((words) => joinedWords([...words, ...textsOf(list).slice(0, MAX_WORDS)])),
  )
}

function isImage(key: string, value: unknown): boolean {
  return /^(?:image|container|dockerfile|dockerImage)$/.test(key) && value !== null && value !== ''
}

/** What runs there runs in its containers. Settings of its client have neither name nor specification. */
function isManifest(entries: readonly (readonly [string, unknown])[]): boolean {
  const has = (...names: readonly string[]) => entries.some(([key]) => names.includes(key))
  return has('apiVersion') && has('kind') && has('metadata', 'spec')
}
