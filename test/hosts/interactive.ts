import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { NEW } from './clients.ts'
import { type Scripts, startMessagesServer } from './messages-server.ts'
import { type Front, hostEnvironment, type Sandbox } from './sandbox.ts'
import { KEYS, openTerminal, type Terminal, type TerminalSize } from './terminal.ts'

export interface SessionOptions {
  readonly client?: string
  readonly mode?: string
  readonly arguments?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly size?: TerminalSize
  /** Puts something between the client and the scripted model. */
  readonly front?: (url: string) => Promise<Front>
}

/** A person in front of the real client: a terminal, and a scripted model behind it. */
export interface InteractiveSession extends Terminal {
  /** Types a prompt and sends it. */
  say(prompt: string): Promise<void>
  /** What the agent was told about its calls. */
  results(): readonly string[]
  /** The lines of the client's own record of the conversation. */
  transcript(): readonly Readonly<Record<string, unknown>>[]
}

/** Starts the client as a person does who has used it before in this project. */
export async function openSession(
  box: Sandbox,
  scripts: Scripts,
  options: SessionOptions = {},
): Promise<InteractiveSession> {
  box.write(join(box.home, '.claude/.claude.json'), JSON.stringify(usedBefore(box.project)))
  const server = await startMessagesServer(scripts)
  const front = await options.front?.(server.url)
  const command = [options.client ?? NEW, '--permission-mode', options.mode ?? 'default', ...(options.arguments ?? [])]
  const terminal = openTerminal(command, {
    cwd: box.project,
    env: { ...hostEnvironment(box.home, front?.url ?? server.url), ...options.env },
    size: options.size,
  })
  await terminal.see(/^❯/m)
  return {
    ...terminal,
    results: () => server.results,
    say: async (prompt) => {
      const count = () => terminal.screen().split(prompt.slice(-20)).length
      const before = count()
      terminal.type(prompt)
      await terminal.until(() => count() > before)
      terminal.type(KEYS.enter)
    },
    transcript: () => transcriptOf(box),
    close: async () => {
      const status = await terminal.close()
      await front?.close()
      await server.close()
      return status
    },
  }
}

/** What the client remembers of its first start: the questions of that start are not asked again. */
function usedBefore(project: string) {
  return {
    hasCompletedOnboarding: true,
    theme: 'dark',
    bypassPermissionsModeAccepted: true,
    customApiKeyResponses: { approved: ['dummy'], rejected: [] },
    projects: { [project]: { hasTrustDialogAccepted: true } },
  }
}

function transcriptOf(box: Sandbox): readonly Readonly<Record<string, unknown>>[] {
  const folder = join(box.home, '.claude/projects')
  if (!existsSync(folder)) return []
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /^[^/]+\/[^/]+\.jsonl$/.test(name),
  )
  // The host may be writing: what stands behind the last line break is not whole yet.
  return files
    .flatMap((name) => (box.read(join(folder, name)) ?? '').split('\n').slice(0, -1).filter(Boolean))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
}
