import { describe, expect, it } from 'vitest'
import { readCommand } from '../../../analysis/testing.ts'

describe('combined switches', () => {
  it.each([
    "perl -0pi -e 's/a/b/' a.txt",
    "perl -0777pi -e 's/a/b/' a.txt",
    "perl -0777 -i.bak -pe 's/a/b/' a.txt",
    "perl -l012pi -e 's/a/b/' a.txt",
    "perl -pi -e 's/a/b/' a.txt",
    "ruby -pi -e 'gsub(/a/, 1)' a.txt",
    "ruby -0777pi -e 'gsub(/a/, 1)' a.txt",
  ])('%s changes the file', (command) => {
    const writes = readCommand(command).effects.filter((effect) => effect.kind === 'write-path')
    expect(writes.map(({ path }) => path.real)).toEqual(['/home/dev/project/a.txt'])
  })

  it.each(["perl -0pe 's/a/b/' a.txt", "perl -lne 'print if /a/' a.txt", "perl -0777ne 'print length' a.txt"])(
    '%s only reads it',
    (command) => {
      const { effects, grade } = readCommand(command)
      expect(effects.filter((effect) => effect.kind === 'write-path')).toEqual([])
      expect(grade).toBe('proven')
    },
  )
})
