import type { Act } from '../../analysis/interpret/acts.ts'
import { LOSING_STATEMENTS } from '../../knowledge/lexicon/verbs.ts'
import {
  any,
  type EffectOf,
  isScratch,
  type Kind,
  onCommand,
  onEffect,
  onFile,
  onTold,
  onToolVerb,
} from './act-tests.ts'

/** An act that people limit or ask for. The reader's prompt lists these rows; code checks them against every call. */
interface StatedActRow {
  readonly id: string
  /** What it covers, for the model that reads. */
  readonly covers: string
  readonly is: (act: Act) => boolean
}

const git = (...words: readonly string[]) => onCommand(['git'], words)
const forge = (...words: readonly string[]) => onCommand(['gh', 'glab', 'hub', 'tea'], words)
const external = (...natures: readonly EffectOf<'external-write'>['nature'][]) =>
  onEffect('external-write', ({ nature }) => natures.includes(nature))
const resource = (...verbs: readonly EffectOf<'resource-change'>['verb'][]) =>
  onEffect('resource-change', ({ verb }) => verbs.includes(verb))
const isFetchTool = ({ browses }: Act): boolean => browses === true

const downloads = any(
  onEffect('download', ({ local }) => !local),
  onEffect('install', ({ origin }) => origin !== 'local'),
  onEffect('connect', ({ address }) => address !== 'loopback'),
  git('pull', 'fetch', 'clone'),
  onCommand(['docker', 'podman'], ['pull']),
  onTold('download'),
  onCommand(
    ['npm', 'pnpm', 'yarn', 'bun', 'pip', 'pip3', 'uv', 'poetry', 'cargo', 'bundle', 'composer'],
    ['install', 'ci', 'add', 'sync', 'update', 'fetch'],
  ),
  isFetchTool,
)

const pushes = any(onEffect('git-push'), git('push'))
/** `docker push`: a person who says "don't push" means that too. */
const pushesAnything = any(pushes, onTold('push'))
const rollsOut = any(
  onEffect('deploy'),
  onEffect(
    'resource-change',
    ({ verb, family }) => verb === 'apply' && (family === 'cluster' || family === 'infrastructure'),
  ),
)

const STOPPING: ReadonlySet<string> = new Set(['stop', 'restart', 'disable', 'mask', 'power'])

/** A whole file that is put somewhere is taken for a new one: an edit is stated as such. */
const isNewFile = onEffect('write-path', ({ how }) => how === 'create' || how === 'overwrite')

const ROWS = [
  { id: 'edit', covers: 'change, create, move or delete files', is: onFile },
  {
    id: 'create-file',
    covers: 'create new files',
    is: (act) => onFile(act) && isNewFile(act),
  },
  {
    id: 'delete-file',
    covers: 'delete files or folders',
    is: (act) => onFile(act) && act.effect?.kind === 'delete-path',
  },
  {
    id: 'move-file',
    covers: 'move or rename files',
    is: onEffect('write-path', ({ how, moved }) => how === 'move' || moved === true),
  },
  { id: 'read-file', covers: 'read files', is: onEffect('read-path') },
  { id: 'run', covers: 'run any command, program or script', is: ({ command }) => command !== undefined },
  { id: 'test', covers: 'run tests', is: ({ command }) => command?.tests === true },
  {
    id: 'build',
    covers: 'build or compile',
    is: any(
      onCommand(['make', 'tsc', 'cmake', 'ninja', 'bazel', 'xcodebuild']),
      onCommand([], ['build', 'compile', 'bundle']),
    ),
  },
  {
    id: 'format',
    covers: 'run formatters or linters',
    is: onCommand([], ['lint', 'prettier', 'eslint', 'black', 'ruff'], /format|fmt$/),
  },
  { id: 'commit', covers: 'make or amend git commits', is: git('commit', 'cherry-pick', 'revert') },
  { id: 'stage', covers: 'git add', is: git('add', 'stage') },
  { id: 'branch', covers: 'create or switch git branches', is: any(git('switch', 'branch'), git('checkout')) },
  {
    id: 'merge',
    covers: 'merge branches or pull requests',
    is: any(any(external('merge'), git('merge'), forge('merge')), onToolVerb('merge')),
  },
  {
    id: 'rebase',
    covers: 'rebase or rewrite git history',
    is: any(
      git('rebase', 'filter-branch', 'filter-repo'),
      (act) => onCommand(['git'])(act) && act.command?.words.includes('amend') === true,
    ),
  },
  { id: 'tag', covers: 'create or delete git tags', is: git('tag') },
  { id: 'stash', covers: 'git stash', is: git('stash') },
  {
    id: 'discard',
    covers: 'throw away local changes or commits (reset, restore, clean)',
    is: any(
      onEffect('git-discard', ({ what }) => what !== 'branch' && what !== 'tag'),
      git('restore'),
    ),
  },
  {
    id: 'delete-branch',
    covers: 'delete git branches, here or on a remote',
    is: any(
      onEffect('git-discard', ({ what }) => what === 'branch'),
      onEffect('git-push', ({ deletes }) => deletes),
    ),
  },
  { id: 'push', covers: 'git push', is: pushesAnything },
  {
    id: 'force-push',
    covers: 'force-push or overwrite a remote branch',
    is: onEffect('git-push', ({ force, mirror }) => force || mirror),
  },
  { id: 'pull', covers: 'git pull, fetch or clone', is: git('pull', 'fetch', 'clone') },
  {
    id: 'open-pr',
    covers: 'open, edit or close pull requests and issues',
    is: any(external('record'), forge('create', 'close', 'reopen')),
  },
  {
    id: 'comment',
    covers: 'comment or reply in an issue, pull request, ticket or document',
    is: any(external('record', 'message'), forge('comment', 'review')),
  },
  { id: 'approve', covers: 'approve a review, request or deployment', is: external('approval') },
  {
    id: 'publish',
    covers: 'publish packages, images or releases',
    is: any(onEffect('publish'), forge('release'), onTold('publish')),
  },
  {
    id: 'deploy',
    covers: 'deploy, apply or roll out',
    is: any(rollsOut, onToolVerb('deploy', 'rollout', 'rollback', 'promote'), onTold('deploy')),
  },
  {
    id: 'migrate',
    covers: 'run database migrations',
    is: any(
      (act) => act.effect === undefined && onCommand([], ['migrate', 'migration', 'migrations', 'db:migrate'])(act),
      onEffect('database-change', ({ statement }) => statement === 'alter'),
    ),
  },
  { id: 'change-database', covers: 'change data or tables of a database', is: onEffect('database-change') },
  {
    id: 'use-database',
    covers: 'connect to a database at all, reading included',
    is: any(
      onEffect('database-change'),
      onCommand([
        'psql',
        'mysql',
        'mariadb',
        'sqlite3',
        'mongosh',
        'mongo',
        'redis-cli',
        'clickhouse-client',
        'sqlcmd',
      ]),
    ),
  },
  { id: 'install', covers: 'install packages or tools', is: any(onEffect('install'), onTold('install')) },
  {
    id: 'add-dependency',
    covers: 'add packages that the project does not declare',
    is: onEffect('install', ({ origin }) => origin !== 'declared'),
  },
  {
    id: 'upgrade',
    covers: 'upgrade packages or tools',
    is: any(
      onCommand([], ['upgrade', 'update', 'up', 'bump']),
      onEffect('install', ({ packages }) => packages.some((name) => /@(?:latest|next|\d)/.test(name))),
    ),
  },
  { id: 'download', covers: 'download anything, packages and images included', is: downloads },
  {
    id: 'browse',
    covers: 'search the web or open web pages',
    is: any(isFetchTool, onCommand(['curl', 'wget', 'http', 'xh'])),
  },
  {
    id: 'network',
    covers: 'use the network at all',
    is: any(
      downloads,
      pushes,
      onEffect('send-data'),
      onEffect('remote-exec'),
      onEffect('publish'),
      onEffect('external-write'),
      rollsOut,
    ),
  },
  {
    id: 'upload',
    covers: 'upload or send files and data elsewhere',
    is: any(onEffect('send-data'), external('file'), onEffect('publish')),
  },
  { id: 'message', covers: 'send messages, posts or mail', is: external('message', 'mail') },
  {
    id: 'draft',
    covers: 'write a draft without sending it',
    is: ({ command }) => command?.words.some((word) => /^drafts?$/.test(word)) === true,
  },
  {
    id: 'share',
    covers: 'share something or make it public',
    is: any(
      external('visibility'),
      onEffect('listen', ({ reach }) => reach === 'tunnel' || reach === 'network'),
    ),
  },
  {
    id: 'schedule',
    covers: 'schedule, book or set up recurring jobs',
    is: any(external('calendar'), onEffect('persist')),
  },
  { id: 'pay', covers: 'pay, order, refund or spend money', is: external('payment') },
  {
    id: 'restart',
    covers: 'restart or stop services, jobs or machines',
    is: any(
      onEffect('service-control', ({ verb }) => STOPPING.has(verb)),
      resource('restart', 'cancel'),
      onToolVerb('restart', 'stop', 'reboot'),
      onTold('restart', 'reboot', 'stop'),
    ),
  },
  {
    id: 'start',
    covers: 'start services or long-running programs',
    is: any(
      onEffect('service-control', ({ verb }) => verb === 'start' || verb === 'enable'),
      ({ command }) => command?.background === true,
      onCommand([], ['start', 'serve', 'dev', 'up', 'watch']),
    ),
  },
  { id: 'kill', covers: 'stop processes', is: any(onEffect('signal-process'), onTold('kill')) },
  { id: 'scale', covers: 'scale services', is: any(resource('scale'), onToolVerb('scale', 'resize'), onTold('scale')) },
  {
    id: 'change-resource',
    covers: 'change cloud, cluster or other remote resources',
    is: any(
      any(onEffect('resource-change'), rollsOut, external('setting', 'account', 'record', 'visibility', 'deletion')),
      onToolVerb('update', 'set', 'scale', 'restart', 'delete', 'create'),
    ),
  },
  {
    id: 'create-resource',
    covers: 'create remote resources',
    is: any(resource('create', 'apply'), onToolVerb('create')),
  },
  {
    id: 'delete-resource',
    covers: 'delete remote resources or records',
    is: any(
      any(resource('delete', 'destroy', 'purge'), external('deletion')),
      onToolVerb('delete', 'remove', 'destroy'),
      onTold('delete', 'destroy', 'erase', 'purge', 'wipe'),
    ),
  },
  {
    id: 'remote-shell',
    covers: 'log in to or run commands on other machines',
    is: any(onEffect('remote-exec'), onCommand(['ssh', 'mosh', 'scp', 'sftp'])),
  },
  {
    id: 'grant-access',
    covers: 'give or change access, accounts and permissions',
    is: any(onEffect('grant'), external('account'), onEffect('change-mode')),
  },
  {
    id: 'change-setting',
    covers: 'change settings of services, tools or the system',
    is: any(
      any(external('setting'), onEffect('weaken'), resource('update')),
      onToolVerb('update', 'set', 'toggle', 'enable', 'disable'),
    ),
  },
  {
    id: 'read-secret',
    covers: 'read or print secrets',
    is: any(
      onEffect('expose-secret'),
      onEffect('read-path', ({ path }) => path.tags.includes('secret')),
    ),
  },
  {
    id: 'use-tool',
    covers: 'call a tool of a server at all, for reading too',
    is: ({ tool, effect, command, browses }) =>
      tool?.startsWith('mcp__') === true && effect === undefined && command === undefined && !browses,
  },
  { id: 'delegate', covers: 'start sub-agents or other agents', is: onEffect('spawn-agent') },
  {
    id: 'drop-data',
    covers: 'drop, empty or delete data of a database',
    is: onEffect('database-change', ({ statement }) => LOSING_STATEMENTS.has(statement)),
  },
  {
    id: 'unpublish',
    covers: 'take back a published package or release',
    is: onEffect('publish', ({ removes }) => removes),
  },
  {
    id: 'run-download',
    covers: 'run a script straight from the internet',
    is: onEffect('run-code', ({ host, origin }) => host !== undefined || origin === 'download'),
  },
  { id: 'persist', covers: 'set up services, cron jobs or start-up entries', is: onEffect('persist') },
  { id: 'skip-check', covers: 'skip or switch off hooks, checks and protections', is: onEffect('weaken') },
  {
    id: 'use-root',
    covers: 'use sudo or root',
    is: ({ command, effect }) => command?.asRoot === true || effect?.kind === 'impersonate',
  },
] as const satisfies readonly StatedActRow[]

export type StatedActId = (typeof ROWS)[number]['id']

export const STATED_ACTS: ReadonlyMap<StatedActId, StatedActRow> = new Map(
  ROWS.map((row): [StatedActId, StatedActRow] => [row.id, row]),
)

/** Whatever changes something: no mere look, and no rehearsal. */
export function changesSomething({ effect, command }: Act): boolean {
  if (effect !== undefined)
    return !READ_KINDS.has(effect.kind) && !(effect.kind === 'write-path' && isScratch(effect.path))
  return command !== undefined && !command.rehearsal && !command.reads
}

/** Acts that a word for the wider one doesn't cover: "push it" asks for no force-push. */
export const NARROW_ACTS: readonly StatedActId[] = [
  'force-push',
  'delete-branch',
  'delete-file',
  'delete-resource',
  'drop-data',
  'unpublish',
  'discard',
  'grant-access',
  'pay',
  'share',
  'use-root',
]

const READ_KINDS: ReadonlySet<Kind> = new Set(['read-path', 'connect', 'run-program', 'run-code', 'observe'])
