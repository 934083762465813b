import { spawn } from 'node:child_process'
import { resolve } from 'node:path'
import { expect, it } from 'vitest'

const MODULE = JSON.stringify(resolve('src/cli/standard-input.ts'))

function start(program: string) {
  const child = spawn(process.execPath, ['-e', `import(${MODULE}).then(async (input) => {${program}})`])
  let out = ''
  child.stdout.on('data', (text) => {
    out += text
  })
  const ended = new Promise<{ status: number | null; out: string }>((done) => {
    child.on('close', (status) => done({ status, out }))
  })
  return { child, ended }
}

const ECHO =
  'const text = await input.readStandardInput(1024 * 1024); process.stdout.write(`${text.length} ${text.at(-1)}`)'

it.each([
  ['nothing', '', '0 undefined'],
  ['a character cut in two by the size of a chunk', `x${'ü'.repeat(100_000)}`, '100001 ü'],
])('reads all of it: %s', async (_, text, expected) => {
  const { child, ended } = start(ECHO)
  child.stdin.end(text)
  expect(await ended).toEqual({ status: 0, out: expected })
})

it('refuses more than the limit', async () => {
  const { child, ended } = start(
    `await input.readStandardInput(1024 * 1024).catch(({ message }) => console.log(message))`,
  )
  child.stdin.end('x'.repeat(2 * 1024 * 1024))
  expect((await ended).out).toBe('the input is larger than 1 MB\n')
})

it('leaves with its status though the input never ends', async () => {
  const { child, ended } = start('void input.readStandardInput(9); setTimeout(() => input.leaveUnreadInput(2), 50)')
  child.stdin.write('{')
  expect((await ended).status).toBe(2)
  child.stdin.destroy()
})

it('stays when the input was read', async () => {
  const { child, ended } = start('await input.readStandardInput(9); input.leaveUnreadInput(2); process.exitCode = 7')
  child.stdin.end('{}')
  expect((await ended).status).toBe(7)
})
