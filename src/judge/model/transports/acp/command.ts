import { existsSync } from 'node:fs'
import { join } from 'node:path'
import type { AcpClient } from '../../settings.ts'
import type { ModelRequest } from '../../transport.ts'
import type { LocalClient } from '../local/chosen-client.ts'
import { clientEnvironment, ownFolder, textFile } from '../local/client-folder.ts'
import type { LineCommand } from '../local/line-process.ts'

/** The person's own client, with no tools, hooks, project or memory. The rules are in a file: everybody on the machine can read a command line. */
export function acpCommand(
  name: AcpClient,
  { argv, home, stateFolder }: LocalClient,
  request: ModelRequest,
): LineCommand {
  const rules = textFile(stateFolder, 'system', request.system)
  const settings = textFile(stateFolder, name, JSON.stringify(SETTINGS[name]))
  return {
    argv: [...argv, '--acp', '-m', request.model, ...ARGUMENTS[name]],
    cwd: ownFolder(stateFolder, FOLDER),
    env: {
      ...clientEnvironment(home),
      // Neither looks for a repository above our folder.
      GIT_CEILING_DIRECTORIES: stateFolder,
      ...(name === 'gemini'
        ? {
            GEMINI_SYSTEM_MD: rules,
            GEMINI_CLI_SYSTEM_SETTINGS_PATH: settings,
            GEMINI_CLI_NO_RELAUNCH: 'true',
          }
        : { QWEN_SYSTEM_MD: rules, QWEN_CODE_SYSTEM_SETTINGS_PATH: settings }),
    },
  }
}

/** It names what Gemini CLI keeps of us in the person's home. */
const FOLDER = 'irongate-judge'

/** Where Gemini CLI writes down every conversation; no setting stops it. */
export function keptConversations(name: AcpClient, { home }: LocalClient): string | undefined {
  return name === 'gemini' ? join(home, '.gemini', 'tmp', FOLDER, 'chats') : undefined
}

/** What it would put before every question, whatever it is told. */
export function foreignInstructions(name: AcpClient, { home }: LocalClient): string | undefined {
  const file = join(home, '.gemini', 'GEMINI.md')
  return name === 'gemini' && existsSync(file) ? file : undefined
}

const QWEN_TOOLS = [
  'agent',
  'edit',
  'get_goal',
  'glob',
  'grep_search',
  'list_directory',
  'notebook_edit',
  'read_file',
  'run_shell_command',
  'skill',
  'update_goal',
  'web_fetch',
  'write_file',
] as const

const ARGUMENTS: Readonly<Record<AcpClient, readonly string[]>> = {
  // Where it does not trust a folder it does not read the person's key either.
  gemini: ['-e', 'none', '--skip-trust'],
  qwen: ['--bare', '--auth-type', 'openai', '--exclude-tools', QWEN_TOOLS.join(',')],
}

const BOTH = {
  tools: { core: ['none'] },
  mcp: { allowed: ['none'] },
  // Without such a mark neither looks above its folder.
  context: { fileName: ['none-of-these.md'], memoryBoundaryMarkers: [] },
  privacy: { usageStatisticsEnabled: false },
  telemetry: { enabled: false },
}

const GENERAL = { enableAutoUpdate: false, checkpointing: { enabled: false } }

/** Above the person's own. */
const SETTINGS: Readonly<Record<AcpClient, object>> = {
  gemini: {
    ...BOTH,
    general: { ...GENERAL, maxAttempts: 1, retryFetchErrors: false },
    hooksConfig: { enabled: false },
    skills: { enabled: false },
  },
  qwen: {
    ...BOTH,
    general: { ...GENERAL, chatRecording: false },
    disableAllHooks: true,
    memory: { enableManagedAutoMemory: false, enableManagedAutoDream: false },
    model: { generationConfig: { maxRetries: 0 } },
  },
}
