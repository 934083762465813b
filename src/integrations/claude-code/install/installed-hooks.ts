import {
  applyEdits,
  type FormattingOptions,
  findNodeAtLocation,
  modify,
  type ParseError,
  parse,
  parseTree,
} from 'jsonc-parser'

import { quoted, starterIn } from '../../install/shim.ts'

type Json = Readonly<Record<string, unknown>>

/** Tools whose having run is worth knowing: they leave something behind, or a person answered them. */
const LEAVE_TRACES =
  'Bash|PowerShell|Write|Edit|MultiEdit|NotebookEdit|Read|WebFetch|AskUserQuestion|ExitPlanMode|mcp__.*'

interface Entry {
  readonly event: string
  readonly matcher?: string
  readonly timeout: number
  /** A fault of the hook blocks (hosts from 2.1.295 on). */
  readonly blocks: boolean
}

/** The host's default for a hook is ten minutes, and then it lets the call through: every entry has its own limit. */
const ENTRIES: readonly Entry[] = [
  { event: 'PreToolUse', matcher: '*', timeout: 90, blocks: true },
  { event: 'PermissionRequest', matcher: '*', timeout: 90, blocks: true },
  { event: 'PermissionDenied', matcher: '*', timeout: 10, blocks: false },
  { event: 'PostToolUse', matcher: LEAVE_TRACES, timeout: 10, blocks: false },
  { event: 'UserPromptSubmit', timeout: 30, blocks: true },
  { event: 'SessionStart', timeout: 30, blocks: false },
  { event: 'ConfigChange', timeout: 10, blocks: true },
]

/** The hook groups of the host's settings, by event. Each command ends with its event: a starter that cannot read must know it. */
export function hookGroups(command: string): ReadonlyMap<string, Json> {
  return new Map(
    ENTRIES.map(({ event, matcher, timeout, blocks }) => [
      event,
      {
        ...(matcher !== undefined && { matcher }),
        hooks: [
          { type: 'command', command: commandFor(command, event), timeout, ...(blocks && { onFailure: 'block' }) },
        ],
      },
    ]),
  )
}

/**
 * Where the starter itself is gone, nobody is left to say so but the entry: without a word of its own the host refuses every prompt
 * for a file that is not there, and before 2.1.295 it runs the calls.
 */
export function commandFor(command: string, event: string): string {
  const starter = starterIn(command)
  const otherwise = OTHERWISE[event]
  const guard =
    starter === undefined || otherwise === undefined ? '' : `[ -x ${quoted(starter)} ] || { ${otherwise}; }; `
  return `${guard}${command} ${event}`
}

const GONE =
  'irongate: the starter of the gate is gone, so tool calls are blocked. Run irongate init in a terminal, or delete these hooks from the settings and start the agent anew.'
const TELLS = `printf %s ${quoted(JSON.stringify({ systemMessage: GONE }))}; exit 0`
const OTHERWISE: Readonly<Record<string, string>> = {
  PreToolUse: `echo ${quoted(GONE)} >&2; exit 2`,
  UserPromptSubmit: TELLS,
  SessionStart: TELLS,
}

/** What an entry starts, without what it says where the starter is gone. */
function bare(command: string): string {
  return command.replace(/^\[ -x '(?:[^']|'\\'')*' \] \|\| \{ [^{}]*(?:\{[^{}]*\}[^{}]*)?; \}; /, '')
}

/** Is it a command of ours, of whatever home or version? */
export function isOurCommand(command: unknown): boolean {
  return typeof command === 'string' && /irongate(?:\.js)?['"]? hook claude-code\b/.test(command)
}

/** Settings as a plain object; undefined for text that is not one. Comments and trailing commas are fine. */
export function jsonOf(text: string): Json | undefined {
  const errors: ParseError[] = []
  const value: unknown = text.trim() === '' ? {} : parse(text, errors, { allowTrailingComma: true })
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return errors.length === 0 && isObject ? (value as Json) : undefined
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

/** The text with our hook groups in it, once; everything else, comments included, stays. */
export function withHooks(text: string, command: string): string {
  const groups = hookGroups(command)
  if (isCurrent(text, groups)) return text
  let next = withoutHooks(text)
  for (const [event, group] of groups) {
    const there = findNodeAtLocation(parseTree(next) ?? { type: 'null', offset: 0, length: 0 }, ['hooks', event])
    next =
      there?.type === 'array'
        ? edit(next, ['hooks', event, there.children?.length ?? 0], group, true)
        : edit(next, ['hooks', event], [group], false)
  }
  return next.endsWith('\n') ? next : `${next}\n`
}

/** The text without any hook of ours. Groups, events and the section go when nothing else is in them. */
export function withoutHooks(text: string): string {
  let next = text.trim() === '' ? '{}\n' : text
  for (const { event, group, hook } of ourHooks(next).reverse()) {
    next = edit(next, ['hooks', event, group, 'hooks', hook], undefined, false)
    if (isEmptyAt(next, ['hooks', event, group, 'hooks'])) next = edit(next, ['hooks', event, group], undefined, false)
    if (isEmptyAt(next, ['hooks', event])) next = edit(next, ['hooks', event], undefined, false)
  }
  return text !== next && isEmptyAt(next, ['hooks']) ? edit(next, ['hooks'], undefined, false) : next
}

interface Place {
  readonly event: string
  readonly group: number
  readonly hook: number
  readonly value: Json
}

/** The commands of ours in a settings text. */
export function ourCommands(text: string): readonly string[] {
  return ourHooks(text).map(({ value }) => bare(String(value['command'])))
}

/** Where our hooks stand in a settings text. */
export function ourHooks(text: string): Place[] {
  const hooks = jsonOf(text)?.['hooks']
  if (typeof hooks !== 'object' || hooks === null) return []
  return Object.entries(hooks).flatMap(([event, groups]) =>
    list(groups).flatMap((group, groupAt) =>
      list((group as Json | null)?.['hooks']).flatMap((hook, hookAt) =>
        isOurCommand((hook as Json | null)?.['command'])
          ? [{ event, group: groupAt, hook: hookAt, value: hook as Json }]
          : [],
      ),
    ),
  )
}

function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : []
}

function isCurrent(text: string, groups: ReadonlyMap<string, Json>): boolean {
  const hooks = jsonOf(text)?.['hooks'] as Json | undefined
  const found = ourHooks(text)
  return (
    found.length === groups.size &&
    [...groups].every(([event, group]) =>
      list(hooks?.[event]).some((other) => JSON.stringify(other) === JSON.stringify(group)),
    )
  )
}

type Path = (string | number)[]

function isEmptyAt(text: string, path: Path): boolean {
  const root = parseTree(text)
  const node = root && findNodeAtLocation(root, path)
  return node !== undefined && (node.children?.length ?? 0) === 0
}

const FORMAT: FormattingOptions = { insertSpaces: true, tabSize: 2, eol: '\n' }

function edit(text: string, path: Path, value: unknown, isArrayInsertion: boolean): string {
  const formattingOptions = /^\t/m.test(text) ? { ...FORMAT, insertSpaces: false } : FORMAT
  return applyEdits(text, modify(text, path, value, { formattingOptions, isArrayInsertion }))
}
