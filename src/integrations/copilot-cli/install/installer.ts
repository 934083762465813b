import type { Install } from '../../../state/installs.ts'
import { ownField } from '../../hook-runtime/fields.ts'
import { isPlainJson, parseSettingsObject } from '../../install/hook-file-editor.ts'
import { removalInstructions } from '../../install/launcher-fallback.ts'
import type { FoundHost, HookEditor, Installer, MissingProgramTexts, ProbeCall } from '../../installer.ts'
import { denial, personLine } from '../answer.ts'
import { parseJsonObject } from '../calls.ts'
import { allConversations, COPILOT_CLI_EXECUTED_CALLS } from '../transcript.ts'
import { examine } from './diagnose.ts'
import { COPILOT_CLI_MANAGED_FILE, findHost, places, projectHookFile, userHookFile } from './find.ts'
import { COPILOT_CLI_HOOKS } from './hooks.ts'

const editor: HookEditor = {
  fault: (text) => (parseSettingsObject(text) === undefined ? 'is not valid JSON' : undefined),
  unread: (text) =>
    isPlainJson(text)
      ? undefined
      : 'has comments or trailing commas, and Copilot CLI skips such a file, hooks and all. Take them out',
  withHook: COPILOT_CLI_HOOKS.withHooks,
  withoutHook: COPILOT_CLI_HOOKS.withoutHooks,
  commandsIn: COPILOT_CLI_HOOKS.ourCommands,
}

const probe: ProbeCall = {
  input: ({ command, cwd, sessionId }) =>
    JSON.stringify({ sessionId, timestamp: Date.now(), cwd, toolName: 'bash', toolArgs: { command } }),
  // Lines for the person may stand before it.
  decision: (stdout) =>
    ownField(parseJsonObject(stdout.trimEnd().split('\n').at(-1) ?? '') ?? {}, 'permissionDecision'),
  asks: true,
}

const noticeText = (text: string) => JSON.stringify(personLine(text))

const MISSING_PROGRAM: MissingProgramTexts = {
  byHand: (files) =>
    removalInstructions(
      'copilot-cli',
      files,
      '~/.copilot/hooks/50-irongate.json (and in .github/copilot/settings.local.json of a project)',
    ),
  passes: { userPromptSubmitted: noticeText, sessionStart: noticeText },
  denial,
}

export const COPILOT_CLI_INSTALLER: Installer = {
  id: 'copilot-cli',
  title: 'Copilot CLI',
  sought: 'neither a `copilot` of GitHub on your PATH nor its file ~/.copilot/config.json or settings.json',
  find: findHost,
  warnings: () => [
    'Copilot CLI runs a call when a hook times out. A folder that you trust can switch hooks off, and run hooks of its own that the gate is not asked about.',
  ],
  fileFor,
  places,
  stranded: MISSING_PROGRAM,
  editor,
  examine,
  probe,
  manualModes: 'manual and assisted approval',
  conversations: ({ configDir }, since) => ({
    files: allConversations(configDir, since),
    ran: COPILOT_CLI_EXECUTED_CALLS,
  }),
}

function fileFor(scope: Install['scope'], { host, project }: { host: FoundHost; project: string }): string {
  switch (scope) {
    case 'user':
      return userHookFile(host.configDir)
    case 'project':
      return projectHookFile(project)
    case 'managed':
      return COPILOT_CLI_MANAGED_FILE
  }
}
