/** A file as a patch leaves it. */
export interface PatchedFile {
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
