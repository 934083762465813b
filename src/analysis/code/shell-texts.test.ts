import { expect, it } from 'vitest'
import { shellTexts } from './shell-texts.ts'

it.each<[string, readonly string[]]>([
  ['run("sh", ["-c", "make a | tee b"])', ['make a | tee b']],
  ['run(`sh -c "make a | tee b"`)', ['make a | tee b']],
  ['exec("/bin/bash -lc \'make a\'")', ['make a']],
  ['# run(`sh -c "make a"`)', []],
  ['say "push -c is an option"', []],
])('%s', (source, texts) => expect(shellTexts(source)).toEqual(texts))
