import { isLocalSystem } from '../../local-systems.ts'
import { wordsOf } from '../../verbs.ts'
import type { Line } from './line.ts'
import { isPort } from './shapes.ts'

const SERVED =
  /^(?:nodes?|servers?|hosts?|hypervisors?|vms?|guests?|instances?|machines?|systems?|chassis|peers?|members?|clusters?|brokers?|replicas?|standby|primary|leader|shards?|osds?|pools?|volumes?|luns?|channels?|calls?|connections?|queues?|listeners?|trunks?|subscribers?|tenants?|realms?|users?|groups?|accounts?|principals?|neighbou?rs?|bgp|interfaces?|routes?|routers?|gateways?|switch(?:es)?|fleets?|devices?|things?|controllers?|upstreams?|backends?|resources?|mailbox(?:es)?)$/
const LEADS = /^(?:failover|switchover|takeover|stepdown)$/
const CONTROLS = /(?:ctl|adm|admin)$/

/** Is it done to something that others are served by? */
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

function isGiven(option: string, { args }: Line): boolean {
  const at = args.findIndex(({ known }) => known === option)
  return at >= 0 && /^[^-]/.test(args[at + 1]?.known ?? '')
}

export function endsAll({ meaning, name, unbounded, listed, intense, nameless, loose }: Line): boolean {
  return (
    meaning.change === 'cancel' &&
    !isLocalSystem(name) &&
    (unbounded || listed || loose.has('--all') || (intense && nameless))
  )
}
