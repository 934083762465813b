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
      : 'has trailing commas, and Qwen Code does not start with it. Take them out',
  withHook: HOOKS.withHooks,
  withoutHook: HOOKS.withoutHooks,
  commandsIn: HOOKS.ourCommands,
}

const probe: ProbeCall = {
  input: ({ command, cwd, sessionId }) =>
    JSON.stringify({
      session_id: sessionId,
      cwd,
      hook_event_name: 'PreToolUse',
      permission_mode: 'default',
      tool_name: 'run_shell_command',
      tool_input: { command },
      tool_use_id: 'doctor',
    }),
  isDenied: (stdout) => decisionIn(stdout) === 'deny',
}

const shown = (text: string) => JSON.stringify({ systemMessage: text })

const STRANDED: Stranded = {
  byHand: (files) =>
    entriesByHand('qwen-code', files, '~/.qwen/settings.json (and in .qwen/settings.json of a project)'),
  passes: { UserPromptSubmit: shown, SessionStart: shown },
}

export const INSTALLER: Installer = {
  id: 'qwen-code',
  title: 'Qwen Code',
  sought: 'neither a `qwen` on your PATH nor its file ~/.qwen/settings.json',
  find: findHost,
  warnings: () => [
    'Qwen Code runs a call when a hook runs out of time, or is killed with the shell that starts it. It asks, or its own judge does, before the gate is asked.',
  ],
  fileFor,
  places,
  stranded: STRANDED,
  editor,
  managedNeeds: `\`"disableAllHooks": false\` in ${MANAGED}`,
  examine,
  probe,
  conversations: ({ configDir }, since) => ({ files: allConversations(configDir, since), ran: RAN }),
}

function fileFor(scope: Install['scope'], { host, project }: { host: FoundHost; project: string }): string {
  switch (scope) {
    case 'user':
      return join(host.configDir, 'settings.json')
    case 'project':
      return join(project, '.qwen', 'settings.json')
    case 'managed':
      return MANAGED
  }
}

function decisionIn(stdout: string): unknown {
  try {
    const answer: unknown = JSON.parse(stdout)
    const said = isFields(answer) ? own(answer, 'hookSpecificOutput') : undefined
    return isFields(said) ? own(said, 'permissionDecision') : undefined
  } catch {
    return undefined
  }
}
