import { join } from 'node:path'
import { stripComments } from 'jsonc-parser'
import type { Install } from '../../../state/installs.ts'
import { isPlainJson, parseSettingsObject } from '../../install/hook-file-editor.ts'
import { removalInstructions } from '../../install/launcher-fallback.ts'
import { plainDecision } from '../../install/probe-answers.ts'
import type { FoundHost, HookEditor, Installer, MissingProgramTexts, ProbeCall } from '../../installer.ts'
import { allConversations, GEMINI_CLI_EXECUTED_CALLS } from '../transcript.ts'
import { examine } from './diagnose.ts'
import { findHost, GEMINI_CLI_MANAGED_SETTINGS, places } from './find.ts'
import { GEMINI_CLI_HOOKS } from './hooks.ts'

const editor: HookEditor = {
  fault: (text) => (parseSettingsObject(text) === undefined ? 'is not valid JSON' : undefined),
  // It reads comments, and does not start with anything else that is not JSON.
  unread: (text) =>
    isPlainJson(stripComments(text))
      ? undefined
      : 'has trailing commas, and Gemini CLI does not start with it. Take them out',
  withHook: GEMINI_CLI_HOOKS.withHooks,
  withoutHook: GEMINI_CLI_HOOKS.withoutHooks,
  commandsIn: GEMINI_CLI_HOOKS.ourCommands,
}

const probe: ProbeCall = {
  input: ({ command, cwd, sessionId }) =>
    JSON.stringify({
      session_id: sessionId,
      cwd,
      hook_event_name: 'BeforeTool',
      timestamp: new Date().toISOString(),
      tool_name: 'run_shell_command',
      tool_input: { command },
    }),
  decision: plainDecision,
  asks: false,
}

const systemMessage = (text: string) => JSON.stringify({ systemMessage: text })

const MISSING_PROGRAM: MissingProgramTexts = {
  byHand: (files) =>
    removalInstructions('gemini-cli', files, '~/.gemini/settings.json (and in .gemini/settings.json of a project)'),
  passes: { BeforeAgent: systemMessage, SessionStart: systemMessage },
}

export const GEMINI_CLI_INSTALLER: Installer = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  sought: 'neither a `gemini` on your PATH nor its file ~/.gemini/settings.json',
  find: findHost,
  warnings: () => [
    'Gemini CLI runs a call when a hook times out, or is killed with the shell that starts it. Without a person (`gemini -p`) it has a shell and edits only with --approval-mode; with yolo the gate alone decides.',
  ],
  fileFor,
  places,
  stranded: MISSING_PROGRAM,
  editor,
  managedNeeds: `\`"hooksConfig": { "enabled": true }\` in ${GEMINI_CLI_MANAGED_SETTINGS}`,
  examine,
  probe,
  manualModes: 'default and auto_edit',
  conversations: ({ configDir }, since) => ({
    files: allConversations(configDir, since),
    ran: GEMINI_CLI_EXECUTED_CALLS,
  }),
}

function fileFor(scope: Install['scope'], { host, project }: { host: FoundHost; project: string }): string {
  switch (scope) {
    case 'user':
      return join(host.configDir, 'settings.json')
    case 'project':
      return join(project, '.gemini', 'settings.json')
    case 'managed':
      return GEMINI_CLI_MANAGED_SETTINGS
  }
}
