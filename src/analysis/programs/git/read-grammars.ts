import { once } from '../../once.ts'
import { type Grammar, namesIn } from '../options.ts'

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
  ['shortlog', form(COMMITS.replace(' n ', ' '))],
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
