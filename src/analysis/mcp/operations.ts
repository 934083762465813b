import { anyOf, VERBS } from '../../knowledge/lexicon/verbs.ts'
import type { ExternalWriteNature } from '../effects.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import type { ToolInput } from '../tool.ts'
import { findTextArgument, hasToolWord } from './argument-keys.ts'
import { quoteShellWord, toWordList } from './code-arguments.ts'
import { classifyToolVerb, type ToolVerb } from './tool-verbs.ts'

const OPERATION_KEYS = ['operation', 'action', 'op', 'method', 'verb', 'service']
const STEP_KEYS = [...OPERATION_KEYS, 'type', 'kind']

export function findCallVerb(tool: string, input: ToolInput): ToolVerb {
  const verb = classifyToolVerb(tool)
  const decided = findDecision(verb, input)
  if (decided) return { type: 'write', nature: decided }
  if (verb.type !== 'opaque' && verb.type !== 'run') return verb
  const named = findOperationAt(input, OPERATION_KEYS)
  const meant = named === undefined ? verb : classifyToolVerb(named)
  return verb.type === 'opaque' || meant.type === 'write' ? meant : verb
}

const DECISION_KEY =
  /(?:^|_)(?:event|decision|verdict|vote|review|review_type|outcome|resolution|state|status|action|method|operation|transition)$/
const DECISION_VALUES: readonly (readonly [ExternalWriteNature, RegExp])[] = [
  ['deletion', new RegExp(`^(?:${anyOf(...VERBS.delete, 'trash')})(?:e?d)?$`, 'i')],
  ['merge', /^(?:merged?|squash|rebase_merge|land(?:ed)?)$/i],
  ['approval', /^(?:approved?|approves|accept(?:ed)?|lgtm|sign(?:ed)?[-_ ]?off|request_changes|reject(?:ed)?)$/i],
]
const OVERRIDABLE_NATURE = /^(?:record|file|setting|message)$/

/** A value that decides says more than the name of the tool it is handed to. */
function findDecision(verb: ToolVerb, input: ToolInput): ExternalWriteNature | undefined {
  if (verb.type !== 'opaque' && !(verb.type === 'write' && OVERRIDABLE_NATURE.test(verb.nature))) return undefined
  const said = [input, ...collectObjects(input)].flatMap((part) =>
    Object.entries(part).flatMap(([key, value]) =>
      typeof value === 'string' && DECISION_KEY.test(key.toLowerCase()) ? [value.trim()] : [],
    ),
  )
  return DECISION_VALUES.find(([, words]) => said.some((value) => words.test(value)))?.[0]
}

export function findOperation(tool: string, input: ToolInput): string {
  if (classifyToolVerb(tool).type !== 'opaque') return ''
  return findOperationAt(input, OPERATION_KEYS) ?? ''
}

function findOperationAt(input: ToolInput, keys: readonly string[]): string | undefined {
  return findTextArgument(input, keys, (text) => text.length <= 100 && classifyToolVerb(text).type !== 'opaque')
}

/** Operations that a call carries: `{type: 'delete', path: '…'}`. */
export function listOperations(input: ToolInput): readonly { readonly verb: ToolVerb; readonly input: ToolInput }[] {
  return collectObjects(input).flatMap((part) => {
    const named = findOperationAt(part, STEP_KEYS)
    return named === undefined ? [] : [{ verb: classifyToolVerb(named), input: part }]
  })
}

function collectObjects(input: ToolInput): readonly ToolInput[] {
  const found: ToolInput[] = []
  // A list of its own rather than recursion: the nesting has no bound, and may come round to itself.
  const left: unknown[] = Object.values(input).reverse()
  const seen = new Set<unknown>([input])
  while (left.length > 0) {
    const value = left.pop()
    if (value === null || typeof value !== 'object' || seen.has(value)) continue
    seen.add(value)
    if (!Array.isArray(value)) found.push(value as ToolInput)
    for (const item of Object.values(value).reverse()) left.push(item)
  }
  return found
}

const MOVE_VERBS = new Set(['move', 'rename', 'mv'])
const SOURCE_KEYS = ['source', 'src', 'from', 'old_path', 'oldpath', 'source_path', 'path']
const TARGET_KEYS = 'destination dest dst target to new_path newpath destination_path target_path'.split(' ')

/** `move_file`: gone from where it was, as `mv` would have it. */
export function recordMoveCall(tool: string, input: ToolInput, recorder: EffectRecorder): boolean {
  if (!hasToolWord(tool, MOVE_VERBS)) return false
  const source = findPathArgument(input, SOURCE_KEYS)
  const target = findPathArgument(input, TARGET_KEYS)
  if (source === undefined || target === undefined) return false
  recorder.runsShell({ text: `mv ${quoteShellWord(source)} ${quoteShellWord(target)}`, sources: [] }, tool)
  return true
}

export const isPathText = (text: string): boolean => /^(?:[/~.]|[A-Za-z]:\\)/.test(text)

function findPathArgument(input: ToolInput, keys: readonly string[]): string | undefined {
  const path = findTextArgument(input, keys)
  return path !== undefined && isPathText(path) ? path : undefined
}

/** A tool that starts a container says what the engine's command line would say. */
export function recordContainerStart(name: string, input: ToolInput, recorder: EffectRecorder): void {
  if (!/docker|podman|container|nerdctl/i.test(name) || !('image' in input)) return
  const words = ['docker', 'run', ...listContainerOptions(input), findTextArgument(input, ['image']) ?? 'image']
  if (words.length > 3) recorder.runsShell({ text: words.map(quoteShellWord).join(' '), sources: [] }, name)
}

function listContainerOptions(input: ToolInput): string[] {
  const listed = (keys: readonly string[], option: string) =>
    keys.flatMap((key) => toWordList(input[key]) ?? []).flatMap((value) => [option, value])
  const hosted = ['network', 'network_mode', 'pid', 'pid_mode', 'ipc', 'userns'].filter((key) => input[key] === 'host')
  return [
    ...(String(input['privileged']) === 'true' ? ['--privileged'] : []),
    ...listed(['volumes', 'binds', 'mounts', 'volume'], '-v'),
    ...listed(['cap_add', 'capAdd', 'capabilities'], '--cap-add'),
    ...listed(['devices'], '--device'),
    ...hosted.map((key) => `--${key.replace(/_mode$/, '')}=host`),
  ]
}
