import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { readableTurns } from '../intent/statements/ledger.ts'
import { grant, limit } from '../intent/statements/testing.ts'
import { openSessionLog } from './session-log.ts'
import { removeStatement, sessionLedger, sessionStatements, statementsInForce } from './statements.ts'

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
  expect(statementsInForce(folder, 's', 2)).toEqual([])
})

it('a session that nobody knows states nothing, and no log is made of it', () => {
  expect(removeStatement(folder, 'other', 1)).toBe(false)
  expect(sessionStatements(folder, 'other', 1)).toEqual([])
  expect(existsSync(join(folder, 'sessions'))).toBe(false)
})

it('what was read before the turn was proven counts once it is', () => {
  const log = openSessionLog(folder, 's')
  const text = 'Push it, please.'
  const claim = { key: 'c', text, fits: true, terminal: true, at: 0 }
  log.append({ type: 'entry', entry: { kind: 'user', text, trusted: false }, origin: 'host', claim })
  const [told] = readableTurns([{ kind: 'user', text, trusted: false }]).map(({ key }) => key)
  const added = [{ ...grant('push'), sentence: text }]
  log.append({ type: 'reading', turn: told ?? '', at: 1, added, lifted: [], kept: [], unproven: true })
  expect(statementsInForce(folder, 's', 2)).toEqual([])
  log.append({ type: 'attested', claim: 'c', as: { kind: 'typed', text } })
  expect(statementsInForce(folder, 's', 2)).toMatchObject([{ kind: 'grant', id: 1 }])
  log.append({ type: 'attested', claim: 'c', as: { kind: 'not-typed', why: 'a script sent it' } })
  expect(statementsInForce(folder, 's', 2)).toEqual([])
})
