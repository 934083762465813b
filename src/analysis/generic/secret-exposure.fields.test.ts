import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const shown = (text: string) => effectsOf(text).filter(({ kind }) => kind === 'expose-secret')

describe('secrets that are picked by the name of a field', () => {
  it.each([
    'quux state export | jq .db.password',
    "quux dump | jq -r '.. | .client_secret? // empty'",
    'quux kv get app/db_password',
    'quux get API_KEY',
    'quux list --show-secrets',
    'quux auth print-access-token',
  ])('%s', (text) => {
    expect(shown(text)).toContainEqual(expect.objectContaining({ sink: 'output', certainty: 'likely' }))
  })

  it.each([
    "quux state export | jq 'del(.password)'",
    'quux state export | jq \'has("password")\'',
    'curl -s localhost:3000/users | jq .[0].password',
    'jq .password fixtures/users.json',
    'quux get color.token',
    'quux show docs/password.md',
    'quux auth login',
    'T=$(quux auth token)',
  ])('not %s', (text) => {
    expect(shown(text)).toEqual([])
  })
})
