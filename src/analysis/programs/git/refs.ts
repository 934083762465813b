import type { Word } from '../../words.ts'
import { type Options, readOptions } from '../options.ts'
import type { Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { type GitCall, type GitReader, mayMean } from './call.ts'
import { branchLoss, discard, ownRepository } from './discard.ts'
import { grammar } from './grammar.ts'
import { mayBeOption } from './made-words.ts'
import { isDefault } from './push.ts'

const BRANCH = grammar(
  'd delete D f force m move M c copy C a all r remotes v vv verbose q quiet list l show-current edit-description unset-upstream no-track i ignore-case no-color no-column create-reflog omit-empty no-abbrev',
  'u set-upstream-to sort format points-at contains no-contains merged no-merged',
  't track color column abbrev',
)
const CHANGES_BRANCH = [
  'm',
  'move',
  'M',
  'c',
  'copy',
  'C',
  'f',
  'force',
  'u',
  'set-upstream-to',
  'unset-upstream',
  'edit-description',
  't',
  'track',
  'no-track',
]
const LISTS_BRANCH = [
  'list',
  'l',
  'show-current',
  'a',
  'all',
  'r',
  'remotes',
  'contains',
  'no-contains',
  'merged',
  'no-merged',
  'points-at',
]

const branch: GitReader = (call) => {
  const options = readOptions(call.args, BRANCH)
  const unknown: Standing = options.unknown.length > 0 || options.operands.some(mayBeOption) ? 'unknown' : 'proven'
  const refs = names(options.operands)
  const forced = mayMean(options, 'f', 'force')
  if (mayMean(options, 'd', 'delete', 'D')) {
    const hard = mayMean(options, 'D') || forced
    const remoteTracking = options.has('r', 'remotes')
    const loses = !hard || remoteTracking ? 'nothing' : branchLoss(call, refs)
    return weakest(
      unknown,
      'expected',
      discard(call, { what: 'branch', refs, loses, by: hard ? 'git branch -D' : 'git branch -d' }),
    )
  }
  if (mayMean(options, 'M', 'C')) {
    discard(call, {
      what: 'branch',
      refs: refs.slice(-1),
      loses: branchLoss(call, refs.slice(-1)),
      certainty: refs.length > 1 && isDefault(refs[1] ?? '', call) ? 'likely' : 'possible',
      by: 'git branch -M',
    })
    return weakest(unknown, 'expected')
  }
  if (forced)
    return weakest(
      unknown,
      discard(call, {
        what: 'branch',
        refs: refs.slice(0, 1),
        loses: branchLoss(call, refs.slice(0, 1)),
        certainty: 'likely',
        by: 'git branch -f',
      }),
    )
  if (options.has(...CHANGES_BRANCH)) return weakest(unknown, 'expected')
  return weakest(unknown, options.operands.length === 0 || options.has(...LISTS_BRANCH) ? 'proven' : 'expected')
}

const TAG = grammar(
  'a annotate s sign no-sign f force d delete v verify l list i ignore-case no-color no-column create-reflog e edit omit-empty',
  'm message F file u local-user cleanup sort format points-at trailer contains no-contains merged no-merged',
  'n color column',
)

const tag: GitReader = (call) => {
  const options = readOptions(call.args, TAG)
  const unknown: Standing = options.unknown.length > 0 || options.operands.some(mayBeOption) ? 'unknown' : 'proven'
  const loses = ownRepository(call) ? 'nothing' : 'unknown'
  const refs = names(options.operands)
  if (mayMean(options, 'd', 'delete'))
    return weakest(unknown, discard(call, { what: 'tag', refs, loses, by: 'git tag -d' }))
  if (mayMean(options, 'f', 'force')) {
    discard(call, { what: 'tag', refs: refs.slice(0, 1), loses, certainty: 'possible', by: 'git tag -f' })
    return weakest(unknown, 'expected')
  }
  const lists =
    options.operands.length === 0 ||
    options.has('l', 'list', 'n', 'contains', 'no-contains', 'merged', 'no-merged', 'points-at', 'v', 'verify')
  return weakest(unknown, lists && !options.has('m', 'message', 'a') ? 'proven' : 'expected')
}

const updateRef: GitReader = (call) => {
  const options = readOptions(call.args, grammar('d no-deref stdin z create-reflog', 'm'))
  const standing: Standing = options.unknown.length > 0 || options.has('stdin') ? 'unknown' : 'expected'
  const [ref] = names(options.operands)
  if (options.has('stdin')) return weakest(standing, readsUpdates(call))
  if (ref === undefined) return standing
  const what = whatOf(ref)
  const loses = ownRepository(call)
    ? 'nothing'
    : what === 'branch'
      ? branchLoss(call, [ref.replace('refs/heads/', '')])
      : 'unknown'
  if (options.has('d')) return weakest(standing, discard(call, { what, refs: [ref], loses, by: 'git update-ref -d' }))
  const certainty = isDefault(ref.replace('refs/heads/', ''), call) ? 'likely' : 'possible'
  return weakest(standing, discard(call, { what, refs: [ref], loses, certainty, by: 'git update-ref' }))
}

/** `git update-ref --stdin`: one change a line; lines that cannot be read may be deletions. */
function readsUpdates(call: GitCall): Standing {
  const { stdin } = call.command
  if (stdin.kind === 'inherited' || ownRepository(call)) return 'plain'
  const lines = stdin.value.text?.split(/[\n\0]/) ?? []
  const gone = lines.filter((line) => /^delete\s/.test(line)).map((line) => line.split(/\s+/)[1] ?? '')
  const unread = stdin.value.text === undefined && stdin.value.sources.some((source) => source.kind === 'command')
  if (gone.length === 0 && !unread) return 'plain'
  return discard(call, {
    what: 'branch',
    refs: gone,
    loses: 'unknown',
    certainty: 'likely',
    by: 'git update-ref --stdin',
  })
}

function whatOf(ref: string): 'branch' | 'tag' | 'stash' | 'commits' {
  if (ref.startsWith('refs/heads/')) return 'branch'
  if (ref.startsWith('refs/tags/')) return 'tag'
  return ref === 'refs/stash' ? 'stash' : 'commits'
}

const symbolicRef: GitReader = (call) => {
  const options = readOptions(call.args, grammar('q quiet d delete short recurse no-recurse', 'm'))
  const standing: Standing = options.unknown.length > 0 ? 'unknown' : 'proven'
  if (!options.has('d', 'delete') && options.operands.length < 2) return standing
  if (!options.has('d', 'delete')) return weakest(standing, 'plain')
  const refs = names(options.operands)
  const loses = ownRepository(call) ? 'nothing' : 'unknown'
  return weakest(standing, 'plain', discard(call, { what: 'branch', refs, loses, by: 'git symbolic-ref -d' }))
}

const replace: GitReader = (call) => {
  const options = readOptions(
    call.args,
    grammar('f force d delete raw graft convert-graft-file l list e edit', 'format'),
  )
  if (options.has('l', 'list') || call.args.length === 0) return 'proven'
  const loses = ownRepository(call) ? 'nothing' : 'unknown'
  return weakest(
    'plain',
    discard(call, { what: 'history', refs: names(options.operands), loses, certainty: 'possible', by: 'git replace' }),
  )
}

function names(words: Options['operands']): string[] {
  return words.map((word: Word) => word.text ?? word.known.replaceAll('\0', '…'))
}

export const REF_VERBS: readonly (readonly [string, GitReader])[] = [
  ['branch', branch],
  ['tag', tag],
  ['update-ref', updateRef],
  ['symbolic-ref', symbolicRef],
  ['replace', replace],
  ['pack-redundant', (_call: GitCall) => 'proven'],
]
