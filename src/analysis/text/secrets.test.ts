import { describe, expect, it } from 'vitest'
import { isSecretName } from '../../knowledge/lexicon/secret-names.ts'
import { effectsOf } from '../testing.ts'
import { hasSecretValue } from './secrets.ts'

describe('names of secrets', () => {
  it.each(
    'PGPASSWORD MYSQL_PWD API_KEY apiKey stripeSecretKey GH_TOKEN authToken DATABASE_URL MONGO_URI AWS_SECRET_ACCESS_KEY db-password KEY2 connection_string WEBHOOK_URL SENTRY_DSN'.split(
      ' ',
    ),
  )('%s', (name) => {
    expect(isSecretName(name)).toBe(true)
  })

  it.each(
    'PWD HOME PATH KEYBOARD MONKEY SSH_KEY_PATH TOKEN_FILE PUBLIC_KEY API_KEY_ID TOKEN_URL AUTH_TYPE SECRET_NAME AWS_REGION TOKEN_TTL constructor __proto__'.split(
      ' ',
    ),
  )('%s is none', (name) => {
    expect(isSecretName(name)).toBe(false)
  })
})

describe('one list for every reader', () => {
  it.each([
    'echo $PGPASSWORD',
    'jq -n env.PGPASSWORD',
    'printenv PGPASSWORD',
    `python3 -c "import os; print(os.environ['PGPASSWORD'])"`,
    'node -p process.env.PGPASSWORD',
  ])('%s shows a secret', (command) => {
    expect(effectsOf(command).some(({ kind }) => kind === 'expose-secret')).toBe(true)
  })
})

describe('texts', () => {
  it.each([
    'password: hunter2hunter2',
    'DB_PASSWORD=q8Yt5kLm2Zx0Vb7n',
    '"client_secret": "a8f5f167f44f4964e6c998dee827110c"',
    'ASIA0123456789ABCDEF',
  ])('%s holds a secret', (text) => {
    expect(hasSecretValue(text)).toBe(true)
  })

  it.each([
    'password: <your-password-here>',
    'API_KEY=$API_KEY_FROM_VAULT',
    'token: process.env.TOKEN_OF_SERVICE',
    'class="sk-folding-cube-wrapper-left"',
    'apiKey: configuration.service.key',
    'tokens: 1234567890123456',
    'the key = somewhere-in-the-settings',
  ])('%s does not', (text) => {
    expect(hasSecretValue(text)).toBe(false)
  })
})
