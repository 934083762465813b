import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { readEvent } from './events.ts'
import { OPENCODE_INSTALLER } from './install/installer.ts'
import { pluginText } from './install/plugin.ts'
import { instructions } from './instructions.ts'

const events = readFileSync(new URL('fixtures/events-1.18.33.jsonl', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n')
  .map((text) => readEvent(text, { home: '/home/dev' }))

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-opencode-'))
})
afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(home, { recursive: true, force: true })
})

describe('what the plugin sent', () => {
  const call = (fields: object) =>
    readEvent(JSON.stringify({ event: 'tool', session: 's', cwd: '/p', input: {}, ...fields }), { home })

  it('has the names that the tools know, and a server’s as a server’s', () => {
    expect(new Set(events.flatMap((event) => (event.kind === 'tool-use' ? [event.tool] : [])))).toEqual(
      new Set(['bash', 'write', 'webfetch', 'mcp__demo__get_weather', 'task', 'apply_patch']),
    )
  })

  it('every call that ran is one that was asked about', () => {
    const ids = (kind: string) =>
      events.flatMap((event) => (event.kind === kind && 'callId' in event ? [event.callId] : []))
    expect(ids('tool-ran').length).toBeGreaterThan(5)
    expect(ids('tool-use')).toEqual(expect.arrayContaining(ids('tool-ran')))
  })

  it.each([
    [{ tool: 'demo_act', server: 'demo' }, 'mcp__demo__act'],
    [{ tool: 'demo_act' }, 'demo_act'],
    // A project may name its servers as it likes.
    [{ tool: 'apply_patch', server: 'apply' }, 'apply_patch'],
    [{ tool: 'plan_exit', server: 'plan' }, 'plan_exit'],
    [{ tool: 'bash', server: '' }, 'bash'],
    [{ tool: 'bash', server: 'other' }, 'bash'],
  ])('%j is %s', (fields, tool) => expect(call(fields)).toMatchObject({ tool }))

  it('the same id in two sessions is two calls', () =>
    expect(call({ tool: 'bash', call: '1' })).not.toMatchObject({
      callId: (call({ tool: 'bash', call: '1', agent: 'a' }) as { callId?: string }).callId,
    }))

  it.each([
    ['"do it"', true, 'do it'],
    ['"say \\"yes\\""', true, 'say "yes"'],
    ['"one" "two"', true, '"one" "two"'],
    ['"do it"', false, '"do it"'],
  ])('the prompt %s (run: %s) is %s', (text, run, said) =>
    expect(call({ event: 'prompt', text, run, typed: true })).toMatchObject({
      kind: 'prompt',
      text: said,
      typed: true,
    }),
  )

  it('what was not said to be typed was not', () =>
    expect(call({ event: 'prompt', text: 'x', typed: 'yes' })).toMatchObject({ typed: false }))
})

describe('its instructions', () => {
  it('are those of the person, then of each folder down to where it works', () =>
    expect(
      instructions({ cwd: '/p/a', home: '/h', projectRoot: '/p', platform: 'linux' })
        .map(({ path }) => path)
        .filter((path) => path.endsWith('AGENTS.md')),
    ).toEqual(['/h/.config/opencode/AGENTS.md', '/p/AGENTS.md', '/p/a/AGENTS.md']))
})

describe('its folder', () => {
  const command = `'/h/.irongate/bin/irongate' hook opencode`

  it.each([
    [{}, '.config/opencode'],
    [{ XDG_CONFIG_HOME: 'relative' }, '.config/opencode'],
  ])('with %j is ~/%s', (variables, folder) => {
    mkdirSync(join(home, '.config/opencode'), { recursive: true })
    expect(OPENCODE_INSTALLER.find({ home, path: '', variables })?.configDir).toBe(join(home, folder))
  })

  it('lies where XDG_CONFIG_HOME says', () => {
    const base = join(home, 'elsewhere')
    mkdirSync(join(base, 'opencode'), { recursive: true })
    expect(OPENCODE_INSTALLER.find({ home, path: '', variables: { XDG_CONFIG_HOME: base } })?.configDir).toBe(
      join(base, 'opencode'),
    )
  })

  const examined = (text: string | undefined) => {
    const file = join(home, 'irongate.js')
    if (text !== undefined) writeFileSync(file, text)
    const host = { configDir: home, program: undefined, version: '1.18.33' }
    const status = { host: 'opencode', scope: 'user', file, command, listed: true, found: [command] } as const
    return OPENCODE_INSTALLER.examine({ home, project: join(home, 'p'), host, installs: [status] }).findings
  }
  const faults = (text: string | undefined) => examined(text).filter(({ level }) => level === 'fault')

  it('with the plugin as it was written has no fault, and tells that `permission.ask` is dead', () => {
    expect(faults(pluginText(command))).toEqual([])
    expect(examined(pluginText(command)).some(({ what }) => what.includes('permission.ask'))).toBe(true)
  })

  it.each([
    ['is gone', undefined, /gone/],
    ['was emptied', '', /not ours/],
    ["is somebody else's", 'export const X = async () => ({})\n', /not ours/],
    ['was changed', pluginText(command).replace("'deny'", "'allow'"), /changed/],
    ['starts another gate', pluginText(`'/tmp/irongate' hook opencode`), /changed/],
  ])('whose plugin %s has a fault', (_name, text, what) =>
    expect(faults(text)).toEqual([expect.objectContaining({ what: expect.stringMatching(what) })]),
  )

  it('of a project with code of its own is warned of', () => {
    for (const name of ['plugin', 'tools']) {
      mkdirSync(join(home, 'p/.opencode', name), { recursive: true })
      writeFileSync(join(home, 'p/.opencode', name, 'a.ts'), '')
    }
    const warned = examined(pluginText(command)).filter(({ level }) => level === 'warning')
    expect(warned.map(({ what }) => /\.opencode\/\w+/.exec(what)?.[0])).toEqual(['.opencode/plugin', '.opencode/tools'])
  })

  it.each([
    ['1', 1],
    ['true', 1],
    ['0', 0],
    ['', 0],
  ])('OPENCODE_PURE=%s switches it off: %i', (value, count) => {
    vi.stubEnv('OPENCODE_PURE', value)
    expect(faults(pluginText(command))).toHaveLength(count)
  })

  it("a file of somebody else's is not overwritten", () =>
    expect(OPENCODE_INSTALLER.editor.fault('export const X = 1\n')).toMatch(/not ours/))
})
