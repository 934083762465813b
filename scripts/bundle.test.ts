import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { programNames } from '../src/analysis/interpret/registry.ts'
import { THOROUGH } from '../test/runs.ts'
import { bundle } from './bundle.ts'
import { lazyModule } from './lazy-module.ts'
import { partOf } from './parts.ts'
import { staticModules } from './static-modules.ts'

const folder = mkdtempSync(join(tmpdir(), 'irongate-bundle-'))

beforeAll(async () => {
  mkdirSync(join(folder, 'parts'))
  const { files } = await bundle({ entry: 'src/cli/main.ts', replaced: await staticModules(), partOf })
  for (const [file, text] of files) writeFileSync(join(folder, file), text)
}, 120_000)

afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** A fault of the bundle lies in a module, not in a case: of neighbours in the corpus, which much resemble each other, one will do. */
const EVERY = THOROUGH ? 4 : 20
/** Programs of one module have names that stand together, too. */
const NAMES = THOROUGH ? 1 : 3

/** One call of every program, cases of every class of the corpus, and lines that are wrong. */
function lines(): string[] {
  const programs = programNames()
    .filter((_, at) => at % NAMES === 0)
    .map((name) => ({ tool: 'Bash', input: { command: `${name} --version x` } }))
  const corpus = readdirSync('corpus')
    .filter((name) => name.endsWith('.jsonl'))
    .flatMap((name) => readFileSync(join('corpus', name), 'utf8').trim().split('\n'))
    .filter((_, index) => index % EVERY === 0)
    .map((line) => JSON.parse(line))
    .map(({ tool, input, transcript = [] }) => ({ tool, input, transcript }))
  const calls = [...programs, ...corpus].map((call, index) =>
    JSON.stringify({ id: index, cwd: '/home/dev/shop', home: '/home/dev', ...call }),
  )
  return [
    ...calls,
    '{',
    '[]',
    '{"id":1,"tool":"constructor","input":{}}',
    '{"id":2,"tool":"Bash","input":{"command":7}}',
  ]
}

function answers(program: string, input: string): string[] {
  const { stdout, stderr, status } = spawnSync(process.execPath, ['-e', program], {
    input,
    encoding: 'utf8',
    maxBuffer: 1 << 28,
  })
  expect([status, stderr]).toEqual([0, ''])
  return stdout
    .trim()
    .split('\n')
    .map((line) => line.replace(/,"ms":[\d.]+\}$/, '}'))
}

it('the bundle answers as the sources do', { timeout: 120_000 }, () => {
  const input = `${lines().join('\n')}\n`
  const bundled = answers(`require(${JSON.stringify(join(folder, 'cli.cjs'))}).main(['check','--batch'])`, input)
  const main = JSON.stringify(resolve('src/cli/main.ts'))
  const sources = answers(`import(${main}).then(({ main }) => main(['check','--batch']))`, input)
  expect(sources.length).toBe(lines().length)
  expect(bundled).toEqual(sources)
})

it('keeps compiled code while there is new code to keep, and then leaves it', { timeout: 60_000 }, () => {
  const home = join(folder, 'home')
  mkdirSync(join(home, '.irongate/state'), { recursive: true, mode: 0o700 })
  const runner = join(folder, 'run.cjs')
  writeFileSync(runner, "require('./cli.cjs').main(process.argv.slice(2))")
  const hook = (tool: string, input: object) => {
    const event = { session_id: 's', cwd: home, permission_mode: 'default', hook_event_name: 'PreToolUse' }
    const text = JSON.stringify({ ...event, tool_name: tool, tool_input: input })
    expect(spawnSync(process.execPath, [runner, 'hook', 'claude-code', '--home', home], { input: text }).status).toBe(0)
    const [place = ''] = readdirSync(join(home, '.irongate/cache'))
    const names = readdirSync(join(home, '.irongate/cache', place))
    return new Map(names.map((name) => [name, statSync(join(home, '.irongate/cache', place, name)).mtimeMs]))
  }
  const first = hook('Read', { file_path: 'a.ts' })
  expect(first.size).toBeGreaterThan(0)
  expect(hook('Read', { file_path: 'a.ts' })).not.toEqual(first)
  for (let round = 0; round < 7; round++) hook('Read', { file_path: 'a.ts' })
  const settled = hook('Read', { file_path: 'a.ts' })
  expect(hook('Read', { file_path: 'a.ts' })).toEqual(settled)
  // Another kind of call reaches what is not kept yet.
  const more = hook('Bash', { command: 'git status' })
  expect([...more].filter(([name, at]) => settled.get(name) !== at).length).toBeGreaterThan(1)
})

it.each([
  ['a default import', "import x from 'node:fs'\nexport const y = x.readFileSync"],
  ['an import for its effect', "import './x.ts'\nexport const y = 1"],
  ['a name the build uses', "import { a } from './x.ts'\nexport const y = [a, 'import_x.a']"],
])('%s is refused, not mistaken', async (_, source) => {
  const attempt = async () => (await lazyModule('src/a.ts', source)).body(() => 1)
  await expect(attempt()).rejects.toThrow('src/a.ts')
})
