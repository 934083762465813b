import { describe, expect, it } from 'vitest'
import { check } from '../../test/gate/gate-for-tests.ts'
import { load, text } from './testing.ts'
import { type SchemaNode, SETTINGS_SCHEMA } from './validate.ts'

/** One key of the schema: the way to it, and what it may hold. */
interface Key {
  readonly way: readonly string[]
  readonly described: SchemaNode
}

/** Every key there is, at every depth; a free name stands for itself once. */
function keysIn(described: SchemaNode, way: readonly string[] = []): readonly Key[] {
  const { properties = {}, additionalProperties: further } = described
  const free = typeof further === 'object' ? { [way[0] === 'projects' ? '/home/dev/project' : 'x']: further } : {}
  return Object.entries({ ...properties, ...free }).flatMap(([key, inner]) => [
    { way: [...way, key], described: inner },
    ...keysIn(inner, [...way, key]),
  ])
}

const KEYS = keysIn(SETTINGS_SCHEMA())

const WRONG_TYPES = {
  object: [5],
  array: [5, {}],
  string: [5, []],
  boolean: ['yes', 1],
  integer: ['3', 1.5],
  number: ['3', true],
}

/** Values that the key must not take: of another type, beyond its range, or a choice that there is not. */
function wrongFor({ enum: choices, type, items, minimum, maximum, pattern }: SchemaNode): readonly unknown[] {
  if (choices)
    return [...choices.flatMap((choice) => (typeof choice === 'string' ? [`${choice}x`, choice.slice(1)] : [])), 5, []]
  return [
    ...(type === undefined ? [] : WRONG_TYPES[type]),
    ...(items && type === 'array' ? [[7], [['nested']]] : []),
    ...(minimum === undefined ? [] : [minimum - 1]),
    ...(maximum === undefined ? [] : [maximum + 1]),
    ...(pattern === undefined ? [] : ['']),
    null,
  ].filter((value) => value !== null || !choices)
}

const nested = (way: readonly string[], value: unknown): unknown =>
  way.reduceRight((inner, key) => ({ [key]: inner }), value)

const ROWS = KEYS.flatMap(({ way, described }) => wrongFor(described).map((value) => [way, value] as const))

describe('a wrong value of any key', () => {
  it('the table reaches every section', () => {
    expect(KEYS.length).toBeGreaterThan(60)
    expect(new Set(KEYS.map(({ way }) => way[0]))).toEqual(new Set(Object.keys(SETTINGS_SCHEMA().properties ?? {})))
  })

  it.each(ROWS)('%j: %j is reported with its place, and closes the gate', (way, value) => {
    const body = JSON.stringify(nested(way, value), null, 2)
    for (const scope of ['user', 'managed', 'flag'] as const) {
      const { broken } = load(text(scope, body))
      expect(broken.map((problem) => problem.text).join('\n')).toContain(way.at(-1) === 'x' ? way[0] : way.join('.'))
      expect(broken[0]?.source).toMatchObject({
        file: `/etc/${scope}.json`,
        line: expect.any(Number),
        column: expect.any(Number),
      })
      expect(broken[0]?.source.line).toBeGreaterThanOrEqual(way.length + 1)
    }
  })

  it.each([
    [{ judge: { ironGate: 'opne' } }, /one of closed, open, fallback, not "opne"; did you mean "open"\?/],
    [{ autoMode: { deny: 5 } }, /autoMode\.deny is not a setting/],
    [{ autoMode: { deny: 'x' } }, /autoMode\.deny is not a setting/],
    [{ permissions: { deny: 5 } }, /permissions\.deny must be a list, not 5/],
    [
      { judge: { budget: { sesion: 3 } } },
      /judge\.budget\.sesion is not a setting; did you mean judge\.budget\.session\?/,
    ],
    [{ judge: { prices: { m: { input: 1 } } } }, /judge\.prices\.m lacks cacheWrite/],
    [{ permissions: { defaultMode: 'atuo' } }, /did you mean "auto"\?/],
  ])('%j: what it should be', async (settings, says) => {
    const asked = await check('Read', { file_path: 'src/a.ts' }, { settings })
    expect([asked.outcome, asked.reason.type]).toEqual(['ask', 'broken-settings'])
    expect(asked.message).toMatch(says)
    expect((await check('Read', { file_path: 'src/a.ts' }, { settings, headless: true })).outcome).toBe('deny')
  })

  it('shows no text that may be a secret', () => {
    const settings = { judge: { apiKey: ['k3y-k3y'], proxy: 'ftp://me:h0rse@proxy', baseUrl: 'me:h0rse' } }
    const said = load(text('user', JSON.stringify(settings))).broken.map((problem) => problem.text)
    expect(said).toHaveLength(3)
    expect(said.join()).not.toMatch(/k3y|h0rse/)
  })
})

describe('right values', () => {
  it.each(KEYS.filter(({ described }) => described.enum))('$way takes each of its choices', ({ way, described }) => {
    for (const choice of described.enum ?? [])
      expect(load(text('user', JSON.stringify(nested(way, choice)))).broken, String(choice)).toEqual([])
  })

  it.each([
    { permissions: { deny: [], additionalDirectories: ['~/x'] } },
    {
      judge: { baseUrl: 'http://127.0.0.1:1', budget: { day: 0.5, outcome: 'deny' }, aliases: [], proxy: 'http://p:1' },
    },
    { judge: { models: { m: { temperature: false, padding: 0 } }, prices: {} } },
    { approvals: { waitSeconds: 0, webhook: { url: 'https://x.example/', secretFile: '~/.irongate/s' } } },
    { hosts: { any: { upstream: 'https://api.example' } } },
    { projects: { '~/x': { permissions: { allow: [{ rule: 'Bash(ls)', match: ['ls'] }] } } } },
  ])('%j', (settings) => {
    const { broken, notices } = load(text('user', JSON.stringify(settings)))
    expect([broken, notices.filter(({ level }) => level === 'error')]).toEqual([[], []])
  })
})

describe("a host's own file", () => {
  const host = (settings: object) => load(text('user', JSON.stringify(settings), { kind: 'host' }))

  it('may hold values that we do not know', () => {
    const { broken, notices } = host({ permissions: { defaultMode: 'tomorrow' } })
    expect([broken, notices.map(({ level }) => level)]).toEqual([[], ['error']])
  })

  it.each([
    { permissions: { deny: 5 } },
    { autoMode: { soft_deny: 'x' } },
    { permissions: 3 },
    { autoMode: { deny: 5 } },
  ])('%j closes: it may have forbidden something', (settings) => expect(host(settings).broken).toHaveLength(1))
})

it("says nothing of a project's sections that only people may set", () => {
  const { broken, notices } = load(text('project', '{"judge":{"ironGate":"opne"},"autoMode":{"deny":5}}'))
  expect([broken, notices.map(({ level }) => level)]).toEqual([[], ['warning', 'warning']])
})
