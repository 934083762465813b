import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NEW, OLD } from './clients.ts'
import { bash, createSandbox, type Sandbox } from './sandbox.ts'

let box: Sandbox
beforeEach(() => {
  box = createSandbox()
  box.write(`${box.home}/.irongate/settings.json`, '{ "permissions": { "ask": ["Bash(touch asked.txt)"] } }')
  box.write(`${box.home}/precious/file`, 'x')
})
afterEach(() => box.remove())

const CLIENTS = [
  ['2.1.325', NEW],
  ['2.1.197', OLD],
] as const

/** The host's mode, and whether a harmless command runs there: by our allow, or because the host runs it itself. */
const MODES = [
  ['default', true],
  ['acceptEdits', true],
  ['bypassPermissions', true],
  ['dontAsk', false],
  ['plan', false],
] as const

describe.each(CLIENTS)('Claude Code %s', (_version, client) => {
  it.each(MODES)('mode %s: what the gate allows, asks about and denies', async (mode, runs) => {
    const turns = [[bash('echo made > made.txt')], [bash('touch asked.txt')], [bash(`rm -rf ${box.home}/precious`)]]
    const { results } = await box.run(turns, { client, mode })
    const said = results.join('\n')
    expect(results, said).toHaveLength(3)
    expect(box.has('made.txt'), said).toBe(runs)
    expect(box.has('asked.txt'), said).toBe(false)
    expect(box.has(`${box.home}/precious/file`), said).toBe(true)
    expect(results[2]).toMatch(/irongate: Blocked/)
    if (runs) expect(results[1]).toMatch(/Nobody can be asked/)
  })
})

describe('mode auto, where the host has a judge of its own', () => {
  it('what the gate denies does not run, whatever the host thinks', async () => {
    const { results } = await box.run([[bash(`rm -rf ${box.home}/precious`)]], { mode: 'auto' })
    expect(results.join()).toMatch(/irongate: Blocked/)
    expect(box.has(`${box.home}/precious/file`)).toBe(true)
  })

  it('an allow only tightens: without a word from its own judge the host refuses', async () => {
    await box.run([[bash('node --version > version.txt; git commit --allow-empty -m x')]], { mode: 'auto' })
    expect(box.has('version.txt')).toBe(false)
  })

  it('with the setting `replace` the gate answers in its place', async () => {
    box.write(`${box.home}/.irongate/settings.json`, '{ "hosts": { "claude-code": { "auto": "replace" } } }')
    const { results } = await box.run([[bash('node --version > version.txt')]], { mode: 'auto' })
    expect(box.has('version.txt'), results.join()).toBe(true)
  })
})

describe('settings', () => {
  it('`mirror` leaves what the gate does not mind to the host', async () => {
    box.write(`${box.home}/.irongate/settings.json`, '{ "hosts": { "claude-code": { "gate": "mirror" } } }')
    await box.run([[bash('echo made > made.txt')]], { mode: 'default' })
    expect(box.has('made.txt')).toBe(false)
  })

  it('a project cannot choose for its person', async () => {
    box.write('.irongate/settings.json', '{ "hosts": { "claude-code": { "bypass": "bypassPermissions" } } }')
    await box.run([[bash(`rm -rf ${box.home}/precious`)]], { mode: 'bypassPermissions' })
    expect(box.has(`${box.home}/precious/file`)).toBe(true)
  })
})
