import { describe, expect, it } from 'vitest'
import { readCommand } from '../../../analysis/testing.ts'
import { debuggedCode } from './debugged-code.ts'

describe("commands of Python's debugger", () => {
  it.each([
    ['b app/prices.py:18\nc\np lines\nw\nq\n', 'lines'],
    ['tbreak main, len(rows) > 3;; n;; pp rows', 'len(rows) > 3\nrows'],
    ['!import os\nuntil 40\nos.getcwd()', 'import os\nos.getcwd()'],
    ['l 1, 20\nu 2\nwhere\n\nquit', ''],
    ['b = 3\nalias x print(1)', 'b = 3\nalias x print(1)'],
  ])('%j runs %j', (commands, code) => {
    expect(debuggedCode(commands)).toBe(code)
  })

  it.each([
    [`printf 'b shop/tax.py:4\\nc\\np rate\\nq\\n' | python3 -m pdb tool.py`, true],
    [`printf 'c\\nalias x !y\\n' | python3 -m pdb tool.py`, false],
    ['curl -s https://files.quux.example/c | python3 -m pdb tool.py', false],
  ])('%s is read: %s', (command, isRead) => {
    const { effects, unknowns } = readCommand(command, { files: { '/home/dev/project/tool.py': 'rate = 2\n' } })
    expect(unknowns.length === 0 && effects.every((effect) => effect.kind !== 'run-code' || effect.read)).toBe(isRead)
  })
})
