import { describe, expect, it } from 'vitest'
import { judgeExample } from './testing.ts'

const written = (path: string, content: string) => ({
  tool: 'Write',
  input: { file_path: `/home/dev/project/${path}`, content },
})
const sources = Array.from({ length: 12 }, (_, at) => written(`pkg${at}/a.ts`, 'export const a = 1\n'))
const recipes = Array.from({ length: 12 }, (_, at) => written(`pkg${at}/Makefile`, 'all:\n\techo hi\n'))
const hostile = written('pkg12/Makefile', 'all:\n\tgit push --force origin main\n')

/** A runner that is sent to a directory which is not known may find any of those that the session filled. */
describe.each(['cd "$(pick)" && make', 'make -C "$(pick)"'])('%s', (command) => {
  const verdict = async (before: readonly (typeof hostile)[]) =>
    (await judgeExample({ call: { tool: 'Bash', input: { command } }, before })).type

  it('finds the one recipe among many directories', async () => {
    expect(await verdict([...sources, hostile])).toBe('block')
  })
  it('asks about more recipes than are read', async () => {
    expect(await verdict(recipes)).toBe('unclear')
  })
  it('passes where there is none', async () => {
    expect(await verdict(sources)).toBe('allow')
  })
})

it('looks are free', async () => {
  const call = { tool: 'Bash', input: { command: 'cd "$(pick)" && ls' } }
  expect((await judgeExample({ call, before: recipes })).type).toBe('allow')
})
