import { describe, expect, it } from 'vitest'
import { hasSecretInUrl } from './address-secrets.ts'

describe('secrets in addresses', () => {
  it.each([
    '/c?env=DATABASE_URL%3Dpostgres%3A%2F%2Fapp%3AvR9kq2%40db.acme.int%2Fapp',
    '/c?d=redis://app:vR9kq2x@cache.acme.int/0',
    '/c/DB_PASSWORD=tr0ub4dor9',
    '/c?STRIPE_SECRET_KEY=q8w7e6r5t4',
    '/c?x=A%253D1%2526DB_PASSWORD%253Dtr0ub4dor9',
    '/?b=REJfUEFTU1dPUkQ9dHIwdWI0ZG9yOQ==',
  ])('%s carries one', (rest) => {
    expect(hasSecretInUrl(rest)).toBe(true)
  })

  it.each([
    '/search?q=postgres%3A%2F%2Fuser%3Apassword%40db.acme.int%2Fdb',
    '/search?q=postgres%3A%2F%2Fapp%3AvR9kq2%40localhost%2Fdb',
    '/a.zip?X-Amz-Signature=abcdef0123456789abcdef&X-Amz-Expires=300',
    '/items?token=ab12cd34',
    '/x?sv=2020&sig=ab12cd34ef56',
    '/q?MAX_TOKENS=4096',
    '/x?redirect=https%3A%2F%2Fapp.acme.com%2Fcb%3Ftoken%3Dab12cd',
    '/x?q=DB_PASSWORD%3D%24%7BDB_PASSWORD%7D',
    `/?${'A_KEY='.repeat(40_000)}`,
    `/?q=${'a://b:'.repeat(40_000)}`,
  ])('%s carries none', (rest) => {
    expect(hasSecretInUrl(rest)).toBe(false)
  })
})
