import type { Run } from './run.ts'
import type { CodeCall } from './table.ts'
import { type Abstract, exact, text } from './value.ts'

/** What goes from one name to another, by force or to take it away: nobody keeps such texts in a list of his own. */
const REFSPEC = /^(?:\+[^\s:]{0,200}refs\/heads\/|(?:\+?[^\s:]{1,200})?:refs\/(?:heads|tags)\/)\S{1,400}$/
const SHORT = /^(?:\+[^\s:]{1,200}|\+?[^\s:]{0,200}:[^\s:/][^\s:]{0,200})$/
const OF_A_REPOSITORY = /git|repo|remote|porcelain/i
const HOLDS_REFS = /^(?:ref_?)?specs?$|^refs?$/i
const MOST = 50

const partsOf = (value: Abstract): readonly Abstract[] => value.items ?? [value]

function namedWords({ named }: CodeCall): {
  readonly options: readonly Abstract[]
  readonly refs: readonly Abstract[]
} {
  const given = [...named].slice(0, MOST)
  return {
    options: given.flatMap(([name, value]) =>
      /^true$/i.test(value.ref ?? '') ? [text(`--${name.replaceAll('_', '-')}`)] : [],
    ),
    refs: given.flatMap(([name, value]) => (HOLDS_REFS.test(name) ? partsOf(value) : [])).slice(0, MOST),
  }
}

/** A call that pushes what it is given, as `git push` does with the same words. */
export function pushesRefs(call: CodeCall, placed: readonly Abstract[], run: Run): void {
  const { options, refs } = namedWords(call)
  run.program([...['git', 'push', 'origin'].map((word) => text(word)), ...options, ...placed, ...refs], call.name)
}

export function statePushedRefs(call: CodeCall, run: Run): void {
  // Lists of JavaScript are pushed to as well.
  if (run.language === 'javascript' || !/\.push!?$/.test(call.name)) return
  const short = OF_A_REPOSITORY.test(call.name.slice(0, call.name.lastIndexOf('.')))
  const isRef = (value: Abstract) => {
    const ref = exact(value)
    return ref !== undefined && (REFSPEC.test(ref) || (short && SHORT.test(ref)))
  }
  const placed = call.args.flatMap(partsOf).slice(0, MOST).filter(isRef)
  const { refs } = namedWords(call)
  if (placed.length > 0 || (refs.length > 0 && (short || refs.some(isRef)))) pushesRefs(call, placed, run)
}
