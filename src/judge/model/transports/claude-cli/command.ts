import type { ModelRequest } from '../../transport.ts'
import type { LocalClient } from '../local/chosen-client.ts'
import { clientEnvironment, emptyFolder, textFile } from '../local/client-folder.ts'
import type { LineCommand } from '../local/line-process.ts'
import { messagesParameters } from '../messages/body.ts'

/** How a request is asked; requests that share it can share a process. */
export interface ClaudeCommand extends LineCommand {
  readonly name: string
}

/**
 * The person's own client, with no tools, no hooks, no project and no memory of the conversation. Limits and the stop sequence
 * are fixed when it starts. The prompt's text is in a file: everybody on the machine can read a command line.
 */
export function claudeCommand({ argv, home, stateFolder }: LocalClient, request: ModelRequest): ClaudeCommand {
  const { max_tokens, ...body } = messagesParameters(request)
  const args = [
    '-p',
    '--system-prompt-file',
    textFile(stateFolder, 'system', request.system),
    '--tools',
    '',
    '--safe-mode',
    '--setting-sources',
    'user',
    '--strict-mcp-config',
    '--no-session-persistence',
    '--model',
    request.model,
    '--input-format',
    'stream-json',
    '--output-format',
    'stream-json',
    '--verbose',
  ]
  const env = {
    ...QUIET,
    ...clientEnvironment(home),
    CLAUDE_CODE_MAX_OUTPUT_TOKENS: String(max_tokens),
    CLAUDE_CODE_EXTRA_BODY: JSON.stringify(body),
  }
  const whole = [...argv, ...args]
  return { name: JSON.stringify([whole, env]), argv: whole, cwd: emptyFolder(stateFolder), env }
}

/** Without these the client reads files that a text names, thinks on certain words, and puts other text before ours each time. */
const QUIET = {
  CLAUDE_CODE_DISABLE_ATTACHMENTS: '1',
  CLAUDE_CODE_DISABLE_ULTRATHINK: '1',
  CLAUDE_CODE_DISABLE_THINKING: '1',
  CLAUDE_CODE_ATTRIBUTION_HEADER: '0',
  CLAUDE_CODE_MAX_RETRIES: '0',
  CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  DISABLE_AUTOUPDATER: '1',
} as const
