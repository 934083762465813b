import { lazy, memoize } from '../../analysis/text/memoize.ts'
import { verbMeaning } from '../../knowledge/lexicon/verbs.ts'

/** Each line goes one way: the left is as strong as the right, or stronger. `kick … off` is apart from its particle. */
const ACT_SYNONYMS: readonly (readonly [said: string, done: string])[] = [
  [
    'delete remove destroy drop erase wipe scrap ditch nuke terminate retire kill zap toss axe chuck trash get_rid tear_down throw_away take_away',
    'delete remove destroy drop erase rm del terminate uninstall undefine unset unregister deregister unlink expunge',
  ],
  ['take_out kick_out kick…off kick…out pull_out throw_out boot_out', 'remove rm del detach evict kick'],
  ['empty clear flush purge', 'empty clear flush purge truncate expunge'],
  ['clean_up', 'clean cleanup prune'],
  [
    'stop halt shut shut_down end cancel abort kill turn_off switch_off power_off take_down bring_down',
    'stop halt shutdown shut down poweroff off cancel abort deallocate',
  ],
  ['disable deactivate suspend lock turn_off switch_off shut_off', 'disable deactivate off suspend lock inactive'],
  ['enable activate turn_on switch_on', 'enable activate on'],
  [
    'start launch run trigger execute invoke begin rerun fire kick_off fire_off fire_up spin_up bring_up bring…up',
    'start launch run rerun trigger execute exec dispatch invoke build up',
  ],
  ['restart reboot bounce cycle recycle', 'restart reboot cycle powercycle recycle'],
  [
    'grant give hand let allow permit add make put assign authorize invite',
    'grant add assign attach authorize allow permit bind binding',
  ],
  ['revoke withdraw take_away strip', 'revoke remove detach'],
  [
    'set change update make put switch turn mark point edit modify adjust move bring',
    'set update modify edit change patch alter put',
  ],
  [
    'create make add open provision register order buy rent purchase get reserve book hire lease allocate issue set_up spin_up put enter schedule',
    'create add new make register provision allocate buy order purchase reserve rent',
  ],
  [
    'publish release ship push upload deploy submit flash roll_out put_up put_out bring_out',
    'publish upload push deploy submit rollout ship put copy cp mirror send',
  ],
  ['put copy mirror send', 'put copy cp mirror send upload'],
  [
    'send post publish message mail email ping notify tell text tweet reply respond answer comment announce',
    'send post publish message mail email notify reply respond comment tweet toot note',
  ],
  ['tag retag label copy promote', 'tag retag'],
  ['refund give_back pay_back', 'refund'],
  ['roll_back rollback revert put_back go_back bring_back switch_back take_back', 'rollback revert undo'],
  ['switch_over fail_over switch fail failover switchover', 'switchover failover'],
  ['transfer hand hand_over give_over move sign_over', 'transfer reassign move'],
  ['migrate upgrade update', 'migrate upgrade'],
  ['run_changes', 'migrate upgrade update up apply'],
  ['apply deploy roll_out bring_up bring…up', 'apply up'],
  ['open allow unblock let permit', 'open allow permit add'],
  ['bring_back resume continue restart start', 'resume unpause'],
]

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
