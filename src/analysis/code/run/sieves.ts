import { elementOf } from './constants.ts'
import type { CodeCall, Handler } from './table.ts'
import { type Abstract, listOf } from './value.ts'

/** Methods that give back some or all elements of what they are called on, in any of the languages. */
const KEEPS =
  /^(?:filter|select|reject|grep|sort|sort_by|toSorted|reverse|reversed|uniq|compact|take|take_while|drop|drop_while|shuffle|to_a|toArray|slice|lazy|flat|flatten)$/
const MAPS = /^(?:map|flatMap|flat_map|collect|filter_map)$/
const GOES_THROUGH = /^(?:each|forEach|each_with_index|each_entry)$/

/** A method of a list that leaves some of its elements, or goes through elements that are known by what they are like only. */
export function sieved(call: CodeCall): Abstract | undefined {
  const { receiver, name } = call
  const element = receiver && elementOf(receiver)
  if (!receiver || !element || receiver.fields || receiver.type !== undefined) return undefined
  const callback = call.args.find((value) => value.closure || value.ref !== undefined)
  if (MAPS.test(name) && callback) return { element: call.invoke(callback, [element]), sources: receiver.sources }
  if (!KEEPS.test(name) && !GOES_THROUGH.test(name)) return undefined
  if (callback) call.invoke(callback, [element])
  return receiver
}

/** A function that is given a list, and perhaps what chooses among it, and gives back a part of that list. */
export const keeps: Handler = (call) => {
  const lists = call.args.filter((value) => value.items || value.element)
  const [only, ...more] = lists
  const chooses = call.args.find((value) => value.closure)
  const element = only && elementOf(only)
  if (chooses && element) call.invoke(chooses, [element])
  return more.length === 0 ? only : listOf(lists.flatMap((list) => list.items ?? (list.element ? [list.element] : [])))
}
