import { programOf } from '../../base-name.ts'
import { isLocalSystem } from '../../local-systems.ts'
import { stageOf } from '../../stages.ts'
import { asksOnly, wordsOf } from '../../verbs.ts'
import type { Command } from '../../words.ts'
import { looseWords, shown } from '../form/words.ts'
import type { Scribe } from '../program.ts'
import { aimsHere, isFile } from './shapes.ts'

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
const FIRST = 4

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

/** `--gpus H100:8`, `--nodes=256`, `select=128:ncpus=4`: a kind of machine that is paid for, or more of them than one person has. */
function hiredScale(command: Command, begins: boolean): string | undefined {
  const words = command.args.map(({ known }) => known)
  const jobs = HANDS_OVER.test(programOf(command))
  return words.find((word, at) => {
    const [, option = words[at - 1] ?? '', value = word] = /^(--?[\w-]+)=(.*)$/s.exec(word) ?? []
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
  })
}

export function stateHired(command: Command, scribe: Scribe): boolean {
  const name = programOf(command)
  const { operands, options } = looseWords(command.args, new Set())
  const given = operands.slice(0, FIRST).map(shown)
  const words = given.filter((word) => /^[a-z][a-z_-]*$/i.test(word)).flatMap(wordsOf)
  const called = operands
    .slice(0, 3)
    .map(shown)
    .filter((word) => /^[a-z][\w.:-]*$/i.test(word))
    .flatMap(wordsOf)
  const trained = called.some((word) => TRAINS.test(word)) && called.some((word) => MAKES.test(word))
  const buys = words.some((word) => BUYS.test(word))
  const thing = trained ? 'job' : words.find((word) => PAID.test(word) || (buys && BOUGHT.test(word)))
  const sized = [...options.keys()].some((option) => SIZED.test(option))
  const first = words.slice(0, 2)
  const begins = first.some((word) => BEGINS.test(word)) || HANDS_OVER.test(name)
  const scale = begins || first.some((word) => RUNS.test(word)) ? hiredScale(command, begins) : undefined
  if (
    !trained &&
    scale === undefined &&
    (thing === undefined || (!buys && !(sized && words.some((word) => MAKES.test(word)))))
  )
    return false
  const stage = stageOf(command)
  if (words.some((word) => LOOKS.test(word)) || asksOnly(command) || isLocalSystem(name) || aimsHere(command))
    return false
  if (
    stage === 'development' ||
    [...options.keys()].some((option) => HERE.test(option)) ||
    (scale === undefined && given.some(isFile))
  )
    return false
  const isSaid = (word: string) => wordsOf(word).every((each) => PAID.test(each) || MAKES.test(each) || BUYS.test(each))
  const all = operands.map(shown).filter((word) => !isSaid(word))
  // What is run there is what people speak of; a value of some option may stand before it.
  const jobs = scale === undefined ? [] : all.filter(isFile)
  const named = jobs.length > 0 ? jobs : all
  const target = named.join(' ').slice(0, 120) || thing || scale || name
  if (buys) scribe.effect({ kind: 'external-write', service: name, nature: 'payment', target, certainty: 'likely' })
  else
    scribe.effect({
      kind: 'resource-change',
      system: name,
      verb: 'create',
      target,
      targets: [{ kind: 'resource', system: name, type: thing ?? 'job', name: named[0] ?? '', amount: 'one' }],
      mass: false,
      stage,
      family: 'compute',
      ...(HANDS_OVER.test(name) && { by: `${name} submit` }),
      certainty: 'likely',
    })
  return true
}
