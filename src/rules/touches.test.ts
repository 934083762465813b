import { describe, expect, it } from 'vitest'
import type { PathUse } from '../analysis/paths/paths.ts'
import { type FixedFacts, fixedFacts } from '../facts/fixed.ts'
import { coversPath } from './match-path.ts'
import { compilePath } from './path-pattern.ts'
import { enterAutoMode } from './strip-dangerous.ts'
import { pathEffect, rule } from './testing.ts'
import { touchOf } from './touches.ts'

const base = pathEffect('write', 'out/x')
const plain = ('path' in base ? base.path : undefined) as PathUse
const touch = (path: Partial<PathUse>, facts: FixedFacts = {}) =>
  touchOf(
    { path: { ...plain, ...path }, from: '/home/dev/project', kind: 'write', reach: 'inside', certain: true },
    fixedFacts(facts),
  )
const placesOf = (path: Partial<PathUse>, facts: FixedFacts = {}) =>
  touch(path, facts).places.map((names) =>
    names.map((name) => (typeof name === 'string' ? name : '(pattern)')).join('/'),
  )

describe('every way in which a path is known', () => {
  const HERE = 'home/dev/project'

  it.each<[string, Partial<PathUse>, FixedFacts, readonly string[]]>([
    ['as written', {}, {}, [`${HERE}/out/x`]],
    ['behind a link', { real: '/srv/x' }, {}, [`${HERE}/out/x`, 'srv/x']],
    ['behind another that only the machine knows', {}, { realPath: () => '/mnt/x' }, [`${HERE}/out/x`, 'mnt/x']],
    ['behind both', { real: '/srv/x' }, { realPath: () => '/mnt/x' }, [`${HERE}/out/x`, 'srv/x', 'mnt/x']],
    ['behind the same', { real: '/srv/x' }, { realPath: () => '/srv/x' }, [`${HERE}/out/x`, 'srv/x']],
    ['behind itself', {}, { realPath: (path) => path }, [`${HERE}/out/x`]],
    ['a pattern', { text: 'out/*', glob: true, real: undefined }, {}, [`${HERE}/out/(pattern)`]],
    [
      'a pattern that is looked up nowhere',
      { text: 'out/*', glob: true, real: undefined },
      { realPath: () => '/mnt/x' },
      [`${HERE}/out/(pattern)`],
    ],
    ['a star that is a name', { text: 'out/*', real: `/${HERE}/out/*` }, {}, [`${HERE}/out/*`]],
    ['partly unknown', { text: 'out/…/y', dynamic: true, real: undefined }, {}, [`${HERE}/out/\0`]],
    ['unknown at its end', { text: 'out', dynamic: true, real: undefined }, {}, [`${HERE}/out/\0`]],
    ['at home', { text: '~/x', real: '/home/dev/x' }, {}, ['home/dev/x']],
  ])('%s', (_, path, facts, expected) => {
    expect(placesOf(path, facts)).toEqual(expected)
  })

  it.each<[string, Partial<PathUse>, string]>([
    ['all of it', {}, 'exact'],
    ['a pattern', { glob: true }, 'open'],
    ['partly', { dynamic: true }, 'open'],
    ['not at all', { real: undefined }, 'open'],
  ])('known: %s', (_, path, known) => {
    expect(touch(path).known).toBe(known)
    const reading = compilePath('out/**', 'allow')
    if (reading.kind !== 'pattern') throw new Error('no pattern')
    expect(coversPath(reading.pattern, { scope: 'user' }, touch(path), fixedFacts())).toBe(known === 'exact')
  })
})

describe('allow rules in auto mode, further ones', () => {
  const stripped = (text: string) =>
    enterAutoMode([rule('allow', text)], { stripInternal: false, classifyAllShell: false }).stripped.map(
      ({ why }) => why,
    )

  it.each(['Bash(', 'Bash()', 'Agent(', '*', 'mcp__*'])('%s cannot be used, and is nobody’s to strip', (text) => {
    expect(stripped(text)).toEqual([])
  })

  it.each([
    ['Bash(python3 *)', 'python runs whatever'],
    ['Bash(py*)', 'its star also stands for'],
    ['Bash(nice -n 5 python3 *)', 'python runs whatever'],
    ['Bash(/usr/bin/python3 *)', 'python runs whatever'],
    ['Bash(python3 -m *)', 'python runs whatever'],
    ['Bash(*)', 'every command'],
  ])('%s: %s', (text, why) => {
    expect(stripped(text)[0]).toContain(why)
  })

  it.each(['Bash(PYTHON3 *)', 'Bash(python3 -m pytest)', 'Bash(python3 build.py)', 'Bash(pythonic *)'])(
    '%s stays',
    (text) => {
      expect(stripped(text)).toEqual([])
    },
  )
})
