import { describe, expect, it } from 'vitest'
import { runCommand } from './main.ts'

async function shown(...args: readonly string[]): Promise<string> {
  let text = ''
  const status = await runCommand(['demo', ...args], {
    out: (more) => (text += more),
    error: () => undefined,
    colour: false,
  })
  expect(status).toBe(0)
  return text
}

describe('the guided session', () => {
  it('shows an allow, an ask and a deny, and ends with next steps', async () => {
    const text = await shown('--no-pause')
    for (const outcome of ['allow', 'ask', 'deny']) expect(text).toMatch(new RegExp(`^ {3}${outcome} {2}`, 'm'))
    expect(text).toMatch(/irongate init[\s\S]*irongate uninstall/)
  })

  it('tells what it is without starting', async () => {
    expect(await shown('--help')).toMatch(/^Usage: irongate demo/)
  })
})
