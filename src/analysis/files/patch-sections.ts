/** What a patch does to one file. */
export type PatchSection =
  | { readonly act: 'add'; readonly path: string; readonly text: string }
  /** `added`: the lines that are put in. */
  | { readonly act: 'change'; readonly path: string; readonly added: string }
  | { readonly act: 'delete'; readonly path: string }
  | { readonly act: 'move'; readonly path: string; readonly to: string }

/** More than any patch has that a person looks at. */
export const MOST_SECTIONS = 500

interface Open {
  act: 'add' | 'change' | 'delete'
  path: string
  lines: string[]
}

/** The files that a patch adds, changes, moves and deletes: agents' own form (`*** Update File: x`) and unified diffs. */
export function patchSections(patch: string): readonly PatchSection[] {
  const found: PatchSection[] = []
  let open: Open | undefined
  let old = ''
  const close = () => {
    if (open) found.push(sectionOf(open))
    open = undefined
  }
  for (const line of patch.split(/\r?\n/)) {
    if (found.length > MOST_SECTIONS) return found
    if (open && line.startsWith('+') && !line.startsWith('+++ ')) {
      open.lines.push(line.slice(1))
      continue
    }
    const [, act = '', path = ''] = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/.exec(line) ?? []
    if (act === 'Move to') {
      if (open) found.push({ act: 'move', path: open.path, to: path.trim() })
    } else if (act !== '') {
      close()
      open = { act: ACTS.get(act) ?? 'change', path: path.trim(), lines: [] }
    } else if (line.startsWith('--- ') && open?.act !== 'add') {
      close()
      old = nameIn(line)
    } else if (line.startsWith('+++ ') && old !== '') {
      open = unified(old, nameIn(line))
      old = ''
    } else if (open && line.startsWith('+')) open.lines.push(line.slice(1))
    const renamed = /^rename (from|to) (.+)$/.exec(line)
    if (renamed?.[1] === 'from') old = renamed[2] ?? ''
    else if (renamed) found.push({ act: 'move', path: old, to: renamed[2] ?? '' })
  }
  close()
  return found
}

const ACTS: ReadonlyMap<string, Open['act']> = new Map([
  ['Add File', 'add'],
  ['Update File', 'change'],
  ['Delete File', 'delete'],
])

function unified(old: string, now: string): Open {
  if (now === '/dev/null') return { act: 'delete', path: old.replace(/^a\//, ''), lines: [] }
  return { act: old === '/dev/null' ? 'add' : 'change', path: now.replace(/^b\//, ''), lines: [] }
}

function sectionOf({ act, path, lines }: Open): PatchSection {
  const text = lines.join('\n')
  if (act === 'delete') return { act, path }
  return act === 'add' ? { act, path, text: `${text}\n` } : { act, path, added: text }
}

function nameIn(line: string): string {
  return (line.slice(4).split('\t', 1)[0] ?? '').trim().replace(/^"|"$/g, '')
}
