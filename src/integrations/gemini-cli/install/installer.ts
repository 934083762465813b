import { join } from 'node:path'
import { stripComments } from 'jsonc-parser'
import type { Install } from '../../../state/installs.ts'
import { entriesByHand } from '../../install/guarded.ts'
import { isPlainJson, jsonOf } from '../../install/hook-groups.ts'
import type { FoundHost, HookEditor, Installer, ProbeCall, Stranded } from '../../installer.ts'
import { isFields, own } from '../../seat/fields.ts'
import { allConversations, RAN } from '../transcript.ts'
import { examine } from './diagnose.ts'
import { findHost, MANAGED, places } from './find.ts'
import { HOOKS } from './hooks.ts'

const editor: HookEditor = {
  fault: (text) => (jsonOf(text) === undefined ? 'is not valid JSON' : undefined),
  // It reads comments, and does not start with anything else that is not JSON.
  unread: (text) =>
    isPlainJson(stripComments(text))
      ? undefined
      : 'has trailing commas, and Gemini CLI does not start with it. Take them out',
  withHook: HOOKS.withHooks,
  withoutHook: HOOKS.withoutHooks,
  commandsIn: HOOKS.ourCommands,
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
  isDenied: (stdout) => decisionIn(stdout) === 'deny',
}

const shown = (text: string) => JSON.stringify({ systemMessage: text })

const STRANDED: Stranded = {
  byHand: (files) =>
    entriesByHand('gemini-cli', files, '~/.gemini/settings.json (and in .gemini/settings.json of a project)'),
  passes: { BeforeAgent: shown, SessionStart: shown },
}

export const INSTALLER: Installer = {
  id: 'gemini-cli',
  title: 'Gemini CLI',
  sought: 'neither a `gemini` on your PATH nor its file ~/.gemini/settings.json',
  find: findHost,
  warnings: () => [
    'Gemini CLI runs a call when a hook runs out of time, or is killed with the shell that starts it. Without a person (`gemini -p`) it has a shell and edits only with --approval-mode; with yolo the gate alone decides.',
  ],
  fileFor,
  places,
  stranded: STRANDED,
  editor,
  managedNeeds: `\`"hooksConfig": { "enabled": true }\` in ${MANAGED}`,
  examine,
  probe,
  manualModes: 'default and auto_edit',
  conversations: ({ configDir }, since) => ({ files: allConversations(configDir, since), ran: RAN }),
}

function fileFor(scope: Install['scope'], { host, project }: { host: FoundHost; project: string }): string {
  switch (scope) {
    case 'user':
      return join(host.configDir, 'settings.json')
    case 'project':
      return join(project, '.gemini', 'settings.json')
    case 'managed':
      return MANAGED
  }
}

function decisionIn(stdout: string): unknown {
  try {
    const answer: unknown = JSON.parse(stdout)
    return isFields(answer) ? own(answer, 'decision') : undefined
  } catch {
    return undefined
  }
}
