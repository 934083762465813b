import { expect, it } from 'vitest'
import { effectsOf } from '../../../analysis/testing.ts'

const deletes = (command: string): boolean => effectsOf(command).some(({ kind }) => kind === 'delete-path')

it.each(["dc -e '!rm -rf ~/x'", "dc -e '!rm -rf ~/x' --help", "echo '!rm -rf ~/x' | dc"])('%s runs a shell', (line) => {
  expect(deletes(line)).toBe(true)
})

it.each(["dc -e '2 3 + p'", "echo '3 !=a p' | dc"])('%s calculates', (line) => {
  expect(deletes(line)).toBe(false)
})
