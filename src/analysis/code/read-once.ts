import type { EffectDraft } from '../effects.ts'
import type { Scribe } from '../programs/program.ts'
import type { Analysis, Frame } from '../shell/frame.ts'

export interface FileSaid {
  readonly drafts: readonly EffectDraft[]
  readonly doubtful: boolean
}

interface Known extends FileSaid {
  readonly text: string
}

const KNOWN = new WeakMap<Analysis, Map<string, Known>>()

/**
 * Reads a file, or gives what its reading said when a command before it read the same text in the same place: what it ran then
 * stands in the book already. Several commands that load the same big files cost no more than one.
 */
export function readOnce(what: string, text: string, scribe: Scribe, read: () => FileSaid): FileSaid {
  const frame = frameOf(scribe)
  if (!frame) return read()
  const known = KNOWN.get(frame.analysis) ?? new Map<string, Known>()
  KNOWN.set(frame.analysis, known)
  const key = `${what}\0${circumstances(frame)}`
  const before = known.get(key)
  if (before?.text === text) return before
  const said = read()
  known.set(key, { ...said, text })
  return said
}

function frameOf(scribe: Scribe): Frame | undefined {
  return 'frame' in scribe ? (scribe.frame as Frame) : undefined
}

function circumstances({ analysis: { overlay }, scope, certainty, maybe, place, depth }: Frame): string {
  const variables: string[] = []
  for (let at: typeof scope.parent = scope; at; at = at.parent)
    for (const [name, variable] of at.variables) variables.push(`${name}=${variable?.word.known ?? ''}`)
  const files = [
    overlay.files.order.length,
    overlay.files.replaced,
    overlay.changes.length,
    overlay.copies.length,
    overlay.links.size,
  ]
  return [scope.cwd, certainty, maybe, place, depth, ...files, ...variables].join('\0')
}
