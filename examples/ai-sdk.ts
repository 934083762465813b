/**
 * The gate as the `toolApproval` of the AI SDK: an allow runs, an ask becomes the SDK's own approval, a denial never runs and tells
 * the model why. `npm run test:hosts` runs it with the real SDK.
 */
import { generateText, isStepCount, type LanguageModel, type ModelMessage, type Tool } from 'ai'
import { check, type Message, transcriptOf } from 'irongate'

/** What the SDK asks about. */
interface Asked {
  readonly toolCall: { readonly toolName: string; readonly toolCallId: string; readonly input: unknown }
  readonly messages: readonly Message[]
}

/** `names` says what the gate calls your tools: `{ shell: 'Bash' }`. Messages of the role `user` must be a person's. */
export function gateApproval(names: Readonly<Record<string, string>>) {
  return async ({ toolCall: { toolName, toolCallId, input }, messages }: Asked) => {
    const transcript = transcriptOf(messages, { names, before: toolCallId })
    const tool = Object.hasOwn(names, toolName) ? (names[toolName] ?? toolName) : toolName
    const { outcome, message } = await check(tool, { ...(input as object) }, { transcript })
    // The SDK asks again before it runs what a person approved: a denial stands then too.
    if (outcome === 'allow') return { type: 'approved', reason: message } as const
    return { type: outcome === 'ask' ? 'user-approval' : 'denied', reason: message } as const
  }
}

export interface Agent {
  readonly model: LanguageModel
  readonly tools: Record<string, Tool>
  readonly names: Readonly<Record<string, string>>
  /** Shows the person why they are asked, and takes their answer. */
  readonly confirm: (why: string) => Promise<boolean>
}

/** A whole agent, with the person's answers to what the gate asks about. */
export async function runAgent(task: string, { model, tools, names, confirm }: Agent): Promise<string> {
  const messages: ModelMessage[] = [{ role: 'user', content: task }]
  for (;;) {
    const stopWhen = isStepCount(20)
    const result = await generateText({ model, messages, tools, toolApproval: gateApproval(names), stopWhen })
    messages.push(...result.responseMessages)
    const asked = result.content
      .filter((part) => part.type === 'tool-approval-request')
      .filter((part) => !part.isAutomatic)
    if (asked.length === 0) return result.text
    for (const { approvalId, reason } of asked) {
      const approved = await confirm(reason ?? '')
      messages.push({ role: 'tool', content: [{ type: 'tool-approval-response', approvalId, approved }] })
    }
  }
}
