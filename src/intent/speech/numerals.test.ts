import { expect, it } from 'vitest'
import { convertNumerals } from './numerals.ts'

it.each([
  ['two hundred', '200'],
  ['two hundred and five', '205'],
  ['twenty-one thousand three hundred and six', '21306'],
  ['a hundred', '100'],
  ['ten twenty', '10 20'],
  ['ten five', '10 5'],
  ['one two three', '1 2 3'],
  ['scale it to one', '1'],
  ['one replica', '1'],
  ['all of 2023', '2023-01-01 2023-12-31 2024-01-01'],
])('%s names %s', (text, figures) => {
  expect(convertNumerals(text)).toBe(`${text} ${figures}`)
})

it.each([
  'the one in eu',
  'one of them',
  'this one',
  'the older one',
  'a few hundred',
  'the logs of 2024',
  'from 2024',
])('%s names no figure', (text) => {
  expect(convertNumerals(text)).toBe(text)
})
