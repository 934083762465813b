/** The gate in an agent loop of your own, with the messages that you send to the model. Run it with `npm run examples`. */
import { check, type Message, transcriptOf } from 'irongate'

/** A `tool_use` block of the Messages API. */
export interface Call {
  readonly id: string
  readonly name: string
  readonly input: Record<string, unknown>
}

/**
 * Call this before you run a tool: run it only on `allow`; give `message` back to the model otherwise. Of the messages only what the
 * user said and what the agent called is taken, never what the agent wrote or what tools returned.
 */
export async function mayRun({ id, name, input }: Call, messages: readonly Message[]) {
  return check(name, input, { transcript: transcriptOf(messages, { before: id }), headless: true })
}
