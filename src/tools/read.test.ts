import { describe, expect, it } from 'vitest'
import { fixedFacts } from '../facts/fixed.ts'
import { GLOB_TOOL, GREP_TOOL } from './read.ts'

const read = (tool: typeof GREP_TOOL, input: Record<string, unknown>) =>
  tool.read?.(
    { tool: tool.name, input, cwd: '/home/dev/project', session: 's', agent: undefined } as never,
    fixedFacts(),
    { wrappers: [] },
  )

describe('searches for credentials', () => {
  it.each([
    [GREP_TOOL, { pattern: 'BEGIN RSA PRIVATE KEY', path: '/home/dev' }],
    [GREP_TOOL, { pattern: 'api_key', path: '/' }],
    [GREP_TOOL, { pattern: '.', path: '/home/dev', glob: '*.pem' }],
    [GLOB_TOOL, { pattern: '**/id_ed25519', path: '~' }],
    [GLOB_TOOL, { pattern: '/home/dev/**/*.key' }],
  ])('%o %j is not proven', (tool, input) => {
    const reading = read(tool, input)
    expect(reading?.grade).toBeUndefined()
    expect(reading?.effects.map(({ kind }) => kind)).toContain('observe')
  })

  it('lines of secret files that a pattern names', () => {
    const shown = read(GREP_TOOL, { pattern: '=', glob: '**/.env*', output_mode: 'content' })
    expect(shown?.grade).toBeUndefined()
    expect(shown?.effects.some((effect) => effect.kind === 'read-path' && effect.path.tags.includes('secret'))).toBe(
      true,
    )
    expect(read(GREP_TOOL, { pattern: '=', glob: '.env*' })?.grade).toBe('proven')
    expect(read(GREP_TOOL, { pattern: '=', glob: '!.env*', output_mode: 'content' })?.grade).toBe('proven')
  })

  it('every place of a search counts', () => {
    for (const tool of [GREP_TOOL, GLOB_TOOL]) {
      expect(read(tool, { pattern: 'x', path: 'src', paths: ['docs'] })?.grade).toBe('proven')
      expect(read(tool, { pattern: 'x', path: 'src', paths: ['docs', '/home/dev/.ssh'] })?.grade).toBeUndefined()
      expect(read(tool, { pattern: 'x', paths: Array(101).fill('docs') })?.grade).toBeUndefined()
      expect(tool.encode({ pattern: 'x', path: 'src', paths: ['docs'] })).toBe('x in src, docs')
    }
  })

  it.each([
    [GREP_TOOL, { pattern: 'api_key' }],
    [GREP_TOOL, { pattern: 'password', path: 'src' }],
    [GREP_TOOL, { pattern: 'useState', path: '/home/dev' }],
    [GLOB_TOOL, { pattern: '**/*.pem' }],
    [GLOB_TOOL, { pattern: '/home/dev/project/**/*.ts' }],
  ])('%o %j is', (tool, input) => {
    expect(read(tool, input)?.grade).toBe('proven')
  })
})
