import { addressOf, hostOf } from '../../hosts.ts'
import { guardOf, type PathUse } from '../../paths.ts'
import type { Word } from '../../words.ts'
import { readOptions } from '../options.ts'
import type { Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import { type GitCall, type GitReader, mayMean, pathAtRoot, pathIn, rootOf } from './call.ts'
import { settingOf, stateSetting } from './config-keys.ts'
import { discard, ownRepository } from './discard.ts'
import { remoteSource, stateFetched } from './foreign-refs.ts'
import { grammar } from './grammar.ts'
import { isForeignHost, settingLine } from './kept-settings.ts'
import { wordOf } from './made-words.ts'
import { remoteOf, stateContact, stateMovedSubmodule } from './remotes.ts'

const FETCH_FLAGS =
  'all no-all a append atomic unshallow update-shallow dry-run porcelain no-write-fetch-head write-fetch-head f force k keep m multiple prefetch p prune P prune-tags n no-tags t tags refetch no-recurse-submodules no-auto-gc auto-gc no-auto-maintenance auto-maintenance set-upstream u update-head-ok q quiet v verbose progress no-progress show-forced-updates no-show-forced-updates 4 6 ipv4 ipv6 stdin ff no-ff ff-only no-rebase commit no-commit squash no-squash edit e no-edit autostash no-autostash allow-unrelated-histories stat no-stat no-verify verify signoff no-signoff s-only'
const FETCH_VALUES =
  'depth deepen shallow-since shallow-exclude refmap o server-option upload-pack negotiation-tip filter X strategy-option s strategy cleanup'
const FETCH_OPTIONAL = 'recurse-submodules r rebase S gpg-sign log negotiate-only'
const FETCH = grammar(FETCH_FLAGS, `j jobs ${FETCH_VALUES}`, FETCH_OPTIONAL)
/** Here the number of jobs is attached. */
const PULL = grammar(FETCH_FLAGS, FETCH_VALUES, `j jobs ${FETCH_OPTIONAL}`)

const fetch: GitReader = (call) => {
  const options = readOptions(call.args, call.verb === 'pull' ? PULL : FETCH)
  const standings: Standing[] = [options.unknown.length > 0 ? 'unknown' : 'expected']
  for (const word of options.values('upload-pack'))
    standings.push('plain', call.scribe.runsShell(word, `git ${call.verb} --upload-pack`))
  const remote = remoteOf(options.operands[0], call)
  stateContact(remote, call, `git ${call.verb}`)
  if (remote.kind === 'command') standings.push('plain')
  stateFetched(remoteSource(remote, call), options.operands.slice(1), call)
  const [source] = options.operands
  if (source && (remote.kind === 'local' || (remote.kind === 'named' && isOwnPlace(source, call))))
    stateLocal(call.scribe.pathOf(call.directory ?? rootOf(call)), pathIn(call, source), call)
  if (remote.kind === 'url' && call.verb === 'pull') standings.push('plain')
  return weakest(...standings)
}

const CLONE = grammar(
  'l local no-local no-hardlinks s shared reject-shallow no-reject-shallow q quiet v verbose progress n no-checkout bare mirror sparse single-branch no-single-branch no-tags tags also-filter-submodules shallow-submodules no-shallow-submodules remote-submodules no-remote-submodules dissociate 4 6 ipv4 ipv6',
  'o origin b branch revision u upload-pack template reference reference-if-able server-option depth shallow-since shallow-exclude separate-git-dir j jobs filter bundle-uri c config',
  'recurse-submodules recursive',
)

const clone: GitReader = (call) => {
  const options = readOptions(call.args, CLONE)
  const [source, target] = options.operands
  const standings: Standing[] = [options.unknown.length > 0 ? 'unknown' : 'expected']
  for (const word of options.values('c', 'config')) standings.push(stateSetting(settingOf(word), call))
  for (const word of options.values('u', 'upload-pack'))
    standings.push('plain', call.scribe.runsShell(word, 'git clone --upload-pack'))
  for (const value of options.values('template'))
    standings.push('unknown', stateSetting({ key: 'init.templateDir', value, lasts: 'once' }, call))
  if (!source) return weakest(...standings)
  const remote = remoteOf(source, call)
  if (remote.kind === 'command') {
    stateContact(remote, call, 'git clone')
    return weakest('plain', ...standings)
  }
  const name = target ?? wordOf(defaultName(source), source.span)
  const to = pathIn(call, name)
  if (remote.kind === 'url')
    call.scribe.effect({ kind: 'download', host: remote.host, url: remote.url, to, tree: 'clone', by: 'git clone' })
  else if (remote.kind === 'local' || remote.kind === 'named') stateLocal(to, pathIn(call, source), call)
  if (remote.kind === 'unknown') standings.push('unknown')
  const near = to.zone === 'project' || to.zone === 'temp'
  return weakest(...standings, near ? 'expected' : 'plain')
}

/** A bare name is a remote's, unless such a file or folder of this session lies here. */
function isOwnPlace(source: Word, call: GitCall): boolean {
  const { real, sessionMade } = pathIn(call, source)
  return sessionMade || (real !== undefined && call.facts.session.written.has(real))
}

/** What lies here is cloned, or fetched into another repository: the files are those of that folder, or of that bundle. */
function stateLocal(path: PathUse, { real }: PathUse, { scribe, facts, verb }: GitCall): void {
  // A guarded place is told by what is put there, not by where it came from.
  if (real === undefined || guardOf(path) !== undefined) return
  const bundle = facts.file(real).kind === 'file' || /\.(?!git$)[^./]+$/.test(real)
  const how = verb === 'clone' ? 'create' : 'edit'
  const as = bundle ? { as: 'unpacked' as const } : {}
  scribe.effect({ kind: 'write-path', path, how, content: undefined, ...as, of: [real], by: `git ${verb}` })
}

function defaultName(source: Word): string {
  const last = source.known
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .split(/[/:]/)
    .at(-1)
  return last === undefined || last === '' || last.includes('\0') ? '.' : last
}

const remote: GitReader = (call) => {
  const options = readOptions(
    call.args,
    grammar('v verbose f tags no-tags n dry-run a all add push delete p prune d auto', 't m mirror'),
  )
  const [action, name, url] = options.operands
  const unknown: Standing = options.unknown.length > 0 ? 'unknown' : 'proven'
  switch (action?.text) {
    case undefined:
      return action ? 'unknown' : unknown
    case 'get-url':
      return unknown
    case 'show':
      return weakest(unknown, options.has('n') || !name ? 'proven' : 'expected')
    case 'add':
    case 'set-url': {
      const key = `remote.${name?.known ?? ''}.${options.has('push') ? 'pushurl' : 'url'}`
      call.scribe.effect({
        kind: 'write-path',
        path: pathAtRoot(call, '.git/config'),
        how: 'append',
        content: settingLine(key, url?.known.replaceAll('\0', '…') ?? ''),
        by: `git remote ${action.text}`,
      })
      if (url?.text !== undefined) call.scribe.onSetting(key, url.text)
      if (action.text === 'set-url' && options.has('push') && url) stateNewTarget(url, call)
      if (options.has('f') && url) stateContact(remoteOf(url, call), call, 'git remote add -f')
      return weakest(unknown, 'plain')
    }
    default:
      return weakest(unknown, 'expected')
  }
}

/** Pushes that look as before would go to a machine that has nothing to do with the repository. */
function stateNewTarget(url: Word, call: GitCall): void {
  const host = hostOf(url.known).replaceAll('\0', '…')
  if (!isForeignHost(host, call)) return
  const feature = `git's pushes, sent to ${host}`
  call.scribe.effect({ kind: 'weaken', area: 'authentication', feature, certainty: 'likely', by: 'git remote set-url' })
}

const submodule: GitReader = (call) => {
  const options = readOptions(call.args, {
    ...grammar(
      'q quiet cached recursive init remote N no-fetch no-recommend-shallow recommend-shallow f force checkout rebase merge progress single-branch no-single-branch all d default files',
      'b branch reference depth j jobs filter name summary-limit n ref-format',
    ),
  })
  const [action, ...rest] = options.operands
  const unknown: Standing = options.unknown.length > 0 ? 'unknown' : 'expected'
  switch (action?.text) {
    case undefined:
    case 'status':
    case 'summary':
      return options.unknown.length > 0 ? 'unknown' : 'proven'
    case 'foreach':
      return foreach(call)
    case 'add': {
      const source = rest[0]
      const from = source ? remoteOf(source, call) : undefined
      if (from) stateContact(from, call, 'git submodule add')
      if (source && from?.kind === 'url') {
        const to = pathIn(call, rest[1] ?? wordOf(defaultName(source), source.span))
        call.scribe.effect({ kind: 'download', host: from.host, url: from.url, to, tree: 'clone', by: 'git submodule' })
      }
      return weakest(unknown, 'plain')
    }
    case 'set-url': {
      stateMovedSubmodule(rest[1], call)
      call.scribe.effect({
        kind: 'write-path',
        path: pathAtRoot(call, '.gitmodules'),
        how: 'edit',
        content: `[submodule "${rest[0]?.known ?? ''}"]\n\turl = ${rest[1]?.known ?? ''}\n`,
        by: 'git submodule set-url',
      })
      return weakest(unknown, 'plain')
    }
    case 'update':
    case 'deinit': {
      if (!mayMean(options, 'f', 'force')) return unknown
      const loses = ownRepository(call) ? 'nothing' : 'unknown'
      return weakest(
        unknown,
        discard(call, {
          what: 'worktree',
          refs: rest.map((word) => word.known),
          loses,
          by: `git submodule ${action.text} --force`,
        }),
      )
    }
    default:
      return unknown
  }
}

/** The rest of the line is a shell text when it is one word, a command when it is several. */
function foreach(call: GitCall): Standing {
  const at = call.args.findIndex((word) => word.text === 'foreach')
  const rest = call.args.slice(at + 1)
  const start = rest.findIndex((word) => !/^-/.test(word.known))
  const words = start < 0 ? [] : rest.slice(start)
  const [first] = words
  if (!first) return 'expected'
  const inner =
    words.length === 1
      ? call.scribe.runsShell(first, 'git submodule foreach')
      : call.scribe.runs(words, 'git submodule foreach')
  return weakest('expected', inner)
}

const archive: GitReader = (call) => {
  const options = readOptions(
    call.args,
    grammar(
      'l list v verbose worktree-attributes 0 1 2 3 4 5 6 7 8 9',
      'format prefix o output remote exec add-file add-virtual-file mtime',
    ),
  )
  const standings: Standing[] = [options.unknown.length > 0 ? 'unknown' : 'proven']
  for (const word of options.values('exec')) standings.push('plain', call.scribe.runsShell(word, 'git archive --exec'))
  const from = options.value('remote')
  if (from) {
    stateContact(remoteOf(from, call), call, 'git archive --remote')
    standings.push('plain')
  }
  const output = options.value('o', 'output')
  if (output) standings.push(writes(call, output, 'git archive'))
  return weakest(...standings)
}

function writes(call: GitCall, word: Word, by: string): Standing {
  const path = pathIn(call, word)
  // Where it stands may be a repository since this very text.
  const of = [...new Set([call.directory ?? rootOf(call), rootOf(call)])]
  call.scribe.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined, as: 'packed', of, by })
  return path.zone === 'project' || path.zone === 'temp' ? 'expected' : 'plain'
}

const bundle: GitReader = (call) => {
  const operands = call.args.filter((word) => !word.known.startsWith('-'))
  if (operands[0]?.text === 'create' && operands[1]) return writes(call, operands[1], 'git bundle create')
  return operands[0]?.text === 'unbundle' ? 'expected' : 'proven'
}

const serve: GitReader = (call) => {
  const stops = call.args.some((word) => word.text === '--stop' || word.text === 'stop')
  if (stops) return 'expected'
  const local = call.args.some((word) => /^(?:-l|--local|--listen=(?:127\.|localhost|::1).*)$/.test(word.known))
  call.scribe.effect({ kind: 'listen', reach: local ? 'loopback' : 'network', executes: false, by: `git ${call.verb}` })
  return 'plain'
}

const sendMail: GitReader = (call) => {
  if (call.args.some((word) => /^--(?:dry-run|dump-aliases)$/.test(word.known))) return 'proven'
  const to = call.args.find((word) => /^--to=?/.test(word.known))
  call.scribe.effect({
    kind: 'external-write',
    service: 'mail',
    nature: 'mail',
    target: to?.known.replace(/^--to=?/, '') ?? '',
    by: `git ${call.verb}`,
  })
  return 'plain'
}

const svn: GitReader = (call) => {
  const action = call.args[0]?.text
  if (action !== 'dcommit' && action !== 'submit') return 'expected'
  if (call.args.some((word) => word.text === '-n' || word.text === '--dry-run')) return 'expected'
  call.scribe.effect({
    kind: 'git-push',
    remote: call.verb,
    refs: [],
    force: false,
    deletes: false,
    toDefault: 'yes',
    mirror: false,
    by: `git ${call.verb} ${action}`,
  })
  return 'plain'
}

const lfs: GitReader = (call) => {
  const [action, next] = call.args
  switch (action?.text) {
    case 'ls-files':
    case 'status':
    case 'env':
    case 'version':
    case 'locks':
      return 'proven'
    case 'push':
      stateLfsPush(call)
      return 'plain'
    case 'prune':
      return lfsPrune(call)
    case 'migrate': {
      if (next?.text === 'info') return 'proven'
      return weakest(
        'plain',
        discard(call, {
          what: 'history',
          loses: ownRepository(call) ? 'nothing' : 'unknown',
          certainty: 'likely',
          by: 'git lfs migrate',
        }),
      )
    }
    default:
      return 'expected'
  }
}

/** Without `--force` only what the remote has too goes. */
function lfsPrune(call: GitCall): Standing {
  const told = (pattern: RegExp) => call.args.some((word) => pattern.test(word.known))
  if (told(/^(?:-d|--dry-run)$/)) return 'proven'
  if (!told(/^(?:-f|--force)$/)) return 'expected'
  return weakest(
    'plain',
    discard(call, { what: 'history', loses: 'unknown', certainty: 'likely', by: 'git lfs prune --force' }),
  )
}

function stateLfsPush(call: GitCall): void {
  const url = call.args[1]?.text
  if (url === undefined || !url.includes('://')) return
  const host = hostOf(url)
  call.scribe.effect({ kind: 'connect', host, url, address: addressOf(host), by: 'git lfs push' })
}

export const REMOTE_VERBS: readonly (readonly [string, GitReader])[] = [
  ['fetch', fetch],
  ['fetch-pack', fetch],
  ['pull', fetch],
  ['clone', clone],
  ['remote', remote],
  ['submodule', submodule],
  ['archive', archive],
  ['bundle', bundle],
  ['daemon', serve],
  ['instaweb', serve],
  ['send-email', sendMail],
  ['imap-send', sendMail],
  ['svn', svn],
  ['p4', svn],
  ['lfs', lfs],
]
