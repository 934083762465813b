import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shellQuote } from '../../install/launcher-script.ts'
import { isOwnPlugin, PLUGIN_TIMEOUT_MS, pluginCommands, pluginText } from './plugin.ts'

type Hook = (input: object, output: object) => Promise<void>
type Hooks = Record<'tool.execute.before' | 'tool.execute.after' | 'chat.message' | 'command.execute.before', Hook> & {
  config(config: object): Promise<void>
  event(told: { readonly event: object }): Promise<void>
}

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "irongate-plugin's-"))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const launcher = () => join(home, 'irongate')
const told = () =>
  existsSync(join(home, 'told'))
    ? readFileSync(join(home, 'told'), 'utf8')
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
    : []

/** The plugin as it is written, loaded as the host loads it; the gate behind it is a script. */
async function load(script: string, limit = PLUGIN_TIMEOUT_MS): Promise<Hooks> {
  writeFileSync(
    launcher(),
    `#!/bin/sh\n/bin/cat >> ${shellQuote(join(home, 'told'))}\necho >> ${shellQuote(join(home, 'told'))}\n${script}\n`,
  )
  chmodSync(launcher(), 0o700)
  const file = join(home, `plugin-${Math.random()}.mjs`)
  writeFileSync(file, pluginText(`${shellQuote(launcher())} hook opencode`).replace(`${PLUGIN_TIMEOUT_MS}`, `${limit}`))
  const { Irongate } = await import(pathToFileURL(file).href)
  const parents: Record<string, string | undefined> = { root: undefined, child: 'root', grandchild: 'child' }
  const client = {
    session: {
      get: async ({ path: { id } }: { path: { id: string } }) =>
        id in parents ? { data: { id, parentID: parents[id] } } : { error: 'no such session' },
      abort: async ({ path: { id } }: { path: { id: string } }) => writeFileSync(join(home, 'aborted'), id),
    },
    tui: { showToast: async () => undefined },
  }
  return Irongate({ client, directory: '/p' })
}

const call = (hooks: Hooks, args: object = { command: 'ls' }, input: object = {}) =>
  hooks['tool.execute.before']({ tool: 'bash', sessionID: 'root', callID: 'c1', ...input }, { args })
const say = (answer: object) => `printf '%s\\n' ${shellQuote(JSON.stringify(answer))}`

describe('a call', () => {
  it.each([{ decision: 'allow' }, { decision: 'pass' }])('runs after %j', async (answer) => {
    await expect(call(await load(say(answer)))).resolves.toBeUndefined()
  })

  it.each<[string, string, RegExp]>([
    ['a denial', say({ decision: 'deny', reason: 'because' }), /^because$/],
    ['a denial without a reason', say({ decision: 'deny' }), /denied/],
    ['status 2', 'echo "irongate: why" >&2; exit 2', /^irongate: why$/],
    ['status 2 without a word', 'exit 2', /status 2/],
    ['status 1', `${say({ decision: 'allow' })}; exit 1`, /status 1/],
    ['its death', `${say({ decision: 'allow' })}; kill -9 $$`, /SIGKILL/],
    ['silence', 'exit 0', /no answer/],
    ['garbage', 'echo hello', /no answer/],
    ['an allow with a line before it', `echo hello; ${say({ decision: 'allow' })}`, /no answer/],
    ['an allow in another shape', say({ hookSpecificOutput: { permissionDecision: 'allow' } }), /no answer/],
    ['an allow in a list', say([{ decision: 'allow' }]), /no answer/],
    ['null', 'echo null', /no answer/],
    ['an ask', say({ decision: 'ask' }), /no answer/],
    ['more than can be an answer', 'exec /bin/cat /dev/zero', /SIGKILL/],
  ])('does not run after %s', async (_name, script, why) => {
    await expect(call(await load(script))).rejects.toThrow(why)
  })

  it('does not run when the gate takes too long, and nothing of it stays', async () => {
    const hooks = await load(
      `/bin/sleep 0.8; echo late > ${shellQuote(join(home, 'late'))}; ${say({ decision: 'allow' })}`,
      200,
    )
    await expect(call(hooks)).rejects.toThrow(/longer than 0.2 seconds/)
    await new Promise((resolve) => setTimeout(resolve, 900))
    expect(existsSync(join(home, 'late'))).toBe(false)
  })

  it.each([
    ['the launcher is gone', () => rmSync(launcher())],
    ['the launcher may not be run', () => chmodSync(launcher(), 0o600)],
    ["the launcher's interpreter is gone", () => writeFileSync(launcher(), '#!/nowhere/sh\n')],
  ])('does not run when %s', async (_name, breakIt) => {
    const hooks = await load(say({ decision: 'allow' }))
    breakIt()
    await expect(call(hooks)).rejects.toThrow(/cannot be started/)
  })

  it('does not run in a session that the host does not know', async () => {
    const hooks = await load(say({ decision: 'allow' }))
    await expect(call(hooks, {}, { sessionID: 'stranger' })).rejects.toThrow(/does not know/)
    expect(told()).toEqual([])
  })

  it('is told with its session, its sub-agent, its server and the model', async () => {
    const hooks = await load(say({ decision: 'allow' }))
    await hooks.config({ mcp: { de: {}, 'de mo': {} } })
    await hooks['chat.message']({ sessionID: 'grandchild' }, { message: { model: { modelID: 'm' } }, parts: [] })
    await call(hooks, { a: 1 }, { sessionID: 'grandchild', tool: 'de_mo_act' })
    expect(told().at(-1)).toEqual({
      ...{ event: 'tool', session: 'root', agent: 'grandchild', cwd: '/p', attended: true },
      ...{ tool: 'de_mo_act', server: 'de_mo', call: 'c1', input: { a: 1 }, model: 'm' },
    })
  })

  it('cannot be changed any more by a plugin that is asked later', async () => {
    const args = { command: 'ls', list: [{ deep: 1 }] }
    await call(await load(say({ decision: 'allow' })), args)
    expect(() => Object.assign(args, { command: 'rm -rf ~' })).toThrow(TypeError)
    expect(() => Object.assign(args.list[0] ?? {}, { deep: 2 })).toThrow(TypeError)
  })

  it('ends the run where the gate says so', async () => {
    await expect(call(await load(say({ decision: 'deny', reason: 'x', stop: true })))).rejects.toThrow('x')
    expect(readFileSync(join(home, 'aborted'), 'utf8')).toBe('root')
  })

  it('that ran is told, and no fault of the gate hides that it ran', async () => {
    const hooks = await load('exit 1')
    await hooks['tool.execute.after']({ tool: 'bash', sessionID: 'root', callID: 'c1' }, {})
    expect(told()).toEqual([{ event: 'ran', session: 'root', cwd: '/p', attended: true, call: 'c1' }])
  })

  it('that the person refused is told', async () => {
    const hooks = await load(say({ decision: 'pass' }))
    const asked = { id: 'per_1', sessionID: 'root', tool: { callID: 'c9' } }
    await hooks.event({ event: { type: 'permission.asked', properties: asked } })
    const properties = { sessionID: 'root', requestID: 'per_1', reply: 'reject' }
    await hooks.event({ event: { type: 'permission.replied', properties } })
    expect(told()).toMatchObject([{ event: 'refused', call: 'c9' }])
  })
})

describe('a prompt', () => {
  const text = (words: string, more: object = {}) => ({ type: 'text', text: words, ...more })
  const prompt = (hooks: Hooks, parts: object[], sessionID = 'root') =>
    hooks['chat.message']({ sessionID }, { message: {}, parts })
  const prompts = () => told().filter(({ event }) => event === 'prompt')

  it('is told without what the host added', async () => {
    const hooks = await load(say({ decision: 'pass' }))
    await hooks.event({ event: { type: 'session.created', properties: { info: { id: 'root' } } } })
    await prompt(hooks, [text('do it'), text('a file', { synthetic: true }), { type: 'file' }, text('quietly')])
    expect(told()).toMatchObject([
      { event: 'start', session: 'root', fresh: true },
      { event: 'prompt', text: 'do it\nquietly', typed: true, run: false },
    ])
  })

  it("of a sub-agent is its parent's", async () => {
    await prompt(await load(say({ decision: 'pass' })), [text('go')], 'child')
    expect(prompts()).toMatchObject([{ session: 'root', agent: 'child', typed: false }])
  })

  it('that a short form stands for was not typed; the short form was', async () => {
    const hooks = await load(say({ decision: 'pass' }))
    const parts = [text('Delete everything.')]
    await hooks['command.execute.before']({ command: 'tidy', sessionID: 'root', arguments: 'now' }, { parts })
    await prompt(hooks, [text('Delete everything.')])
    await prompt(hooks, [text('Delete everything.')])
    expect(prompts()).toMatchObject([
      { text: '/tidy now', typed: true },
      { text: 'Delete everything.', typed: false },
      { text: 'Delete everything.', typed: true },
    ])
  })

  it.each(['exit 1', 'echo hello', say({ decision: 'deny', reason: 'no' })])(
    'is not taken after %j',
    async (script) => {
      await expect(prompt(await load(script), [text('do it')])).rejects.toThrow()
    },
  )
})

describe('its text', () => {
  it('names what it starts, whatever the path', () => {
    for (const path of ['/h/.irongate/bin/irongate', '/it\'s/"\\here/irongate']) {
      const command = `${shellQuote(path)} hook opencode`
      expect(pluginCommands(pluginText(command))).toEqual([command])
    }
  })

  it.each(['', 'export const X = 1', 'const GATE = ["/x/irongate","hook","opencode"]'])(
    '%j is none of ours',
    (text) => {
      expect(isOwnPlugin(text)).toBe(false)
      expect(pluginCommands(text)).toEqual([])
    },
  )
})
