import { chmodSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { CLAUDE_CODE_INTEGRATION } from '../../src/integrations/claude-code/integration.ts'
import { launcherPath } from '../../src/integrations/install/install.ts'
import { TOOL_KINDS, type ToolKind } from '../../src/integrations/promises.ts'
import { NEW, OLD } from './clients.ts'
import type { Said } from './messages-server.ts'
import { bash, createSandbox, type Sandbox } from './sandbox.ts'

let box: Sandbox
beforeEach(() => {
  box = createSandbox()
})
afterEach(() => box.remove())

const calls = (): Readonly<Partial<Record<ToolKind, Said>>> => ({
  shell: bash('touch the-shell'),
  edit: { tool: 'Write', input: { file_path: join(box.project, 'the-edit'), content: 'x' } },
  fetch: { tool: 'WebFetch', input: { url: 'https://127.0.0.1:9/the-fetch', prompt: 'read' } },
  mcp: { tool: 'mcp__demo__get_weather', input: { name: 'the-mcp' } },
  subAgent: {
    tool: 'Task',
    input: { description: 'a part', prompt: 'the-subAgent', subagent_type: 'general-purpose' },
  },
})

it.each([
  ['2.1.325', NEW],
  ['2.1.197', OLD],
])('Claude Code %s asks the hook about each kind of call, as the table says', async (_version, client) => {
  const config = join(box.home, 'mcp.json')
  const server = { command: process.execPath, args: [resolve('test/hosts/mcp-tool-server.cjs')] }
  box.write(config, JSON.stringify({ mcpServers: { demo: server } }))
  // A launcher that only writes down what it was told of calls.
  writeFileSync(launcherPath(box.home), `#!/bin/sh\ncase "$*" in *PreToolUse) /bin/cat >> '${box.home}/told' ;; esac\n`)
  chmodSync(launcherPath(box.home), 0o700)
  const { output } = await box.run(
    Object.values(calls()).map((call) => [call]),
    { client, mode: 'bypassPermissions', arguments: ['--mcp-config', config] },
  )
  const told = box.read(`${box.home}/told`) ?? ''
  for (const kind of Object.keys(TOOL_KINDS) as ToolKind[]) {
    const about = CLAUDE_CODE_INTEGRATION.askedAbout?.[kind]
    expect(about, kind).toBe(calls()[kind] === undefined ? 'no such tool' : 'asked')
    expect(told.includes(`the-${kind}`), `${kind}\n${told}\n${output.slice(-2000)}`).toBe(about === 'asked')
  }
})
