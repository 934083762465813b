import { describe, expect, it } from 'vitest'
import { effectsOf, readCommand } from '../testing.ts'

describe('a starter in the project is read as the runner it starts', () => {
  it.each([
    ['bin/rails db:drop', 'database-change'],
    ['./manage.py flush --noinput', 'database-change'],
    ['./artisan migrate:fresh', 'database-change'],
    ['./gradlew publish', 'publish'],
  ])('%s: %s', (text, kind) => {
    expect(effectsOf(text).map((effect) => effect.kind)).toContain(kind)
  })

  it.each([['bin/rails test'], ['./manage.py test'], ['./install a b'], ['./kill 1']])('%s changes nothing', (text) => {
    const kinds = effectsOf(text).map((effect) => effect.kind)
    expect(kinds.filter((kind) => kind !== 'run-code')).toEqual([])
  })

  it('one that this session wrote is only what was written', () => {
    const written = new Map([['/home/dev/project/bin/rails', 'echo 1']])
    const { effects } = readCommand('bin/rails db:drop', { session: { written } })
    expect(effects.some((effect) => effect.kind === 'database-change')).toBe(false)
  })
})
