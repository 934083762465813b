import type { Standing } from '../program.ts'
import { type HostingCall, type HostingDeed, textOf } from './hosting.ts'

/** Where the tool's repositories live. */
const hostOf = ({ service }: HostingCall): string => `${service}.com`

/** The repository that a command works in, as far as it is known. */
function rootOf({ command, scribe: { facts } }: HostingCall): string {
  const here = command.cwd ?? facts.cwd
  const known = facts.git(here)?.root
  return known ?? (here.startsWith(`${facts.projectRoot}/`) ? facts.projectRoot : here)
}

/** A request of somebody else is checked out: the files are theirs until another branch is. */
export const checkOutRequest: HostingDeed = (call): Standing => {
  const { scribe } = call
  const named = textOf(call.options.operands[0])
  const number = /^#?(\d+)$/.exec(named)?.[1] ?? /\/(?:pull|merge_requests)\/(\d+)/.exec(named)?.[1]
  const host = hostOf(call)
  const url = named.includes('://') ? named : `${host}/pull/${number ?? named}`
  scribe.effect({ kind: 'download', host, url, to: scribe.pathOf(rootOf(call)), ref: 'HEAD', by: call.action })
  return 'expected'
}

/** A whole repository is cloned: under the name that is given, or its own. */
export const cloneRepository: HostingDeed = (call): Standing => {
  const [source, target] = call.options.operands
  const named = textOf(source)
  const host = hostOf(call)
  const url = /:\/\/|@/.test(named) ? named : `https://${host}/${named}`
  const own =
    named
      .replace(/\.git$/, '')
      .split(/[/:]/)
      .at(-1) ?? ''
  const to = target ? call.scribe.path(target) : own === '' ? undefined : call.scribe.pathOf(own)
  call.scribe.effect({ kind: 'download', host, url, to, tree: 'clone', by: call.action })
  return 'expected'
}

/** Files of a release or a run come here; those of the project's own are its own work. */
export const downloadFiles: HostingDeed = (call): Standing => {
  const { options, scribe } = call
  const repository = options.value('R', 'repo')
  if (!repository) return 'expected'
  const host = hostOf(call)
  const url = `${host}/${textOf(repository)}`
  const file = options.value('O', 'output')
  const folder = options.value('D', 'dir')
  const names = options.values('p', 'pattern').filter((word) => word.text !== undefined && !/[*?[]/.test(word.text))
  if (file) scribe.effect({ kind: 'download', host, url, to: scribe.path(file), by: call.action })
  else if (folder)
    scribe.effect({ kind: 'download', host, url, to: scribe.path(folder), tree: 'update', by: call.action })
  else for (const word of names) scribe.effect({ kind: 'download', host, url, to: scribe.path(word), by: call.action })
  return 'expected'
}
