import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { hostname, tmpdir, userInfo } from 'node:os'
import { basename, join } from 'node:path'
import { Readable } from 'node:stream'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { GENERIC } from '../../integrations/generic/index.ts'
import { escapeRegExp } from '../../intent/consent/naming.ts'
import { runBatch } from '../batch.ts'
import { hookAnswer } from '../hook-answer.ts'
import { runIn } from '../testing.ts'
import { run as why } from '../why.ts'

/** Whole: a hook decides, its Record is shared, and the case is decided again by the batch interface. */
let home = ''
let project = ''
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'mkovac-'))
  project = join(home, 'work/harbor')
  mkdirSync(join(project, '.git'), { recursive: true })
  writeFileSync(join(project, '.git/HEAD'), 'ref: refs/heads/main\n')
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

interface Given {
  readonly tool?: string
  readonly input: Record<string, unknown>
  readonly said?: readonly string[]
}

let calls = 0
async function send(event: Record<string, unknown>): Promise<string> {
  const input = async () => JSON.stringify({ session: 'abc', cwd: project, ...event })
  const ancestry = async () => ({ kind: 'fits', host: { words: ['agent'], terminal: true } }) as const
  return (await hookAnswer({ host: GENERIC, args: ['--home', home], input, ancestry })).stdout
}

async function decided({ tool = 'Bash', input, said = [] }: Given): Promise<{ id: string; decision: string }> {
  for (const text of said) await send({ event: 'prompt', text })
  calls++
  const { decision } = JSON.parse(await send({ event: 'tool', tool, call: `t${calls}`, input }))
  const day = new Date().toISOString().slice(0, 10)
  const lines = readFileSync(join(home, `.irongate/state/audit/${day}.jsonl`), 'utf8')
    .trimEnd()
    .split('\n')
  return { id: JSON.parse(lines.at(-1) ?? '').id, decision }
}

async function shared(id: string) {
  const { out, error, status } = await runIn(home, (args, io) => why(args, io), [id, '--share'])
  expect(status).toBe(0)
  return { out, error, line: JSON.parse(out) }
}

async function judgedAgain(line: string): Promise<{ decision: string; category?: string }> {
  let out = ''
  await runBatch(Readable.from([line]), { out: (text) => (out += text), error: (text) => (out += text), colour: false })
  return JSON.parse(out)
}

function settings(text: unknown): void {
  mkdirSync(join(home, '.irongate'), { recursive: true, mode: 0o700 })
  writeFileSync(join(home, '.irongate/settings.json'), JSON.stringify(text), { mode: 0o600 })
}

describe('a shared case', () => {
  it.each<[string, Given]>([
    ['a deletion', { input: { command: 'rm -rf ~/photos' } }],
    ['a force-push', { input: { command: 'git push --force origin main' }, said: ['make the tests pass'] }],
    ['a harmless call', { input: { command: 'ls -la' } }],
    [
      'an order that names another thing',
      { input: { command: 'git branch -D new-login' }, said: ['delete old-login'] },
    ],
    ['a limit', { input: { command: 'git push origin feat' }, said: ["don't push anything today"] }],
    ['an edit', { tool: 'Write', input: { file_path: '/etc/hosts', content: 'x' } }],
  ])('%s is decided again as it was', async (_, given) => {
    const { id, decision } = await decided(given)
    const { out, error, line } = await shared(id)
    expect(error).toContain('it gets the same decision')
    expect(line.decided).toMatchObject({ outcome: decision, gate: expect.stringMatching(/^\d/), host: 'generic' })
    const again = await judgedAgain(out)
    expect([again.decision, again.category]).toEqual([decision, line.decided.category])
  })

  it('has what was said, and no setting where none matters', async () => {
    settings({ permissions: { allow: ['Bash(npm test)'], deny: ['Read(~/private/**)'] } })
    const { id } = await decided({ input: { command: 'rm -rf ~/photos' }, said: ['clean up the build'] })
    const { line } = await shared(id)
    expect(line.settings).toEqual({})
    expect(line.transcript).toEqual([{ role: 'user', text: 'clean up the build', origin: 'unproven' }])
  })

  it('has the one rule that decided', async () => {
    settings({ permissions: { allow: ['Bash(npm test)'], deny: ['Read(~/private/**)', 'Bash(terraform *)'] } })
    const { id, decision } = await decided({ input: { command: 'terraform version' } })
    const { line, out } = await shared(id)
    expect(decision).toBe('deny')
    expect(line.settings).toEqual({ user: { permissions: { deny: ['Bash(terraform *)'] } } })
    expect((await judgedAgain(out)).decision).toBe('deny')
  })

  it('has the script that was read, where the answer depends on it', async () => {
    writeFileSync(join(project, 'deploy.sh'), 'rm -rf ~/precious\n')
    const { id, decision } = await decided({ input: { command: 'sh deploy.sh' } })
    const { line, out } = await shared(id)
    expect(line.transcript).toContainEqual({
      tool: 'Write',
      input: { file_path: '/home/someone/project/deploy.sh', content: 'rm -rf ~/precious\n' },
    })
    expect((await judgedAgain(out)).decision).toBe(decision)
  })

  it('says so where it is decided in another way', async () => {
    settings({ permissions: { deny: ['Bash(terraform *)'] } })
    const { id } = await decided({ input: { command: 'terraform version' } })
    settings({})
    expect((await shared(id)).error).toMatch(/it gets (?:allow|ask), not deny/)
  })

  it('holds no secret, home, user or host of the machine', async () => {
    const secrets = ['hunter2-Xy81Qq', 'ghp_0123456789abcdefghijABCDEFGHIJ012345', 'opensesame77', 'S3cretWord!9']
    settings({
      permissions: { deny: [`Bash(curl -H 'Authorization: Bearer ${secrets[1]}' *)`, 'Bash(scp *)'] },
      judge: { kind: 'embedded' },
    })
    writeFileSync(
      join(project, 'up.sh'),
      `export API_TOKEN=${secrets[2]}\nscp x ${userInfo().username}@${hostname()}:${home}\n`,
    )
    const { id } = await decided({
      input: {
        command: `DB_PASSWORD=${secrets[0]} sh ${project}/up.sh && scp ${home}/x ${hostname()}:/home/kim/x --token ${secrets[1]}`,
      },
      said: [
        `my password is ${secrets[0]}`,
        `log in with --password '${secrets[3]}' on ${hostname()}`,
        `use ${secrets[1]}`,
      ],
    })
    const { out } = await shared(id)
    for (const secret of secrets) expect(out).not.toContain(secret)
    for (const place of [home, basename(home), project, '/home/kim']) expect(out).not.toContain(place)
    if (userInfo().username !== 'root') expect(out).not.toContain(userInfo().username)
    expect(out).not.toMatch(new RegExp(`(?<![A-Za-z0-9])${escapeRegExp(hostname())}(?![A-Za-z0-9])`))
    expect(out).toContain('«secret:')
    expect(out).toContain('/home/someone/project')
  })
})
