import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { sessionLog } from '../../state/session-log.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { readPolicy } from '../policy.ts'
import { answerEvent } from '../seat/answer-event.ts'
import { turnOf } from './human-turns.ts'
import { INTEGRATION } from './integration.ts'

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
  const read = lines(`transcript-${version}`).flatMap((line) => turnOf(line) ?? [])
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
  // The older client announces a queued prompt in its record alone.
  ['2.1.325', [QUEUED]],
  ['2.1.197', []],
])('the events of Claude Code %s', (version, queued) => {
  it('leave the person’s words and the consent they gave', async () => {
    const events = lines(`events-${version}`).map((line) =>
      INTEGRATION.readEvent(line.replaceAll('/home/dev', home), { home, signs: { entrypoint: 'cli' } }),
    )
    const edge = {
      integration: INTEGRATION,
      host: 'claude-code',
      home,
      now: Date.now,
      readPolicy,
      audit: () => undefined,
    }
    for (const event of events) expect((await answerEvent(event, edge)).status).toBe(0)
    const entries = sessionLog(stateFolder(home), events[0]?.sessionId ?? '')
      .fold()
      .entries(undefined)
    const [first = '', ...others] = TYPED
    expect(entries.flatMap((entry) => (entry.kind === 'user' && entry.trusted ? [entry.text] : []))).toEqual([
      first,
      ...queued,
      '/tidy please',
      ...others,
    ])
    expect(entries.filter(({ kind }) => kind === 'consent')).toEqual([
      { kind: 'consent', question: 'May I delete the folder drafts/old?', answer: 'Yes, delete drafts/old' },
      { kind: 'consent', question: '# Plan\n\n1. Delete the folder drafts/old.\n', answer: 'yes' },
    ])
  })
})
