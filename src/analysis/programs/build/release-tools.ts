import { stateGivenSql } from '../data/database.ts'
import type { Spec } from '../form/form.ts'
import { weakest } from '../standing.ts'
import { readRakefile } from './runners.ts'
import { type BuildReader, building, changesDatabase, goals, publishes, states } from './tool.ts'

const hookCommand: BuildReader = ({ args, scribe }) => {
  const [, text] = args
  return text ? weakest('expected', scribe.runsShell(text, 'husky add')) : 'expected'
}

const runsRuby: BuildReader = ({ args, scribe, verb }) => {
  const at = args.findIndex((word) => word.text === verb)
  const rest = args.slice(at + 1)
  const isStage = (index: number) => /^(?:-e|--environment)$/.test(rest[index - 1]?.known ?? '')
  const code = rest.find((word, index) => !word.known.startsWith('-') && !isStage(index))
  if (!code) return 'unknown'
  const file = code.text !== undefined && /^[\w./~-]+\.rb$/.test(code.text)
  return weakest(
    'unknown',
    file ? scribe.runsFile(scribe.path(code), 'ruby', 'rails runner') : scribe.runsCode('ruby', code, 'rails runner'),
  )
}

const readsSql: BuildReader = ({ command, scribe }) => stateGivenSql(command, 'unknown', scribe)

const readsRuby: BuildReader = ({ command, scribe }) =>
  command.stdin.kind === 'inherited' ? 'plain' : scribe.runsCode('ruby', command.stdin.value, 'rails console')

export const HOUSEKEEPING: readonly Spec[] = [
  building({
    names: 'husky',
    rules: [
      ['add|set', hookCommand],
      ['**', 'read'],
    ],
    examples: { match: ["husky add .husky/pre-commit 'rm -rf src'"], pass: ['husky init'] },
  }),
  building({
    names: 'semantic-release release-it np standard-version auto bumpp release-please',
    rules: [
      ['**/--dry-run|-d', 'shows'],
      ['**', publishes('npm')],
    ],
    examples: { match: ['semantic-release', 'release-it patch'], pass: ['semantic-release --dry-run'] },
  }),
  building({
    names: 'goreleaser buf',
    rules: [
      ['release|publish|push', publishes('github')],
      ['**', 'read'],
    ],
    examples: { match: ['goreleaser release', 'buf push'], pass: ['goreleaser check', 'buf lint'] },
  }),
  building({
    names: 'vsce',
    rules: [
      ['publish', publishes('vscode marketplace')],
      ['unpublish', publishes('vscode marketplace', true)],
      ['**', 'read'],
    ],
    examples: { match: ['vsce publish'], pass: ['vsce package'] },
  }),
  building({
    names: 'snapcraft',
    rules: [
      ['upload|push|release', publishes('snap store')],
      ['close', publishes('snap store', true)],
      ['**', 'read'],
    ],
    examples: { match: ['snapcraft upload app.snap', 'snapcraft close app beta'], pass: ['snapcraft prime'] },
  }),
  building({
    names: 'web-ext',
    rules: [
      ['sign', publishes('mozilla add-ons')],
      ['**', 'read'],
    ],
    examples: { match: ['web-ext sign'], pass: ['web-ext lint'] },
  }),
  building({
    names: 'altool itmstransporter chrome-webstore-upload',
    rules: [
      ['**/--upload-app|--upload-package upload', publishes('app store')],
      ['**', 'local'],
    ],
    examples: { match: ['altool --upload-app -f app.ipa'], pass: ['altool --list-providers'] },
  }),
  building({
    names: 'shopify',
    rules: [
      ['theme/push|publish app/deploy|release', 'likely deploy unknown'],
      ['theme/delete', publishes('shopify', true)],
      ['**', 'local'],
    ],
    examples: { match: ['shopify theme push', 'shopify app deploy'], pass: ['shopify theme check'] },
  }),
]

const DROPS = changesDatabase('drop', true)
const ALTERS = changesDatabase('alter', false)

const startsGoose: BuildReader = states(({ command }) => ({
  kind: 'spawn-agent',
  agent: 'goose',
  broad: command.assignments.some(({ name, value }) => name === 'GOOSE_MODE' && value.text === 'auto'),
  prompt: undefined,
}))

/** Tools that change databases. Rolling everything back drops every table; one batch is an ordinary step. */
export const DATABASE: readonly Spec[] = [
  building({
    names: 'prisma',
    rules: [
      ['migrate/reset **/--force-reset|--accept-data-loss', DROPS],
      ['migrate/dev|deploy db/push', ALTERS],
      ['db/seed', changesDatabase('insert', false)],
      ['db/execute', changesDatabase('other', false), readsSql],
      ['**', 'read'],
    ],
    examples: { match: ['prisma migrate reset', 'prisma db push --accept-data-loss'], pass: ['prisma generate'] },
  }),
  building({
    names: 'drizzle-kit',
    rules: [
      ['push/--force', DROPS],
      ['push|migrate', ALTERS],
      ['drop', changesDatabase('drop', false)],
      ['**', 'read'],
    ],
    examples: { match: ['drizzle-kit push --force', 'drizzle-kit drop'], pass: ['drizzle-kit generate'] },
  }),
  building({
    names: 'alembic',
    options: '-x: -c: -n:',
    rules: [
      ['**/--sql', 'shows'],
      ['downgrade/base', DROPS],
      ['upgrade|downgrade', ALTERS],
      ['**', 'read'],
    ],
    examples: { match: ['alembic downgrade base'], pass: ['alembic history', 'alembic upgrade head --sql'] },
  }),
  building({
    names: 'knex sequelize-cli typeorm typeorm-ts-node-commonjs typeorm-extension dbmate migrate sqlx diesel',
    options:
      '-path: -database: -source: -dir: --dir: -table: -e: -d: -u: --env-file: --migrations-dir: --knexfile: --cwd:',
    rules: [
      [
        'db:drop|db:migrate:undo:all|schema:drop|orm:schema-tool:drop|doctrine:database:drop|doctrine:schema:drop|migration:fresh|schema:fresh|drop|reset',
        DROPS,
      ],
      ['database/drop|reset down/--all|-all migrate:rollback/--all migrate/revert/--all migrate/revert/0', DROPS],
      ['migration/redo/-a|--all doctrine:migrations:migrate/first|0', DROPS],
      ['db:seed:undo:all', changesDatabase('truncate', true)],
      [
        'migrate:latest|migrate:rollback|migrate:down|db:migrate|db:migrate:undo|doctrine:migrations:migrate|migration:revert|migration:run|up|down',
        ALTERS,
      ],
      ['migrate/run|revert migration/redo|run', ALTERS],
      ['**', 'local'],
    ],
    examples: {
      match: ['knex migrate:rollback --all', 'sqlx database drop', 'migrate -path db -database $DB_URL down -all'],
      pass: ['knex migrate:list', 'dbmate status'],
    },
  }),
  building({
    names: 'flyway liquibase',
    rules: [
      ['clean|dropAll|drop-all', DROPS],
      ['migrate|update|rollback|rollback-count', ALTERS],
      ['**', 'local'],
    ],
    examples: { match: ['flyway clean', 'liquibase drop-all'], pass: ['flyway info'] },
  }),
  building({
    // The migration tool and the agent share their name.
    names: 'goose',
    rules: [
      [
        '**',
        goals(
          {
            reset: DROPS,
            up: ALTERS,
            down: ALTERS,
            redo: ALTERS,
            run: startsGoose,
            session: startsGoose,
            web: startsGoose,
          },
          'plain',
        ),
      ],
    ],
    examples: { match: ['goose postgres $DB_URL reset', 'goose run -t task'], pass: ['goose status'] },
  }),
  building({
    names: 'rails rake',
    rules: [
      [
        '**',
        goals(
          {
            'db:drop': DROPS,
            'db:reset': DROPS,
            'db:migrate:reset': DROPS,
            'db:drop:all': DROPS,
            'db:truncate_all': changesDatabase('truncate', true),
            'db:purge': DROPS,
            'db:schema:load': changesDatabase('restore', true),
            'db:migrate': ALTERS,
            'db:rollback': ALTERS,
            'db:seed': changesDatabase('insert', false),
            'db:setup': changesDatabase('restore', false),
            'db:seed:replant': changesDatabase('truncate', true),
            runner: runsRuby,
            r: runsRuby,
            console: readsRuby,
            c: readsRuby,
            dbconsole: readsSql,
            db: readsSql,
            release: publishes('rubygems'),
            deploy: states(() => ({ kind: 'deploy', service: 'rake deploy', stage: 'unknown', certainty: 'likely' })),
          },
          'expected',
        ),
        ({ command, scribe }) => readRakefile(command, scribe),
      ],
    ],
    examples: { match: ['rails db:drop', 'rake release'], pass: ['rails test', 'rake -T'] },
  }),
]
