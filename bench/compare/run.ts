import { spawn } from 'node:child_process'
import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Options } from '../frame/options.ts'
import type { Section } from '../frame/section.ts'
import { countBy } from '../frame/statistics.ts'
import type { Suite } from '../frame/suite.ts'
import { type ChangedGroup, type CompareResult, changesBetween, type Given, kindOf } from './result.ts'

/** Two builds over the same rows: which decisions changed, and how. */
export const COMPARE: Suite<CompareResult> = { name: 'compare', run, show, misses: () => [] }

async function run({ root, data, against }: Options): Promise<CompareResult> {
  if (against === undefined) throw new Error('compare needs another checkout: npm run bench -- compare <checkout>')
  const other = resolve(against)
  if (!existsSync(join(other, 'src/gate.ts'))) throw new Error(`${against} is no checkout of this project`)
  const [before, after] = await Promise.all([answersOf(other, root, data), answersOf(root, root, data)])
  return { against, rows: after.length, ...changesBetween(before, after) }
}

function answersOf(checkout: string, root: string, data: readonly string[]): Promise<Given[]> {
  const script = join(root, 'bench/compare/answers.ts')
  const args = [script, checkout, ...data.flatMap((place) => ['--data', place])]
  return new Promise((done, fail) => {
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'inherit'] })
    const parts: Buffer[] = []
    child.stdout.on('data', (part: Buffer) => parts.push(part))
    child.on('error', fail)
    child.on('close', (status) => {
      if (status !== 0) return fail(new Error(`the answers of ${checkout} ended with status ${String(status)}`))
      const lines = Buffer.concat(parts)
        .toString('utf8')
        .split('\n')
        .filter((line) => line !== '')
      return done(lines.map((line): Given => JSON.parse(line)))
    })
  })
}

function show({ against, rows, changed, alone }: CompareResult): Section[] {
  const sums = countBy(
    changed.flatMap((group) => group.keys.map(() => group)),
    kindOf,
  )
  const part = (kind: ReturnType<typeof kindOf>) => ({
    caption: `${CAPTION[kind]}: ${sums.get(kind) ?? 0}`,
    head: ['rows', 'where', 'label', 'before', 'after', 'such as'],
    rows: changed.filter((group) => kindOf(group) === kind).map(rowOf),
  })
  return [
    {
      title: `Compared with ${against}`,
      notes: [`${rows} answers; ${alone} rows were reached by one of the builds only.`],
      tables: [part('worse'), part('better'), part('reason')],
    },
  ]
}

const CAPTION = {
  worse: 'Worse by the label',
  better: 'Better by the label',
  reason: 'The same end, for another reason',
}

function rowOf({ group, label, before, after, keys }: ChangedGroup): string[] {
  return [String(keys.length), group, label, before, after, keys.slice(0, 3).join(', ')]
}
