import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { allConversations, CLAUDE_CODE_EXECUTED_CALLS } from '../../src/integrations/claude-code/executed-calls.ts'
import { findUncheckedCalls } from '../../src/integrations/hook-runtime/unchecked-calls.ts'
import { LAUNCHER, NEW } from './clients.ts'
import type { Said } from './messages-server.ts'
import { bash, createSandbox, type Sandbox } from './sandbox.ts'

/** An install for the whole machine is tried in a view of the file system of its own: nothing of this machine changes. */
const cannot = process.getuid?.() !== 0 || spawnSync('unshare', ['-m', 'true']).status !== 0

let box: Sandbox
beforeEach(() => {
  box = createSandbox({ bare: true })
})
afterEach(() => box.remove())

/** The client in such a view, with whatever is to be done there before it starts. */
function clientAfter(steps: string): string {
  const view = join(box.home, 'view')
  for (const name of ['lib', 'root']) mkdirSync(join(view, name), { recursive: true })
  const script = join(box.home, 'client')
  writeFileSync(
    script,
    `#!/bin/sh
[ "$IN_VIEW" = 1 ] || IN_VIEW=1 exec unshare -m "$0" "$@"
set -e
cp -a /etc '${view}/etc'
mount --bind '${view}/etc' /etc
mount --bind '${view}/lib' /usr/local/lib
mount --bind '${view}/root' /root
${steps}
exec '${NEW}' "$@"
`,
  )
  chmodSync(script, 0o755)
  return script
}

const init = (more = '') =>
  `HOME=/root PATH='${join(NEW, '..')}':$PATH '${process.execPath}' '${LAUNCHER}' init --scope managed --yes ${more} > '${box.home}/init.txt' 2>&1 || { cat '${box.home}/init.txt' >&2; exit 9; }`
/** Denied wherever the account and its project lie, and harmless. */
const denied = bash('touch ran.txt && irongate trust')
const missed = ({ home }: Sandbox) =>
  findUncheckedCalls(allConversations(join(home, '.claude'), 0), CLAUDE_CODE_EXECUTED_CALLS, { home, since: 0 }).map(
    ({ input }) => input['command'],
  )
const OFF = '{ "disableAllHooks": true }'

describe.skipIf(cannot)('an install for the whole machine', () => {
  it.each<[string, () => void, readonly string[]]>([
    ['nothing in its way', () => undefined, []],
    ['a project that switches hooks off', () => box.write('.claude/settings.json', OFF), []],
    ['an account that switches hooks off', () => box.write(box.settings, OFF), []],
    ['--setting-sources of nothing', () => undefined, ['--setting-sources', '']],
    ['--bare', () => undefined, ['--bare']],
  ])('holds against %s', async (_name, prepare, args) => {
    prepare()
    const { results, output } = await box.run([[denied]], {
      client: clientAfter(init()),
      mode: 'bypassPermissions',
      arguments: args,
    })
    expect(box.has('ran.txt'), output).toBe(false)
    expect(results.join()).toMatch(/irongate: Blocked/)
    expect(box.read(`${box.home}/init.txt`)).toMatch(/managed-settings\.d\/50-irongate\.json[\s\S]*Done\./)
  })

  it('an ordinary install does not hold there: what `init` says it cannot prevent', async () => {
    const own = createSandbox()
    const write: Said = { tool: 'Write', input: { file_path: join(own.project, 'a.txt'), content: 'a' } }
    const read: Said = { tool: 'Read', input: { file_path: join(own.project, 'a.txt') } }
    const gated = await own.run([[write], [read, bash('ls')], [bash('false')]], { mode: 'bypassPermissions' })
    expect(gated.results).toHaveLength(4)
    expect(missed(own)).toEqual([])

    own.write('.claude/settings.json', OFF)
    await own.run([[denied], [bash('ls')]], { mode: 'bypassPermissions' })
    expect(own.has('ran.txt')).toBe(true)
    // No hook could say so. Afterwards the host's own record does.
    expect(missed(own)).toEqual(['ls', 'touch ran.txt && irongate trust'])

    rmSync(join(own.project, '.claude/settings.json'))
    const next = await own.run([['Hello.']])
    expect(next.output).toMatch(/2 tool calls ran here without the gate/)
    expect((await own.run([['Hello.']])).output).not.toMatch(/without the gate/)
    own.remove()
  })

  it('rules in a drop-in bind the host, and the gate reads them too', async () => {
    const rule = JSON.stringify({ permissions: { deny: ['Bash(touch ruled.txt)'] } })
    const place = `mkdir -p /etc/claude-code/managed-settings.d && printf '%s' '${rule}' > /etc/claude-code/managed-settings.d/10-ours.json`
    const list = `HOME='${box.home}' '${process.execPath}' '${LAUNCHER}' rule list > '${box.home}/rules.txt' 2>&1 || true`
    const client = clientAfter([place, list].join('\n'))
    const { results } = await box.run([[bash('touch ruled.txt')], [bash('touch free.txt')]], {
      client,
      mode: 'bypassPermissions',
    })
    expect(box.has('ruled.txt'), results.join()).toBe(false)
    expect(box.has('free.txt'), results.join()).toBe(true)
    expect(box.read(`${box.home}/rules.txt`)).toMatch(/Bash\(touch ruled\.txt\)[^\n]*10-ours\.json/)
  })

  it('doctor finds it, and uninstall takes it out', async () => {
    const command = (name: string, file: string) =>
      `env -u ANTHROPIC_BASE_URL HOME=/root '${process.execPath}' '${LAUNCHER}' ${name} > '${box.home}/${file}' 2>&1 || true`
    const logIn = `env -u ANTHROPIC_BASE_URL HOME=/root /usr/bin/python3 '${resolve('test/hosts/terminal.py')}' --login 50 160`
    const out = `sleep 20 | ${logIn} '${process.execPath}' '${LAUNCHER}' uninstall --yes > '${box.home}/un.txt' 2>&1 || true`
    const client = clientAfter([init(), command('doctor', 'doctor.txt'), out].join('\n'))
    await box.run([[denied]], { client, mode: 'bypassPermissions' })
    const found = box.read(`${box.home}/doctor.txt`)
    expect(found).toMatch(/ok +the hook stands in \/etc\/claude-code\/managed-settings\.d\/50-irongate\.json/)
    // A machine that is busy is told so.
    expect(found).toMatch(/(?:ok|warning) +the installed hook denies/)
    expect(box.read(`${box.home}/un.txt`)).toMatch(/50-irongate\.json is gone; nothing but the hook was in it/)
    expect(box.has('ran.txt')).toBe(true)
  })
})
