import { describe, expect, it } from 'vitest'
import { isUnknown, namesOf } from './own-names.ts'

const call = (tool: string, ownTool: string | undefined, input: Record<string, unknown>) =>
  ({ kind: 'call', tool, ownTool, input, cwd: undefined, refused: false, clipped: false }) as const

describe('a call under its own agent’s names', () => {
  it.each([
    ['claude-code', call('Bash', undefined, { command: 'ls' }), 'Bash', { command: 'ls' }],
    ['gemini-cli', call('Bash', 'run_shell_command', { command: 'ls' }), 'run_shell_command', { command: 'ls' }],
    ['opencode', call('Read', 'read', { file_path: '/p/a' }), 'read', { filePath: '/p/a' }],
    [
      'pi',
      call('Edit', 'edit', { file_path: 'a', old_string: 'x', new_string: 'y' }),
      'edit',
      { path: 'a', oldText: 'x', newText: 'y' },
    ],
    ['copilot-cli', call('Read', 'view', { file_path: 'a' }), 'view', { path: 'a' }],
    ['cursor', call('Read', 'read_file_v2', { file_path: 'a' }), 'read_file_v2', { targetFile: 'a' }],
    [
      'codex',
      call('Edit', 'apply_patch', { file_path: 'a', old_string: 'x\ny', new_string: 'z' }),
      'apply_patch',
      { patch: '*** Begin Patch\n*** Update File: a\n@@\n-x\n-y\n+z\n*** End Patch\n' },
    ],
    [
      'codex',
      call('Write', 'apply_patch', { file_path: 'a', content: 'x' }),
      'apply_patch',
      { patch: '*** Begin Patch\n*** Add File: a\n+x\n*** End Patch\n' },
    ],
    [
      'codex',
      call('apply_patch', undefined, { delete_file: 'a' }),
      'apply_patch',
      { patch: '*** Begin Patch\n*** Delete File: a\n*** End Patch\n' },
    ],
  ])('%s: %j', async (agent, event, tool, input) => {
    const names = await namesOf(agent)
    expect(names.callOf(event)).toEqual({ tool, input })
    expect(isUnknown(names, names.callOf(event))).toBe(false)
  })

  it('a name that the agent has not is unknown to its lookup', async () => {
    const names = await namesOf('codex')
    expect(isUnknown(names, { tool: 'run_terminal_command_v2', input: { command: 'ls' } })).toBe(true)
    expect(isUnknown(names, { tool: 'mcp__demo__list', input: {} })).toBe(false)
  })

  it('an agent that nobody knows is a fault, not a silence', () => expect(namesOf('nobody')).rejects.toThrow(/nobody/))
})
