import { describe, expect, it } from 'vitest'
import { readCommand } from '../../../analysis/testing.ts'
import { parseSettings } from './persisted-settings.ts'

const ROOT = '/home/dev/project'
const written = (text: string) => ({ session: { written: new Map([[`${ROOT}/t.cfg`, text]]) } })
const ALIAS = '[alias]\n\tst = "!rm -rf /home/dev/notes"\n'

describe('settings from a file', () => {
  it.each([
    ['[a]\nb = c', ['a.b=c']],
    ['[a "B c"]\n\tkey = "x \\"y\\"" ; rest\n', ['a.B c.key=x "y"']],
    ['[a] b = c # d\n[e.f]\n g', ['a.b=c', 'e.f.g=true']],
    ['[a]\nb = one \\\ntwo', ['a.b=one two']],
    ['no section', []],
  ])('%s', (text, expected) => {
    expect(parseSettings(text)).toEqual(expected)
  })

  it.each(['git -c include.path=t.cfg st', `GIT_CONFIG_GLOBAL=${ROOT}/t.cfg git st`])(
    'runs what it names: %s',
    (command) => {
      const { effects } = readCommand(command, written(ALIAS))
      expect(effects.some((effect) => effect.kind === 'delete-path')).toBe(true)
    },
  )

  it('cannot tell what it does not see', () => {
    const { effects } = readCommand('git -c include.path=/tmp/x.cfg st')
    expect(effects.some((effect) => effect.kind === 'run-code' && !effect.read)).toBe(true)
  })

  it('lets plain settings be', () => {
    const { effects } = readCommand('git -c include.path=t.cfg log', written('[core]\n\tabbrev = 10\n'))
    expect(effects.filter((effect) => effect.kind === 'run-code')).toEqual([])
  })
})
