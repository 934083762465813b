import { join } from 'node:path'
import type { Install } from '../../../state/installs.ts'
import { isPlainJson, parseSettingsObject } from '../../install/hook-file-editor.ts'
import { nestedDecision } from '../../install/probe-answers.ts'
import { isOlderVersion } from '../../install/program.ts'
import type { FoundHost, HookEditor, Installer, ProbeCall } from '../../installer.ts'
import { allConversations, CLAUDE_CODE_EXECUTED_CALLS } from '../executed-calls.ts'
import { FAIL_CLOSED_VERSION } from '../promises.ts'
import { managedDropInFolder } from '../settings-files.ts'
import { examine } from './diagnose.ts'
import { findHost } from './find.ts'
import { MISSING_PROGRAM, places } from './hook-places.ts'
import { CLAUDE_CODE_HOOKS } from './installed-hooks.ts'
import { whyCommandFiles } from './why-command-file.ts'

const editor: HookEditor = {
  fault: (text) => (parseSettingsObject(text) === undefined ? 'is not valid JSON' : undefined),
  unread: (text) =>
    isPlainJson(text)
      ? undefined
      : 'has comments or trailing commas, and Claude Code skips such a file with all its hooks. Take them out',
  withHook: CLAUDE_CODE_HOOKS.withHooks,
  withoutHook: CLAUDE_CODE_HOOKS.withoutHooks,
  commandsIn: CLAUDE_CODE_HOOKS.ourCommands,
}

const probe: ProbeCall = {
  input: ({ command, cwd, sessionId }) =>
    JSON.stringify({
      session_id: sessionId,
      cwd,
      hook_event_name: 'PreToolUse',
      permission_mode: 'default',
      tool_name: 'Bash',
      tool_input: { command },
      tool_use_id: 'doctor',
    }),
  decision: nestedDecision,
  asks: true,
}

export const CLAUDE_CODE_INSTALLER: Installer = {
  id: 'claude-code',
  title: 'Claude Code',
  sought: 'neither a `claude` on your PATH nor its folder ~/.claude',
  find: findHost,
  warnings,
  fileFor,
  places,
  stranded: MISSING_PROGRAM,
  editor,
  commands: whyCommandFiles,
  plugin: { next: 'Now install the plugin in Claude Code.' },
  examine: (at) => examine(at),
  probe,
  conversations: ({ configDir }, since) => ({
    files: allConversations(configDir, since),
    ran: CLAUDE_CODE_EXECUTED_CALLS,
  }),
  manualModes: 'default and acceptEdits',
}

function fileFor(scope: Install['scope'], { host, project }: { host: FoundHost; project: string }): string {
  switch (scope) {
    case 'user':
      return join(host.configDir, 'settings.json')
    case 'project':
      return join(project, '.claude', 'settings.local.json')
    case 'managed':
      return join(managedDropInFolder(), '50-irongate.json')
  }
}

function warnings({ version }: FoundHost): readonly string[] {
  return version !== undefined && isOlderVersion(version, FAIL_CLOSED_VERSION)
    ? [
        `this version lets a call through when a hook is killed from outside or times out; from ${FAIL_CLOSED_VERSION} on it blocks. Please update.`,
      ]
    : []
}
