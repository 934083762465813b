import { CLAUDE_CODE } from '../claude-code/index.ts'
import { createGuard, type Guard } from '../hook-runtime/guard.ts'
import { readPolicy } from '../policy.ts'

export interface McpGuardOptions {
  readonly cwd: string
  readonly home: string
  /** The agent's own model. */
  readonly model?: string | undefined
}

/**
 * The gate behind `permission_prompt`, which Claude Code calls: its tools and settings count. Nobody answers a question there, unless it waits
 * for them: the client denies a call whose answer is late.
 */
export function createMcpGuard({ cwd, home, model }: McpGuardOptions): Guard {
  const { integration } = CLAUDE_CODE
  return createGuard({
    host: 'mcp',
    integration,
    readPolicy,
    mode: 'default',
    headless: true,
    waits: true,
    cwd,
    home,
    model,
  })
}
