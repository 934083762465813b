import type { Action, ToolCall } from './action.ts'
import type { Effect } from './effects.ts'
import type { Facts } from './facts.ts'
import type { PathUse } from './paths.ts'
import type { ReadOptions, Tool, ToolReading } from './tool.ts'

const EMPTY: ToolReading = { commands: [], effects: [], unknowns: [], reads: [], grade: undefined }

/** Turns a call into an Action, once; no later step parses again. A reader that fails leaves an unknown, never a silence. */
export function understand(call: ToolCall, tool: Tool, facts: Facts, options: ReadOptions): Action {
  const reading = readCall(call, tool, facts, options)
  return Object.freeze({
    call,
    tool: tool.name,
    judgeText: encode(tool, call),
    commands: reading.commands,
    effects: reading.effects,
    paths: pathsOf(reading.effects),
    unknowns: reading.unknowns,
    reads: reading.reads,
    grade: reading.unknowns.length === 0 ? reading.grade : undefined,
  })
}

function readCall(call: ToolCall, tool: Tool, facts: Facts, options: ReadOptions): ToolReading {
  try {
    return tool.read?.(call, facts, options) ?? EMPTY
  } catch (error) {
    return {
      ...EMPTY,
      unknowns: [{ kind: 'failed', why: `the analysis failed: ${String(error)}`, span: { start: 0, end: 0 } }],
    }
  }
}

function encode(tool: Tool, call: ToolCall): string {
  try {
    return tool.encode(call.input)
  } catch {
    return `${call.tool} (its input could not be read)`
  }
}

function pathsOf(effects: readonly Effect[]): readonly PathUse[] {
  return effects.flatMap((effect) => ('path' in effect ? [effect.path] : []))
}
