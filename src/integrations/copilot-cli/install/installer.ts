import type { Install } from '../../../state/installs.ts'
import { entriesByHand } from '../../install/guarded.ts'
import { isPlainJson, jsonOf } from '../../install/hook-groups.ts'
import type { FoundHost, HookEditor, Installer, ProbeCall, Stranded } from '../../installer.ts'
import { own } from '../../seat/fields.ts'
import { denial, shown } from '../answer.ts'
import { jsonIn } from '../calls.ts'
import { allConversations, RAN } from '../transcript.ts'
import { examine } from './diagnose.ts'
import { findHost, MANAGED, places, projectFile, userFile } from './find.ts'
import { HOOKS } from './hooks.ts'

const editor: HookEditor = {
  fault: (text) => (jsonOf(text) === undefined ? 'is not valid JSON' : undefined),
  unread: (text) =>
    isPlainJson(text)
      ? undefined
      : 'has comments or trailing commas, and Copilot CLI skips such a file, hooks and all. Take them out',
  withHook: HOOKS.withHooks,
  withoutHook: HOOKS.withoutHooks,
  commandsIn: HOOKS.ourCommands,
}

const probe: ProbeCall = {
  input: ({ command, cwd, sessionId }) =>
    JSON.stringify({ sessionId, timestamp: Date.now(), cwd, toolName: 'bash', toolArgs: { command } }),
  isDenied: (stdout) => own(jsonIn(stdout) ?? {}, 'permissionDecision') === 'deny',
}

const shows = (text: string) => JSON.stringify(shown(text))

const STRANDED: Stranded = {
  byHand: (files) =>
    entriesByHand(
      'copilot-cli',
      files,
      '~/.copilot/hooks/50-irongate.json (and in .github/copilot/settings.local.json of a project)',
    ),
  passes: { userPromptSubmitted: shows, sessionStart: shows },
  denial,
}

export const INSTALLER: Installer = {
  id: 'copilot-cli',
  title: 'Copilot CLI',
  sought: 'neither a `copilot` of GitHub on your PATH nor its file ~/.copilot/config.json or settings.json',
  find: findHost,
  warnings: () => [
    'Copilot CLI runs a call when a hook runs out of time. A folder that you trust can switch hooks off, and run hooks of its own that the gate is not asked about.',
  ],
  fileFor,
  places,
  stranded: STRANDED,
  editor,
  examine,
  probe,
  manualModes: 'manual and assisted approval',
  conversations: ({ configDir }, since) => ({ files: allConversations(configDir, since), ran: RAN }),
}

function fileFor(scope: Install['scope'], { host, project }: { host: FoundHost; project: string }): string {
  switch (scope) {
    case 'user':
      return userFile(host.configDir)
    case 'project':
      return projectFile(project)
    case 'managed':
      return MANAGED
  }
}
