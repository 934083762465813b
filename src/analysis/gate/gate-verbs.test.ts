import { describe, expect, it } from 'vitest'
import { isReadOnlyGateCommand } from './gate-verbs.ts'

describe('what an agent may call of the gate’s own commands', () => {
  it.each([
    'stats',
    'stats --since 30d --json',
    'audit verify',
    'audit export --session x',
    'audit erase --help',
    'log',
    'why 3f9a01c2 --agent',
  ])('%s only shows', (words) => expect(isReadOnlyGateCommand(words.split(' '))).toBe(true))

  it.each([
    'audit erase --session x',
    'audit restore x',
    'audit backup x',
    'audit --home verify erase --older-than 1d',
    'audit \0',
    'audit verify --database postgres://elsewhere',
    'stats --database=postgres://elsewhere',
    'approve x',
    'why 3f9a01c2 --share',
    'serve',
  ])('%s does not', (words) => expect(isReadOnlyGateCommand(words.split(' '))).toBe(false))
})
