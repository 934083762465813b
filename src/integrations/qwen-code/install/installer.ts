import { join } from 'node:path'
import { stripComments } from 'jsonc-parser'
import type { Install } from '../../../state/installs.ts'
import { isPlainJson, parseSettingsObject } from '../../install/hook-file-editor.ts'
import { removalInstructions } from '../../install/launcher-fallback.ts'
import { nestedDecision } from '../../install/probe-answers.ts'
import type { FoundHost, HookEditor, Installer, MissingProgramTexts, ProbeCall } from '../../installer.ts'
import { allConversations, QWEN_CODE_EXECUTED_CALLS } from '../transcript.ts'
import { examine } from './diagnose.ts'
import { findHost, places, QWEN_CODE_MANAGED_SETTINGS } from './find.ts'
import { QWEN_CODE_HOOKS } from './hooks.ts'

const editor: HookEditor = {
  fault: (text) => (parseSettingsObject(text) === undefined ? 'is not valid JSON' : undefined),
  // It reads comments, and does not start with anything else that is not JSON.
  unread: (text) =>
    isPlainJson(stripComments(text))
      ? undefined
      : 'has trailing commas, and Qwen Code does not start with it. Take them out',
  withHook: QWEN_CODE_HOOKS.withHooks,
  withoutHook: QWEN_CODE_HOOKS.withoutHooks,
  commandsIn: QWEN_CODE_HOOKS.ourCommands,
}

const probe: ProbeCall = {
  input: ({ command, cwd, sessionId }) =>
    JSON.stringify({
      session_id: sessionId,
      cwd,
      hook_event_name: 'PreToolUse',
      // In its other modes the gate doesn't ask.
      permission_mode: 'yolo',
      tool_name: 'run_shell_command',
      tool_input: { command },
      tool_use_id: 'doctor',
    }),
  decision: nestedDecision,
  asks: true,
}

const systemMessage = (text: string) => JSON.stringify({ systemMessage: text })

const MISSING_PROGRAM: MissingProgramTexts = {
  byHand: (files) =>
    removalInstructions('qwen-code', files, '~/.qwen/settings.json (and in .qwen/settings.json of a project)'),
  passes: { UserPromptSubmit: systemMessage, SessionStart: systemMessage },
}

export const QWEN_CODE_INSTALLER: Installer = {
  id: 'qwen-code',
  title: 'Qwen Code',
  sought: 'neither a `qwen` on your PATH nor its file ~/.qwen/settings.json',
  find: findHost,
  warnings: () => [
    'Qwen Code runs a call when a hook times out, or is killed with the shell that starts it. It asks, or its own judge does, before the gate is asked.',
  ],
  fileFor,
  places,
  stranded: MISSING_PROGRAM,
  editor,
  managedNeeds: `\`"disableAllHooks": false\` in ${QWEN_CODE_MANAGED_SETTINGS}`,
  examine,
  probe,
  conversations: ({ configDir }, since) => ({
    files: allConversations(configDir, since),
    ran: QWEN_CODE_EXECUTED_CALLS,
  }),
}

function fileFor(scope: Install['scope'], { host, project }: { host: FoundHost; project: string }): string {
  switch (scope) {
    case 'user':
      return join(host.configDir, 'settings.json')
    case 'project':
      return join(project, '.qwen', 'settings.json')
    case 'managed':
      return QWEN_CODE_MANAGED_SETTINGS
  }
}
