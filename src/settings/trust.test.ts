import { describe, expect, it } from 'vitest'
import { parseTrustRecord, trustKey, trustRecord, trustState } from './trust.ts'

const A = { path: '.irongate/settings.json', text: '{}' }
const B = { path: '.claude/settings.json', text: '{"permissions":{}}' }
const record = trustRecord('/p', [A, B])

describe('trust', () => {
  it('covers the same files in any order', () => {
    expect(trustState([record], '/p', [B, A])).toEqual({ kind: 'trusted' })
    expect(trustKey([A, B])).toBe(trustKey([B, A]))
  })

  it.each([
    ['an edit', [{ ...A, text: '{ }' }, B], { added: [], removed: [], edited: [A.path] }],
    ['a new file', [A, B, { path: 'x', text: '' }], { added: ['x'], removed: [], edited: [] }],
    ['a missing file', [A], { added: [], removed: [B.path], edited: [] }],
  ])('%s ends it', (_, files, changes) => {
    expect(trustState([record], '/p', files)).toEqual({ kind: 'changed', ...changes })
  })

  it('is for one project, and the latest record counts', () => {
    expect(trustState([record], '/q', [A, B])).toEqual({ kind: 'unknown' })
    expect(trustState([record, trustRecord('/p', [A])], '/p', [A, B]).kind).toBe('changed')
  })

  it('path and text cannot be shifted into each other', () => {
    expect(trustKey([{ path: 'a', text: 'bc' }])).not.toBe(trustKey([{ path: 'ab', text: 'c' }]))
  })

  it('a stored record that is damaged trusts nothing', () => {
    expect(parseTrustRecord(JSON.parse(JSON.stringify(record)))).toEqual(record)
    for (const bad of [
      null,
      3,
      {},
      { ...record, key: 'x' },
      { ...record, files: [3] },
      { ...record, files: undefined },
    ]) {
      expect(parseTrustRecord(bad)).toBeUndefined()
    }
  })
})
