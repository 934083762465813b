import { isOwnRemote, refKey } from '../../../analysis/flow/provenance.ts'
import { hostOf } from '../../../analysis/remote/hosts.ts'
import type { Word } from '../../../analysis/words.ts'
import { findRepositoryRoot, type GitCall, resolvePathOperand, splitAtDashes } from './call.ts'
import type { GitRemote } from './remotes.ts'

/** An address that is not the repository's own. */
interface ForeignSource {
  readonly url: string
  readonly host: string
  /** The name it has here, when it has one. */
  readonly name?: string
}

/** Requests of others that a forge keeps beside the branches: anybody may have written them. */
const PULL_REQUEST_REF = /^\+?(?:refs\/)?(?:pull|pulls|merge-requests|pull-requests|changes)\/(\d+(?:\/\d+)?)(?:\/|:|$)/

/** Where a remote takes commits from, unless that is the repository's own: a URL, or a name this session gave to one. */
export function findForeignRemote(remote: GitRemote, call: GitCall): ForeignSource | undefined {
  if (remote.kind === 'url') return toForeignSource(remote.url, undefined, call)
  if (remote.kind !== 'named') return undefined
  const url = call.settings.get(`remote.${remote.name.toLowerCase()}.url`)
  return url === undefined ? undefined : toForeignSource(url, remote.name, call)
}

function toForeignSource(url: string, name: string | undefined, call: GitCall): ForeignSource | undefined {
  const own = isOwnRemote(url, call.facts) || [...(call.repository?.remotes.values() ?? [])].includes(url)
  const host = hostOf(url)
  return own || host === '' ? undefined : { url, host, ...(name !== undefined && { name }) }
}

/** Notes which refs are from elsewhere after a fetch; a pull puts what it gets into the files at once. */
export function recordFetchedRefs(source: ForeignSource | undefined, refspecs: readonly Word[], call: GitCall): void {
  const requests = refspecs.filter((word) => PULL_REQUEST_REF.test(word.known))
  const from = source ?? (requests[0] ? toPullRequestSource(requests[0].known, call) : undefined)
  if (!from) return
  if (call.verb === 'pull') {
    recordForeignCode(from, call, undefined)
    return
  }
  recordForeignCode(from, call, 'FETCH_HEAD')
  if (source?.name !== undefined) recordForeignCode(from, call, `refs/remotes/${source.name}`)
  for (const { known } of source ? refspecs : requests) {
    const to = /:(?:refs\/heads\/)?([^:]+)$/.exec(known)?.[1]
    if (to !== undefined) recordForeignCode(from, call, to.startsWith('refs/') ? to : `refs/heads/${to}`)
  }
}

function toPullRequestSource(refspec: string, call: GitCall): ForeignSource {
  const number = PULL_REQUEST_REF.exec(refspec)?.[1] ?? ''
  const origin = call.repository?.remotes.get('origin')
  const host = origin === undefined ? 'github.com' : hostOf(origin)
  return { url: `${host}/pull/${number}`, host }
}

/** Verbs that take commits of a ref into what is checked out. */
const COMMIT_APPLYING_VERBS = new Set(['merge', 'rebase', 'cherry-pick', 'reset', 'read-tree', 'restore', 'revert'])
const BRANCH_CREATING_OPTION = /^(?:-[bBcC]|--create|--force-create|--orphan)$/

/** Notes what becomes of foreign refs: checked out, taken in, or given another name. */
export function recordForeignRefs(call: GitCall): void {
  const { before, split } = splitAtDashes(call.args)
  const operands = before.filter((word) => !word.known.startsWith('-'))
  if (COMMIT_APPLYING_VERBS.has(call.verb))
    recordAppliedCommits(
      before.map((word) => stripOptionName(word)),
      call,
    )
  else if (call.verb === 'branch' && operands.length === 2)
    recordBranchAtForeignRef(operands[0], findForeignRef([operands[1]], call), call)
  else if (call.verb === 'worktree' && operands[0]?.text === 'add') recordForeignWorktree(operands.slice(1), call)
  else if (call.verb !== 'checkout' && call.verb !== 'switch') return
  else if (split) recordAppliedCommits(operands, call)
  else recordForeignCheckout(before, operands, call)
}

function recordAppliedCommits(words: readonly Word[], call: GitCall): void {
  const from = findForeignRef(words, call)
  if (from) recordForeignCode(from, call, undefined)
}

function stripOptionName(word: Word): Word {
  const value = /^--?[\w-]+=(.+)$/s.exec(word.text ?? '')?.[1]
  return value === undefined ? word : { ...word, text: value, known: value }
}

/** A branch is made at a foreign ref. */
function recordBranchAtForeignRef(made: Word | undefined, from: ForeignSource | undefined, call: GitCall): void {
  if (from && made?.text !== undefined) recordForeignCode(from, call, `refs/heads/${made.text}`)
}

function recordForeignWorktree([target, ref]: readonly Word[], call: GitCall): void {
  const from = findForeignRef([ref], call)
  if (!from || !target) return
  const to = resolvePathOperand(call, target)
  call.recorder.effect({ kind: 'download', ...from, to, tree: 'clone', local: true, by: 'git worktree add' })
}

function recordForeignCheckout(before: readonly Word[], operands: readonly Word[], call: GitCall): void {
  const head = call.recorder.provenance(refKey(findRepositoryRoot(call), 'HEAD'))
  const at = before.findIndex((word) => BRANCH_CREATING_OPTION.test(word.known))
  const made = at < 0 ? undefined : before[at + 1]
  const from = findForeignRef(
    operands.filter((word) => word !== made),
    call,
  )
  if (from) {
    recordForeignCode(from, call, 'HEAD')
    recordBranchAtForeignRef(made, from, call)
  } else if (head.kind !== 'elsewhere') return
  else if (made && operands.length === 1) recordBranchAtForeignRef(made, { url: head.address, host: head.host }, call)
  else if (operands.length === 1 && !/^\.|\/$|\.\w{1,5}$/.test(operands[0]?.known ?? '.')) {
    const to = call.recorder.pathOf(findRepositoryRoot(call))
    call.recorder.effect({ kind: 'download', host: '', url: '', to, ref: 'HEAD', local: true })
  }
}

/** The address of the first of these refs that is from elsewhere. */
function findForeignRef(words: readonly (Word | undefined)[], call: GitCall): ForeignSource | undefined {
  const root = findRepositoryRoot(call)
  for (const word of words) {
    const name = word?.text?.replace(/[~^@{].*$/s, '').replace(/^refs\//, '')
    if (name === undefined || name === '' || name.length > 300) continue
    const places = name === 'FETCH_HEAD' ? [name] : [`refs/heads/${name}`, `refs/remotes/${name}`, `refs/${name}`]
    for (const place of places) {
      const from = call.recorder.provenance(refKey(root, place))
      if (from.kind === 'elsewhere') return { url: from.address, host: from.host }
    }
  }
  return undefined
}

function recordForeignCode({ url, host }: ForeignSource, call: GitCall, ref: string | undefined): void {
  const to = call.recorder.pathOf(findRepositoryRoot(call))
  const fetches = call.verb === 'fetch' || call.verb === 'pull'
  call.recorder.effect({
    kind: 'download',
    host,
    url,
    to,
    ...(ref === undefined ? { tree: 'update' as const } : { ref }),
    ...(fetches ? {} : { local: true as const }),
    by: `git ${call.verb}`,
  })
}
