import { shown } from '../form/words.ts'
import type { Options } from '../options.ts'
import type { Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { type GitCall, type GitVerbs, mayMean, verb } from './call.ts'
import { discard, ownRepository } from './discard.ts'
import { mayBeOption } from './made-words.ts'
import { isDefault } from './push.ts'

/** `branch` and `tag`: without a name, or with one of these options, they list. */
const LISTS = 'l list contains no-contains merged no-merged points-at'.split(' ')

const doubtful = ({ operands }: Options) => operands.some(mayBeOption) && 'unknown'

const branch = verb(
  (call, options) => weakest(doubtful(options), readBranch(call, options, options.operands.map(shown))),
  'u set-upstream-to sort format points-at contains no-contains merged no-merged',
  'delete force',
  't track color column abbrev',
)

function readBranch(call: GitCall, options: Options, refs: readonly string[]): Standing {
  const forced = mayMean(options, 'f', 'force')
  if (mayMean(options, 'd', 'delete', 'D')) {
    const hard = options.has('D') || forced
    const safe = !hard || options.has('r', 'remotes')
    return weakest(
      'expected',
      discard(call, 'branch', `branch -${hard ? 'D' : 'd'}`, { refs, ...(safe && { loses: 'nothing' }) }),
    )
  }
  if (options.has('M', 'C')) {
    const certainty = refs.length > 1 && isDefault(refs[1] ?? '', call) ? 'likely' : 'possible'
    discard(call, 'branch', 'branch -M', { refs: refs.slice(-1), certainty })
    return 'expected'
  }
  if (forced) return discard(call, 'branch', 'branch -f', { refs: refs.slice(0, 1), certainty: 'likely' })
  if (options.has('m', 'move', 'c', 'copy', 'u', 'set-upstream-to', 'unset-upstream', 'edit-description'))
    return 'expected'
  if (options.has('t', 'track', 'no-track')) return 'expected'
  return refs.length === 0 || options.has('show-current', 'a', 'all', 'r', 'remotes', ...LISTS) ? 'proven' : 'expected'
}

const tag = verb(
  (call, options) => {
    const refs = options.operands.map(shown)
    if (mayMean(options, 'd', 'delete')) return weakest(doubtful(options), discard(call, 'tag', 'tag -d', { refs }))
    if (mayMean(options, 'f', 'force'))
      discard(call, 'tag', 'tag -f', { refs: refs.slice(0, 1), certainty: 'possible' })
    const lists = refs.length === 0 || options.has('n', 'v', 'verify', ...LISTS)
    const shows = lists && !options.has('m', 'message', 'a') && !mayMean(options, 'f', 'force')
    return weakest(doubtful(options), shows ? 'proven' : 'expected')
  },
  'm message F file u local-user cleanup sort format points-at trailer contains no-contains merged no-merged',
  'delete force',
  'n color column',
)

const updateRef = verb((call, options) => {
  if (options.has('stdin')) return weakest('unknown', readsUpdates(call))
  const [ref] = options.operands.map(shown)
  if (ref === undefined) return 'expected'
  const kind = /^refs\/(heads|tags|stash$)/.exec(ref)?.[1]
  const what = kind === 'heads' ? 'branch' : kind === 'tags' ? 'tag' : kind === 'stash' ? 'stash' : 'commits'
  const name = ref.replace('refs/heads/', '')
  const loss = {
    refs: [ref],
    loses: what === 'branch' && call.facts.session.branches.has(name) ? ('nothing' as const) : ('unknown' as const),
  }
  if (options.has('d')) return discard(call, what, 'update-ref -d', loss)
  const certainty = isDefault(name, call) ? 'likely' : 'possible'
  return weakest('expected', discard(call, what, 'update-ref', { ...loss, certainty }))
}, 'm')

/** `git update-ref --stdin`: one change a line; lines that cannot be read may be deletions. */
function readsUpdates(call: GitCall): Standing {
  const { stdin } = call.command
  if (stdin.kind === 'inherited' || ownRepository(call)) return 'plain'
  const lines = stdin.value.text?.split(/[\n\0]/) ?? []
  const refs = lines.filter((line) => /^delete\s/.test(line)).map((line) => line.split(/\s+/)[1] ?? '')
  const unread = stdin.value.text === undefined && stdin.value.sources.some((source) => source.kind === 'command')
  if (refs.length === 0 && !unread) return 'plain'
  return discard(call, 'branch', 'update-ref --stdin', { refs, loses: 'unknown', certainty: 'likely' })
}

const symbolicRef = verb((call, options) => {
  if (!options.has('d', 'delete')) return options.operands.length < 2 ? 'proven' : 'plain'
  return weakest('plain', discard(call, 'branch', 'symbolic-ref -d', { refs: options.operands.map(shown) }))
}, 'm')

const replace = verb((call, options) => {
  if (options.has('l', 'list') || call.args.length === 0) return 'proven'
  discard(call, 'history', 'replace', { refs: options.operands.map(shown), certainty: 'possible' })
  return 'plain'
}, 'format')

export const REF_VERBS: GitVerbs = [
  ['branch', branch],
  ['tag', tag],
  ['update-ref', updateRef],
  ['symbolic-ref', symbolicRef],
  ['replace', replace],
  ['pack-redundant', () => 'proven'],
]
