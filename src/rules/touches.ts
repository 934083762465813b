import { isAbsolute, join, normalize } from 'node:path/posix'
import type { Action } from '../analysis/action.ts'
import { hasActorRole } from '../analysis/actor.ts'
import type { Effect } from '../analysis/effects.ts'
import type { Facts } from '../analysis/facts.ts'
import { type OperandReach, type OperandUse, operandUses } from '../analysis/forms/operand-uses.ts'
import { mentionedPaths } from '../analysis/forms/path-mentions.ts'
import { possibleCommandsOf } from '../analysis/forms/possible-commands.ts'
import { knownPathUse } from '../analysis/paths/path-use.ts'
import type { PathUse } from '../analysis/paths/paths.ts'
import type { PathName } from './path-pattern.ts'
import { compileSegment } from './segment.ts'
import { pathArguments } from './tool-arguments.ts'
import { EDIT_TOOLS, READ_TOOLS } from './tool-names.ts'

/** A path an Action reads or changes, spelled every way a rule may be about. */
export interface Touch {
  /** As written, for messages. */
  readonly text: string
  readonly kind: 'read' | 'write'
  /** The path as written and the path behind links, each as absolute names. */
  readonly places: readonly (readonly PathName[])[]
  /** `exact`: one known path. `open`: the shell has still to expand it, or a part is not known. */
  readonly known: 'exact' | 'open'
  readonly certain: boolean
  readonly reach: OperandReach
  /** Of a path with an unknown part: the folder that it surely lies in, and the names behind what is not known. */
  readonly hidden?: { readonly under: readonly PathName[] | undefined; readonly tail: readonly PathName[] }
}

/** Everything the Action reads or changes, from its effects, its redirects and its own input. */
export function touchesOf(action: Action, facts: Facts): readonly Touch[] {
  const touches: Touch[] = []
  const seen = new Set<string>()
  const add = (touch: Touch) => {
    const key = JSON.stringify([touch.kind, touch.text, touch.places, touch.reach, touch.certain])
    if (!seen.has(key)) touches.push(touch)
    seen.add(key)
  }
  for (const effect of action.effects) {
    for (const found of effectTouches(effect, facts)) {
      if (found.path.tags.includes('null-device')) continue
      const from = directoryOf(effect, action.commands, facts)
      add(touchOf({ certain: effect.certainty !== 'possible', ...found, from }, facts))
    }
  }
  const possible = possibleCommandsOf(action, facts)
  for (const command of action.commands) for (const use of operandUses(command, facts)) add(touchOf(use, facts))
  for (const command of [...action.commands, ...possible.commands])
    for (const { text, kinds } of mentionedPaths(command, action))
      for (const kind of kinds) add(possibleTouch(text, kind, command.cwd ?? facts.cwd, facts))
  for (const command of possible.commands)
    for (const use of operandUses(command, facts)) add(touchOf({ ...use, certain: false }, facts))
  for (const effect of possible.effects)
    for (const found of effectTouches(effect, facts))
      if (!found.path.tags.includes('null-device')) add(touchOf({ ...found, from: facts.cwd, certain: false }, facts))
  for (const [text, kind] of pathArguments(action)) add(possibleTouch(text, kind, facts.cwd, facts))
  for (const [text, kind] of inputPaths(action)) {
    const path = knownPathUse(text, facts.cwd, facts)
    add(touchOf({ path, from: facts.cwd, kind, reach: toolReach(action), certain: true }, facts))
  }
  return touches
}

/** It is named, or given, and nobody can tell what becomes of it. */
function possibleTouch(text: string, kind: Touch['kind'], from: string, facts: Facts): Touch {
  const path = knownPathUse(text, from, facts)
  return touchOf({ path, from, kind, reach: 'inside', certain: false }, facts)
}

type EffectTouch = Pick<OperandUse, 'path' | 'kind' | 'reach'> & Partial<Pick<OperandUse, 'certain'>>

function effectTouches(effect: Effect, facts: Facts): readonly EffectTouch[] {
  switch (effect.kind) {
    case 'read-path':
      return [{ path: effect.path, kind: 'read', reach: readReach(effect) }]
    case 'write-path':
      return [
        { path: effect.path, kind: 'write', reach: effect.as === 'folder' ? 'itself' : 'inside' },
        ...archiveTouches(effect),
        ...linkTouches(effect),
      ]
    case 'touch-protected':
      return [{ path: effect.path, kind: 'write', reach: 'inside' }]
    case 'delete-path':
      return [{ path: effect.path, kind: 'write', reach: 'below' }]
    case 'change-mode':
      return [{ path: effect.path, kind: 'write', reach: effect.recursive ? 'below' : 'itself' }]
    case 'download':
      // What is copied or unpacked is stated as a write as well.
      return effect.local || !effect.to ? [] : [{ path: effect.to, kind: 'write', reach: 'inside' }]
    case 'run-code':
      return effect.file === undefined ? [] : [{ path: pathAtCwd(effect.file, facts), kind: 'read', reach: 'inside' }]
    case 'apply-patch':
      return effect.seen ? [] : [{ path: pathAtCwd('.', facts), kind: 'write', reach: 'below', certain: false }]
    default:
      return []
  }
}

function pathAtCwd(text: string, facts: Facts): PathUse {
  return knownPathUse(text, facts.cwd, facts)
}

type WritePath = Extract<Effect, { kind: 'write-path' }>

/** Which files of a folder an archive replaces, nobody can tell. */
function archiveTouches({ as, path }: WritePath): readonly EffectTouch[] {
  return as === 'unpacked' ? [{ path, kind: 'write', reach: 'below', certain: false }] : []
}

/** A second name for a file: what is done under it is done to the file. */
function linkTouches({ how, target }: WritePath): readonly EffectTouch[] {
  if (how !== 'link' || target === undefined) return []
  const to = { path: target, reach: 'inside', certain: false } as const
  return [
    { ...to, kind: 'read' },
    { ...to, kind: 'write' },
  ]
}

function readReach(effect: Extract<Effect, { kind: 'read-path' }>): OperandReach {
  if (effect.list) return 'itself'
  if (hasActorRole(effect, 'shown-reader')) return 'shown'
  return hasActorRole(effect, 'tree-reader') ? 'below' : 'inside'
}

/** A search reads everything below; one that is narrowed to some names is known by those names. */
function toolReach(action: Action): OperandReach {
  if (action.tool === 'Glob' || action.tool === 'LS') return 'itself'
  if (action.tool !== 'Grep') return 'inside'
  return ownTexts(action.call.input, 'glob').length + ownTexts(action.call.input, 'type').length > 0
    ? 'inside'
    : 'below'
}

/** The directory the effect's command runs in; the call's own when that is not known. */
function directoryOf(effect: Effect, commands: Action['commands'], facts: Facts): string {
  const own = commands.find(
    (command) => command.span.start === effect.span.start && command.span.end === effect.span.end,
  )
  return own?.cwd ?? facts.cwd
}

const PATH_FIELDS = ['file_path', 'notebook_path', 'path'] as const

/** The paths a file tool was given. A search without a path is about the working directory; its pattern counts as written. */
function inputPaths(action: Action): readonly (readonly [string, Touch['kind']])[] {
  const reads = READ_TOOLS.has(action.tool)
  if (!reads && !EDIT_TOOLS.has(action.tool)) return []
  const kind = reads ? 'read' : 'write'
  const { input } = action.call
  const given = PATH_FIELDS.flatMap((field) => ownTexts(input, field))
  const patterns =
    action.tool === 'Glob' ? ownTexts(input, 'pattern') : action.tool === 'Grep' ? ownTexts(input, 'glob') : []
  const base = given[0] ?? ''
  const searched = patterns
    .map((pattern) => pattern.replace(/(^|\/)(?:\*\*\/)+/g, '$1'))
    .map((pattern) => (isAbsolute(pattern) || base === '' ? pattern : join(base, pattern)))
  const places = given.length === 0 && reads && action.tool !== 'Read' ? ['.'] : given
  return [...places, ...searched].map((text) => [text, kind] as const)
}

function ownTexts(input: Readonly<Record<string, unknown>>, field: string): string[] {
  const value = Object.hasOwn(input, field) ? input[field] : undefined
  return typeof value === 'string' && value !== '' ? [value] : []
}

/** A path that something reads or changes, spelled every way a rule may be about. */
export function touchOf({ path, from, kind, reach, certain }: OperandUse, facts: Facts): Touch {
  const places: (readonly PathName[])[] = []
  const lexical = absolute(path.text, from, facts)
  const open = path.glob || path.dynamic || path.real === undefined
  places.push(open ? unresolvedNames(lexical, path) : pathNamesOf(lexical))
  if (path.real !== undefined && path.real !== lexical) places.push(pathNamesOf(path.real))
  const linked = open ? undefined : facts.realPath(lexical)
  if (linked !== undefined && linked !== lexical && linked !== path.real) places.push(pathNamesOf(linked))
  if (path.otherwise !== undefined) places.push(pathNamesOf(path.otherwise))
  const hidden = path.dynamic ? hiddenParts(lexical, path) : undefined
  return { text: path.text, places, known: open ? 'open' : 'exact', certain, kind, reach, ...(hidden && { hidden }) }
}

function absolute(text: string, from: string, facts: Facts): string {
  const slashed = facts.platform === 'win32' ? unixForm(text) : text
  if (slashed === '~' || slashed.startsWith('~/')) return normalize(join(facts.home, slashed.slice(1)))
  return normalize(isAbsolute(slashed) ? slashed : join(from, slashed))
}

/** `C:\src\a.ts` as `/c/src/a.ts`, the form rules are written in. */
function unixForm(text: string): string {
  return text.replaceAll('\\', '/').replace(/^([A-Za-z]):(?=\/|$)/, (_, drive: string) => `/${drive.toLowerCase()}`)
}

export function pathNamesOf(path: string): string[] {
  return path
    .normalize('NFC')
    .split('/')
    .filter((name) => name !== '')
}

/** Names of a path that is not fully known: a name with an unknown part meets `*` alone. */
function unresolvedNames(lexical: string, path: PathUse): PathName[] {
  const result: PathName[] = []
  for (const name of pathNamesOf(lexical)) {
    if (path.dynamic && (name.includes('…') || name.includes('\0'))) return [...result, UNKNOWN_NAME]
    result.push(path.glob && /[*?[]/.test(name) ? compileSegment(name) : name)
  }
  return path.dynamic ? [...result, UNKNOWN_NAME] : result
}

function hiddenParts(lexical: string, path: PathUse): Touch['hidden'] {
  const all = pathNamesOf(lexical)
  const isUnknown = (name: string) => name.includes('…') || name.includes('\0')
  const last = all.findLastIndex(isUnknown)
  const first = all.findIndex(isUnknown)
  const tail = all.slice(last + 1).map((name) => (path.glob && /[*?[]/.test(name) ? compileSegment(name) : name))
  const starts = first >= 0 && !isUnknown(path.text.split('/', 1)[0] ?? '')
  return { under: starts ? all.slice(0, first) : undefined, tail }
}

/** A name that no written name equals. */
const UNKNOWN_NAME = '\0'
