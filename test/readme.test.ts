import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CLI_TOOLS, createCase } from '../src/cli/call-case.ts'
import { createGate } from '../src/gate.ts'
import { createEmbeddedJudge } from '../src/judge/embedded/judge.ts'

const README = readFileSync(new URL('../README.md', import.meta.url), 'utf8')

async function outcome(command: string): Promise<string> {
  const place = { cwd: '/home/dev/project', home: '/home/dev', settings: {} }
  const line = { id: 1, tool: 'Bash', input: { command }, transcript: [], mode: 'auto', headless: false } as const
  const { policy, call, session } = createCase({ ...line, ...place } as never)
  return (await createGate({ policy, tools: CLI_TOOLS, judge: createEmbeddedJudge() }).check(call, session)).outcome
}

describe('the README', () => {
  it('fits in 130 lines', () => {
    expect(README.trimEnd().split('\n').length).toBeLessThanOrEqual(130)
  })

  const rows = [...README.matchAll(/^\| `([^`]+)` \| `([^`]+)` \|$/gm)].map(([, blocked = '', allowed = '']) =>
    [blocked, allowed].map((command) => command.replaceAll('\\|', '|')),
  )
  it('shows eight commands', () => expect(rows).toHaveLength(4))
  it.each(rows)('stops %s and allows %s', async (blocked = '', allowed = '') => {
    expect(await outcome(blocked)).toBe('deny')
    expect(await outcome(allowed)).toBe('allow')
  })

  it('links only to pages that are there', () => {
    const links = [...README.matchAll(/\]\(([^)#:]+)(?:#[^)]*)?\)/g)].map(([, link = '']) => link)
    expect(links.length).toBeGreaterThan(20)
    for (const link of links) expect(() => readFileSync(new URL(`../${link}`, import.meta.url)), link).not.toThrow()
  })
})
