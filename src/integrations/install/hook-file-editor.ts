import {
  applyEdits,
  type FormattingOptions,
  findNodeAtLocation,
  modify,
  type ParseError,
  parse,
  parseTree,
} from 'jsonc-parser'
import { type EntryAt, withoutFallback } from './launcher-fallback.ts'

export type JsonObject = Readonly<Record<string, unknown>>

/** The hook groups that one command has in a host's file, by event. */
export type HookGroupsBuilder = (at: EntryAt) => ReadonlyMap<string, JsonObject>

/** How the hook stands in a JSON file of a host that keeps its hooks by event, as groups of commands or as a flat list of them. */
export interface HookFileEditor {
  /** The text with our hook groups in it, once; everything else, comments included, stays. */
  withHooks(text: string, at: EntryAt): string
  /** The text without any hook of ours. Groups, events and the section go when nothing else is in them. */
  withoutHooks(text: string): string
  /** Where our hooks stand in a settings text. */
  ourHooks(text: string): readonly FoundHook[]
  /** The commands of ours in a settings text. */
  ourCommands(text: string): readonly string[]
}

export interface FoundHook {
  readonly event: string
  readonly group: number
  /** Its place in the group; absent where the group itself is the hook. */
  readonly hook?: number
  readonly value: JsonObject
}

/** `id` is the host's: a command of ours, of whatever home or version, names it. */
export function hookFileEditor(id: string, groupsOf: HookGroupsBuilder): HookFileEditor {
  const ours = new RegExp(`irongate(?:\\.js)?['"]? hook ${id}(?![\\w-])`)
  const isOurs = (command: unknown) => typeof command === 'string' && ours.test(command)
  const ourHooks = (text: string) => hooksIn(text, isOurs)
  const withoutHooks = (text: string) => removeHooks(text, ourHooks)
  return {
    ourHooks,
    withoutHooks,
    withHooks: (text, at) => {
      const groups = groupsOf(at)
      return isCurrent(text, groups, ourHooks(text).length) ? text : withGroups(withoutHooks(text), groups)
    },
    ourCommands: (text) => ourHooks(text).map(({ value }) => withoutFallback(String(value['command']))),
  }
}

/** Settings as a plain object; undefined for text that is not one. Comments and trailing commas are fine. */
export function parseSettingsObject(text: string): JsonObject | undefined {
  const errors: ParseError[] = []
  const value: unknown = text.trim() === '' ? {} : parse(text, errors, { allowTrailingComma: true })
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return errors.length === 0 && isObject ? (value as JsonObject) : undefined
}

/** Does the host read it? It takes plain JSON alone, and skips a whole file, hooks and all, for one comment or trailing comma. */
export function isPlainJson(text: string): boolean {
  if (text.trim() === '') return true
  try {
    const value: unknown = JSON.parse(text.replace(/^\uFEFF/, ''))
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}

function withGroups(text: string, groups: ReadonlyMap<string, JsonObject>): string {
  let next = text
  for (const [event, group] of groups) {
    const there = findNodeAtLocation(parseTree(next) ?? { type: 'null', offset: 0, length: 0 }, ['hooks', event])
    next =
      there?.type === 'array'
        ? editJson(next, ['hooks', event, there.children?.length ?? 0], group, true)
        : editJson(next, ['hooks', event], [group], false)
  }
  return next.endsWith('\n') ? next : `${next}\n`
}

function removeHooks(text: string, ourHooks: HookFileEditor['ourHooks']): string {
  let next = text.trim() === '' ? '{}\n' : text
  for (const { event, group, hook } of ourHooks(next).toReversed()) {
    if (hook !== undefined) next = editJson(next, ['hooks', event, group, 'hooks', hook], undefined, false)
    if (hook === undefined || isEmptyAt(next, ['hooks', event, group, 'hooks']))
      next = editJson(next, ['hooks', event, group], undefined, false)
    if (isEmptyAt(next, ['hooks', event])) next = editJson(next, ['hooks', event], undefined, false)
  }
  return text !== next && isEmptyAt(next, ['hooks']) ? editJson(next, ['hooks'], undefined, false) : next
}

function hooksIn(text: string, isOurs: (command: unknown) => boolean): readonly FoundHook[] {
  const hooks = parseSettingsObject(text)?.['hooks']
  if (typeof hooks !== 'object' || hooks === null) return []
  return Object.entries(hooks).flatMap(([event, groups]) =>
    arrayOf(groups).flatMap((group, groupAt): readonly FoundHook[] => {
      if (isOurs((group as JsonObject | null)?.['command']))
        return [{ event, group: groupAt, value: group as JsonObject }]
      return arrayOf((group as JsonObject | null)?.['hooks']).flatMap((hook, hookAt) =>
        isOurs((hook as JsonObject | null)?.['command'])
          ? [{ event, group: groupAt, hook: hookAt, value: hook as JsonObject }]
          : [],
      )
    }),
  )
}

function arrayOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isCurrent(text: string, groups: ReadonlyMap<string, JsonObject>, found: number): boolean {
  const hooks = parseSettingsObject(text)?.['hooks'] as JsonObject | undefined
  return (
    found === groups.size &&
    [...groups].every(([event, group]) =>
      arrayOf(hooks?.[event]).some((other) => JSON.stringify(other) === JSON.stringify(group)),
    )
  )
}

type Path = (string | number)[]

function isEmptyAt(text: string, path: Path): boolean {
  const root = parseTree(text)
  const node = root && findNodeAtLocation(root, path)
  return node !== undefined && (node.children?.length ?? 0) === 0
}

const JSON_FORMAT: FormattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' }

function editJson(text: string, path: Path, value: unknown, isArrayInsertion: boolean): string {
  const formattingOptions = /^\t/m.test(text) ? { ...JSON_FORMAT, insertSpaces: false } : JSON_FORMAT
  return applyEdits(text, modify(text, path, value, { formattingOptions, isArrayInsertion }))
}
