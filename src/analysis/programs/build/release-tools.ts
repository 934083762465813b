import { stateGivenSql } from '../data/database.ts'
import { weakest } from '../standing.ts'
import { type BuildTool, changesDatabase, perform, publishes, states, type ToolDeed } from './tool.ts'

const DEPLOYS = states((call) => ({ kind: 'deploy', service: call.name, stage: 'unknown', certainty: 'likely' }))

/** `husky add file text`: the text runs with every commit. */
const hookCommand: ToolDeed = ({ args, scribe }) => {
  const [, text] = args
  return text ? weakest('expected', scribe.runsShell(text, 'husky add')) : 'expected'
}

/** `rails runner code`, or a file of it. */
const runsRuby: ToolDeed = ({ args, scribe, verb }) => {
  const at = args.findIndex((word) => word.text === verb)
  const code = args.slice(at + 1).find((word) => !word.known.startsWith('-'))
  if (!code) return 'unknown'
  const file = code.text !== undefined && /^[\w./~-]+\.rb$/.test(code.text)
  return weakest(
    'unknown',
    file ? scribe.runsFile(scribe.path(code), 'ruby', 'rails runner') : scribe.runsCode('ruby', code, 'rails runner'),
  )
}

/** A shell of the database: what it is given are statements. */
const readsSql: ToolDeed = ({ command, scribe }) => stateGivenSql(command, 'unknown', scribe)

/** A console runs what it is given. */
const readsRuby: ToolDeed = ({ command, scribe }) =>
  command.stdin.kind === 'inherited' ? 'plain' : scribe.runsCode('ruby', command.stdin.value, 'rails console')

/** Code and release housekeeping. */
export const HOUSEKEEPING: readonly BuildTool[] = [
  { names: ['husky'], otherwise: 'expected', verbs: { add: hookCommand, set: hookCommand } },
  {
    names: ['semantic-release', 'release-it', 'np', 'standard-version', 'auto', 'bumpp', 'release-please'],
    otherwise: publishes('npm'),
    looks: ['--dry-run', '-d'],
  },
  {
    names: ['goreleaser'],
    otherwise: 'expected',
    verbs: { release: publishes('github'), publish: publishes('github') },
  },
  {
    names: ['vsce'],
    otherwise: 'expected',
    verbs: { publish: publishes('vscode marketplace'), unpublish: publishes('vscode marketplace', true) },
  },
  { names: ['buf'], otherwise: 'expected', verbs: { push: publishes('buf') } },
  {
    names: ['snapcraft'],
    otherwise: 'expected',
    verbs: {
      upload: publishes('snap store'),
      push: publishes('snap store'),
      release: publishes('snap store'),
      close: publishes('snap store', true),
    },
  },
  { names: ['web-ext'], otherwise: 'expected', verbs: { sign: publishes('mozilla add-ons') } },
  { names: ['chrome-webstore-upload'], otherwise: publishes('chrome web store') },
  {
    names: ['altool', 'itmstransporter'],
    otherwise: 'plain',
    unless: { '--upload-app': publishes('app store'), '--upload-package': publishes('app store') },
  },
  {
    names: ['shopify'],
    otherwise: 'plain',
    verbs: {
      'theme push': DEPLOYS,
      'theme publish': DEPLOYS,
      'theme delete': publishes('shopify', true),
      'app deploy': DEPLOYS,
      'app release': DEPLOYS,
    },
  },
]

/** Rolling everything back drops every table; one batch is an ordinary step. */
const ROLLS_ALL = changesDatabase('drop', true)
const ROLLS_ONE = changesDatabase('alter', false)

const startsGoose: ToolDeed = states(({ command }) => ({
  kind: 'spawn-agent',
  agent: 'goose',
  broad: command.assignments.some(({ name, value }) => name === 'GOOSE_MODE' && value.text === 'auto'),
  prompt: undefined,
}))

/** Tools that change databases. */
export const DATABASE: readonly BuildTool[] = [
  {
    names: ['prisma'],
    otherwise: 'expected',
    verbs: {
      'migrate reset': changesDatabase('drop', true),
      'migrate dev': changesDatabase('alter', false),
      'migrate deploy': changesDatabase('alter', false),
      'db push': changesDatabase('alter', false),
      'db seed': changesDatabase('insert', false),
      'db execute': (call) => weakest(perform(changesDatabase('other', false), call), readsSql(call)),
    },
    unless: { '--force-reset': changesDatabase('drop', true), '--accept-data-loss': changesDatabase('drop', true) },
  },
  {
    names: ['drizzle-kit'],
    otherwise: 'expected',
    verbs: {
      push: (call) =>
        perform(call.args.some((word) => word.text === '--force') ? ROLLS_ALL : changesDatabase('alter', false), call),
      migrate: changesDatabase('alter', false),
      drop: changesDatabase('drop', false),
    },
  },
  {
    names: ['alembic'],
    otherwise: 'expected',
    verbs: {
      upgrade: changesDatabase('alter', false),
      downgrade: changesDatabase('alter', false),
      'downgrade base': changesDatabase('drop', true),
    },
    looks: ['--sql'],
  },
  {
    names: [
      'knex',
      'sequelize-cli',
      'typeorm',
      'typeorm-ts-node-commonjs',
      'typeorm-extension',
      'dbmate',
      'migrate',
      'sqlx',
      'diesel',
    ],
    values: [
      '-path',
      '-database',
      '-source',
      '-dir',
      '--dir',
      '-table',
      '--env',
      '-e',
      '-d',
      '--url',
      '-u',
      '--env-file',
      '--migrations-dir',
      '--knexfile',
      '--cwd',
    ],
    otherwise: 'plain',
    verbs: {
      'migrate:latest': changesDatabase('alter', false),
      'migrate:rollback': (call) =>
        perform(call.args.some((word) => word.text === '--all') ? ROLLS_ALL : ROLLS_ONE, call),
      'db:migrate': changesDatabase('alter', false),
      'db:drop': changesDatabase('drop', true),
      'db:migrate:undo:all': changesDatabase('drop', true),
      'schema:drop': changesDatabase('drop', true),
      'orm:schema-tool:drop': changesDatabase('drop', true),
      'doctrine:database:drop': ROLLS_ALL,
      'doctrine:schema:drop': ROLLS_ALL,
      'doctrine:migrations:migrate': (call) =>
        perform(call.args.some((word) => /^(?:first|0)$/.test(word.text ?? '')) ? ROLLS_ALL : ROLLS_ONE, call),
      'migration:fresh': ROLLS_ALL,
      'schema:fresh': ROLLS_ALL,
      'db:migrate:undo': ROLLS_ONE,
      'db:seed:undo:all': changesDatabase('truncate', true),
      'migration:revert': ROLLS_ONE,
      'migrate:down': changesDatabase('alter', false),
      drop: changesDatabase('drop', true),
      reset: changesDatabase('drop', true),
      up: changesDatabase('alter', false),
      down: (call) => perform(call.args.some((word) => /^--?all$/.test(word.known)) ? ROLLS_ALL : ROLLS_ONE, call),
      'database drop': changesDatabase('drop', true),
      'database reset': changesDatabase('drop', true),
      'migrate run': changesDatabase('alter', false),
      'migrate revert': (call) =>
        perform(call.args.some((word) => word.text === '0' || word.text === '--all') ? ROLLS_ALL : ROLLS_ONE, call),
      'migration redo': (call) =>
        perform(call.args.some((word) => /^(?:-a|--all)$/.test(word.known)) ? ROLLS_ALL : ROLLS_ONE, call),
      'migration run': changesDatabase('alter', false),
      'migration:run': changesDatabase('alter', false),
    },
  },
  {
    names: ['flyway', 'liquibase'],
    otherwise: 'plain',
    verbs: {
      clean: changesDatabase('drop', true),
      dropAll: changesDatabase('drop', true),
      'drop-all': changesDatabase('drop', true),
      migrate: changesDatabase('alter', false),
      update: changesDatabase('alter', false),
      rollback: changesDatabase('alter', false),
      'rollback-count': changesDatabase('alter', false),
    },
  },
  {
    // The migration tool and the agent share their name.
    names: ['goose'],
    goals: true,
    otherwise: 'plain',
    verbs: {
      reset: changesDatabase('drop', true),
      up: changesDatabase('alter', false),
      down: changesDatabase('alter', false),
      redo: changesDatabase('alter', false),
      run: startsGoose,
      session: startsGoose,
      web: startsGoose,
    },
  },
  {
    names: ['rails', 'rake'],
    goals: true,
    otherwise: 'expected',
    verbs: {
      'db:drop': changesDatabase('drop', true),
      'db:reset': changesDatabase('drop', true),
      'db:migrate:reset': changesDatabase('drop', true),
      'db:drop:all': changesDatabase('drop', true),
      'db:truncate_all': changesDatabase('truncate', true),
      'db:purge': changesDatabase('drop', true),
      'db:schema:load': changesDatabase('restore', true),
      'db:migrate': changesDatabase('alter', false),
      'db:rollback': changesDatabase('alter', false),
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
      deploy: states({ kind: 'deploy', service: 'rake deploy', stage: 'unknown', certainty: 'likely' }),
    },
  },
]
