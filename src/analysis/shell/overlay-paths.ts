import { LIMITS } from '../interpret/limits.ts'
import { literalWord } from '../interpret/values.ts'
import { pathUse, stricterPath, tagsBehindLink } from '../paths/path-use.ts'
import { type PathUse, RECOVERABLE } from '../paths/paths.ts'
import type { Command, Word } from '../words.ts'
import { existingCopies, findMoveSource } from './changed-files.ts'
import { type Frame, noteOverrun } from './frame.ts'
import { isMadeByText, isUnsureLink, resolveLinks } from './overlay.ts'

function cachedPathUse(word: Word, cwd: string | undefined, { analysis, facts, place }: Frame): PathUse {
  if (word.glob || word.dynamic || place !== 'here') return pathUse(word, cwd, facts)
  const { paths } = analysis
  if (paths.from !== cwd) {
    paths.from = cwd
    paths.found.clear()
  }
  const known = paths.found.get(word.known)
  if (known) return known
  const use = pathUse(word, cwd, facts)
  if (paths.found.size < LIMITS.kept) paths.found.set(word.known, use)
  return use
}

/** A path as it will be when the command runs: links and files that this text made are taken into account. */
export function overlaidPathUse(word: Word, { cwd, span }: Command, frame: Frame): PathUse {
  const here = pathUseAt(word, cwd, frame)
  if (!word.known.includes('..') || frame.place !== 'here') return here
  const led = resolveBehindLinks(word.known, (folder) => pathUseAt(literalWord(folder), cwd, frame).real)
  if (led === 'lost') noteOverrun(frame, 'more steps back in a path than are followed', span)
  if (led === undefined || led === 'lost') return here
  const behind = { ...word, known: led.to, text: word.text === undefined ? undefined : led.to }
  return { ...stricterPath(here, pathUseAt(behind, cwd, frame)), text: cachedPathUse(word, cwd, frame).text }
}

function pathUseAt(word: Word, cwd: string | undefined, frame: Frame): PathUse {
  return applyOverlay(cachedPathUse(word, cwd, frame), word, frame)
}

function applyOverlay(use: PathUse, word: Word, frame: Frame): PathUse {
  const { overlay } = frame.analysis
  if (use.real === undefined) return overlay.links.size > 0 && word.glob ? globPathUse(use, word, frame) : use
  const target = resolveLinks(overlay, use.real)
  if (target !== use.real) {
    const linked = pathUse({ ...literalWord(target), text: target }, undefined, frame.facts)
    const unsure = overlay.unsureLinks.size > 0 && isUnsureLink(overlay, use.real)
    const base = unsure ? stricterPath(use, linked) : linked
    const other = unsure ? (base === use ? linked : use).real : undefined
    return {
      ...base,
      ...(other !== undefined && { otherwise: other }),
      text: word.text ?? use.text,
      tags: tagsBehindLink(use.tags, linked.tags),
    }
  }
  const before = pathBeforeMove(use.real, frame)
  const sessionMade = !before && (use.sessionMade || isMadeByText(overlay, use.real))
  const inProject = (path: string) => pathUse(literalWord(path), undefined, frame.facts).zone === 'project'
  const kept = sessionMade || existingCopies(overlay, use.real).some(inProject)
  if (!before && (use.sessionMade || !kept)) return use
  const recoverable = kept ? RECOVERABLE.yes : (before?.recoverable ?? RECOVERABLE.unknown)
  return { ...use, sessionMade, recoverable }
}

/** What is moved is what it was: something that was here before the session does not become its own by another name. */
export function pathBeforeMove(path: string, { analysis, facts }: Frame): PathUse | undefined {
  const origin = findMoveSource(analysis.overlay, path)
  if (origin === undefined || isMadeByText(analysis.overlay, origin)) return undefined
  const file = analysis.overlay.files.get(path)
  const here = file && !file.sources.some((source) => source.kind === 'file' && source.path === origin)
  if (here) return undefined
  const before = pathUse(literalWord(origin), undefined, facts)
  return before.sessionMade ? undefined : before
}

function globPathUse(use: PathUse, word: Word, frame: Frame): PathUse {
  const cut = word.known.search(/[\0*?[]/)
  const slash = word.known.lastIndexOf('/', cut)
  if (cut < 0 || slash <= 0) return use
  const folder = pathUse(literalWord(word.known.slice(0, slash)), frame.scope.cwd, frame.facts).real
  const target = folder === undefined ? undefined : resolveLinks(frame.analysis.overlay, folder)
  if (target === undefined || target === folder) return use
  const known = `${target}${word.known.slice(slash)}`
  const linked = pathUse({ ...word, known, text: word.text === undefined ? undefined : known }, undefined, frame.facts)
  return stricterPath(use, { ...linked, text: use.text })
}

const MAX_DOT_SEGMENTS = 64

type LinkResolution = { readonly to: string } | 'lost'

/** `link/../x`: the folder above is that of what the link stands for. Undefined where the steps lead where the letters say. */
function resolveBehindLinks(known: string, realOf: (folder: string) => string | undefined): LinkResolution | undefined {
  let path: string | undefined
  let led = false
  let dots = 0
  for (const segment of known.split('/')) {
    const stepped: string = path === undefined ? segment : `${path}/${segment}`
    if (segment !== '..') {
      path = stepped
      continue
    }
    if (++dots > MAX_DOT_SEGMENTS) return 'lost'
    const folder = realOf(path === '' ? '/' : (path ?? '.'))
    const above = folder?.slice(0, Math.max(folder.lastIndexOf('/'), 1))
    led ||= above !== undefined && above !== realOf(stepped)
    path = above?.replace(/^\/$/, '') ?? stepped
  }
  return led ? { to: path || '/' } : undefined
}
