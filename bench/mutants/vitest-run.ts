import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The variable that tells `vitest.config.ts` in which order the files run. */
export const ORDER = 'IRONGATE_MUTANT_TESTS'
/** How long one test may take. */
export const TEST_MS = 15_000

export type Outcome =
  | { readonly type: 'pass' }
  /** `by`: the file whose test failed; `clock`: only because a test took too long. */
  | { readonly type: 'fail'; readonly by: string; readonly clock: boolean }
  | { readonly type: 'out of time' }

interface Reported {
  readonly name: string
  readonly status: string
  readonly startTime: number
  readonly endTime: number
  readonly message: string
  readonly assertionResults: readonly { readonly status: string; readonly failureMessages: readonly string[] }[]
}

/** A new process for each run: nothing of an earlier fault is left in it. */
export async function runTests(folder: string, tests: readonly string[], limitMs: number): Promise<Outcome> {
  const { code, files } = await vitest(folder, ['--bail', '1', ...tests], limitMs)
  if (code === 0) return { type: 'pass' }
  if (code === null) return { type: 'out of time' }
  const failed = files.find(({ status }) => status === 'failed')
  const messages = failed?.assertionResults.flatMap(({ failureMessages }) => failureMessages) ?? []
  return {
    type: 'fail',
    by: failed?.name.slice(folder.length + 1) ?? '',
    clock: messages.length > 0 && messages.every((message) => /timed out in \d+ms/.test(message)),
  }
}

/** How long each file takes as it is, and those that fail. */
export async function timeTests(folder: string, tests: readonly string[], limitMs: number) {
  const { code, files } = await vitest(folder, tests, limitMs)
  const nameOf = ({ name }: Reported) => name.slice(folder.length + 1)
  const passed = files.filter(({ status }) => status === 'passed')
  const times = new Map(passed.map((file) => [nameOf(file), Math.round(file.endTime - file.startTime)]))
  return { times, failed: code === 0 ? [] : tests.filter((test) => !times.has(test)) }
}

async function vitest(folder: string, args: readonly string[], limitMs: number) {
  const out = mkdtempSync(join(tmpdir(), 'irongate-vitest-'))
  const report = join(out, 'report.json')
  try {
    const options = ['run', '--config', 'bench/mutants/vitest.config.ts', '--reporter', 'json', '--outputFile', report]
    const tests = args.filter((arg) => arg.endsWith('.ts'))
    const code = await exitOf(join(folder, 'node_modules/vitest/vitest.mjs'), [...options, ...args], {
      folder,
      env: { ...process.env, [ORDER]: JSON.stringify(tests) },
      limitMs,
    })
    return { code, files: code === null ? [] : readReport(report) }
  } finally {
    rmSync(out, { recursive: true, force: true })
  }
}

function readReport(file: string): readonly Reported[] {
  try {
    const { testResults } = JSON.parse(readFileSync(file, 'utf8')) as { testResults: readonly Reported[] }
    return testResults
  } catch {
    // Not even started: nobody can be named for it.
    return []
  }
}

interface Bounds {
  readonly folder: string
  readonly env: NodeJS.ProcessEnv
  readonly limitMs: number
}

/** A group of its own: what the tests started ends with them. */
function exitOf(program: string, args: readonly string[], { folder, env, limitMs }: Bounds): Promise<number | null> {
  const child = spawn(process.execPath, [program, ...args], { cwd: folder, env, stdio: 'ignore', detached: true })
  const endAll = () => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    } catch {
      // Nothing of it is left.
    }
  }
  const timer = setTimeout(endAll, limitMs)
  // Before the folder that it works in goes.
  process.prependOnceListener('exit', endAll)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => {
      clearTimeout(timer)
      process.off('exit', endAll)
      endAll()
      resolve(code)
    })
  })
}
