import type { Stage } from '../../effects.ts'
import { stageOfName, strictestStage } from '../../stages.ts'
import type { Command } from '../../words.ts'
import { stateGivenSql, stateSql } from '../data/database.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { type CloudTool, change, LOCAL, type Outcome, READ, type Rule, readTool, SECRET } from './rules.ts'
import { type LooseWords, looseWords, onlyShows } from './words.ts'

/** A hosting platform: where its deploy goes when nothing, or one of these options, is said. */
interface Platform extends Omit<CloudTool, 'system'> {
  readonly system: string
  /** Options that make it production, and options whose value names the stage. */
  readonly production?: readonly string[]
  readonly named?: readonly string[]
  /** Without them. */
  readonly otherwise: Stage
  readonly deploys: RegExp
  /** Sub-commands that work on this machine unless one of these options is given. */
  readonly local?: readonly [path: RegExp, unless: readonly string[]]
}

const VERCEL_LIKE: readonly Rule[] = [
  [
    /^(?:ls|list|inspect|logs?|whoami|teams? ls|projects? ls|domains? (?:ls|inspect)|dns ls|certs? ls|env ls|alias ls|status|open|sites?:list|env:list|functions:list|api(?! delete)|bisect|telemetry|integration list|target ls|status)\b/,
    READ,
  ],
  [/^(?:env pull|env:get)\b/, SECRET],
  [
    /^(?:dev|build|login|logout|link|unlink|init|switch|pull|git|functions:(?:create|invoke|serve|build)|watch|completion|help|addons|recipes|blobs:(?:get|list)|types|local|emulators|serve|use|target|projects?:(?:list|create)|setup|experiments|ext)\b/,
    LOCAL,
  ],
  [
    /^(?:rm|remove|projects? rm|project delete|sites?:delete|domains? rm|dns rm|alias rm|env rm|env:unset|env:remove|certs? rm|functions:delete|hosting:disable|hosting:channel:delete|hosting:sites:delete|apps:delete|api delete\w*|blobs:delete|app delete)\b/,
    change('delete', 'compute'),
  ],
  [/^(?:rollback|promote|alias|redeploy|rolling-release|hosting:clone)\b/, { is: 'deploy', stage: 'production' }],
  [
    /^(?:env (?:add|update)|env:(?:set|import|clone)|domains?|dns|certs?|secrets?|teams?|sites?:create|project)\b/,
    change('update', 'config'),
  ],
]

const HEROKU_RULES: readonly Rule[] = [
  [
    /^(?:pg:reset|pg:backups:delete|pg:backups delete|redis:reset|pg:killall|addons:destroy|apps:destroy|apps:delete|destroy|addons:detach|pg:unfollow)\b/,
    { is: 'database', statement: 'drop' },
    change('destroy', 'storage', true),
  ],
  [
    /^(?:pg:(?:push|copy|restore|promote|backups:restore)|pg:backups restore)/,
    { is: 'database', statement: 'restore' },
  ],
  [/^config:get (?:\w*ENV|PORT|HOST|\w*LEVEL|\w*VERSION|\w*REGION|TZ|LANG)(?: |$)/, READ],
  [/^(?:config$|config:get|config -s|auth:token|pg:credentials:url|apps:info --json)/, SECRET],
  [
    /^(?:logs|ps$|apps$|apps:info|info|status|releases$|releases:info|addons$|addons:info|domains$|pg$|pg:info|pg:ps\b|pg:diagnose|certs$|access$|regions|stack$|buildpacks$|auth:whoami|pipelines$|pipelines:info|pipelines:diff|redis:info|list|help|version|features$|members$|drains$|notifications|plugins$)/,
    READ,
  ],
  [
    /^(?:login|logout|auth:login|local|git:remote|git:clone|create|apps:create|plugins:|update|autocomplete|container:login)/,
    LOCAL,
  ],
  [/^(?:run|run:detached|ps:exec|console|pg:psql|rails|ps:copy|redis:cli)/, { is: 'shell', writes: 'unknown' }],
  [
    /^(?:config:set|config:unset|config:edit|config:add|config:remove|domains:|certs:|features:|labs:|stack:set|buildpacks:|drains:|access:|addons:(?:create|attach|upgrade)|pipelines:|webhooks:|maintenance:|sharing:|members:)/,
    change('update', 'config'),
  ],
  [/^(?:ps:scale|ps:resize|ps:type|dyno:scale|dyno:resize|scale|resize)/, change('scale', 'compute')],
  [/^(?:restart|ps:restart|dyno:restart|ps:stop|dyno:kill|dyno:stop)/, change('restart', 'compute')],
  [
    /^(?:releases:rollback|rollback|container:release|container:push|pipelines:promote|builds:create|ci:run)/,
    { is: 'deploy' },
  ],
]

const PLATFORMS: readonly Platform[] = [
  {
    names: ['vercel', 'now', 'vc'],
    system: 'vercel',
    values:
      '-t --token -S --scope --cwd -A --local-config -Q --global-config -e --env -b --build-env -m --meta --target --regions --name -n',
    production: ['--prod', '--production', '-p'],
    named: ['--target', '--environment'],
    otherwise: 'preview',
    deploys: /^(?:deploy\b|$|\.|\/|[\w.-]+\/?$)/,
    rules: VERCEL_LIKE,
  },
  {
    names: ['netlify', 'ntl'],
    system: 'netlify',
    values: '-d --dir -f --functions -s --site -m --message -a --auth --alias --context --filter --timeout',
    production: ['--prod', '-p', '--prod-if-unlocked'],
    named: ['--context', '--alias'],
    otherwise: 'preview',
    deploys: /^deploy\b/,
    rules: VERCEL_LIKE,
  },
  {
    names: ['wrangler', 'wrangler2'],
    system: 'cloudflare workers',
    values:
      '-e --env -c --config --name -n --project-name --branch --binding --namespace-id --command --file --database-id --local-protocol --port --ip',
    named: ['--env', '-e', '--branch'],
    local: [/^d1 (?:execute|migrations apply)\b/, ['--remote']],
    otherwise: 'production',
    deploys:
      /^(?:deploy|publish|pages deploy|pages publish|versions (?:deploy|upload)|rollback|triggers deploy|workflows trigger)\b/,
    rules: [
      [
        /^(?:dev|pages dev|init|generate|login|logout|whoami|types|telemetry|docs|check|build|pages functions build|secret list|kv (?:key|namespace) (?:list|get)|kv:(?:key|namespace) (?:list|get)|d1 (?:list|info)|d1 migrations (?:list|create)|r2 bucket (?:list|info)|deployments|versions (?:list|view)|tail|pages (?:project|deployment) list|queues list)\b/,
        READ,
      ],
      [
        /^(?:delete|pages project delete|d1 delete|kv namespace delete|kv:namespace delete|r2 bucket delete|queues delete|secret delete|vectorize delete|hyperdrive delete)\b/,
        change('delete', 'storage', true),
      ],
      [
        /^(?:kv key delete|kv:key delete|r2 object delete|kv bulk delete|kv:bulk delete)\b/,
        change('delete', 'storage'),
      ],
      [/^d1 execute\b|^d1 migrations apply\b|^d1 time-travel/, { is: 'database', statement: 'other' }],
      [/^(?:kv|r2|d1|queues|secret|vectorize|hyperdrive|pages|workflows|ai|cert)/, change('update', 'config')],
    ],
  },
  {
    names: ['firebase', 'firebase-tools'],
    system: 'firebase',
    values: '-P --project --only --except -m --message --token --config --account -e --expires',
    named: ['-P', '--project'],
    otherwise: 'production',
    deploys:
      /^(?:deploy|hosting:clone|hosting:channel:deploy|functions:shell --prod|appdistribution:distribute|apphosting:rollouts:create)\b/,
    rules: [
      [/^hosting:channel:deploy\b/, { is: 'deploy', stage: 'preview' }],
      [
        /^(?:firestore:delete|database:remove|functions:delete|hosting:disable|hosting:sites:delete|firestore:databases:delete|projects:delete|storage:delete)\b/,
        change('delete', 'storage', true),
      ],
      [
        /^(?:database:(?:set|update|push|import)|remoteconfig:rollback|auth:import|firestore:indexes:create)\b/,
        change('update', 'storage'),
      ],
      [/^(?:functions:config:get|auth:export|functions:secrets:access|apphosting:secrets:describe|login:ci)\b/, SECRET],
      ...VERCEL_LIKE,
      [/:(?:list|get|describe|info)\b/, READ],
    ],
  },
  {
    names: ['fly', 'flyctl'],
    system: 'fly',
    values:
      '-a --app -c --config -r --region -o --org -t --access-token -e --env --image -i --strategy --build-arg -C --command',
    named: ['-a', '--app', '-c', '--config'],
    otherwise: 'production',
    deploys: /^(?:deploy|launch|releases rollback)\b/,
    rules: [
      [
        /^(?:status|logs|info|apps list|apps open|open|releases|version|doctor|platform|checks|ips list|certs (?:list|show|check)|secrets list|volumes list|machines? (?:list|status)|postgres list|pg list|orgs? list|scale show|config (?:show|validate)|dig|ping|regions|image show|services list|dashboard|history)\b/,
        READ,
      ],
      [/^(?:auth token|tokens create|wireguard)\b/, SECRET],
      [/^(?:auth|agent|settings|jobs|docs|curl|proxy|completion|config save|config env|storage list|mcp)\b/, LOCAL],
      [/^(?:ssh|console|postgres connect|pg connect|sftp|machines? exec|m exec)\b/, { is: 'shell', writes: 'unknown' }],
      [
        /^(?:apps destroy|destroy|volumes? (?:destroy|delete)|vol destroy|postgres detach|machines? destroy|m destroy|redis destroy|storage destroy|mpg destroy|litefs-cloud destroy|extensions \S+ destroy)\b/,
        change('destroy', 'storage', true),
      ],
      [
        /^(?:secrets|ips|certs|scale|config|machines?|m|volumes|apps|postgres|pg|image|orgs?|tokens|autoscale|suspend|resume|restart|redis|storage|dns-records)\b/,
        change('update', 'compute'),
      ],
    ],
  },
  {
    names: ['heroku'],
    system: 'heroku',
    values: '-a --app -r --remote --size -t --type',
    named: ['-a', '--app', '-r', '--remote'],
    otherwise: 'production',
    deploys: /^(?:deploy|container:release|builds:create)\b/,
    rules: HEROKU_RULES,
  },
  {
    names: [
      'railway',
      'render',
      'northflank',
      'koyeb',
      'dokku',
      'eb',
      'amplify',
      'supabase',
      'surge',
      'gh-pages',
      'ghp-import',
      'mina',
      'pscale',
      'neonctl',
      'neon',
      'zeabur',
      'porter',
      'kamal',
      'caprover',
      'dpl',
      'deployctl',
      'denoctl',
      'convex',
      'modal',
      'shuttle',
      'platform',
      'gigalixir',
      'scalingo',
      'clever',
      'aptible',
      'deis',
    ],
    system: 'platform',
    local: [/^db reset\b/, ['--linked', '--db-url']],
    values:
      '-e --environment --env -s --service -p --project -d --domain -b --branch --project-ref --db-url -m --message --app -r --remote --profile --team',
    named: ['-e', '--environment', '--env', '-s', '-b', '--branch', '--profile', '--project-ref'],
    otherwise: 'production',
    deploys:
      /^(?:deploy|up|redeploy|publish|push|submit|update|release|rollback|functions deploy|git:from-image|git:from-archive|git:sync|ps:rebuild|deploys? create|services? update|\S+ deploy\S*|setup|bootstrap)\b|^$|^\S*(?:dist|build|out|public|site|docs)\/?(?: \S+\.\S+)?$/,
    rules: [
      [
        /^(?:db reset|database (?:delete|reset)|branch(?:es)? delete|db drop|postgres:destroy|mysql:destroy|redis:destroy)\b/,
        { is: 'database', statement: 'drop' },
      ],
      [/^[\w-]+ (?:delete|destroy|remove|rm|reset)\b|^\w+:(?:destroy|delete)\b/, change('destroy', 'compute', true)],
      [
        /^(?:db push|migration up|db remote|migrations? (?:repair|apply)|deploy-request deploy)\b/,
        { is: 'database', statement: 'other' },
      ],
      [
        /^(?:list|ls|status|logs?|health|whoami|info|version|apps:list|ps:report|config:show|config:export|open|doctor|diff|projects? list|functions list|migration list|branch(?:es)? (?:list|show)|db (?:diff|lint|dump|pull)|gen types|console|environment|printenv|describe|inspect|details|lock status|app (?:logs|details)|build:list|update:list|channel:list|project:info)\b/,
        READ,
      ],
      [
        /^(?:variables|projects api-keys|env pull|secrets? (?:get|view)|config (?:get|view)|connection-string|password|credentials)\b/,
        SECRET,
      ],
      [
        /^(?:login|logout|init|link|start|stop|dev|serve|local|test|use|create|unlink|config|completion|migration new|functions (?:new|serve)|shell|install|prebuild|build|run|export|configure|codegen|credential|lane|auth|seed|pull|bundle|tunnel|plugin)\b/,
        LOCAL,
      ],
      [/^(?:secrets? (?:set|unset|import)|env set|variables set)\b/, change('update', 'config')],
      [/^(?:swap|ps:(?:stop|restart|scale))\b/, change('restart', 'compute')],
      [/^(?:ssh|connect|exec|run --service|app exec|enter|remote)\b/, { is: 'shell', writes: 'unknown' }],
      [
        /^(?:delete|down|destroy|terminate|remove|teardown|apps:destroy|service delete|projects? delete|env delete|app remove|channel:delete)\b/,
        change('destroy', 'compute', true),
      ],
    ],
  },
]

function stageFor(platform: Platform, loose: LooseWords): Stage {
  if (loose.has(...(platform.production ?? []))) return 'production'
  const values = (platform.named ?? []).map((name) => loose.value(name)?.known).filter((value) => value !== undefined)
  const named = strictestStage([...values, ...loose.path.split(' ')].map(stageOfName))
  if (named !== 'unknown') return named
  return values.length > 0 && platform.otherwise !== 'preview' ? 'unknown' : platform.otherwise
}

function readPlatform(platform: Platform, command: Command, scribe: Scribe): Standing {
  const loose = looseWords(command.args, new Set((platform.values ?? '').split(' ').filter(Boolean)))
  if (onlyShows(command, loose)) return 'proven'
  const here = platform.local?.[0].test(loose.path) && !loose.has(...platform.local[1])
  const stage = here || loose.has('--local') ? 'development' : stageFor(platform, loose)
  const sql = /^d1 execute\b/.test(loose.path) ? loose.value('--command') : undefined
  if (sql)
    return stateSql(
      sql,
      { engine: 'd1', dialect: 'sqlite', reach: here ? 'local-file' : 'remote', name: '', disposable: here === true },
      scribe,
    )
  if (/^(?:pg:psql|db execute|postgres connect)\b/.test(loose.path))
    stateGivenSql(command, here ? 'local-server' : 'remote', scribe)
  const deploy: Outcome = { is: 'deploy', stage }
  const first = platform.rules.find(([pattern]) => pattern.test(loose.path))
  const rules: readonly Rule[] = first ? platform.rules : [[platform.deploys, deploy]]
  const known = /^(?:deploy|publish|up)\b/.test(loose.path) ? [[platform.deploys, deploy] as Rule, ...rules] : rules
  const disposable = here === true && platform.system === 'platform'
  return readTool({ ...platform, rules: known, usualStage: stage, disposable }, loose, command, scribe)
}

export const PLATFORM_PROGRAMS: readonly Program[] = PLATFORMS.map((platform) => ({
  names: platform.names,
  read: (command, scribe) => readPlatform(platform, command, scribe),
}))
