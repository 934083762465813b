import type { Effect } from '../../effects.ts'
import type { FormCall, SubReader } from '../form/form.ts'
import { systemOf } from '../form/state.ts'
import type { Standing } from '../program.ts'
import { actionOf, textOf } from './hosting.ts'

type Download = Extract<Effect, { kind: 'download' }>

/** States what comes from where the tool's repositories live; `named` is an address, or a place there. */
function fetches(named: string, to: Pick<Download, 'to'> & Partial<Download>, call: FormCall): Standing {
  const host = `${systemOf(call)}.com`
  const url = /:\/\/|@/.test(named) ? named : `${host}/${named}`
  call.scribe.effect({ kind: 'download', host, url, by: actionOf(call), ...to })
  return 'expected'
}

/** A request of somebody else is checked out: the files are theirs until another branch is. */
export const checkOutRequest: SubReader = (call) => {
  const { command, scribe } = call
  const { facts } = scribe
  const here = command.cwd ?? facts.cwd
  const root = facts.git(here)?.root ?? (here.startsWith(`${facts.projectRoot}/`) ? facts.projectRoot : here)
  const named = textOf(call.rest[0])
  const url = named.includes('://') ? named : `pull/${/^#?(\d+)$/.exec(named)?.[1] ?? named}`
  return fetches(url, { to: scribe.pathOf(root), ref: 'HEAD' }, call)
}

/** A whole repository is cloned: under the name that is given, or its own. */
export const cloneRepository: SubReader = (call) => {
  const [source, target] = call.rest
  const named = textOf(source)
  const [own = ''] = /[^/:]*$/.exec(named.replace(/\.git$/, '')) ?? []
  const to = target ? call.scribe.path(target) : own === '' ? undefined : call.scribe.pathOf(own)
  return fetches(named, { to, tree: 'clone' }, call)
}

/** Files of a release or a run come here; those of the project's own are its own work. */
export const downloadFiles: SubReader = (call) => {
  const { loose, scribe } = call
  const repository = textOf(loose.value('-R', '--repo'))
  if (repository === '') return 'expected'
  const file = loose.value('-O', '--output')
  const folder = loose.value('-D', '--dir')
  if (folder && !file) return fetches(repository, { to: scribe.path(folder), tree: 'update' }, call)
  const names = loose.values('-p', '--pattern').filter(({ text }) => text !== undefined && !/[*?[]/.test(text))
  for (const word of file ? [file] : names) fetches(repository, { to: scribe.path(word) }, call)
  return 'expected'
}
