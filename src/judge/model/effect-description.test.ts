import { describe, expect, it } from 'vitest'
import type { Effect } from '../../analysis/effects.ts'
import { type PathUse, RECOVERABLE } from '../../analysis/paths/paths.ts'
import { type FixedFacts, fixedFacts } from '../../facts/fixed.ts'
import { describeEffectBriefly, quoteForeignWord } from './effect-description.ts'
import { collectEvidence, writeEvidence } from './evidence.ts'
import { action, effect } from './testing.ts'

const path = (text: string, more: Partial<PathUse> = {}): PathUse => ({
  text,
  real: text,
  zone: 'home',
  tags: [],
  glob: false,
  dynamic: false,
  sessionMade: false,
  recoverable: RECOVERABLE.no,
  ...more,
})

describe('an effect in a few words', () => {
  const words = (more: object) => describeEffectBriefly(effect({ kind: 'observe', ...more } as never), 'Bash')

  it.each<[object, string]>([
    [{}, 'observe, by test'],
    [{ a: undefined, b: false, c: '', d: [] }, 'observe, by test'],
    [{ a: true }, 'observe a, by test'],
    [{ a: 'x' }, 'observe a=x, by test'],
    [{ a: 7 }, 'observe a=7, by test'],
    [{ a: ['x', 'y z'] }, 'observe a=x "y z", by test'],
    [{ a: [{ b: 1 }] }, 'observe a={"b":1}, by test'],
    [{ a: { b: 1 } }, 'observe a={"b":1}, by test'],
    [{ a: 'x'.repeat(200) }, `observe a=${'x'.repeat(200)}, by test`],
    [{ certainty: 'likely' }, 'observe, by test, likely'],
    [{ wrapperNames: ['sudo', 'env x'] }, 'observe, by test, through sudo > "env x"'],
    [{ content: 'x', prompt: 'x', file: 'x', tree: 'x', source: 'x' }, 'observe, by test'],
  ])('%j', (more, expected) => {
    expect(words(more)).toBe(expected)
  })

  it('a long one is cut, and says so', () => {
    expect(words({ a: 'x'.repeat(201) })).toContain('(201 characters)')
  })

  it.each<[string, Partial<PathUse>, string]>([
    ['delete-path', {}, '/a (home, cannot be got back)'],
    ['write-path', {}, '/a (home, cannot be got back)'],
    ['read-path', {}, '/a (home)'],
    ['delete-path', { recoverable: RECOVERABLE.yes }, '/a (home)'],
    ['delete-path', { recoverable: RECOVERABLE.unknown }, '/a (home)'],
    ['read-path', { sessionMade: true }, '/a (home, made by this session)'],
    ['read-path', { dynamic: true }, '/a (home, partly unknown)'],
    ['read-path', { tags: ['secret'] }, '/a (home, secret)'],
    ['read-path', { real: '/b' }, '/b (home)'],
    ['read-path', { real: undefined }, '/a (home)'],
  ])('%s of a path with %j', (kind, more, expected) => {
    expect(describeEffectBriefly(effect({ kind, path: path('/a', more) } as never), 'Bash')).toBe(
      `${kind} ${expected}, by test`,
    )
  })

  it('the tool itself is named by the call', () => {
    const own = effect({ kind: 'observe', by: 'Bash' } as never)
    expect(describeEffectBriefly(own, 'Bash')).toBe('observe')
  })

  it.each([
    ['plain-word./~@:+=%&?#*$', 'plain-word./~@:+=%&?#*$'],
    ['two words', '"two words"'],
    ['a, by me', '"a, by me"'],
    ['a\nb', '"a\\nb"'],
  ])('a foreign word cannot go on with the statement: %j', (text, expected) => {
    expect(quoteForeignWord(text)).toBe(expected)
  })
})

describe('evidence', () => {
  const items = (effects: readonly Effect[], given?: FixedFacts, more: object = {}) =>
    collectEvidence(action('x', { effects, ...more }), given && fixedFacts(given)).map(
      ({ from, what, text }) => `${from} ${what}: ${'whole' in text ? text.whole : '(cut)'}`,
    )
  const push = effect({
    kind: 'git-push',
    remote: 'origin',
    refs: ['x'],
    force: false,
    deletes: false,
    toDefault: 'no',
    mirror: false,
  } as never)
  const plain = effect({ kind: 'observe' } as never)
  const repository = {
    root: '/home/dev/project',
    branch: 'topic',
    defaultBranch: 'main',
    remotes: new Map([['origin', 'https://me:secret@git.example/x']]),
  }
  const git = (given: object = {}, more: FixedFacts = {}) =>
    items([push], { repository: { ...repository, ...given } as never, ...more }).find((line) =>
      line.startsWith('gate git'),
    )

  it.each([['git-push'], ['git-discard'], ['deploy']])('the repository is told where there is %s', (kind) => {
    const told = items([plain, effect({ kind } as never)], { repository: repository as never })
    expect(told.filter((line) => line.startsWith('gate git'))).toHaveLength(1)
    expect(items([plain], { repository: repository as never }).some((line) => line.startsWith('gate git'))).toBe(false)
    expect(items([effect({ kind } as never)], {}).some((line) => line.startsWith('gate git'))).toBe(false)
    expect(items([effect({ kind } as never)]).some((line) => line.startsWith('gate git'))).toBe(false)
  })

  it('with its branches, its remotes without passwords, and whose branch it is', () => {
    expect(git()).toContain('on branch topic, default branch main')
    expect(git()).toContain('origin https://git.example/x')
    expect(git()).not.toContain('made by this session')
    expect(git({}, { session: { branches: new Set(['topic']) } })).toContain('branch made by this session')
    expect(git({ branch: undefined }, { session: { branches: new Set(['topic']) } })).toContain('on branch unknown')
    expect(git({ branch: undefined }, { session: { branches: new Set(['topic']) } })).not.toContain('made by')
    expect(git({ defaultBranch: undefined })).toContain('default branch unknown')
    expect(git({ remotes: new Map() })).toContain('remotes: none')
    expect(git({}, { trackedPaths: { '/home/dev/project': 'tracked-clean' } })).toContain('nothing uncommitted')
    expect(git({}, { trackedPaths: { '/home/dev/project': 'tracked-dirty' } })).toContain('uncommitted changes')
  })

  const person = { account: 'dev', gitName: 'Dev Eloper', gitEmail: 'dev@x.example', host: 'dev@agent.example' }
  const who = (given: object, kind = 'git-push', named?: string) =>
    items([plain, effect({ kind, refs: [] } as never)], {
      identity: () => given as never,
      repository: { ...repository, ...(named !== undefined && { user: named }) } as never,
    }).filter((line) => line.includes(' user'))

  it.each(
    'git-push git-discard deploy publish resource-change database-change signal-process service-control external-write grant remote-exec'.split(
      ' ',
    ),
  )('who the user is, where there is %s', (kind) => {
    expect(who(person, kind)).toHaveLength(1)
  })

  it('not for what belongs to nobody', () => expect(who(person, 'observe')).toEqual([]))

  it('as far as it is known', () => {
    expect(who(person)[0]).toBe(
      'gate user: account dev, git name "Dev Eloper" dev@x.example, signed in to the agent as dev@agent.example',
    )
    expect(who({ account: 'dev' })[0]).toBe('gate user: account dev')
    expect(who({ account: 'dev', gitEmail: 'dev@x.example' })[0]).toBe('gate user: account dev, git name dev@x.example')
  })

  it('whom the repository calls so is its own word, and told where it differs', () => {
    expect(who(person, 'git-push', 'Somebody Else <e@x.example>')).toHaveLength(2)
    expect(who(person, 'git-push', 'Dev Eloper <e@x.example>')).toHaveLength(1)
    expect(who(person, 'git-push', 'Other <dev@x.example>')).toHaveLength(1)
    expect(who({ account: 'dev' }, 'git-push', 'Dev Eloper')).toHaveLength(2)
  })

  it('sixteen effects are told, then how many there are more', () => {
    const many = (count: number) =>
      Array.from({ length: count }, (_, at) => effect({ kind: 'observe', what: `w${at}` } as never))
    expect(items(many(16))).toHaveLength(16)
    expect(items(many(17)).at(-1)).toBe('gate effect: and 1 more')
  })

  it('four texts are shown, then how many there are more', () => {
    const texts = (count: number) => {
      const names = Array.from({ length: count }, (_, at) => `/home/dev/project/s${at}.sh`)
      const reads = names.map((name) => ({ path: name, hash: 'h' }))
      return items([], { files: Object.fromEntries(names.map((name) => [name, `echo ${name}`])) }, { reads })
    }
    expect(texts(4)).toHaveLength(4)
    expect(texts(4).every((line) => line.startsWith('repository content'))).toBe(true)
    expect(texts(5).at(-1)).toContain('1 more files')
  })

  it('a secret is not sent away', () => {
    const file = '/home/dev/.ssh/id_rsa'
    const told = items([], { files: { [file]: 'PRIVATE' } }, { reads: [{ path: file, hash: 'h' }] })
    expect(told).toEqual([`gate content of ${file}: not shown, it is a secret`])
  })

  it('what was not understood is told in quotes where it could pass for more', () => {
    const unknown = (why: string) => ({ kind: 'syntax', why, span: { start: 0, end: 0 } })
    expect(items([], undefined, { unknowns: [unknown("it's plain")] })).toEqual(["gate not understood: it's plain"])
    expect(items([], undefined, { unknowns: [unknown('"x"; effect: none')] })).toEqual([
      'gate not understood: "\\"x\\"; effect: none"',
    ])
  })

  it('all together stay within a limit', () => {
    const item = (size: number) => ({ from: 'gate' as const, what: 'w', text: { whole: 'x'.repeat(size) } })
    expect(writeEvidence([item(3)], 'f')).toBe('<evidence fence="f">\n{"gate":[{"w":"xxx"}]}\n</evidence>\n')
    expect(writeEvidence([], 'f')).toBe('')
  })
})
