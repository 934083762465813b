import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade } from '../../../analysis/interpret/program.ts'
import { makeSyntheticWord } from '../../../analysis/interpret/synthetic-words.ts'
import { type PathUse, pathProtection } from '../../../analysis/paths/paths.ts'
import { classifyHost, hostOf } from '../../../analysis/remote/hosts.ts'
import type { Word } from '../../../analysis/words.ts'
import {
  findRepositoryRoot,
  type GitAnalyzer,
  type GitCall,
  mayHaveOption,
  resolvePathFromRoot,
  resolvePathOperand,
} from './call.ts'
import { parseInlineSetting, recordSetting } from './config-keys.ts'
import { isSessionRepository, recordDiscard } from './discard.ts'
import { findForeignRemote, recordFetchedRefs } from './foreign-refs.ts'
import { defineGrammar } from './grammar.ts'
import { formatSettingLine, isForeignHost } from './persisted-settings.ts'
import { parseRemote, recordMovedSubmodule, recordRemoteContact } from './remotes.ts'

const FETCH_FLAGS =
  'all no-all a append atomic unshallow update-shallow dry-run porcelain no-write-fetch-head write-fetch-head f force k keep m multiple prefetch p prune P prune-tags n no-tags t tags refetch no-recurse-submodules no-auto-gc auto-gc no-auto-maintenance auto-maintenance set-upstream u update-head-ok q quiet v verbose progress no-progress show-forced-updates no-show-forced-updates 4 6 ipv4 ipv6 stdin ff no-ff ff-only no-rebase commit no-commit squash no-squash edit e no-edit autostash no-autostash allow-unrelated-histories stat no-stat no-verify verify signoff no-signoff s-only'
const FETCH_VALUES =
  'depth deepen shallow-since shallow-exclude refmap o server-option upload-pack negotiation-tip filter X strategy-option s strategy cleanup'
const FETCH_OPTIONAL = 'recurse-submodules r rebase S gpg-sign log negotiate-only'
const FETCH_GRAMMAR = defineGrammar(FETCH_FLAGS, `j jobs ${FETCH_VALUES}`, FETCH_OPTIONAL)
/** Here the number of jobs is attached. */
const PULL_GRAMMAR = defineGrammar(FETCH_FLAGS, FETCH_VALUES, `j jobs ${FETCH_OPTIONAL}`)

const analyzeFetch: GitAnalyzer = (call) => {
  const options = readOptions(call.args, call.verb === 'pull' ? PULL_GRAMMAR : FETCH_GRAMMAR)
  const grades: CommandGrade[] = [options.unknown.length > 0 ? 'unknown' : 'expected']
  for (const word of options.values('upload-pack'))
    grades.push('plain', call.recorder.runsShell(word, `git ${call.verb} --upload-pack`))
  const remote = parseRemote(options.operands[0], call)
  recordRemoteContact(remote, call, `git ${call.verb}`)
  if (remote.kind === 'command') grades.push('plain')
  recordFetchedRefs(findForeignRemote(remote, call), options.operands.slice(1), call)
  const [source] = options.operands
  if (source && (remote.kind === 'local' || (remote.kind === 'named' && isSessionPath(source, call))))
    recordLocalClone(
      call.recorder.pathOf(call.directory ?? findRepositoryRoot(call)),
      resolvePathOperand(call, source),
      call,
    )
  if (remote.kind === 'url' && call.verb === 'pull') grades.push('plain')
  return weakestGrade(...grades)
}

const CLONE_GRAMMAR = defineGrammar(
  'l local no-local no-hardlinks s shared reject-shallow no-reject-shallow q quiet v verbose progress n no-checkout bare mirror sparse single-branch no-single-branch no-tags tags also-filter-submodules shallow-submodules no-shallow-submodules remote-submodules no-remote-submodules dissociate 4 6 ipv4 ipv6',
  'o origin b branch revision u upload-pack template reference reference-if-able server-option depth shallow-since shallow-exclude separate-git-dir j jobs filter bundle-uri c config',
  'recurse-submodules recursive',
)

const analyzeClone: GitAnalyzer = (call) => {
  const options = readOptions(call.args, CLONE_GRAMMAR)
  const [source, target] = options.operands
  const grades: CommandGrade[] = [options.unknown.length > 0 ? 'unknown' : 'expected']
  for (const word of options.values('c', 'config')) grades.push(recordSetting(parseInlineSetting(word), call))
  for (const word of options.values('u', 'upload-pack'))
    grades.push('plain', call.recorder.runsShell(word, 'git clone --upload-pack'))
  for (const value of options.values('template'))
    grades.push('unknown', recordSetting({ key: 'init.templateDir', value, lasts: 'once' }, call))
  if (!source) return weakestGrade(...grades)
  const remote = parseRemote(source, call)
  if (remote.kind === 'command') {
    recordRemoteContact(remote, call, 'git clone')
    return weakestGrade('plain', ...grades)
  }
  const name = target ?? makeSyntheticWord(inferCloneFolder(source), source.span)
  const to = resolvePathOperand(call, name)
  if (remote.kind === 'url')
    call.recorder.effect({ kind: 'download', host: remote.host, url: remote.url, to, tree: 'clone', by: 'git clone' })
  else if (remote.kind === 'local' || remote.kind === 'named')
    recordLocalClone(to, resolvePathOperand(call, source), call)
  if (remote.kind === 'unknown') grades.push('unknown')
  const near = to.zone === 'project' || to.zone === 'temp'
  return weakestGrade(...grades, near ? 'expected' : 'plain')
}

/** A bare name is a remote's, unless such a file or folder of this session lies here. */
function isSessionPath(source: Word, call: GitCall): boolean {
  const { real, sessionMade } = resolvePathOperand(call, source)
  return sessionMade || (real !== undefined && call.facts.session.written.has(real))
}

/** What lies here is cloned, or fetched into another repository: the files are those of that folder, or of that bundle. */
function recordLocalClone(path: PathUse, { real }: PathUse, { recorder, facts, verb }: GitCall): void {
  // A protected path is told by what is put there, not by where it came from.
  if (real === undefined || pathProtection(path) !== undefined) return
  const bundle = facts.file(real).kind === 'file' || /\.(?!git$)[^./]+$/.test(real)
  const how = verb === 'clone' ? 'create' : 'edit'
  const as = bundle ? { as: 'unpacked' as const } : {}
  recorder.effect({ kind: 'write-path', path, how, content: undefined, ...as, of: [real], by: `git ${verb}` })
}

function inferCloneFolder(source: Word): string {
  const last = source.known
    .replace(/\/+$/, '')
    .replace(/\.git$/, '')
    .split(/[/:]/)
    .at(-1)
  return last === undefined || last === '' || last.includes('\0') ? '.' : last
}

const analyzeRemote: GitAnalyzer = (call) => {
  const options = readOptions(
    call.args,
    defineGrammar('v verbose f tags no-tags n dry-run a all add push delete p prune d auto', 't m mirror'),
  )
  const [action, name, url] = options.operands
  const unknown: CommandGrade = options.unknown.length > 0 ? 'unknown' : 'proven'
  switch (action?.text) {
    case undefined:
      return action ? 'unknown' : unknown
    case 'get-url':
      return unknown
    case 'show':
      return weakestGrade(unknown, options.has('n') || !name ? 'proven' : 'expected')
    case 'add':
    case 'set-url': {
      const key = `remote.${name?.known ?? ''}.${options.has('push') ? 'pushurl' : 'url'}`
      call.recorder.effect({
        kind: 'write-path',
        path: resolvePathFromRoot(call, '.git/config'),
        how: 'append',
        content: formatSettingLine(key, url?.known.replaceAll('\0', '…') ?? ''),
        by: `git remote ${action.text}`,
      })
      if (url?.text !== undefined) call.recorder.onSetting(key, url.text)
      if (action.text === 'set-url' && options.has('push') && url) recordRemoteUrlChange(url, call)
      if (options.has('f') && url) recordRemoteContact(parseRemote(url, call), call, 'git remote add -f')
      return weakestGrade(unknown, 'plain')
    }
    default:
      return weakestGrade(unknown, 'expected')
  }
}

/** Pushes that look as before would go to a machine that has nothing to do with the repository. */
function recordRemoteUrlChange(url: Word, call: GitCall): void {
  const host = hostOf(url.known).replaceAll('\0', '…')
  if (!isForeignHost(host, call)) return
  const feature = `git's pushes, sent to ${host}`
  call.recorder.effect({
    kind: 'weaken',
    area: 'authentication',
    feature,
    certainty: 'likely',
    by: 'git remote set-url',
  })
}

const analyzeSubmodule: GitAnalyzer = (call) => {
  const options = readOptions(call.args, {
    ...defineGrammar(
      'q quiet cached recursive init remote N no-fetch no-recommend-shallow recommend-shallow f force checkout rebase merge progress single-branch no-single-branch all d default files',
      'b branch reference depth j jobs filter name summary-limit n ref-format',
    ),
  })
  const [action, ...rest] = options.operands
  const unknown: CommandGrade = options.unknown.length > 0 ? 'unknown' : 'expected'
  switch (action?.text) {
    case undefined:
    case 'status':
    case 'summary':
      return options.unknown.length > 0 ? 'unknown' : 'proven'
    case 'foreach':
      return analyzeSubmoduleForeach(call)
    case 'add': {
      const source = rest[0]
      const from = source ? parseRemote(source, call) : undefined
      if (from) recordRemoteContact(from, call, 'git submodule add')
      if (source && from?.kind === 'url') {
        const to = resolvePathOperand(call, rest[1] ?? makeSyntheticWord(inferCloneFolder(source), source.span))
        call.recorder.effect({
          kind: 'download',
          host: from.host,
          url: from.url,
          to,
          tree: 'clone',
          by: 'git submodule',
        })
      }
      return weakestGrade(unknown, 'plain')
    }
    case 'set-url': {
      recordMovedSubmodule(rest[1], call)
      call.recorder.effect({
        kind: 'write-path',
        path: resolvePathFromRoot(call, '.gitmodules'),
        how: 'edit',
        content: `[submodule "${rest[0]?.known ?? ''}"]\n\turl = ${rest[1]?.known ?? ''}\n`,
        by: 'git submodule set-url',
      })
      return weakestGrade(unknown, 'plain')
    }
    case 'update':
    case 'deinit': {
      if (!mayHaveOption(options, 'f', 'force')) return unknown
      const loses = isSessionRepository(call) ? 'nothing' : 'unknown'
      return weakestGrade(
        unknown,
        recordDiscard(call, {
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
function analyzeSubmoduleForeach(call: GitCall): CommandGrade {
  const at = call.args.findIndex((word) => word.text === 'foreach')
  const rest = call.args.slice(at + 1)
  const start = rest.findIndex((word) => !/^-/.test(word.known))
  const words = start < 0 ? [] : rest.slice(start)
  const [first] = words
  if (!first) return 'expected'
  const inner =
    words.length === 1
      ? call.recorder.runsShell(first, 'git submodule foreach')
      : call.recorder.runs(words, 'git submodule foreach')
  return weakestGrade('expected', inner)
}

const analyzeArchive: GitAnalyzer = (call) => {
  const options = readOptions(
    call.args,
    defineGrammar(
      'l list v verbose worktree-attributes 0 1 2 3 4 5 6 7 8 9',
      'format prefix o output remote exec add-file add-virtual-file mtime',
    ),
  )
  const grades: CommandGrade[] = [options.unknown.length > 0 ? 'unknown' : 'proven']
  for (const word of options.values('exec')) grades.push('plain', call.recorder.runsShell(word, 'git archive --exec'))
  const from = options.value('remote')
  if (from) {
    recordRemoteContact(parseRemote(from, call), call, 'git archive --remote')
    grades.push('plain')
  }
  const output = options.value('o', 'output')
  if (output) grades.push(recordPackedFile(call, output, 'git archive'))
  return weakestGrade(...grades)
}

function recordPackedFile(call: GitCall, word: Word, by: string): CommandGrade {
  const path = resolvePathOperand(call, word)
  // Where it stands may be a repository since this very text.
  const of = [...new Set([call.directory ?? findRepositoryRoot(call), findRepositoryRoot(call)])]
  call.recorder.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined, as: 'packed', of, by })
  return path.zone === 'project' || path.zone === 'temp' ? 'expected' : 'plain'
}

const analyzeBundle: GitAnalyzer = (call) => {
  const operands = call.args.filter((word) => !word.known.startsWith('-'))
  if (operands[0]?.text === 'create' && operands[1]) return recordPackedFile(call, operands[1], 'git bundle create')
  return operands[0]?.text === 'unbundle' ? 'expected' : 'proven'
}

const analyzeServer: GitAnalyzer = (call) => {
  const stops = call.args.some((word) => word.text === '--stop' || word.text === 'stop')
  if (stops) return 'expected'
  const local = call.args.some((word) => /^(?:-l|--local|--listen=(?:127\.|localhost|::1).*)$/.test(word.known))
  call.recorder.effect({
    kind: 'listen',
    reach: local ? 'loopback' : 'network',
    executes: false,
    by: `git ${call.verb}`,
  })
  return 'plain'
}

const analyzeSendEmail: GitAnalyzer = (call) => {
  if (call.args.some((word) => /^--(?:dry-run|dump-aliases)$/.test(word.known))) return 'proven'
  const to = call.args.find((word) => /^--to=?/.test(word.known))
  call.recorder.effect({
    kind: 'external-write',
    service: 'mail',
    nature: 'mail',
    target: to?.known.replace(/^--to=?/, '') ?? '',
    by: `git ${call.verb}`,
  })
  return 'plain'
}

const analyzeSvn: GitAnalyzer = (call) => {
  const action = call.args[0]?.text
  if (action !== 'dcommit' && action !== 'submit') return 'expected'
  if (call.args.some((word) => word.text === '-n' || word.text === '--dry-run')) return 'expected'
  call.recorder.effect({
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

const analyzeLfs: GitAnalyzer = (call) => {
  const [action, next] = call.args
  switch (action?.text) {
    case 'ls-files':
    case 'status':
    case 'env':
    case 'version':
    case 'locks':
      return 'proven'
    case 'push':
      recordLfsPush(call)
      return 'plain'
    case 'prune':
      return analyzeLfsPrune(call)
    case 'migrate': {
      if (next?.text === 'info') return 'proven'
      return weakestGrade(
        'plain',
        recordDiscard(call, {
          what: 'history',
          loses: isSessionRepository(call) ? 'nothing' : 'unknown',
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
function analyzeLfsPrune(call: GitCall): CommandGrade {
  const hasOption = (pattern: RegExp) => call.args.some((word) => pattern.test(word.known))
  if (hasOption(/^(?:-d|--dry-run)$/)) return 'proven'
  if (!hasOption(/^(?:-f|--force)$/)) return 'expected'
  return weakestGrade(
    'plain',
    recordDiscard(call, { what: 'history', loses: 'unknown', certainty: 'likely', by: 'git lfs prune --force' }),
  )
}

function recordLfsPush(call: GitCall): void {
  const url = call.args[1]?.text
  if (url === undefined || !url.includes('://')) return
  const host = hostOf(url)
  call.recorder.effect({ kind: 'connect', host, url, address: classifyHost(host), by: 'git lfs push' })
}

export const REMOTE_VERBS: readonly (readonly [string, GitAnalyzer])[] = [
  ['fetch', analyzeFetch],
  ['fetch-pack', analyzeFetch],
  ['pull', analyzeFetch],
  ['clone', analyzeClone],
  ['remote', analyzeRemote],
  ['submodule', analyzeSubmodule],
  ['archive', analyzeArchive],
  ['bundle', analyzeBundle],
  ['daemon', analyzeServer],
  ['instaweb', analyzeServer],
  ['send-email', analyzeSendEmail],
  ['imap-send', analyzeSendEmail],
  ['svn', analyzeSvn],
  ['p4', analyzeSvn],
  ['lfs', analyzeLfs],
]
