import { isLocalSystem } from '../../local-systems.ts'
import { wordsOf } from '../../verbs.ts'
import type { Line } from './line.ts'
import { isPort } from './shapes.ts'

/** What somebody relies on while it runs: machines, parts of clusters and of networks, what queues and stores hold, accounts. */
const SERVED =
  /^(?:nodes?|servers?|hosts?|hypervisors?|vms?|guests?|instances?|machines?|systems?|chassis|peers?|members?|clusters?|brokers?|replicas?|standby|primary|leader|shards?|osds?|pools?|volumes?|luns?|channels?|calls?|connections?|queues?|listeners?|trunks?|subscribers?|tenants?|realms?|users?|groups?|accounts?|principals?|neighbou?rs?|bgp|interfaces?|routes?|routers?|gateways?|switch(?:es)?|fleets?|devices?|things?|controllers?|upstreams?|backends?|resources?|mailbox(?:es)?)$/
/** The lead of a cluster goes from one to another: it serves somebody by its very name. */
const LEADS = /^(?:failover|switchover|takeover|stepdown)$/
/** Programs by which what runs is told what to do. */
const CONTROLS = /(?:ctl|adm|admin)$/

/**
 * Is it done to something that others are served by? A noun of such things before the verb or as an option, and one of them named;
 * a program that controls what runs, or the rights of the machine's owner, where something is ended or started anew.
 */
export function isServed(line: Line): boolean {
  const { name, nouns, meaning, objects, loose, raised, script, local } = line
  if (script || local || isLocalSystem(name)) return false
  const named = objects.some(({ known }) => !isPort(known))
  const own = new Set(wordsOf(name))
  const said = [...nouns].filter((noun) => !own.has(noun))
  if (said.some((noun) => LEADS.test(noun)) || (nouns.has('power') && objects.length > 0)) return true
  // `remove x --user` has nobody: it says for whom it was installed.
  const given = [...loose.options].flatMap(([option, value]) =>
    option.length > 2 && (value !== undefined || isGiven(option, line)) ? wordsOf(option) : [],
  )
  if (named && said.some((noun) => SERVED.test(noun))) return true
  if (said.length > 0 && given.some((word) => SERVED.test(word)) && meaning.act !== 'cancel') return true
  const ends = meaning.act === 'cancel' || meaning.act === 'restart'
  return (raised && ends) || (named && CONTROLS.test(name) && (ends || meaning.act === 'remove'))
}

/** A word stands behind it, and no option. */
function isGiven(option: string, { args }: Line): boolean {
  const at = args.findIndex(({ known }) => known === option)
  return at >= 0 && /^[^-]/.test(args[at + 1]?.known ?? '')
}

/** Whatever runs there, for whomever: all of it, what a list names, or by force and nothing by its name. */
export function endsAll({ meaning, name, unbounded, listed, intense, nameless, loose }: Line): boolean {
  return (
    meaning.change === 'cancel' &&
    !isLocalSystem(name) &&
    (unbounded || listed || loose.has('--all') || (intense && nameless))
  )
}
