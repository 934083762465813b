import { expect, test } from 'vitest'
import { related } from './related.ts'

const FILES = Object.entries({
  'src/a.ts': "import { b } from './folder/b.ts'\nimport type { T } from './types.ts'",
  'src/folder/b.ts': "export { c } from '../c.ts'\nconst later = () => import('../late.ts')",
  'src/c.ts': '',
  'src/late.ts': '',
  'src/types.ts': '',
  'src/started.ts': '',
  'src/a.test.ts': "import { a } from './a.ts'",
  'src/c.test.ts': "import './c.ts'\nimport { readFileSync } from 'node:fs'",
  'test/process.test.ts': "spawn('node', [join(root, 'src/started.ts')])",
}).map(([path, text]) => ({ path, text }))

const { distancesTo, loadedBy } = related(FILES, (file) => file.endsWith('.test.ts'))

test.each([
  ['src/c.ts', { 'src/a.test.ts': 3, 'src/c.test.ts': 1 }],
  ['src/late.ts', { 'src/a.test.ts': 3 }],
  ['src/started.ts', { 'test/process.test.ts': 1 }],
  // Types are gone when it runs.
  ['src/types.ts', {}],
])('%s is loaded by %j', (file, tests) => {
  expect(Object.fromEntries(distancesTo(file))).toEqual(tests)
})

test('a test loads itself and what its imports load', () => {
  expect(loadedBy('src/c.test.ts')).toEqual(['src/c.test.ts', 'src/c.ts'])
})
