import { expect, it } from 'vitest'
import { isNear } from './near.ts'

it.each<[string, string, boolean]>([
  ['api', 'api-gateway', true],
  ['feature/login', 'feature/login-v2', true],
  ['shop-staging', 'shop', true],
  ['cache-1', 'cache-2', true],
  ['train-small', 'train-large', true],
  ['mailer', 'mailers', true],
  ['heron', 'xheron', true],
  ['api', 'api', false],
  ['api', 'shop-api-1', false],
  ['api', 'api-7d9f8b-x2k1z', false],
  ['database', 'postgres', false],
  ['web', 'db', false],
  ['ab', 'ac', false],
])('%s and %s: %s', (said, name, expected) => {
  expect(isNear(said, name)).toBe(expected)
})
