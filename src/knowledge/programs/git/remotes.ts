import { movedSource } from '../../../analysis/files/dependency-sources.ts'
import { quoteForShell } from '../../../analysis/interpret/synthetic-words.ts'
import { classifyHost, hostOf } from '../../../analysis/remote/hosts.ts'
import { repositoryRelation } from '../../../analysis/remote/repositories.ts'
import { recordUnread } from '../../../analysis/text/read-limits.ts'
import type { Word } from '../../../analysis/words.ts'
import type { GitCall } from './call.ts'
import { isForeignHost } from './persisted-settings.ts'

/** Where a remote points. */
export type GitRemote =
  | { readonly kind: 'named'; readonly name: string; readonly url: string | undefined }
  | { readonly kind: 'url'; readonly url: string; readonly host: string }
  | { readonly kind: 'local'; readonly path: string }
  | { readonly kind: 'command'; readonly text: string }
  | { readonly kind: 'unknown' }

/** Reads a remote operand the way git does: helper, URL, scp form, path, or a name. */
export function parseRemote(word: Word | undefined, call: GitCall): GitRemote {
  if (!word) return { kind: 'named', name: 'origin', url: call.repository?.remotes.get('origin') }
  const text = word.text ?? word.known
  if (text.startsWith('ext::')) return { kind: 'command', text: decodeHelperCommand(text.slice(5)) }
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
function decodeHelperCommand(text: string): string {
  const words = text.match(/(?:%.|[^ %])+/gs) ?? []
  return words
    .map((word) => word.replaceAll(/%(.)/gs, (_, sign: string) => (sign === ' ' || sign === '%' ? sign : '')))
    .map(quoteForShell)
    .join(' ')
}

/** A remote whose address this text or session set is as good as the address itself. */
export function resolvePushTarget(remote: GitRemote, call: GitCall): GitRemote {
  if (remote.kind !== 'named') return remote
  const name = remote.name.toLowerCase()
  const url = call.settings.get(`remote.${name}.pushurl`) ?? call.settings.get(`remote.${name}.url`)
  const host = url === undefined ? '' : hostOf(url)
  if (url === undefined || (!isForeignHost(host, call) && !isForeignRemote(name, url, call))) return remote
  return { kind: 'url', url, host }
}

/** A further remote that is not the project's; the first one of a new repository is. */
function isForeignRemote(name: string, url: string, { facts }: GitCall): boolean {
  const kinship = repositoryRelation(url, facts)
  return kinship === 'foreign' || (kinship === 'unknown' && name !== 'origin')
}

/** States that git talks to this remote; runs what an `ext::` remote would run. */
export function recordRemoteContact(remote: GitRemote, call: GitCall, by: string): void {
  const { recorder } = call
  if (remote.kind === 'command') {
    recorder.runsShell({ text: remote.text, sources: [{ kind: 'argument' }] }, `${by} ext::`)
    recordUnread(recorder, 'a remote that is a command')
    return
  }
  const url = remote.kind === 'named' ? remote.url : remote.kind === 'url' ? remote.url : undefined
  const host = remote.kind === 'url' ? remote.host : url === undefined ? undefined : hostOf(url)
  if (url === undefined || host === undefined || host === '') return
  recorder.effect({ kind: 'connect', host, url: stripUrlUser(url), address: classifyHost(host), by })
}

function stripUrlUser(url: string): string {
  return url.replace(/^([a-z][a-z0-9+.-]*:\/\/)[^/@]*@/i, '$1')
}

/** A submodule that the project has is to come from somebody else: whoever updates it gets their code. */
export function recordMovedSubmodule(address: Word | undefined, { recorder }: GitCall): void {
  const url = address?.known ?? ''
  const moved = /^[a-z][a-z0-9+.-]*:\/\/|^[^/:\s]+@[^/:\s]+:/i.test(url)
    ? movedSource(url, 'git submodule', recorder.facts)
    : undefined
  if (moved) recorder.effect(moved)
}
