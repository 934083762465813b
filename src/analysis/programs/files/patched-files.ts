import { stateUnread } from '../../unread.ts'
import type { DataSource } from '../../words.ts'
import type { Options } from '../options.ts'
import type { Scribe } from '../program.ts'
import { isStdin } from './grammar.ts'
import { fileTool, stdinSources, stdinText, textOf, writes } from './touching.ts'

interface PatchedFile {
  readonly path: string
  /** The whole text of a file that the patch makes; undefined for one that it changes. */
  readonly text: string | undefined
}

/** More files than any patch that a person looks at. */
export const MOST_PATCHED = 2_000

/** The files that a unified diff makes or changes, without the first `strip` parts of their names. */
export function patchedFiles(diff: string | undefined, strip: number): readonly PatchedFile[] {
  const found: PatchedFile[] = []
  let old = ''
  let path: string | undefined
  let added: string[] = []
  const close = () => {
    if (path !== undefined && found.length < MOST_PATCHED)
      found.push({ path, text: old === '/dev/null' ? `${added.join('\n')}\n` : undefined })
    path = undefined
    added = []
  }
  for (const line of (diff ?? '').split('\n')) {
    if (line.startsWith('diff ') || line.startsWith('--- ')) close()
    if (line.startsWith('--- ')) old = nameIn(line)
    else if (line.startsWith('+++ ')) path = nameIn(line) === '/dev/null' ? undefined : stripped(nameIn(line), strip)
    else if (path !== undefined && line.startsWith('+')) added.push(line.slice(1))
    const renamed = /^(?:rename|copy) to (.+)$/.exec(line)?.[1]
    if (renamed !== undefined && found.length < MOST_PATCHED) found.push({ path: renamed, text: undefined })
  }
  close()
  return found
}

function nameIn(line: string): string {
  return (line.slice(4).split('\t', 1)[0] ?? '').replace(/^"|"$/g, '')
}

function stripped(name: string, parts: number): string {
  return name.split('/').slice(parts).join('/') || name
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

export const PATCH_PROGRAM = fileTool({
  names: 'patch',
  flags:
    '-bcCEeflnNRsTtuvZ backup context ed unified normal force forward reverse silent quiet batch dry-run check remove-empty-files set-time set-utc binary verbose posix follow-symlinks backup-if-mismatch no-backup-if-mismatch ignore-whitespace',
  values:
    '-BdDFgiopprVxYz input directory output strip prefix reject-file fuzz ifdef version-control basename-prefix suffix reject-format quoting-style get read-only',
  optional: 'merge',
  acts: ({ command, options, operands: [target, diff], scribe }) => {
    const input = options.value('i', 'input') ?? diff
    const path = input && !isStdin(input) ? scribe.path(input) : undefined
    if (path) scribe.effect({ kind: 'read-path', path, list: false })
    if (options.has('dry-run', 'C', 'check')) return 'proven'
    const source: DataSource = path
      ? { kind: 'file', path: path.real ?? path.text, secret: false }
      : (stdinSources(command)[0] ?? { kind: 'unknown' })
    const known = input ? textOf(input, command, scribe) : stdinText(command)
    // Part of the repository, where others have taken it in, or written here as a text that is known.
    const { tracked, session } = scribe.facts
    const kept = (file: string) =>
      (tracked(file) === 'tracked-clean' || session.written.get(file) !== undefined) &&
      scribe.provenance(file).kind !== 'elsewhere'
    const shown = source.kind === 'file' && (session.seen.has(source.path) || kept(source.path))
    scribe.effect({ kind: 'apply-patch', source, seen: known !== undefined || shown })
    if (target) writes(target, 'edit', scribe)
    else statePatched(options, known, scribe)
    return 'plain'
  },
})
