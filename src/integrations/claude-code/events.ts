import { FRESH_START_SOURCES } from '../hook-runtime/fresh-start.ts'
import type { HostEvent, ReadContext } from '../integration.ts'
import { isHeadlessRun } from './headless.ts'
import { isHarnessText } from './human-turns.ts'
import { type HookPayload, parsePayload } from './payload.ts'
import { readAnsweredQuestion } from './person-answers.ts'
import { COMMANDS_FOLDER, expandUserCommand } from './user-slash-command.ts'
import { parseWhyCommand } from './why-command.ts'

/** What the host reported, in our words. */
export function readEvent(text: string, { home, signs }: ReadContext): HostEvent {
  const payload = parsePayload(text)
  const { sessionId, cwd, transcriptPath, agentId, permissionMode, toolUseId: callId } = payload
  const unattended = isHeadlessRun(signs)
  const told = { sessionId, cwd, transcript: transcriptPath, agentId, mode: permissionMode, unattended }
  const call = { tool: payload.toolName, input: payload.toolInput, callId, model: payload.model }
  switch (payload.event) {
    case 'PreToolUse':
      return { kind: 'tool-use', ...told, ...call }
    case 'PermissionRequest':
      return { kind: 'permission-prompt', ...told, ...call }
    case 'PostToolUse':
      return { kind: 'tool-ran', ...told, callId, ...consentOf(payload) }
    case 'PermissionDenied':
      return { kind: 'refused', ...told, callId }
    case 'UserPromptSubmit':
      return { kind: 'prompt', ...told, ...promptOf(payload, home) }
    case 'SessionStart':
      return { kind: 'session-start', ...told, fresh: FRESH_START_SOURCES.has(payload.source), model: payload.model }
    case 'ConfigChange':
      return { kind: 'config-change', ...told, file: payload.filePath, managed: payload.source === 'policy_settings' }
    case 'SubagentStart':
    case 'SubagentStop':
    case 'PreCompact':
    case 'PostCompact':
      return { kind: 'other', ...told }
  }
}

/** In one mode the host answers its questions itself. Under bypassPermissions it still shows them. */
function consentOf({ permissionMode, toolName, toolResponse }: HookPayload) {
  const answered = permissionMode === 'dontAsk' ? undefined : readAnsweredQuestion(toolName, toolResponse)
  return { consent: answered?.entries ?? [], ...(answered && { answered: answered.text }) }
}

function promptOf({ prompt: text, promptId: turn, cwd }: HookPayload, home: string) {
  const asksWhy = parseWhyCommand(text)
  if (asksWhy !== undefined) return { text, typed: true, turn, asksWhy }
  const own = expandUserCommand(text, { home, cwd })
  return {
    text,
    turn,
    typed: !isHarnessText(text),
    ...(own !== undefined && !isHarnessText(own) && { standsFor: { text: own, folder: COMMANDS_FOLDER } }),
  }
}
