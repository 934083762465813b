import { join } from 'node:path'
import type { Install } from '../../../state/installs.ts'
import { entriesByHand } from '../../install/guarded.ts'
import { isPlainJson, jsonOf } from '../../install/hook-groups.ts'
import type { FoundHost, HookEditor, Installer, ProbeCall, Stranded } from '../../installer.ts'
import { isFields, own } from '../../seat/fields.ts'
import { allConversations, RAN } from '../ran-calls.ts'
import { examine, pending } from './diagnose.ts'
import { findHost, MANAGED, places } from './find.ts'
import { HOOKS } from './hooks.ts'

const editor: HookEditor = {
  fault: (text) => (jsonOf(text) === undefined ? 'is not valid JSON' : undefined),
  unread: (text) =>
    isPlainJson(text)
      ? undefined
      : 'has comments or trailing commas, and Codex skips such a file with all its hooks. Take them out',
  withHook: HOOKS.withHooks,
  withoutHook: HOOKS.withoutHooks,
  commandsIn: HOOKS.ourCommands,
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
  isDenied: (stdout) => decisionIn(stdout) === 'deny',
}

const shown = (text: string) => JSON.stringify({ systemMessage: text })

const STRANDED: Stranded = {
  byHand: (files) => entriesByHand('codex', files, '~/.codex/hooks.json (and in .codex/hooks.json of a project)'),
  passes: { UserPromptSubmit: shown, SessionStart: shown },
}

export const INSTALLER: Installer = {
  id: 'codex',
  title: 'Codex',
  sought: 'neither a `codex` on your PATH nor its folder ~/.codex',
  find: findHost,
  warnings: () => [
    'Codex runs a call when a hook runs out of time, or is killed with the shell that starts it. What the agent types into a program that runs does not come to the hook: `codex features disable unified_exec_tty` takes the terminal away.',
  ],
  fileFor,
  places,
  stranded: STRANDED,
  editor,
  managedNeeds: '`[features] hooks = true` in /etc/codex/requirements.toml',
  pending,
  examine,
  probe,
  conversations: ({ configDir }, since) => ({ files: allConversations(configDir, since), ran: RAN }),
  manualModes: 'on-request',
}

function fileFor(scope: Install['scope'], { host, project }: { host: FoundHost; project: string }): string {
  switch (scope) {
    case 'user':
      return join(host.configDir, 'hooks.json')
    case 'project':
      return join(project, '.codex', 'hooks.json')
    case 'managed':
      return join(MANAGED, 'hooks.json')
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
