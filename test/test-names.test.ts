import { basename, dirname, join } from 'node:path/posix'
import { expect, it } from 'vitest'
import { sourceFiles } from '../scripts/source-files.ts'

const paths = ['src', 'bench', 'scripts'].flatMap((folder) => sourceFiles(folder).map(({ path }) => path))
const sources = new Set(paths.filter((path) => !path.includes('.test.')).map((path) => path.replace(/\.tsx?$/, '')))
const tests = paths.filter((path) => /\.test\.tsx?$/.test(path))

/** `x.test.ts` and `x.aspect.test.ts` are about `x.ts` beside them, or about the folder `x` that they lie in. */
function isNamedAfterItsSource(path: string): boolean {
  const [about = ''] = basename(path).split('.')
  return about === basename(dirname(path)) || sources.has(join(dirname(path), about))
}

it('tests are named after the source or the folder that they test', () => {
  expect(tests.length).toBeGreaterThan(400)
  expect(tests.filter((path) => !isNamedAfterItsSource(path))).toEqual([])
})
