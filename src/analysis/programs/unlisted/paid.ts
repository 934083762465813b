import { programOf } from '../../base-name.ts'
import { isLocalSystem } from '../../local-systems.ts'
import { stageOf, stageOfName } from '../../stages.ts'
import { asksOnly, meaningOf, onlyLooks, wordsOf } from '../../verbs.ts'
import type { Command, Word } from '../../words.ts'
import { looseWords, shown, USUAL } from '../form/words.ts'
import type { Scribe } from '../program.ts'
import { aimsHere, isFile, isLoopbackText, knownIn, like, pairsIn, said, stateThing } from './shapes.ts'

const TRADES = /^(?:buy|sell|trade|bid|order|transfer|withdraw|payout|pay|refund|swap|stake|mint)$/
const TRADED = /^(?:orders|transfers|withdrawals?|payouts|payments?|refunds|trades|bids)$/
const AMOUNT = /^--?(?:amount|qty|quantity|notional|price|value|sum|stake)$/
const REGISTERS = /^(?:buy|purchase|register|renew)$/
const DOMAIN = /^[a-z0-9-]{1,63}(?:\.[a-z]{2,12}){1,2}$/i
const CHAIN = /^--?(?:network|rpc-url|rpc|chain|provider\.cluster|cluster|url|u)$/
const SIGNS = /^--(?:broadcast|private-key|keypair|mnemonic|ledger|trezor|keystore|unlocked|execute|account)$/
const SENDS = /^(?:run|deploy|create|send|invoke|declare|transfer|execute|publish|broadcast|mint|migrate|ignition)$/
const VALUED: ReadonlySet<string> = new Set([
  ...USUAL,
  ...'--network --rpc-url --rpc --chain --provider.cluster --amount --qty --quantity --notional --price --value --sum --stake -u'.split(
    ' ',
  ),
])
const FIRST = 3

export function statePaid(command: Command, scribe: Scribe): void {
  if (asksOnly(command)) return
  const name = programOf(command)
  const { operands, options } = looseWords(command.args, VALUED)
  const said = operands.slice(0, FIRST).map(shown)
  const verbs = said.filter(like(/^[a-z][a-z_:-]{1,30}$/)).flatMap(wordsOf)
  const verb = verbs.find((word) => meaningOf(word) !== undefined) ?? ''
  const act = meaningOf(verb)?.act
  if ((act === 'read' && onlyLooks(verb)) || aimsHere(command)) return
  const live = stageOf(command) === 'production' || options.has('--live')
  const given = [...options].some(([option, value]) => AMOUNT.test(option) && /\d/.test(value?.known ?? ''))
  // `generate orders` makes up what it is given, and `orders` alone are things.
  const madeUp = (at: number) => act === undefined || (act === 'work' && verbs.indexOf(verb) < at)
  const trades =
    verbs.slice(0, 2).some((word, at) => TRADES.test(word) || (TRADED.test(word) && !madeUp(at))) ||
    (isFile(name) && wordsOf(name).some(like(TRADES, TRADED)))
  const bought = verbs.some(like(REGISTERS)) && verbs.some(like(/^domains?$/))
  const domain = bought ? said.find(like(DOMAIN)) : undefined
  const chain = isSigned(verbs, options)
  const practised = !live && /^(?:development|preview)$/.test(stageOf(command))
  if (!chain && domain === undefined && !isHurried(command) && !(trades && (live || given) && !practised)) return
  const target = (domain ?? operands.map(shown).join(' ').slice(0, 120)) || name
  scribe.effect({ kind: 'external-write', service: name, nature: 'payment', target, certainty: 'likely' })
}

/** What is taken out of an archive at once is paid for: `--restore-priority=expedited`, `--tier Expedited`. */
function isHurried({ args }: Command): boolean {
  return pairsIn(knownIn(args)).some(
    ([option, value]) => /^expedited$/i.test(value) && /^--?(?:[\w-]{1,30}-)?(?:priority|tier|speed)$/i.test(option),
  )
}

function isSigned(verbs: readonly string[], options: ReadonlyMap<string, Word | undefined>): boolean {
  const nets = [...options].flatMap(([option, value]) => (value && CHAIN.test(option) ? [value] : []))
  const stages = nets.flatMap(({ known, sources }) => [
    stageOfName(known),
    ...sources.flatMap((source) => (source.kind === 'environment' ? [stageOfName(source.name)] : [])),
  ])
  if (nets.some(({ known }) => isLoopbackText(known)) || stages.includes('development')) return false
  const signs = [...options.keys()].some(like(SIGNS))
  const sends = options.has('--broadcast') || verbs.slice(0, 2).some(like(SENDS))
  const main = nets.some(like(/mainnet/i)) || options.has('--rpc-url')
  return (
    sends &&
    (stages.includes('production') ? main || signs : signs && options.has('--rpc-url') && options.has('--broadcast'))
  )
}

const PAID =
  /^(?:instances?|vms?|servers?|machines?|nodes?|clusters?|gpus?|pods?|droplets?|linodes?|volumes?|disks?|numbers?|phone|domains?|ips?|capacity|nodepools?|pools?|workers?|dedicated|hosts?)$/
const MAKES = /^(?:create|launch|provision|new|add|allocate|spawn|register|start|deploy)$/
const BUYS = /^(?:buy|rent|order|reserve|purchase|lease|hire|bid|renew)$/
const BOUGHT = /^(?:reservations?|offerings?|commitments?|licen[cs]es?|seats?|subscriptions?|credits?)$/
const LOOKS =
  /^(?:list|ls|show|get|describe|status|info|search|find|help|estimate|quotes?|prices?|pricing|check|view|test|delete|remove|rm|stop|cancel)$/
const TRAINS = /^(?:finetun(?:e|es|ing)|tuning|tunings|tunes?)$/
const SIZED =
  /^--?(?:size|type|(?:instance|machine|server)[-_]?(?:type|size|class)|gpus?|gpu[-_]?\w+|regions?|zone|location|data-?cent(?:er|re)|image(?:name)?|disk(?:[-_]?size)?|flavou?r|plan|nodes|count|(?:num|min|max)[-_]\w+|hours|price|bid|vcpus?|years|months|period|billing)$/i
const HERE = /^--(?:local|driver|provider|template|out|output|dir|path|kubeconfig|wsl|hyperv)$/
const FIRST_WORDS = 4

const BEGINS = /^(?:launch|up|submit|provision|scale|create|spawn|allocate)$/
/** The same of what runs here as often: then only a kind that one hires tells. */
const RUNS = /^(?:run|start)$/
const HANDS_OVER = /^[a-z]{1,3}(?:sub|batch|alloc)$|[-_]submit$/
const ACCELERATORS =
  /^--?(?:gpus?|accelerators?|(?:gpu|accelerator|instance|machine|node|worker)[-_]?(?:type|kind|class|name)s?)$/i
const KIND =
  /^(?!(?:gpu|cuda|card|device|sm|gfx|compute|cpu|node|test|v)[-_]?\d)(?:[a-z]+-)*[a-z]{1,10}\d{1,4}[a-z0-9]*(?:[-:._x][\w.-]+)*$/i
const MACHINES =
  /^--?(?:nodes|(?:num|max|min)[-_]?(?:nodes|workers|machines|instances|executors|hosts|replicas)|(?:node|worker|machine|instance|replica|host)[-_]?count|replicas|instances|machines|array[-_]?size)$/i
const CARDS = /^--?(?:gpus|(?:num|max|min)[-_]?(?:gpus|accelerators)|(?:gpu|accelerator)[-_]?count)$/i
const MANY_MACHINES = 16
const MANY_CARDS = 8
const MANY_TASKS = 512

/** `--gpus H100:8`, `--nodes=256`, `select=128:ncpus=4`. */
function hiredScale(command: Command, begins: boolean): string | undefined {
  const jobs = HANDS_OVER.test(programOf(command))
  return pairsIn(said(command).words).find(([option, value]) => {
    const amount = begins && /^\d{1,7}$/.test(value) ? Number(value) : 0
    if (MACHINES.test(option)) return amount >= MANY_MACHINES
    if (CARDS.test(option) && amount >= MANY_CARDS) return true
    if (ACCELERATORS.test(option)) return KIND.test(value)
    if (!jobs) return false
    const [, chunk = ''] = /^(?:select|nodes)=(\d{1,7})/.exec(value) ?? []
    return (
      Number(chunk) >= MANY_MACHINES ||
      (option === '-N' && amount >= MANY_MACHINES) ||
      (option === '-n' && amount >= MANY_TASKS)
    )
  })?.[1]
}

export function stateHired(command: Command, scribe: Scribe): boolean {
  const name = programOf(command)
  const { operands, options } = looseWords(command.args, new Set())
  const given = operands.slice(0, FIRST_WORDS).map(shown)
  const words = given.filter(like(/^[a-z][a-z_-]*$/i)).flatMap(wordsOf)
  const called = operands
    .slice(0, 3)
    .map(shown)
    .filter(like(/^[a-z][\w.:-]*$/i))
    .flatMap(wordsOf)
  const trained = called.some(like(TRAINS)) && called.some(like(MAKES))
  const buys = words.some(like(BUYS))
  const thing = trained ? 'job' : words.find((word) => PAID.test(word) || (buys && BOUGHT.test(word)))
  const sized = [...options.keys()].some(like(SIZED))
  const first = words.slice(0, 2)
  const begins = first.some(like(BEGINS)) || HANDS_OVER.test(name)
  const scale = begins || first.some(like(RUNS)) ? hiredScale(command, begins) : undefined
  if (!trained && scale === undefined && (thing === undefined || (!buys && !(sized && words.some(like(MAKES))))))
    return false
  const stage = stageOf(command)
  if (words.some(like(LOOKS)) || isLocalSystem(name)) return false
  if (stage === 'development' || [...options.keys()].some(like(HERE)) || (scale === undefined && given.some(isFile)))
    return false
  const isSaid = (word: string) => wordsOf(word).every(like(PAID, MAKES, BUYS))
  const all = operands.map(shown).filter((word) => !isSaid(word))
  const jobs = scale === undefined ? [] : all.filter(isFile)
  const named = jobs.length > 0 ? jobs : all
  const target = named.join(' ').slice(0, 120) || thing || scale || name
  if (buys) scribe.effect({ kind: 'external-write', service: name, nature: 'payment', target, certainty: 'likely' })
  else
    stateThing(
      {
        ...{
          system: name,
          verb: 'create',
          target,
          type: thing ?? 'job',
          name: named[0] ?? '',
          stage,
          family: 'compute',
        },
        ...(HANDS_OVER.test(name) && { by: `${name} submit` }),
      },
      scribe,
    )
  return true
}
