import { addressOf, hostOf } from '../../hosts.ts'
import { guardOf, type PathUse } from '../../paths.ts'
import type { Word } from '../../words.ts'
import { shown } from '../form/words.ts'
import type { Standing } from '../program.ts'
import { weakest } from '../standing.ts'
import {
  discard,
  type GitCall,
  type GitReader,
  type GitVerbs,
  isNear,
  loosely,
  mayMean,
  pathAtRoot,
  pathIn,
  rootOf,
  statePush,
  verb,
} from './call.ts'
import { settingOf, stateSetting } from './config.ts'
import { takesTemplate } from './history.ts'
import { isForeignHost, settingLine } from './kept-settings.ts'
import { wordOf } from './made-words.ts'
import { remoteOf, remoteSource, stateContact, stateFetched } from './remotes.ts'

function runsThere(call: GitCall, words: readonly Word[], option: string): Standing {
  const by = `git ${call.verb} ${option}`
  return weakest(...words.flatMap((word) => ['plain' as const, call.scribe.runsShell(word, by)]))
}

const fetching = (values: string, optional: string) =>
  verb(
    (call, options) => {
      const { operands } = options
      const [source] = operands
      const remote = remoteOf(source, call)
      stateContact(remote, call, `git ${call.verb}`)
      stateFetched(remoteSource(remote, call), operands.slice(1), call)
      if (source && (remote.kind === 'local' || (remote.kind === 'named' && isOwnPlace(source, call))))
        stateLocal(call.scribe.pathOf(call.directory ?? rootOf(call)), pathIn(call, source), call)
      const strange = remote.kind === 'command' || (remote.kind === 'url' && call.verb === 'pull')
      return weakest(strange ? 'plain' : 'expected', runsThere(call, options.values('upload-pack'), '--upload-pack'))
    },
    `depth deepen shallow-since shallow-exclude refmap o server-option upload-pack negotiation-tip filter X strategy-option s strategy cleanup ${values}`,
    '',
    `recurse-submodules r rebase S gpg-sign log negotiate-only ${optional}`,
  )

const clone = verb(
  (call, options) => {
    const standing = weakest(
      'expected',
      ...options.values('c', 'config').map((word) => stateSetting(settingOf(word), call)),
      runsThere(call, options.values('u', 'upload-pack'), '--upload-pack'),
      takesTemplate(options.values('template'), call),
    )
    const [source, target] = options.operands
    if (!source) return standing
    const remote = remoteOf(source, call)
    if (remote.kind === 'command') {
      stateContact(remote, call, 'git clone')
      return weakest('plain', standing)
    }
    const to = pathIn(call, target ?? defaultName(source))
    if (remote.kind === 'url')
      call.scribe.effect({ kind: 'download', host: remote.host, url: remote.url, to, tree: 'clone', by: 'git clone' })
    else if (remote.kind !== 'unknown') stateLocal(to, pathIn(call, source), call)
    return weakest(standing, isNear(to), remote.kind === 'unknown' && 'unknown')
  },
  'o origin b branch revision u upload-pack template reference reference-if-able server-option depth shallow-since shallow-exclude separate-git-dir j jobs filter bundle-uri c config',
  '',
  'recurse-submodules recursive',
)

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
  const as = bundle && { as: 'unpacked' as const }
  scribe.effect({ kind: 'write-path', path, how, content: undefined, ...as, of: [real], by: `git ${verb}` })
}

function defaultName({ known, span }: Word): Word {
  const last = /([^/:]*?)(?:\.git)?\/*$/.exec(known)?.[1] ?? ''
  return wordOf(last === '' || last.includes('\0') ? '.' : last, span)
}

const remote = verb((call, options) => {
  const [action, name, url] = options.operands
  if (!action || action.text === 'get-url') return 'proven'
  if (action.text === undefined) return 'unknown'
  if (action.text === 'show') return options.has('n') || !name ? 'proven' : 'expected'
  if (action.text !== 'add' && action.text !== 'set-url') return 'expected'
  const by = `git remote ${action.text}`
  const key = `remote.${name?.known ?? ''}.${options.has('push') ? 'pushurl' : 'url'}`
  const content = settingLine(key, url ? shown(url) : '')
  call.scribe.effect({ kind: 'write-path', path: pathAtRoot(call, '.git/config'), how: 'append', content, by })
  if (url?.text !== undefined) call.scribe.onSetting(key, url.text)
  if (action.text === 'set-url' && options.has('push') && url) stateNewTarget(url, call)
  if (options.has('f') && url) stateContact(remoteOf(url, call), call, 'git remote add -f')
  return 'plain'
}, 't m mirror')

/** Pushes that look as before would go to a machine that has nothing to do with the repository. */
function stateNewTarget(url: Word, call: GitCall): void {
  const host = hostOf(url.known).replaceAll('\0', '…')
  if (!isForeignHost(host, call)) return
  const feature = `git's pushes, sent to ${host}`
  call.scribe.effect({ kind: 'weaken', area: 'authentication', feature, certainty: 'likely', by: 'git remote set-url' })
}

const submodule = verb(
  (call, options) => {
    const [action, ...rest] = options.operands
    const [source, target] = rest
    switch (action?.text) {
      case undefined:
      case 'status':
      case 'summary':
        return 'proven'
      case 'foreach':
        return foreach(call)
      case 'add': {
        const from = source && remoteOf(source, call)
        if (from) stateContact(from, call, 'git submodule add')
        if (source && from?.kind === 'url') {
          const { host, url } = from
          const to = pathIn(call, target ?? defaultName(source))
          call.scribe.effect({ kind: 'download', host, url, to, tree: 'clone', by: 'git submodule' })
        }
        return 'plain'
      }
      case 'set-url': {
        const content = rest.map((word) => word.known).join(' = ')
        const by = 'git submodule set-url'
        call.scribe.effect({ kind: 'write-path', path: pathAtRoot(call, '.gitmodules'), how: 'edit', content, by })
        return 'plain'
      }
      case 'update':
      case 'deinit':
        if (!mayMean(options, 'f', 'force')) return 'expected'
        return discard(call, 'worktree', `submodule ${action.text} --force`, {
          refs: rest.map((word) => word.known),
          loses: 'unknown',
        })
      default:
        return 'expected'
    }
  },
  'b branch reference depth j jobs filter name summary-limit n ref-format',
  'force',
)

function foreach({ args, scribe }: GitCall): Standing {
  const rest = args.slice(args.findIndex((word) => word.text === 'foreach') + 1)
  const words = rest.slice(rest.findIndex((word) => !word.known.startsWith('-')))
  const [first] = words
  if (!first || first.known.startsWith('-')) return 'expected'
  const by = 'git submodule foreach'
  return weakest('expected', words.length === 1 ? scribe.runsShell(first, by) : scribe.runs(words, by))
}

const archive = verb((call, options) => {
  const from = options.value('remote')
  if (from) stateContact(remoteOf(from, call), call, 'git archive --remote')
  const output = options.value('o', 'output')
  return weakest(
    from && 'plain',
    runsThere(call, options.values('exec'), '--exec'),
    output && writes(call, output, 'git archive'),
  )
}, 'format prefix o output remote exec add-file add-virtual-file mtime')

function writes(call: GitCall, word: Word, by: string): Standing {
  const path = pathIn(call, word)
  // Where it stands may be a repository since this very text.
  const of = [...new Set([call.directory ?? rootOf(call), rootOf(call)])]
  call.scribe.effect({ kind: 'write-path', path, how: 'overwrite', content: undefined, as: 'packed', of, by })
  return isNear(path)
}

const bundle = loosely((call, { operands: [action, file] }) => {
  if (action?.text === 'create' && file) return writes(call, file, 'git bundle create')
  return action?.text === 'unbundle' ? 'expected' : 'proven'
})

const serve: GitReader = ({ args, scribe, verb }) => {
  if (args.some((word) => /^(?:--)?stop$/.test(word.known))) return 'expected'
  const local = args.some((word) => /^(?:-l|--local|--listen=(?:127\.|localhost|::1).*)$/.test(word.known))
  scribe.effect({ kind: 'listen', reach: local ? 'loopback' : 'network', executes: false, by: `git ${verb}` })
  return 'plain'
}

const sendMail: GitReader = ({ args, scribe, verb }) => {
  if (args.some((word) => /^--(?:dry-run|dump-aliases)$/.test(word.known))) return 'proven'
  const target = args.find((word) => /^--to=?/.test(word.known))?.known.replace(/^--to=?/, '') ?? ''
  scribe.effect({ kind: 'external-write', service: 'mail', nature: 'mail', target, by: `git ${verb}` })
  return 'plain'
}

const svn: GitReader = ({ args, scribe, verb }) => {
  const action = args[0]?.text
  if (action !== 'dcommit' && action !== 'submit') return 'expected'
  if (args.some((word) => word.text === '-n' || word.text === '--dry-run')) return 'expected'
  return statePush(verb, scribe, { by: `git ${verb} ${action}` })
}

const lfs = loosely((call, options) => {
  const [action, next] = options.operands
  if (/^(?:ls-files|status|env|version|locks)$/.test(action?.text ?? '')) return 'proven'
  if (action?.text === 'push') {
    stateLfsPush(call)
    return 'plain'
  }
  if (action?.text === 'migrate') return next?.text === 'info' ? 'proven' : rewrites(call, 'lfs migrate')
  if (action?.text !== 'prune') return 'expected'
  // Without `--force` only what the remote has too goes.
  if (options.has('d', 'dry-run')) return 'proven'
  return options.has('f', 'force') ? rewrites(call, 'lfs prune --force') : 'expected'
})

function rewrites(call: GitCall, by: string): Standing {
  return weakest('plain', discard(call, 'history', by, { certainty: 'likely' }))
}

function stateLfsPush({ args: [, word], scribe }: GitCall): void {
  const url = word?.text
  if (!url?.includes('://')) return
  const host = hostOf(url)
  scribe.effect({ kind: 'connect', host, url, address: addressOf(host), by: 'git lfs push' })
}

export const REMOTE_VERBS: GitVerbs = [
  ['fetch fetch-pack', fetching('j jobs', '')],
  // Here the number of jobs is attached.
  ['pull', fetching('', 'j jobs')],
  ['clone', clone],
  ['remote', remote],
  ['submodule', submodule],
  ['archive', archive],
  ['bundle', bundle],
  ['daemon instaweb', serve],
  ['send-email imap-send', sendMail],
  ['svn p4', svn],
  ['lfs', lfs],
]
