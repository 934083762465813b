import { describe, expect, it, vi } from 'vitest'
import type { Effect } from '../src/analysis/effects.ts'
import type { Program } from '../src/analysis/interpret/program.ts'
import { programFor } from '../src/analysis/interpret/registry.ts'
import type { ProgramSpec } from '../src/analysis/interpret/spec.ts'
import { findSpecProblems } from '../src/analysis/interpret/spec-checks.ts'
import { createSpecProgram } from '../src/analysis/interpret/spec-interpreter.ts'
import { effectsOf } from '../src/analysis/testing.ts'
import { callLineOf } from '../src/cli/call-line.ts'
import { checkLine, createSessions } from '../src/cli/check-line.ts'
import { allSpecs } from '../src/knowledge/programs/all-specs.ts'

const held = vi.hoisted(() => ({ names: new Map<string, Program | undefined>() }))

/** A program is known as this test holds it: by another spec, or by none. */
vi.mock('../src/analysis/interpret/registry.ts', async (original) => {
  const registry = await original<typeof import('../src/analysis/interpret/registry.ts')>()
  const base = (name: string) => name.replace(/^.*\//, '')
  return {
    ...registry,
    programFor: (name: string) => (held.names.has(base(name)) ? held.names.get(base(name)) : registry.programFor(name)),
    isProgramName: (name: string) =>
      held.names.has(base(name)) ? held.names.get(base(name)) !== undefined : registry.isProgramName(name),
    familyFor: (name: string) => (held.names.has(base(name)) ? undefined : registry.familyFor(name)),
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
  const parsed = callLineOf({ id: '1', tool: 'Bash', input: { command }, cwd: '/home/dev/project', home: '/home/dev' })
  if (!parsed.ok) throw new Error(parsed.problem)
  const { decision, grade, category } = await checkLine(parsed.line, createSessions())
  return [decision, grade, category].join(' ')
}

/** The answer to a command, with the spec's names known by this reader. */
async function answerWith({ names }: ProgramSpec, reader: Program | undefined, command: string): Promise<string> {
  for (const name of names.split(' ')) held.names.set(name, reader)
  const answer = await answerTo(command)
  held.names.clear()
  return answer
}

/** The name alone, with all that verbs and shapes tell: what a spec has to do better. */
const bare = (spec: ProgramSpec): ProgramSpec => ({
  names: spec.names,
  rules: [],
  verbs: true,
  examples: spec.examples,
})

/** Is an answer or a grade owed to what the spec says, and not to its name being there? One example that shows it is enough. */
async function earns(spec: ProgramSpec, reader: Program): Promise<boolean> {
  const differs = async (other: Program | undefined) => {
    for (const command of [...spec.examples.match, ...spec.examples.pass])
      if ((await answerWith(spec, reader, command)) !== (await answerWith(spec, other, command))) return true
    return false
  }
  return (await differs(undefined)) && (await differs(createSpecProgram(bare(spec))))
}

it('the data of all specs is sound', () => {
  expect(findSpecProblems(allSpecs())).toEqual([])
})

it('what says again what verbs tell does not earn a place', async () => {
  const copy: ProgramSpec = {
    names: 'acmectl',
    family: 'compute',
    rules: [
      ['servers|volumes/list|show', 'read'],
      ['servers|volumes/delete', 'delete'],
    ],
    examples: { match: ['acmectl servers delete web-1'], pass: ['acmectl servers list', 'acmectl volumes show v1'] },
  }
  expect(await earns(copy, createSpecProgram(copy))).toBe(false)
  const knows: ProgramSpec = { ...copy, rules: [['servers/show', 'secret'], ...copy.rules] }
  const examples = { match: ['acmectl servers show web-1'], pass: [] }
  expect(await earns({ ...knows, examples }, createSpecProgram({ ...knows, examples }))).toBe(true)
})

describe.each(SPECS)('%s', (name, spec) => {
  const { examples } = spec

  it('its examples match', () => {
    expect(examples.match.filter((command) => !states(command))).toEqual([])
  })

  it('what is no match passes', () => {
    expect(examples.pass.filter(acts)).toEqual([])
  })

  it('earns its place', async () => {
    expect(await earns(spec, programFor(name) ?? createSpecProgram(spec))).toBe(true)
  })
})
