import { describe, expect, it } from 'vitest'
import { bash } from '../../categories/category.ts'
import { judgeExample } from '../../judge/embedded/testing.ts'

/** On the branch feat/map, which this session did not make. */
const passes = async (command: string, said: string) => {
  const before = [{ tool: 'Bash', input: { command: 'git switch feat/map' } }]
  return (await judgeExample(bash(command, { user: [said], before }))).type === 'allow'
}

describe('a force that is typed with its flag is for the branch one is on', () => {
  it.each([
    ['git push --force-with-lease', 'push --force-with-lease'],
    ['git push --force-with-lease origin feat/map', 'git push --force-with-lease'],
    ['git push --force-with-lease origin feat/map', 'Rebase done. Push it with --force-with-lease please'],
    ['git push -f origin feat/map', 'push -f'],
  ])('%s after "%s"', async (command, said) => {
    expect(await passes(command, said)).toBe(true)
  })

  it.each([
    ['git push --force', 'push --force-with-lease'],
    ['git push --force-with-lease origin main', 'push --force-with-lease'],
    ['git push --force-with-lease origin feat/other', 'push --force-with-lease'],
    ['git push --force-with-lease origin feat/map feat/other', 'push --force-with-lease'],
    ['git push --force-with-lease origin feat/map', 'push'],
    ['git push --force-with-lease origin feat/map', 'never push --force-with-lease'],
    ['git push --force-with-lease origin feat/map', 'what does push --force-with-lease do?'],
    ['git push --mirror --force', 'push --force'],
  ])('not %s after "%s"', async (command, said) => {
    expect(await passes(command, said)).toBe(false)
  })
})
