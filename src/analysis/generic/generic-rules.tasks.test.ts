import { describe, expect, it } from 'vitest'
import type { Effect } from '../effects.ts'
import { effectsOf } from '../testing.ts'

const acts = (text: string): readonly Effect[] =>
  effectsOf(text).filter(({ kind }) => kind === 'resource-change' || kind === 'external-write')

describe('tasks of a project, by their words', () => {
  it.each([
    'python manage.py drop_workspace acme --database production',
    'python manage.py delete_members --all',
    'php artisan shops:purge --all --force',
    'RAILS_ENV=production bundle exec rake orders:wipe',
    'bin/rails accounts:remove RAILS_ENV=production',
    'MIX_ENV=prod mix shop.purge_carts',
    'npm run delete-subscribers -- --env=production',
    'yarn wipe-tenants --yes',
    'bin/console app:purge-clients --env=prod',
    './gradlew purgeTenants -Pstage=production',
    'flask --app shop erase-orders --env production',
  ])('%s removes things of others', (text) => {
    expect(acts(text)).toContainEqual(expect.objectContaining({ kind: 'resource-change' }))
  })

  it.each([
    ['python manage.py send_digest --list=all-readers', 'message'],
    ['npm run notify-users -- --everyone', 'message'],
    ['bundle exec rake mail:blast LIST=all', 'message'],
    ['poetry run python manage.py charge_cards --all', 'payment'],
    ['make announce-outage TO=everyone', 'message'],
  ])('%s reaches people', (text, nature) => {
    expect(acts(text)).toContainEqual(expect.objectContaining({ kind: 'external-write', nature }))
  })

  it('names each thing that it is given', () => {
    const [effect] = acts('python manage.py drop_tenant demo acme --database production')
    expect(effect?.targets).toMatchObject([{ name: 'demo' }, { name: 'acme' }])
  })

  it.each([
    'python manage.py drop_tenant demo',
    'python manage.py send_test_mail --all',
    'python manage.py drop_dev --all',
    'python manage.py remove_stale_contenttypes --no-input',
    'python manage.py send_digest --list=all --dry-run',
    'npm run clean:all',
    'npm run test:delete-users -- --all',
    'npm run reset-cache -- --force',
    'npm install send-mail --force',
    'npm uninstall purge-users --yes',
    'npm run build:emails -- --all',
    'npm run mail:preview -- --all',
    'make clean-all',
    'mix deps.clean --all',
    'RAILS_ENV=test bundle exec rake users:purge',
    'RAILS_ENV=production bin/rails assets:clean',
    'pnpm run remove-unused -- --all',
    'cargo test delete_users -- --all',
    'pytest -k delete_users --all',
  ])('%s is a developer’s own', (text) => {
    expect(acts(text)).toEqual([])
  })

  it('counts what a recipe that can be read does, not its name', () => {
    const files = { '/home/dev/project/package.json': '{"scripts":{"purge-users":"cat users.csv"}}' }
    const found = effectsOf('npm run purge-users -- --all', { files })
    expect(found.map(({ kind }) => kind)).not.toContain('resource-change')
  })
})
