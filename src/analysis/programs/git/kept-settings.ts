import { join } from 'node:path/posix'
import { hostOf, isForge } from '../../hosts.ts'
import type { Scribe } from '../program.ts'
import type { GitCall } from './call.ts'

/** One setting as it is remembered: the whole key, so that it is told from git's own form of the file. */
export function settingLine(key: string, value: string): string {
  return `\n${key} = ${value}\n`
}

const LINE = /^([a-z][\w-]*\.\S+) = (.*)$/gim

/** The settings that this session and this text made, keys in lower case. */
export function keptSettings(root: string | undefined, scribe: Scribe): ReadonlyMap<string, string> {
  const { session, home, projectRoot } = scribe.facts
  const roots = new Set([projectRoot, ...(root === undefined ? [] : [root])])
  const files = [join(home, '.gitconfig'), ...[...roots].map((each) => join(each, '.git/config'))]
  const found = new Map<string, string>()
  for (const file of files) {
    const text = session.written.get(file) ?? ''
    for (const [, key = '', value = ''] of text === '' ? [] : text.matchAll(LINE)) found.set(key.toLowerCase(), value)
  }
  for (const [key, value] of scribe.settings()) found.set(key, value)
  return found
}

/** A host that neither the repository's remotes nor the well-known forges are on. */
export function isForeignHost(host: string, call: GitCall): boolean {
  const own = [...(call.repository?.remotes.values() ?? [])].map((url) => hostOf(url))
  return host !== '' && !isForge(host) && !own.includes(host)
}
