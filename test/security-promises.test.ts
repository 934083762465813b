import { existsSync, readFileSync } from 'node:fs'
import { expect, it } from 'vitest'

const promises = sectionOf(readFileSync('SECURITY.md', 'utf8'), 'What Irongate promises')
  .split(/\n(?=- |### )/)
  .filter((part) => part.startsWith('- '))
  .map((part) => part.replaceAll(/\s+/g, ' ').trim())

function sectionOf(text: string, title: string): string {
  const [, section = ''] = text.split(`\n## ${title}\n`)
  return section.split('\n## ')[0] ?? ''
}

/** Every path in backticks that is a test or a folder of tests; `{a,b}` stands for both. */
function testsNamedIn(promise: string): readonly string[] {
  return [...promise.matchAll(/`((?:src|test)\/[^`\s]*)`/g)].flatMap(([, path = '']) => spelledOut(path))
}

function spelledOut(path: string): readonly string[] {
  const [, head = '', names, tail = ''] = /^([^{]*)\{([^}]*)\}(.*)$/.exec(path) ?? []
  return names === undefined ? [path] : names.split(',').map((name) => `${head}${name}${tail}`)
}

it('reads the promises', () => expect(promises.length).toBeGreaterThan(25))

it.each(promises)('%s', (promise) => {
  const named = testsNamedIn(promise)
  expect(named).not.toEqual([])
  expect(named.filter((path) => !existsSync(path))).toEqual([])
})
