import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import type { AuditRecord } from '../../audit/record.ts'
import { GENERIC_INTEGRATION } from '../generic/integration.ts'
import type { Integration } from '../integration.ts'
import { readPolicy } from '../policy.ts'
import { answerEvent } from './hook-events.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-asks-'))
  mkdirSync(join(home, '.irongate'), { mode: 0o700 })
  writeFileSync(join(home, '.irongate/settings.json'), '{ "permissions": { "ask": ["Bash(ls:*)"] } }')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const MUTE: Integration = {
  ...GENERIC_INTEGRATION,
  promises: { ...GENERIC_INTEGRATION.promises, asks: { broken: 'it runs what it should ask about' } },
}

async function answered(integration: Integration, fields: object = {}) {
  const records: AuditRecord[] = []
  const call = { event: 'tool', session: 's', cwd: home, tool: 'Bash', input: { command: 'ls' }, ...fields }
  const event = integration.readEvent(JSON.stringify(call), { home, signs: {} })
  const audit = (record: AuditRecord) => records.push(record)
  const { stdout } = await answerEvent(event, { integration, host: 'x', home, now: Date.now, readPolicy, audit })
  return { ...JSON.parse(stdout), id: records[0]?.id }
}

it('a host that can ask is told to ask', async () =>
  expect(await answered(GENERIC_INTEGRATION)).toMatchObject({ decision: 'ask' }))

it('one that cannot is told no, and the way to an approval', async () => {
  const { decision, approve, id } = await answered(MUTE)
  expect({ decision, approve }).toEqual({ decision: 'deny', approve: `irongate approve ${id}` })
})

it('where nobody is there, both are told no', async () => {
  for (const integration of [GENERIC_INTEGRATION, MUTE])
    expect(await answered(integration, { attended: false })).toMatchObject({ decision: 'deny' })
})
