import type { Action } from '../action.ts'
import { baseOf } from '../base-name.ts'
import type { EffectKind } from '../effects.ts'
import { familyFor, type ProgramFamily, programFor } from '../programs/registry.ts'
import { nameSays, optionSays, verbSays } from '../role-words.ts'
import { slotsOf } from '../shell/slots.ts'
import type { Command } from '../words.ts'
import { isHandedOn, isSaidBy, spelledWords } from './spelled.ts'

/** A path that a command names, and that nothing tells the use of. */
export interface PathMention {
  readonly text: string
  readonly kinds: readonly ('read' | 'write')[]
}

const READ = ['read'] as const
const BOTH = ['read', 'write'] as const

/** Their readers state every path that they read or change. */
const COMPLETE: ReadonlySet<ProgramFamily | undefined> = new Set<ProgramFamily | undefined>(['git', 'files', 'shell'])

/** What is done by more than reading, to a thing that only the words name. */
const CHANGES: ReadonlySet<EffectKind> = new Set<EffectKind>(['database-change', 'apply-patch'])

/** What a container is given, it may read and change. */
const MOUNTS = new Set(['v', 'volume', 'mount', 'bind'])

const MOST_WORDS = 400
const MOST_PATHS = 200

/** Paths among the words of a command whose every role is not known. Of known programs they count as read, unless the words say more. */
export function mentionedPaths(command: Command, action: Action): readonly PathMention[] {
  const { name = '', head, standing } = command
  if (!head || standing === undefined || standing === 'proven') return []
  const known = name !== '' && programFor(name) !== undefined
  const open = !known || standing === 'unknown'
  if (!open && COMPLETE.has(familyFor(name))) return []
  const changes = action.effects.some(({ kind, span }) => CHANGES.has(kind) && span.start === command.span.start)
  const looks = onlyLooks(command)
  const mentions: PathMention[] = []
  const { slots } = slotsOf(command.args)
  // The first operand of a program is as often as not its subcommand.
  const verb = slots.find(({ kind }) => kind === 'operand')?.word
  for (const { word, name: option, kind } of slots.slice(0, MOST_WORDS)) {
    if (isHandedOn(word, command, action) || isSaidBy(option)) continue
    const mounts = option !== undefined && MOUNTS.has(option)
    const says = option === undefined || kind === 'key' ? undefined : optionSays(option)
    const writes = mounts || says === 'write' || (says !== 'read' && (changes || (open && !looks)))
    const bare = open && !known && word !== verb && /^[\w.-]+$/.test(word.known) ? [word.known] : []
    for (const text of [...pathsIn(word.known), ...bare]) mentions.push({ text, kinds: writes ? BOTH : READ })
  }
  const { texts, code } = spelledWords(command, action)
  const parts = [...texts, ...code].map((one) => one.split(/[\s"'`()[\]{};|&<>]+/)).filter(({ length }) => length > 1)
  for (const text of parts.flat().flatMap(pathsIn)) mentions.push({ text, kinds: BOTH })
  return mentions.slice(0, MOST_PATHS)
}

function onlyLooks(command: Command): boolean {
  const verb = command.args.find(({ known }) => !known.startsWith('-'))?.known ?? ''
  const said = /^[a-z][a-z-]*$/.test(verb) ? verbSays(verb) : undefined
  if (said !== undefined) return said === 'looks'
  return nameSays(baseOf(command)) === 'looks'
}

/** `@file`, `--from=file`, `here:there`: what in a word is written as a path. */
export function pathsIn(text: string): string[] {
  if (text.length > 1_000 || /[\s\0]/.test(text)) return []
  const local = text.replace(/^file:\/\/(?=\/)/, '')
  if (/^[a-z][\w+.-]*:\/\//i.test(local)) return []
  return local
    .split(/[:,=]/)
    .map((part) => part.replace(/^[@<>]+/, ''))
    .filter((part) => /^(?:~|\.{1,2}(?:[/\w]|$))|\//.test(part) && !/^[./]+$/.test(part))
}
