import { addressOf, hostOf } from '../../hosts.ts'
import { isOwnRemote, refKey } from '../../provenance.ts'
import { kinshipOf } from '../../repositories.ts'
import { stateUnread } from '../../unread.ts'
import type { Word } from '../../words.ts'
import { type GitCall, pathIn, rootOf, splitAtDashes } from './call.ts'
import { isForeignHost } from './kept-settings.ts'
import { quoted } from './made-words.ts'

export type GitRemote =
  | { readonly kind: 'named'; readonly name: string; readonly url: string | undefined }
  | { readonly kind: 'url'; readonly url: string; readonly host: string }
  | { readonly kind: 'local'; readonly path: string }
  | { readonly kind: 'command'; readonly text: string }
  | { readonly kind: 'unknown' }

/** Reads a remote operand the way git does: helper, URL, scp form, path, or a name. */
export function remoteOf(word: Word | undefined, call: GitCall): GitRemote {
  if (!word) return { kind: 'named', name: 'origin', url: call.repository?.remotes.get('origin') }
  const text = word.text ?? word.known
  if (text.startsWith('ext::')) return { kind: 'command', text: helperCommand(text.slice(5)) }
  const proxy = /^(?:ssh:\/\/|git@)?-oProxyCommand=(.*)$/is.exec(text)
  if (proxy) return { kind: 'command', text: proxy[1] ?? '' }
  const url = /^(?:[a-z0-9]+::)?([a-z][a-z0-9+.-]*):\/\/(?:[^/@]*@)?(\[[^\]]*\]|[^/:]*)/i.exec(text)
  if (url) {
    if (url[1]?.toLowerCase() === 'file') return { kind: 'local', path: text.slice(7) }
    return { kind: 'url', url: text, host: hostOf(text) }
  }
  if (/^[./~]/.test(text)) return { kind: 'local', path: text }
  const scp = /^(?:[^@/:]*@)?([^/:\0]+):(?!:)/.exec(text)
  if (scp) return { kind: 'url', url: text, host: hostOf(text) }
  if (word.dynamic) return { kind: 'unknown' }
  return { kind: 'named', name: text, url: call.repository?.remotes.get(text) }
}

/** The words of an `ext::` helper as a shell would be told them: `% ` is a blank inside a word, `%%` a percent sign. */
function helperCommand(text: string): string {
  const words = text.match(/(?:%.|[^ %])+/gs) ?? []
  return words
    .map((word) => word.replaceAll(/%(.)/gs, (_, sign: string) => (sign === ' ' || sign === '%' ? sign : '')))
    .map(quoted)
    .join(' ')
}

/** A remote whose address this text or session set is as good as the address itself. */
export function pushTarget(remote: GitRemote, call: GitCall): GitRemote {
  if (remote.kind !== 'named') return remote
  const name = remote.name.toLowerCase()
  const url = call.settings.get(`remote.${name}.pushurl`) ?? call.settings.get(`remote.${name}.url`)
  const host = url === undefined ? '' : hostOf(url)
  if (url === undefined || (!isForeignHost(host, call) && !isElsewhere(name, url, call))) return remote
  return { kind: 'url', url, host }
}

/** A further remote that is not the project's; the first one of a new repository is. */
function isElsewhere(name: string, url: string, { facts }: GitCall): boolean {
  const kinship = kinshipOf(url, facts)
  return kinship === 'foreign' || (kinship === 'unknown' && name !== 'origin')
}

export function stateContact(remote: GitRemote, call: GitCall, by: string): void {
  const { scribe } = call
  if (remote.kind === 'command') {
    scribe.runsShell({ text: remote.text, sources: [{ kind: 'argument' }] }, `${by} ext::`)
    stateUnread(scribe, 'a remote that is a command')
    return
  }
  if (!('url' in remote) || remote.url === undefined) return
  const host = hostOf(remote.url)
  const url = remote.url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1')
  if (host !== '') scribe.effect({ kind: 'connect', host, url, address: addressOf(host), by })
}

interface Source {
  readonly url: string
  readonly host: string
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
  const to = (source ? refspecs : requests).flatMap(({ known }) => /:(?:refs\/heads\/)?([^:]+)$/.exec(known)?.[1] ?? [])
  const refs = [
    'FETCH_HEAD',
    ...(source?.name === undefined ? [] : [`refs/remotes/${source.name}`]),
    ...to.map((ref) => (ref.startsWith('refs/') ? ref : `refs/heads/${ref}`)),
  ]
  for (const ref of call.verb === 'pull' ? [undefined] : refs) state(from, call, ref)
}

function requestSource(refspec: string, call: GitCall): Source {
  const number = REQUEST.exec(refspec)?.[1] ?? ''
  const origin = call.repository?.remotes.get('origin')
  const host = origin === undefined ? 'github.com' : hostOf(origin)
  return { url: `${host}/pull/${number}`, host }
}

const TAKES_IN = /^(?:merge|rebase|cherry-pick|reset|read-tree|restore|revert)$/
const MAKES = /^(?:-[bBcC]|--create|--force-create|--orphan)$/

export function stateForeignRefs(call: GitCall): void {
  const { before, split } = splitAtDashes(call.args)
  const operands = before.filter((word) => !word.known.startsWith('-'))
  if (TAKES_IN.test(call.verb)) takeIn(before.map(withoutOption), call)
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
