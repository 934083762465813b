import { actingLanguage } from '../files/acting-code.ts'
import { isForTests, syntaxOf } from '../files/syntax.ts'
import { familyFor } from '../programs/registry.ts'
import type { Command, Word } from '../words.ts'
import { filesOf } from './changed-files.ts'
import { type Frame, noteUnread } from './frame.ts'
import { MOST_CHOICES } from './overlay.ts'
import { ownFiles, ownsNothing } from './own-files.ts'

/** The folders of this session that a place may be which is not known before it runs: what lies there is found by a runner. */
export function ownPlaces(word: Word | undefined, frame: Frame): readonly string[] {
  if (ownsNothing(frame)) return []
  const { cwd } = frame.scope
  const pattern = word && /[^\0/.]/.test(word.known) ? word.known.replace(/\/+$/, '') : undefined
  const wanted = pattern === undefined ? undefined : filesOf({ text: pattern, real: undefined }, cwd)
  const roots = [frame.facts.projectRoot ?? frame.facts.cwd, '/tmp']
  const found: string[] = []
  for (const [folder, files] of ownFiles(frame).inFolder) {
    if (folder === cwd || !roots.some((root) => folder.startsWith(`${root}/`)) || (wanted && !wanted.test(folder)))
      continue
    // What a runner finds by itself is no prose, and no source that nothing names.
    if (files.some(isFound)) found.push(folder)
  }
  return found
}

function isFound(path: string): boolean {
  const syntax = syntaxOf(path, '')
  return actingLanguage(path) !== undefined || isForTests(path) || (syntax !== 'prose' && syntax !== 'source')
}

/** A runner of recipes that is pointed at a place which is not known may find those of this session there. */
export function withOwnPlaces(command: Command, frame: Frame): Command {
  const { name, args } = command
  const family = name === undefined ? undefined : familyFor(name)
  if ((family !== 'build' && family !== 'packages') || frame.place !== 'here') return command
  if (!args.some(isOpen) || ownsNothing(frame)) return command
  const placed = args.map((word, at) => {
    const [, option = args[at - 1]?.known ?? '', value = word.known] = ATTACHED.exec(word.known) ?? []
    if (!isOpen(word) || !PLACE.test(option)) return word
    const all = ownPlaces({ ...word, known: value }, frame)
    if (all.length >= MOST_CHOICES) noteUnread(frame, 'more directories of this session than are read', command.span)
    const own = all.slice(0, MOST_CHOICES - 1)
    const texts = value === word.known ? own : own.map((place) => `${option}=${place}`)
    return texts.length === 0 ? word : { ...word, quoted: true, alternatives: { texts, open: true } }
  })
  return { ...command, args: placed }
}

const ATTACHED = /^(--?[\w-]+)=(.*)$/s
/** Options whose value is a place to work in. */
const PLACE = /^-[CdS]$|dir|prefix|cwd|path|project|root|workspace/i

function isOpen({ text, alternatives, glob }: Word): boolean {
  return alternatives === undefined && (text === undefined || glob)
}
