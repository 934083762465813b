import type { Action, ToolCall, Unknown } from './action.ts'
import type { Effect } from './effects.ts'
import type { Facts } from './facts.ts'
import type { PathUse } from './paths/paths.ts'
import type { ReadOptions, Tool, ToolReading } from './tool.ts'

const EMPTY_READING: ToolReading = { commands: [], effects: [], unknowns: [], reads: [], grade: undefined }

/** Once; no later step parses again. An analyzer that fails leaves an unknown, never a silence. */
export function understand(call: ToolCall, tool: Tool, facts: Facts, options: ReadOptions): Action {
  const reading = readCall(call, tool, facts, options)
  const paths = pathsOf(reading.effects)
  const unknowns = paths.some(({ beyond }) => beyond)
    ? [...reading.unknowns, ...nonFileUnknowns(paths)]
    : reading.unknowns
  return Object.freeze({
    call: tool.own?.(call) ?? call,
    tool: tool.name,
    judgeText: encodeCall(tool, call),
    commands: reading.commands,
    ...(reading.possible?.length && { possible: reading.possible }),
    effects: reading.effects,
    paths,
    unknowns,
    reads: reading.reads,
    grade: unknowns.length === 0 ? reading.grade : undefined,
    ...(reading.leaves && { leaves: reading.leaves }),
  })
}

function readCall(call: ToolCall, tool: Tool, facts: Facts, options: ReadOptions): ToolReading {
  try {
    return tool.read?.(call, facts, options) ?? EMPTY_READING
  } catch (error) {
    return {
      ...EMPTY_READING,
      unknowns: [{ kind: 'failed', why: `the analysis failed: ${String(error)}`, span: { start: 0, end: 0 } }],
    }
  }
}

function encodeCall(tool: Tool, call: ToolCall): string {
  try {
    return tool.encode(call.input)
  } catch {
    return `${call.tool} (its input could not be read)`
  }
}

/** To open a share is to log in to a machine that somebody named; a device holds everybody's files at once. */
function nonFileUnknowns(paths: readonly PathUse[]): readonly Unknown[] {
  const reasons = new Set(
    paths.flatMap(({ beyond, text }) => {
      if (!beyond) return []
      return beyond.kind === 'share'
        ? [`it opens a share of ${beyond.host}, which logs in there`]
        : [`${text} is a device`]
    }),
  )
  return [...reasons].map((why) => ({ kind: 'person', why, span: { start: 0, end: 0 } }))
}

function pathsOf(effects: readonly Effect[]): readonly PathUse[] {
  const paths: PathUse[] = []
  for (const effect of effects) if ('path' in effect) paths.push(effect.path)
  return paths
}
