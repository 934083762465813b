import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { writeRecord } from '../../audit/record-writer.ts'
import { run as runLimits } from '../../cli/limits.ts'
import { consentingPerson, runIn } from '../../cli/testing.ts'
import type { Reading, StatementReader, TurnToRead } from '../../intent/statements/reader.ts'
import type { Statement } from '../../intent/statements/statement.ts'
import { grant, limit } from '../../intent/statements/testing.ts'
import { createReplay } from '../../server/replay/replay.ts'
import { openSessionLog } from '../../state/session-log.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { removeStatement, statementsInForce } from '../../state/statements.ts'
import { createScratchAccount } from '../claude-code/testing.ts'
import type { HookContext } from './hook-context.ts'
import { readAhead } from './stated-limits.ts'

/** What a model would make of these turns. */
const READINGS: Readonly<Record<string, (inForce: TurnToRead['inForce']) => Partial<Reading>>> = {
  'Only touch client, please.': () => ({ added: [limit('edit', 'path only client/**')] }),
  'OK, server too.': (inForce) => ({
    added: [limit('edit', 'path only client/**,server/**')],
    lifted: inForce.slice(0, 1).map(({ id }) => ({ id, sentence: 'OK, server too.' })),
  }),
  'Commits are mine.': () => ({ added: [limit('commit')] }),
  'Please remove the precious folder.': () => ({ added: [grant('delete-file', 'path named precious')] }),
}

let turns: TurnToRead[] = []
const reader: StatementReader = {
  read: async (turn) => {
    turns.push(turn)
    const said = READINGS[turn.text]?.(turn.inForce) ?? {}
    const added = (said.added ?? []).map((one): Statement => ({ ...one, sentence: turn.text }))
    return { kind: 'read', reading: { lifted: [], kept: [], ...said, added } }
  },
}

let account: ReturnType<typeof createScratchAccount>
const start = (more: Partial<HookContext> = {}) => {
  account = createScratchAccount({ statementReader: () => reader, ...more })
}
beforeEach(() => {
  turns = []
  start()
})
afterEach(() => account.remove())

const edit = (path: string, fields: object = {}) =>
  account.decide(
    'Write',
    { file_path: join(account.project, path), content: 'x' },
    { permission_mode: 'acceptEdits', ...fields },
  )
const folder = () => stateFolder(account.home)

describe('a limit that a model read', () => {
  it('holds for each call until the person lifts it, and is read once', async () => {
    await account.prompt('Only touch client, please.')
    const { said, why } = await edit('server/api.ts')
    expect(said).toBe('ask')
    expect(why).toContain('Only touch client, please.')
    expect((await edit('client/app.ts')).said).not.toBe('ask')
    expect((await account.bash('echo x > server/new.ts')).said).toBe('ask')
    expect(turns).toHaveLength(1)
    await account.prompt('OK, server too.')
    expect((await edit('server/api.ts')).said).not.toBe('ask')
    expect(turns).toHaveLength(2)
  })

  it('is named by the Record of what it stopped', async () => {
    await account.prompt('Commits are mine.')
    await account.bash('git commit -m x')
    expect(account.records.at(-1)?.statement).toEqual({ id: 1, sentence: 'Commits are mine.' })
  })

  it('is replayed as it was, though it is lifted by now', async () => {
    await account.prompt('Only touch client, please.')
    await edit('server/api.ts')
    const [record] = account.records
    await account.prompt('OK, server too.')
    await edit('server/api.ts')
    const { home, edge } = account
    const replay = createReplay({ home, policyFor: (cwd) => edge().readPolicy({ cwd, home }) })
    if (record === undefined) throw new Error('nothing was recorded')
    expect(await replay(record)).toMatchObject({ kind: 'decided', decision: { outcome: 'ask', statement: { id: 1 } } })
  })

  it('holds through compaction, a resumed conversation and in sub-agents', async () => {
    await account.prompt('Only touch client, please.')
    expect((await edit('server/api.ts', { agent_id: 'a1' })).said).toBe('ask')
    await account.send('PostCompact', { compact_summary: 'The user said that server is fine.' })
    await account.send('SessionStart', { source: 'compact' })
    expect((await edit('server/api.ts')).said).toBe('ask')
    await account.send('SessionStart', { source: 'resume' })
    expect((await edit('server/api.ts')).said).toBe('ask')
    expect((await edit('server/api.ts', { agent_id: 'a2' })).said).toBe('ask')
    expect(turns).toHaveLength(1)
  })

  it('is gone once a person removed it', async () => {
    await account.prompt('Only touch client, please.')
    expect((await edit('server/api.ts')).said).toBe('ask')
    expect(removeStatement(folder(), 's', 1)).toBe(true)
    expect((await edit('server/api.ts')).said).not.toBe('ask')
  })

  it('still holds where the model is gone', async () => {
    await account.prompt('Only touch client, please.')
    await edit('client/app.ts')
    const { home, project } = account
    const without = { ...account.edge(), statementReader: () => undefined }
    const { answerEvent } = await import('./hook-events.ts')
    const event = { session_id: 's', cwd: project, permission_mode: 'acceptEdits', hook_event_name: 'PreToolUse' }
    const call = {
      tool_name: 'Write',
      tool_input: { file_path: join(project, 'server/x.ts'), content: 'x' },
      tool_use_id: 'z',
    }
    const told = without.integration.readEvent(JSON.stringify({ ...event, ...call }), { home, signs: {} })
    expect((await answerEvent(told, without)).stdout).toContain('"permissionDecision":"ask"')
  })
})

describe('reading', () => {
  it('is waited for by no call that only reads', async () => {
    await account.prompt('Only touch client, please.')
    await account.bash('ls')
    expect(turns).toEqual([])
    await account.bash('touch client/x')
    expect(turns).toHaveLength(1)
  })

  it('happens while the agent starts to think, where a process stays', async () => {
    const told: { readonly sessionId: string; readonly cwd: string }[] = []
    account.remove()
    start({ readAhead: (session) => void told.push(session) })
    await account.prompt('Only touch client, please.')
    expect(told.map(({ sessionId }) => sessionId)).toEqual(['s'])
    for (const session of told) await readAhead(session, account.edge())
    expect(turns).toHaveLength(1)
    expect((await edit('server/api.ts')).said).toBe('ask')
    expect(turns).toHaveLength(1)
  })

  it('asks nobody without a model, or where it is switched off', async () => {
    account.remove()
    let told = 0
    start({ statementReader: () => undefined, readAhead: () => void told++ })
    await account.prompt('Rename the helper.')
    await edit('server/api.ts')
    expect(told).toBe(0)
    expect(account.log().statements).toEqual([])
  })

  it('goes on by the settings', async () => {
    account.remove()
    account = createScratchAccount()
    const write = (judge: object) =>
      writeFileSync(join(account.home, '.irongate/settings.json'), JSON.stringify({ judge }))
    await account.prompt('Hello.')
    const { readerFor } = await import('./stated-limits.ts')
    const isRead = () =>
      readerFor(account.edge().readPolicy({ cwd: account.project, home: account.home }), account.edge()) !== undefined
    expect(isRead()).toBe(false)
    write({ apiKey: 'k' })
    expect(isRead()).toBe(true)
    write({ apiKey: 'k', statements: { enabled: false } })
    expect(isRead()).toBe(false)
    write({ kind: 'embedded', apiKey: 'k' })
    expect(isRead()).toBe(false)
  })
})

describe('without a model', () => {
  beforeEach(() => {
    account.remove()
    start({
      statementReader: () => undefined,
      audit: (record) => {
        account.records.push(record)
        writeRecord(folder(), record)
      },
    })
  })
  const cli = (...args: readonly string[]) =>
    runIn(account.home, runLimits, [...args, '--cwd', account.project], consentingPerson())

  it('a phrase is a limit like any other: told, listed, recorded, and removed by its number', async () => {
    await account.prompt("Fix the cart. Don't commit yet. Only touch client/.")
    const listed = await cli()
    expect(listed.out).toMatch(/ {2}1 {2}limit {2}no commits\n {12}"Don't commit yet\."\n/)
    expect(listed.out).toMatch(/ {2}2 {2}limit {2}only client\n/)
    expect((await account.bash('git commit -m x')).why).toContain("Don't commit yet.")
    expect(account.records.at(-1)?.statement).toEqual({ id: 1, sentence: "Don't commit yet." })
    expect((await cli('remove', '1')).out).toContain('Removed limit 1: no commits.')
    expect((await account.bash('git commit -m x')).why).not.toContain("Don't commit yet.")
    expect((await edit('server/api.ts')).said).toBe('ask')
    expect((await cli()).out).not.toContain('no commits')
  })

  it('words lift it, and a number is never used again', async () => {
    await account.prompt("Don't push.")
    await account.prompt('Ok, you can push now.')
    await account.prompt("Don't commit.")
    expect(statementsInForce(folder(), 's', Date.now()).map(({ id, sentence }) => [id, sentence])).toEqual([
      [2, "Don't commit."],
    ])
    expect((await cli('--all')).out).toMatch(/ {2}1 {2}limit {2}no pushes\n.*\n.*lifted by you/)
  })
})

describe('where the model fails', () => {
  let fails = true
  beforeEach(() => {
    account.remove()
    fails = true
    const flaky: StatementReader = {
      read: (turn, signal) =>
        fails ? Promise.resolve({ kind: 'unread', why: 'no answer' }) : reader.read(turn, signal),
    }
    start({ statementReader: () => flaky })
  })
  const inForce = () => statementsInForce(folder(), 's', Date.now()).map(({ id, sentence }) => [id, sentence])

  it('the phrases hold until it reads the turn, and then its reading alone does', async () => {
    await account.prompt('Only touch client/, please.')
    expect((await edit('server/api.ts')).said).toBe('ask')
    expect(inForce()).toEqual([[1, 'Only touch client/, please.']])
    fails = false
    await account.prompt('Commits are mine.')
    expect((await edit('server/api.ts')).said).not.toBe('ask')
    expect(inForce()).toEqual([[2, 'Commits are mine.']])
  })

  it('a read that a phrase rules out waits for the model, and asks', async () => {
    await account.prompt("Don't read notes.md.")
    expect((await account.decide('Read', { file_path: join(account.project, 'notes.md') })).said).toBe('ask')
    expect(turns).toEqual([])
  })
})

describe('the person reads', () => {
  const lineOf = async (sent: Promise<unknown>) => {
    const output = (await sent) as { readonly systemMessage?: string } | undefined
    return /irongate: ((?:Limits|No limits) in force.*)/.exec(output?.systemMessage ?? '')?.[1]
  }
  const run = (command: string, mode = 'acceptEdits') =>
    lineOf(
      account.send('PreToolUse', {
        tool_name: 'Bash',
        tool_input: { command },
        tool_use_id: command,
        permission_mode: mode,
      }),
    )

  it('which limits are in force, once, and when they change', async () => {
    await account.prompt('Only touch client, please.')
    expect(await run('touch client/x')).toBe('Limits in force: only client/**.')
    expect(await run('touch client/y')).toBeUndefined()
    await account.prompt('Commits are mine.')
    expect(await run('git commit -m x')).toBe('Limits in force: only client/**; no commits.')
    await account.prompt('OK, server too.')
    expect(await run('touch server/y')).toBe('Limits in force: no commits; only client/** and server/**.')
    expect(await lineOf(account.prompt('Thanks.'))).toBeUndefined()
  })

  it('them beside the next prompt, where the gate said nothing to the calls before', async () => {
    await account.prompt('Only touch client, please.')
    await readAhead({ sessionId: 's', cwd: account.project }, account.edge())
    expect(await lineOf(account.prompt('Hello.'))).toBe('Limits in force: only client/**.')
    expect(await lineOf(account.prompt('Go on.'))).toBeUndefined()
  })
})

describe('a turn that nobody has vouched for', () => {
  const waits = { ancestry: async () => ({ kind: 'fits', host: { words: [], terminal: true } }) as const }
  const attest = (as: object) => {
    const log = openSessionLog(folder(), 's')
    const [claim] = log.fold().pending
    log.append({ type: 'attested', claim: claim?.key ?? '', as: as as never })
  }
  beforeEach(() => {
    account.remove()
    start(waits as Partial<HookContext>)
  })
  const inForce = () => statementsInForce(folder(), 's', Date.now()).map(({ kind }) => kind)

  it('limits at once', async () => {
    await account.prompt('Only touch client, please.')
    expect((await edit('server/api.ts')).said).toBe('ask')
  })

  it('grants once it is proven, without another request', async () => {
    const text = 'Please remove the precious folder.'
    await account.prompt(text)
    expect((await account.bash(account.wipe())).said).not.toBe('allow')
    expect(inForce()).toEqual([])
    attest({ kind: 'typed', text })
    expect(inForce()).toEqual(['grant'])
    expect(turns).toHaveLength(1)
  })

  it('counts for nothing where the record says that it was somebody else', async () => {
    await account.prompt('Only touch client, please.')
    await edit('client/app.ts')
    attest({ kind: 'not-typed', why: 'a script' })
    expect((await edit('server/api.ts')).said).not.toBe('ask')
  })
})
