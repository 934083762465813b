import { chmodSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CLAUDE_CODE_INSTALLER } from '../../src/integrations/claude-code/install/installer.ts'
import { CLAUDE_CODE_PROMISES } from '../../src/integrations/claude-code/promises.ts'
import { launcherPath } from '../../src/integrations/install/install.ts'
import { isOlderVersion } from '../../src/integrations/install/program.ts'
import { isPromiseBroken, type PromiseName } from '../../src/integrations/promises.ts'
import { fileNameFor } from '../../src/state/private-folder.ts'
import { NEW, OLD } from './clients.ts'
import { FAULTS, fileOf, putDyingStarter } from './dying.ts'
import { bash, createSandbox, type Sandbox } from './sandbox.ts'

const CLIENTS = [
  ['2.1.325', NEW],
  ['2.1.197', OLD],
] as const

const SESSION = '5f0c2a34-8d0e-4c39-9b64-0f5f4d1f9a11'
let box: Sandbox

/** The host would run it: only the hook stands in the way. */
async function ran(client: string): Promise<boolean> {
  const { results } = await box.run([[bash('echo made > made.txt')]], {
    client,
    arguments: ['--allowedTools', 'Bash', '--session-id', SESSION],
  })
  expect(results).toHaveLength(1)
  return box.has('made.txt')
}

/** Leaves only the entry for tool calls, with a time limit that a test can wait for. */
function onlyToolCalls(box: Sandbox, timeout: number): void {
  const settings = JSON.parse(readFileSync(box.settings, 'utf8')) as {
    hooks: Record<string, { hooks: { timeout: number }[] }[]>
  }
  const { PreToolUse } = settings.hooks
  for (const hook of PreToolUse?.[0]?.hooks ?? []) hook.timeout = timeout
  writeFileSync(box.settings, JSON.stringify({ hooks: { PreToolUse } }))
}

describe.each(CLIENTS)('Claude Code %s blocks', (_version, client) => {
  afterEach(() => box.remove())

  it.each([
    ['a full disk', (state: string) => linkToFull(state)],
    ['a state folder that others can open', (state: string) => chmodSync(join(state, 'sessions'), 0o755)],
    ['a file in the place of a state folder', (state: string) => replaceByFile(join(state, 'sessions'))],
    ['a state folder that is gone', (state: string) => rmSync(state, { recursive: true })],
    ['a damaged session', (state: string) => writeFileSync(sessionFile(state), 'not json\n')],
  ])('%s', async (_name, breakIt) => {
    box = createSandbox()
    onlyToolCalls(box, 3)
    const state = join(box.home, '.irongate', 'state')
    mkdirSync(join(state, 'sessions'), { mode: 0o700, recursive: true })
    breakIt(state)
    expect(await ran(client)).toBe(false)
  })

  it('a prompt that could not be noted', async () => {
    box = createSandbox()
    rmSync(join(box.home, '.irongate', 'state'), { recursive: true })
    const { results, output } = await box.run([[bash('echo made > made.txt')]], { client })
    expect(results).toHaveLength(0)
    expect(output).toMatch(/irongate doctor/)
  })

  it('variables that a project sets do not reach the hook', async () => {
    box = createSandbox()
    box.write(
      'evil.cjs',
      `require('fs').appendFileSync(${JSON.stringify(join(box.home, 'loaded'))}, process.argv.join())`,
    )
    box.write('bin/env', '#!/bin/sh\nexit 0\n')
    box.write('bin/node', '#!/bin/sh\nexit 0\n')
    chmodSync(join(box.project, 'bin/env'), 0o755)
    chmodSync(join(box.project, 'bin/node'), 0o755)
    const poison = {
      NODE_OPTIONS: `--require ${join(box.project, 'evil.cjs')}`,
      NODE_PATH: box.project,
      NODE_COMPILE_CACHE: box.project,
      PATH: `${join(box.project, 'bin')}:/usr/local/bin:/usr/bin:/bin`,
      HOME: box.project,
      IRONGATE_HOME: box.project,
      ENV: join(box.project, 'bin/env'),
      BASH_ENV: join(box.project, 'bin/env'),
    }
    box.write('.claude/settings.json', JSON.stringify({ env: { ...poison, ANTHROPIC_MODEL: 'claude-opus-5-5' } }))
    box.write(`${box.home}/precious/file`, 'x')
    const { results } = await box.run([[bash(`rm -rf ${box.home}/precious`)]], {
      client,
      mode: 'bypassPermissions',
      env: poison,
    })
    expect(results.join()).toMatch(/irongate: Blocked/)
    expect(box.has(`${box.home}/precious/file`)).toBe(true)
    expect(box.has(`${box.home}/loaded`)).toBe(false)
  })

  it('an input of 20 MB is answered, not dropped', async () => {
    box = createSandbox()
    const content = `${'a line of text\n'.repeat(1_400_000)}`
    const { results } = await box.run(
      [[{ tool: 'Write', input: { file_path: join(box.project, 'big.txt'), content } }]],
      {
        client,
      },
    )
    expect(results).toHaveLength(1)
    const records = readFileSync(join(box.home, '.irongate/state/audit', `${today()}.jsonl`), 'utf8')
    expect(records).toContain('"tool":"Write"')
  })
})

/** Does the call run, by what the tables of README.md and docs/agents/README.md are made of? Older versions are held to it as well. */
function runsBy(promise: PromiseName, version: string): boolean {
  const kept = CLAUDE_CODE_PROMISES[promise]
  if (kept === 'kept') return false
  return isPromiseBroken(kept) || isOlderVersion(version, kept.since)
}

describe.each(CLIENTS)('Claude Code %s, when the gate dies', (version, client) => {
  let dying: Sandbox
  let results: readonly string[]
  beforeAll(async () => {
    dying = createSandbox()
    onlyToolCalls(dying, 4)
    putDyingStarter(dying.home, CLAUDE_CODE_INSTALLER)
    const turns = Object.keys(FAULTS).map((fault) => [bash(`echo made > ${fileOf(fault)}`)])
    results = (await dying.run(turns, { client, arguments: ['--allowedTools', 'Bash'] })).results
  })
  afterAll(() => dying.remove())

  it('every call was made', () => {
    expect(results, results.join('\n')).toHaveLength(Object.keys(FAULTS).length)
    expect(dying.has(launcherPath(dying.home))).toBe(false)
  })

  it.each(Object.entries(FAULTS))('a launcher that %s: as the promise says', (fault, { promise }) => {
    const runs = promise !== undefined && runsBy(promise, version)
    expect(dying.has(fileOf(fault)), results.join('\n')).toBe(runs)
  })
})

function sessionFile(state: string): string {
  return join(state, 'sessions', `${fileNameFor(SESSION)}.jsonl`)
}

function linkToFull(state: string): void {
  symlinkSync('/dev/full', sessionFile(state))
}

function replaceByFile(path: string): void {
  rmSync(path, { recursive: true, force: true })
  writeFileSync(path, '')
}

function today(): string {
  return new Date().toISOString().slice(0, 10)
}
