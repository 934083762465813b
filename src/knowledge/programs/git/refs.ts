import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { type Options, readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade } from '../../../analysis/interpret/program.ts'
import { mayBeOption } from '../../../analysis/interpret/synthetic-words.ts'
import type { Word } from '../../../analysis/words.ts'
import { type GitAnalyzer, type GitCall, mayHaveOption } from './call.ts'
import { assessBranchLoss, isSessionRepository, recordDiscard } from './discard.ts'
import { defineGrammar } from './grammar.ts'
import { isDefaultBranch } from './push.ts'

const BRANCH_GRAMMAR = defineGrammar(
  'd delete D f force m move M c copy C a all r remotes v vv verbose q quiet list l show-current edit-description unset-upstream no-track i ignore-case no-color no-column create-reflog omit-empty no-abbrev',
  'u set-upstream-to sort format points-at contains no-contains merged no-merged',
  't track color column abbrev',
)
const BRANCH_CHANGING_OPTIONS = [
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
const BRANCH_LISTING_OPTIONS = [
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

const analyzeBranch: GitAnalyzer = (call) => {
  const options = readOptions(call.args, BRANCH_GRAMMAR)
  const unknown: CommandGrade = options.unknown.length > 0 || options.operands.some(mayBeOption) ? 'unknown' : 'proven'
  const refs = listRefNames(options.operands)
  const forced = mayHaveOption(options, 'f', 'force')
  if (mayHaveOption(options, 'd', 'delete', 'D')) {
    const hard = mayHaveOption(options, 'D') || forced
    const remoteTracking = options.has('r', 'remotes')
    const loses = !hard || remoteTracking ? 'nothing' : assessBranchLoss(call, refs)
    return weakestGrade(
      unknown,
      'expected',
      recordDiscard(call, { what: 'branch', refs, loses, by: hard ? 'git branch -D' : 'git branch -d' }),
    )
  }
  if (mayHaveOption(options, 'M', 'C')) {
    recordDiscard(call, {
      what: 'branch',
      refs: refs.slice(-1),
      loses: assessBranchLoss(call, refs.slice(-1)),
      certainty: refs.length > 1 && isDefaultBranch(refs[1] ?? '', call) ? 'likely' : 'possible',
      by: 'git branch -M',
    })
    return weakestGrade(unknown, 'expected')
  }
  if (forced)
    return weakestGrade(
      unknown,
      recordDiscard(call, {
        what: 'branch',
        refs: refs.slice(0, 1),
        loses: assessBranchLoss(call, refs.slice(0, 1)),
        certainty: 'likely',
        by: 'git branch -f',
      }),
    )
  if (options.has(...BRANCH_CHANGING_OPTIONS)) return weakestGrade(unknown, 'expected')
  return weakestGrade(
    unknown,
    options.operands.length === 0 || options.has(...BRANCH_LISTING_OPTIONS) ? 'proven' : 'expected',
  )
}

const TAG_GRAMMAR = defineGrammar(
  'a annotate s sign no-sign f force d delete v verify l list i ignore-case no-color no-column create-reflog e edit omit-empty',
  'm message F file u local-user cleanup sort format points-at trailer contains no-contains merged no-merged',
  'n color column',
)

const analyzeTag: GitAnalyzer = (call) => {
  const options = readOptions(call.args, TAG_GRAMMAR)
  const unknown: CommandGrade = options.unknown.length > 0 || options.operands.some(mayBeOption) ? 'unknown' : 'proven'
  const loses = isSessionRepository(call) ? 'nothing' : 'unknown'
  const refs = listRefNames(options.operands)
  if (mayHaveOption(options, 'd', 'delete'))
    return weakestGrade(unknown, recordDiscard(call, { what: 'tag', refs, loses, by: 'git tag -d' }))
  if (mayHaveOption(options, 'f', 'force')) {
    recordDiscard(call, { what: 'tag', refs: refs.slice(0, 1), loses, certainty: 'possible', by: 'git tag -f' })
    return weakestGrade(unknown, 'expected')
  }
  const lists =
    options.operands.length === 0 ||
    options.has('l', 'list', 'n', 'contains', 'no-contains', 'merged', 'no-merged', 'points-at', 'v', 'verify')
  return weakestGrade(unknown, lists && !options.has('m', 'message', 'a') ? 'proven' : 'expected')
}

const analyzeUpdateRef: GitAnalyzer = (call) => {
  const options = readOptions(call.args, defineGrammar('d no-deref stdin z create-reflog', 'm'))
  const grade: CommandGrade = options.unknown.length > 0 || options.has('stdin') ? 'unknown' : 'expected'
  const [ref] = listRefNames(options.operands)
  if (options.has('stdin')) return weakestGrade(grade, analyzeRefUpdates(call))
  if (ref === undefined) return grade
  const what = classifyRef(ref)
  const loses = isSessionRepository(call)
    ? 'nothing'
    : what === 'branch'
      ? assessBranchLoss(call, [ref.replace('refs/heads/', '')])
      : 'unknown'
  if (options.has('d'))
    return weakestGrade(grade, recordDiscard(call, { what, refs: [ref], loses, by: 'git update-ref -d' }))
  const certainty = isDefaultBranch(ref.replace('refs/heads/', ''), call) ? 'likely' : 'possible'
  return weakestGrade(grade, recordDiscard(call, { what, refs: [ref], loses, certainty, by: 'git update-ref' }))
}

/** `git update-ref --stdin`: one change a line; lines that cannot be read may be deletions. */
function analyzeRefUpdates(call: GitCall): CommandGrade {
  const { stdin } = call.command
  if (stdin.kind === 'inherited' || isSessionRepository(call)) return 'plain'
  const lines = stdin.value.text?.split(/[\n\0]/) ?? []
  const gone = lines.filter((line) => /^delete\s/.test(line)).map((line) => line.split(/\s+/)[1] ?? '')
  const unread = stdin.value.text === undefined && stdin.value.sources.some((source) => source.kind === 'command')
  if (gone.length === 0 && !unread) return 'plain'
  return recordDiscard(call, {
    what: 'branch',
    refs: gone,
    loses: 'unknown',
    certainty: 'likely',
    by: 'git update-ref --stdin',
  })
}

function classifyRef(ref: string): 'branch' | 'tag' | 'stash' | 'commits' {
  if (ref.startsWith('refs/heads/')) return 'branch'
  if (ref.startsWith('refs/tags/')) return 'tag'
  return ref === 'refs/stash' ? 'stash' : 'commits'
}

const analyzeSymbolicRef: GitAnalyzer = (call) => {
  const options = readOptions(call.args, defineGrammar('q quiet d delete short recurse no-recurse', 'm'))
  const grade: CommandGrade = options.unknown.length > 0 ? 'unknown' : 'proven'
  if (!options.has('d', 'delete') && options.operands.length < 2) return grade
  if (!options.has('d', 'delete')) return weakestGrade(grade, 'plain')
  const refs = listRefNames(options.operands)
  const loses = isSessionRepository(call) ? 'nothing' : 'unknown'
  return weakestGrade(grade, 'plain', recordDiscard(call, { what: 'branch', refs, loses, by: 'git symbolic-ref -d' }))
}

const analyzeReplace: GitAnalyzer = (call) => {
  const options = readOptions(
    call.args,
    defineGrammar('f force d delete raw graft convert-graft-file l list e edit', 'format'),
  )
  if (options.has('l', 'list') || call.args.length === 0) return 'proven'
  const loses = isSessionRepository(call) ? 'nothing' : 'unknown'
  return weakestGrade(
    'plain',
    recordDiscard(call, {
      what: 'history',
      refs: listRefNames(options.operands),
      loses,
      certainty: 'possible',
      by: 'git replace',
    }),
  )
}

function listRefNames(words: Options['operands']): string[] {
  return words.map((word: Word) => word.text ?? word.known.replaceAll('\0', '…'))
}

export const REF_VERBS: readonly (readonly [string, GitAnalyzer])[] = [
  ['branch', analyzeBranch],
  ['tag', analyzeTag],
  ['update-ref', analyzeUpdateRef],
  ['symbolic-ref', analyzeSymbolicRef],
  ['replace', analyzeReplace],
  ['pack-redundant', (_call: GitCall) => 'proven'],
]
