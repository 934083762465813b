import { describe, expect, it } from 'vitest'
import { isPromiseBroken } from '../../src/integrations/promises.ts'
import { isInstalled } from './clients.ts'
import { KIT as CODEX } from './codex-kit.ts'
import { KIT as COPILOT } from './copilot-kit.ts'
import { KIT as GEMINI } from './gemini-kit.ts'
import { createBox, type Kit } from './kit.ts'
import type { Said, Scripts } from './messages-server.ts'
import { KIT as OPENCODE } from './opencode-kit.ts'
import { KIT as QWEN } from './qwen-kit.ts'
import { KEYS, needsTerminal } from './terminal.ts'
import { type OpenWindow, openWindow, pause } from './window.ts'

/** What a person reads on the screen of a stopped call; docs/agents/README.md says the same. A window of a usual size. */
const SIZE = { rows: 50, columns: 100 }
const PATIENT = { timeout: 240_000 }

/** Of the models that it knows, this one calls sub-agents by the names that the kit has. */
const WITH_SUB_AGENTS: Kit = {
  ...CODEX,
  window: { ...CODEX.window, args: ['-s', 'danger-full-access'], ready: /Use existing model/ },
}

const CLIENTS = [CODEX, GEMINI, QWEN, COPILOT, OPENCODE].filter(({ client }) => isInstalled(client))

/** A client on a screen, with what it can show of a box that holds something precious. */
async function onScreen(kit: Kit, scripts: (wipe: Said) => Scripts, act: (shown: Shown) => Promise<void>) {
  const box = await createBox(kit)
  box.write(`${box.home}/precious/file`, 'x')
  const window = await openWindow(kit, box, scripts(kit.shell('rm -r ~/precious')), SIZE)
  try {
    // What stands there, however it is wrapped and framed.
    const text = () => window.screen().replace(/[^\x21-\x7e]+/g, ' ')
    await act({ window, times: (what) => [...text().matchAll(new RegExp(what, 'g'))].length })
  } finally {
    await window.close()
    box.remove()
  }
}

interface Shown {
  readonly window: OpenWindow
  readonly times: (what: RegExp) => number
}

const WHAT = /Blocked: deletes [^ ]*precious/
const WAY = /Reply "allow 1"/

/** It offers a newer model first. */
async function keepModel(window: OpenWindow): Promise<void> {
  await window.press(KEYS.down, () => /› 2\. Use existing model/.test(window.screen()))
  await window.press(KEYS.enter, () => CODEX.window.ready.test(window.screen()))
  await pause(1000)
}

// Most of it is waiting: the clients wait beside each other.
describe.skipIf(needsTerminal()).concurrent('on the screen', () => {
  it.each(CLIENTS)('$host.title: a stopped call is told whole and once, and stays', PATIENT, async (kit) => {
    const scripts = (wipe: Said): Scripts => ({ main: [[wipe], ['I was stopped.']], next: [['Fine.']] })
    await onScreen(kit, scripts, async ({ window, times }) => {
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
  })

  it.each(CLIENTS)('$host.title: the stopped call of a sub-agent, as the table says', PATIENT, async (kit) => {
    const { promises, tellsLater } = await kit.host.integration()
    const expected = !isPromiseBroken(promises.showsSubAgents) || tellsLater === true ? 1 : 0
    const scripts = (wipe: Said): Scripts => ({
      main: [...kit.delegate, ['All is done.']],
      child: [[wipe], ['I could not.']],
      next: [['Fine.']],
    })
    await onScreen(kit === CODEX ? WITH_SUB_AGENTS : kit, scripts, async ({ window, times }) => {
      if (kit === CODEX) await keepModel(window)
      await window.say('Please go on. [[main]]')
      await window.see('All is done.', 60_000)
      await window.say('Thank you. [[next]]')
      await window.see('Fine.')
      // Something that lies over the conversation may say it for a while, too.
      await window.until(() => times(WAY) === expected, 40_000)
      expect(times(WAY), `${window.screen()}\n${window.server.results.join('\n')}`).toBe(expected)
    })
  })
})
