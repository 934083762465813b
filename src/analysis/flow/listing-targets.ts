import type { Effect } from '../effects.ts'
import type { Target } from '../target.ts'
import { targetsOf } from '../targets.ts'
import { charactersIn, hasAnyCharacter } from '../text/word-characters.ts'
import type { Command, Value, Word } from '../words.ts'

/** What a listing was kept to, as the beginning of names; `all` where it lists whatever there is. */
type ListingFilter = { readonly prefix: string } | 'all'

/** A pattern that may match in the middle is none. */
const PREFIX_PATTERN = /^(?:name=\^|\^[\w.*\s]*\/|\^|\/)([\w.-]*)(?:\.?\*)?$|^(?:[\w.-]+\/)?([\w.-]+)\*$/
const REMOTE_PREFIX = /^\^?\s*(?:origin|upstream|fork)\/?$/

/** `--list 'tmp-*'`. A word that ends in a star is a pattern of names wherever it stands. */
export function withListingFilter(value: Value, { args }: Command): Value {
  if (!hasAnyCharacter(charactersIn(args), '*')) return value
  const patterns = args.map(({ known }) => known).filter((word) => /^[\w./-]*[\w-]\*$/.test(word))
  if (patterns.length === 0 || !value.sources.some(({ kind }) => kind === 'command')) return value
  const asked = patterns.join(' ')
  const sources = value.sources.map((source) =>
    source.kind === 'command' ? { ...source, about: `${source.about ?? ''} ${asked}`.trim() } : source,
  )
  return { ...value, sources }
}

function listingFilterOf(word: Word): ListingFilter | undefined {
  if (word.known !== '\0' || word.sources.length === 0) return undefined
  let kept: ListingFilter = 'all'
  for (const source of word.sources) {
    if (source.kind !== 'command') return undefined
    for (const pattern of source.about?.split(/\s+/) ?? []) {
      if (REMOTE_PREFIX.test(pattern)) continue
      const [, anchored, starred] = PREFIX_PATTERN.exec(pattern) ?? []
      const prefix = anchored ?? starred
      if (prefix === undefined || kept !== 'all') return undefined
      if (prefix !== '') kept = { prefix }
    }
  }
  return kept
}

function commandListingFilter({ args }: Command): ListingFilter | undefined {
  if (!hasAnyCharacter(charactersIn(args), '\0')) return undefined
  const word = args.find(({ known }) => known === '\0')
  return word && listingFilterOf(word)
}

/** An effect on what a listing printed is one on all that begins so, or on all there is. */
export function widenToListing(effect: Effect, command: Command): Effect {
  const kept = commandListingFilter(command)
  if (kept === undefined) return effect
  const targets = targetsOf(effect).map((target) => listedTarget(target, kept))
  return targets.every((target) => target !== undefined) ? { ...effect, targets } : effect
}

const isUnknownName = (name: string) => name === '…'

function listedTarget(target: Target, kept: ListingFilter): Target | undefined {
  const name = kept === 'all' ? '' : `${kept.prefix}*`
  const amount = kept === 'all' ? 'all' : 'several'
  switch (target.kind) {
    case 'ref':
    case 'local-work':
      return isUnknownName(target.ref) ? { ...target, ref: name, amount } : undefined
    case 'container':
    case 'resource':
      return isUnknownName(target.name) ? { ...target, name, amount } : undefined
    case 'cluster':
      return isUnknownName(target.type) && target.name === '' && kept !== 'all'
        ? { ...target, type: '', name, amount }
        : undefined
    default:
      return undefined
  }
}
