import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileRecords } from '../../audit/file-records.ts'
import { newestRecord } from '../../audit/query.ts'
import type { AuditRecord } from '../../audit/record.ts'
import { writeRecord } from '../../audit/record-writer.ts'
import { recordFor } from '../../audit/testing.ts'
import { run as shadow } from '../../cli/shadow.ts'
import { statusOf } from '../../cli/status.ts'
import { consentingPerson, runIn } from '../../cli/testing.ts'
import { policyFromObject } from '../../settings/load.ts'
import { GENERIC_INTEGRATION } from '../generic/integration.ts'
import { diagnoseStatically } from '../install/diagnose.ts'
import { readPolicy } from '../policy.ts'
import { explainDecision } from './decision-explanation.ts'
import { createGuard } from './guard.ts'
import { answerEvent } from './hook-events.ts'
import { sessionNotice } from './notice.ts'

let home: string
const file = () => join(home, '.irongate/settings.json')
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'irongate-shadow-'))
  mkdirSync(join(home, '.irongate/state'), { recursive: true, mode: 0o700 })
  writeFileSync(file(), '{\n  // Mine.\n  "permissions": { "ask": ["Bash(ls:*)"], "deny": ["Bash(cp:*)"] }\n}\n')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

async function answered(command: string, settings?: object) {
  const records: AuditRecord[] = []
  const call = { event: 'tool', session: 's', cwd: home, tool: 'Bash', input: { command } }
  const event = GENERIC_INTEGRATION.readEvent(JSON.stringify(call), { home, signs: {} })
  const policy = settings && policyFromObject(settings, { cwd: home, home })
  const { stdout } = await answerEvent(event, {
    integration: GENERIC_INTEGRATION,
    host: 'generic',
    home,
    now: Date.now,
    readPolicy: policy ? () => policy : readPolicy,
    audit: (record) => records.push(record),
  })
  return { decision: JSON.parse(stdout).decision as string | undefined, record: records[0] }
}

describe('in the shadow', () => {
  const person = () => runIn(home, shadow, ['on'], consentingPerson())

  it('nothing is said to the host, and what would have been decided is noted', async () => {
    expect(await person()).toMatchObject({ status: 0 })
    for (const [command, outcome] of [
      ['ls', 'ask'],
      ['cp a b', 'deny'],
      ['echo x', 'allow'],
    ] as const) {
      const { decision, record } = await answered(command)
      expect(decision).toBeUndefined()
      expect(record).toMatchObject({ outcome, shadow: true })
    }
  })

  it('blocks do not add up, and no approval is used', async () => {
    await person()
    for (let turn = 0; turn < 5; turn++) {
      const { record } = await answered('git push --force origin main')
      expect(record).toMatchObject({ outcome: 'deny', reason: { type: 'verdict' } })
    }
  })

  it('who asks what was stopped is told of what was', async () => {
    const asked = () =>
      explainDecision(
        '',
        { kind: 'prompt', sessionId: 's', cwd: home, text: '', typed: true },
        { integration: GENERIC_INTEGRATION, host: 'generic', home, now: Date.now, readPolicy, audit: () => undefined },
      )
    const folder = join(home, '.irongate/state')
    writeRecord(folder, recordFor({ shadow: true }))
    expect(await asked()).toBe('irongate: nothing was stopped in this session.')
    const stopped = recordFor({ decision: { outcome: 'ask' } })
    writeRecord(folder, stopped)
    writeRecord(folder, recordFor({ shadow: true }))
    expect(await asked()).toContain(stopped.id)
  })

  it('where nobody may switch the gate off, it decides as ever', async () => {
    const settings = { shadow: true, permissions: { deny: ['Bash(cp:*)'] } }
    expect((await answered('cp a b', settings)).decision).toBeUndefined()
    expect((await answered('cp a b', { ...settings, allowOff: false })).decision).toBe('deny')
  })

  it('the gate itself and what an organisation forbids stay denied', async () => {
    await person()
    expect(await answered('rm -rf ~/.irongate')).toMatchObject({ decision: 'deny' })
    const managed = { user: { shadow: true }, managed: { permissions: { deny: ['Bash(mv:*)'] } } }
    expect(await answered('mv a b', managed)).toMatchObject({ decision: 'deny' })
    expect((await answered('cp a b', { user: { shadow: true }, managed: { shadow: false } })).decision).toBe('allow')
  })

  it('where nobody else decides, the gate does', async () => {
    await person()
    const integration = async () => GENERIC_INTEGRATION
    const guard = createGuard({ host: 'sdk', integration, readPolicy, cwd: home, home, headless: false, waits: false })
    const { printed, record } = await guard.check({ tool: 'Bash', input: { command: 'cp a b' } })
    expect(printed).toBe('deny')
    expect(record.shadow).toBeUndefined()
  })

  it('status, doctor and the first line of a session say so', async () => {
    await person()
    const policy = readPolicy({ cwd: home, home })
    expect((await statusOf(home, home)).shadow).toBe(true)
    expect(sessionNotice(policy)).toContain('in shadow mode')
    const { findings } = diagnoseStatically({ home, project: home, policy, known: [], hosts: [] })
    expect(findings).toContainEqual(
      expect.objectContaining({ level: 'warning', what: expect.stringContaining('shadow') }),
    )
  })

  it('only a person begins it; it is recorded, and ended by anybody', async () => {
    const agent = { ...consentingPerson(), notAPerson: () => 'claude started it' }
    expect(await runIn(home, shadow, ['on'], agent)).toMatchObject({ status: 20 })
    expect(readPolicy({ cwd: home, home }).shadow).toBeUndefined()
    await person()
    expect(readFileSync(file(), 'utf8')).toContain('// Mine.')
    expect((await newestRecord(fileRecords(join(home, '.irongate/state')), {}))?.reason).toEqual({
      type: 'person',
      command: 'shadow on',
    })
    expect(await runIn(home, shadow, ['off'], agent)).toMatchObject({ status: 0 })
    expect(await answered('ls')).toMatchObject({ decision: 'ask' })
  })

  it("a project's file cannot begin it", async () => {
    mkdirSync(join(home, 'p/.irongate'), { recursive: true })
    writeFileSync(join(home, 'p/.irongate/settings.json'), '{"shadow":true}')
    expect(readPolicy({ cwd: join(home, 'p'), home }).shadow).toBeUndefined()
  })

  it.each([[[]], [['perhaps']], [['on', 'off']]])('%j is no word for it', async (words) => {
    await expect(runIn(home, shadow, words, consentingPerson())).rejects.toThrow('say on or off')
  })
})
