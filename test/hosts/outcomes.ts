import { readFileSync, writeFileSync } from 'node:fs'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { launcherPath } from '../../src/integrations/install/install.ts'
import type { Integration } from '../../src/integrations/integration.ts'
import { isPromiseBroken, TOOL_KINDS, type ToolKind } from '../../src/integrations/promises.ts'
import { isInstalled } from './clients.ts'
import { FAULTS, fileOf, putDyingStarter } from './dying.ts'
import { type Box, createBox, type Kit, type KitResult } from './kit.ts'

/** What every client is held to, on what really ran: the tables of docs/agents/README.md say the same. */
export function describeClient(kit: Kit): void {
  describe(kit.host.id, () => describeCalls(kit))
  describeDying(kit)
}

function describeCalls(kit: Kit): void {
  const { host, shell } = kit
  let box: Box
  let integration: Integration
  beforeEach(async () => {
    integration = await host.integration()
    box = await createBox(kit)
    box.write(`${box.home}/precious/file`, 'x')
  })
  afterEach(() => box.remove())

  const made = () => [[shell('echo made > made.txt')]]
  const isSafe = () => box.has(`${box.home}/precious/file`)
  const wipe = () => shell(`rm -r ${box.home}/precious`)

  describe.skipIf(!isInstalled(kit.client))(`${host.title}, the real client`, () => {
    it('a denied command does not run, and the agent reads why; then an allowed one runs', async () => {
      const { results, output } = await box.run([[wipe()], ...made()])
      expect(isSafe(), output).toBe(true)
      expect(results.join(), output).toMatch(/irongate: .*Blocked/)
      expect(box.has('made.txt'), output).toBe(true)
    })

    it('an ask does not run, and the agent reads the way to an approval', async () => {
      box.write(`${box.home}/.irongate/settings.json`, '{ "permissions": { "ask": ["Bash(echo:*)"] } }')
      const { results, output } = await box.run(made())
      expect(box.has('made.txt'), output).toBe(false)
      expect(results.join(), output).toMatch(/irongate approve \w+/)
    })

    it('what a script of the person hands over is known', async () => {
      const hosts = { [host.id]: { prompts: 'script' } }
      box.write(`${box.home}/.irongate/settings.json`, JSON.stringify({ hosts }))
      const { results, output } = await box.run([[wipe()]], {
        prompt: `Please delete the folder ${box.home}/precious with rm -r, I do not need it any more.`,
      })
      expect(isSafe(), `${results.join()}\n${output}`).toBe(false)
    })

    it('a sub-agent passes through the gate too', async () => {
      const child = [...made(), [wipe()]]
      const { results, output } = await box.run(kit.delegate, { scripts: { child } })
      expect(isSafe()).toBe(true)
      expect(box.has('made.txt'), `${results.join('\n')}\n${output}`).toBe(
        !isPromiseBroken(integration.promises.subAgentsGated),
      )
      expect(results.join()).toMatch(/irongate: .*Blocked/)
    })
  })

  describe.skipIf(!isInstalled(kit.client))(`${host.title}, which calls come to the hook`, () => {
    it('each kind, as the table says', async () => {
      const kinds = Object.keys(TOOL_KINDS) as ToolKind[]
      // A launcher that only writes down what it was told.
      box.launcher(`#!/bin/sh\n/bin/cat >> '${box.home}/told'\necho >> '${box.home}/told'\n`)
      onlyCalls(box, kit)
      const runs = new Set(kinds.map((kind) => kit.apart?.[kind]))
      let shown = ''
      for (const run of runs) {
        const together = kinds.filter((kind) => kit.apart?.[kind] === run)
        const { output, results } = await box.run(
          together.flatMap((kind) => kit.kinds[kind] ?? []),
          run,
        )
        shown += `${results.join('\n')}\n${output.slice(-2000)}\n`
      }
      const told = box.read(`${box.home}/told`) ?? ''
      shown = `${told}\n${shown}`
      for (const kind of kinds) {
        const about = integration.askedAbout?.[kind]
        expect(about === 'no such tool', kind).toBe(kit.kinds[kind] === undefined)
        // The mark stands in what the tool itself is given, and in no call before it.
        expect(told.includes(`the-${kind}`), `${kind}\n${shown}`).toBe(about === 'asked')
        // What was not asked about must have run, or it shows nothing.
        if (typeof about === 'object') expect(box.has(`the-${kind}`), `${kind}\n${shown}`).toBe(true)
      }
    })
  })
}

/** One session, in which each call meets another fault. */
function describeDying(kit: Kit): void {
  describe.skipIf(!isInstalled(kit.client))(`${kit.host.title}, when the gate dies`, () => {
    let box: Box
    let integration: Integration
    let result: KitResult
    let shown: string
    beforeAll(async () => {
      integration = await kit.host.integration()
      const installer = await kit.host.installer?.()
      if (!installer) throw new Error(`there is nothing to install for ${kit.host.id}`)
      box = await createBox(kit)
      onlyCalls(box, kit, 2)
      putDyingStarter(box.home, installer)
      const turns = Object.keys(FAULTS).map((fault) => [kit.shell(`echo made > ${fileOf(fault)}`)])
      result = await box.run(turns, { limitMs: 180_000 })
      shown = `${result.results.join('\n')}\n${result.output.slice(-2000)}`
    })
    afterAll(() => box.remove())

    it('every call was made', () => {
      expect(result.results, shown).toHaveLength(Object.keys(FAULTS).length)
      expect(box.has(launcherPath(box.home)), shown).toBe(false)
    })

    it.each(Object.entries(FAULTS))('a launcher that %s: as the promise says', (fault, { promise }) => {
      const runs = promise !== undefined && isPromiseBroken(integration.promises[promise])
      expect(box.has(fileOf(fault)), shown).toBe(runs)
    })
  })
}

/** A group of commands, or a command by itself. */
interface Group {
  hooks?: Group[]
  timeout?: number
  timeoutSec?: number
}

/** Leaves only the entry for calls, with a time limit that a test can wait for, in pairs of seconds. */
function onlyCalls({ file }: Box, { limit }: Kit, pairs = 1): void {
  const settings = JSON.parse(readFileSync(file, 'utf8')) as { hooks: Record<string, Group[]> }
  const groups = settings.hooks[limit.event] ?? []
  for (const group of groups)
    for (const hook of group.hooks ?? [group])
      hook['timeoutSec' in hook ? 'timeoutSec' : 'timeout'] = limit.twoSeconds * pairs
  writeFileSync(file, JSON.stringify({ ...settings, hooks: { [limit.event]: groups } }))
}
