import { spawn } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { type Mutant, withMutant } from './mutate.ts'

/** Never copied: large, or made anew by a build. */
const LINKED: ReadonlySet<string> = new Set(['node_modules', 'dist', '.git'])
const LEFT_OUT: ReadonlySet<string> = new Set(['results'])

/** Faults go into a copy: a run that is killed must not leave one in the sources. */
export interface Copy {
  readonly folder: string
  remove(): void
}

export function copyOf(root: string): Copy {
  const folder = mkdtempSync(join(tmpdir(), 'irongate-mutants-'))
  for (const name of readdirSync(root)) {
    if (LINKED.has(name)) symlinkSync(join(root, name), join(folder, name))
    else
      cpSync(join(root, name), join(folder, name), {
        recursive: true,
        filter: (from) => !LEFT_OUT.has(from.slice(from.lastIndexOf('/') + 1)),
      })
  }
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** `undecided`: the tests ran out of time, and would have without the fault. */
export type Fate = 'caught near' | 'caught further away' | 'survived' | 'undecided'

type Outcome = 'pass' | 'fail' | 'out of time'

const NEAR_MS = 180_000
const FAR_MS = 600_000

/** The suites that ask the whole gate. What only others would notice counts as survived. */
const FAR = [
  'src/judge',
  'src/settings',
  'src/tools',
  'src/integrations/hook-runtime',
  'test/corpus.test.ts',
  'test/category-examples.test.ts',
  'test/properties',
  'test/transports',
  'test/pins',
  'test/specification',
]

/** Puts one fault in, runs the tests beside it, then those of the whole gate, and takes it out again. */
export async function fateOf(mutant: Mutant, { folder }: Copy): Promise<Fate> {
  const place = join(folder, mutant.file)
  const text = readFileSync(place, 'utf8')
  const stages: readonly Stage[] = [
    { fate: 'caught near', tests: nearTests(mutant.file), limitMs: NEAR_MS },
    { fate: 'caught further away', tests: FAR, limitMs: FAR_MS },
  ]
  for (const { fate, tests, limitMs } of stages) {
    const faulty = async (): Promise<Outcome> => {
      writeFileSync(place, withMutant(text, mutant))
      try {
        return await outcomeOf(folder, tests, limitMs)
      } finally {
        writeFileSync(place, text)
      }
    }
    const found = await verdictOn(faulty, () => outcomeOf(folder, tests, limitMs))
    if (found !== 'missed') return found === 'caught' ? fate : 'undecided'
  }
  return 'survived'
}

interface Stage {
  readonly fate: Fate
  readonly tests: readonly string[]
  readonly limitMs: number
}

/** A run that hangs found the fault, too, where the same tests are done in that time without it, on a machine as busy. */
export async function verdictOn(
  faulty: () => Promise<Outcome>,
  without: () => Promise<Outcome>,
): Promise<'caught' | 'missed' | 'undecided'> {
  const outcome = await faulty()
  if (outcome === 'pass') return 'missed'
  if (outcome === 'fail') return 'caught'
  return (await without()) === 'pass' ? 'caught' : 'undecided'
}

/** Do the tests pass as they are? Otherwise every fault would count as caught. */
export async function allPass({ folder }: Copy, files: readonly string[]): Promise<boolean> {
  const tests = new Set([...FAR, ...files.flatMap(nearTests)])
  return (await outcomeOf(folder, [...tests], FAR_MS)) === 'pass'
}

function nearTests(file: string): readonly string[] {
  const folder = dirname(file)
  const own = folder === 'src' ? file.replace(/\.ts$/, '') : folder
  return [...new Set([own, 'src/steps', 'src/rules', 'src/judge/embedded', 'src/approval'])]
}

function outcomeOf(folder: string, tests: readonly string[], limitMs: number): Promise<Outcome> {
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--bail', '1', '--reporter', 'dot', ...tests], {
    cwd: folder,
    stdio: 'ignore',
    timeout: limitMs,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => {
      if (code === 0) resolve('pass')
      else resolve(code === null ? 'out of time' : 'fail')
    })
  })
}
