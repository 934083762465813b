import { expect, it } from 'vitest'
import * as real from '../../src/analysis/interpret/registry.ts'
import * as withHole from './registry-with-hole.ts'

it('has whatever the registry has that it stands in for', () => {
  expect(Object.keys(withHole)).toEqual(expect.arrayContaining(Object.keys(real)))
})
