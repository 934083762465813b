/**
 * The Vercel AI SDK asks `needsApproval` before it executes a tool. Wrap your tools once: an allow runs, an ask becomes the
 * SDK's own approval, a denial never executes and tells the model why.
 */
import { mayRun } from './loop.ts'

/** The part of the AI SDK's `tool()` that matters here; `gated` takes and returns whatever else is in it. */
interface ApprovableTool<Input extends Record<string, unknown>, Output> {
  readonly execute: (input: Input) => Promise<Output>
  readonly needsApproval?: boolean | ((input: Input) => Promise<boolean>)
}

/** `name` is the tool the gate knows: `Bash` for a tool that runs shell commands, `Write` for one that writes files. */
export function gated<Input extends Record<string, unknown>, Output, T extends ApprovableTool<Input, Output>>(
  name: string,
  tool: T & ApprovableTool<Input, Output>,
) {
  return {
    ...tool,
    needsApproval: async (input: Input) => (await mayRun(name, input)).outcome === 'ask',
    execute: async (input: Input): Promise<Output> => {
      const { outcome, message } = await mayRun(name, input)
      // An ask that came this far was approved by a person through the SDK.
      if (outcome === 'deny' || outcome === 'abort') throw new Error(message)
      return tool.execute(input)
    },
  }
}
