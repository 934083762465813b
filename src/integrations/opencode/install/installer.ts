import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Install } from '../../../state/installs.ts'
import { HostFileFault } from '../../install/host-file.ts'
import { plainDecision } from '../../install/probe-answers.ts'
import type { FoundHost, HookEditor, Installer, MissingProgramTexts, ProbeCall } from '../../installer.ts'
import { DATABASE_FILE } from '../events.ts'
import { OPENCODE_EXECUTED_CALLS } from '../transcript.ts'
import { examine } from './diagnose.ts'
import { findHost, places, pluginFile } from './find.ts'
import { isOwnPlugin, pluginCommands, pluginText } from './plugin.ts'

/** The hook is a whole file of ours. */
const editor: HookEditor = {
  fault: (text) => (text.trim() === '' || isOwnPlugin(text) ? undefined : 'is not ours'),
  unread: () => undefined,
  withHook: (_text, { command }) => pluginText(command),
  withoutHook: (text) => (isOwnPlugin(text) ? '' : text),
  commandsIn: pluginCommands,
}

const probe: ProbeCall = {
  input: ({ command, cwd, sessionId }) =>
    JSON.stringify({ event: 'tool', session: sessionId, cwd, tool: 'bash', call: 'doctor', input: { command } }),
  decision: plainDecision,
  asks: false,
}

const noticeText = (text: string) => JSON.stringify({ decision: 'pass', notice: text })

const MISSING_PROGRAM: MissingProgramTexts = {
  byHand: (files) =>
    `delete ${files.length === 0 ? '~/.config/opencode/plugins/irongate.js' : files.join(' and ')}, then restart the agent`,
  passes: { prompt: noticeText, start: noticeText },
}

export const OPENCODE_INSTALLER: Installer = {
  id: 'opencode',
  title: 'OpenCode',
  sought: 'neither an `opencode` on your PATH nor its folder ~/.config/opencode',
  find: findHost,
  warnings: () => [
    'A project can have plugins of its own, which OpenCode runs in the same process without asking: they can undo the gate. `opencode --pure` starts without any plugin.',
  ],
  scopes: ['user'],
  fileFor,
  places,
  stranded: MISSING_PROGRAM,
  editor,
  examine,
  probe,
  conversations: ({ configDir }) => {
    const database = join(dirname(dirname(configDir)), DATABASE_FILE)
    return { files: existsSync(database) ? [database] : [], ran: OPENCODE_EXECUTED_CALLS }
  },
}

function fileFor(scope: Install['scope'], { host }: { host: FoundHost }): string {
  if (scope === 'user') return pluginFile(host.configDir)
  throw new HostFileFault(
    scope === 'managed'
      ? 'OpenCode has no place where a plugin stands above an account: each installs it with `irongate init`'
      : "the gate's plugin belongs to an account, not to a project's files: `irongate init` without --scope",
  )
}
