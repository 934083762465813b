import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { readEvent } from './events.ts'
import { conversationPath, OPENCODE_EXECUTED_CALLS, OPENCODE_TRANSCRIPT } from './transcript.ts'

const MAIN = 'ses_e1b4260fcffeaHgRKChZ1KU3ZB'
const CHILD = 'ses_e1b422da2ffe1P8vrvJIam5yAz'

let home: string
let database: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-record-'))
  database = join(home, 'opencode.db')
  build(
    readFileSync(new URL('fixtures/record-1.18.33.jsonl', import.meta.url), 'utf8')
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  )
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/** The tables as the client makes them, as far as they are read, with the rows that it wrote. */
function build(rows: readonly Record<string, string | number | null>[]): void {
  const { DatabaseSync } = process.getBuiltinModule('node:sqlite')
  const made = new DatabaseSync(database)
  made.exec(`pragma journal_mode = wal;
    create table if not exists session (id text primary key, parent_id text, directory text, time_created integer, time_updated integer);
    create table if not exists message (id text primary key, session_id text, time_created integer, time_updated integer, data text);
    create table if not exists part (id text primary key, message_id text, session_id text, time_created integer, time_updated integer, data text)`)
  for (const { table, ...row } of rows) {
    const names = Object.keys(row)
    made
      .prepare(`insert or replace into ${table} (${names.join()}) values (${names.map(() => '?').join()})`)
      .run(...Object.values(row))
  }
  made.close()
}

describe('a conversation', () => {
  it('has what was said, without quotes, and the calls that have ended', () => {
    const { entries, offset } = OPENCODE_TRANSCRIPT.read(conversationPath(database, MAIN), 0)
    expect(entries.flatMap(({ entry }) => (entry.kind === 'user' ? [entry.text] : []))).toEqual(['please go [[main]]'])
    expect(entries.flatMap(({ entry }) => (entry.kind === 'call' ? [entry.tool] : []))).toEqual([
      'bash',
      'write',
      'edit',
      'webfetch',
      'demo_get_weather',
      'task',
      'todowrite',
    ])
    expect(OPENCODE_TRANSCRIPT.read(conversationPath(database, MAIN), offset + 1).entries).toEqual([])
  })

  it('gives each call the id that the plugin tells', () => {
    const [first] = OPENCODE_TRANSCRIPT.read(conversationPath(database, CHILD), 0).entries.flatMap(
      ({ pastId }) => pastId ?? [],
    )
    const told = { event: 'ran', session: MAIN, agent: CHILD, cwd: '/p', call: 'call_15' }
    expect(readEvent(JSON.stringify(told), { home })).toMatchObject({ callId: first })
  })

  it("of a sub-agent is the sub-agent's session", () => {
    const event = {
      kind: 'other',
      sessionId: MAIN,
      cwd: '/p',
      transcript: conversationPath(database, MAIN),
      agentId: CHILD,
    } as const
    expect(OPENCODE_TRANSCRIPT.subAgent?.(event)).toBe(conversationPath(database, CHILD))
  })

  it('goes on where it was read to: a call comes when it has ended', () => {
    const { offset } = OPENCODE_TRANSCRIPT.read(conversationPath(database, MAIN), 0)
    const call = (status: string, time: number) => ({
      ...{ table: 'part', id: 'prt_new', message_id: 'msg_1e4bda9f7001T3eznTcqMDIH4z', session_id: MAIN },
      ...{ time_created: offset + 1, time_updated: time },
      data: JSON.stringify({ type: 'tool', tool: 'bash', callID: 'c', state: { status, input: { command: 'ls' } } }),
    })
    build([call('running', offset + 1)])
    const running = OPENCODE_TRANSCRIPT.read(conversationPath(database, MAIN), offset + 1)
    expect(running.entries).toEqual([])
    build([call('completed', offset + 2)])
    expect(OPENCODE_TRANSCRIPT.read(conversationPath(database, MAIN), running.offset).entries).toMatchObject([
      { pastId: `${MAIN}:c` },
    ])
  })

  it.each([
    ['is not there', () => rmSync(database)],
    ['is no database', () => writeFileSync(database, 'x'.repeat(5000))],
    [
      'has other tables',
      () => {
        rmSync(database)
        build([])
      },
    ],
  ])('that %s tells nothing', (_name, spoil) => {
    spoil()
    for (const name of [`${database}-wal`, `${database}-shm`]) rmSync(name, { force: true })
    expect(OPENCODE_TRANSCRIPT.read(conversationPath(database, MAIN), 7)).toEqual({ entries: [], offset: 7 })
    expect(OPENCODE_EXECUTED_CALLS.callsOf?.(database, 0)).toEqual([])
  })
})

describe('what ran', () => {
  const ran = (since = 0) => OPENCODE_EXECUTED_CALLS.callsOf?.(database, since) ?? []

  it('is every call that ended well, of all sessions; what failed and what a person typed for their shell are none', () => {
    expect(
      ran()
        .map(({ tool }) => tool)
        .sort(),
    ).toEqual(['bash', 'bash', 'write', 'edit', 'demo_get_weather', 'task', 'todowrite'].sort())
    expect(ran()).toContainEqual(
      expect.objectContaining({
        id: `${CHILD}:call_15`,
        session: CHILD,
        cwd: '/home/dev/project',
        at: expect.any(Number),
      }),
    )
  })

  it('is asked since a time', () => expect(ran(Date.now() * 2)).toEqual([]))

  it.each(['', '{', 'null', '{"type":"tool"}', '{"type":"tool","tool":1,"callID":[],"state":{}}'])(
    'a part %j tells nothing',
    (data) => {
      const before = ran().length
      const place = { message_id: 'msg_1e4bda9f7001T3eznTcqMDIH4z', session_id: MAIN, time_created: 1, time_updated: 1 }
      build([{ table: 'part', id: 'prt_bad', ...place, data }])
      expect(ran()).toHaveLength(before)
    },
  )
})
