export type PatchSection =
  | { readonly act: 'add'; readonly path: string; readonly text: string }
  /** `before` and `after`: the lines that it shows, without it and with it. */
  | {
      readonly act: 'change'
      readonly path: string
      readonly added: string
      readonly before: string
      readonly after: string
    }
  | { readonly act: 'delete'; readonly path: string }
  | { readonly act: 'move'; readonly path: string; readonly to: string }

export const MAX_SECTIONS = 500

interface OpenSection {
  act: 'add' | 'change' | 'delete'
  path: string
  lines: string[]
  before: string[]
  after: string[]
}

const startSection = (act: OpenSection['act'], path: string): OpenSection => ({
  act,
  path,
  lines: [],
  before: [],
  after: [],
})

/** Agents' own form (`*** Update File: x`) and unified diffs. */
export function parsePatchSections(patch: string): readonly PatchSection[] {
  const found: PatchSection[] = []
  let open: OpenSection | undefined
  let old = ''
  const close = () => {
    if (open) found.push(finishSection(open))
    open = undefined
  }
  const lines = patch.split(/\r?\n/)
  for (const [at, line] of lines.entries()) {
    if (found.length > MAX_SECTIONS) return found
    // `--- x` alone takes out a line that begins with dashes.
    const isHead = line.startsWith('--- ') && lines[at + 1]?.startsWith('+++ ') === true
    if (open && line.startsWith('+') && !line.startsWith('+++ ')) {
      addLine(open, line)
      continue
    }
    if (open && /^[ -]/.test(line) && !isHead) {
      open.before.push(line.slice(1))
      if (line.startsWith(' ')) open.after.push(line.slice(1))
      continue
    }
    const [, act = '', path = ''] = /^\*\*\* (Add File|Update File|Delete File|Move to): (.+)$/.exec(line) ?? []
    if (act === 'Move to') {
      if (open) found.push({ act: 'move', path: open.path, to: path.trim() })
    } else if (act !== '') {
      close()
      open = startSection(SECTION_ACTS.get(act) ?? 'change', path.trim())
    } else if (isHead) {
      close()
      old = parseFileName(line)
    } else if (line.startsWith('+++ ') && old !== '') {
      open = startUnifiedSection(old, parseFileName(line))
      old = ''
    } else if (open && line.startsWith('+')) addLine(open, line)
    const renamed = /^rename (from|to) (.+)$/.exec(line)
    if (renamed?.[1] === 'from') old = renamed[2] ?? ''
    else if (renamed) found.push({ act: 'move', path: old, to: renamed[2] ?? '' })
  }
  close()
  return found
}

const SECTION_ACTS: ReadonlyMap<string, OpenSection['act']> = new Map([
  ['Add File', 'add'],
  ['Update File', 'change'],
  ['Delete File', 'delete'],
])

function startUnifiedSection(old: string, now: string): OpenSection {
  if (now === '/dev/null') return startSection('delete', old.replace(/^a\//, ''))
  return startSection(old === '/dev/null' ? 'add' : 'change', now.replace(/^b\//, ''))
}

function addLine(open: OpenSection, line: string): void {
  open.lines.push(line.slice(1))
  open.after.push(line.slice(1))
}

function finishSection({ act, path, lines, before, after }: OpenSection): PatchSection {
  const text = lines.join('\n')
  if (act === 'delete') return { act, path }
  if (act === 'add') return { act, path, text: `${text}\n` }
  return { act, path, added: text, before: before.join('\n'), after: after.join('\n') }
}

function parseFileName(line: string): string {
  return (line.slice(4).split('\t', 1)[0] ?? '').trim().replace(/^"|"$/g, '')
}
