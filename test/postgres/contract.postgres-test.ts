import { describe, expect, it } from 'vitest'
import { describeStore } from '../../src/server/store/contract.ts'
import { postgresStore } from '../../src/server/store/postgres/index.ts'
import { dropSchema, freshSchema, URL_OF_TESTS } from './schemas.ts'

if (URL_OF_TESTS === undefined) it('is passed over: there is no PostgreSQL', ({ skip }) => skip())
else {
  const url = URL_OF_TESTS
  describeStore('the PostgreSQL store', async () => {
    const schema = freshSchema()
    return {
      store: await postgresStore({ url, schema }),
      again: () => postgresStore({ url, schema }),
      remove: () => dropSchema(url, schema),
    }
  })

  describe('the database', () => {
    it('is made once by servers that start at once', async () => {
      const schema = freshSchema()
      const stores = await Promise.all(Array.from({ length: 6 }, () => postgresStore({ url, schema })))
      expect(await stores[5]?.documents.put({ kind: 'k', id: 'i', value: 1 }, 0)).toBe(true)
      for (const store of stores) await store.close()
      await dropSchema(url, schema)
    })

    it.each(['x; drop schema public', 'X', '', 'a'.repeat(80)])('refuses the schema %j', async (schema) => {
      await expect(postgresStore({ url, schema })).rejects.toThrow(/no name of a schema/)
    })

    it('that is not there is told', async () => {
      await expect(postgresStore({ url: 'postgres://irongate@127.0.0.1:1/x' })).rejects.toThrow()
    })
  })
}
