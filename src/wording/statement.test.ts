import { describe, expect, it } from 'vitest'
import { STATED_ACTS, type StatedActId } from '../intent/statements/stated-acts.ts'
import { AIM_KINDS, type Aim } from '../intent/statements/statement.ts'
import { countStatements, type WordedStatement, wordStatement, wordStatements } from './statement.ts'

type More = Partial<Pick<WordedStatement, 'condition' | 'rest'>>

const named = (what: Aim['what'], ...values: string[]): Aim => ({ what, how: 'named', values })
const only = (what: Aim['what'], ...values: string[]): Aim => ({ what, how: 'only', values })
const limit = (acts: readonly StatedActId[], aims: readonly Aim[] = [], more: More = {}): WordedStatement => ({
  kind: 'limit',
  scope: { acts, aims },
  ...more,
})
const grant = (acts: readonly StatedActId[], aims: readonly Aim[] = [], more: More = {}): WordedStatement => ({
  ...limit(acts, aims, more),
  kind: 'grant',
})
const ASK = { condition: { type: 'ask-first' } } as const

describe('a statement in words', () => {
  it.each<readonly [string, WordedStatement]>([
    ['no changes', limit([])],
    ['only client/**', limit(['edit'], [only('path', 'client/**')])],
    ['only client/**', limit([], [only('path', 'client/**')])],
    ['only src and docs', limit(['edit'], [only('path', 'src', 'docs')])],
    ['commits only on feat/x', limit(['commit'], [only('branch', 'feat/x')])],
    ['new files only in src', limit(['create-file'], [only('path', 'src')])],
    ['only src except src/gen', limit(['edit'], [{ ...only('path', 'src'), except: ['src/gen'] }])],
    ['no edits to package.json', limit(['edit'], [named('path', 'package.json')])],
    ['no edits to a, b or c', limit(['edit'], [named('path', 'a', 'b', 'c')])],
    ['no edits to a, b, c and 2 more', limit(['edit'], [named('path', 'a', 'b', 'c', 'd', 'e')])],
    ['no changes to package.json', limit([], [named('path', 'package.json')])],
    ['no commits', limit(['commit'])],
    ['no commits or pushes', limit(['commit', 'push'])],
    ['no pushes to main', limit(['push'], [named('branch', 'main')])],
    ['no `npm publish`', limit(['run'], [named('command', 'npm publish')])],
    ['only `npm test`', limit(['run'], [only('command', 'npm test')])],
    ['no slack', limit([], [named('tool', 'slack')])],
    ['no slack', limit(['use-tool'], [named('tool', 'slack')])],
    ['only slack', limit(['use-tool'], [only('tool', 'slack')])],
    ['may call tools with slack', grant(['use-tool'], [named('tool', 'slack')])],
    ['only example.com', limit(['network'], [only('host', 'example.com')])],
    ['downloads only from example.com', limit(['download'], [only('host', 'example.com')])],
    ['no deploys to production', limit(['deploy'], [named('environment', 'production')])],
    ['no restarts in production', limit(['restart'], [named('environment', 'production')])],
    ['no upgrades of react', limit(['upgrade'], [named('package', 'react')])],
    [
      'no edits outside client/** to anything but main',
      limit(['edit'], [only('path', 'client/**'), only('branch', 'main')]),
    ],
    ['ask before deploys', limit(['deploy'], [], ASK)],
    ['ask before edits outside client/**', limit(['edit'], [only('path', 'client/**')], ASK)],
    ['ask before `npm run deploy:*`', limit(['run'], [named('command', 'npm run deploy:*')], ASK)],
    ['no pushes until the tests pass', limit(['push'], [], { condition: { type: 'until', event: 'the tests pass' } })],
    ['no pushes until CI is green', limit(['push'], [], { condition: { type: 'until', event: 'until CI is green' } })],
    ['no downloads today', limit(['download'], [], { condition: { type: 'today' } })],
    ['edits: "tiny diffs"', limit(['edit'], [], { rest: 'tiny diffs' })],
    ['"the partner API stays quiet"', limit([], [], { rest: 'the partner API stays quiet' })],
    ['may push', grant(['push'])],
    ['may push to feat/x', grant(['push'], [named('branch', 'feat/x')])],
    ['may commit and push', grant(['commit', 'push'])],
    ['may run `make seed`', grant(['run'], [named('command', 'make seed')])],
    [
      'may deploy to staging when CI is green',
      grant(['deploy'], [named('environment', 'staging')], { condition: { type: 'when', event: 'CI is green' } }),
    ],
    ['may delete files in build', grant(['delete-file'], [named('path', 'build')])],
  ])('%s', (words, statement) => {
    expect(wordStatement(statement)).toBe(words)
  })

  it('says every act with every kind of aim, in one short line', () => {
    for (const id of STATED_ACTS.keys())
      for (const what of AIM_KINDS)
        for (const how of ['named', 'only'] as const)
          for (const make of [limit, grant]) {
            const words = wordStatement(make([id], [{ what, how, values: ['x'] }]))
            expect(words).toMatch(/^[a-z`][^\n]{1,80}$/)
            expect(words).not.toMatch(/undefined|\s{2}/)
          }
  })

  it('shows hostile values as one line that ends no quote', () => {
    const words = wordStatement(
      limit(['edit'], [named('path', 'a\n\u202e"`\u0000b')], { rest: `x"\n${'y'.repeat(500)}` }),
    )
    expect(words).toBe(`edits to a '' b: "x' ${'y'.repeat(56)}…"`)
  })

  it('joins and counts', () => {
    const all = [limit(['edit'], [only('path', 'client/**')]), limit(['commit']), grant(['push'])]
    expect(wordStatements(all)).toBe('only client/**; no commits; may push')
    expect(countStatements(all)).toBe('2 limits, 1 grant')
    expect(countStatements(all.slice(1, 2))).toBe('1 limit')
    expect(countStatements([])).toBe('')
  })
})
