import type { Run } from './run.ts'
import type { Call } from './table.ts'
import { exact, text } from './value.ts'

/** What goes from one name to another, by force or to take it away: nobody keeps such texts in a list of his own. */
const REFSPEC = /^(?:\+[^\s:]{0,200}refs\/heads\/|(?:\+?[^\s:]{1,200})?:refs\/(?:heads|tags)\/)\S{1,400}$/
const MOST = 50

/** A library for repositories is told to push: it does what `git push` does with the same words. */
export function statePushedRefs(call: Call, run: Run): void {
  // Lists of JavaScript are pushed to as well.
  if (run.language === 'javascript' || !/\.push!?$/.test(call.name)) return
  const refs = call.args
    .flatMap((value) => value.items ?? [value])
    .slice(0, MOST)
    .flatMap((value) => exact(value) ?? [])
    .filter((ref) => REFSPEC.test(ref))
  if (refs.length > 0)
    run.program(
      ['git', 'push', 'origin', ...refs].map((word) => text(word)),
      call.name,
    )
}
