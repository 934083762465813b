import type { Options } from './options.ts'
import type { Miss, Section } from './section.ts'
import type { Store } from './store.ts'

/** One suite of the bench. Its result is plain JSON: it is stored, compared with the last one, and shown later. */
export interface Suite<Result> {
  readonly name: string
  run(options: Options, store: Store): Promise<Result>
  show(result: Result): readonly Section[]
  /** What the gate still gets wrong. */
  misses(result: Result): readonly Miss[]
  /** Why the run as a whole fails; none for suites that only measure. */
  failures?(result: Result): readonly string[]
}
