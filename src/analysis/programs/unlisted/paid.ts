import { programOf } from '../../base-name.ts'
import { stageOf, stageOfName } from '../../stages.ts'
import { asksOnly, meaningOf, onlyLooks, wordsOf } from '../../verbs.ts'
import type { Command, Word } from '../../words.ts'
import { looseWords, shown, USUAL } from '../form/words.ts'
import type { Scribe } from '../program.ts'
import { aimsHere, isFile, isLoopbackText } from './shapes.ts'

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

/** Money that a program of nobody's knowing moves, by what it is called or told: a trade, a name that is bought, a transaction that is signed. */
export function statePaid(command: Command, scribe: Scribe): void {
  if (asksOnly(command)) return
  const name = programOf(command)
  const { operands, options } = looseWords(command.args, VALUED)
  const said = operands.slice(0, FIRST).map(shown)
  const verbs = said.filter((word) => /^[a-z][a-z_:-]{1,30}$/.test(word)).flatMap(wordsOf)
  const verb = verbs.find((word) => meaningOf(word) !== undefined) ?? ''
  const act = meaningOf(verb)?.act
  if ((act === 'read' && onlyLooks(verb)) || aimsHere(command)) return
  const live = stageOf(command) === 'production' || options.has('--live')
  const given = [...options].some(([option, value]) => AMOUNT.test(option) && /\d/.test(value?.known ?? ''))
  // `generate orders` makes up what it is given, and `orders` alone are things.
  const madeUp = (at: number) => act === undefined || (act === 'work' && verbs.indexOf(verb) < at)
  const trades =
    verbs.slice(0, 2).some((word, at) => TRADES.test(word) || (TRADED.test(word) && !madeUp(at))) ||
    (isFile(name) && wordsOf(name).some((word) => TRADES.test(word) || TRADED.test(word)))
  const bought = verbs.some((word) => REGISTERS.test(word)) && verbs.some((word) => /^domains?$/.test(word))
  const domain = bought ? said.find((word) => DOMAIN.test(word)) : undefined
  const chain = isSigned(verbs, options)
  const practised = !live && /^(?:development|preview)$/.test(stageOf(command))
  if (!chain && domain === undefined && !isHurried(command) && !(trades && (live || given) && !practised)) return
  const target = (domain ?? operands.map(shown).join(' ').slice(0, 120)) || name
  scribe.effect({ kind: 'external-write', service: name, nature: 'payment', target, certainty: 'likely' })
}

/** What is taken out of an archive at once is paid for: `--restore-priority=expedited`, `--tier Expedited`. */
function isHurried({ args }: Command): boolean {
  return args.some(({ known }, at) => {
    const [, option = args[at - 1]?.known ?? '', value = known] = /^(--?[\w-]{1,40})=(.{1,20})$/.exec(known) ?? []
    return /^expedited$/i.test(value) && /^--?(?:[\w-]{1,30}-)?(?:priority|tier|speed)$/i.test(option)
  })
}

function isSigned(verbs: readonly string[], options: ReadonlyMap<string, Word | undefined>): boolean {
  const nets = [...options].flatMap(([option, value]) => (value && CHAIN.test(option) ? [value] : []))
  const stages = nets.flatMap(({ known, sources }) => [
    stageOfName(known),
    ...sources.flatMap((source) => (source.kind === 'environment' ? [stageOfName(source.name)] : [])),
  ])
  if (nets.some(({ known }) => isLoopbackText(known)) || stages.includes('development')) return false
  const signs = [...options.keys()].some((option) => SIGNS.test(option))
  const sends = options.has('--broadcast') || verbs.slice(0, 2).some((verb) => SENDS.test(verb))
  const main = nets.some(({ known }) => /mainnet/i.test(known)) || options.has('--rpc-url')
  return (
    sends &&
    (stages.includes('production') ? main || signs : signs && options.has('--rpc-url') && options.has('--broadcast'))
  )
}
