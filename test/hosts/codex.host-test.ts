import { spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { CODEX } from '../../src/integrations/codex/index.ts'
import { INSTALLER } from '../../src/integrations/codex/install/installer.ts'
import { sumOf } from '../../src/integrations/codex/install/trust.ts'
import { removeInstall } from '../../src/integrations/install/remove.ts'
import { installsIn } from '../../src/state/installs.ts'
import { askedIn } from './app-server.ts'
import { HOSTS, isInstalled, LAUNCHER } from './clients.ts'
import { type Box, createBox, type Kit, runIn } from './kit.ts'
import { describeClient } from './outcomes.ts'
import { startResponsesServer } from './responses-server.ts'

const patch = (...lines: string[]) => ({
  tool: 'apply_patch',
  input: { freeform: ['*** Begin Patch', ...lines, '*** End Patch', ''].join('\n') },
})
const add = (file: string) => patch(`*** Add File: ${file}`, '+x')
const shell = (cmd: string, more: object = {}) => ({ tool: 'exec_command', input: { cmd, ...more } })
const lastIn = (conversation: string, found: RegExp) => [...conversation.matchAll(found)].at(-1)?.[1] ?? ''

const KIT: Kit = {
  host: CODEX,
  client: 'codex-0.166.0',
  program: join(HOSTS, 'codex-0.166.0/node_modules/.bin/codex'),
  folder: '.codex',
  serve: startResponsesServer,
  prepare: (box, url) =>
    box.write(
      `${box.home}/.codex/config.toml`,
      `model = "gpt-5.5"
model_provider = "scripted"
[model_providers.scripted]
name = "scripted"
base_url = "${url}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
[analytics]
enabled = false
[mcp_servers.demo]
command = "${process.execPath}"
args = ["${resolve('test/hosts/mcp-tool-server.cjs')}"]
cwd = "${box.project}"
`,
    ),
  args: (prompt) => ['exec', '--json', '--skip-git-repo-check', prompt],
  yolo: ['-s', 'danger-full-access'],
  env: () => ({ SCRIPTED_KEY: 'none' }),
  trust: ({ home, file }) => {
    const { hooks } = JSON.parse(readFileSync(file, 'utf8')) as {
      hooks: Record<string, { matcher?: string; hooks: Record<string, unknown>[] }[]>
    }
    for (const [event, groups] of Object.entries(hooks))
      for (const [at, { matcher, hooks: own }] of groups.entries())
        for (const [index, hook] of own.entries()) {
          const label = event.replace(/\B[A-Z]/g, '_$&').toLowerCase()
          const state = `\n[hooks.state."${file}:${label}:${at}:${index}"]\ntrusted_hash = "${sumOf(label, matcher, hook)}"\n`
          appendFileSync(join(home, '.codex/config.toml'), state)
        }
  },
  limit: { event: 'PreToolUse', twoSeconds: 2 },
  shell,
  kinds: {
    shell: [[shell('touch the-shell')]],
    stdin: [
      [shell('sh', { tty: true, yield_time_ms: 500 })],
      (conversation) => [
        {
          tool: 'write_stdin',
          input: { session_id: Number(lastIn(conversation, /session ID (\d+)/g)), chars: 'touch the-stdin\n' },
        },
      ],
    ],
    patch: [[add('the-patch')]],
    delete: [[shell('touch gone')], [patch('*** Delete File: gone', '*** Add File: the-delete', '+x')]],
    mcp: [[{ tool: 'mcp__demo.get_weather', input: { name: 'the-mcp' } }]],
    subAgent: [[{ tool: 'multi_agent_v1.spawn_agent', input: { message: 'the-subAgent' } }]],
  },
  delegate: [
    [{ tool: 'multi_agent_v1.spawn_agent', input: { message: '[[child]] Do your part.' } }],
    (conversation) => [
      {
        tool: 'multi_agent_v1.wait_agent',
        input: { targets: [lastIn(conversation, /agent_id\W+([0-9a-f-]{36})/g)], timeout_ms: 30_000 },
      },
    ],
  ],
}

describeClient(KIT)

describe.skipIf(!isInstalled(KIT.client))('Codex by itself', () => {
  let box: Box
  beforeEach(async () => {
    box = await createBox(KIT)
    box.write(`${box.home}/precious/file`, 'x')
  })
  afterEach(() => box.remove())
  const wipe = () => shell(`rm -r ${box.home}/precious`)
  const isSafe = () => box.has(`${box.home}/precious/file`)

  /** What a person's terminal shows. */
  function irongate(...args: string[]) {
    const path = `${dirname(KIT.program)}:${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`
    return spawnSync(process.execPath, [LAUNCHER, ...args, '--home', box.home], {
      cwd: box.project,
      env: { HOME: box.home, PATH: path },
      encoding: 'utf8',
    })
  }

  it('skips a hook that nobody trusted, without a word: init, doctor and status say so', async () => {
    const { status, stderr } = irongate('init', '--host', 'codex', '--yes')
    expect({ status, stderr }).toMatchObject({ status: 20, stderr: expect.stringMatching(/NOT on yet.*\/hooks/s) })
    await box.run([[wipe()]], { untrusted: true })
    expect(isSafe()).toBe(false)
    const { stdout } = irongate('doctor')
    expect(stdout).toMatch(/Codex does not run the hook of .*untrusted/)
    expect(stdout).toMatch(/Codex does not run the hook$/m)
    expect(irongate('status').stdout).toMatch(/broken/)
  })

  it('once it is trusted, the client itself says that it runs it', async () => {
    await box.run([[shell('true')]])
    const { stdout, status } = irongate('doctor')
    expect(stdout).toMatch(/Codex runs the hook/)
    expect(stdout).toMatch(/denies a call that must be denied/)
    expect(status, stdout).toBe(0)
    // Only a person takes it out: it refuses without a terminal.
    expect(irongate('uninstall', '--yes').status).toBe(20)
    const [installed] = installsIn(box.home)
    const { editor } = INSTALLER
    expect(installed && removeInstall(installed, editor, box.home)).toBe('removed')
    expect(box.has(box.file)).toBe(false)
    await box.run([[wipe()]], { untrusted: true })
    expect(isSafe()).toBe(false)
  })

  it('lets a project switch its hooks off: doctor finds it', async () => {
    box.write('.codex/config.toml', '[features]\nhooks = false\n')
    await box.run([[wipe()]])
    expect(isSafe()).toBe(false)
    expect(irongate('doctor').stdout).toMatch(/switches all hooks off/)
  })

  it('a call that runs elsewhere does not make that place the project', async () => {
    const { results } = await box.run([[shell('rm -r precious', { workdir: box.home })]])
    expect(isSafe(), results.join()).toBe(true)
    expect(results.join()).toMatch(/irongate: .*denied/)
  })

  it('without a terminal for commands, nothing can be typed', async () => {
    const turns = KIT.kinds.stdin ?? []
    await box.run(turns, { args: ['--disable', 'unified_exec_tty'] })
    expect(box.has('the-stdin')).toBe(false)
    await box.run(turns)
    expect(box.has('the-stdin')).toBe(true)
    expect(irongate('status').stdout).toMatch(/write_stdin/)
  })

  it('what a script of the agent calls passes through the gate', async () => {
    const script = (command: string) => ({
      tool: 'exec',
      input: { freeform: `text(JSON.stringify(await tools.exec_command({ cmd: ${JSON.stringify(command)} })))` },
    })
    const turns = [[script('echo made > made.txt')], [script(`rm -r ${box.home}/precious`)]]
    const { results } = await box.run(turns, { args: ['-m', 'gpt-6.1-sol'] })
    expect(box.has('made.txt'), results.join('\n')).toBe(true)
    expect(isSafe()).toBe(true)
  })

  it('RUNS a call after a denial that it finds invalid, so that none such is ever said', async () => {
    const invalid: Readonly<Record<string, object>> = {
      stop: { continue: false, stopReason: 'x' },
      unknown: { other: 1 },
      blank: { hookSpecificOutput: deny(' ') },
    }
    const cases = Object.entries({ ...invalid, valid: {} }).map(
      ([name, more]) =>
        `*"echo ${name}"*) printf '%s\\n' '${JSON.stringify({ hookSpecificOutput: deny('no'), ...more })}' ;;`,
    )
    box.starter(
      `#!/bin/sh\ntold=$(/bin/cat)\ncase "$*" in *PreToolUse) case $told in\n${cases.join('\n')}\nesac ;; esac\n`,
    )
    await box.run([...Object.keys(invalid), 'valid'].map((name) => [shell(`echo ${name} > ${name}.txt`)]))
    for (const name of Object.keys(invalid)) expect(box.has(`${name}.txt`), name).toBe(true)
    expect(box.has('valid.txt')).toBe(false)
  })
})

describe.skipIf(!isInstalled(KIT.client))('Codex, where it would ask a person', () => {
  let box: Box
  beforeEach(async () => {
    box = await createBox(KIT)
    box.write(`${box.home}/precious/file`, 'x')
  })
  afterEach(() => box.remove())

  /** A command for which it asks, and a person who says no. */
  async function asked(command: string) {
    const call = shell(command, { sandbox_permissions: 'require_escalated', justification: 'it is needed' })
    const server = await KIT.serve({ main: [[call]] })
    KIT.prepare(box, server.url)
    KIT.trust?.(box)
    const env = {
      HOME: box.home,
      PATH: `${dirname(process.execPath)}:/usr/local/bin:/usr/bin:/bin`,
      SCRIPTED_KEY: 'none',
    }
    const questions = await askedIn({ program: KIT.program, cwd: box.project, env, prompt: 'Please go on. [[main]]' })
    await server.close()
    return { questions: questions.length, results: server.results.join() }
  }

  it('the gate says yes where the person chose so', async () => {
    const { questions, results } = await asked('echo made > made.txt')
    expect({ questions, made: box.has('made.txt') }, results).toEqual({ questions: 0, made: true })
  })

  it('in mirror it goes on asking the person, whose word counts', async () => {
    box.write(`${box.home}/.irongate/settings.json`, '{ "hosts": { "codex": { "gate": "mirror" } } }')
    const { questions, results } = await asked('echo made > made.txt')
    expect({ questions, made: box.has('made.txt') }, results).toEqual({ questions: 1, made: false })
  })

  it('what is denied is not asked about', async () => {
    const { questions, results } = await asked(`rm -r ${box.home}/precious`)
    expect(questions, results).toBe(0)
    expect(results).toMatch(/irongate: .*denied/)
    expect(box.has(`${box.home}/precious/file`)).toBe(true)
  })
})

/** An install for the whole machine is tried in a view of the file system of its own: nothing of this machine changes. */
const cannot = process.getuid?.() !== 0 || spawnSync('unshare', ['-m', 'true']).status !== 0

describe.skipIf(cannot || !isInstalled(KIT.client))('Codex, for a whole machine', () => {
  let box: Box
  beforeEach(async () => {
    box = await createBox(KIT)
    rmSync(box.file)
  })
  afterEach(() => box.remove())

  /** The client in such a view, after an install there. */
  function managed(required = ''): Kit {
    const script = join(box.home, 'client')
    const view = join(box.home, 'view')
    for (const name of ['lib', 'root']) mkdirSync(join(view, name), { recursive: true })
    box.write(
      script,
      `#!/bin/sh
[ "$IN_VIEW" = 1 ] || IN_VIEW=1 exec unshare -m "$0" "$@"
set -e
cp -a /etc '${view}/etc'
mount --bind '${view}/etc' /etc
mount --bind '${view}/lib' /usr/local/lib
mount --bind '${view}/root' /root
HOME=/root PATH='${dirname(KIT.program)}':$PATH '${process.execPath}' '${LAUNCHER}' init --host codex --scope managed --yes >&2
printf '${required}' > /etc/codex/requirements.toml
exec '${KIT.program}' "$@"
`,
    )
    chmodSync(script, 0o755)
    return { ...KIT, program: script }
  }

  /** Denied wherever the account and its project lie, and harmless. */
  const denied = [[shell('touch ran.txt && irongate trust')]]

  it('needs nobody’s trust', async () => {
    const { results, output } = await runIn(managed(), box, denied, { untrusted: true })
    expect(results.join(), output).toMatch(/irongate: .*denied/)
    expect(box.has('ran.txt')).toBe(false)
  })

  it.each([
    ['switches it off where nothing is required', '', true],
    ['cannot where it is required', '[features]\\nhooks = true\\n', false],
  ])('a flag %s', async (_name, required, ran) => {
    await runIn(managed(required), box, denied, { untrusted: true, args: ['--disable', 'hooks'] })
    expect(box.has('ran.txt')).toBe(ran)
  })
})

function deny(permissionDecisionReason: string) {
  return { hookEventName: 'PreToolUse', permissionDecision: 'deny', permissionDecisionReason }
}
