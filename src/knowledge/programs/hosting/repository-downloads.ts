import type { Effect } from '../../../analysis/effects.ts'
import type { CommandGrade } from '../../../analysis/interpret/program.ts'
import type { SpecCall, SpecCallHandler } from '../../../analysis/interpret/spec.ts'
import { systemOf } from '../../../analysis/interpret/spec-effects.ts'
import { subcommandText, wordText } from './record-targets.ts'

type DownloadEffect = Extract<Effect, { kind: 'download' }>

/** States what comes from where the tool's repositories live; `named` is an address, or a place there. */
function recordFetch(
  named: string,
  to: Pick<DownloadEffect, 'to'> & Partial<DownloadEffect>,
  call: SpecCall,
): CommandGrade {
  const host = `${systemOf(call)}.com`
  const url = /:\/\/|@/.test(named) ? named : `${host}/${named}`
  call.recorder.effect({ kind: 'download', host, url, by: subcommandText(call), ...to })
  return 'expected'
}

/** A request of somebody else is checked out: the files are theirs until another branch is. */
export const checkOutRequest: SpecCallHandler = (call) => {
  const { command, recorder } = call
  const { facts } = recorder
  const here = command.cwd ?? facts.cwd
  const root = facts.git(here)?.root ?? (here.startsWith(`${facts.projectRoot}/`) ? facts.projectRoot : here)
  const named = wordText(call.rest[0])
  const url = named.includes('://') ? named : `pull/${/^#?(\d+)$/.exec(named)?.[1] ?? named}`
  return recordFetch(url, { to: recorder.pathOf(root), ref: 'HEAD' }, call)
}

/** A whole repository is cloned: under the name that is given, or its own. */
export const cloneRepository: SpecCallHandler = (call) => {
  const [source, target] = call.rest
  const named = wordText(source)
  const [own = ''] = /[^/:]*$/.exec(named.replace(/\.git$/, '')) ?? []
  const to = target ? call.recorder.path(target) : own === '' ? undefined : call.recorder.pathOf(own)
  return recordFetch(named, { to, tree: 'clone' }, call)
}

/** Files of a release or a run come here; those of the project's own are its own work. */
export const downloadFiles: SpecCallHandler = (call) => {
  const { loose, recorder } = call
  const repository = wordText(loose.value('-R', '--repo'))
  if (repository === '') return 'expected'
  const file = loose.value('-O', '--output')
  const folder = loose.value('-D', '--dir')
  if (folder && !file) return recordFetch(repository, { to: recorder.path(folder), tree: 'update' }, call)
  const names = loose.values('-p', '--pattern').filter(({ text }) => text !== undefined && !/[*?[]/.test(text))
  for (const word of file ? [file] : names) recordFetch(repository, { to: recorder.path(word) }, call)
  return 'expected'
}
