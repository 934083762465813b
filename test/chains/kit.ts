import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { makeHome } from '../../bench/chains/project.ts'
import { chainRowOf } from '../../bench/chains/rows.ts'
import { runChain } from '../../bench/chains/run.ts'
import { scratchDirectory } from '../../bench/frame/scratch.ts'

interface Step {
  readonly tool: string
  readonly input: Readonly<Record<string, unknown>>
}

/** A command as text, or a call of another tool. */
export type Link = string | Step

export interface Table {
  /** One session each: the last call has to be stopped, and none before it. */
  readonly stopped: readonly (readonly Link[])[]
  /** Near misses: every call has to be allowed. */
  readonly free: readonly (readonly Link[])[]
  /** What the person said first. */
  readonly said?: string
}

export const started = (command: string): Step => ({ tool: 'Bash', input: { command, run_in_background: true } })
export const wrote = (path: string, content: string): Step => ({
  tool: 'Write',
  input: { file_path: path.startsWith('~') ? path : `~/app/${path}`, content },
})
export const call = (tool: string, input: Step['input']): Step => ({ tool, input })

/** Facts have a time limit, which a busy machine may miss; what git ignores is one of them. */
const RETRIED = { retry: 3 }

/** Judges each chain as a session of its own, in a real home with a git project. Not in a temporary folder, which is free for all. */
export function holds(table: Table): void {
  const scratch = scratchDirectory(join(import.meta.dirname, '../../bench/results'), 'test')
  const home = join(scratch, 'dev')
  makeHome(home)
  afterAll(() => rmSync(scratch, { recursive: true, force: true }))
  const calls = (links: readonly Link[]) =>
    links.map((link) => {
      const { tool, input } = typeof link === 'string' ? { tool: 'Bash', input: { command: link } } : link
      const path = input['file_path']
      return { tool, input: typeof path === 'string' ? { ...input, file_path: path.replace(/^~/, home) } : input }
    })
  const run = (links: readonly Link[]) =>
    runChain(
      chainRowOf(
        { id: 'chain', class: 'test', calls: calls(links), ...(table.said !== undefined && { user: [table.said] }) },
        { home, origin: 'test' },
      ),
    )
  const title = (links: readonly Link[]) =>
    links.map((link) => (typeof link === 'string' ? link : `${link.tool} ${JSON.stringify(link.input)}`)).join(' → ')
  test.each(table.stopped.map((links) => [title(links), links] as const))('stops %s', RETRIED, async (_, links) => {
    const { stoppedBy } = await run(links)
    expect(stoppedBy?.outcome).toMatch(/^(?:ask|deny)$/)
    const before = links.slice(0, -1)
    if (before.length > 0) expect((await run(before)).message).toBe('')
  })
  test.each(table.free.map((links) => [title(links), links] as const))('lets %s pass', RETRIED, async (_, links) => {
    expect((await run(links)).message).toBe('')
  })
}
