import { join } from 'node:path'
import type { Install } from '../../../state/installs.ts'
import { isPlainJson, jsonOf } from '../../install/hook-groups.ts'
import { isOlder } from '../../install/program.ts'
import type { FoundHost, HookEditor, Installer, ProbeCall } from '../../installer.ts'
import { isFields, own } from '../../seat/fields.ts'
import { BLOCKS_ON_FAILURE } from '../promises.ts'
import { allConversations, RAN } from '../ran-calls.ts'
import { dropIns } from '../settings-files.ts'
import { examine } from './diagnose.ts'
import { findHost } from './find.ts'
import { HOOKS } from './installed-hooks.ts'
import { places, STRANDED } from './places.ts'
import { commands } from './why-file.ts'

const editor: HookEditor = {
  fault: (text) => (jsonOf(text) === undefined ? 'is not valid JSON' : undefined),
  unread: (text) =>
    isPlainJson(text)
      ? undefined
      : 'has comments or trailing commas, and Claude Code skips such a file with all its hooks. Take them out',
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
      tool_name: 'Bash',
      tool_input: { command },
      tool_use_id: 'doctor',
    }),
  isDenied: (stdout) => decisionIn(stdout) === 'deny',
}

export const INSTALLER: Installer = {
  id: 'claude-code',
  title: 'Claude Code',
  sought: 'neither a `claude` on your PATH nor its folder ~/.claude',
  find: findHost,
  warnings,
  fileFor,
  places,
  stranded: STRANDED,
  editor,
  commands,
  plugin: { next: 'Now install the plugin in Claude Code.' },
  examine: (at) => examine(at),
  probe,
  conversations: ({ configDir }, since) => ({ files: allConversations(configDir, since), ran: RAN }),
  manualModes: 'default and acceptEdits',
}

function fileFor(scope: Install['scope'], { host, project }: { host: FoundHost; project: string }): string {
  switch (scope) {
    case 'user':
      return join(host.configDir, 'settings.json')
    case 'project':
      return join(project, '.claude', 'settings.local.json')
    case 'managed':
      return join(dropIns(), '50-irongate.json')
  }
}

function warnings({ version }: FoundHost): readonly string[] {
  return version !== undefined && isOlder(version, BLOCKS_ON_FAILURE)
    ? [
        `this version lets a call through when a hook is killed from outside or runs out of time; from ${BLOCKS_ON_FAILURE} on it blocks. Please update.`,
      ]
    : []
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
