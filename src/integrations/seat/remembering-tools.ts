import type { ToolCall } from '../../analysis/action.ts'
import type { Tool, ToolLookup, ToolReading } from '../../analysis/tool.ts'

/** Tools whose reading of a call is kept, so that the gate and the session's memory share one analysis. */
export function rememberingTools(tools: ToolLookup): ToolLookup {
  const readings = new WeakMap<ToolCall, ToolReading>()
  return {
    find: (name, input): Tool => {
      const tool = tools.find(name, input)
      const read = tool.read?.bind(tool)
      if (!read) return tool
      return {
        ...tool,
        read: (call, facts, options) => {
          const known = readings.get(call)
          if (known) return known
          const reading = read(call, facts, options)
          readings.set(call, reading)
          return reading
        },
      }
    },
  }
}
