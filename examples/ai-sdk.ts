/**
 * The Vercel AI SDK asks `needsApproval` before it executes a tool. Wrap your tools once: an allow runs, an ask becomes the
 * SDK's own approval, a denial never executes and tells the model why.
 */
import { check, type Message, transcriptOf } from 'irongate'

/** What the SDK hands to a tool beside its input. */
interface Asked {
  readonly messages: readonly Message[]
}

/** The part of the AI SDK's `tool()` that matters here; `gated` takes and returns whatever else is in it. */
interface ApprovableTool<Input extends Record<string, unknown>, Output> {
  readonly execute: (input: Input, asked: Asked) => Promise<Output>
  readonly needsApproval?: boolean | ((input: Input, asked: Asked) => Promise<boolean>)
}

/** `name` is the tool the gate knows: `Bash` for a tool that runs shell commands, `Write` for one that writes files. */
export function gated<Input extends Record<string, unknown>, Output, T extends ApprovableTool<Input, Output>>(
  name: string,
  tool: T & ApprovableTool<Input, Output>,
) {
  const decide = (input: Input, { messages }: Asked) => check(name, input, { transcript: transcriptOf(messages) })
  return {
    ...tool,
    needsApproval: async (input: Input, asked: Asked) => (await decide(input, asked)).outcome === 'ask',
    execute: async (input: Input, asked: Asked): Promise<Output> => {
      const { outcome, message } = await decide(input, asked)
      // An ask that came this far was approved by a person through the SDK.
      if (outcome === 'deny' || outcome === 'abort') throw new Error(message)
      return tool.execute(input, asked)
    },
  }
}
