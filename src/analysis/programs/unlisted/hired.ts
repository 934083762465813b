import { programOf } from '../../base-name.ts'
import { isLocalSystem } from '../../local-systems.ts'
import { stageOf } from '../../stages.ts'
import { asksOnly, wordsOf } from '../../verbs.ts'
import type { Command } from '../../words.ts'
import { looseWords, shown } from '../form/words.ts'
import type { Scribe } from '../program.ts'
import { aimsHere, isFile } from './shapes.ts'

/** Things that are paid for by the hour, the month or the piece. */
const PAID =
  /^(?:instances?|vms?|servers?|machines?|nodes?|clusters?|gpus?|pods?|droplets?|linodes?|volumes?|disks?|numbers?|phone|domains?|ips?|capacity|nodepools?|pools?|workers?|dedicated|hosts?)$/
const MAKES = /^(?:create|launch|provision|new|add|allocate|spawn|register|start|deploy)$/
const BUYS = /^(?:buy|rent|order|reserve|purchase|lease|hire|bid)$/
const LOOKS =
  /^(?:list|ls|show|get|describe|status|info|search|find|help|estimate|quotes?|prices?|pricing|check|view|test|delete|remove|rm|stop|cancel)$/
/** How much of it, where and for how long: options of what somebody else runs. */
const SIZED =
  /^--?(?:size|type|(?:instance|machine|server)[-_]?(?:type|size|class)|gpus?|gpu[-_]?\w+|regions?|zone|location|data-?cent(?:er|re)|image(?:name)?|disk(?:[-_]?size)?|flavou?r|plan|nodes|count|(?:num|min|max)[-_]\w+|hours|price|bid|vcpus?|years|months|period|billing)$/i
/** Machines inside this one, and files that are made. */
const HERE = /^--(?:local|driver|provider|template|out|output|dir|path|kubeconfig|wsl|hyperv)$/
const FIRST = 4

/** Something that costs money is bought, or made in a size and a place that somebody else has. */
export function stateHired(command: Command, scribe: Scribe): void {
  const name = programOf(command)
  const { operands, options } = looseWords(command.args, new Set())
  const given = operands.slice(0, FIRST).map(shown)
  const words = given.filter((word) => /^[a-z][a-z_-]*$/i.test(word)).flatMap(wordsOf)
  const thing = words.find((word) => PAID.test(word))
  const buys = words.some((word) => BUYS.test(word))
  const sized = [...options.keys()].some((option) => SIZED.test(option))
  if (thing === undefined || (!buys && !(sized && words.some((word) => MAKES.test(word))))) return
  const stage = stageOf(command)
  if (words.some((word) => LOOKS.test(word)) || asksOnly(command) || isLocalSystem(name) || aimsHere(command)) return
  if (stage === 'development' || [...options.keys()].some((option) => HERE.test(option)) || given.some(isFile)) return
  const isSaid = (word: string) => wordsOf(word).every((each) => PAID.test(each) || MAKES.test(each) || BUYS.test(each))
  const named = operands.map(shown).filter((word) => !isSaid(word))
  const target = named.join(' ').slice(0, 120) || thing
  if (buys) scribe.effect({ kind: 'external-write', service: name, nature: 'payment', target, certainty: 'likely' })
  else
    scribe.effect({
      kind: 'resource-change',
      system: name,
      verb: 'create',
      target,
      targets: [{ kind: 'resource', system: name, type: thing, name: named[0] ?? '', amount: 'one' }],
      mass: false,
      stage,
      family: 'compute',
      certainty: 'likely',
    })
}
