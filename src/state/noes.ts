import type { Noes } from '../session.ts'
import type { SessionEvent } from './session-events.ts'

/**
 * What the user said no to. A no holds for what was asked until their next turn; noes in a row are counted to the last question, so
 * that nobody is asked until they tire.
 */
export function foldNoes(
  events: readonly SessionEvent[],
  { ran, refused }: { readonly ran: ReadonlySet<string>; readonly refused: ReadonlySet<string> },
): Noes {
  const held = new Set<string>()
  let inRow = 0
  for (const event of events) {
    if (event.type === 'entry' && event.entry.kind === 'user' && event.agent === undefined) held.clear()
    if (event.type !== 'decided' || event.questions === undefined || event.callId === undefined) continue
    if (ran.has(event.callId)) inRow = 0
    else if (refused.has(event.callId)) inRow++
    else continue
    if (inRow === 0) continue
    for (const question of event.questions) held.add(question)
  }
  return { held, inRow }
}
