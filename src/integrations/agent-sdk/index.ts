import type { Decision } from '../../decision.ts'
import { CLAUDE_CODE } from '../claude-code/index.ts'
import { type AnsweredCall, callReasonText } from '../hook-runtime/call-answer.ts'
import { createGuard, type Guard } from '../hook-runtime/guard.ts'
import type { HostAnswer } from '../integration.ts'
import { readPolicy } from '../policy.ts'

/** What `canUseTool` of the Agent SDK gives back. */
export type PermissionResult =
  | { behavior: 'allow'; updatedInput: Record<string, unknown> }
  | { behavior: 'deny'; message: string; interrupt?: boolean }

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly toolUseID?: string
  readonly agentID?: string
}

export type CanUseTool = (
  toolName: string,
  input: Record<string, unknown>,
  options?: CallOptions,
) => Promise<PermissionResult>

/** Longer texts are cut by the host. */
const MAX_MESSAGE = 4000

/** What a hook callback of the Agent SDK gives back; empty leaves the call to the SDK's own flow. */
export interface HookOutput {
  continue?: boolean
  stopReason?: string
  systemMessage?: string
  hookSpecificOutput?: {
    hookEventName: 'PreToolUse'
    permissionDecision: 'allow' | 'deny' | 'ask'
    permissionDecisionReason: string
  }
}

export type HookCallback = (input: unknown) => Promise<HookOutput>

export interface SdkOptions {
  /** The project the agent works in; the process's directory if not given. */
  readonly cwd?: string
  /** Asks the person; without it an ask is a denial, or waits where the settings say so. Anything but `true` denies. */
  readonly onAsk?: (question: { tool: string; input: Record<string, unknown>; message: string }) => Promise<boolean>
  /** Another place than the account's own home for settings and state. */
  readonly home?: string
  /** The agent's own model, as you give it to the SDK: the judge's too, when settings name none. */
  readonly model?: string
}

type HookName = 'PreToolUse' | 'PostToolUse' | 'UserPromptSubmit' | 'SessionStart'

export interface SdkGuard {
  readonly canUseTool: CanUseTool
  readonly hooks: Readonly<Record<HookName, { hooks: HookCallback[] }[]>>
  /** Tells `canUseTool` what the person asked for; hooks hear it themselves. */
  readonly prompt: (text: string) => void
}

/** The gate for one agent built on the Agent SDK. INVARIANT: whatever goes wrong is a denial. */
export function irongate(options: SdkOptions = {}): SdkGuard {
  let made: Guard | undefined
  const guard = () => {
    made ??= createGuard({
      host: 'agent-sdk',
      // The SDK runs that host: events, tools and settings are the same.
      integration: CLAUDE_CODE.integration,
      readPolicy,
      mode: 'default',
      headless: false,
      waits: options.onAsk === undefined,
      cwd: options.cwd,
      home: options.home,
      model: options.model,
    })
    return made
  }
  const callback: HookCallback = async (input) => {
    try {
      return outputOf(await guard().event(JSON.stringify(input)))
    } catch (error) {
      return blockedOutput(
        input,
        `irongate: ${error instanceof Error ? error.message : String(error)}. The call is blocked.`,
      )
    }
  }
  return {
    canUseTool: async (tool, input, { signal, toolUseID, agentID } = {}) => {
      try {
        const answered = await guard().check({ tool, input, signal, callId: toolUseID, agentId: agentID })
        const result = await permission(answered, { tool, input }, options)
        if (result.behavior === 'allow' && answered.decision.outcome === 'ask') guard().agreed(agentID)
        return result
      } catch (error) {
        return { behavior: 'deny', message: `irongate: ${error instanceof Error ? error.message : String(error)}` }
      }
    },
    hooks: {
      PreToolUse: [{ hooks: [callback] }],
      PostToolUse: [{ hooks: [ignoreFailure(callback)] }],
      UserPromptSubmit: [{ hooks: [callback] }],
      // Tells the agent's model, and what was said before in a conversation that continues.
      SessionStart: [{ hooks: [deferDenial(callback)] }],
    },
    prompt: (text) => guard().prompt(text),
  }
}

async function permission(
  answered: AnsweredCall,
  call: { tool: string; input: Record<string, unknown> },
  { onAsk }: SdkOptions,
): Promise<PermissionResult> {
  const { decision } = answered
  // Here a question comes to the program that runs the agent: nobody else would show it.
  const isQuestion = decision.outcome === 'allow' && answered.asksPerson
  switch (isQuestion ? 'ask' : decision.outcome) {
    case 'allow':
      return { behavior: 'allow', updatedInput: call.input }
    case 'ask': {
      if (answered.asked) return { behavior: 'deny', message: callReasonText({ ...answered, printed: 'deny' }) }
      const message = isQuestion ? `${call.tool} is a question to a person` : decision.message
      const yes = onAsk !== undefined && (await onAsk({ ...call, message })) === true
      return yes
        ? { behavior: 'allow', updatedInput: call.input }
        : { behavior: 'deny', message: `irongate: ${message}` }
    }
    case 'deny':
      return {
        behavior: 'deny',
        message: callReasonText(answered).slice(0, MAX_MESSAGE),
        ...(decision.handsOver && { interrupt: true }),
      }
    case 'abort':
      return { behavior: 'deny', message: cutMessage(decision), interrupt: true }
  }
}

function cutMessage({ message }: Decision): string {
  return `irongate: ${message}`
}

function outputOf({ stdout, stderr, status }: HostAnswer): HookOutput {
  if (status !== 0) return denial(stderr.trim())
  return stdout === '' ? {} : (JSON.parse(stdout) as HookOutput)
}

function denial(reason: string): HookOutput {
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: 'deny',
      permissionDecisionReason: reason,
    },
  }
}

/** A fault before a call denies it; a fault at a prompt ends the run, because a limit may have been in it. */
function blockedOutput(input: unknown, reason: string): HookOutput {
  const isPrompt = (input as { hook_event_name?: unknown } | null)?.hook_event_name === 'UserPromptSubmit'
  return isPrompt ? { continue: false, stopReason: reason } : denial(reason)
}

/** There is no call yet to deny: what failed here fails again at the first one, which is denied. */
function deferDenial(callback: HookCallback): HookCallback {
  return async (input) => {
    const { hookSpecificOutput, ...rest } = await callback(input)
    return hookSpecificOutput === undefined ? rest : {}
  }
}

/** After a call there is nothing left to deny. */
function ignoreFailure(callback: HookCallback): HookCallback {
  return async (input) => {
    await callback(input)
    return {}
  }
}

const defaultGuard = irongate()

/** For `options.canUseTool`. */
export const canUseTool: CanUseTool = defaultGuard.canUseTool

/** For `options.hooks`. */
export const hooks: SdkGuard['hooks'] = defaultGuard.hooks
