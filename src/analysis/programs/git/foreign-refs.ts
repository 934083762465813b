import { hostOf } from '../../hosts.ts'
import { isOwnRemote, refKey } from '../../provenance.ts'
import type { Word } from '../../words.ts'
import { type GitCall, pathIn, rootOf, splitAtDashes } from './call.ts'
import type { GitRemote } from './remotes.ts'

/** An address that is not the repository's own. */
interface Source {
  readonly url: string
  readonly host: string
  /** The name it has here, when it has one. */
  readonly name?: string
}

/** Requests of others that a forge keeps beside the branches: anybody may have written them. */
const REQUEST = /^\+?(?:refs\/)?(?:pull|pulls|merge-requests|pull-requests|changes)\/(\d+(?:\/\d+)?)(?:\/|:|$)/

/** Where a remote takes commits from, unless that is the repository's own: a URL, or a name this session gave to one. */
export function remoteSource(remote: GitRemote, call: GitCall): Source | undefined {
  if (remote.kind === 'url') return foreign(remote.url, undefined, call)
  if (remote.kind !== 'named') return undefined
  const url = call.settings.get(`remote.${remote.name.toLowerCase()}.url`)
  return url === undefined ? undefined : foreign(url, remote.name, call)
}

function foreign(url: string, name: string | undefined, call: GitCall): Source | undefined {
  const own = isOwnRemote(url, call.facts) || [...(call.repository?.remotes.values() ?? [])].includes(url)
  const host = hostOf(url)
  return own || host === '' ? undefined : { url, host, ...(name !== undefined && { name }) }
}

/** Notes which refs are from elsewhere after a fetch; a pull puts what it gets into the files at once. */
export function stateFetched(source: Source | undefined, refspecs: readonly Word[], call: GitCall): void {
  const requests = refspecs.filter((word) => REQUEST.test(word.known))
  const from = source ?? (requests[0] ? requestSource(requests[0].known, call) : undefined)
  if (!from) return
  if (call.verb === 'pull') {
    state(from, call, undefined)
    return
  }
  state(from, call, 'FETCH_HEAD')
  if (source?.name !== undefined) state(from, call, `refs/remotes/${source.name}`)
  for (const { known } of source ? refspecs : requests) {
    const to = /:(?:refs\/heads\/)?([^:]+)$/.exec(known)?.[1]
    if (to !== undefined) state(from, call, to.startsWith('refs/') ? to : `refs/heads/${to}`)
  }
}

function requestSource(refspec: string, call: GitCall): Source {
  const number = REQUEST.exec(refspec)?.[1] ?? ''
  const origin = call.repository?.remotes.get('origin')
  const host = origin === undefined ? 'github.com' : hostOf(origin)
  return { url: `${host}/pull/${number}`, host }
}

/** Verbs that take commits of a ref into what is checked out. */
const TAKES_IN = new Set(['merge', 'rebase', 'cherry-pick', 'reset', 'read-tree', 'restore', 'revert'])
const MAKES = /^(?:-[bBcC]|--create|--force-create|--orphan)$/

/** Notes what becomes of foreign refs: checked out, taken in, or given another name. */
export function stateForeignRefs(call: GitCall): void {
  const { before, split } = splitAtDashes(call.args)
  const operands = before.filter((word) => !word.known.startsWith('-'))
  if (TAKES_IN.has(call.verb))
    takeIn(
      before.map((word) => withoutOption(word)),
      call,
    )
  else if (call.verb === 'branch' && operands.length === 2) rename(operands[0], foreignRef([operands[1]], call), call)
  else if (call.verb === 'worktree' && operands[0]?.text === 'add') stateTree(operands.slice(1), call)
  else if (call.verb !== 'checkout' && call.verb !== 'switch') return
  else if (split) takeIn(operands, call)
  else checkOut(before, operands, call)
}

function takeIn(words: readonly Word[], call: GitCall): void {
  const from = foreignRef(words, call)
  if (from) state(from, call, undefined)
}

function withoutOption(word: Word): Word {
  const value = /^--?[\w-]+=(.+)$/s.exec(word.text ?? '')?.[1]
  return value === undefined ? word : { ...word, text: value, known: value }
}

/** A branch is made at a foreign ref. */
function rename(made: Word | undefined, from: Source | undefined, call: GitCall): void {
  if (from && made?.text !== undefined) state(from, call, `refs/heads/${made.text}`)
}

function stateTree([target, ref]: readonly Word[], call: GitCall): void {
  const from = foreignRef([ref], call)
  if (!from || !target) return
  const to = pathIn(call, target)
  call.scribe.effect({ kind: 'download', ...from, to, tree: 'clone', local: true, by: 'git worktree add' })
}

function checkOut(before: readonly Word[], operands: readonly Word[], call: GitCall): void {
  const head = call.scribe.provenance(refKey(rootOf(call), 'HEAD'))
  const at = before.findIndex((word) => MAKES.test(word.known))
  const made = at < 0 ? undefined : before[at + 1]
  const from = foreignRef(
    operands.filter((word) => word !== made),
    call,
  )
  if (from) {
    state(from, call, 'HEAD')
    rename(made, from, call)
  } else if (head.kind !== 'elsewhere') return
  else if (made && operands.length === 1) rename(made, { url: head.address, host: head.host }, call)
  else if (operands.length === 1 && !/^\.|\/$|\.\w{1,5}$/.test(operands[0]?.known ?? '.')) {
    const to = call.scribe.pathOf(rootOf(call))
    call.scribe.effect({ kind: 'download', host: '', url: '', to, ref: 'HEAD', local: true })
  }
}

/** The address of the first of these refs that is from elsewhere. */
function foreignRef(words: readonly (Word | undefined)[], call: GitCall): Source | undefined {
  const root = rootOf(call)
  for (const word of words) {
    const name = word?.text?.replace(/[~^@{].*$/s, '').replace(/^refs\//, '')
    if (name === undefined || name === '' || name.length > 300) continue
    const places = name === 'FETCH_HEAD' ? [name] : [`refs/heads/${name}`, `refs/remotes/${name}`, `refs/${name}`]
    for (const place of places) {
      const from = call.scribe.provenance(refKey(root, place))
      if (from.kind === 'elsewhere') return { url: from.address, host: from.host }
    }
  }
  return undefined
}

function state({ url, host }: Source, call: GitCall, ref: string | undefined): void {
  const to = call.scribe.pathOf(rootOf(call))
  const fetches = call.verb === 'fetch' || call.verb === 'pull'
  call.scribe.effect({
    kind: 'download',
    host,
    url,
    to,
    ...(ref === undefined ? { tree: 'update' as const } : { ref }),
    ...(fetches ? {} : { local: true as const }),
    by: `git ${call.verb}`,
  })
}
