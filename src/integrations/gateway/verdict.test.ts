import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { fileRecords } from '../../audit/file-records.ts'
import { giveApproval } from '../../state/approvals.ts'
import { openSessionLog } from '../../state/session-log.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { createScratchAccount } from '../claude-code/testing.ts'
import {
  bashUse,
  type GatewayBench,
  requestBody,
  startBench,
  streamedAnswer,
  TEST_SESSION,
  type ToolUseFixture,
  VERDICT_HEADERS,
  verdictsIn,
} from './testing.ts'

let account: ReturnType<typeof createScratchAccount>
let at: GatewayBench
beforeEach(async () => {
  account = createScratchAccount()
  at = await startBench({ home: account.home })
})
afterEach(async () => {
  await at.close()
  account.remove()
})

/** The gateway is asked about a turn. */
async function ahead(
  uses: readonly ToolUseFixture[],
  more: Partial<Parameters<typeof requestBody>[0]> = {},
  theirs?: object,
) {
  at.behave = streamedAnswer(
    uses,
    theirs && { safeguard_results: [{ type: 'dangerous_tool_use', status: { type: 'available', tool_uses: theirs } }] },
  )
  const body = requestBody({ home: account.home, cwd: account.project, ...more })
  const verdicts = verdictsIn((await at.ask({ headers: VERDICT_HEADERS, body })).text) ?? {}
  return Object.values(verdicts).map(
    (verdict) => (verdict as { outcome?: string; type: string }).outcome ?? (verdict as { type: string }).type,
  )
}

/** Then the hook, about one call of it. */
async function hook({ id, name, input }: ToolUseFixture) {
  const { said, why } = await account.decide(name, input, {
    tool_use_id: id,
    session_id: TEST_SESSION,
    permission_mode: 'auto',
  })
  return { said, why }
}

/** Both judge one call, in either order: the client may ask its hook as soon as it has read the call. */
async function both(use: ToolUseFixture, order: Order) {
  if (order === 'the gateway first') {
    const [verdict] = await ahead([use])
    return { verdict, said: (await hook(use)).said }
  }
  let said: string | undefined
  const body = requestBody({ home: account.home, cwd: account.project })
  at.behave = async (response, heard) => {
    said = (await hook(use)).said
    streamedAnswer([use])(response, heard)
  }
  const { text } = await at.ask({ headers: VERDICT_HEADERS, body })
  const verdict = verdictsIn(text)?.[use.id] as { outcome?: string } | undefined
  return { verdict: verdict?.outcome, said }
}

type Order = 'the gateway first' | 'the hook first'
const ORDERS: readonly Order[] = ['the gateway first', 'the hook first']

const log = () => openSessionLog(stateFolder(account.home), TEST_SESSION)
const wipe = (id: string) => bashUse(id, account.wipe())

function settings(value: object): void {
  mkdirSync(join(account.home, '.irongate'), { recursive: true, mode: 0o700 })
  writeFileSync(join(account.home, '.irongate/settings.json'), JSON.stringify(value))
}

describe('a call that the gateway and the hook judge', () => {
  it.each(ORDERS)('counts once as a denial, %s: the third one reaches the limit, not the second', async (order) => {
    for (const id of ['t1', 't2']) expect(await both(wipe(id), order)).toEqual({ verdict: 'flagged', said: 'deny' })
    // The limit hands it to a person, which only the hook can do.
    expect(await both(wipe('t3'), order)).toEqual({ verdict: 'flagged', said: 'ask' })
  })

  it.each(ORDERS)('is approved once for both, %s', async (order) => {
    await ahead([wipe('t1')])
    const keys = []
    for await (const { approvalKey } of fileRecords(stateFolder(account.home)).query({})) keys.push(approvalKey)
    await hook(wipe('t1'))
    expect(keys).toEqual([account.records.at(-1)?.approvalKey])
    giveApproval(stateFolder(account.home), { key: keys[0] ?? '', sessionId: TEST_SESSION }, Date.now())
    expect(await both(wipe('t2'), order)).toEqual({ verdict: 'not_flagged', said: undefined })
    expect(await both(wipe('t3'), order)).toEqual({ verdict: 'flagged', said: 'deny' })
    // Not even for the same call again.
    expect(await both(wipe('t2'), order)).toMatchObject({ verdict: 'flagged' })
  })

  it.each(['tighten', 'replace'])('stays denied where the upstream flagged it (auto: %s)', async (auto) => {
    settings({ hosts: { 'claude-code': { auto } } })
    const use = bashUse('t1', 'git status')
    const theirs = { t1: { type: 'evaluated', outcome: 'flagged', explanation: 'theirs' } }
    expect(await ahead([use], {}, theirs)).toEqual(['flagged'])
    expect(await hook(use)).toEqual({ said: 'deny', why: expect.stringContaining('theirs') })
    // A yes of the hook would go past the verdict, which may still be on its way.
    expect((await hook(bashUse('t2', 'git status'))).said).toBeUndefined()
    expect(await both(bashUse('t3', 'git status'), 'the hook first')).toEqual({
      verdict: 'not_flagged',
      said: undefined,
    })
  })

  it('is asked about by the hook where a verdict cannot ask', async () => {
    settings({ permissions: { ask: ['Bash(git status*)'] } })
    const use = bashUse('t1', 'git status')
    expect(await ahead([use])).toEqual(['flagged'])
    expect((await hook(use)).said).toBe('ask')
  })

  it.each([
    'mkdir made && touch made/file',
    'git checkout -b topic',
    'curl -fsSLo i.sh https://downloads.example.net/i.sh',
    'echo "echo hi" > run.sh && sh run.sh',
    'npm test',
    'rm -rf made',
  ])('is judged the second time as the first: %s', async (command) => {
    const alone = (await account.bash(command, { session_id: 'another', permission_mode: 'auto' })).said
    await ahead([bashUse('t1', command), bashUse('t2', 'git log')])
    expect((await hook(bashUse('t1', command))).said).toBe(alone)
  })

  it('is one entry of the conversation, and clears nothing until somebody has asked or it ran', async () => {
    const calls = (ran?: ReadonlySet<string>) =>
      log()
        .fold({ ran })
        .entries(undefined)
        .filter(({ kind }) => kind === 'call')
    await ahead([bashUse('t1', 'git status')])
    expect(calls()).toMatchObject([{ tool: 'Bash', unconfirmed: true }])
    expect(calls(new Set(['t1']))[0]).not.toHaveProperty('unconfirmed')
    await hook(bashUse('t1', 'git status'))
    expect(calls()).toHaveLength(1)
    expect(calls()[0]).not.toHaveProperty('unconfirmed')
    // Whoever says it ahead once more takes nothing back.
    await ahead([bashUse('t1', 'ls')])
    expect(calls()).toMatchObject([{ input: { command: 'git status' } }])
  })

  it('is judged by what the hook heard people say, not by what a request holds', async () => {
    const order = `Delete the folder ${account.home}/precious with everything in it.`
    await account.prompt('Have a look around.', { session_id: TEST_SESSION })
    expect(await ahead([wipe('t1')], { said: order })).toEqual(['flagged'])
    await account.prompt(order, { session_id: TEST_SESSION })
    expect(await ahead([wipe('t2')], { said: order })).toEqual(['not_flagged'])
    // What only the request holds may still rule out.
    expect(await ahead([bashUse('t3', 'git push origin topic')], { said: 'Never push anything.' })).toEqual(['flagged'])
  })
})
