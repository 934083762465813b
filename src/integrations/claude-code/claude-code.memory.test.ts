import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createScratchAccount } from './testing.ts'

let account: ReturnType<typeof createScratchAccount>
beforeEach(() => {
  account = createScratchAccount()
})
afterEach(() => account.remove())

describe('what the session wrote', () => {
  const script = () => join(account.project, 'step.sh')
  const write = async (content: string) => {
    const { id } = await account.decide('Write', { file_path: script(), content })
    writeFileSync(script(), content)
    await account.send('PostToolUse', { tool_name: 'Write', tool_input: {}, tool_use_id: id })
  }

  it('is judged when it is run', async () => {
    await write('echo fine\n')
    expect((await account.bash('bash step.sh')).said).toBe('allow')
    await write(`${account.wipe()}\n`)
    expect((await account.bash('bash step.sh')).said).toBe('deny')
  })

  it('gives way to the disk when something else changed the file since', async () => {
    await write('echo fine\n')
    writeFileSync(script(), `${account.wipe()}\n`)
    expect((await account.bash('bash step.sh')).said).toBe('deny')
  })

  it('counts before it lies there', async () => {
    writeFileSync(script(), 'echo fine\n')
    await account.decide('Write', { file_path: script(), content: `${account.wipe()}\n` })
    expect((await account.bash('bash step.sh')).said).toBe('deny')
  })

  it('a program that an earlier call compiled may be run, once it is there', async () => {
    const source = { file_path: join(account.project, 'main.c'), content: 'int main(void) { return 0; }\n' }
    await account.decide('Write', source)
    writeFileSync(source.file_path, source.content)
    const { id } = await account.bash('gcc -o main main.c')
    writeFileSync(join(account.project, 'main'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]), { mode: 0o755 })
    await account.send('PostToolUse', { tool_name: 'Bash', tool_input: {}, tool_use_id: id })
    expect((await account.bash('./main')).said).toBe('allow')
    // Another file of that name is another program.
    const other = join(account.project, 'other')
    await account.decide('Write', { file_path: join(other, 'main'), content: '\u007fELF' })
    mkdirSync(other)
    writeFileSync(join(other, 'main'), Buffer.from([0x7f, 0x45, 0x4c, 0x46, 0, 1]), { mode: 0o755 })
    expect((await account.bash('cd other && ./main')).said).toBe('ask')
  })
})

describe('memory', () => {
  it('what a call leaves in the shell is there for the next one', async () => {
    await account.bash(`tidy_up() { ${account.wipe()}; }`)
    await account.bash('true')
    expect((await account.bash('tidy_up')).said).toBe('deny')
  })

  const write = (content: string) => account.decide('Write', { file_path: join(account.project, 'x.sh'), content })

  it('what is being written is known to a parallel call at once', async () => {
    await write(`${account.wipe()}\n`)
    expect((await account.bash('sh x.sh')).said).toBe('deny')
  })

  it('what loosens counts only after the call ran', async () => {
    const { id } = await account.bash('mkdir made')
    expect([...account.log().facts.created]).toEqual([])
    await account.send('PostToolUse', { tool_name: 'Bash', tool_input: {}, tool_use_id: 'another' })
    expect([...account.log().facts.created]).toEqual([])
    await account.send('PostToolUse', { tool_name: 'Bash', tool_input: {}, tool_use_id: id })
    expect([...account.log().facts.created]).toEqual([join(account.project, 'made')])
  })

  it('a denied call leaves nothing', async () => {
    await account.decide('Write', { file_path: join(account.home, '.irongate/settings.json'), content: '{}' })
    expect([...account.log().facts.written.keys()]).toEqual([])
  })

  it('a call that the host refused is remembered as refused', async () => {
    const { id } = await account.bash('mkdir made')
    await account.send('PermissionDenied', { tool_name: 'Bash', tool_input: {}, tool_use_id: id })
    expect(account.log().entries(undefined).at(-1)).toMatchObject({ kind: 'call', denied: true })
  })
})
