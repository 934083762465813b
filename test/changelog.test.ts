import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { CLI_TOOLS, createCase } from '../src/cli/call-case.ts'
import { createGate } from '../src/gate.ts'
import { createEmbeddedJudge } from '../src/judge/embedded/judge.ts'

/** What changed for users, in a form that can be read in a minute. */
const CHANGELOG = readFileSync(new URL('../CHANGELOG.md', import.meta.url), 'utf8')
const versionIn = (file: string) =>
  (JSON.parse(readFileSync(new URL(`../${file}`, import.meta.url), 'utf8')) as { version: string }).version
const VERSION = versionIn('package.json')
const PARTS = ['Breaking', 'Blocks', 'Allows', 'Added', 'Fixed']
const MAX_LINES = 60
const MAX_LENGTH = 120

const RELEASES = CHANGELOG.split(/^## /m)
  .slice(1)
  .map((text) => ({ title: text.slice(0, text.indexOf('\n')), lines: text.trimEnd().split('\n') }))

/** The entries of a part, in all releases. */
function entriesOf(part: string): string[] {
  return RELEASES.flatMap(({ lines }) => {
    const start = lines.indexOf(`### ${part}`)
    if (start < 0) return []
    const end = lines.findIndex((line, at) => at > start && line.startsWith('#'))
    return lines.slice(start + 1, end < 0 ? undefined : end).filter((line) => line !== '')
  })
}

/** The command an entry ends with. */
const commandOf = (entry: string) => /`([^`]+)`\.$/.exec(entry)?.[1]

/** What the person said before it, as an entry quotes it. */
const saidIn = (entry: string) => /"([^"]+)"/.exec(entry.replaceAll(/`[^`]*`/g, ''))?.[1]

async function stops(command: string, said?: string): Promise<boolean> {
  const place = { cwd: '/home/dev/project', home: '/home/dev', settings: {} }
  const transcript = said === undefined ? [] : [{ kind: 'user', text: said } as const]
  const line = { id: 1, tool: 'Bash', input: { command }, transcript, mode: 'auto', headless: false } as const
  const { policy, call, session } = createCase({ ...line, ...place } as never)
  const { outcome } = await createGate({ policy, tools: CLI_TOOLS, judge: createEmbeddedJudge() }).check(call, session)
  return outcome !== 'allow'
}

describe('the changelog', () => {
  it('has the version of the package as its latest release', () => {
    const [latest] = RELEASES.filter(({ title }) => title !== 'Unreleased')
    expect(latest?.title).toMatch(new RegExp(`^${VERSION.replaceAll('.', '\\.')} - \\d{4}-\\d\\d-\\d\\d$`))
  })

  it('npm’s lock file has that version, too', () => expect(versionIn('package-lock.json')).toBe(VERSION))

  it.each(RELEASES)('$title fits in 60 lines', ({ lines }) => expect(lines.length).toBeLessThanOrEqual(MAX_LINES))

  it.each(RELEASES)('$title has its parts in one order, each with entries', ({ lines }) => {
    const parts = lines.filter((line) => line.startsWith('#')).map((line) => line.replace(/^### /, ''))
    expect(PARTS.filter((part) => parts.includes(part))).toEqual(parts)
    for (const part of parts) expect(lines[lines.indexOf(`### ${part}`) + 2]).toMatch(/^- /)
  })

  const entries = PARTS.flatMap((part) => entriesOf(part).map((entry) => [part, entry] as const))
  it.each(entries)('%s: %s', (_part, entry) => {
    expect(entry.length).toBeLessThanOrEqual(MAX_LENGTH)
    expect(entry).toMatch(/^- [A-Z`].*[.]$/)
    // An example is code, or somebody's words.
    expect(entry).toMatch(/`[^`]+`|"[^"]+"/)
  })

  it.each(entriesOf('Blocks').map((entry) => [entry, commandOf(entry)]))(
    'blocks what it says: %s',
    async (entry, run) => {
      expect(run).toBeDefined()
      expect(await stops(run ?? '', saidIn(entry ?? ''))).toBe(true)
    },
  )

  it.each(entriesOf('Allows').map((entry) => [entry, commandOf(entry)]))('allows what it says: %s', async (_, run) => {
    expect(run).toBeDefined()
    expect(await stops(run ?? '')).toBe(false)
  })
})
