import { describe, expect, it } from 'vitest'
import { effectsOf } from '../testing.ts'

const reaches = (text: string) =>
  effectsOf(text).flatMap((effect) => (effect.kind === 'database-change' ? [effect.reach] : []))

describe('a stage that the shell was told before', () => {
  it.each([
    'export RAILS_ENV=production; bin/rails db:migrate',
    'set -a; RAILS_ENV=production; set +a; bin/rails db:migrate',
    'set -a; . ./.env.prod; set +a; bin/rails db:migrate',
    'source config/production.env && bin/rails db:migrate',
    "bash -c '. ./.env.prod; bin/rails db:migrate'",
  ])('%s', (text) => expect(reaches(text)).toContain('remote'))

  it.each([
    'RAILS_ENV=production; bin/rails db:migrate',
    '. ./.env.test; bin/rails db:migrate',
    '. ./.env.prod; . ./.env.test; bin/rails db:migrate',
    'export NODE_ENV=production; bin/rails db:migrate',
    '. ./prod/setup.sh; bin/rails db:migrate',
    '(export RAILS_ENV=test); bin/rails db:migrate',
  ])('%s tells none', (text) => expect(reaches(text)).not.toContain('remote'))
})
