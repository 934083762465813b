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

export type Fate = 'caught near' | 'caught further away' | 'survived'

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
  writeFileSync(place, withMutant(text, mutant))
  try {
    if (!(await passes(folder, nearTests(mutant.file), NEAR_MS))) return 'caught near'
    return (await passes(folder, FAR, FAR_MS)) ? 'survived' : 'caught further away'
  } finally {
    writeFileSync(place, text)
  }
}

/** Do the tests pass as they are? Otherwise every fault would count as caught. */
export function allPass({ folder }: Copy): Promise<boolean> {
  return passes(folder, [...FAR, 'src/steps', 'src/rules'], FAR_MS)
}

function nearTests(file: string): readonly string[] {
  const folder = dirname(file)
  const own = folder === 'src' ? file.replace(/\.ts$/, '') : folder
  return [...new Set([own, 'src/steps', 'src/rules', 'src/judge/embedded', 'src/approval'])]
}

/** A run that hangs found the fault, too. */
function passes(folder: string, tests: readonly string[], limitMs: number): Promise<boolean> {
  const vitest = join(folder, 'node_modules/vitest/vitest.mjs')
  const child = spawn(process.execPath, [vitest, 'run', '--bail', '1', '--reporter', 'dot', ...tests], {
    cwd: folder,
    stdio: 'ignore',
    timeout: limitMs,
    killSignal: 'SIGKILL',
  })
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('exit', (code) => resolve(code === 0))
  })
}
