import { appendFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { openSessionLog } from '../../state/session-log.ts'
import { stateFolder } from '../../state/state-folder.ts'
import type { Entry } from '../../transcript/entries.ts'
import { answerEvent } from '../hook-runtime/hook-events.ts'
import { readPolicy } from '../policy.ts'
import { readTurnLine } from './human-turns.ts'
import { CLAUDE_CODE_INTEGRATION } from './integration.ts'

/**
 * What real clients wrote and sent in one session on a terminal: a question answered, a prompt queued, a project's command
 * and a shell escape typed, one plan approved and one not, a compaction, words added to an answer. Ids, times, paths and the host's own texts are replaced.
 */
const lines = (name: string) =>
  readFileSync(new URL(`fixtures/${name}.jsonl`, import.meta.url), 'utf8')
    .trimEnd()
    .split('\n')

const QUEUED = 'Delete the folder drafts/old for me.'
const TYPED = ['Look around first.', 'Make a plan.', 'Make another.', 'Delegate.']

/** Typed with a yes and with a no to a call; the older client does not mark such words. */
const ADDED = ['but never commit anything', 'no, and do not push either']

describe.each([
  ['2.1.325', ADDED, ['/tidy please']],
  // Nothing there tells a command that was typed from one that the agent started.
  ['2.1.197', [], []],
])('the record of Claude Code %s', (version, added, commands) => {
  const read = lines(`transcript-${version}`).flatMap((line) => readTurnLine(line) ?? [])
  const said = (origin: string) =>
    read.flatMap((turn) => (turn.origin === origin && turn.entry.kind === 'user' ? [turn.entry.text] : []))

  it('holds as a person’s words what the person typed, and nothing else', () => {
    const [first = '', ...others] = TYPED
    expect(said('transcript')).toEqual([first, ...commands, ...others])
    expect(said('queued')).toEqual([QUEUED, ...added])
  })

  it('holds the rest as the host’s', () => {
    const rest = read.flatMap(({ entry }) => (entry.kind === 'harness' ? [entry.text] : [])).join('\n')
    expect(rest).toMatch(/this is a summary/)
    expect(rest).toMatch(/Delete the folder drafts\/old now\. please/)
    expect(rest).toMatch(/Request interrupted by user/)
    expect(rest).toMatch(/bash-input/)
  })
})

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-recorded-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

describe.each([
  // The older client announces a queued prompt in its record alone, and does not mark who started a command.
  ['2.1.325', [QUEUED], ['/tidy please'], []],
  ['2.1.197', [], [], [QUEUED, '/tidy please']],
])('the events of Claude Code %s', (version, queued, commands, unproven) => {
  /** Plays the events; the client writes each turn down after it told of it. */
  async function played(record: readonly string[]) {
    const events = lines(`events-${version}`).map((line) =>
      CLAUDE_CODE_INTEGRATION.readEvent(line.replaceAll('/home/dev', home), { home, signs: { entrypoint: 'cli' } }),
    )
    const file = events[0]?.transcript ?? ''
    mkdirSync(dirname(file), { recursive: true })
    const rest = [...record]
    const write = (count: number) =>
      appendFileSync(
        file,
        rest
          .splice(0, count)
          .map((line) => `${line}\n`)
          .join(''),
      )
    const edge = {
      integration: CLAUDE_CODE_INTEGRATION,
      host: 'claude-code',
      home,
      now: Date.now,
      readPolicy,
      audit: () => undefined,
      ancestry: async () => ({ kind: 'fits', host: { words: ['claude'], terminal: true } }) as const,
    }
    for (const event of events) {
      expect((await answerEvent(event, edge)).status).toBe(0)
      if (event.kind !== 'prompt') continue
      const words = event.text.startsWith('/') ? '<command-args>please' : JSON.stringify(event.text)
      write(rest.findIndex((line) => line.includes(words)) + 1)
    }
    write(rest.length)
    const [first] = events
    if (first) await answerEvent({ kind: 'other', sessionId: first.sessionId, cwd: first.cwd, transcript: file }, edge)
    return openSessionLog(stateFolder(home), first?.sessionId ?? '')
      .fold()
      .entries(undefined)
  }
  const people = (entries: readonly Entry[], trusted: boolean) =>
    entries.flatMap((entry) => (entry.kind === 'user' && entry.trusted === trusted ? [entry.text] : []))
  const [first = '', ...others] = TYPED

  it('leave what the person typed and answered, where the record has it too', async () => {
    const entries = await played(lines(`transcript-${version}`))
    expect(people(entries, true)).toEqual([first, ...queued, ...commands, ...others])
    for (const text of unproven) expect(people(entries, false)).toContain(text)
    expect(entries.filter(({ kind }) => kind === 'consent')).toMatchObject([
      { tool: 'AskUserQuestion', answer: { kind: 'chosen', options: [1] } },
      { tool: 'ExitPlanMode', answer: { kind: 'approved' } },
    ])
  })

  it.each([
    ['without a record', () => []],
    [
      'with marks taken out',
      (line: string) => line.replace(/"origin":\{"kind":"human"\},?|"promptSource":"typed",?/g, ''),
    ],
    ['with the marks of somebody else', (line: string) => line.replaceAll('"kind":"human"', '"kind":"peer"')],
  ])('grant nothing %s', async (_name, change) => {
    const record = lines(`transcript-${version}`).flatMap(change)
    expect(people(await played(record), true)).toEqual([])
  })
})
