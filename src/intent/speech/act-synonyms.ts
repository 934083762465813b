import { lazy, memoize } from '../../analysis/text/memoize.ts'
import { ACT_SYNONYMS } from '../../knowledge/lexicon/act-synonyms.ts'
import { verbMeaning } from '../../knowledge/lexicon/verbs.ts'

const SYNONYM_INDEX = lazy((): ReadonlyMap<string, ReadonlySet<string>> => {
  const rows = new Map<string, Set<string>>()
  for (const [said, done] of ACT_SYNONYMS)
    for (const each of said.split(' ')) {
      const row = rows.get(each) ?? new Set<string>()
      for (const act of done.split(' ')) row.add(stemWord(act))
      rows.set(each, row)
    }
  return rows
})

export const GENERIC_VERBS =
  /^(?:mark|set|put|turn|switch|flip|toggle|make|bring|take|give|hand|do|run|perform|execute|start|trigger|bounce|force|have|get|move|change|update|let|issue|apply|add|use|kick|point)$/

const CHANGE_RUN_PHRASE = /^(?:run|apply|execute) (?:[a-z-]+ ){1,4}(?:changes|migrations?|changesets?|changelogs?)\b/
const VERB_PARTICLE = /^(?:on|off|up|down|out|back|over|away|rid)$/
const MAX_BETWEEN = 12

export const instructedActs: (head: string) => readonly string[] = memoize((head) => {
  if (CHANGE_RUN_PHRASE.test(head)) return ['run_changes', 'run', 'apply']
  const [verb = '', ...words] = head
    .replace(/^(?:soft|warm|cold|graceful(?:ly)?)[- ](?=[a-z])/, '')
    .split(/[^a-z0-9']+/)
    .slice(0, MAX_BETWEEN)
  const found = words.flatMap((particle, at) => {
    if (!VERB_PARTICLE.test(particle)) return []
    if (particle === 'on' && at > 0 && !/^(?:turn|switch|flip|toggle)$/.test(verb)) return []
    const apart = `${verb}…${particle}`
    const joined = `${verb.replace(/^(?:flip|toggle)$/, 'switch')}_${particle}`
    if (at > 0 && SYNONYM_INDEX().has(apart)) return [apart]
    return SYNONYM_INDEX().has(joined) && (at === 0 || verb !== 'kick') ? [joined] : []
  })
  return found.length > 0 ? found : [verb]
})

export const stemWord: (word: string) => string = memoize((word) =>
  word.length < 4 ? word : word.replace(/(?:ing|ly|ied|ies|ed|es|s|e|y)$/, '').replace(/([b-df-hj-np-tv-z])\1$/, '$1'),
)

export function meansAct(said: string, done: string): boolean {
  const bare = said.replace(/[_…]/, '')
  return (
    stemWord(bare) === stemWord(done) ||
    SYNONYM_INDEX().get(said)?.has(stemWord(done)) === true ||
    isNounOfVerb(done, bare)
  )
}

/** `dropdatabase`: what goes with it is more than the verb says. */
const WIDER_NOUNS =
  /^(?:all|everything|many|force|recursive|tree|range|db|databases?|schemas?|keyspaces?|clusters?|namespaces?|projects?|accounts?|tenants?|orgs?|buckets?|volumes?|domains?|sites?|stores?)/

/** `refunds`, `deployment`; a verb that is one word with its thing: `sendtoaddress`. */
function isNounOfVerb(word: string, verb: string): boolean {
  const root = verb.replace(/e$/, '')
  // `ack`, `decom`: the beginning of a verb, where that means nothing else.
  if (word.length > 2 && verb.length > word.length + 2 && verb.startsWith(word) && verbMeaning(word) === undefined)
    return !/^(?:un|dis|re|de)/.test(verb) || word.length > 4
  if ([`${root}ion`, `${root}ation`, `${verb}ment`].includes(word)) return true
  const joined = verb.length > 3 && word.startsWith(verb) && verbMeaning(word) === undefined
  return joined && !WIDER_NOUNS.test(word.slice(verb.length))
}
