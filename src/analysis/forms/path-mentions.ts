import { optionRole, programNameRole, verbRole } from '../../knowledge/lexicon/role-words.ts'
import type { Action } from '../action.ts'
import type { EffectKind } from '../effects.ts'
import { commandBaseName } from '../interpret/base-name.ts'
import { familyFor, programFor } from '../interpret/registry.ts'
import { slotsOf } from '../shell/argument-slots.ts'
import type { Command } from '../words.ts'
import { COMPLETE_FAMILIES } from './complete-families.ts'
import { findEmbeddedCommands, isProseOption, isWordPassedOn } from './embedded-commands.ts'

/** A path that a command names, and that nothing tells the use of. */
export interface PathMention {
  readonly text: string
  readonly kinds: readonly ('read' | 'write')[]
}

const READ_ONLY = ['read'] as const
const READ_AND_WRITE = ['read', 'write'] as const

/** What is done by more than reading, to a thing that only the words name. */
const CHANGE_EFFECTS: ReadonlySet<EffectKind> = new Set<EffectKind>(['database-change', 'apply-patch'])

/** What a container is given, it may read and change. */
const MOUNT_OPTIONS = new Set(['v', 'volume', 'mount', 'bind'])

const MAX_WORDS = 400
const MAX_PATHS = 200

/** Paths among the words of a command whose every role is not known. Of known programs they count as read, unless the words say more. */
export function mentionedPaths(command: Command, action: Action): readonly PathMention[] {
  const { name = '', head, grade } = command
  if (!head || grade === undefined || grade === 'proven') return []
  const known = name !== '' && programFor(name) !== undefined
  const open = !known || grade === 'unknown'
  if (!open && COMPLETE_FAMILIES.has(familyFor(name))) return []
  const changes = action.effects.some(({ kind, span }) => CHANGE_EFFECTS.has(kind) && span.start === command.span.start)
  const looks = isReadOnlyCommand(command)
  const mentions: PathMention[] = []
  const { slots } = slotsOf(command.args)
  // The first operand of a program is as often as not its subcommand.
  const verb = slots.find(({ kind }) => kind === 'operand')?.word
  for (const { word, name: option, kind } of slots.slice(0, MAX_WORDS)) {
    if (isWordPassedOn(word, command, action) || isProseOption(option)) continue
    const mounts = option !== undefined && MOUNT_OPTIONS.has(option)
    const says = option === undefined || kind === 'key' ? undefined : optionRole(option)
    const writes = mounts || says === 'write' || (says !== 'read' && (changes || (open && !looks)))
    const bare = open && !known && word !== verb && /^[\w.-]+$/.test(word.known) ? [word.known] : []
    for (const text of [...pathsInText(word.known), ...bare])
      mentions.push({ text, kinds: writes ? READ_AND_WRITE : READ_ONLY })
  }
  const { texts, code } = findEmbeddedCommands(command, action)
  const parts = [...texts, ...code].map((one) => one.split(/[\s"'`()[\]{};|&<>]+/)).filter(({ length }) => length > 1)
  for (const text of parts.flat().flatMap(pathsInText)) mentions.push({ text, kinds: READ_AND_WRITE })
  return mentions.slice(0, MAX_PATHS)
}

function isReadOnlyCommand(command: Command): boolean {
  const verb = command.args.find(({ known }) => !known.startsWith('-'))?.known ?? ''
  const said = /^[a-z][a-z-]*$/.test(verb) ? verbRole(verb) : undefined
  if (said !== undefined) return said === 'looks'
  return programNameRole(commandBaseName(command)) === 'looks'
}

/** `@file`, `--from=file`, `here:there`: what in a word is written as a path. */
export function pathsInText(text: string): string[] {
  if (text.length > 1_000 || /[\s\0]/.test(text)) return []
  const local = text.replace(/^file:\/\/(?=\/)/, '')
  if (/^[a-z][\w+.-]*:\/\//i.test(local)) return []
  return local
    .split(/[:,=]/)
    .map((part) => part.replace(/^[@<>]+/, ''))
    .filter((part) => /^(?:~|\.{1,2}(?:[/\w]|$))|\//.test(part) && !/^[./]+$/.test(part))
}
