import { environmentOfCommand, environmentOfName } from '../../knowledge/lexicon/deployment-environments.ts'
import { isHelpOrDryRun } from '../../knowledge/lexicon/help-options.ts'
import { MONEY_VERBS } from '../../knowledge/lexicon/money-words.ts'
import { asksByPosition } from '../../knowledge/lexicon/verb-positions.ts'
import { anyOf, isReadOnlyVerb, VERBS, verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import { commandProgram } from '../interpret/base-name.ts'
import { COMMON_VALUE_OPTIONS, displayText, parseLooseWords } from '../interpret/loose-words.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import { isLocalSystem } from '../remote/local-systems.ts'
import type { Command, Word } from '../words.ts'
import { FORCE_OPTION } from './generic-command.ts'
import {
  commandWords,
  isAmong,
  isLoopbackText,
  knownTexts,
  looksLikeFile,
  matching,
  optionValuePairs,
  recordGenericChange,
  targetsOnlyThisMachine,
} from './word-shapes.ts'

const TRADE_VERB = new RegExp(
  `^(?:sell|trade|bid|order|withdraw|swap|stake|mint|${anyOf(...MONEY_VERBS.buy, ...MONEY_VERBS.pay)})$`,
)
const TRADE_NOUN = new RegExp(`^(?:orders|withdrawals?|payments?|trades|bids|(?:${anyOf(...MONEY_VERBS.pay)})s)$`)
const AMOUNT_OPTION = /^--?(?:amount|qty|quantity|notional|price|value|sum|stake)$/
const DOMAIN_PURCHASE_VERB = /^(?:buy|purchase|register|renew)$/
const DOMAIN_NAME = /^[a-z0-9-]{1,63}(?:\.[a-z]{2,12}){1,2}$/i
const CHAIN_OPTION = /^--?(?:network|rpc-url|rpc|chain|provider\.cluster|cluster|url|u)$/
const SIGNING_OPTION = /^--(?:broadcast|private-key|keypair|mnemonic|ledger|trezor|keystore|unlocked|execute|account)$/
const CHAIN_SEND_VERB =
  /^(?:run|deploy|create|send|invoke|declare|transfer|execute|publish|broadcast|mint|migrate|ignition)$/
const VALUE_OPTIONS: ReadonlySet<string> = new Set([
  ...COMMON_VALUE_OPTIONS,
  ...'--network --rpc-url --rpc --chain --provider.cluster --amount --qty --quantity --notional --price --value --sum --stake -u'.split(
    ' ',
  ),
])
const MAX_PAYMENT_WORDS = 3

export function recordPayment(command: Command, recorder: EffectRecorder): void {
  if (isHelpOrDryRun(command)) return
  const name = commandProgram(command)
  const { operands, options } = parseLooseWords(command.args, VALUE_OPTIONS)
  const said = operands.slice(0, MAX_PAYMENT_WORDS).map(displayText)
  const verbs = said.filter(matching(/^[a-z][a-z_:-]{1,30}$/)).flatMap(wordsOf)
  const verb = verbs.find((word) => verbMeaning(word) !== undefined) ?? ''
  const act = verbMeaning(verb)?.act
  if ((act === 'read' && isReadOnlyVerb(verb)) || targetsOnlyThisMachine(command)) return
  const live = environmentOfCommand(command) === 'production' || options.has('--live')
  const given = [...options].some(([option, value]) => AMOUNT_OPTION.test(option) && /\d/.test(value?.known ?? ''))
  const free = commandWords(command).free.slice(0, MAX_PAYMENT_WORDS)
  if (asksByPosition(free, given || command.args.some(matching(FORCE_OPTION)))) return
  // `generate orders` makes up what it is given, and `orders` alone are things.
  const madeUp = (at: number) => act === undefined || (act === 'work' && verbs.indexOf(verb) < at)
  const trades =
    verbs.slice(0, 2).some((word, at) => TRADE_VERB.test(word) || (TRADE_NOUN.test(word) && !madeUp(at))) ||
    (looksLikeFile(name) && wordsOf(name).some(matching(TRADE_VERB, TRADE_NOUN)))
  const bought = verbs.some(matching(DOMAIN_PURCHASE_VERB)) && verbs.some(matching(/^domains?$/))
  const domain = bought ? said.find(matching(DOMAIN_NAME)) : undefined
  const chain = isChainTransaction(verbs, options)
  const practised = !live && /^(?:development|preview)$/.test(environmentOfCommand(command))
  if (!chain && domain === undefined && !isExpedited(command) && !(trades && (live || given) && !practised)) return
  const target = (domain ?? operands.map(displayText).join(' ').slice(0, 120)) || name
  recorder.effect({ kind: 'external-write', service: name, nature: 'payment', target, certainty: 'likely' })
}

/** What is taken out of an archive at once is paid for: `--restore-priority=expedited`, `--tier Expedited`. */
function isExpedited({ args }: Command): boolean {
  return optionValuePairs(knownTexts(args)).some(
    ([option, value]) => /^expedited$/i.test(value) && /^--?(?:[\w-]{1,30}-)?(?:priority|tier|speed)$/i.test(option),
  )
}

function isChainTransaction(verbs: readonly string[], options: ReadonlyMap<string, Word | undefined>): boolean {
  const nets = [...options].flatMap(([option, value]) => (value && CHAIN_OPTION.test(option) ? [value] : []))
  const environments = nets.flatMap(({ known, sources }) => [
    environmentOfName(known),
    ...sources.flatMap((source) => (source.kind === 'environment' ? [environmentOfName(source.name)] : [])),
  ])
  if (nets.some(({ known }) => isLoopbackText(known)) || environments.includes('development')) return false
  const signs = [...options.keys()].some(matching(SIGNING_OPTION))
  const sends = options.has('--broadcast') || verbs.slice(0, 2).some(matching(CHAIN_SEND_VERB))
  const main = nets.some(matching(/mainnet/i)) || options.has('--rpc-url')
  return (
    sends &&
    (environments.includes('production')
      ? main || signs
      : signs && options.has('--rpc-url') && options.has('--broadcast'))
  )
}

const BILLED_RESOURCE =
  /^(?:instances?|vms?|servers?|machines?|nodes?|clusters?|gpus?|pods?|droplets?|linodes?|volumes?|disks?|numbers?|phone|domains?|ips?|capacity|nodepools?|pools?|workers?|dedicated|hosts?)$/
const PROVISION_VERB = /^(?:create|launch|provision|new|add|allocate|spawn|register|start|deploy)$/
const BUY_VERB = /^(?:buy|rent|order|reserve|purchase|lease|hire|bid|renew)$/
const PURCHASED_ITEM = /^(?:reservations?|offerings?|commitments?|licen[cs]es?|seats?|subscriptions?|credits?)$/
const READ_ONLY_OR_REMOVE_VERBS: ReadonlySet<string> = new Set([
  ...VERBS.delete,
  ...'list ls show get describe status info search find help estimate quote quotes price prices pricing check view test stop cancel'.split(
    ' ',
  ),
])
const TRAINING_WORD = /^(?:finetun(?:e|es|ing)|tuning|tunings|tunes?)$/
const SIZE_OPTION =
  /^--?(?:size|type|(?:instance|machine|server)[-_]?(?:type|size|class)|gpus?|gpu[-_]?\w+|regions?|zone|location|data-?cent(?:er|re)|image(?:name)?|disk(?:[-_]?size)?|flavou?r|plan|nodes|count|(?:num|min|max)[-_]\w+|hours|price|bid|vcpus?|years|months|period|billing)$/i
const LOCAL_OPTION = /^--(?:local|driver|provider|template|out|output|dir|path|kubeconfig|wsl|hyperv)$/
const MAX_PROVISION_WORDS = 4

const LAUNCH_VERB = /^(?:launch|up|submit|provision|scale|create|spawn|allocate)$/
/** The same of what runs here as often: then only a kind that one hires tells. */
const RUN_VERB = /^(?:run|start)$/
const JOB_SUBMITTER = /^[a-z]{1,3}(?:sub|batch|alloc)$|[-_]submit$/
const ACCELERATOR_OPTION =
  /^--?(?:gpus?|accelerators?|(?:gpu|accelerator|instance|machine|node|worker)[-_]?(?:type|kind|class|name)s?)$/i
const ACCELERATOR_KIND =
  /^(?!(?:gpu|cuda|card|device|sm|gfx|compute|cpu|node|test|v)[-_]?\d)(?:[a-z]+-)*[a-z]{1,10}\d{1,4}[a-z0-9]*(?:[-:._x][\w.-]+)*$/i
const MACHINE_COUNT_OPTION =
  /^--?(?:nodes|(?:num|max|min)[-_]?(?:nodes|workers|machines|instances|executors|hosts|replicas)|(?:node|worker|machine|instance|replica|host)[-_]?count|replicas|instances|machines|array[-_]?size)$/i
const GPU_COUNT_OPTION = /^--?(?:gpus|(?:num|max|min)[-_]?(?:gpus|accelerators)|(?:gpu|accelerator)[-_]?count)$/i
const MANY_MACHINES = 16
const MANY_GPUS = 8
const MANY_TASKS = 512

/** `--gpus H100:8`, `--nodes=256`, `select=128:ncpus=4`. */
function provisionedScale(command: Command, begins: boolean): string | undefined {
  const jobs = JOB_SUBMITTER.test(commandProgram(command))
  return optionValuePairs(commandWords(command).words).find(([option, value]) => {
    const amount = begins && /^\d{1,7}$/.test(value) ? Number(value) : 0
    if (MACHINE_COUNT_OPTION.test(option)) return amount >= MANY_MACHINES
    if (GPU_COUNT_OPTION.test(option) && amount >= MANY_GPUS) return true
    if (ACCELERATOR_OPTION.test(option)) return ACCELERATOR_KIND.test(value)
    if (!jobs) return false
    const [, chunk = ''] = /^(?:select|nodes)=(\d{1,7})/.exec(value) ?? []
    return (
      Number(chunk) >= MANY_MACHINES ||
      (option === '-N' && amount >= MANY_MACHINES) ||
      (option === '-n' && amount >= MANY_TASKS)
    )
  })?.[1]
}

export function recordProvisioning(command: Command, recorder: EffectRecorder): boolean {
  const name = commandProgram(command)
  const { operands, options } = parseLooseWords(command.args, new Set())
  const given = operands.slice(0, MAX_PROVISION_WORDS).map(displayText)
  const words = given.filter(matching(/^[a-z][a-z_-]*$/i)).flatMap(wordsOf)
  const called = operands
    .slice(0, 3)
    .map(displayText)
    .filter(matching(/^[a-z][\w.:-]*$/i))
    .flatMap(wordsOf)
  const trained = called.some(matching(TRAINING_WORD)) && called.some(matching(PROVISION_VERB))
  const buys = words.some(matching(BUY_VERB))
  const thing = trained
    ? 'job'
    : words.find((word) => BILLED_RESOURCE.test(word) || (buys && PURCHASED_ITEM.test(word)))
  const sized = [...options.keys()].some(matching(SIZE_OPTION))
  const first = words.slice(0, 2)
  const begins = first.some(matching(LAUNCH_VERB)) || JOB_SUBMITTER.test(name)
  const scale = begins || first.some(matching(RUN_VERB)) ? provisionedScale(command, begins) : undefined
  if (
    !trained &&
    scale === undefined &&
    (thing === undefined || (!buys && !(sized && words.some(matching(PROVISION_VERB)))))
  )
    return false
  const environment = environmentOfCommand(command)
  if (words.some(isAmong(READ_ONLY_OR_REMOVE_VERBS)) || isLocalSystem(name)) return false
  if (
    environment === 'development' ||
    [...options.keys()].some(matching(LOCAL_OPTION)) ||
    (scale === undefined && given.some(looksLikeFile))
  )
    return false
  const isSaid = (word: string) => wordsOf(word).every(matching(BILLED_RESOURCE, PROVISION_VERB, BUY_VERB))
  const all = operands.map(displayText).filter((word) => !isSaid(word))
  const jobs = scale === undefined ? [] : all.filter(looksLikeFile)
  const named = jobs.length > 0 ? jobs : all
  const target = named.join(' ').slice(0, 120) || thing || scale || name
  if (buys) recorder.effect({ kind: 'external-write', service: name, nature: 'payment', target, certainty: 'likely' })
  else
    recordGenericChange(
      {
        ...{
          system: name,
          verb: 'create',
          target,
          type: thing ?? 'job',
          name: named[0] ?? '',
          environment,
          family: 'compute',
        },
        ...(JOB_SUBMITTER.test(name) && { by: `${name} submit` }),
      },
      recorder,
    )
  return true
}
