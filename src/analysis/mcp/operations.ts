import type { Nature } from '../effects.ts'
import type { Scribe } from '../programs/program.ts'
import type { Input } from '../tool.ts'
import { quoted, wordList } from './code-arguments.ts'
import { says, textAt } from './keys.ts'
import { type Verb, verbOf } from './verbs.ts'

const OPERATIONS = ['operation', 'action', 'op', 'method', 'verb', 'service']
const STEP_KEYS = [...OPERATIONS, 'type', 'kind']

export function verbIn(tool: string, input: Input): Verb {
  const verb = verbOf(tool)
  const decided = decidedIn(verb, input)
  if (decided) return { type: 'write', nature: decided }
  if (verb.type !== 'opaque' && verb.type !== 'run') return verb
  const named = operationAt(input, OPERATIONS)
  const meant = named === undefined ? verb : verbOf(named)
  return verb.type === 'opaque' || meant.type === 'write' ? meant : verb
}

const DECIDES =
  /(?:^|_)(?:event|decision|verdict|vote|review|review_type|outcome|resolution|state|status|action|method|operation|transition)$/
const DECISIONS: readonly (readonly [Nature, RegExp])[] = [
  ['deletion', /^(?:deleted?|removed?|trash(?:ed)?|destroy(?:ed)?|purged?)$/i],
  ['merge', /^(?:merged?|squash|rebase_merge|land(?:ed)?)$/i],
  ['approval', /^(?:approved?|approves|accept(?:ed)?|lgtm|sign(?:ed)?[-_ ]?off|request_changes|reject(?:ed)?)$/i],
]
const OPEN_NATURE = /^(?:record|file|setting|message)$/

/** A value that decides says more than the name of the tool it is handed to. */
function decidedIn(verb: Verb, input: Input): Nature | undefined {
  if (verb.type !== 'opaque' && !(verb.type === 'write' && OPEN_NATURE.test(verb.nature))) return undefined
  const said = [input, ...objectsIn(input)].flatMap((part) =>
    Object.entries(part).flatMap(([key, value]) =>
      typeof value === 'string' && DECIDES.test(key.toLowerCase()) ? [value.trim()] : [],
    ),
  )
  return DECISIONS.find(([, words]) => said.some((value) => words.test(value)))?.[0]
}

export function operationIn(tool: string, input: Input): string {
  if (verbOf(tool).type !== 'opaque') return ''
  return operationAt(input, OPERATIONS) ?? ''
}

function operationAt(input: Input, keys: readonly string[]): string | undefined {
  return textAt(input, keys, (text) => text.length <= 100 && verbOf(text).type !== 'opaque')
}

/** Operations that a call carries: `{type: 'delete', path: '…'}`. */
export function stepsIn(input: Input): readonly { readonly verb: Verb; readonly input: Input }[] {
  return objectsIn(input).flatMap((part) => {
    const named = operationAt(part, STEP_KEYS)
    return named === undefined ? [] : [{ verb: verbOf(named), input: part }]
  })
}

function objectsIn(input: Input): readonly Input[] {
  const found: Input[] = []
  // A list of its own rather than recursion: the nesting has no bound, and may come round to itself.
  const left: unknown[] = Object.values(input).reverse()
  const seen = new Set<unknown>([input])
  while (left.length > 0) {
    const value = left.pop()
    if (value === null || typeof value !== 'object' || seen.has(value)) continue
    seen.add(value)
    if (!Array.isArray(value)) found.push(value as Input)
    for (const item of Object.values(value).reverse()) left.push(item)
  }
  return found
}

const MOVES = new Set(['move', 'rename', 'mv'])
const SOURCES = ['source', 'src', 'from', 'old_path', 'oldpath', 'source_path', 'path']
const TARGETS = 'destination dest dst target to new_path newpath destination_path target_path'.split(' ')

/** `move_file`: gone from where it was, as `mv` would have it. */
export function stateMove(tool: string, input: Input, scribe: Scribe): boolean {
  if (!says(tool, MOVES)) return false
  const source = pathAt(input, SOURCES)
  const target = pathAt(input, TARGETS)
  if (source === undefined || target === undefined) return false
  scribe.runsShell({ text: `mv ${quoted(source)} ${quoted(target)}`, sources: [] }, tool)
  return true
}

export const isPlace = (text: string): boolean => /^(?:[/~.]|[A-Za-z]:\\)/.test(text)

function pathAt(input: Input, keys: readonly string[]): string | undefined {
  const path = textAt(input, keys)
  return path !== undefined && isPlace(path) ? path : undefined
}

/** A tool that starts a container says what the engine's command line would say. */
export function stateContainer(name: string, input: Input, scribe: Scribe): void {
  if (!/docker|podman|container|nerdctl/i.test(name) || !('image' in input)) return
  const words = ['docker', 'run', ...containerOptions(input), textAt(input, ['image']) ?? 'image']
  if (words.length > 3) scribe.runsShell({ text: words.map(quoted).join(' '), sources: [] }, name)
}

function containerOptions(input: Input): string[] {
  const listed = (keys: readonly string[], option: string) =>
    keys.flatMap((key) => wordList(input[key]) ?? []).flatMap((value) => [option, value])
  const hosted = ['network', 'network_mode', 'pid', 'pid_mode', 'ipc', 'userns'].filter((key) => input[key] === 'host')
  return [
    ...(String(input['privileged']) === 'true' ? ['--privileged'] : []),
    ...listed(['volumes', 'binds', 'mounts', 'volume'], '-v'),
    ...listed(['cap_add', 'capAdd', 'capabilities'], '--cap-add'),
    ...listed(['devices'], '--device'),
    ...hosted.map((key) => `--${key.replace(/_mode$/, '')}=host`),
  ]
}
