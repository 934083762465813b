import { dirname } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { LAUNCHER } from './clients.ts'
import { createSandbox, type Sandbox } from './sandbox.ts'
import { KEYS, needsTerminal, openTerminal } from './terminal.ts'

/** A person with three agents, at a terminal. */
const AGENTS = {
  'Claude Code': '.claude/settings.json',
  'Gemini CLI': '.gemini/settings.json',
  'Qwen Code': '.qwen/settings.json',
} as const

let box: Sandbox
beforeEach(() => {
  box = createSandbox({ bare: true })
  for (const file of Object.values(AGENTS)) box.write(`${box.home}/${file}`, '{}\n')
})
afterEach(() => box.remove())

async function init(...replies: readonly (readonly [RegExp, string])[]) {
  const terminal = openTerminal([process.execPath, LAUNCHER, 'init', '--home', box.home], {
    cwd: box.project,
    env: { HOME: box.home, PATH: `${dirname(process.execPath)}:/usr/bin:/bin` },
    size: { rows: 400, columns: 160 },
  })
  for (const [question, reply] of replies) {
    await terminal.see(question)
    terminal.type(`${reply}${KEYS.enter}`)
  }
  return { status: await terminal.ended, shown: terminal.screen() }
}

const WAIT = /wait\s+five\s+minutes\s+for\s+your\s+answer\?/
const WRITE = /Write this for Claude Code, Gemini CLI, Qwen Code\? \[y\/N, or e to choose each\]/
const holders = () =>
  Object.entries(AGENTS)
    .filter(([, file]) => box.read(`${box.home}/${file}`)?.includes(' hook '))
    .map(([title]) => title)

describe.skipIf(needsTerminal())('init with several agents', () => {
  it('one yes writes all; how manual modes are met is asked once', async () => {
    const { status, shown } = await init([WAIT, 'n'], [WRITE, 'y'], [/so\s+that\s+you\s+aren't\s+asked\s+twice\?/, 'n'])
    expect(holders(), shown).toEqual(Object.keys(AGENTS))
    expect(shown).toMatch(/Claude Code: on, Gemini CLI: on, Qwen Code: on/)
    expect(shown.match(/asked\s+twice\?/g)).toHaveLength(1)
    expect(status).toBe(0)
  })

  it('a no writes nothing', async () => {
    const { status, shown } = await init([WAIT, 'n'], [WRITE, 'n'])
    expect({ holders: holders(), status }, shown).toEqual({ holders: [], status: 20 })
    expect(shown).toMatch(/Nothing was written/)
  })

  it('each can be chosen by itself', async () => {
    const { status, shown } = await init(
      [WAIT, 'n'],
      [WRITE, 'e'],
      [/^Claude Code\? \[y\/N\]/m, 'n'],
      [/^Gemini CLI\? \[y\/N\]/m, 'y'],
      [/^Qwen Code\? \[y\/N\]/m, 'n'],
      [/so\s+that\s+you\s+aren't\s+asked\s+twice\?/, 'n'],
    )
    expect({ holders: holders(), status }, shown).toEqual({ holders: ['Gemini CLI'], status: 20 })
    expect(shown).toMatch(/Claude Code: NOT on, Gemini CLI: on, Qwen Code: NOT on/)
  })
})
