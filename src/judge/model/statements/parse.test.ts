import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { runs } from '../../../../test/runs.ts'
import { NOTHING_STATED, type Reading } from '../../../intent/statements/reader.ts'
import { STATED_ACTS } from '../../../intent/statements/stated-acts.ts'
import { AIM_KINDS, type Aim, type Statement } from '../../../intent/statements/statement.ts'
import { PROMPT_TEXTS } from '../prompt/texts.ts'
import type { ReplyEnd } from '../transport.ts'
import { formOf } from './form.ts'
import { parseReading } from './parse.ts'

const parse = (text: string | undefined, end: ReplyEnd = 'complete') => parseReading({ text, end })
const answer = (value: unknown): string => `<statements>${JSON.stringify(value)}</statements>`
const add = (...add: readonly unknown[]): string => answer({ add })
const said = 'as said'

describe('is read', () => {
  it.each<[string, string, Partial<Reading>]>([
    ['nothing', '<statements>{}</statements>', {}],
    ['blanks around it', ' \n<statements> {} </statements>\r\n', {}],
    ['empty lists', answer({ add: [], lift: [], keep: [] }), {}],
    [
      'lifts and kept ids',
      answer({ lift: [{ id: 2, said }], keep: [1, 3] }),
      {
        lifted: [{ id: 2, sentence: said }],
        kept: [1, 3],
      },
    ],
    [
      'a limit',
      add({ limit: ['push'], said }),
      {
        added: [{ kind: 'limit', scope: { acts: ['push'], aims: [] }, sentence: said }],
      },
    ],
    [
      'a limit on whatever changes something',
      add({ limit: [], on: { environment: ['production'] }, said }),
      {
        added: [
          {
            kind: 'limit',
            scope: { acts: [], aims: [{ what: 'environment', how: 'named', values: ['production'] }] },
            sentence: said,
          },
        ],
      },
    ],
    [
      'an exception',
      add({ limit: ['edit'], on: { path: ['*.sql'] }, except: { path: ['a.sql'] }, said }),
      {
        added: [
          {
            kind: 'limit',
            scope: { acts: ['edit'], aims: [{ what: 'path', how: 'named', values: ['*.sql'], except: ['a.sql'] }] },
            sentence: said,
          },
        ],
      },
    ],
    [
      'an exception from everything',
      add({ limit: ['edit'], except: { path: ['docs'] }, said }),
      {
        added: [
          {
            kind: 'limit',
            scope: { acts: ['edit'], aims: [{ what: 'path', how: 'only', values: ['docs'] }] },
            sentence: said,
          },
        ],
      },
    ],
    [
      'a grant that waits',
      add({ grant: ['deploy'], when: 'CI is green', rest: 'slowly', said }),
      {
        added: [
          {
            kind: 'grant',
            scope: { acts: ['deploy'], aims: [] },
            condition: { type: 'when', event: 'CI is green' },
            rest: 'slowly',
            sentence: said,
          },
        ],
      },
    ],
    [
      'a limit that waits: only a judge can weigh it',
      add({ limit: ['push'], when: 'CI is red', said }),
      {
        added: [{ kind: 'limit', scope: { acts: ['push'], aims: [] }, rest: 'when CI is red', sentence: said }],
      },
    ],
    [
      'the strictest of two conditions',
      add({ limit: ['push'], ask: true, today: true, until: 'noon', said }),
      {
        added: [
          {
            kind: 'limit',
            scope: { acts: ['push'], aims: [] },
            condition: { type: 'until', event: 'noon' },
            sentence: said,
          },
        ],
      },
    ],
    [
      'ask and no day',
      add({ limit: ['push'], ask: true, today: false, said }),
      {
        added: [
          { kind: 'limit', scope: { acts: ['push'], aims: [] }, condition: { type: 'ask-first' }, sentence: said },
        ],
      },
    ],
  ])('%s', (_name, text, reading) => {
    expect(parse(text)).toEqual({ kind: 'read', reading: { ...NOTHING_STATED, ...reading } })
  })

  it('every example of the prompt', () => {
    const examples = PROMPT_TEXTS.statements.match(/^<statements>.*$/gm) ?? []
    expect(examples.length).toBeGreaterThanOrEqual(5)
    for (const text of examples) expect(parse(text), text).toMatchObject({ kind: 'read' })
  })
})

const limitOf = (more: object): string => add({ limit: ['push'], said, ...more })
const many = <T>(count: number, value: T): readonly T[] => Array.from({ length: count }, () => value)

describe('is not read', () => {
  it.each<[string, string | undefined, ReplyEnd?]>([
    ['no text', undefined],
    ['nothing', ''],
    ['prose', 'Nothing is stated here.'],
    ['JSON alone', '{}'],
    ['words before it', 'Sure: <statements>{}</statements>'],
    ['words after it', '<statements>{}</statements> I hope that helps'],
    ['a code fence', '```\n<statements>{}</statements>\n```'],
    ['two answers', '<statements>{}</statements><statements>{}</statements>'],
    ['an answer in an answer', '<statements>{"add":[{"limit":["push"],"said":"<statements>"}]}</statements>'],
    ['no end', '<statements>{}'],
    ['half a mark', '<statements>'],
    ['half JSON', '<statements>{"add":[</statements>'],
    ['no JSON', '<statements>none</statements>'],
    ['an answer that hit the limit', answer({}), 'limit'],
    ['one that was stopped', answer({}), 'stop'],
    ['an end nobody knows', answer({}), 'other'],
    ['a list', '<statements>[]</statements>'],
    ['null', '<statements>null</statements>'],
    ['a string', '<statements>"x"</statements>'],
    ['an unknown key', answer({ adds: [] })],
    ['a key of objects', '<statements>{"__proto__":[]}</statements>'],
    ['no list', answer({ add: {} })],
    ['a statement that is none', add('push')],
    ['neither limit nor grant', add({ said })],
    ['both', add({ limit: ['push'], grant: ['push'], said })],
    ['an unknown act', add({ limit: ['dance'], said })],
    ['an act named like a method', add({ limit: ['constructor'], said })],
    ['an act that is no text', add({ limit: [1], said })],
    ['acts that are no list', add({ limit: 'push', said })],
    ['no sentence', add({ limit: ['push'] })],
    ['an empty sentence', limitOf({ said: '  ' })],
    ['a long sentence', limitOf({ said: 'x'.repeat(2_001) })],
    ['an unknown key of a statement', limitOf({ scope: {} })],
    ['an unknown aim', limitOf({ on: { planet: ['mars'] } })],
    ['an aim without values', limitOf({ on: { branch: [] } })],
    ['an aim that is no list', limitOf({ on: { branch: 'main' } })],
    ['an empty value', limitOf({ on: { branch: [' '] } })],
    ['a value that is no text', limitOf({ on: { branch: [null] } })],
    ['a long value', limitOf({ on: { branch: ['x'.repeat(201)] } })],
    ['too many values', limitOf({ on: { branch: many(13, 'a') }, only: { path: many(12, 'b') } })],
    ['too many values of one kind', limitOf({ on: { branch: many(25, 'a') } })],
    ['aims that are no object', limitOf({ only: ['path'] })],
    ['too many statements', add(...many(13, { limit: ['push'], said }))],
    ['a flag that is none', limitOf({ ask: 'yes' })],
    ['an event that is none', limitOf({ until: true })],
    ['a long rest', limitOf({ rest: 'x'.repeat(401) })],
    ['an id that is none', answer({ keep: ['1'] })],
    ['an id of zero', answer({ keep: [0] })],
    ['a broken id', answer({ keep: [1.5] })],
    ['an id twice', answer({ keep: [1, 1] })],
    ['an id lifted and kept', answer({ lift: [{ id: 1, said }], keep: [1] })],
    ['too many ids', answer({ keep: Array.from({ length: 65 }, (_, at) => at + 1) })],
    ['a lift without words', answer({ lift: [{ id: 1 }] })],
    ['a lift with more', answer({ lift: [{ id: 1, said, all: true }] })],
    ['a whole book', `<statements>{"keep":[${'1,'.repeat(9_000)}1]}</statements>`],
  ])('%s', (_name, text, end) => {
    expect(parse(text, end)).toMatchObject({ kind: 'unparseable' })
  })

  it('what was declined, or too long', () => {
    expect(parse(answer({}), 'refusal')).toEqual({ kind: 'refused' })
    expect(parse(answer({}), 'too-long')).toEqual({ kind: 'too-long' })
  })
})

const text = fc.string({ minLength: 1, maxLength: 30 }).filter((one) => one.trim() === one && !one.includes('<'))
const values = fc.array(text, { minLength: 1, maxLength: 2 })
/** All details have to stand in the call. */
const oneDetailEach = (aim: Aim): readonly Aim[] =>
  aim.what === 'detail' && aim.how === 'named'
    ? aim.values.map((value) => ({ what: aim.what, how: aim.how, values: [value] }))
    : [aim]
const statement: fc.Arbitrary<Statement> = fc
  .record({
    kind: fc.constantFrom('limit' as const, 'grant' as const),
    acts: fc.uniqueArray(fc.constantFrom(...STATED_ACTS.keys()), { maxLength: 4 }),
    aims: fc.uniqueArray(
      fc.record({
        what: fc.constantFrom(...AIM_KINDS),
        how: fc.constantFrom('named' as const, 'only' as const),
        values,
        except: fc.option(values, { nil: undefined }),
      }),
      { selector: ({ what }) => what, maxLength: 3 },
    ),
    sentence: text,
    rest: fc.option(text, { nil: undefined }),
    today: fc.boolean(),
  })
  .map(({ kind, acts, aims, sentence, rest, today }) => ({
    kind,
    scope: {
      acts,
      aims: AIM_KINDS.flatMap((kind) => aims.filter(({ what }) => what === kind))
        .map(({ except, ...aim }): Aim => ({ ...aim, ...(except && { except }) }))
        .flatMap(oneDetailEach),
    },
    ...(today && { condition: { type: 'today' as const } }),
    ...(rest !== undefined && { rest }),
    sentence,
  }))

it('what is shown as in force is the form that is read', () => {
  fc.assert(
    fc.property(fc.array(statement, { maxLength: 3 }), (statements) => {
      expect(parse(answer({ add: statements.map(formOf) }))).toEqual({
        kind: 'read',
        reading: { ...NOTHING_STATED, added: statements },
      })
    }),
    { numRuns: runs(2_000) },
  )
})

describe('garbage', () => {
  const noise = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.constantFrom('<statements>', '</statements>', '{', '}', '"add":[', '{"grant":["push"],"said":"x"}', ']', ','),
  )

  it('never throws and states nothing', () => {
    fc.assert(
      fc.property(fc.array(noise, { maxLength: 12 }), (parts) => {
        const parsed = parse(parts.join(''))
        // By chance the parts may be an answer; then it is exactly one.
        if (parsed.kind === 'read') expect(parts.join('').trim()).toMatch(/^<statements>[^<]*<\/statements>$/)
        else expect(parsed.kind).toBe('unparseable')
      }),
      { numRuns: runs(5_000) },
    )
  })

  it('an answer with one character lost or put in is read as what it says, or not at all', () => {
    const whole = add({ limit: ['push'], on: { branch: ['main'] }, said })
    fc.assert(
      fc.property(fc.nat(whole.length), fc.string({ maxLength: 1 }), (at, put) => {
        const parsed = parse(whole.slice(0, at) + put + whole.slice(at + 1))
        if (parsed.kind !== 'read') return
        for (const { kind, scope } of parsed.reading.added) expect([kind, scope.acts]).toEqual(['limit', ['push']])
      }),
      { numRuns: runs(5_000) },
    )
  })
})
