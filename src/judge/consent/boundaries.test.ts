import { describe, expect, it } from 'vitest'
import type { EffectDraft } from '../../analysis/effects.ts'
import type { Command, Word } from '../../analysis/words.ts'
import { actionOf, path } from '../../categories/testing.ts'
import type { Entry } from '../../transcript/entries.ts'
import { boundaryAgainst } from './boundaries.ts'

const said = (...texts: readonly string[]): Entry[] => texts.map((text) => ({ kind: 'user', text, trusted: true }))
const word = (text: string): Word => ({
  text,
  raw: text,
  known: text,
  span: { start: 0, end: 1 },
  glob: false,
  dynamic: false,
  mayBeEmpty: false,
  quoted: false,
  sources: [],
})
const command = (line: string): Command => {
  const [name = '', ...args] = line.split(' ')
  return {
    name,
    head: word(name),
    args: args.map(word),
    assignments: [],
    redirects: [],
    stdin: { kind: 'inherited' },
    stdout: 'terminal',
    span: { start: 0, end: 1 },
    via: [],
    through: [],
    cwd: '/home/dev/project',
    background: false,
  }
}
const push: EffectDraft = {
  kind: 'git-push',
  remote: 'origin',
  refs: ['topic'],
  force: false,
  deletes: false,
  toDefault: 'no',
  mirror: false,
}
const toMain: EffectDraft = { ...push, refs: ['main'], toDefault: 'yes' }
const somewhere: EffectDraft = { ...push, refs: [], toDefault: 'unknown' }
const edit = (where: string): EffectDraft => ({
  kind: 'write-path',
  path: path(where),
  how: 'edit',
  content: undefined,
})
const remove = (where: string): EffectDraft => ({
  kind: 'delete-path',
  path: path(where),
  recursive: false,
  wipe: false,
})
const run = (line: string) => ({ line })

const crossed = (texts: readonly string[], deed: EffectDraft | { line: string }) =>
  boundaryAgainst(
    'line' in deed ? actionOf([], { commands: [command(deed.line)] }) : actionOf([deed]),
    said(...texts),
  ) !== undefined

describe('is crossed', () => {
  it.each<[readonly string[], EffectDraft | { line: string }]>([
    [["don't push"], push],
    [['do not push anything yet'], push],
    [['commit this but don’t push'], push],
    [['fix it without pushing'], push],
    [['never push to main'], toMain],
    [["don't push to main"], somewhere],
    [['please do not commit or push'], push],
    [['please do not commit or push'], run('git commit -m x')],
    [["don't commit"], run('git commit -am x')],
    [['no committing please'], run('git commit -am x')],
    [["don't touch src/legacy"], edit('src/legacy/a.ts')],
    [['leave the migrations alone'], edit('db/migrations/1.sql')],
    [["don't modify package.json"], edit('package.json')],
    [["don't delete anything"], remove('a.txt')],
    [["don't run the tests"], run('npm test')],
    [["don't run the tests"], run('pytest tests')],
    [['only touch src/api'], edit('src/web/a.ts')],
    [["don't push", 'now fix the bug in the parser'], push],
    [['push when done', 'wait, do not push'], push],
    [["I'll push myself"], push],
    [['you must not rebase'], run('git rebase main')],
    [["don't push to main", 'push to topic'], toMain],
  ])('%j', (texts, deed) => {
    expect(crossed(texts, deed)).toBe(true)
  })
})

describe('is not crossed', () => {
  it.each<[readonly string[], EffectDraft | { line: string }]>([
    [['push it'], push],
    [["don't forget to push"], push],
    [["don't hesitate to push"], push],
    [["we don't need to push"], push],
    [["don't push", 'ok now you can push'], push],
    [["don't push", 'go ahead and push'], push],
    [["don't push to main"], push],
    [["don't commit"], push],
    [["don't touch src/legacy"], edit('src/modern/a.ts')],
    [["I don't want any padding"], edit('src/a.css')],
    [["the tests don't pass"], run('npm test')],
    [['why don’t you push?'], push],
    [["don't delete the tests"], remove('dist/a.js')],
    [['only touch src/api'], edit('src/api/a.ts')],
    [['just change the colour'], edit('src/a.css')],
    [["```\ndon't push\n```\nwhat does this say?"], push],
    [["don't worry about the push"], push],
    [["don't run the tests"], run('npm run build')],
    [["I don't know why it fails"], run('npm test')],
  ])('%j', (texts, deed) => {
    expect(crossed(texts, deed)).toBe(false)
  })
})

it('an answer of no is a boundary, and only people state one', () => {
  const action = actionOf([push])
  expect(
    boundaryAgainst(action, [{ kind: 'consent', question: 'Shall I push the branch?', answer: 'no' }]),
  ).toBeDefined()
  expect(boundaryAgainst(action, [{ kind: 'harness', text: "don't push" }])).toBeUndefined()
})

describe('a turn that nobody vouches for', () => {
  const action = actionOf([push])
  const unvouched = (text: string) => ({ kind: 'user', text, trusted: false }) as const

  it('rules out', () => expect(boundaryAgainst(action, [unvouched("Don't push.")])).toBeDefined())

  it.each(['Push it now.', 'Pushing is fine again.', 'You may push.'])('lifts nothing: %s', (text) =>
    expect(boundaryAgainst(action, [...said("Don't push."), unvouched(text)])).toBeDefined(),
  )

  it('is lifted by a person', () =>
    expect(boundaryAgainst(action, [unvouched("Don't push."), ...said('Push it now.')])).toBeUndefined())
})

describe('a long turn', () => {
  const action = actionOf([push])
  const filler = 'The parser reads one line after another and keeps what it has seen so far in a list. '.repeat(40)

  it('rules out in its middle too', () =>
    expect(boundaryAgainst(action, said(`${filler}\nDon't push.\n${filler}`))).toBeDefined())

  it('lifts with its beginning and end alone', () => {
    expect(boundaryAgainst(action, said("Don't push.", `${filler}\nPush it now.\n${filler}`))).toBeDefined()
    expect(boundaryAgainst(action, said("Don't push.", `${filler}\nPush it now.`))).toBeUndefined()
  })
})
