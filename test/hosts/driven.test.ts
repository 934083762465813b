import { readdirSync } from 'node:fs'
import { expect, it } from 'vitest'
import { testsWithoutClient } from './driven.ts'

const without = (...missing: string[]) => testsWithoutClient((name) => !missing.includes(name))
const ALL = readdirSync('test/hosts').filter((file) => file.endsWith('.host-test.ts'))

it('leaves out what waits for a client that is not there', () => {
  expect(without()).toEqual([])
  const left = without('claude-2.1.325')
  for (const file of ['claude-code', 'interactive', 'agents', 'person', 'waiting', 'transport-claude-cli'])
    expect(left).toContain(`test/hosts/${file}.host-test.ts`)
  expect(left.length).toBeLessThan(ALL.length)
})

it('leaves to itself what asks whether its client is there', () => {
  expect(without('codex-0.166.0')).toEqual(['test/hosts/transport-codex-cli.host-test.ts'])
  expect(without('langgraph-1.4.18', 'opencode-1.18.33')).toEqual([])
})
