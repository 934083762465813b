import { type PathUse, RECOVERABLE } from '../../analysis/paths/paths.ts'
import type { Entry } from '../../transcript/entries.ts'
import { type action, effect, user } from './testing.ts'

/** A made-up session with the sizes of real ones: 178 calls, 47 of them judged, 13 prompts, about 110,000 characters. */

function pathOf(text: string): PathUse {
  const traits = { zone: 'outside', tags: [], glob: false, dynamic: false, sessionMade: false } as const
  return { text, real: text, recoverable: RECOVERABLE.unknown, ...traits }
}

/** A small generator of its own, so that every run sees the same session. */
function seededRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

export interface ProfileStep {
  readonly entry: Extract<Entry, { kind: 'call' }>
  /** User turns before the call. */
  readonly before: readonly Entry[]
  readonly effects: ReturnType<typeof action>['effects']
}

export function realisticSession(calls = 178, seed = 11): readonly ProfileStep[] {
  const random = seededRandom(seed)
  const text = (size: number): string =>
    Array.from({ length: Math.ceil(size / 8) }, () => random().toString(36).slice(2, 9)).join(' ')
  return Array.from({ length: calls }, (_, at) => {
    const judged = random() < 47 / 178
    const edit = !judged && random() < 0.35
    const size = edit ? 300 + random() * 2_400 : random() < 0.1 ? 300 + random() * 900 : 20 + random() * 120
    const before = at === 0 || random() < 12 / 178 ? [user(text(60 + random() * 400))] : []
    const entry = { kind: 'call' as const, tool: edit ? 'Edit' : 'Bash', input: { command: text(size) }, judged }
    const effects = [
      effect({ kind: 'write-path', path: pathOf(`/srv/${text(24)}`), how: 'create', content: undefined }),
    ]
    return { entry, before, effects }
  })
}
