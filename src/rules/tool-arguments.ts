import type { Action } from '../analysis/action.ts'
import { pathsInText } from '../analysis/forms/path-mentions.ts'
import type { ReachedHost } from '../analysis/forms/reached-hosts.ts'
import { hostOf } from '../analysis/remote/hosts.ts'
import { verbRole } from '../knowledge/lexicon/role-words.ts'
import { isKnownTool } from './tool-names.ts'

const MOST_STRINGS = 200
const MOST_DEPTH = 6
const PATH_ARGUMENT = /path|file|folder|dir|source|src|dest|target|uri|root|cwd/i
const READ_TOOL_NAME = /^(?:get|open|list|stat|search|load|fetch|view|read)/i

/** Paths that a tool nobody registered was given: what it does with them, its name only claims. */
export function pathArguments(action: Action): readonly (readonly [string, 'read' | 'write'])[] {
  if (isKnownTool(action.tool) || action.judgeText === '') return []
  const tool = action.tool.split(/__|[./:]/).at(-1) ?? ''
  const kinds =
    READ_TOOL_NAME.test(tool) || verbRole(tool) === 'looks' ? (['read'] as const) : (['read', 'write'] as const)
  return stringArguments(action.call.input)
    .flatMap(([key, text]) => (PATH_ARGUMENT.test(key) && isName(text) ? [text] : pathsInText(text)))
    .flatMap((text) => kinds.map((kind) => [text, kind] as const))
}

const HOST_ARGUMENT = /url|uri|host|domain|endpoint|address|server|site/i

/** Hosts that such a tool was given: it may reach them. */
export function hostArguments(action: Action): readonly ReachedHost[] {
  if (isKnownTool(action.tool) || action.judgeText === '') return []
  return stringArguments(action.call.input)
    .filter(([key, text]) => text.length < 2_000 && (/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || HOST_ARGUMENT.test(key)))
    .map(([, text]) => ({ host: hostOf(text), certain: false }))
}

function isName(text: string): boolean {
  return text !== '' && text.length < 1_000 && !/[\n\0]/.test(text) && !text.includes('://')
}

/** Every string of an input, with the key that it stands under. */
export function stringArguments(input: unknown): readonly (readonly [string, string])[] {
  const found: (readonly [string, string])[] = []
  const take = (value: unknown, key: string, depth: number): void => {
    if (found.length >= MOST_STRINGS || depth > MOST_DEPTH) return
    if (typeof value === 'string') found.push([key, value])
    else if (Array.isArray(value)) for (const item of value.slice(0, MOST_STRINGS)) take(item, key, depth + 1)
    else if (typeof value === 'object' && value !== null)
      for (const [name, item] of Object.entries(value).slice(0, MOST_STRINGS)) take(item, name, depth + 1)
  }
  take(input, '', 0)
  return found
}
