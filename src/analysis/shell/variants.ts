import { join } from 'node:path/posix'
import { detectAutoRunLanguage } from '../files/auto-run-code.ts'
import { detectSyntax, isTestFile } from '../files/syntax.ts'
import { LIMITS } from '../interpret/limits.ts'
import { familyFor } from '../interpret/registry.ts'
import { EMPTY_SPAN, literalWord } from '../interpret/values.ts'
import { isInside } from '../paths/path-use.ts'
import type { PathUse } from '../paths/paths.ts'
import { matchesShellPattern } from '../text/pattern.ts'
import type { Command, Word } from '../words.ts'
import { filesNamedBy } from './changed-files.ts'
import { type Frame, noteOverrun, noteUnread, spend } from './frame.ts'
import { isUnpacked, MAX_CHOICES, resolveLinks } from './overlay.ts'
import { hasNoSessionFiles, sessionFilesOf } from './session-files.ts'

export interface Variants {
  readonly commands: readonly Command[]
  /** It may also be something none of them is. */
  readonly open: boolean
}

/** The commands that one with a choice in its words may turn out to be; each alternative of each word occurs once. */
export function variantsOf(command: Command): Variants | undefined {
  const words = command.head ? [command.head, ...command.args] : command.args
  const choices = words.flatMap((word) =>
    word.alternatives && word.alternatives.texts.length > 0 ? [word.alternatives] : [],
  )
  if (choices.length === 0) return undefined
  const count = Math.min(LIMITS.alternatives, Math.max(...choices.map((choice) => choice.texts.length)))
  const open = choices.some((choice) => choice.open) || words.some((word) => word.dynamic && !word.alternatives)
  const commands = Array.from({ length: count }, (_, index): Command => {
    const chosen = words.flatMap((word) => chooseAlternative(word, index))
    const head = command.head ? chosen[0] : undefined
    return { ...command, head, name: head?.text, args: command.head ? chosen.slice(1) : chosen }
  })
  return { commands, open: open && choices.some((choice) => choice.open) }
}

function chooseAlternative(word: Word, index: number): Word[] {
  const texts = word.alternatives?.texts
  if (!texts || texts.length === 0) return [word]
  const text = texts[Math.min(index, texts.length - 1)] ?? ''
  const { alternatives: _, ...rest } = word
  const made = (part: string): Word => ({
    ...rest,
    text: part,
    known: part,
    dynamic: false,
    mayBeEmpty: part === '',
    glob: !word.quoted && /[*?[]/.test(part),
  })
  if (word.quoted) return [made(text)]
  return text
    .split(/[ \t\n]+/)
    .filter((part) => part !== '')
    .map(made)
}

/** The folders of this session that a place may be which is not known before it runs: what lies there is found by a runner. */
export function sessionPlaces(word: Word | undefined, frame: Frame): readonly string[] {
  if (hasNoSessionFiles(frame)) return []
  const { cwd } = frame.scope
  const pattern = word && /[^\0/.]/.test(word.known) ? word.known.replace(/\/+$/, '') : undefined
  const wanted = pattern === undefined ? undefined : filesNamedBy({ text: pattern, real: undefined }, cwd)
  const roots = [frame.facts.projectRoot ?? frame.facts.cwd, '/tmp']
  const found: string[] = []
  for (const [folder, files] of sessionFilesOf(frame).inFolder) {
    if (folder === cwd || !roots.some((root) => folder.startsWith(`${root}/`)) || (wanted && !wanted.test(folder)))
      continue
    if (files.some(isFoundByRunner)) found.push(folder)
  }
  return found
}

function isFoundByRunner(path: string): boolean {
  const syntax = detectSyntax(path, '')
  return detectAutoRunLanguage(path) !== undefined || isTestFile(path) || (syntax !== 'prose' && syntax !== 'source')
}

/** A runner of recipes that is pointed at a place which is not known may find those of this session there. */
export function withSessionPlaces(command: Command, frame: Frame): Command {
  const { name, args } = command
  const family = name === undefined ? undefined : familyFor(name)
  if ((family !== 'build' && family !== 'packages') || frame.place !== 'here') return command
  if (!args.some(isUnknownWord) || hasNoSessionFiles(frame)) return command
  const placed = args.map((word, at) => {
    const [, option = args[at - 1]?.known ?? '', value = word.known] = ATTACHED_VALUE.exec(word.known) ?? []
    if (!isUnknownWord(word) || !PLACE_OPTIONS.test(option)) return word
    const all = sessionPlaces({ ...word, known: value }, frame)
    if (all.length >= MAX_CHOICES) noteUnread(frame, 'more directories of this session than are read', command.span)
    const own = all.slice(0, MAX_CHOICES - 1)
    const texts = value === word.known ? own : own.map((place) => `${option}=${place}`)
    return texts.length === 0 ? word : { ...word, quoted: true, alternatives: { texts, open: true } }
  })
  return { ...command, args: placed }
}

const ATTACHED_VALUE = /^(--?[\w-]+)=(.*)$/s
const PLACE_OPTIONS = /^-[CdS]$|dir|prefix|cwd|path|project|root|workspace/i

function isUnknownWord({ text, alternatives, glob }: Word): boolean {
  return alternatives === undefined && (text === undefined || glob)
}

interface MatchedFiles {
  readonly files: readonly string[]
  /** The session put something there, and none of it is known by name. */
  readonly unseen: boolean
}

const NO_MATCHES: MatchedFiles = { files: [], unseen: false }

/** The files of this session that a pattern, or what a listing prints, may name: to run it is to run any of them. */
export function findMatchedFiles(path: PathUse, frame: Frame): MatchedFiles {
  const { cwd } = frame.scope
  if (path.real !== undefined || !(path.glob || path.dynamic)) return NO_MATCHES
  const wanted = pathSpellings(path.text, frame).flatMap((text) => filesNamedBy({ ...path, text }, cwd) ?? [])
  if (wanted.length === 0) return NO_MATCHES
  const folder = join(cwd ?? '/', path.text.slice(0, path.text.search(/[^/]*[*?[…\0]/)))
  const unpacked = isUnpacked(frame.analysis.overlay, `${folder}/x`)
  const lying = path.sessionMade ? (frame.facts.list(folder) ?? []).map((name) => join(folder, name)) : []
  const files = [...new Set([...trackedSessionFiles(frame), ...lying])].filter((file) =>
    wanted.some((each) => each.test(file)),
  )
  if (files.length > LIMITS.scripts) noteOverrun(frame, 'too many scripts', EMPTY_SPAN)
  return {
    files: files.slice(0, LIMITS.scripts),
    unseen: files.length === 0 && (path.sessionMade || unpacked),
  }
}

function pathSpellings(text: string, { analysis: { overlay }, facts, scope }: Frame): readonly string[] {
  const at = text.search(/[^/]*[*?[…\0]/)
  const folder = text.slice(0, at).replace(/\/$/, '')
  const here = folder.startsWith('/') ? folder : join(scope.cwd ?? '/', folder)
  const there = resolveLinks(overlay, facts.session.links?.get(here) ?? here)
  const once = text.replace(/(^|\/)([^/]{1,200}\/)\2(?=…)/, '$1$2')
  return [text, ...(there === here ? [] : [join(there, text.slice(at))]), ...(once === text ? [] : [once])]
}

function trackedSessionFiles(frame: Frame): readonly string[] {
  const { overlay } = frame.analysis
  const { written } = frame.facts.session
  const looked = overlay.files.size + written.size * (1 + overlay.copies.length)
  if (looked === 0 || !spend(frame, Math.ceil(looked / 10), EMPTY_SPAN)) return []
  const earlier = [...written.keys()]
  const copied = overlay.copies.length === 0 ? [] : earlier.flatMap((file) => copyPathsOf(file, frame))
  return [...overlay.files.keys(), ...earlier, ...copied].filter((file) => !overlay.gone.has(file))
}

const MAX_COPIES = 200

function copyPathsOf(file: string, frame: Frame): readonly string[] {
  let places = [file]
  for (const { from, to } of frame.analysis.overlay.copies) {
    const moved = places.filter((place) => isInside(place, from)).map((place) => to + place.slice(from.length))
    places = [...places, ...moved]
    if (places.length <= MAX_COPIES) continue
    noteOverrun(frame, 'a file has too many copies', EMPTY_SPAN)
    break
  }
  return places.slice(1)
}

/** A pattern, with the names of this session before it that a program would take for options: `*` where `--x` was made. */
export function withMatchedOptions(word: Word, frame: Frame): readonly Word[] {
  const { cwd } = frame.scope
  if (!word.glob || word.dynamic || cwd === undefined || !/^[*?[][^/]*$/.test(word.known)) return [word]
  const folder = cwd === '/' ? '/' : `${cwd}/`
  const names = trackedSessionFiles(frame).flatMap((file) =>
    file.startsWith(`${folder}-`) && !file.includes('/', folder.length) ? [file.slice(folder.length)] : [],
  )
  const options = [...new Set(names)].filter((name) => matchesShellPattern(word.known, name) ?? true)
  return [...options.map((name) => literalWord(name, word.span)), word]
}
