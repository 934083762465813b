import { describe, expect, it, vi } from 'vitest'
import type { Effect } from '../src/analysis/effects.ts'
import { problemsOf } from '../src/analysis/programs/form/check.ts'
import { allSpecs } from '../src/analysis/programs/form/specs.ts'
import { effectsOf } from '../src/analysis/testing.ts'
import { checkLine, createSessions } from '../src/cli/check-line.ts'
import { lineOf } from '../src/cli/line.ts'

const hidden = vi.hoisted(() => ({ names: new Set<string>() }))

/** A program whose spec is taken out is one that nobody knows. */
vi.mock('../src/analysis/programs/registry.ts', async (original) => {
  const registry = await original<typeof import('../src/analysis/programs/registry.ts')>()
  const base = (name: string) => name.replace(/^.*\//, '')
  return {
    ...registry,
    programFor: (name: string) => (hidden.names.has(base(name)) ? undefined : registry.programFor(name)),
    isProgramName: (name: string) => !hidden.names.has(base(name)) && registry.isProgramName(name),
    familyFor: (name: string) => (hidden.names.has(base(name)) ? undefined : registry.familyFor(name)),
  }
})

const SPECS = allSpecs().map((spec) => [spec.names.split(' ', 1)[0] ?? '', spec] as const)

/** Effects that change nothing and show nothing. */
const QUIET: ReadonlySet<Effect['kind']> = new Set<Effect['kind']>(['read-path', 'connect', 'run-program', 'download'])

const acts = (command: string): boolean =>
  effectsOf(command).some(({ kind, certainty }) => !QUIET.has(kind) && certainty !== 'possible')

/** A change that may be one is a match; one that is left to what the session made is none that passes. */
const states = (command: string): boolean => effectsOf(command).some(({ kind }) => !QUIET.has(kind))

async function answerTo(command: string): Promise<string> {
  const parsed = lineOf({ id: '1', tool: 'Bash', input: { command }, cwd: '/home/dev/project', home: '/home/dev' })
  if (!parsed.ok) throw new Error(parsed.problem)
  const { decision, grade, category } = await checkLine(parsed.line, createSessions())
  return [decision, grade, category].join(' ')
}

it('the data of all specs is sound', () => {
  expect(problemsOf(allSpecs())).toEqual([])
})

describe.each(SPECS)('%s', (_, { names, examples }) => {
  it('its examples match', () => {
    expect(examples.match.filter((command) => !states(command))).toEqual([])
  })

  it('what is no match passes', () => {
    expect(examples.pass.filter(acts)).toEqual([])
  })

  it('earns its place: taken out, an answer or a grade of its own examples changes', async () => {
    const all = [...examples.match, ...examples.pass]
    const withSpec = await Promise.all(all.map(answerTo))
    for (const name of names.split(' ')) hidden.names.add(name)
    const without = await Promise.all(all.map(answerTo))
    hidden.names.clear()
    expect(without).not.toEqual(withSpec)
  })
})
