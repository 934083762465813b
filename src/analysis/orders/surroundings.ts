import type { Order, Orders } from '../speech/orders.ts'
import { stageOfName } from '../stages.ts'
import { addressIn, isLive, OBEYS, thingsIn } from './live-acts.ts'

const GOES =
  /^(?:use|connect|switch|log|log in|sign|ssh|go|open|work|target|select|point|attach|authenticate|port-forward)$/
/** "In context shop:", "You are connected to shop-prod.", "The database is at db.acme.net". */
const ONLY_WHERE =
  /^(?:in|on|at|against|for|within)(?:(?: [\w@:/.-]{1,100}){1,6}:| [\w@:/.-]{1,100}\.?)$|^(?:you|we)(?:'re| are) (?:\w{1,20} ){0,2}(?:in|on|at|to|into|inside)\b|\b(?:is|are)(?: reachable)? (?:at|under|on) \S{0,100}[.:]\S/i
const BEGINS_WITH_WHERE = /^(?:in|on|at|against|for|within)\b/i
const FETCHES = /^(?:get|download|fetch|install|curl|wget|grab|pull|clone|load|open|read)$/
const TAKES_ORDERS = /^(?:follow|obey|do|carry)$/

export class Surroundings {
  readonly #sentences: readonly string[]
  readonly #live: readonly boolean[]
  /** From this sentence on, all is done in production. */
  readonly #from: number
  readonly #things = new Map<string, number>()
  readonly #fetched: readonly (string | undefined)[]

  constructor({ orders, sentences }: Orders) {
    this.#sentences = sentences
    this.#live = orders.length === 0 ? [] : sentences.map((sentence) => isLive(sentence))
    const sets = sentences.findIndex((sentence, at) => this.#live[at] === true && ONLY_WHERE.test(sentence))
    const goes = orders.find((order) => this.#setsPlace(order))?.at ?? sentences.length
    this.#from = Math.min(goes, sets < 0 ? sentences.length : sets)
    for (const { object, at } of orders)
      if (this.#live[at])
        for (const thing of thingsIn(object)) if (!this.#things.has(thing)) this.#things.set(thing, at)
    const fetching = new Set(orders.filter(({ verb }) => FETCHES.test(verb)).map(({ at }) => at))
    let last: string | undefined
    this.#fetched = sentences.map((sentence, at) => {
      if (fetching.has(at)) last = addressIn(sentence) ?? last
      return last
    })
  }

  #setsPlace({ verb, object, at }: Order): boolean {
    if (this.#live[at] === true && BEGINS_WITH_WHERE.test(this.#sentences[at] ?? '')) return true
    return (
      GOES.test(verb) &&
      (this.#live[at] === true || object.split(/\s+/, 8).some((word) => stageOfName(word) === 'production'))
    )
  }

  /** By its own sentence, by where the task went before it, or by the thing it goes on with. */
  isLive({ object, meant, at }: Order): boolean {
    if (this.#live[at] === true || at > this.#from) return true
    return thingsIn(`${object} ${meant}`).some((thing) => (this.#things.get(thing) ?? at) < at)
  }

  addressFor({ verb, at }: Order): string | undefined {
    if (!OBEYS.test(verb)) return undefined
    const before = TAKES_ORDERS.test(verb) ? addressIn(this.#sentences[at - 1] ?? '') : undefined
    return addressIn(this.#sentences[at] ?? '') ?? before ?? this.#fetched[at]
  }
}
