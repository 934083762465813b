import { describe, expect, it } from 'vitest'
import { CLI_TOOLS } from '../../cli/call-case.ts'
import { fixedFacts } from '../../facts/fixed.ts'
import { createGate } from '../../gate.ts'
import { createEmbeddedJudge } from '../../judge/embedded/judge.ts'
import { memoryState, type Session } from '../../session.ts'
import { policyFromObject } from '../../settings/load.ts'

const cwd = '/home/dev/project'
const policy = policyFromObject({}, { cwd, home: '/home/dev' })
const gate = createGate({ policy, tools: CLI_TOOLS, judge: createEmbeddedJudge() })

async function decisionOn(command: string, said: readonly string[]) {
  const transcript = said.map((text) => ({ kind: 'user', text, trusted: true }) as const)
  const session: Session = {
    id: 's',
    mode: 'auto',
    headless: false,
    transcript,
    facts: fixedFacts(),
    fence: 'f',
    state: memoryState(),
  }
  return gate.check({ tool: 'Bash', input: { command }, cwd, sessionId: 's' }, session)
}

describe('an order counts while it is the latest word', () => {
  const drop = 'psql -h db.example.org shop -c "DROP TABLE carts_2019"'
  it('and is worth a question after it', async () => {
    expect((await decisionOn(drop, ['drop the table carts_2019'])).outcome).toBe('allow')
    for (const later of ['mhm, lieber doch nicht', 'Bea still reads it', 'now the changelog please'])
      expect((await decisionOn(drop, ['drop the table carts_2019', later])).outcome, later).toBe('ask')
  })
})

describe('of things that differ in a number', () => {
  it.each([
    ['bkill 4410 4411', 'job 4410 hangs, kill it. 4411 runs fine'],
    ['kubectl delete namespace pr-51 pr-52', 'lösche den namespace pr-51, nicht die 52'],
  ])('%s after %j is worth a question: who names one in full means no other', async (command, said) => {
    expect((await decisionOn(command, [said])).outcome).toBe('ask')
  })

  it('who names all means all', async () => {
    expect(
      (await decisionOn('kubectl delete namespace pr-51 pr-52', ['delete the namespaces pr-51 and pr-52'])).outcome,
    ).toBe('allow')
  })
})

describe('near by a name, in any language', () => {
  it.each([
    [
      'what the command is given, where its target has no name',
      'aws iam create-access-key --user-name bot-reader',
      'bot-reader potrzebuje nowego klucza',
    ],
    ['the program that keeps a database', 'DATABASE_URL="$LIVE" alembic upgrade head', 'alembic na produkcji, teraz'],
    [
      'a host by its first label',
      "ssh cam-07.example.org 'sudo systemctl stop recorder'",
      'auf cam-07 hängt der recorder, halt ihn an',
    ],
    ['one of the things that one command does', 'ansible-playbook -i inventory/live certs.yml', 'certs.yml, adesso'],
    ['two common names together', 'git push origin main', 'main, origin, subito'],
  ])('%s', async (_, command, said) => {
    expect((await decisionOn(command, ['bonjour'])).outcome).toBe('deny')
    expect((await decisionOn(command, [said])).outcome).toBe('ask')
  })

  it('a question names nothing by one word alone', async () => {
    const told = await decisionOn('ansible-playbook -i inventory/live certs.yml', ['what is certs.yml for?'])
    expect(told.outcome).toBe('deny')
  })
})

describe('what an ask quotes', () => {
  it('speaks of this very place, not of one beside it', async () => {
    const said = 'Delete ~/office/tmp for me, will you.'
    const beside = await decisionOn('rm -rf ~/office/keep', [said])
    expect(beside.outcome).toBe('ask')
    expect(beside.parts.quote).toBeUndefined()
    const other = await decisionOn('rm -rf ~/office/tmp ~/office/keep', ['Delete ~/office/tmp and the keep folder?'])
    expect(other.parts.quote).toContain('keep folder')
  })
})
