import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { dayFileLines, dayFiles } from '../../src/audit/day-files.ts'
import { verifyAuditLog } from '../../src/audit/verify.ts'
import { ingestRecords } from '../../src/server/ingest/ingest.ts'
import { recordInLine } from '../../src/server/ingest/record-line.ts'
import { overviewOf, toStorableRange } from '../../src/server/store/overview.ts'
import { openSqliteStore } from '../../src/server/store/sqlite/index.ts'
import type { Store } from '../../src/server/store/store.ts'
import { countInto, type Hours } from '../../src/server/store/tally.ts'

const RANGE = { since: 0, until: 4e12 }
const LONGEST_MS = 120

export interface Round {
  /** What writers said that they wrote. */
  readonly acknowledged: number
  readonly problems: readonly string[]
}

/** One round: two hooks write and a server takes what they write, all three are killed at some moment, and then nothing may be missing. */
export async function crashRound(folder: string, round: number, random: () => number): Promise<Round> {
  const start = String(Date.UTC(2026, 10, 1) + round * 600_000)
  const children = [
    started('writer', folder, `a${round}`, start),
    started('writer', folder, `b${round}`, start),
    started('ingester', folder),
  ]
  await Promise.all(children.map(({ ready }) => ready))
  await Promise.all(
    children.map(async ({ kill }) => {
      await wait(random() * LONGEST_MS)
      return kill()
    }),
  )
  const acknowledged = children.slice(0, 2).flatMap(({ said }) => said())
  return { acknowledged: acknowledged.length, problems: await problemsIn(folder, acknowledged) }
}

function started(program: 'writer' | 'ingester', ...args: readonly string[]) {
  const child = spawn(process.execPath, [`test/crash/${program}.ts`, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
  let text = ''
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const ready = new Promise<void>((done, failed) => {
    child.stdout.on('data', (chunk) => {
      text += chunk
      done()
    })
    child.once('close', () => failed(new Error(`the ${program} ended by itself`)))
  })
  const kill = () => {
    child.kill('SIGKILL')
    return ended
  }
  // The last line may have been cut off.
  return { ready, kill, said: () => text.split('\n').slice(1, -1) }
}

async function problemsIn(folder: string, acknowledged: readonly string[]): Promise<readonly string[]> {
  const store = openSqliteStore(folder)
  try {
    await ingestRecords({ folder, machine: 'm', store })
    const found = verifyAuditLog(folder, undefined, await store.heads('m'))
    const torn = found.faults.filter(({ what }) => what !== 'the line is no record')
    return [
      ...torn.map((fault) => `the chain is broken: ${JSON.stringify(fault)}`),
      ...(await differences(folder, store, acknowledged)),
    ]
  } finally {
    await store.close()
  }
}

async function differences(folder: string, store: Store, acknowledged: readonly string[]): Promise<readonly string[]> {
  const hours: Hours = new Map()
  const written = new Map<string, string>()
  for (const { path } of dayFiles(folder))
    for (const { text } of dayFileLines(path)) {
      const record = recordInLine(text)
      if (record?.hash === undefined) continue
      written.set(record.hash, record.id)
      countInto(hours, record)
    }
  const kept: string[] = []
  for await (const { hash } of store.query({ probes: true })) kept.push(hash ?? '')
  const ids = new Set(written.values())
  const lost = acknowledged.filter((id) => !ids.has(id))
  const stored = new Set(kept)
  const missing = [...written.keys()].filter((hash) => !stored.has(hash))
  const counted =
    JSON.stringify(await store.overview(RANGE)) === JSON.stringify(overviewOf(toStorableRange(RANGE), hours))
  return [
    ...lost.map((id) => `${id} was acknowledged and is not in the files`),
    ...(missing.length > 0 ? [`${missing.length} lines are not in the store`] : []),
    ...(kept.length !== written.size ? [`the store has ${kept.length} records, the files ${written.size}`] : []),
    ...(counted ? [] : ['the counts are not those of the records']),
  ]
}
