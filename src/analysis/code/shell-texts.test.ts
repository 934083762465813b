import { expect, it } from 'vitest'
import { shellTexts, tclCommands } from './shell-texts.ts'

it.each<[string, readonly string[]]>([
  ['run("sh", ["-c", "make a | tee b"])', ['make a | tee b']],
  ['run(`sh -c "make a | tee b"`)', ['make a | tee b']],
  ['exec("/bin/bash -lc \'make a\'")', ['make a']],
  ['# run(`sh -c "make a"`)', []],
  ['say "push -c is an option"', []],
])('%s', (source, texts) => expect(shellTexts(source)).toEqual(texts))

it.each([
  ['exec ls -l', ['ls -l']],
  ['puts [exec sh -c {rm -rf x}]', ["sh -c 'rm -rf x'"]],
  ['set f [open {| sh -c {a {b} c}}]', ["sh -c 'a {b} c'"]],
  ['set f [open "| cat x"]', ['cat x']],
  ['exec a; exec b', ['a', 'b']],
  ['puts executed', []],
])('%s', (source, expected) => {
  expect(tclCommands(source).commands).toEqual(expected)
})

it('ends with hostile text', () => {
  expect(tclCommands(`exec ${'{'.repeat(50_000)}`).commands.length).toBeLessThanOrEqual(1)
  expect(tclCommands('exec a;'.repeat(1_000))).toMatchObject({ commands: { length: 1_000 }, whole: true })
  expect(tclCommands('exec '.repeat(50_000)).whole).toBe(false)
})
