import { once } from '../../remembered.ts'
import { type Grammar, namesIn, type Options, readOptions } from '../options.ts'
import type { Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { type GitCall, type GitReader, mayMean, pathAtRoot, pathIn, splitAtDashes } from './call.ts'
import { mayBeOption } from './made-words.ts'
import { pathOfRevision } from './output.ts'
import { remoteOf, stateContact } from './remotes.ts'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Every letter: no sub-command that reads has one that does more, but for those with a value below. */
const LETTERS = [...'abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789']

/**
 * What reading sub-commands are given changes what they print. Listed is what takes a word of its own, what a reader asks about,
 * and what only sounds like more.
 */
const form = (values: string, flags = '', optional = '') =>
  once(
    (): Grammar => ({
      lenient: true,
      flags: `${LETTERS.filter((letter) => !namesIn(`${values} ${optional}`).includes(letter)).join(' ')} ${MORE} ${flags}`,
      values,
      optional,
    }),
  )

const MORE =
  'patch no-patch patch-with-raw patch-with-stat merge no-merges merges merge-base show-signature no-show-signature no-ext-diff ' +
  'no-textconv textconv no-index diff-filter no-color-moved log-size in-commit-order exclude-standard error-unmatch clear-decorations ' +
  'write-tree reflog no-reflog no-reflogs output-object-format branch no-branch no-format'

const COMMITS =
  'S G O l n L U I max-count skip since after until before author committer grep format date output encoding'
const HISTORY = form(COMMITS, 'ext-diff')
const PLAIN = form('')

/** Sub-commands that only read. `output`, `ext-diff` and pagers are looked at apart. */
export const READ_GRAMMARS: ReadonlyMap<string, () => Grammar> = new Map([
  ...words('log show diff whatchanged diff-tree diff-index diff-files rev-list range-diff').map(
    (verb): [string, () => Grammar] => [verb, HISTORY],
  ),
  ['shortlog', form(COMMITS.replaceAll(/ (?:n|committer)(?= )/g, ''))],
  ['blame', form('L S contents date encoding ignore-rev ignore-revs-file since')],
  ['grep', form('e f A B C m max-count max-depth threads', '', '-O open-files-in-pager')],
  ['describe', form('candidates match exclude')],
  ['ls-files', form('x X exclude exclude-from exclude-per-directory with-tree format')],
  ['ls-tree', form('format')],
  ['for-each-ref', form('count format sort points-at exclude', 'shell perl python tcl')],
  ['check-mailmap', form('mailmap-file mailmap-blob')],
  ['column', form('command mode raw-mode width indent nl padding')],
  ['ls-remote', form('o sort server-option upload-pack exec')],
  ['merge-tree', form('X')],
  ...words(
    `status annotate rev-parse cat-file name-rev merge-base show-ref show-branch cherry count-objects check-ignore check-attr
     check-ref-format verify-commit verify-tag verify-pack fsck patch-id stripspace version var show-index get-tar-commit-id request-pull
     fast-export help diagnose`,
  ).map((verb): [string, () => Grammar] => [verb, PLAIN]),
])

const PRINTS_CONTENT = new Set([
  'show',
  'diff',
  'cat-file',
  'blame',
  'annotate',
  'diff-tree',
  'diff-index',
  'diff-files',
])

/** One reader for every sub-command that only reads; what writes or runs after all is stated apart. */
const readOnly: GitReader = (call) => {
  const grammar = READ_GRAMMARS.get(call.verb)?.() ?? {}
  const options = readOptions(call.args, grammar)
  const standing = weakest(
    options.unknown.length === 0 ? 'proven' : 'unknown',
    options.operands.some(mayBeOption) ? 'unknown' : 'proven',
    stateOutput(options, call),
    stateRuns(options, call),
  )
  stateFiles(options, call)
  return standing
}

function stateOutput(options: Options, call: GitCall): Standing {
  const abbreviated = options.unknown.find((word) => /^--outp?u?t?=/.test(word.known))
  const target = options.value('output')
  if (!target && !abbreviated) return 'proven'
  if (!target) return 'unknown'
  const path = pathIn(call, target)
  call.scribe.effect({
    kind: 'write-path',
    path,
    how: 'overwrite',
    content: undefined,
    by: `git ${call.verb} --output`,
  })
  return path.zone === 'project' || path.zone === 'temp' ? 'expected' : 'plain'
}

function stateRuns(options: Options, call: GitCall): Standing {
  const { scribe, repository } = call
  if (call.verb === 'grep' && mayMean(options, 'O', 'open-files-in-pager')) {
    const pager = options.value('O', 'open-files-in-pager')
    return pager ? weakest('plain', scribe.runsShell(pager, 'git grep -O')) : 'plain'
  }
  const upload = call.verb === 'ls-remote' ? options.value('upload-pack', 'exec') : undefined
  if (upload) return weakest('plain', scribe.runsShell(upload, 'git ls-remote --upload-pack'))
  if (call.verb === 'ls-remote') {
    if (options.unknown.length > 0 && mayMean(options, 'upload-pack', 'exec')) stateAbbreviated(options, call)
    stateContact(remoteOf(options.operands[0], call), call, 'git ls-remote')
    return 'expected'
  }
  if (options.has('ext-diff') || (options.has('show-signature') && !repository && scribe.facts.live))
    return repository && repository.executes.length === 0 ? 'proven' : 'unknown'
  return 'proven'
}

/** `--upload-pa=cmd`: an abbreviation no table resolves is still a command. */
function stateAbbreviated(options: Options, call: GitCall): void {
  for (const word of options.unknown) {
    const at = word.known.indexOf('=')
    if (at > 0) call.scribe.runsShell({ text: word.text?.slice(at + 1), sources: word.sources }, `git ${call.verb}`)
  }
}

/** Files whose content is printed: `rev:path`, and path operands of commands that show content. */
function stateFiles(options: Options, call: GitCall): void {
  const { after } = splitAtDashes(call.args)
  const prints = PRINTS_CONTENT.has(call.verb) || options.has('p', 'patch', 'u')
  for (const word of options.operands) {
    const inRevision = pathOfRevision(word.known)
    const path = inRevision === undefined ? pathIn(call, word) : pathAtRoot(call, inRevision)
    const isPath = inRevision !== undefined || (prints && (after.includes(word) || call.verb === 'blame'))
    if (isPath || (path.tags.includes('secret') && (prints || call.verb === 'grep')))
      call.scribe.effect({ kind: 'read-path', path, list: false, by: `git ${call.verb}` })
    else if (options.has('no-index'))
      call.scribe.effect({ kind: 'read-path', path, list: false, by: `git ${call.verb} --no-index` })
  }
}

export const READ_VERBS: ReadonlyMap<string, GitReader> = new Map(
  [...READ_GRAMMARS.keys()].map((verb) => [verb, readOnly]),
)
