import { type VerbMeaning, verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { Command } from '../words.ts'
import { isRemote, looksLikeFile, matching, NEGATIVE_VALUE } from './word-shapes.ts'

export interface FoundVerb {
  /** Which of the words it is; below zero: it stands elsewhere. */
  readonly at: number
  readonly meaning: VerbMeaning
}

/** `--publish never`, `--delete=false`. What takes away may be given a name that says no (`--wipe 0`): there only what is joined to it counts. */
export function isOptionDeclined(option: string, args: Command['args']): boolean {
  const removes = /^(?:remove|destroy)$/.test(verbMeaning(option.replace(/^-+/, ''))?.act ?? '')
  const values = args.flatMap(({ known }, at) => {
    if (known.startsWith(`${option}=`)) return [known.slice(option.length + 1)]
    return known === option ? [removes ? '' : (args[at + 1]?.known ?? '')] : []
  })
  return values.length > 0 && values.every(matching(NEGATIVE_VALUE))
}

const OFF_WORD = /^(?:off|down|shutdown|suspend)$/
const POWER_OFF_MEANING: VerbMeaning = { act: 'cancel', change: 'cancel' }
export const POWER_STATE = /^(?:off|down|shutdown|suspend|cycle|reset|reboot)$/

/** `vm.power -off x`, `server power cycle x`. */
export function findPowerSwitch(words: readonly string[], options: readonly string[]): FoundVerb | undefined {
  // `load.off`: a thing and which way it is switched.
  const whole = words.findIndex(matching(/^[a-z]+[.](?:off|shutdown)$/))
  if (whole >= 0) return { at: whole, meaning: POWER_OFF_MEANING }
  const at = words.findIndex(matching(/(?:^|[.:-])power$/))
  const ways = at < 0 ? [] : [words[at + 1] ?? '', ...options.map((option) => option.replace(/^-+/, ''))]
  const off = ways.some(matching(OFF_WORD))
  const meaning = ways.some(matching(POWER_STATE)) ? verbMeaning(off ? 'poweroff' : 'powercycle') : undefined
  return meaning && { at, meaning }
}

/** The verb of a compound: its first word that is one, or its last. A word that only looks makes all of it look. */
export function verbOfCompound(words: readonly string[]): VerbMeaning | undefined {
  const found = words.map(verbMeaning).filter((meaning) => meaning !== undefined)
  const [first] = found
  // `search-replace` looks first, and changes what it finds.
  const sought = /^(?:search|find)$/.test(words[0] ?? '') && found.at(-1)?.act === 'update'
  if (sought) return found.at(-1)
  if (words.length > 1 && found.some(({ act }) => act === 'read') && first?.act !== 'destroy')
    return { act: 'read', change: 'read' }
  return first
}

export function verbOfName(name: string): VerbMeaning | undefined {
  const found = wordsOf(name)
    .map(verbMeaning)
    .filter((meaning) => meaning !== undefined)
  return found.some(({ act }) => act === 'read' || act === 'work') ? undefined : found[0]
}

export function isWordLike(word: string): boolean {
  return word.length < 40 && /^[A-Za-z][\w.:-]*$/.test(word) && !looksLikeFile(word) && !isRemote(word)
}
