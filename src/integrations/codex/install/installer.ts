import { join } from 'node:path'
import type { Install } from '../../../state/installs.ts'
import { isPlainJson, parseSettingsObject } from '../../install/hook-file-editor.ts'
import { removalInstructions } from '../../install/launcher-fallback.ts'
import { nestedDecision } from '../../install/probe-answers.ts'
import type { FoundHost, HookEditor, Installer, MissingProgramTexts, ProbeCall } from '../../installer.ts'
import { allConversations, CODEX_EXECUTED_CALLS } from '../executed-calls.ts'
import { examine, notRunningReason } from './diagnose.ts'
import { CODEX_MANAGED_FOLDER, findHost, places } from './find.ts'
import { CODEX_HOOKS } from './hooks.ts'

const editor: HookEditor = {
  fault: (text) => (parseSettingsObject(text) === undefined ? 'is not valid JSON' : undefined),
  unread: (text) =>
    isPlainJson(text)
      ? undefined
      : 'has comments or trailing commas, and Codex skips such a file with all its hooks. Take them out',
  withHook: CODEX_HOOKS.withHooks,
  withoutHook: CODEX_HOOKS.withoutHooks,
  commandsIn: CODEX_HOOKS.ourCommands,
}

const probe: ProbeCall = {
  input: ({ command, cwd, sessionId }) =>
    JSON.stringify({
      session_id: sessionId,
      turn_id: 'doctor',
      transcript_path: null,
      cwd,
      hook_event_name: 'PreToolUse',
      model: 'doctor',
      permission_mode: 'default',
      tool_name: 'Bash',
      tool_input: { command },
      tool_use_id: 'doctor',
    }),
  decision: nestedDecision,
  asks: false,
}

const systemMessage = (text: string) => JSON.stringify({ systemMessage: text })

const MISSING_PROGRAM: MissingProgramTexts = {
  byHand: (files) => removalInstructions('codex', files, '~/.codex/hooks.json (and in .codex/hooks.json of a project)'),
  passes: { UserPromptSubmit: systemMessage, SessionStart: systemMessage },
}

export const CODEX_INSTALLER: Installer = {
  id: 'codex',
  title: 'Codex',
  sought: 'neither a `codex` on your PATH nor its folder ~/.codex',
  find: findHost,
  warnings: () => [
    'Codex runs a call when a hook times out, or is killed with the shell that starts it. What the agent types into a program that runs does not come to the hook: `codex features disable unified_exec_tty` takes the terminal away.',
  ],
  fileFor,
  places,
  stranded: MISSING_PROGRAM,
  editor,
  managedNeeds: '`[features] hooks = true` in /etc/codex/requirements.toml',
  pending: notRunningReason,
  examine,
  probe,
  conversations: ({ configDir }, since) => ({ files: allConversations(configDir, since), ran: CODEX_EXECUTED_CALLS }),
  manualModes: 'on-request',
}

function fileFor(scope: Install['scope'], { host, project }: { host: FoundHost; project: string }): string {
  switch (scope) {
    case 'user':
      return join(host.configDir, 'hooks.json')
    case 'project':
      return join(project, '.codex', 'hooks.json')
    case 'managed':
      return join(CODEX_MANAGED_FOLDER, 'hooks.json')
  }
}
