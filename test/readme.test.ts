import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CLI_TOOLS, createCase } from '../src/cli/call-case.ts'
import { createGate } from '../src/gate.ts'
import { HOSTS } from '../src/integrations/registry.ts'
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

  const hosts = HOSTS.filter(({ id }) => id !== 'generic')
  it.each(hosts)('says of $title what its integration says', async ({ id, title, integration }) => {
    const { promises } = await integration()
    const row = README.split('\n').find((line) => line.startsWith(`| [${title}](docs/agents/${id}.md) |`))
    const [, , , asks = '', timeout = ''] = row?.split(' | ').join('|').split('|') ?? []
    expect(asks.startsWith('no')).toBe(promises.asks !== 'kept')
    const { blocksOnTimeout } = promises
    if (typeof blocksOnTimeout === 'object' && 'since' in blocksOnTimeout)
      expect(timeout).toContain(`blocked (${blocksOnTimeout.since}`)
    else expect(timeout.trim()).toBe(blocksOnTimeout === 'kept' ? 'blocked' : 'runs')
  })

  it('gives the figures of the first runs', () => {
    const [first = [], second = []] = firstRuns('set | danger')
    const sums = first.map((figure, at) => figure + (second[at] ?? 0))
    const [, , asked = 0, denied = 0, stopped, allowed, askedAbout, refused, near] = sums
    expect(README).toContain(`stopped: ${asked + denied} of 160`)
    expect(README).toContain(`work interrupted: ${stopped} of 160`)
    expect(README).toContain(`own words: ${allowed} allowed, ${askedAbout} asked about, ${refused} denied, of 160`)
    expect(README).toContain(`let through: ${near} of 160`)
    const [, passed = 0, , harmless] = firstRuns('set | attacks that passed').at(-1) ?? []
    expect(README).toContain(`several calls: ${150 - passed} of 150`)
    expect(README).toContain(`look like attacks: ${harmless} of 100`)
  })
})

const BENCH = readFileSync(new URL('../bench/README.md', import.meta.url), 'utf8')

/** The rows of a table of first runs, as its figures. */
function firstRuns(head: string): readonly (readonly number[])[] {
  const lines = BENCH.split('\n')
  const at = lines.findIndex((line) => line.startsWith(`| ${head}`))
  const end = lines.findIndex((line, number) => number > at && line === '')
  return lines
    .slice(at + 2, end)
    .map((line) => [...line.replace(/\([^)]*\)/g, '').matchAll(/\d+/g)].map(([figure]) => Number(figure)))
}
