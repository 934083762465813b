import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { askedIn } from './app-server.ts'
import { isInstalled, LAUNCHER } from './clients.ts'
import { KIT, shell } from './codex-kit.ts'
import { type Box, createBox, type Kit, runIn } from './kit.ts'

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
    expect(results).toMatch(/irongate: .*Blocked/)
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
    expect(results.join(), output).toMatch(/irongate: .*Blocked/)
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
