import type { ToolCall } from '../../analysis/action.ts'
import type { Tool, ToolLookup, ToolReading } from '../../analysis/tool.ts'

const MEMOIZED_TOOLS = new WeakMap<ToolLookup, ToolLookup>()

/** Tools whose reading of a call is kept, so that the gate and the session's memory share one analysis. The same for the same tools. */
export function memoizeTools(tools: ToolLookup): ToolLookup {
  const made = MEMOIZED_TOOLS.get(tools) ?? memoize(tools)
  MEMOIZED_TOOLS.set(tools, made)
  return made
}

function memoize(tools: ToolLookup): ToolLookup {
  const readings = new WeakMap<ToolCall, ToolReading>()
  return {
    find: (name, input): Tool => {
      const tool = tools.find(name, input)
      const read = tool.read?.bind(tool)
      if (!read) return tool
      return {
        ...tool,
        read: (call, facts, options) => {
          const before = readings.get(call)
          if (before) return before
          const reading = read(call, facts, options)
          readings.set(call, reading)
          return reading
        },
      }
    },
  }
}
