import type { Effect } from '../../analysis/effects.ts'
import { type Part, partsOf } from '../../analysis/target.ts'
import { targetsOf } from '../../analysis/targets.ts'

/** Is a part of a target said in words that are not its spelling: "stash number 2", "PostgreSQL 16"? */
export function isSaidInWords(text: string, { role, names: [name = ''] }: Part): boolean {
  if (role === 'ref') return isStashSaid(text, name)
  return role === 'service' && instanceNames(name).some((said) => holdsWords(text, said))
}

/** What an effect is done to, as it may be said: an order that says so names nothing else than the call. */
export function wordsFor(effect: Effect): string {
  const parts = targetsOf(effect).flatMap(partsOf)
  return parts.flatMap(({ role, names: [name = ''] }) => (role === 'service' ? instanceNames(name) : [])).join(' ')
}

/** "Stash 2", "the stash at index 2", "stashes 1 and 2"; the newest is the first. "The second one" may be either of two. */
function isStashSaid(text: string, name: string): boolean {
  const [, number] = /^stash@\{(\d+)\}$/.exec(name) ?? []
  if (number === undefined) return false
  const list = '(?:#?\\d+(?:,|,? and) )*'
  const said = `\\bstash(?:es)? (?:(?:with |at )?(?:the )?(?:number|no\\.?|nr\\.?|index|position) )?${list}#?${number}`
  if (
    new RegExp(`${said}(?![\\w.-]| \\w{3,}s?\\b(?<! (?:please|now|and|because|since|that|which|from|too)))`).test(text)
  )
    return true
  return number === '0' && /\b(?:latest|newest|last|top(?:most)?|most recent) (?:git )?stash(?! \w)/.test(text)
}

/** `postgresql@16-main` is PostgreSQL 16, where `main` is the one that everybody has; `wg-quick@wg0` is wg-quick wg0. */
function instanceNames(service: string): readonly string[] {
  const [, unit = '', instance = ''] = /^([\w-]+)@([\w.-]+?)(?:\.service)?$/.exec(service.toLowerCase()) ?? []
  if (unit === '') return []
  const version = /^(\d+(?:\.\d+)?)-(?:main|default)$/.exec(instance)?.[1]
  const instances = [instance, instance.replace(/-/g, ' '), ...(version === undefined ? [] : [version])]
  return [...new Set([unit, unit.replace(/(?<=postgres)ql$/, '')])].flatMap((each) =>
    ['', 'service ', 'unit ', 'server '].flatMap((word) => instances.map((said) => `${each} ${word}${said}`)),
  )
}

/** A text holds words that stand alone, and are not of a longer name. */
function holdsWords(text: string, words: string): boolean {
  const at = text.indexOf(words)
  return (
    at >= 0 &&
    !/[\w.@/-]$/.test(text.slice(0, at)) &&
    !/^(?:[\w@/-]|\.\w)/.test(text.slice(at + words.length)) &&
    !/^ (?:tests?|client|tables?|users?|docs?|driver|code|support|image|container|package|config\w*|dump|backups?)\b/.test(
      text.slice(at + words.length),
    )
  )
}
