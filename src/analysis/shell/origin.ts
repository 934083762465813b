import type { CodeOrigin } from '../effects.ts'
import type { Value } from '../words.ts'
import type { Frame } from './frame.ts'
import { hostOf, sourceOf } from './overlay.ts'

export interface Origin {
  readonly origin: CodeOrigin
  readonly host: string | undefined
  readonly address?: string
}

export function originOf(value: Value, frame: Frame): Origin {
  const host = hostOf(value.sources)
  const address = sourceOf(value.sources)
  if (host !== undefined && address !== undefined) return { origin: 'download', host, address }
  const file = value.sources.find((source) => source.kind === 'file')
  const decoded = value.sources.some((source) => source.kind === 'command' && source.program === 'decoded')
  if (file?.kind === 'file' && !decoded) {
    // What a program makes of a file is not the file.
    const remade = value.sources.some((source) => source.kind === 'command')
    if (value.text === undefined && remade && !/(?:^|\/)\.env[^/]*$/.test(file.path)) return { origin: 'dynamic', host }
    const made = frame.facts.session.created.has(file.path) || frame.facts.session.written.has(file.path)
    if (made) return { origin: 'session-file', host }
    const there = value.text !== undefined || frame.facts.text(file.path).kind === 'text'
    return { origin: there ? 'project-file' : 'dynamic', host }
  }
  if (value.text !== undefined) return { origin: 'inline', host }
  return { origin: value.sources.some((source) => source.kind === 'argument') ? 'stdin' : 'dynamic', host }
}
