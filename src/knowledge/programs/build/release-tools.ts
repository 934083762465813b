import {
  type BuildAnalyzer,
  defineBuildTool,
  makeDatabaseAnalyzer,
  makeEffectAnalyzer,
  makeGoalAnalyzer,
  makePublishAnalyzer,
} from '../../../analysis/interpret/build-tool.ts'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import type { ProgramSpec } from '../../../analysis/interpret/spec.ts'
import { recordFrameworkSql } from '../../../analysis/sql/database.ts'
import { readRakefile } from '../../recipes/script-runners.ts'

const analyzeHuskyAdd: BuildAnalyzer = ({ args, recorder }) => {
  const [, text] = args
  return text ? weakestGrade('expected', recorder.runsShell(text, 'husky add')) : 'expected'
}

const analyzeRailsRunner: BuildAnalyzer = ({ args, recorder, verb }) => {
  const at = args.findIndex((word) => word.text === verb)
  const rest = args.slice(at + 1)
  const isStage = (index: number) => /^(?:-e|--environment)$/.test(rest[index - 1]?.known ?? '')
  const code = rest.find((word, index) => !word.known.startsWith('-') && !isStage(index))
  if (!code) return 'unknown'
  const file = code.text !== undefined && /^[\w./~-]+\.rb$/.test(code.text)
  return weakestGrade(
    'unknown',
    file
      ? recorder.runsFile(recorder.path(code), 'ruby', 'rails runner')
      : recorder.runsCode('ruby', code, 'rails runner'),
  )
}

const analyzeDatabaseConsole: BuildAnalyzer = ({ command, recorder }) =>
  recordFrameworkSql(command, 'unknown', recorder)

const analyzeRubyConsole: BuildAnalyzer = ({ command, recorder }) =>
  command.stdin.kind === 'inherited' ? 'plain' : recorder.runsCode('ruby', command.stdin.value, 'rails console')

export const RELEASE_TOOL_SPECS: readonly ProgramSpec[] = [
  defineBuildTool({
    names: 'husky',
    rules: [
      ['add|set', analyzeHuskyAdd],
      ['**', 'read'],
    ],
    examples: { match: ["husky add .husky/pre-commit 'rm -rf src'"], pass: ['husky init'] },
  }),
  defineBuildTool({
    names: 'semantic-release release-it np standard-version auto bumpp release-please',
    rules: [
      ['**/--dry-run|-d', 'shows'],
      ['**', makePublishAnalyzer('npm')],
    ],
    examples: { match: ['semantic-release', 'release-it patch'], pass: ['semantic-release --dry-run'] },
  }),
  defineBuildTool({
    names: 'goreleaser buf',
    rules: [
      ['release|publish|push', makePublishAnalyzer('github')],
      ['**', 'read'],
    ],
    examples: { match: ['goreleaser release', 'buf push'], pass: ['goreleaser check', 'buf lint'] },
  }),
  defineBuildTool({
    names: 'vsce',
    rules: [
      ['publish', makePublishAnalyzer('vscode marketplace')],
      ['unpublish', makePublishAnalyzer('vscode marketplace', true)],
      ['**', 'read'],
    ],
    examples: { match: ['vsce publish'], pass: ['vsce package'] },
  }),
  defineBuildTool({
    names: 'snapcraft',
    rules: [
      ['upload|push|release', makePublishAnalyzer('snap store')],
      ['close', makePublishAnalyzer('snap store', true)],
      ['**', 'read'],
    ],
    examples: { match: ['snapcraft upload app.snap', 'snapcraft close app beta'], pass: ['snapcraft prime'] },
  }),
  defineBuildTool({
    names: 'web-ext',
    rules: [
      ['sign', makePublishAnalyzer('mozilla add-ons')],
      ['**', 'read'],
    ],
    examples: { match: ['web-ext sign'], pass: ['web-ext lint'] },
  }),
  defineBuildTool({
    names: 'altool itmstransporter chrome-webstore-upload',
    rules: [
      ['**/--upload-app|--upload-package upload', makePublishAnalyzer('app store')],
      ['**', 'local'],
    ],
    examples: { match: ['altool --upload-app -f app.ipa'], pass: ['altool --list-providers'] },
  }),
  defineBuildTool({
    names: 'shopify',
    rules: [
      ['theme/push|publish app/deploy|release', 'likely deploy unknown'],
      ['theme/delete', makePublishAnalyzer('shopify', true)],
      ['**', 'local'],
    ],
    examples: { match: ['shopify theme push', 'shopify app deploy'], pass: ['shopify theme check'] },
  }),
]

export const analyzeDatabaseDrop = makeDatabaseAnalyzer('drop', true)
export const analyzeDatabaseAlter = makeDatabaseAnalyzer('alter', false)

const analyzeGooseAgent: BuildAnalyzer = makeEffectAnalyzer(({ command }) => ({
  kind: 'spawn-agent',
  agent: 'goose',
  broad: command.assignments.some(({ name, value }) => name === 'GOOSE_MODE' && value.text === 'auto'),
  prompt: undefined,
}))

/** Tools that change databases. Rolling everything back drops every table; one batch is an ordinary step. */
export const MIGRATION_TOOL_SPECS: readonly ProgramSpec[] = [
  defineBuildTool({
    names: 'prisma',
    rules: [
      ['migrate/reset **/--force-reset|--accept-data-loss', analyzeDatabaseDrop],
      ['migrate/dev|deploy db/push', analyzeDatabaseAlter],
      ['db/seed', makeDatabaseAnalyzer('insert', false)],
      ['db/execute', makeDatabaseAnalyzer('other', false), analyzeDatabaseConsole],
      ['**', 'read'],
    ],
    examples: { match: ['prisma migrate reset', 'prisma db push --accept-data-loss'], pass: ['prisma generate'] },
  }),
  defineBuildTool({
    names: 'drizzle-kit',
    rules: [
      ['push/--force', analyzeDatabaseDrop],
      ['push|migrate', analyzeDatabaseAlter],
      ['drop', makeDatabaseAnalyzer('drop', false)],
      ['**', 'read'],
    ],
    examples: { match: ['drizzle-kit push --force', 'drizzle-kit drop'], pass: ['drizzle-kit generate'] },
  }),
  defineBuildTool({
    names: 'alembic',
    options: '-x: -c: -n:',
    rules: [
      ['**/--sql', 'shows'],
      ['downgrade/base', analyzeDatabaseDrop],
      ['upgrade|downgrade', analyzeDatabaseAlter],
      ['**', 'read'],
    ],
    examples: { match: ['alembic downgrade base'], pass: ['alembic history', 'alembic upgrade head --sql'] },
  }),
  defineBuildTool({
    names: 'knex sequelize-cli typeorm typeorm-ts-node-commonjs typeorm-extension dbmate migrate sqlx diesel',
    options:
      '-path: -database: -source: -dir: --dir: -table: -e: -d: -u: --env-file: --migrations-dir: --knexfile: --cwd:',
    rules: [
      [
        'db:drop|db:migrate:undo:all|schema:drop|orm:schema-tool:drop|doctrine:database:drop|doctrine:schema:drop|migration:fresh|schema:fresh|drop|reset',
        analyzeDatabaseDrop,
      ],
      [
        'database/drop|reset down/--all|-all migrate:rollback/--all migrate/revert/--all migrate/revert/0',
        analyzeDatabaseDrop,
      ],
      ['migration/redo/-a|--all doctrine:migrations:migrate/first|0', analyzeDatabaseDrop],
      ['db:seed:undo:all', makeDatabaseAnalyzer('truncate', true)],
      [
        'migrate:latest|migrate:rollback|migrate:down|db:migrate|db:migrate:undo|doctrine:migrations:migrate|migration:revert|migration:run|up|down',
        analyzeDatabaseAlter,
      ],
      ['migrate/run|revert migration/redo|run', analyzeDatabaseAlter],
      ['**', 'local'],
    ],
    examples: {
      match: ['knex migrate:rollback --all', 'sqlx database drop', 'migrate -path db -database $DB_URL down -all'],
      pass: ['knex migrate:list', 'dbmate status'],
    },
  }),
  defineBuildTool({
    names: 'flyway liquibase',
    rules: [
      ['clean|dropAll|drop-all', analyzeDatabaseDrop],
      ['migrate|update|rollback|rollback-count', analyzeDatabaseAlter],
      ['**', 'local'],
    ],
    examples: { match: ['flyway clean', 'liquibase drop-all'], pass: ['flyway info'] },
  }),
  defineBuildTool({
    // The migration tool and the agent share their name.
    names: 'goose',
    rules: [
      [
        '**',
        makeGoalAnalyzer(
          {
            reset: analyzeDatabaseDrop,
            up: analyzeDatabaseAlter,
            down: analyzeDatabaseAlter,
            redo: analyzeDatabaseAlter,
            run: analyzeGooseAgent,
            session: analyzeGooseAgent,
            web: analyzeGooseAgent,
          },
          'plain',
        ),
      ],
    ],
    examples: { match: ['goose postgres $DB_URL reset', 'goose run -t task'], pass: ['goose status'] },
  }),
  defineBuildTool({
    names: 'rails rake',
    rules: [
      [
        '**',
        makeGoalAnalyzer(
          {
            'db:drop': analyzeDatabaseDrop,
            'db:reset': analyzeDatabaseDrop,
            'db:migrate:reset': analyzeDatabaseDrop,
            'db:drop:all': analyzeDatabaseDrop,
            'db:truncate_all': makeDatabaseAnalyzer('truncate', true),
            'db:purge': analyzeDatabaseDrop,
            'db:schema:load': makeDatabaseAnalyzer('restore', true),
            'db:migrate': analyzeDatabaseAlter,
            'db:rollback': analyzeDatabaseAlter,
            'db:seed': makeDatabaseAnalyzer('insert', false),
            'db:setup': makeDatabaseAnalyzer('restore', false),
            'db:seed:replant': makeDatabaseAnalyzer('truncate', true),
            runner: analyzeRailsRunner,
            r: analyzeRailsRunner,
            console: analyzeRubyConsole,
            c: analyzeRubyConsole,
            dbconsole: analyzeDatabaseConsole,
            db: analyzeDatabaseConsole,
            release: makePublishAnalyzer('rubygems'),
            deploy: makeEffectAnalyzer(() => ({
              kind: 'deploy',
              service: 'rake deploy',
              environment: 'unknown',
              certainty: 'likely',
            })),
          },
          'expected',
        ),
        ({ command, recorder }) => readRakefile(command, recorder),
      ],
    ],
    examples: { match: ['rails db:drop', 'rake release'], pass: ['rails test', 'rake -T'] },
  }),
]
