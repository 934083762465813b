import { actingLanguage } from '../files/acting-code.ts'
import { isForTests, syntaxOf } from '../files/syntax.ts'
import { familyFor } from '../programs/registry.ts'
import type { Command, Word } from '../words.ts'
import { filesOf } from './changed-files.ts'
import { type Frame, noteUnread } from './frame.ts'
import { LIMITS } from './limits.ts'
import { MOST_CHOICES } from './overlay.ts'
import { ownFiles, ownsNothing } from './own-files.ts'

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
    const chosen = words.flatMap((word) => choose(word, index))
    const head = command.head ? chosen[0] : undefined
    return { ...command, head, name: head?.text, args: command.head ? chosen.slice(1) : chosen }
  })
  return { commands, open: open && choices.some((choice) => choice.open) }
}

function choose(word: Word, index: number): Word[] {
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
const PLACE = /^-[CdS]$|dir|prefix|cwd|path|project|root|workspace/i

function isOpen({ text, alternatives, glob }: Word): boolean {
  return alternatives === undefined && (text === undefined || glob)
}
