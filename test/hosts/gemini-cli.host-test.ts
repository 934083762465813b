import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GEMINI_CLI } from '../../src/integrations/gemini-cli/index.ts'
import { HOSTS, isInstalled, LAUNCHER } from './clients.ts'
import { describeDeadStarter } from './dead-starter.ts'
import { startGeminiServer } from './gemini-server.ts'
import { type Box, createBox, type Kit } from './kit.ts'
import { describeClient } from './outcomes.ts'

const shell = (command: string) => ({ tool: 'run_shell_command', input: { command } })

const KIT: Kit = {
  host: GEMINI_CLI,
  client: 'gemini-0.61.0',
  program: join(HOSTS, 'gemini-0.61.0/node_modules/.bin/gemini'),
  folder: '.gemini',
  serve: startGeminiServer,
  prepare: ({ file }) => {
    const settings = JSON.parse(readFileSync(file, 'utf8')) as object
    const mcpServers = {
      demo: { command: process.execPath, args: [resolve('test/hosts/mcp-tool-server.cjs')], trust: true },
    }
    const security = { auth: { selectedType: 'gemini-api-key' } }
    writeFileSync(file, JSON.stringify({ ...settings, security, mcpServers, general: { enableAutoUpdate: false } }))
  },
  args: (prompt) => ['-p', prompt, '-o', 'stream-json', '--skip-trust'],
  env: (_box, url) => ({
    GEMINI_API_KEY: 'none',
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_NO_RELAUNCH: 'true',
  }),
  yolo: ['--approval-mode', 'yolo'],
  limit: { event: 'BeforeTool', twoSeconds: 2000 },
  shell,
  kinds: {
    shell: [[shell('touch the-shell')]],
    edit: [[{ tool: 'write_file', input: { file_path: 'the-edit', content: 'x' } }]],
    fetch: [[{ tool: 'web_fetch', input: { prompt: 'Read http://127.0.0.1:9/the-fetch' } }]],
    mcp: [[{ tool: 'mcp_demo_get_weather', input: { name: 'the-mcp' } }]],
    subAgent: [[{ tool: 'invoke_agent', input: { agent_name: 'generalist', prompt: 'the-subAgent' } }]],
  },
  delegate: [[{ tool: 'invoke_agent', input: { agent_name: 'generalist', prompt: '[[child]] Do your part.' } }]],
}

describeClient(KIT)

describe.skipIf(!isInstalled(KIT.client))('Gemini CLI by itself', () => {
  let box: Box
  beforeEach(async () => {
    box = await createBox(KIT)
    box.write(`${box.home}/precious/file`, 'x')
  })
  afterEach(() => box.remove())

  describeDeadStarter(KIT)
  const wipe = () => shell(`rm -r ${box.home}/precious`)
  const isSafe = () => box.has(`${box.home}/precious/file`)

  /** What a person's terminal shows. */
  function irongate(...args: string[]) {
    const path = `${dirname(KIT.program)}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`
    return spawnSync(process.execPath, [LAUNCHER, ...args, '--home', box.home], {
      cwd: box.project,
      env: { HOME: box.home, PATH: path, GEMINI_CLI_NO_RELAUNCH: 'true' },
      encoding: 'utf8',
    })
  }

  it('has no shell without a person and an approval mode: there is nothing to ask about', async () => {
    const { output } = await box.run([[shell('echo made > made.txt')]], { mode: [] })
    expect(box.has('made.txt'), output).toBe(false)
  })

  it('says itself that it runs the hook', async () => {
    await box.run([[shell('true')]])
    const { stdout, status } = irongate('doctor')
    expect(stdout).toMatch(/Gemini CLI runs the hook/)
    expect(stdout).toMatch(/denies a call that must be denied/)
    expect(status, stdout).toBe(0)
  })

  it('lets a project that is trusted switch its hooks off: status lists what ran', async () => {
    box.write('.gemini/settings.json', '{ "hooksConfig": { "enabled": false } }')
    box.write(`${box.home}/.gemini/trustedFolders.json`, JSON.stringify({ [box.project]: 'TRUST_FOLDER' }))
    await box.run([[wipe()]], { env: { GEMINI_CLI_TRUST_WORKSPACE: 'true' } })
    expect(isSafe()).toBe(false)
    expect(irongate('status').stdout).toMatch(/switches all hooks off[\s\S]*rm -r/)
  })

  it("RUNS a call after a denial in another agent's shape", async () => {
    const said = { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason: 'no' }
    box.starter(`#!/bin/sh\nprintf '%s\\n' '${JSON.stringify({ hookSpecificOutput: said })}'\n`)
    await box.run([[shell('echo made > made.txt')]])
    expect(box.has('made.txt')).toBe(true)
  })
})
