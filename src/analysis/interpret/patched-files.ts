import { recordUnread } from '../text/read-limits.ts'
import type { DataSource } from '../words.ts'
import { defineFileTool, readStdinSources, readStdinText, readWordText, recordWrite } from './file-tool.ts'
import type { Options } from './options.ts'
import type { EffectRecorder } from './program.ts'
import { isStdin } from './word-checks.ts'

interface PatchedFile {
  readonly path: string
  /** The whole text of a file that the patch makes; undefined for one that it changes. */
  readonly text: string | undefined
}

/** More files than any patch that a person looks at. */
export const MAX_PATCHED_FILES = 2_000

/** The files that a unified diff makes or changes, without the first `strip` parts of their names. */
export function parsePatchedFiles(diff: string | undefined, strip: number): readonly PatchedFile[] {
  const found: PatchedFile[] = []
  let old = ''
  let path: string | undefined
  let added: string[] = []
  const close = () => {
    if (path !== undefined && found.length < MAX_PATCHED_FILES)
      found.push({ path, text: old === '/dev/null' ? `${added.join('\n')}\n` : undefined })
    path = undefined
    added = []
  }
  for (const line of (diff ?? '').split('\n')) {
    if (line.startsWith('diff ') || line.startsWith('--- ')) close()
    if (line.startsWith('--- ')) old = parseFileName(line)
    else if (line.startsWith('+++ '))
      path = parseFileName(line) === '/dev/null' ? undefined : stripPathParts(parseFileName(line), strip)
    else if (path !== undefined && line.startsWith('+')) added.push(line.slice(1))
    const renamed = /^(?:rename|copy) to (.+)$/.exec(line)?.[1]
    if (renamed !== undefined && found.length < MAX_PATCHED_FILES) found.push({ path: renamed, text: undefined })
  }
  close()
  return found
}

function parseFileName(line: string): string {
  return (line.slice(4).split('\t', 1)[0] ?? '').replace(/^"|"$/g, '')
}

function stripPathParts(name: string, parts: number): string {
  return name.split('/').slice(parts).join('/') || name
}

/** The files that a patch makes, with their text; those that it changes, without. */
function recordPatchedFiles(options: Options, diff: string | undefined, recorder: EffectRecorder): void {
  if (options.has('R', 'reverse')) return
  const folder = options.value('d', 'directory')?.text
  const files = parsePatchedFiles(diff, Number(options.value('p', 'strip')?.text ?? '0'))
  if (files.length >= MAX_PATCHED_FILES) recordUnread(recorder, 'a patch of more files than are read')
  for (const file of files) {
    const path = recorder.pathOf(folder === undefined ? file.path : `${folder}/${file.path}`)
    const how = file.text === undefined ? 'edit' : 'create'
    recorder.effect({ kind: 'write-path', path, how, content: file.text, by: 'patch' })
  }
}

export const PATCH_PROGRAM = defineFileTool({
  names: 'patch',
  flags:
    '-bcCEeflnNRsTtuvZ backup context ed unified normal force forward reverse silent quiet batch dry-run check remove-empty-files set-time set-utc binary verbose posix follow-symlinks backup-if-mismatch no-backup-if-mismatch ignore-whitespace',
  values:
    '-BdDFgiopprVxYz input directory output strip prefix reject-file fuzz ifdef version-control basename-prefix suffix reject-format quoting-style get read-only',
  optional: 'merge',
  acts: ({ command, options, operands: [target, diff], recorder }) => {
    const input = options.value('i', 'input') ?? diff
    const path = input && !isStdin(input) ? recorder.path(input) : undefined
    if (path) recorder.effect({ kind: 'read-path', path, list: false })
    if (options.has('dry-run', 'C', 'check')) return 'proven'
    const source: DataSource = path
      ? { kind: 'file', path: path.real ?? path.text, secret: false }
      : (readStdinSources(command)[0] ?? { kind: 'unknown' })
    const known = input ? readWordText(input, command, recorder) : readStdinText(command)
    // Part of the repository, where others have taken it in, or written here as a text that is known.
    const { tracked, session } = recorder.facts
    const kept = (file: string) =>
      (tracked(file) === 'tracked-clean' || session.written.get(file) !== undefined) &&
      recorder.provenance(file).kind !== 'elsewhere'
    const shown = source.kind === 'file' && (session.seen.has(source.path) || kept(source.path))
    recorder.effect({ kind: 'apply-patch', source, seen: known !== undefined || shown })
    if (target) recordWrite(target, 'edit', recorder)
    else recordPatchedFiles(options, known, recorder)
    return 'plain'
  },
})
