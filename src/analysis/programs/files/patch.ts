import { stateUnread } from '../../unread.ts'
import type { DataSource } from '../../words.ts'
import { type Grammar, type Options, readOptions } from '../options.ts'
import type { Program, Scribe } from '../program.ts'
import { asksForHelp, isStdin } from './grammar.ts'
import { MOST_PATCHED, patchedFiles } from './patched-files.ts'
import { stdinSources, textOf, writes } from './touching.ts'

const PATCH: Grammar = {
  flags:
    '-bcCEeflnNRsTtuvZ backup context ed unified normal force forward reverse silent quiet batch dry-run check remove-empty-files set-time set-utc binary verbose posix follow-symlinks backup-if-mismatch no-backup-if-mismatch ignore-whitespace',
  values:
    '-BdDFgiopprVxYz input directory output strip prefix reject-file fuzz ifdef version-control basename-prefix suffix reject-format quoting-style get read-only',
  optional: 'merge',
}

/** The files that a patch makes, with their text; those that it changes, without. */
function statePatched(options: Options, diff: string | undefined, scribe: Scribe): void {
  if (options.has('R', 'reverse')) return
  const folder = options.value('d', 'directory')?.text
  const files = patchedFiles(diff, Number(options.value('p', 'strip')?.text ?? '0'))
  if (files.length >= MOST_PATCHED) stateUnread(scribe, 'a patch of more files than are read')
  for (const file of files) {
    const path = scribe.pathOf(folder === undefined ? file.path : `${folder}/${file.path}`)
    const how = file.text === undefined ? 'edit' : 'create'
    scribe.effect({ kind: 'write-path', path, how, content: file.text, by: 'patch' })
  }
}

export const PATCH_PROGRAM: Program = {
  names: ['patch'],
  read: (command, scribe) => {
    if (asksForHelp(command.args)) return 'proven'
    const options = readOptions(command.args, PATCH)
    const input = options.value('i', 'input') ?? options.operands[1]
    const path = input && !isStdin(input) ? scribe.path(input) : undefined
    if (path) scribe.effect({ kind: 'read-path', path, list: false })
    if (options.has('dry-run', 'C', 'check')) return options.unknown.length > 0 ? 'unknown' : 'proven'
    const source: DataSource = path
      ? { kind: 'file', path: path.real ?? path.text, secret: false }
      : (stdinSources(command)[0] ?? { kind: 'unknown' })
    const known = input
      ? textOf(input, command, scribe)
      : command.stdin.kind === 'value'
        ? command.stdin.value.text
        : undefined
    // Part of the repository, where others have taken it in, or written here as a text that is known.
    const kept = (file: string) =>
      (scribe.facts.tracked(file) === 'tracked-clean' || scribe.facts.session.written.get(file) !== undefined) &&
      scribe.provenance(file).kind !== 'elsewhere'
    const shown = source.kind === 'file' && (scribe.facts.session.seen.has(source.path) || kept(source.path))
    scribe.effect({ kind: 'apply-patch', source, seen: known !== undefined || shown })
    const [target] = options.operands
    if (target) writes(target, 'edit', scribe)
    else statePatched(options, known, scribe)
    return options.unknown.length > 0 ? 'unknown' : 'plain'
  },
}
