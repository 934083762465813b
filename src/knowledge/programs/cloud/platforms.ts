import type { ProgramSpec, SpecCallHandler, SpecRule } from '../../../analysis/interpret/spec.ts'
import { recordFrameworkSql, recordSqlEffect } from '../../../analysis/sql/database.ts'

/** SQL that is given to a shell of the platform's database. */
const recordShellSql: SpecCallHandler = ({ command, here, recorder }) => {
  recordFrameworkSql(command, here ? 'local-server' : 'remote', recorder)
  return 'proven'
}

const recordD1Sql: SpecCallHandler = ({ loose, here, recorder }) => {
  const sql = loose.value('--command')
  if (!sql) return 'unknown'
  const place = {
    engine: 'd1',
    dialect: 'sqlite',
    reach: here ? 'local-file' : 'remote',
    name: '',
    disposable: here,
  } as const
  return recordSqlEffect(sql, place, recorder)
}

const VERCEL_RULES: readonly SpecRule[] = [
  [
    'rm remove sites:delete site:delete env:unset env:remove blobs:delete projects|domains|domain|dns|alias|env|certs|cert/rm project/rm|delete api/delete* app/delete',
    'delete compute',
  ],
  [
    'ls list inspect logs log whoami status open sites:list site:list env:list functions:list bisect telemetry teams|team|projects|project|dns|certs|cert|env|alias|target/ls domains|domain/ls|inspect api integration/list',
    'read',
  ],
  ['env:get env/pull', 'secret'],
  [
    'dev build login logout link unlink init switch pull git functions:create functions:invoke functions:serve functions:build watch completion help addons recipes blobs:get blobs:list types local emulators serve use target projects:list projects:create project:list project:create setup experiments ext',
    'local',
  ],
  ['rollback promote alias redeploy rolling-release', 'deploy production'],
  [
    'env:set env:import env:clone domains domain dns certs cert secrets secret teams team sites:create site:create project env/add|update',
    'update config',
  ],
]

/** Hosting platforms: where a deploy goes when nothing is said differs. */
export const PLATFORM_SPECS: readonly ProgramSpec[] = [
  {
    names: 'vercel now vc',
    options: '-t: -S: --cwd: -A: --local-config: -Q: --global-config: -e: -b: --build-env: -m: --meta: --regions: -n:',
    environment: { production: '--prod --production -p', named: '--target --environment', otherwise: 'preview' },
    rules: [['deploy', 'deploy'], ...VERCEL_RULES, ['$ */$ <folder>', 'deploy']],
    examples: {
      match: ['vercel --prod', 'vercel rm shop --yes', 'vercel env pull'],
      pass: ['vercel ls', 'vercel dev', 'vercel build --debug'],
    },
  },
  {
    names: 'netlify ntl',
    options: '-d: --dir: -f: --functions: -s: -m: --message: -a: --auth: --alias:',
    environment: { production: '--prod -p --prod-if-unlocked', named: '--context --alias', otherwise: 'preview' },
    rules: [['deploy', 'deploy'], ...VERCEL_RULES],
    examples: {
      match: ['netlify deploy --prod', 'netlify sites:delete abc'],
      pass: ['netlify status', 'netlify dev'],
    },
  },
  {
    names: 'wrangler wrangler2',
    system: 'cloudflare workers',
    options:
      '--remote -e: -c: -n: --project-name: --binding: --namespace-id: --database-id: --local-protocol: --local --ip:',
    environment: {
      named: '--env -e --branch',
      otherwise: 'production',
      here: 'd1/execute/!--remote d1/migrations/apply/!--remote',
    },
    rules: [
      ['d1/execute/--command', recordD1Sql],
      [
        'deploy publish rollback pages/deploy|publish versions/deploy|upload triggers/deploy workflows/trigger',
        'deploy',
      ],
      [
        'dev init generate login logout whoami types telemetry docs check build deployments tail pages/dev pages/functions/build secret|queues/list pages/project/list pages/deployment/list kv:key|kv:namespace/list|get kv/key/list|get kv/namespace/list|get d1/list|info r2/bucket/list|info d1/migrations/list|create versions/list|view',
        'read',
      ],
      [
        'delete d1|kv:namespace|queues|secret|vectorize|hyperdrive/delete pages/project/delete kv/namespace/delete r2/bucket/delete',
        'delete all storage',
      ],
      ['kv:key|kv:bulk/delete kv/key/delete r2/object/delete kv/bulk/delete', 'delete storage'],
      ['d1/execute|time-travel d1/migrations/apply', 'sql other'],
      ['kv* r2* d1* queues* secret* vectorize* hyperdrive* pages* workflows* ai* cert*', 'update config'],
    ],
    examples: {
      match: [
        'wrangler deploy',
        'wrangler kv namespace delete --namespace-id 1',
        'wrangler d1 execute db --remote --command "drop table users"',
      ],
      pass: ['wrangler dev', 'wrangler d1 list'],
    },
  },
  {
    names: 'firebase firebase-tools',
    options: '-P: --only: --except: -m: --message: -e: --expires:',
    environment: { named: '-P --project', otherwise: 'production' },
    rules: [
      ['deploy', 'deploy'],
      ['hosting:channel:deploy', 'deploy preview'],
      ['emulators*', 'local'],
      [
        'firestore:delete database:remove functions:delete apps:delete hosting:disable hosting:sites:delete hosting:channel:delete firestore:databases:delete projects:delete storage:delete',
        'delete all storage',
      ],
      [
        'database:set database:update database:push database:import remoteconfig:rollback auth:import firestore:indexes:create',
        'update storage',
      ],
      ['functions:config:get auth:export functions:secrets:access apphosting:secrets:describe login:ci', 'secret'],
      ...VERCEL_RULES,
      ['*:list|*:get|*:describe|*:info', 'read'],
      ['hosting:clone appdistribution:distribute apphosting:rollouts:create functions:shell/--prod', 'deploy'],
    ],
    examples: {
      match: ['firebase deploy', 'firebase firestore:delete --all-collections', 'firebase auth:export users.json'],
      pass: ['firebase emulators:start', 'firebase projects:list', 'firebase serve'],
    },
  },
  {
    names: 'fly flyctl',
    options: '-a: -c: -r: -o: -t: --access-token: -e: -i: --strategy: --build-arg: -C:',
    environment: { named: '-a --app -c --config', otherwise: 'production' },
    also: [['postgres/connect', recordShellSql]],
    rules: [
      ['deploy', 'deploy'],
      [
        'status logs info open releases version doctor platform checks dig ping regions dashboard history apps/list|open ips|secrets|volumes|postgres|pg|orgs|org|services/list certs/list|show|check machines|machine/list|status scale|image/show config/show|validate',
        'read',
      ],
      ['wireguard auth/token tokens/create', 'secret'],
      ['auth agent settings jobs docs curl proxy completion mcp config/save|env storage/list', 'local'],
      ['ssh console sftp postgres|pg/connect machines|machine|m/exec', 'shell'],
      [
        'destroy destroy-* apps|vol|machines|machine|m|redis|storage|mpg|litefs-cloud/destroy extensions/*/destroy volumes|volume/destroy|delete postgres/detach',
        'destroy all storage',
      ],
      [
        'secrets ips certs scale config machines machine m volumes apps postgres pg image orgs org tokens autoscale suspend resume restart redis storage dns-records',
        'update compute',
      ],
      ['launch releases/rollback', 'deploy'],
    ],
    examples: {
      match: ['fly deploy', 'fly apps destroy shop', 'fly ssh console', 'fly auth token'],
      pass: ['fly status', 'fly logs'],
    },
  },
  {
    names: 'heroku',
    options: '-a: -r: -t: --type:',
    environment: { named: '-a --app -r --remote', otherwise: 'production' },
    also: [['pg:psql', recordShellSql]],
    rules: [
      ['deploy', 'deploy'],
      [
        'pg:reset pg:backups:delete redis:reset pg:killall addons:destroy apps:destroy apps:delete destroy addons:detach pg:unfollow pg:backups/delete',
        'sql drop',
        'destroy all storage',
      ],
      ['pg:push pg:copy pg:restore pg:promote pg:backups:restore pg:backups/restore', 'sql restore'],
      ['config:get/*ENV|PORT|HOST|*LEVEL|*VERSION|*REGION|TZ|LANG', 'read'],
      ['config:get auth:token* pg:credentials:url config/$ config/-s apps:info/--json', 'secret'],
      [
        'logs apps:info info status releases:info addons:info pg:info pg:ps pg:diagnose regions auth:whoami pipelines:info pipelines:diff redis:info list help version notifications ps|apps|releases|addons|domains|pg|certs|access|stack|buildpacks|pipelines|features|members|drains|plugins/$',
        'read',
      ],
      [
        'login logout auth:login local git:remote git:clone create apps:create plugins:* update autocomplete container:login',
        'local',
      ],
      ['run run:detached ps:exec console pg:psql rails ps:copy redis:cli', 'shell'],
      [
        'config:set config:unset config:edit config:add config:remove domains:* certs:* features:* labs:* stack:set buildpacks:* drains:* access:* addons:create addons:attach addons:upgrade pipelines:* webhooks:* maintenance:* sharing:* members:*',
        'update config',
      ],
      ['ps:scale ps:resize ps:type dyno:scale dyno:resize scale resize', 'scale compute'],
      ['restart ps:restart dyno:restart ps:stop dyno:kill dyno:stop', 'restart compute'],
      ['releases:rollback rollback container:release container:push pipelines:promote builds:create ci:run', 'deploy'],
    ],
    examples: {
      match: [
        'heroku pg:reset DATABASE_URL --confirm shop',
        'heroku config -a shop',
        'heroku ps:scale web=0 -a shop',
        'heroku run bash',
      ],
      pass: ['heroku logs --tail', 'heroku config:get NODE_ENV', 'heroku certs:info -a shop'],
    },
  },
  {
    names: 'sf sfdx',
    system: 'salesforce',
    // What names records and parts of an org is left among the words: it is what is changed.
    options: '-o: --target-org: -u: --targetusername:',
    environment: { named: '-o --target-org -u --targetusername' },
    rules: [
      ['org/auth/show-* org/open/--url-only|-r org:auth:show-* org:open/--url-only|-r', 'secret'],
      // It hides the token since May 2026; before that it prints what opens the org.
      ['org/display org:display force:org:display', 'maybe secret'],
      ['org/generate/password org:generate:password force:user:password:generate', 'secret', 'update identity'],
      ['project/deploy/preview|report|validate project/deploy/start/--dry-run', 'read'],
      ['project/deploy/cancel', 'cancel job'],
      ['apex/run/test apex/get|tail', 'read'],
      // Apex may do to the data of an org whatever its user may.
      ['apex/run apex:run force:apex:execute', 'update storage'],
      ['data/query|search sobject/list|describe org/list', 'read'],
      ['data/upsert data:upsert:* force:data:bulk:upsert', 'update storage'],
      ['org/refresh/sandbox org:refresh:sandbox', 'destroy storage'],
      ['package/version/promote package:version:promote', 'publish'],
      ['package/install package:install force:package:install', 'deploy'],
      ['package/uninstall package:uninstall force:package:uninstall', 'delete config'],
    ],
    examples: {
      match: [
        'sf org auth show-access-token -o prod --no-prompt',
        'sf org open --url-only -o prod',
        'sf apex run -f fix.apex -o prod',
        'sf data upsert bulk -s Account -f rows.csv -i Id -o prod',
        'sf package uninstall -p 04t000000000001 -o prod',
        'sfdx force:apex:execute -f fix.apex -u prod',
      ],
      pass: [
        'sf org list',
        'sf project deploy preview -o prod',
        'sf project deploy report -i 0Af000000000001',
        'sf project deploy validate -d force-app -o prod',
        "sf data query -q 'SELECT Id FROM Account' -o prod",
        'sf apex run test -o prod',
      ],
    },
  },
  {
    names:
      'railway render northflank koyeb dokku eb amplify supabase surge gh-pages ghp-import mina pscale neonctl neon zeabur porter kamal caprover dpl deployctl denoctl convex modal shuttle platform gigalixir scalingo clever aptible deis',
    system: 'platform',
    options: '-e: -s: -p: -d: --domain: -b: --project-ref: --db-url: -m: --message: -r:',
    environment: {
      named: '-e --environment --env -s -b --branch --profile --project-ref',
      otherwise: 'production',
      here: 'db/reset/!--linked|--db-url',
    },
    also: [['db/execute postgres/connect', recordShellSql]],
    rules: [
      ['deploy up publish', 'deploy'],
      [
        'postgres:destroy mysql:destroy redis:destroy db/reset|drop database/delete|reset branches|branch/delete',
        'sql drop',
      ],
      ['*:destroy *:delete */delete|destroy|remove|rm|reset', 'destroy all compute'],
      ['db/push|remote migration/up|repair|apply migrations/repair|apply', 'sql other'],
      [
        'list ls status logs log health whoami info version apps:list ps:report config:show config:export open doctor diff console environment printenv describe inspect details build:list update:list channel:list project:info projects|project|functions|migration/list branches|branch/list|show db/diff|lint|dump|pull gen/types lock/status app/logs|details',
        'read',
      ],
      [
        'variables connection-string password credentials projects/api-keys env/pull secrets|secret|config/get|view',
        'secret',
      ],
      [
        'login logout init link start stop dev serve local test use create unlink config completion shell install prebuild build run export configure codegen credential lane auth seed pull bundle tunnel plugin migration/new functions/new|serve',
        'local',
      ],
      ['secrets|secret/set|unset|import env|variables/set', 'update config'],
      ['swap ps:stop ps:restart ps:scale', 'restart compute'],
      ['ssh connect exec enter remote run/--service app/exec', 'shell'],
      [
        'delete down destroy terminate remove teardown apps:destroy channel:delete service|projects|project|env/delete app/remove',
        'destroy all compute',
      ],
      [
        'redeploy push submit update release rollback git:from-image git:from-archive git:sync ps:rebuild setup bootstrap $ functions/deploy deploys|deploy/create services|service/update */deploy* <folder>/$ <folder>/*.*/$',
        'deploy',
      ],
    ],
    examples: {
      match: ['railway up', 'supabase db reset --linked', 'dokku apps:destroy shop', 'railway ssh'],
      pass: ['railway logs --build', 'supabase start', 'eb logs'],
    },
  },
]
