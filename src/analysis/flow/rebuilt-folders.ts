import { resolve } from 'node:path/posix'
import {
  DERIVED_FOLDERS,
  GENERATING_WORD,
  GENERATORS,
  KEPT_FOLDER,
  OUTPUT_FOLDER_NAME,
  OUTPUT_FOLDER_OPTION,
  OUTPUT_FOLDER_VARIABLE,
} from '../../knowledge/lexicon/generators.ts'
import { isHelpOrDryRun } from '../../knowledge/lexicon/help-options.ts'
import type { Effect } from '../effects.ts'
import type { Facts } from '../facts.ts'
import { programName } from '../interpret/base-name.ts'
import { isActingPath, type PathUse, RECOVERABLE } from '../paths/paths.ts'
import { placedThingKey, placedThings } from '../remote/session-repositories.ts'
import type { Command, Span } from '../words.ts'

/**
 * Folders that a rebuild gives back, by evidence: git does not keep them, and either the same text makes them anew or a tool whose project
 * this is made them. INVARIANT: never a folder in which people keep things, and nothing that git knows to be nowhere else.
 */

type Deletion = Extract<Effect, { kind: 'delete-path' }>

const MAX_WORDS = 60
const MAX_COMMANDS = 64
const MAX_DELETIONS = 100

interface RebuildContext {
  readonly text: string
  readonly commands: readonly Command[]
  readonly facts: Facts
}

/** Deletions of such folders, marked as what can be had back. */
export function withRebuiltFolders(effects: readonly Effect[], context: RebuildContext): readonly Effect[] {
  const deletions = effects.filter((effect) => effect.kind === 'delete-path').filter(({ recursive }) => recursive)
  if (deletions.length === 0 || deletions.length > MAX_DELETIONS) return effects
  const rebuilt = new Set(
    deletions.filter(
      (effect) =>
        isCandidate(effect.path) &&
        (isMadeAgain(effect, context) || isDerived(effect, deletions, context.facts)) &&
        !isFilled(effect, context) &&
        effect.path.recoverable() !== 'no',
    ),
  )
  if (rebuilt.size === 0) return effects
  return effects.map((effect) =>
    effect.kind === 'delete-path' && rebuilt.has(effect)
      ? { ...effect, path: { ...effect.path, recoverable: RECOVERABLE.yes } }
      : effect,
  )
}

function isCandidate(path: PathUse): boolean {
  const name = path.real?.slice(path.real.lastIndexOf('/') + 1) ?? ''
  return (
    path.zone === 'project' &&
    !path.dynamic &&
    !path.glob &&
    path.link === undefined &&
    path.otherwise === undefined &&
    name !== '' &&
    !KEPT_FOLDER.test(name) &&
    !isActingPath(path)
  )
}

/** Was something moved, copied or unpacked there? Then no tool gives that back. */
function isFilled({ path, span }: Deletion, { commands, facts }: RebuildContext): boolean {
  const key = placedThingKey(path.real ?? '')
  const before = commands.slice(0, MAX_COMMANDS).filter((command) => command.span.end <= span.start)
  return facts.session.started.has(key) || before.some((command) => placedThings(command).includes(key))
}

/** Anything but one command after the other: what comes behind may not happen. */
const MAY_NOT_HAPPEN =
  /\|\||\(\)|(?<!&)&(?!&)(?!>)(?<!>&)|\b(?:if|then|else|elif|while|until|for|case|exit|return|exec|trap|break|continue)\b/

function isMadeAgain({ path, span }: Deletion, { text, commands }: RebuildContext): boolean {
  return commands.slice(0, MAX_COMMANDS).some((command) => {
    if (command.span.start < span.end || isHelpOrDryRun(command)) return false
    return !MAY_NOT_HAPPEN.test(between(text, span, command.span)) && makesFolder(command, path)
  })
}

function between(text: string, from: Span, to: Span): string {
  return text.slice(from.end, to.start)
}

/** Does a command make this folder, by what it is or is told? */
function makesFolder({ name = '', args, cwd }: Command, path: PathUse): boolean {
  if (cwd === undefined || args.length > MAX_WORDS) return false
  const program = programName(name)
  const words = args.map(({ text }) => text)
  const operands = words.filter((text) => text !== undefined && !text.startsWith('-'))
  const made = GENERATORS.filter(
    ({ names, verbs }) =>
      names.split(' ').includes(program) && (verbs === undefined || verbs.split(' ').includes(operands[0] ?? '')),
  ).flatMap(({ makes }) => makes.split(' '))
  const generates = [program, ...operands.slice(0, 3)].some((word) => GENERATING_WORD.test(word ?? ''))
  const named = generates ? namedOutputs(words) : []
  const meson = program === 'meson' && operands[0] === 'setup' ? operands.slice(1, 2) : []
  const sphinx = program === 'sphinx-build' ? operands.slice(1, 2) : []
  const isThis = (folder: string | undefined) => folder !== undefined && resolve(cwd, folder) === path.real
  if (made.some(isThis)) return true
  // What an option names may have been anything before: git has to say that it does not keep it, or its name that it was made.
  const isGenerated =
    path.recoverable() === 'yes' || OUTPUT_FOLDER_NAME.test(path.real?.slice(path.real.lastIndexOf('/') + 1) ?? '')
  return isGenerated && [...named, ...meson, ...sphinx].some(isThis)
}

function namedOutputs(words: readonly (string | undefined)[]): readonly string[] {
  return words.flatMap((word, at) => {
    const [, name = word ?? '', attached] = /^([^=]{1,40})=(.*)$/s.exec(word ?? '') ?? []
    if (OUTPUT_FOLDER_VARIABLE.test(name)) return attached ?? []
    if (!OUTPUT_FOLDER_OPTION.test(name)) return []
    return (attached ?? words[at + 1])?.replace(/^[^/]*:/, '') ?? []
  })
}

/** One of those that an engine derives from a project, where the project is known to be one of its kind. */
function isDerived({ path }: Deletion, deletions: readonly Deletion[], facts: Facts): boolean {
  const { real = '' } = path
  const root = real.slice(0, real.lastIndexOf('/'))
  const name = real.slice(root.length + 1)
  return DERIVED_FOLDERS.some(({ marks, makes }) => {
    if (!makes.includes(name)) return false
    const ignored = facts.tracked(real) === 'ignored'
    if (facts.live && !ignored) return false
    if (isMarked(marks, root, facts)) return true
    // Nothing can be looked up: the settings of git were read before, and all that goes is what this one tool makes.
    return (
      !facts.live &&
      facts.session.seen.has(`${root}/.gitignore`) &&
      deletions.length > 1 &&
      deletions.every(
        (other) => other.path.real?.startsWith(`${root}/`) && makes.includes(other.path.real.slice(root.length + 1)),
      )
    )
  })
}

/** Is its file there, or was it read in this session? */
function isMarked(marks: RegExp, root: string, facts: Facts): boolean {
  const inside = (path: string) => path.startsWith(`${root}/`) && marks.test(path.slice(root.length))
  if ([...facts.session.seen].some(inside)) return true
  if (!facts.live) return false
  const names = facts.list(root) ?? []
  return [...names, 'ProjectSettings/ProjectVersion.txt'].some(
    (name) => marks.test(`/${name}`) && facts.file(`${root}/${name}`).kind === 'file',
  )
}
