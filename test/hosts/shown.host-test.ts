import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Integration } from '../../src/integrations/integration.ts'
import { isPromiseBroken } from '../../src/integrations/promises.ts'
import { isInstalled } from './clients.ts'
import { KIT as CODEX } from './codex-kit.ts'
import { KIT as COPILOT } from './copilot-kit.ts'
import { KIT as GEMINI } from './gemini-kit.ts'
import { type Box, createBox, type Kit } from './kit.ts'
import type { Said } from './messages-server.ts'
import { KIT as OPENCODE } from './opencode-kit.ts'
import { KIT as QWEN } from './qwen-kit.ts'
import { KEYS, needsTerminal } from './terminal.ts'
import { type OpenWindow, openWindow, pause } from './window.ts'

/** What a person reads on the screen of a stopped call; docs/agents/README.md says the same. A window of a usual size. */
const SIZE = { rows: 50, columns: 100 }

/** Of the models that it knows, this one calls sub-agents by the names that the kit has. */
const WITH_SUB_AGENTS: Kit = {
  ...CODEX,
  window: { ...CODEX.window, args: ['-s', 'danger-full-access'], ready: /Use existing model/ },
}

describe.skipIf(needsTerminal()).each([CODEX, GEMINI, QWEN, COPILOT, OPENCODE])(
  '$host.title, on the screen',
  (kit: Kit) => {
    let box: Box
    let window: OpenWindow
    let integration: Integration
    beforeEach(async (run) => {
      if (!isInstalled(kit.client)) return run.skip()
      integration = await kit.host.integration()
      box = await createBox(kit)
      box.write(`${box.home}/precious/file`, 'x')
    })
    afterEach(async () => {
      await window?.close()
      if (box) kit.keep?.(box)
      box?.remove()
    })

    const wipe = (): Said => kit.shell('rm -r ~/precious')
    /** What stands there, however it is wrapped and framed. */
    const text = () => window.screen().replace(/[^\x21-\x7e]+/g, ' ')
    const times = (what: RegExp) => [...text().matchAll(new RegExp(what, 'g'))].length
    const WHAT = /Blocked: deletes [^ ]*precious/
    const WAY = /Reply "allow 1"/

    /** It offers a newer model first. */
    async function keepModel(): Promise<void> {
      await window.press(KEYS.down, () => /› 2\. Use existing model/.test(window.screen()))
      await window.press(KEYS.enter, () => CODEX.window.ready.test(window.screen()))
      await pause(1000)
    }

    it('a stopped call is told whole and once, and stays', async () => {
      window = await openWindow(kit, box, { main: [[wipe()], ['I was stopped.']], next: [['Fine.']] }, SIZE)
      await window.say('Please go on. [[main]]')
      await window.see('I was stopped.')
      await window.until(() => times(WHAT) > 0 && times(WAY) > 0)
      // A call that was made after that does not push it away.
      await pause(35_000)
      await window.say('Thank you. [[next]]')
      await window.see('Fine.')
      expect(times(WHAT), window.screen()).toBeGreaterThan(0)
      expect(times(WAY), window.screen()).toBe(1)
    })

    it('the stopped call of a sub-agent, as the table says', async () => {
      const child = [[wipe()], ['I could not.']]
      const scripts = { main: [...kit.delegate, ['All is done.']], child, next: [['Fine.']] }
      window = await openWindow(kit === CODEX ? WITH_SUB_AGENTS : kit, box, scripts, SIZE)
      if (kit === CODEX) await keepModel()
      await window.say('Please go on. [[main]]')
      await window.see('All is done.', 60_000)
      const isTold = !isPromiseBroken(integration.promises.showsSubAgents) || integration.tellsLater === true
      await window.say('Thank you. [[next]]')
      await window.see('Fine.')
      const expected = isTold ? 1 : 0
      // Something that lies over the conversation may say it for a while, too.
      await window.until(() => times(WAY) === expected, 40_000)
      expect(times(WAY), `${window.screen()}\n${window.server.results.join('\n')}`).toBe(expected)
    })
  },
)
