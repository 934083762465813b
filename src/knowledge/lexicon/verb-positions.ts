import { isDryRunName } from './dry-run-options.ts'
import { verbMeaning } from './verbs.ts'

/**
 * What the words of a sub-command ask for, by their places: a word that only asks settles it for all behind it, and a word that names things
 * as often as acts is a name where nothing stands behind it.
 */

/** They name nothing: whatever stands behind one is what it looks at. */
const ONLY_ASKS = new Set('get describe show ls inspect explain info dominfo read what-if whatif'.split(' '))
/** Asked for by themselves, and things as often: `logs x`, `status x`, but `logs delete x`. */
const ASKS_OR_THING = new Set('logs log status history top tail stat preview plan diff'.split(' '))
/** Of these what is asked for may be an act: `preview deploy x`. */
const OF_AN_ACT = new Set(['preview', 'plan', 'diff'])
/** Acts that services, jobs and branches are called after. */
const ACTS_AS_NAMES = new Set(
  'transfer publish deploy release migrate sync merge import export upload grant issue request submit share promote clone copy restore register buy invite'.split(
    ' ',
  ),
)
/** An act that a preview is of: `release what-if`. What takes away has a name behind it as often. */
const PREVIEWED_ACTS = /^(?:deploy|release|publish|migrate|update|create|scale|work)$/

export function onlyAsks(word: string): boolean {
  return ONLY_ASKS.has(word.toLowerCase())
}

function isAct(word: string): boolean {
  const act = verbMeaning(word)?.act
  return act !== undefined && act !== 'read'
}

/** Do these words, in their order, only ask? `sure`: an option says that something is done (`--yes`, `--all`). */
export function asksByPosition(words: readonly string[], sure: boolean): boolean {
  for (const [at, given] of words.entries()) {
    const word = given.toLowerCase()
    if (ONLY_ASKS.has(word)) return true
    if (ASKS_OR_THING.has(word))
      return isAskedFor(
        words.slice(at).map((each) => each.toLowerCase()),
        sure,
      )
    const next = words[at + 1]?.toLowerCase() ?? ''
    const act = verbMeaning(word)?.act
    if (act === undefined) {
      if (word.split(/[-:]/).some(isAct)) return false
      continue
    }
    if (isDryRunName(next) && PREVIEWED_ACTS.test(act) && words.length === at + 2) return true
    // `deployment inspect`: the noun of an act, and what is asked of it.
    if (/(?:ment|tions?)$/.test(word) && ONLY_ASKS.has(next)) return true
    return false
  }
  return false
}

/** What stands behind a word that may only be a thing. */
function isAskedFor([asking = '', ...behind]: readonly string[], sure: boolean): boolean {
  const [first, ...more] = behind
  if (first === undefined || ONLY_ASKS.has(first)) return true
  if (OF_AN_ACT.has(asking) && !sure && PREVIEWED_ACTS.test(verbMeaning(first)?.act ?? '')) return true
  if (ACTS_AS_NAMES.has(first)) return more.length === 0 && !sure
  return !behind.some((word) => isAct(word) || word.split(/[-:]/).some(isAct))
}
