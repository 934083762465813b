import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { CLAUDE_CODE_INTEGRATION } from '../../src/integrations/claude-code/integration.ts'
import { answerEvent } from '../../src/integrations/hook-runtime/hook-events.ts'
import { readPolicy } from '../../src/integrations/policy.ts'
import { type FakeClaude, startFakeClaude } from '../fake-claude/server.ts'

/** Every hook is a process of its own: what their requests share must come from the session's log alone. */

let server: FakeClaude
let home: string
let project: string
beforeAll(async () => {
  server = await startFakeClaude()
  mkdirSync('.hosts/scratch', { recursive: true })
  home = mkdtempSync(join(process.cwd(), '.hosts/scratch/hook-requests-'))
  project = join(home, 'project')
  mkdirSync(join(project, '.git'), { recursive: true })
  mkdirSync(join(home, '.irongate'), { mode: 0o700 })
  writeFileSync(join(project, '.git/HEAD'), 'ref: refs/heads/main\n')
  const judge = { baseUrl: server.url, apiKey: 'key-of-the-settings', model: 'claude-sonnet-4-6' }
  writeFileSync(join(home, '.irongate/settings.json'), JSON.stringify({ judge }), { mode: 0o600 })
})
afterAll(async () => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true })
  await server.close()
})

let calls = 0
async function send(event: string, fields: Record<string, unknown>): Promise<void> {
  const common = { session_id: 's', cwd: project, permission_mode: 'default', hook_event_name: event }
  const told = CLAUDE_CODE_INTEGRATION.readEvent(JSON.stringify({ ...common, ...fields }), { home, signs: {} })
  await answerEvent(told, {
    integration: CLAUDE_CODE_INTEGRATION,
    host: CLAUDE_CODE_INTEGRATION.id,
    home,
    now: Date.now,
    readPolicy,
    audit: () => undefined,
  })
}
const call = (tool_name: string, tool_input: Record<string, unknown>) =>
  send('PreToolUse', { tool_name, tool_input, tool_use_id: `t${++calls}` })

it('a request goes on from the one before it, however many calls a fast path settled between them', async () => {
  vi.stubEnv('ANTHROPIC_API_KEY', 'key-of-the-environment')
  vi.stubEnv('IRONGATE_MODEL', 'claude-of-the-environment')
  await send('UserPromptSubmit', { prompt: 'Bring the site up to date.' })
  for (let round = 0; round < 4; round++) {
    await call('Bash', { command: `frobnicate --site number-${round}` })
    for (let at = 0; at < 25; at++) await call('Read', { file_path: `${project}/page-${at}.md` })
  }
  // One more reads what the person said, once.
  expect(server.seen).toHaveLength(5)
  const judged = server.seen.filter(({ body }) =>
    JSON.stringify(body.system).includes('the judge of a permission gate'),
  )
  expect(judged).toHaveLength(4)
  for (const [at, { body, headers, usage }] of judged.entries()) {
    expect(body.model).toBe('claude-sonnet-4-6')
    expect(headers['x-api-key']).toBe('key-of-the-settings')
    const before = judged[at - 1]?.usage
    if (before) {
      expect(usage?.cache_read_input_tokens).toBe(before.cache_read_input_tokens + before.cache_creation_input_tokens)
    }
  }
})
