import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readableTurns } from '../intent/statements/ledger.ts'
import { limit } from '../intent/statements/testing.ts'
import { openSessionLog } from './session-log.ts'
import { readLedger, removeStatement, sessionLedger } from './statement-log.ts'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'irongate-statements-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

const entry = { kind: 'user', text: 'No commits.', trusted: true } as const
const [turn] = readableTurns([entry]).map(({ key }) => key)

function readSession() {
  const log = openSessionLog(folder, 's')
  log.append({ type: 'entry', entry, origin: 'host' })
  const added = [{ ...limit('commit'), sentence: 'No commits.' }]
  log.append({ type: 'reading', turn: turn ?? '', at: 1, added, lifted: [], kept: [] })
  return log
}

it('a session keeps what was stated, whichever agent asks', () => {
  const { statements, unread } = sessionLedger(readSession().fold(), 2)
  expect(statements).toMatchObject([{ id: 1, sentence: 'No commits.', turn }])
  expect(unread).toEqual([])
})

it('a reply to a stopped call states nothing and is not read', () => {
  const log = readSession()
  log.append({ type: 'offer', key: 'k', headline: 'Pushes' })
  log.append({ type: 'entry', entry: { ...entry, text: 'allow 1' }, origin: 'host' })
  expect(sessionLedger(log.fold(), 2).unread).toEqual([])
  log.append({ type: 'entry', entry: { ...entry, text: 'Go on.' }, origin: 'host' })
  expect(sessionLedger(log.fold(), 2).unread).toHaveLength(1)
})

it('a statement is removed once, by its number', () => {
  readSession()
  expect(removeStatement(folder, 's', 2)).toBe(false)
  expect(removeStatement(folder, 's', 1)).toBe(true)
  expect(removeStatement(folder, 's', 1)).toBe(false)
  expect(readLedger(folder, 's', 2)?.statements).toEqual([])
})

it('a session that nobody knows has no ledger, and none is made', () => {
  expect(removeStatement(folder, 'other', 1)).toBe(false)
  expect(readLedger(folder, 'other', 1)).toBeUndefined()
})
