import { join } from 'node:path/posix'
import { isInside } from '../path-use.ts'
import type { PathUse } from '../paths.ts'
import type { Word } from '../words.ts'
import { filesOf } from './changed-files.ts'
import { type Frame, noteOverrun, spend } from './frame.ts'
import { LIMITS } from './limits.ts'
import { isUnpacked, throughLinks } from './overlay.ts'
import { matches } from './pattern.ts'
import { literalWord, NOWHERE } from './values.ts'

export interface Matched {
  readonly files: readonly string[]
  /** The session put something there, and none of it is known by name. */
  readonly unseen: boolean
}

const NONE: Matched = { files: [], unseen: false }

/** The files of this session that a pattern, or what a listing prints, may name: to run it is to run any of them. */
export function matchedFiles(path: PathUse, frame: Frame): Matched {
  const { cwd } = frame.scope
  if (path.real !== undefined || !(path.glob || path.dynamic)) return NONE
  const wanted = spellings(path.text, frame).flatMap((text) => filesOf({ ...path, text }, cwd) ?? [])
  if (wanted.length === 0) return NONE
  const folder = join(cwd ?? '/', path.text.slice(0, path.text.search(/[^/]*[*?[…\0]/)))
  const unpacked = isUnpacked(frame.analysis.overlay, `${folder}/x`)
  const lying = path.sessionMade ? (frame.facts.list(folder) ?? []).map((name) => join(folder, name)) : []
  const files = [...new Set([...sessionFiles(frame), ...lying])].filter((file) =>
    wanted.some((each) => each.test(file)),
  )
  if (files.length > LIMITS.scripts) noteOverrun(frame, 'too many scripts', NOWHERE)
  return {
    files: files.slice(0, LIMITS.scripts),
    unseen: files.length === 0 && (path.sessionMade || unpacked),
  }
}

function spellings(text: string, { analysis: { overlay }, facts, scope }: Frame): readonly string[] {
  const at = text.search(/[^/]*[*?[…\0]/)
  const folder = text.slice(0, at).replace(/\/$/, '')
  const here = folder.startsWith('/') ? folder : join(scope.cwd ?? '/', folder)
  const there = throughLinks(overlay, facts.session.links?.get(here) ?? here)
  const once = text.replace(/(^|\/)([^/]{1,200}\/)\2(?=…)/, '$1$2')
  return [text, ...(there === here ? [] : [join(there, text.slice(at))]), ...(once === text ? [] : [once])]
}

function sessionFiles(frame: Frame): readonly string[] {
  const { overlay } = frame.analysis
  const { written } = frame.facts.session
  const looked = overlay.files.size + written.size * (1 + overlay.copies.length)
  if (looked === 0 || !spend(frame, Math.ceil(looked / 10), NOWHERE)) return []
  const earlier = [...written.keys()]
  const copied = overlay.copies.length === 0 ? [] : earlier.flatMap((file) => copiesOf(file, frame))
  return [...overlay.files.keys(), ...earlier, ...copied].filter((file) => !overlay.gone.has(file))
}

const MOST_COPIES = 200

function copiesOf(file: string, frame: Frame): readonly string[] {
  let places = [file]
  for (const { from, to } of frame.analysis.overlay.copies) {
    const moved = places.filter((place) => isInside(place, from)).map((place) => to + place.slice(from.length))
    places = [...places, ...moved]
    if (places.length <= MOST_COPIES) continue
    noteOverrun(frame, 'a file has too many copies', NOWHERE)
    break
  }
  return places.slice(1)
}

/** A pattern, with the names of this session before it that a program would take for options: `*` where `--x` was made. */
export function withMatchedOptions(word: Word, frame: Frame): readonly Word[] {
  const { cwd } = frame.scope
  if (!word.glob || word.dynamic || cwd === undefined || !/^[*?[][^/]*$/.test(word.known)) return [word]
  const folder = cwd === '/' ? '/' : `${cwd}/`
  const names = sessionFiles(frame).flatMap((file) =>
    file.startsWith(`${folder}-`) && !file.includes('/', folder.length) ? [file.slice(folder.length)] : [],
  )
  const options = [...new Set(names)].filter((name) => matches(word.known, name) ?? true)
  return [...options.map((name) => literalWord(name, word.span)), word]
}
