import { expect, it } from 'vitest'
import { COMMANDS } from './commands.ts'
import { COMMAND_GROUPS, mainHelp } from './main-help.ts'

it('every command stands in one group', () => {
  expect(COMMAND_GROUPS.flatMap(([, names]) => names).toSorted()).toEqual([...COMMANDS.keys()].toSorted())
})

it('the help fits a terminal of 80 by 45', () => {
  const lines = mainHelp().split('\n')
  expect(lines.length).toBeLessThanOrEqual(45)
  expect(lines.filter((line) => line.length > 84)).toEqual([])
})
