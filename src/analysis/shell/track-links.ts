import { dirname, join, normalize } from 'node:path/posix'
import { baseName } from '../interpret/base-name.ts'
import { pathUse } from '../paths/path-use.ts'
import type { Command, Word } from '../words.ts'
import type { Frame } from './frame.ts'

/** Remembers what a link made by `ln` stands for. */
export function trackLink(operands: readonly Word[], command: Command, frame: Frame): void {
  const [target, link] = operands
  if (target?.text === undefined || (link && link.text === undefined) || command.cwd === undefined) return
  const named = link ? pathUse(link, command.cwd, frame.facts).real : join(command.cwd, baseName(target.text))
  if (named === undefined) return
  const lies = frame.facts.file(named).kind === 'directory' && !frame.analysis.overlay.gone.has(named)
  const directory = lies || link?.text?.endsWith('/')
  const place = directory ? join(named, baseName(target.text)) : named
  // What a process's own links stand for is found before the dots behind them are.
  const own = /^\/+proc\//.test(target.text) ? pathUse(target, command.cwd, frame.facts).real : undefined
  const absolute = own ?? (target.text.startsWith('/') ? normalize(target.text) : join(dirname(place), target.text))
  const { links, unsureLinks, files } = frame.analysis.overlay
  if (place === absolute || (links.has(place) && !files.happens(place))) return
  links.set(place, absolute)
  if (!directory && frame.facts.file(place).kind === 'unknown') unsureLinks.add(place)
}
