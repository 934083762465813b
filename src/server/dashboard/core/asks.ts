import type { PendingAsk } from '../../api/shapes.ts'
import { cell } from './cell.ts'

/** An ask as it is shown. One that is over stays in its place, so that nothing moves under a finger that is about to press. */
export interface ShownAsk {
  readonly ask: PendingAsk
  /** When it appeared on this page. */
  readonly appeared: number
  readonly over?: { readonly answer: string; readonly by: string }
}

export const asks = cell<readonly ShownAsk[]>([])

/** What waits now, whatever was shown before; what was answered elsewhere meanwhile is over. */
export function clearAsks(waiting: readonly PendingAsk[]): void {
  const there = new Set(waiting.map(({ id }) => id))
  const known = new Map(asks.get().map((shown) => [shown.ask.id, shown]))
  const old = asks
    .get()
    .map((shown) => (shown.over || there.has(shown.ask.id) ? shown : { ...shown, over: { answer: 'gone', by: '' } }))
  const fresh = waiting.filter(({ id }) => !known.has(id)).map((ask) => ({ ask, appeared: Date.now() }))
  asks.set([...old, ...fresh])
}

export function addAsk(ask: PendingAsk): void {
  const shown = asks.get()
  const at = shown.findIndex((each) => each.ask.id === ask.id)
  // The same ask comes again when an equal one joins it.
  if (at >= 0) asks.set(shown.map((each, index) => (index === at ? { ...each, ask } : each)))
  else asks.set([...shown, { ask, appeared: Date.now() }])
}

export function markAnswered(id: string, answer: string, by: string): void {
  asks.set(asks.get().map((shown) => (shown.ask.id === id ? { ...shown, over: { answer, by } } : shown)))
}

export function dropAnswered(): void {
  asks.set(asks.get().filter(({ over }) => over === undefined))
}

/** The other calls that wait for the same answer. An ask that was told of early does not name those that joined it since. */
export function equalsOf(ask: PendingAsk, shown: readonly ShownAsk[]): readonly string[] {
  return waitingOf(shown)
    .map((other) => other.ask)
    .filter(({ id, equal }) => id !== ask.id && (ask.equal.includes(id) || equal.includes(ask.id)))
    .map(({ id }) => id)
}

export function waitingOf(shown: readonly ShownAsk[]): readonly ShownAsk[] {
  return shown.filter(({ over }) => over === undefined)
}
