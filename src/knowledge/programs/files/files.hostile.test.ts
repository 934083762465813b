import { describe, expect, it } from 'vitest'
import { shareOf } from '../../../../test/runs.ts'
import { readCommand } from '../../../analysis/testing.ts'
import { DESKTOP_PROGRAMS } from '../desktop/index.ts'
import { SYSTEM_PROGRAMS } from '../system/index.ts'
import { FILE_PROGRAMS } from './index.ts'

const NAMES = [...FILE_PROGRAMS.flatMap((loader) => loader()), ...SYSTEM_PROGRAMS, ...DESKTOP_PROGRAMS].flatMap(
  ({ names }) => names,
)

const ARGUMENTS = [
  '',
  '-',
  '--',
  '-- -- --',
  '--= -=',
  '"$A" $B -$C --x=$D',
  "'' '' ''",
  '* ? [a-z]',
  'constructor __proto__ toString',
  '-c -e -f -i -o -x -s -t',
  '{} + \\;',
  '-exec',
  '-exec {} \\; -name',
  '--constructor=__proto__',
  'if= of= =',
]

/** The slowest input that each reader's own language allows. */
const LONG: readonly (readonly [string, string])[] = [
  ['sed of open brackets', `sed '${'s/['.repeat(60_000)}' a`],
  ['sed of short scripts', `sed '${'s/[[:alpha:]]/b/;'.repeat(10_000)}' a`],
  ['awk of pipes', `awk '${'|getline'.repeat(20_000)}' a`],
  ['awk of systems', `awk '${'system(x)'.repeat(2_000)}' a`],
  ['awk of slashes', `awk '${'/a'.repeat(60_000)}' a`],
  ['find of names', `find . ${'-name a -o '.repeat(5_000)} -delete`],
  ['find of places', `find ${'a/b '.repeat(10_000)} -name x -delete`],
  ['grep of patterns', `grep -r '${'api_'.repeat(40_000)}' /etc`],
  ['vim of commands', `vim -c '${'g/a'.repeat(40_000)}' a`],
  ['osascript of mail', `osascript -e '${'tell app "Mail" '.repeat(8_000)}'`],
  ['tr of ranges', `echo ${'a'.repeat(60_000)} | tr '${'a-z'.repeat(10_000)}' b`],
  ['rm of paths', `rm ${'a/b/c '.repeat(10_000)}`],
]

describe('hostile arguments', () => {
  it.each(NAMES.map((name, at) => [name, at] as const))('%s takes anything', (name, at) => {
    for (const words of shareOf(ARGUMENTS, at, 4)) expect(() => readCommand(`${name} ${words}`)).not.toThrow()
  })

  it.each(LONG)('comes to an end: %s', (_, command) => {
    readCommand(command)
  })

  it('has one reader per name', () => {
    expect(new Set(NAMES).size).toBe(NAMES.length)
  })
})
