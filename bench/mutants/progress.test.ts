import { appendFileSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { createProgress } from './progress.ts'

test('what was kept is known to the next run, and the last word holds', () => {
  const folder = mkdtempSync(join(tmpdir(), 'irongate-progress-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'progress.jsonl')
  const first = createProgress<number>(file)
  expect(first.get('a')).toBeUndefined()
  first.keep('a', 1)
  first.keep('b', 2)
  first.keep('a', 3)
  expect(first.get('a')).toBe(3)
  const next = createProgress<number>(file)
  expect([next.get('a'), next.get('b'), next.get('c')]).toEqual([3, 2, undefined])
})

test('a line that was broken off counts as never written', () => {
  const folder = mkdtempSync(join(tmpdir(), 'irongate-progress-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'progress.jsonl')
  createProgress<number>(file).keep('a', 1)
  appendFileSync(file, '["b",')
  const next = createProgress<number>(file)
  expect([next.get('a'), next.get('b')]).toEqual([1, undefined])
  next.keep('c', 4)
  expect(createProgress<number>(file).get('c')).toBe(4)
})
