import { baseName } from '../interpret/base-name.ts'
import { programFor } from '../interpret/registry.ts'
import type { Command } from '../words.ts'
import type { Frame } from './frame.ts'
import { lexicalPlace, programTrust } from './program-identity.ts'
import type { CoreRecorder } from './shell-recorder.ts'

/** They do what the name says that they are started by. */
const MULTI_CALL_PROGRAMS = new Set(['busybox', 'toybox', 'coreutils', 'uutils'])

/** Where the machine keeps its programs: a link there was there before. */
const INSTALLED_FOLDERS = /^\/(?:usr|bin|sbin|lib\w*|opt|nix|snap|etc)\//

/** The installed program that a file stands for, through a link or a copy: it is that program which runs. */
export function programBehindLink(text: string, command: Command, recorder: CoreRecorder): string | undefined {
  const place = lexicalPlace(text, command, recorder.frame)
  if (place === undefined || INSTALLED_FOLDERS.test(place)) return undefined
  const { real } = recorder.pathOf(text)
  const target = real === undefined ? undefined : (copySourceAt(real, recorder.frame) ?? real)
  if (target === undefined || target === place) return undefined
  const name = baseName(target)
  if (MULTI_CALL_PROGRAMS.has(name) || programTrust(recorder.pathOf(target)) !== 'installed') return undefined
  const program = programFor(name)
  const called = programFor(baseName(text))
  return name !== baseName(text) && (program === undefined || program !== called) ? target : undefined
}

/** A program that nobody knows by its name alone: one that the session linked or copied under that name, wherever it lies. */
export function programLinkedAs(name: string, { frame }: CoreRecorder): string | undefined {
  const { overlay } = frame.analysis
  const { session } = frame.facts
  for (const paths of [overlay.links, overlay.files, session.links, session.copies])
    for (const path of paths?.keys() ?? []) if (baseName(path) === name) return path
  return undefined
}

function copySourceAt(real: string, { analysis, facts }: Frame): string | undefined {
  const file = analysis.overlay.files.get(real)
  if (!file) return facts.session.copies?.get(real)
  const [source, ...more] = file.sources
  if (file.text !== undefined || source?.kind !== 'file' || more.length > 0) return undefined
  return facts.session.copies?.get(source.path) ?? source.path
}
