import { describe, expect, it } from 'vitest'
import { GATE_COMMANDS, type GateCommand, gateCommandUse } from '../analysis/gate/gate-commands.ts'
import { COMMANDS } from './commands.ts'

describe('who may run a command', () => {
  const use = (line: string) => {
    const { agent, startedBy } = gateCommandUse(line.split(' '))
    return agent === 'allowed' ? 'anyone' : (startedBy ?? 'person')
  }

  it.each<[string, string]>([
    ['', 'person'],
    ['--version', 'anyone'],
    ['help uninstall', 'anyone'],
    ['uninstall --yes --help', 'anyone'],
    ['uninstall -- --help', 'person'],
    ['check Bash ls', 'anyone'],
    ['check --prompt Bash ls', 'service'],
    ['check Bash rm\0', 'anyone'],
    ['check Bash \0', 'anyone'],
    ['doctor', 'anyone'],
    ['doctor --json', 'anyone'],
    ['doctor --fix', 'person'],
    ['doctor \0', 'person'],
    ['status', 'anyone'],
    ['statusline', 'anyone'],
    ['settings --json', 'anyone'],
    ['settings set judge.kind claude', 'person'],
    ['rule', 'person'],
    ['rule list', 'anyone'],
    ['rule test Bash(ls) Bash ls', 'anyone'],
    ['rule add allow Bash(ls)', 'person'],
    ['rule remove deny Bash(ls)', 'person'],
    ['rule \0', 'person'],
    ['policy defaults', 'anyone'],
    ['policy critique', 'service'],
    ['judge setup', 'person'],
    ['judge setup --use claude-cli --yes', 'person'],
    ['judge test', 'person'],
    ['judge --export cases.jsonl', 'service'],
    ['audit verify', 'anyone'],
    ['audit export --session x', 'anyone'],
    ['audit verify --database=postgres://x', 'service'],
    ['audit backup x', 'service'],
    ['audit erase --older-than 1d', 'person'],
    ['audit --home verify erase --older-than 1d', 'person'],
    ['audit er\0', 'person'],
    ['approve 3f9a01c2', 'person'],
    ['answer 3f9a01c2 yes', 'person'],
    ['allow 3f9a01c2', 'person'],
    ['allow 3f9a01c2 --dry-run', 'service'],
    ['allow 3f9a01c2 -- --dry-run', 'person'],
    ['allow 3f9a01c2 --dry-r\0', 'person'],
    ['init --dry-run', 'service'],
    ['trust --json', 'service'],
    ['trust', 'person'],
    ['off', 'person'],
    ['on', 'service'],
    ['shadow on', 'person'],
    ['shadow off', 'service'],
    ['init --yes', 'person'],
    ['uninstall --yes', 'person'],
    ['pair', 'person'],
    ['people list', 'service'],
    ['people add ann', 'person'],
    ['machines enrol m1', 'person'],
    ['serve', 'service'],
    ['gateway', 'service'],
    ['forward', 'service'],
    ['forward --server https://x --enrol c', 'person'],
    ['hook claude-code', 'host'],
    ['daemon --socket x', 'host'],
    ['mcp', 'host'],
    ['completion bash', 'anyone'],
    ['demo', 'anyone'],
    ['\0', 'person'],
    // Whatever comes next year.
    ['frobnicate', 'person'],
    ['toString', 'person'],
    ['--home /x uninstall', 'person'],
  ])('irongate %j: %s', (line, expected) => expect(use(line)).toBe(expected))

  it('without a word it only shows its help', () => expect(gateCommandUse([]).agent).toBe('allowed'))

  it('every command has a row, and every row is a command', () =>
    expect([...COMMANDS.keys()].sort()).toEqual(Object.keys(GATE_COMMANDS).sort()))

  it('every word and option of a row is one of the command', () => {
    for (const [name, row] of Object.entries<GateCommand>(GATE_COMMANDS)) {
      const { words = {}, options = {} } = COMMANDS.get(name) ?? {}
      for (const option of [...Object.keys(row.options ?? {}), ...(row.shows ?? [])])
        expect(Object.keys(options), name).toContain(option)
      // Words that settings may have one day are refused already.
      if (row.words && name !== 'settings')
        expect(Object.keys(row.words).sort(), name).toEqual(Object.keys(words).sort())
    }
  })
})
