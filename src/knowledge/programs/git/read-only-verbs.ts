import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { type Grammar, type Options, parseOptionNames, readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade } from '../../../analysis/interpret/program.ts'
import { mayBeOption } from '../../../analysis/interpret/synthetic-words.ts'
import { lazy } from '../../../analysis/text/memoize.ts'
import {
  type GitAnalyzer,
  type GitCall,
  mayHaveOption,
  resolvePathFromRoot,
  resolvePathOperand,
  splitAtDashes,
} from './call.ts'
import { parseRevisionPath } from './output.ts'
import { parseRemote, recordRemoteContact } from './remotes.ts'

const splitNames = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Every letter: no sub-command that reads has one that does more, but for those with a value below. */
const ALL_SHORT_OPTIONS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']

/**
 * What reading sub-commands are given changes what they print. Listed is what takes a word of its own, what an analyzer asks about,
 * and what only sounds like more.
 */
const makeReadOnlyGrammar = (values: string, flags = '', optional = '') =>
  lazy(
    (): Grammar => ({
      lenient: true,
      flags: `${ALL_SHORT_OPTIONS.filter((letter) => !parseOptionNames(`${values} ${optional}`).includes(letter)).join(' ')} ${COMMON_LONG_FLAGS} ${flags}`,
      values,
      optional,
    }),
  )

const COMMON_LONG_FLAGS =
  'patch no-patch patch-with-raw patch-with-stat merge no-merges merges merge-base show-signature no-show-signature no-ext-diff ' +
  'no-textconv textconv no-index diff-filter no-color-moved log-size in-commit-order exclude-standard error-unmatch clear-decorations ' +
  'write-tree reflog no-reflog no-reflogs output-object-format branch no-branch no-format'

const COMMIT_FILTER_OPTIONS =
  'S G O l n L U I max-count skip since after until before author committer grep format date output encoding'
const HISTORY_GRAMMAR = makeReadOnlyGrammar(COMMIT_FILTER_OPTIONS, 'ext-diff')
const PLAIN_GRAMMAR = makeReadOnlyGrammar('')

/** Sub-commands that only read. `output`, `ext-diff` and pagers are looked at apart. */
const READ_ONLY_GRAMMARS: ReadonlyMap<string, () => Grammar> = new Map([
  ...splitNames('log show diff whatchanged diff-tree diff-index diff-files rev-list range-diff').map(
    (verb): [string, () => Grammar] => [verb, HISTORY_GRAMMAR],
  ),
  ['shortlog', makeReadOnlyGrammar(COMMIT_FILTER_OPTIONS.replaceAll(/ (?:n|committer)(?= )/g, ''))],
  ['blame', makeReadOnlyGrammar('L S contents date encoding ignore-rev ignore-revs-file since')],
  ['grep', makeReadOnlyGrammar('e f A B C m max-count max-depth threads', '', '-O open-files-in-pager')],
  ['describe', makeReadOnlyGrammar('candidates match exclude')],
  ['ls-files', makeReadOnlyGrammar('x X exclude exclude-from exclude-per-directory with-tree format')],
  ['ls-tree', makeReadOnlyGrammar('format')],
  ['for-each-ref', makeReadOnlyGrammar('count format sort points-at exclude', 'shell perl python tcl')],
  ['check-mailmap', makeReadOnlyGrammar('mailmap-file mailmap-blob')],
  ['column', makeReadOnlyGrammar('command mode raw-mode width indent nl padding')],
  ['ls-remote', makeReadOnlyGrammar('o sort server-option upload-pack exec')],
  ['merge-tree', makeReadOnlyGrammar('X')],
  ...splitNames(
    `status annotate rev-parse cat-file name-rev merge-base show-ref show-branch cherry count-objects check-ignore check-attr
     check-ref-format verify-commit verify-tag verify-pack fsck patch-id stripspace version var show-index get-tar-commit-id request-pull
     fast-export help diagnose`,
  ).map((verb): [string, () => Grammar] => [verb, PLAIN_GRAMMAR]),
])

const CONTENT_PRINTING_VERBS = new Set([
  'show',
  'diff',
  'cat-file',
  'blame',
  'annotate',
  'diff-tree',
  'diff-index',
  'diff-files',
])

/** One analyzer for every sub-command that only reads; what writes or runs after all is stated apart. */
const analyzeReadOnly: GitAnalyzer = (call) => {
  const grammar = READ_ONLY_GRAMMARS.get(call.verb)?.() ?? {}
  const options = readOptions(call.args, grammar)
  const grade = weakestGrade(
    options.unknown.length === 0 ? 'proven' : 'unknown',
    options.operands.some(mayBeOption) ? 'unknown' : 'proven',
    recordOutputFile(options, call),
    recordStartedPrograms(options, call),
  )
  recordShownFiles(options, call)
  return grade
}

function recordOutputFile(options: Options, call: GitCall): CommandGrade {
  const abbreviated = options.unknown.find((word) => /^--outp?u?t?=/.test(word.known))
  const target = options.value('output')
  if (!target && !abbreviated) return 'proven'
  if (!target) return 'unknown'
  const path = resolvePathOperand(call, target)
  call.recorder.effect({
    kind: 'write-path',
    path,
    how: 'overwrite',
    content: undefined,
    by: `git ${call.verb} --output`,
  })
  return path.zone === 'project' || path.zone === 'temp' ? 'expected' : 'plain'
}

function recordStartedPrograms(options: Options, call: GitCall): CommandGrade {
  const { recorder, repository } = call
  if (call.verb === 'grep' && mayHaveOption(options, 'O', 'open-files-in-pager')) {
    const pager = options.value('O', 'open-files-in-pager')
    return pager ? weakestGrade('plain', recorder.runsShell(pager, 'git grep -O')) : 'plain'
  }
  const upload = call.verb === 'ls-remote' ? options.value('upload-pack', 'exec') : undefined
  if (upload) return weakestGrade('plain', recorder.runsShell(upload, 'git ls-remote --upload-pack'))
  if (call.verb === 'ls-remote') {
    if (options.unknown.length > 0 && mayHaveOption(options, 'upload-pack', 'exec'))
      recordAbbreviatedOptions(options, call)
    recordRemoteContact(parseRemote(options.operands[0], call), call, 'git ls-remote')
    return 'expected'
  }
  if (options.has('ext-diff') || (options.has('show-signature') && !repository && recorder.facts.live))
    return repository && repository.executes.length === 0 ? 'proven' : 'unknown'
  return 'proven'
}

/** `--upload-pa=cmd`: an abbreviation no table resolves is still a command. */
function recordAbbreviatedOptions(options: Options, call: GitCall): void {
  for (const word of options.unknown) {
    const at = word.known.indexOf('=')
    if (at > 0) call.recorder.runsShell({ text: word.text?.slice(at + 1), sources: word.sources }, `git ${call.verb}`)
  }
}

/** Files whose content is printed: `rev:path`, and path operands of commands that show content. */
function recordShownFiles(options: Options, call: GitCall): void {
  const { after } = splitAtDashes(call.args)
  const prints = CONTENT_PRINTING_VERBS.has(call.verb) || options.has('p', 'patch', 'u')
  for (const word of options.operands) {
    const inRevision = parseRevisionPath(word.known)
    const path = inRevision === undefined ? resolvePathOperand(call, word) : resolvePathFromRoot(call, inRevision)
    const isPath = inRevision !== undefined || (prints && (after.includes(word) || call.verb === 'blame'))
    if (isPath || (path.tags.includes('secret') && (prints || call.verb === 'grep')))
      call.recorder.effect({ kind: 'read-path', path, list: false, by: `git ${call.verb}` })
    else if (options.has('no-index'))
      call.recorder.effect({ kind: 'read-path', path, list: false, by: `git ${call.verb} --no-index` })
  }
}

export const READ_ONLY_GIT_VERBS: ReadonlyMap<string, GitAnalyzer> = new Map(
  [...READ_ONLY_GRAMMARS.keys()].map((verb) => [verb, analyzeReadOnly]),
)
