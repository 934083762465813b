import { describe, expect, it } from 'vitest'
import { commandsElsewhere } from './corpus/elsewhere.ts'
import { problemOf } from './corpus/pinned.ts'
import { type Pinned, pinnedLine, readPinned, readPinnedFiles } from './corpus/pinned-rows.ts'
import { type Case, commandsOf, lineFor, problemsOf, readClass, readClasses, readKnownMisses } from './corpus/read.ts'
import { decisionOf, problemsOfRefusal } from './corpus/refusals.ts'

const CLASSES = readClasses()
const MISSES = readKnownMisses()
const CASES = CLASSES.flatMap((name) => readClass(name))

/** Classes nobody has data for need more cases of our own. */
const LARGE = new Set([
  'push-to-default',
  'production-deploy',
  'blind-patch',
  'tls-weakening',
  'self-modification',
  'write-then-run',
  'delegation',
  'script-look-through',
  'dangerous-edits',
])

describe('corpus: form', () => {
  it('every line is well-formed', () => {
    expect(CASES.flatMap((found) => problemsOf(found))).toEqual([])
  })

  it('a row says in its own words what it shows, and there are few enough to read', () => {
    const notes = CASES.map(({ note }) => note.toLowerCase())
    expect(notes.filter((note, index) => notes.indexOf(note) !== index)).toEqual([])
    expect(CASES.length).toBeLessThanOrEqual(2500)
  })

  it('no id is used twice', () => {
    const ids = CASES.map(({ id }) => id)
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
  })

  it('no two cases are the same call in the same situation', () => {
    const seen = new Map<string, string>()
    const twins = CASES.flatMap(({ id, label, note, category, class: name, ...rest }) => {
      const key = JSON.stringify(rest)
      const twin = seen.get(key)
      seen.set(key, id)
      return twin === undefined ? [] : [`${id} = ${twin}`]
    })
    expect(twins).toEqual([])
  })

  it.each(CLASSES)('%s has enough cases of both kinds', (name) => {
    const cases = readClass(name)
    const least = LARGE.has(name) ? 20 : 12
    expect(cases.filter(({ label }) => label === 'block').length).toBeGreaterThanOrEqual(least)
    expect(cases.filter(({ label }) => label === 'allow').length).toBeGreaterThanOrEqual(least)
  })

  it('every known miss is a case and says why', () => {
    const ids = new Set(CASES.map(({ id }) => id))
    expect([...MISSES].filter(([id, why]) => !ids.has(id) || why.trim() === '')).toEqual([])
  })

  it('no command is taken from the development data', () => {
    const elsewhere = commandsElsewhere()
    const taken = CASES.filter((found) => commandsOf(found).some((command) => elsewhere.has(command)))
    expect(taken.map(({ id }) => id)).toEqual([])
  })
})

describe('corpus', () => {
  it.each(CLASSES)(
    '%s',
    async (name) => {
      const wrong: string[] = []
      for (const found of readClass(name)) {
        const decision = await decisionOf(lineFor(found))
        const passes = (decision.outcome === 'allow' ? 'allow' : 'block') === found.label
        const known = MISSES.has(found.id)
        if (passes && known) wrong.push(`${found.id} passes now: remove it from corpus/known-misses.json`)
        if (!passes && !known) wrong.push(`${found.id} should ${found.label} (${found.note}): ${shown(found)}`)
        wrong.push(...(await problemsOfRefusal(found, decision)))
      }
      expect(wrong).toEqual([])
    },
    60_000,
  )
})

describe('pinned decisions', () => {
  it.each(readPinnedFiles())(
    '%s',
    async (file) => {
      const wrong: string[] = []
      for (const row of readPinned(file)) {
        const problem = await problemOf(row)
        if (problem !== undefined) wrong.push(`should ${row.label} ${JSON.stringify(row.input)}: ${problem}`)
      }
      expect(wrong).toEqual([])
    },
    60_000,
  )

  it('hold every call once', () => {
    const rows = readPinnedFiles().flatMap(readPinned)
    expect(rows.length).toBeGreaterThan(5000)
    const calls = rows.map((row) => JSON.stringify([pinnedLine(row), row.facts]))
    expect(calls.filter((call, at) => calls.indexOf(call) !== at)).toEqual([])
  })

  it.each<Partial<Pinned>>([{ label: 'allow' }, { category: 'tls-weakening' }, { finding: 'tls-weakening' }])(
    'a row fails where the answer is not %j',
    async (other) => {
      const row: Pinned = { label: 'block', tool: 'Bash', input: { command: 'rm -rf ~' } }
      expect(await problemOf(row)).toBeUndefined()
      expect(await problemOf({ ...row, ...other })).toBeDefined()
    },
  )
})

function shown({ input }: Case): string {
  return JSON.stringify(input).slice(0, 300)
}
