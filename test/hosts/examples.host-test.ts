import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { type ClientName, HOSTS, isInstalled } from './clients.ts'
import { type Said, startMessagesServer } from './messages-server.ts'

interface Example {
  readonly library: ClientName
  readonly file: string
}

const EXAMPLES: readonly Example[] = [
  { library: 'ai-sdk-7.0.169', file: 'ai-sdk.ts' },
  { library: 'langgraph-1.4.18', file: 'langgraph.ts' },
]

const shell = (command: string): Said => ({ tool: 'shell', input: { command } })

describe.each(EXAMPLES)('the example $file with $library', ({ library, file }) => {
  let folder: string
  let project: string
  // Beside the library, as in a user's project.
  beforeAll(() => {
    if (!isInstalled(library)) return
    folder = mkdtempSync(join(HOSTS, library, 'try-'))
    for (const name of [file, `run-${file}`]) cpSync(join('examples', name), join(folder, name))
    writeFileSync(join(folder, 'package.json'), '{ "private": true, "type": "module" }\n')
    mkdirSync(join(folder, 'node_modules'))
    symlinkSync(resolve('.'), join(folder, 'node_modules/irongate'))
  })
  afterAll(() => folder && rmSync(folder, { recursive: true, force: true }))
  beforeEach(() => {
    if (!isInstalled(library)) return
    project = mkdtempSync(join(folder, 'project-'))
    spawnSync('git', ['init', '--quiet', project])
    mkdirSync(join(project, '.irongate'))
    writeFileSync(join(project, '.irongate/settings.json'), '{ "permissions": { "ask": ["Bash(touch:*)"] } }')
  })
  afterEach(() => project && rmSync(project, { recursive: true, force: true }))

  const has = (name: string) => existsSync(join(project, name))

  async function run(turns: readonly (readonly Said[])[], typed = '') {
    const server = await startMessagesServer({ main: turns })
    const child = spawn(process.execPath, [join(folder, `run-${file}`), 'Please go on. [[main]]'], {
      cwd: project,
      env: {
        PATH: `${dirname(process.execPath)}:/usr/bin:/bin`,
        HOME: project,
        ANTHROPIC_BASE_URL: server.url,
        ANTHROPIC_API_KEY: 'none',
      },
      timeout: 60_000,
    })
    let output = ''
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data) => {
        output += String(data)
        if (String(data).includes('Run it?')) child.stdin.write(typed)
      })
    const status = await new Promise<number | null>((done) => child.on('close', done))
    await server.close()
    return { status, output, results: server.results }
  }

  it.skipIf(!isInstalled(library))('is correct by its types', () => {
    const config = { extends: resolve('tsconfig.json'), include: [], files: [`run-${file}`] }
    writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify(config))
    const tsc = resolve('node_modules/typescript/bin/tsc')
    const { stdout } = spawnSync(process.execPath, [tsc, '--noEmit', '-p', folder], { encoding: 'utf8' })
    expect(stdout).toBe('')
  })

  it.skipIf(!isInstalled(library))('an allowed call runs, and a denied one does not: the model reads why', async () => {
    const denied = shell('echo made > denied.txt; git push --force origin main')
    const { status, output, results } = await run([[shell('echo made > made.txt')], [denied], ['done']])
    expect(status, output).toBe(0)
    expect(has('made.txt'), output).toBe(true)
    expect(has('denied.txt'), output).toBe(false)
    expect(results.join(), output).toMatch(/Blocked: /)
    expect(output).toMatch(/done/)
  })

  it.skipIf(!isInstalled(library)).each([
    ['y\n', true],
    ['n\n', false],
  ])('an ask is put to the person; on %j the call runs: %s', async (typed, runs) => {
    const { status, output } = await run([[shell('touch asked.txt')], ['done']], typed)
    expect(status, output).toBe(0)
    expect(output).toMatch(/Run it\? \(y\/N\)/)
    expect(has('asked.txt'), output).toBe(runs)
  })

  it.skipIf(!isInstalled(library))('of two calls in one turn each is decided, and runs once', async () => {
    const calls = [shell('echo one >> ran.txt'), shell('touch asked.txt')]
    const { status, output } = await run([calls, ['done']], 'y\n')
    expect(status, output).toBe(0)
    const { stdout } = spawnSync('cat', [join(project, 'ran.txt')], { encoding: 'utf8' })
    expect({ stdout, asked: has('asked.txt') }).toEqual({ stdout: 'one\n', asked: true })
  })
})
