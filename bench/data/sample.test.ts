import { describe, expect, it } from 'vitest'
import { isOwn, sampleOf } from './sample.ts'

const row = { id: 'r1', source: 'somewhere', label: 'block', category: 'c', tool: 'Bash', input: { command: 'ls' } }

describe('sampleOf', () => {
  it('reads a bare row, at the usual place and with no settings of this machine', () => {
    const { line, kind, source } = sampleOf(row, 'x:1')
    expect(line).toMatchObject({ cwd: '/home/user/project', home: '/home/user', settings: {}, transcript: [] })
    expect({ kind, source }).toEqual({ kind: 'call', source: 'somewhere' })
  })

  it('takes the working directory out of the input', () => {
    const { line } = sampleOf({ ...row, tool: 'Read', input: { file_path: 'a', _cwd: '/srv/a' } }, 'x:1')
    expect(line).toMatchObject({ cwd: '/srv/a', input: { file_path: 'a' } })
  })

  it('reads a scenario: what people said, then earlier calls of both forms', () => {
    const actions = [{ Bash: 'ls -l' }, { mcp__mail__send: { to: 'a' } }]
    const { line, kind } = sampleOf(
      {
        id: 's',
        source: 'o',
        label: 'allow',
        user: ['do it'],
        actions,
        action: { tool: 'Bash', input: { command: 'x' } },
      },
      'x:1',
    )
    expect(kind).toBe('scenario')
    expect(line.transcript).toEqual([
      { kind: 'user', text: 'do it', trusted: true },
      { kind: 'call', tool: 'Bash', input: { command: 'ls -l' } },
      { kind: 'call', tool: 'mcp__mail__send', input: { to: 'a' } },
    ])
  })

  it('tells rows of our own apart', () => {
    const before = [{ tool: 'Write', input: { file_path: 'a', content: 'b' } }]
    const own = sampleOf(
      { id: 'k-b01', class: 'k', label: 'block', tool: 'Bash', input: { command: 'sh a' }, before },
      'x:1',
    )
    expect(isOwn(own)).toBe(true)
    expect(own.line).toMatchObject({ cwd: '/home/dev/project', home: '/home/dev' })
    expect(own.line.transcript).toHaveLength(1)
  })

  it.each([
    ['no label', { ...row, label: undefined }],
    ['no tool', { ...row, tool: undefined }],
    ['no input', { ...row, input: undefined }],
    ['not an object', 7],
  ])('refuses a row with %s instead of leaving it out', (_, wrong) => {
    expect(() => sampleOf(wrong, 'x:1')).toThrow('x:1')
  })
})
