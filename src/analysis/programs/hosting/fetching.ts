import type { FormCall, SubReader } from '../form/form.ts'
import { systemOf } from '../form/state.ts'
import type { Standing } from '../program.ts'
import { actionOf, textOf } from './hosting.ts'

/** Where the tool's repositories live. */
const hostOf = (call: FormCall): string => `${systemOf(call)}.com`

/** The repository that a command works in, as far as it is known. */
function rootOf({ command, scribe: { facts } }: FormCall): string {
  const here = command.cwd ?? facts.cwd
  const known = facts.git(here)?.root
  return known ?? (here.startsWith(`${facts.projectRoot}/`) ? facts.projectRoot : here)
}

/** A request of somebody else is checked out: the files are theirs until another branch is. */
export const checkOutRequest: SubReader = (call): Standing => {
  const { scribe } = call
  const named = textOf(call.rest[0])
  const number = /^#?(\d+)$/.exec(named)?.[1] ?? /\/(?:pull|merge_requests)\/(\d+)/.exec(named)?.[1]
  const host = hostOf(call)
  const url = named.includes('://') ? named : `${host}/pull/${number ?? named}`
  scribe.effect({ kind: 'download', host, url, to: scribe.pathOf(rootOf(call)), ref: 'HEAD', by: actionOf(call) })
  return 'expected'
}

/** A whole repository is cloned: under the name that is given, or its own. */
export const cloneRepository: SubReader = (call): Standing => {
  const [source, target] = call.rest
  const named = textOf(source)
  const host = hostOf(call)
  const url = /:\/\/|@/.test(named) ? named : `https://${host}/${named}`
  const own =
    named
      .replace(/\.git$/, '')
      .split(/[/:]/)
      .at(-1) ?? ''
  const to = target ? call.scribe.path(target) : own === '' ? undefined : call.scribe.pathOf(own)
  call.scribe.effect({ kind: 'download', host, url, to, tree: 'clone', by: actionOf(call) })
  return 'expected'
}

/** Files of a release or a run come here; those of the project's own are its own work. */
export const downloadFiles: SubReader = (call): Standing => {
  const { loose, scribe } = call
  const repository = loose.value('-R', '--repo')
  if (!repository) return 'expected'
  const host = hostOf(call)
  const url = `${host}/${textOf(repository)}`
  const file = loose.value('-O', '--output')
  const folder = loose.value('-D', '--dir')
  const names = loose.values('-p', '--pattern').filter((word) => word.text !== undefined && !/[*?[]/.test(word.text))
  if (file) scribe.effect({ kind: 'download', host, url, to: scribe.path(file), by: actionOf(call) })
  else if (folder)
    scribe.effect({ kind: 'download', host, url, to: scribe.path(folder), tree: 'update', by: actionOf(call) })
  else
    for (const word of names) scribe.effect({ kind: 'download', host, url, to: scribe.path(word), by: actionOf(call) })
  return 'expected'
}
