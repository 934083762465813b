import type { Options } from '../options.ts'
import type { Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { type GitCall, type GitVerbs, isNear, mayMean, pathAtRoot, pathIn, splitAtDashes, verb } from './call.ts'
import { mayBeOption } from './made-words.ts'
import { pathOfRevision } from './output.ts'
import { remoteOf, stateContact } from './remotes.ts'

/** Sub-commands that only read: what they are given changes what they print. What writes or runs after all is stated apart. */
const reading = (values = '', flags = '', optional = '') =>
  verb(
    (call, options) => {
      stateFiles(options, call)
      const doubtful = options.operands.some(mayBeOption) && 'unknown'
      return weakest(doubtful, stateOutput(options, call), stateRuns(options, call))
    },
    values,
    flags,
    optional,
  )

const COMMITS =
  'S G O l n L U I max-count skip since after until before author committer grep format date output encoding'

function stateOutput(options: Options, call: GitCall): Standing {
  const target = options.value('output')
  if (!target) return 'proven'
  const path = pathIn(call, target)
  const by = `git ${call.verb} --output`
  call.scribe.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined, by })
  return isNear(path)
}

function stateRuns(options: Options, call: GitCall): Standing {
  const { scribe, repository } = call
  if (call.verb === 'grep' && mayMean(options, 'O', 'open-files-in-pager')) {
    const pager = options.value('O', 'open-files-in-pager')
    return weakest('plain', pager && scribe.runsShell(pager, 'git grep -O'))
  }
  if (call.verb === 'ls-remote') {
    const upload = options.value('upload-pack', 'exec')
    if (upload) return weakest('plain', scribe.runsShell(upload, 'git ls-remote --upload-pack'))
    stateContact(remoteOf(options.operands[0], call), call, 'git ls-remote')
    return 'expected'
  }
  if (options.has('ext-diff') || (options.has('show-signature') && !repository && scribe.facts.live))
    return repository && repository.executes.length === 0 ? 'proven' : 'unknown'
  return 'proven'
}

const PRINTS_CONTENT = /^(?:show|diff|cat-file|blame|annotate|diff-(?:tree|index|files))$/

/** Files whose content is printed: `rev:path`, and path operands of commands that show content. */
function stateFiles(options: Options, call: GitCall): void {
  const { after } = splitAtDashes(call.args)
  const prints = PRINTS_CONTENT.test(call.verb) || options.has('p', 'patch', 'u')
  const beside = call.verb === 'diff' && options.has('no-index')
  for (const word of options.operands) {
    const inRevision = pathOfRevision(word.known)
    const path = inRevision === undefined ? pathIn(call, word) : pathAtRoot(call, inRevision)
    const isPath = inRevision !== undefined || (prints && (after.includes(word) || call.verb === 'blame'))
    const secret = path.tags.includes('secret') && (prints || call.verb === 'grep')
    if (isPath || secret || beside) call.scribe.effect({ kind: 'read-path', path, list: false, by: `git ${call.verb}` })
  }
}

export const READ_VERBS: GitVerbs = [
  ['log show diff whatchanged diff-tree diff-index diff-files rev-list range-diff', reading(COMMITS, 'ext-diff')],
  ['shortlog', reading(COMMITS.replace(/ (?:n|committer)(?= )/g, ''))],
  ['blame', reading('L S contents date encoding ignore-rev ignore-revs-file since')],
  ['grep', reading('e f A B C m max-count max-depth threads', '', '-O open-files-in-pager')],
  ['describe', reading('candidates match exclude')],
  ['ls-files', reading('x X exclude exclude-from exclude-per-directory with-tree format')],
  ['ls-tree', reading('format')],
  ['for-each-ref', reading('count format sort points-at exclude', 'shell perl python tcl')],
  ['check-mailmap', reading('mailmap-file mailmap-blob')],
  ['column', reading('command mode raw-mode width indent nl padding')],
  ['ls-remote', reading('o sort server-option upload-pack exec')],
  ['merge-tree', reading('X')],
  [
    'status annotate rev-parse cat-file name-rev merge-base show-ref show-branch cherry count-objects check-ignore check-attr check-ref-format verify-commit verify-tag verify-pack fsck patch-id stripspace version var show-index get-tar-commit-id request-pull fast-export help diagnose',
    reading(),
  ],
]
