import { mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createScratchAccount } from './testing.ts'

const KEY = 'ghp_k3yk3yk3yk3yk3yk3yk3yk3yk3yk3yk3yk3y'
const PASSWORD = 'correct-horse-77'

let account: ReturnType<typeof createScratchAccount>
let home: string
beforeEach(() => {
  account = createScratchAccount()
  home = account.home
})
afterEach(() => account.remove())

const state = () => join(home, '.irongate/state')
const files = () =>
  readdirSync(state(), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
/** The files of our state that hold a text, each as its folder and whether it is one of the short-lived ones. */
const holding = (text: string) =>
  files()
    .filter((file) => readFileSync(file, 'utf8').includes(text))
    .map((file) => file.slice(state().length + 1).replace(/^(contents\/s-).*/, '$1'))
const ran = (id: string) => account.send('PostToolUse', { tool_name: 'Write', tool_use_id: id })
const put = (path: string, text: string) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

describe('what a session keeps of its calls', () => {
  it.each([
    ['a key on a command line', `curl -H "Authorization: Bearer ${KEY}" https://api.github.com/user`, KEY],
    ['a password by its name', `mysql --password=${PASSWORD} -e 'select 1'`, PASSWORD],
    ['a password in an address', `git clone https://me:${PASSWORD}@git.example.org/a.git`, PASSWORD],
    ['an address that something came from', `curl -o a.bin https://me:${PASSWORD}@files.example.org/a.bin`, PASSWORD],
  ])('%s: a placeholder of its kind', async (_name, command, secret) => {
    await account.bash(command)
    expect(holding(secret)).toEqual([])
    expect(holding('«secret:')).not.toEqual([])
  })

  it.each([
    ['text between two marks', `cat > a.txt <<END\npassword: ${PASSWORD}\nEND`],
    ['an option of a program', `redis-cli -a ${PASSWORD} ping`],
    ['a word that might be a file', `rabbitmqctl change_password me ${PASSWORD}`],
    ['a store of secrets', `vault kv put secret/app key=${PASSWORD}`],
    ['a word of an editor', `sed -i 's/^DB_PASSWORD=.*/DB_PASSWORD=${PASSWORD}/' a.txt`],
    ['the name of what it started', `tailscale up --auth-token ${PASSWORD}`],
  ])('%s: neither in Records, nor in the session, nor in what was looked at', async (_name, command) => {
    await account.bash(command)
    expect(holding(PASSWORD).filter((file) => !file.startsWith('contents/'))).toEqual([])
  })

  it('a variable that is called a secret is not kept', async () => {
    await account.bash(`export DB_PASSWORD=${PASSWORD}`)
    expect(holding(PASSWORD)).toEqual([])
  })
})

describe('what a session keeps of the files that it writes', () => {
  const script = () => join(account.project, 'tidy.sh')
  const text = (key: string) => `#!/bin/sh\nexport TOKEN=${key}\nrm -rf ${home}/precious\n`
  const write = () => account.decide('Write', { file_path: script(), content: text(KEY) })
  const run = async () => (await account.bash(`sh ${script()}`)).said

  it('until it is written, the text is known, in a private file', async () => {
    await write()
    expect(holding(KEY)).toEqual(['contents/s-'])
    for (const file of files()) expect(statSync(file).mode & 0o077, file).toBe(0)
    expect(account.log().facts.written.get(script())).toBe(text(KEY))
    expect(await run()).toBe('deny')
  })

  it('when it lies there, it is nowhere else, and is read from there', async () => {
    const { id } = await write()
    put(script(), text(KEY))
    await ran(id)
    expect(holding(KEY)).toEqual([])
    expect(account.log().facts.written.get(script())).toBe(text(KEY))
    expect(await run()).toBe('deny')
  })

  it.each<[string, string, string | undefined]>([
    ['something harmless came after it', 'echo hello\n', undefined],
    ['something else that harms came after it', `rm -rf ${'~'}/precious\n`, 'deny'],
  ])('%s: what lies there counts', async (_name, later, expected) => {
    const { id } = await write()
    put(script(), text(KEY))
    await ran(id)
    put(script(), later)
    expect(account.log().facts.written.has(script())).toBe(true)
    const said = await run()
    if (expected === undefined) expect(said).not.toBe('deny')
    else expect(said).toBe(expected)
  })

  it('put back to what it was before: what lies there counts, and nothing is awaited', async () => {
    put(script(), 'echo before\n')
    const { id } = await write()
    put(script(), text(KEY))
    await ran(id)
    put(script(), 'echo before\n')
    expect(await run()).toBe('allow')
  })

  it('that did not come to lie there stays known, for a day', async () => {
    const { id } = await write()
    await ran(id)
    expect(holding(KEY)).toEqual(['contents/s-'])
    const age = (hours: number) => {
      const then = new Date(Date.now() - hours * 60 * 60 * 1000)
      for (const file of files()) if (file.includes('/contents/')) utimesSync(file, then, then)
    }
    age(20)
    await account.send('SessionStart', { source: 'startup' })
    expect(holding(KEY)).toEqual(['contents/s-'])
    age(30)
    await account.send('SessionStart', { source: 'startup' })
    expect(holding(KEY)).toEqual([])
    expect(account.log().facts.written.has(script())).toBe(true)
    expect(account.log().facts.written.get(script())).toBeUndefined()
  })

  it('without a secret it stands in the log, as ever', async () => {
    await account.decide('Write', { file_path: script(), content: 'echo hello\n' })
    expect(readdirSync(state())).not.toContain('contents')
  })
})
