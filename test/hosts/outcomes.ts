import { readFileSync, rmSync, writeFileSync } from 'node:fs'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { shimFile } from '../../src/integrations/install/install.ts'
import type { Integration } from '../../src/integrations/integration.ts'
import { isBroken, type PromiseName, TOOL_KINDS, type ToolKind } from '../../src/integrations/promises.ts'
import { isInstalled } from './clients.ts'
import { type Box, createBox, type Kit } from './kit.ts'

/** What every client is held to, on what really ran: the tables of docs/hosts.md say the same. */
export function describeClient(kit: Kit): void {
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
  const ran = async () => {
    const { output, results } = await box.run(made())
    return { ran: box.has('made.txt'), shown: `${results.join('\n')}\n${output}`.slice(-2000) }
  }
  const isSafe = () => box.has(`${box.home}/precious/file`)
  const wipe = () => shell(`rm -r ${box.home}/precious`)

  describe.skipIf(!isInstalled(kit.client))(`${host.title}, the real client`, () => {
    it('a denied command does not run, and the agent reads why; then an allowed one runs', async () => {
      const { results, output } = await box.run([[wipe()], ...made()])
      expect(isSafe(), output).toBe(true)
      expect(results.join(), output).toMatch(/irongate: .*denied/)
      expect(box.has('made.txt'), output).toBe(true)
    })

    it('an ask does not run, and the agent reads the way to an approval', async () => {
      box.write(`${box.home}/.irongate/settings.json`, '{ "permissions": { "ask": ["Bash(echo:*)"] } }')
      const { results, output } = await box.run(made())
      expect(box.has('made.txt'), output).toBe(false)
      expect(results.join(), output).toMatch(/irongate approve \w+/)
    })

    it('what the person typed is known', async () => {
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
        !isBroken(integration.promises.subAgentsGated),
      )
      expect(results.join()).toMatch(/irongate: .*denied/)
    })
  })

  describe.skipIf(!isInstalled(kit.client))(`${host.title}, when the gate dies`, () => {
    it('a hook that throws blocks', async () => {
      const own = box
      own.write(`${own.home}/hook.cjs`, 'throw new Error("x")')
      box = await createBox(kit, { hook: `${own.home}/hook.cjs` })
      onlyCalls(box, kit)
      const { ran: did, shown } = await ran()
      own.remove()
      expect(did, shown).toBe(false)
    })

    it('a missing interpreter blocks', async () => {
      box.remove()
      box = await createBox(kit, { node: '/nowhere/node' })
      onlyCalls(box, kit)
      const { ran: did, shown } = await ran()
      expect(did, shown).toBe(false)
    })

    it.each<[string, PromiseName, () => void]>([
      ['a starter that exits with 1', 'blocksOnCrash', () => box.starter('#!/bin/sh\nexit 1\n')],
      ['a starter that is killed', 'blocksOnCrash', () => box.starter('#!/bin/sh\nkill -9 $$\n')],
      ['a starter that is gone', 'blocksOnMissing', () => rmSync(shimFile(box.home))],
      [
        'a starter that takes too long',
        'blocksOnTimeout',
        () => box.starter('#!/bin/sh\nsleep 6\necho late >&2\nexit 2\n'),
      ],
      ['a starter that prints garbage', 'blocksOnGarbage', () => box.starter('#!/bin/sh\necho hello\n')],
    ])('%s: as the promise %s says', async (_name, promise, breakIt) => {
      onlyCalls(box, kit)
      breakIt()
      const { ran: did, shown } = await ran()
      expect(did, shown).toBe(isBroken(integration.promises[promise]))
    })
  })

  describe.skipIf(!isInstalled(kit.client))(`${host.title}, which calls come to the hook`, () => {
    it('each kind, as the table says', async () => {
      const kinds = Object.keys(TOOL_KINDS) as ToolKind[]
      // A starter that only writes down what it was told.
      box.starter(`#!/bin/sh\n/bin/cat >> '${box.home}/told'\necho >> '${box.home}/told'\n`)
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

/** A group of commands, or a command by itself. */
interface Group {
  hooks?: Group[]
  timeout?: number
  timeoutSec?: number
}

/** Leaves only the entry for calls, with a time limit that a test can wait for. */
function onlyCalls({ file }: Box, { limit }: Kit): void {
  const settings = JSON.parse(readFileSync(file, 'utf8')) as { hooks: Record<string, Group[]> }
  const groups = settings.hooks[limit.event] ?? []
  for (const group of groups)
    for (const hook of group.hooks ?? [group]) hook['timeoutSec' in hook ? 'timeoutSec' : 'timeout'] = limit.twoSeconds
  writeFileSync(file, JSON.stringify({ ...settings, hooks: { [limit.event]: groups } }))
}
