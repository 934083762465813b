import { describe, expect, it } from 'vitest'
import { recordFor } from '../../../audit/testing.ts'
import { draftOf, EMPTY_DRAFT, loadDraft } from './draft.ts'

const draft = (fields: Partial<typeof EMPTY_DRAFT>) => loadDraft({ ...EMPTY_DRAFT, cwd: '/p', ...fields })

describe('a call that is typed', () => {
  it('is none while there is nothing', () => {
    expect(draft({ input: '  \n' })).toBe('empty')
    expect(draft({ tool: ' ', input: 'ls' })).toBe('empty')
  })

  it('is a command for a shell', () =>
    expect(draft({ input: 'ls' })).toEqual({
      tool: 'Bash',
      input: { command: 'ls' },
      cwd: '/p',
      mode: 'auto',
      judge: 'embedded',
    }))

  it('costs no call of a model unless that is wanted', () =>
    expect(draft({ input: 'ls', model: true })).toMatchObject({ judge: 'settings' }))

  it('is JSON for other tools', () => {
    expect(draft({ tool: 'Write', input: '{"file_path":"a"}' })).toMatchObject({ input: { file_path: 'a' } })
    for (const input of ['x', '[]', 'null', '"a"', '{'])
      expect(draft({ tool: 'Write', input })).toEqual({ problem: 'The input of this tool is a JSON object.' })
  })

  it('holds what the person said, a sentence a line', () =>
    expect(draft({ input: 'ls', said: 'do it\n\n now \n', headless: true })).toMatchObject({
      said: ['do it', ' now '],
      headless: true,
    }))

  it('may be an object for a shell, too', () =>
    expect(draft({ input: '{"command":"ls","timeout":5}' })).toMatchObject({ input: { command: 'ls', timeout: 5 } }))

  it('begins as the call of a record', () => {
    const record = recordFor({ command: 'make', cwd: '/q' })
    expect(loadDraft(draftOf(record))).toMatchObject({ tool: 'Bash', input: { command: 'make' }, cwd: '/q' })
    const other = recordFor({ tool: 'Write', input: { file_path: 'a', content: 'b' } })
    expect(loadDraft(draftOf(other))).toMatchObject({ input: { file_path: 'a', content: 'b' } })
  })
})
