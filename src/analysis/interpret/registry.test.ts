import { expect, it } from 'vitest'
import { PROGRAM_LOADERS } from '../../knowledge/programs/families.ts'
import { duplicateProgramNames, programFor } from './registry.ts'

it('every program has one reader', () => {
  expect(duplicateProgramNames()).toEqual([])
})

it('every reader can be reached by each of its names', () => {
  for (const program of PROGRAM_LOADERS.flatMap((loader) => loader())) {
    for (const name of program.names) expect(programFor(name), name).toBe(program)
  }
})

it.each(['constructor', '__proto__', 'toString', '', '\n', 'ls\ncat', 'ls\n'])(
  'a prototype name has no reader: %j',
  (name) => {
    expect(programFor(name)).toBeUndefined()
  },
)

it.each([
  ['git', '/usr/bin/git'],
  ['git', 'git.exe'],
  ['git', 'C:\\Program Files\\Git\\git.EXE'],
  ['python3', 'python3.13'],
  ['gcc', 'gcc-14'],
  ['sed', 'gsed'],
  ['make', 'gmake'],
])('%s is found as %s', (name, spelled) => {
  expect(programFor(spelled)).toBe(programFor(name))
  expect(programFor(spelled)).toBeDefined()
})

it.each(['glow2', 'gpaste', 'q2', 'x9', `g${'1'.repeat(5000)}`])(
  '%s is no other program with a version or a letter',
  (name) => {
    expect(programFor(name)).toBeUndefined()
  },
)
