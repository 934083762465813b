import { expect, it } from 'vitest'
import { readOptions } from './options.ts'
import { literalWord } from './values.ts'

const FORM = { lenient: true, flags: '-a', values: 'rsh rsync-path' } as const
const unknown = (...words: readonly string[]) =>
  readOptions(
    words.map((word) => literalWord(word)),
    FORM,
  ).unknown.length

it.each(['--sort=size', '--no-color', '--tlsv1.2', '--rsh=x', '-a'])('%s changes how it works', (word) => {
  expect(unknown(word)).toBe(0)
})

it.each(['--output=x', '--exec', '--pager=x', '--in-place', '--delete-all', '--rs=x', '--\0', '-z'])(
  '%s may do anything',
  (word) => {
    expect(unknown(word)).toBe(1)
  },
)

it('a whole word of a longer name is an option of its own', () => {
  const { operands } = readOptions(
    ['--rsync', 'a', 'b'].map((word) => literalWord(word)),
    FORM,
  )
  expect(operands).toHaveLength(2)
})

it('what is not listed is still given', () => {
  expect(readOptions([literalWord('--number')], FORM).has('number')).toBe(true)
})
