import { once } from '../../once.ts'
import type { OptionGrammar } from '../options.ts'

const words = (text: string): readonly string[] => text.trim().split(/\s+/)

/** Options of the diff machinery that only shape what is printed. */
const DIFF = once(() => ({
  flags:
    words(`p u patch s no-patch raw patch-with-raw patch-with-stat minimal patience histogram numstat shortstat summary
    name-only name-status no-color no-renames rename-empty no-rename-empty full-index binary pickaxe-all pickaxe-regex R text a
    ignore-space-at-eol b ignore-space-change w ignore-all-space ignore-blank-lines ignore-cr-at-eol W function-context
    no-function-context exit-code quiet no-ext-diff no-textconv textconv no-prefix default-prefix ita-invisible-in-index
    ita-visible-in-index z indent-heuristic no-indent-heuristic check compact-summary cumulative no-color-moved
    no-color-moved-ws no-relative cached staged merge-base find-copies-harder D irreversible-delete follow cc c m t r
    combined-all-paths base ours theirs q dd root always no-commit-id v 0 1 2 3 4 5 6 7 8 9`),
  values: words(`diff-algorithm S G O l inter-hunk-context src-prefix dst-prefix line-prefix anchored
    output-indicator-new output-indicator-old output-indicator-context ws-error-highlight diff-filter find-object skip-to
    rotate-to I ignore-matching-lines word-diff-regex stat-width stat-name-width stat-count stat-graph-width unified U`),
  optional:
    words(`stat dirstat X dirstat-by-file submodule color color-moved color-moved-ws word-diff color-words B break-rewrites M
    find-renames C find-copies abbrev relative ignore-submodules`),
}))

/** Options that choose and order commits. */
const LOG = once(() => ({
  flags:
    words(`oneline graph all not stdin reverse merges no-merges first-parent topo-order date-order author-date-order
    full-history dense sparse simplify-merges simplify-by-decoration show-pulls boundary left-right left-only right-only
    cherry cherry-mark cherry-pick walk-reflogs g merge children parents count show-signature no-show-signature abbrev-commit no-abbrev-commit
    relative-date source use-mailmap mailmap no-mailmap log-size full-diff no-decorate clear-decorations i
    regexp-ignore-case invert-grep all-match E F P extended-regexp fixed-strings perl-regexp basic-regexp no-notes
    standard-notes exclude-first-parent-only reflog single-worktree ignore-missing bisect objects objects-edge unpacked
    in-commit-order no-expand-tabs remove-empty do-walk no-max-parents no-min-parents alternate-refs object-names
    no-object-names no-graph show-linear-break header timestamp no-abbrev use-bitmap-index disk-usage no-diff-merges e
    remerge-diff`),
  values:
    words(`n max-count skip since after until before author committer grep grep-reflog max-parents min-parents date L
    decorate-refs decorate-refs-exclude glob exclude encoding since-as-filter exclude-hidden diff-merges filter min-age
    max-age format`),
  optional: words(`pretty decorate branches tags remotes notes show-notes expand-tabs no-walk ancestry-path missing`),
}))

const both = (flags: string, values = '', optional = '') =>
  once(
    (): OptionGrammar => ({
      flags: [...new Set([...DIFF().flags, ...LOG().flags, ...(flags === '' ? [] : words(flags))])],
      values: [...new Set([...DIFF().values, ...LOG().values, ...(values === '' ? [] : words(values)), 'output'])],
      optional: [...new Set([...DIFF().optional, ...LOG().optional, ...(optional === '' ? [] : words(optional))])],
    }),
  )

const plain = (flags: string, values = '', optional = '') =>
  once(
    (): OptionGrammar => ({
      flags: flags === '' ? [] : words(flags),
      values: values === '' ? [] : words(values),
      optional: optional === '' ? [] : words(optional),
    }),
  )

const HISTORY = both('no-index ext-diff')

/** Sub-commands that only read, with every option that keeps them so. `output`, `ext-diff` and pagers are looked at apart. */
export const READ_GRAMMARS: ReadonlyMap<string, () => OptionGrammar> = new Map([
  ['log', HISTORY],
  ['show', HISTORY],
  ['diff', HISTORY],
  ['whatchanged', HISTORY],
  ['diff-tree', HISTORY],
  ['diff-index', HISTORY],
  ['diff-files', HISTORY],
  ['rev-list', both('no-commit-header commit-header quiet bisect-vars bisect-all progress')],
  ['range-diff', both('no-dual-color dual-color left-only right-only', 'creation-factor max-memory', '')],
  ['shortlog', both('n numbered s summary e email c', 'group', 'w')],
  [
    'status',
    plain(
      's short b branch no-branch show-stash no-show-stash long v verbose z null ahead-behind no-ahead-behind no-renames renames no-column',
      '',
      'porcelain u untracked-files ignored ignore-submodules column find-renames',
    ),
  ],
  [
    'blame',
    plain(
      'b root show-stats p porcelain line-porcelain incremental l t f show-name n show-number s e show-email w c score-debug progress no-progress first-parent color-lines color-by-age minimal',
      'L S contents date encoding ignore-rev ignore-revs-file abbrev since reverse',
      'M C abbrev',
    ),
  ],
  ['annotate', plain('b root p porcelain l t f n s e w', 'L S date since', 'M C')],
  [
    'grep',
    plain(
      'cached no-index untracked no-exclude-standard exclude-standard recurse-submodules v invert-match i ignore-case w word-regexp a text textconv no-textconv I r recursive no-recursive E extended-regexp G basic-regexp P perl-regexp F fixed-strings n line-number column h H full-name l files-with-matches name-only L files-without-match z null o only-matching c count all-match q quiet break heading p show-function W function-context no-color and or not 0 1 2 3 4 5 6 7 8 9',
      'e f A B C after-context before-context context m max-count max-depth threads',
      'color O open-files-in-pager',
    ),
  ],
  [
    'describe',
    plain(
      'all tags long always contains debug first-parent exact-match',
      'candidates match exclude abbrev',
      'dirty broken',
    ),
  ],
  [
    'rev-parse',
    plain(
      'parseopt sq-quote keep-dashdash stop-at-non-option stuck-long verify q quiet sq short symbolic symbolic-full-name all git-dir absolute-git-dir git-common-dir is-inside-git-dir is-inside-work-tree is-bare-repository is-shallow-repository show-toplevel show-superproject-working-tree show-prefix show-cdup shared-index-path local-env-vars revs-only no-revs flags no-flags not',
      'default prefix since until after before disambiguate git-path resolve-git-dir glob exclude path-format',
      'short abbrev-ref branches tags remotes show-object-format output-object-format',
    ),
  ],
  [
    'ls-files',
    plain(
      'c cached d deleted m modified o others i ignored s stage u unmerged k killed z directory no-empty-directory resolve-undo exclude-standard error-unmatch full-name recurse-submodules deduplicate eol sparse v f t debug empty-directory',
      'x exclude X exclude-from exclude-per-directory with-tree format',
      'abbrev',
    ),
  ],
  ['ls-tree', plain('d r t l long z name-only name-status object-only full-name full-tree', 'format', 'abbrev')],
  [
    'cat-file',
    plain(
      't s e p allow-unknown-type textconv follow-symlinks buffer unordered batch-all-objects z Z use-mailmap no-use-mailmap',
      'path filter',
      'batch batch-check batch-command',
    ),
  ],
  ['name-rev', plain('tags all stdin annotate-stdin name-only no-undefined always', 'refs exclude')],
  ['merge-base', plain('a all octopus independent is-ancestor fork-point')],
  [
    'for-each-ref',
    plain(
      's shell p perl python tcl ignore-case omit-empty stdin include-root-refs',
      'count format sort points-at exclude',
      'color merged no-merged contains no-contains',
    ),
  ],
  [
    'show-ref',
    plain('head heads tags branches d dereference verify q quiet exists', '', 's hash abbrev exclude-existing'),
  ],
  [
    'show-branch',
    plain(
      'r remotes a all current topo-order date-order sparse independent list merge-base topics no-name sha1-name no-color',
      'more',
      'color g reflog',
    ),
  ],
  ['cherry', plain('v verbose', '', 'abbrev')],
  ['count-objects', plain('v verbose H human-readable')],
  ['check-ignore', plain('q quiet v verbose stdin z n non-matching no-index')],
  ['check-attr', plain('a all stdin z cached', 'source')],
  ['check-ref-format', plain('branch normalize allow-onelevel no-allow-onelevel refspec-pattern print')],
  ['check-mailmap', plain('stdin', 'mailmap-file mailmap-blob')],
  ['verify-commit', plain('v verbose raw')],
  ['verify-tag', plain('v verbose raw', 'format')],
  ['verify-pack', plain('v verbose s stat-only', 'object-format')],
  [
    'fsck',
    plain(
      'tags root unreachable cache no-reflogs full no-full strict verbose dangling no-dangling progress no-progress connectivity-only name-objects references no-references',
    ),
  ],
  ['patch-id', plain('stable unstable verbatim')],
  ['stripspace', plain('s strip-comments c comment-lines')],
  ['column', plain('', 'command mode raw-mode width indent nl padding')],
  ['version', plain('build-options')],
  ['var', plain('l')],
  ['show-index', plain('', 'object-format')],
  ['get-tar-commit-id', plain('')],
  [
    'ls-remote',
    plain('h heads t tags refs b branches q quiet exit-code get-url symref', 'sort o server-option upload-pack exec'),
  ],
  ['request-pull', plain('p')],
  [
    'merge-tree',
    plain(
      'write-tree trivial-merge messages no-messages quiet name-only z allow-unrelated-histories stdin',
      'merge-base X',
    ),
  ],
  [
    'fast-export',
    plain(
      'all tags no-data full-tree use-done-feature show-original-ids anonymize reference-excluded-parents fake-missing-tagger mark-tags',
      'progress signed-tags tag-of-filtered-object refspec reencode anonymize-map',
      'M C',
    ),
  ],
  [
    'help',
    plain(
      'a all g guides c config m man user-interfaces developer-interfaces no-external-commands no-aliases verbose v',
    ),
  ],
  ['diagnose', plain('')],
])
