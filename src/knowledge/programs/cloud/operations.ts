import { isLoopbackText } from '../../../analysis/generic/word-shapes.ts'
import type { CommandGrade } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec, SpecCall, SpecRule } from '../../../analysis/interpret/spec.ts'

/** Servers that run other people's builds. */
const BUILD_SERVER_SPECS: readonly ProgramSpec[] = [
  {
    names: 'circleci travis drone woodpecker-cli teamcity bk semaphore sem appcenter',
    system: 'ci',
    family: 'config',
    options: '--org-id: -t: -b: --pipeline: -p: --commit: -c:',
    rules: [
      ['config local setup diagnostic login logout whoami version update init validate lint exec jsonnet', 'local'],
      ['orb/publish|increment|promote', 'publish'],
      ['**/promote|rollback|deploy', 'deploy'],
      ['**/trigger|run|restart|rebuild|retry build/create|new|start', 'create job', 'deploy'],
      ['**/cancel|stop|kill|decline', 'cancel job'],
      ['**/delete|remove|remove-*|rm|destroy|unregister|disable|revoke|purge', 'delete'],
      ['**/list|ls|show|view|info|logs|log|status|history|get|inspect|open|queue|branches|follow', 'read'],
      ['**/store-secret|add|create|new|set|update|edit|enable|encrypt|encrypt-file|register|approve', 'setting'],
    ],
    examples: {
      match: [
        'circleci pipeline trigger abc',
        'drone secret rm --name token',
        'circleci orb publish orb.yml acme/orb@1',
      ],
      pass: ['circleci config validate', 'drone build ls acme/app'],
    },
  },
  {
    names: 'jenkins-cli jenkins-cli.jar jcli',
    system: 'jenkins',
    family: 'config',
    options: '-auth: -i: -p: -user:',
    rules: [
      ['**/delete-*|clear-queue', 'delete'],
      ['**/build|replay-pipeline|restart-from-stage|keep-build', 'create job', 'deploy'],
      [
        '**/stop-builds|cancel-quiet-down|quiet-down|safe-restart|restart|safe-shutdown|shutdown|offline-node|disconnect-node',
        'cancel job',
      ],
      ['**/groovy|groovysh|ssh', 'shell'],
      [
        '**/create-*|update-*|copy-job|enable-*|disable-*|install-plugin|import-*|add-job-to-view|reload*|set-*',
        'setting',
      ],
      ['**/list-*|get-*|console|who-am-i|version|help **/job/list **/config/list', 'read'],
    ],
    examples: {
      match: ['jenkins-cli delete-job shop', 'jenkins-cli build shop'],
      pass: ['jenkins-cli list-jobs'],
    },
  },
  {
    names: 'gitlab-runner buildkite-agent actions-runner concourse',
    system: 'build runner',
    family: 'compute',
    options: '-u: -t: -n: -c: --queue: --build-path:',
    rules: [
      [
        'list status verify exec artifacts-downloader meta-data/get|exists|keys artifact/download|search|shasum',
        'read',
      ],
      ['register install', 'grant a runner for outside jobs'],
      ['unregister uninstall reset-token', 'delete'],
      ['stop restart', 'restart'],
      ['annotate start run artifact|pipeline/upload meta-data/set', 'setting'],
    ],
    examples: {
      match: ['gitlab-runner register --url https://ci.acme.io', 'gitlab-runner unregister --all-runners'],
      pass: ['gitlab-runner list'],
    },
  },
]

/** Copies of the past: taking one away cannot be undone. */
/** A backup takes in what it is pointed at. */
function recordBackupReads({ command: { args }, recorder }: SpecCall): CommandGrade {
  for (const word of args)
    if (/^[~/]/.test(word.known)) recorder.effect({ kind: 'read-path', path: recorder.path(word), list: false })
  return 'proven'
}

const BACKUP_SOURCE_RULES: readonly SpecRule[] = [['**/backup|create|snapshot|full -c', recordBackupReads]]

const BACKUP_RULES: readonly SpecRule[] = [
  [
    'forget prune delete remove rm compact expire stanza-delete purge unlink delete-backup remove-* cleanup rollback undochange key/remove|delete snapshot/delete|forget|expire repository|repo/delete|remove maintenance/run',
    'delete all',
  ],
  ['recover restore extract dump mount unmount umount find get backup-fetch wal-fetch', 'local'],
  ['*', 'read'],
]

/** Tools that keep backups. */
const BACKUP_SPECS: readonly ProgramSpec[] = [
  {
    names: 'restic rustic borg borgmatic proxmox-backup-client urbackupclientctl',
    system: 'backup',
    family: 'storage',
    options:
      '-r: -p: --password-file: --password-command: -o: --option: --path: --keep-last: --keep-daily: --keep-weekly: --rsh: --remote-path: -c: -a: --glob-archives:',
    also: BACKUP_SOURCE_RULES,
    rules: [['-n', 'read'], ...BACKUP_RULES],
    examples: {
      match: ['restic forget --keep-last 1 --prune', 'borg delete repo::old'],
      pass: ['restic snapshots --compact', 'restic forget -n --keep-last 1'],
    },
  },
  {
    names: 'kopia duplicacy duplicity tarsnap pgbackrest barman wal-g wal-e rdiff-backup',
    system: 'backup',
    family: 'storage',
    options: '-p: --password-file: --path: --stanza: -storage: --pg1-path:',
    also: BACKUP_SOURCE_RULES,
    // Without its option nothing expires: it tells what would.
    rules: [['snapshot/expire/!--delete', 'read'], ['restore/--delta|--force', 'update'], ...BACKUP_RULES],
    examples: {
      match: [
        'kopia snapshot expire --all --delete',
        'pgbackrest stanza-delete --stanza=main',
        'pgbackrest --stanza=main --delta restore',
      ],
      pass: ['kopia snapshot list', 'kopia snapshot expire --all'],
    },
  },
]

/** What tells people that something is wrong. */
const MONITORING_SPECS: readonly ProgramSpec[] = [
  {
    names: 'amtool',
    system: 'alertmanager',
    options: '--alertmanager.url: --config.file: -a: --author: -c: --comment: -d: --duration: -e: --end:',
    rules: [
      ['silence/add|expire|update|import', 'weaken audit alerts'],
      ['*', 'read'],
    ],
    examples: {
      match: ['amtool silence add alertname=DiskFull'],
      pass: ['amtool alert query'],
    },
  },
  {
    names: 'sensuctl pd opsgenie dog datadog newrelic nrcli victorops grafanactl checkly betterstack icinga2',
    system: 'monitoring',
    family: 'config',
    options: '-n: -i: --guid: --check: --expire:',
    rules: [
      ['login logout auth configure config profile completion init daemon diagnose agent', 'local'],
      [
        '**/mute*|disable|snooze|maintenance|mute_all **/silenced|silence/create|add|update **/downtime/post|create|schedule',
        'weaken audit alerts',
      ],
      ['**/delete|remove|rm|destroy|purge|cancel_downtime', 'delete'],
      [
        '**/list|show*|get|search|query|view|info|dump|log|status|validate|check|test|preview|ls **/events|event/stream',
        'read',
      ],
      [
        '**/incident|incidents|event|events|alert|alerts|comment|comments|metric|metrics/ack*|resolve|post|create|note|reassign|merge|trigger|close|set',
        'message',
      ],
      ['**/create|update|post|set|edit|assign|add|unmute*|enable|deploy|push', 'setting'],
    ],
    examples: {
      match: ['sensuctl check delete disk', 'dog downtime post "env:web"', 'pd incident ack P1'],
      pass: ['sensuctl check list'],
    },
  },
  {
    names: 'sentry-cli sentry',
    system: 'sentry',
    family: 'config',
    options: '-o: -p: --auth-token: --log-level: -r: --release:',
    rules: [
      ['**/delete|archive **/files/*/delete', 'delete'],
      ['issues/mute|resolve|unresolve monitors/delete|run', 'setting'],
      ['*', 'local'],
    ],
    examples: {
      match: ['sentry-cli releases delete 1.0', 'sentry-cli issues mute -a'],
      pass: ['sentry-cli releases list'],
    },
  },
  {
    names: 'grafana-cli grafana',
    system: 'grafana',
    family: 'config',
    rules: [
      ['**/admin/reset-admin-password|data-migration|secrets-migration|flush-rbac*', 'account'],
      ['**/plugins/ls|list-remote|list-versions', 'read'],
      ['**/plugins/remove|uninstall', 'delete'],
      ['*', 'local'],
    ],
    examples: {
      match: ['grafana-cli admin reset-admin-password x'],
      pass: ['grafana-cli plugins ls'],
    },
  },
]

/** Engines that run other people's workflows. */
const WORKFLOW_SPECS: readonly ProgramSpec[] = [
  {
    names: 'airflow',
    family: 'job',
    options: '-d: --dag-id: -s: --start-date: -e: --end-date: -c: --conf: -S: --subdir:',
    rules: [
      ['db/reset|downgrade|clean|drop-archived', 'sql drop'],
      ['dags|tasks|pools|variables|connections|roles|users|jobs/delete|clear|remove*|del-perms', 'delete'],
      ['users/create|add-role roles/create|add-perms', 'grant airflow role'],
      ['variables|connections/get|export', 'secret'],
      ['*', 'local'],
    ],
    examples: {
      match: ['airflow db reset', 'airflow dags delete etl', 'airflow connections export -'],
      pass: ['airflow dags list'],
    },
  },
  {
    names: 'dbt',
    family: 'job',
    options: '-t: --profiles-dir: --project-dir: -s: --select: -m: --models: --exclude: --vars: --args: --threads:',
    environment: { otherwise: 'development' },
    rules: [
      ['run-operation/*drop*|*delete*|*truncate*|*clean*', 'sql drop'],
      ['run build seed snapshot run-operation retry', 'sql other'],
      ['*', 'local'],
    ],
    examples: {
      match: ['dbt run --target prod', 'dbt run-operation drop_old'],
      pass: ['dbt compile', 'dbt ls'],
    },
  },
  {
    names: 'temporal tctl prefect dagster luigid',
    system: 'workflow engine',
    family: 'job',
    options: '-n: --workflow-id: -w: --run-id: -r: -q: --reason:',
    rules: [
      [
        'workflow|activity|batch|schedule|flow-run|flow|deployment|work-pool|work-queue|run/terminate|cancel|delete|reset|wipe|pause operator/namespace/terminate|cancel|delete|reset|wipe|pause',
        'cancel',
      ],
      ['server/reset server/database/reset', 'sql drop'],
      ['*', 'local'],
    ],
    examples: {
      match: ['temporal workflow terminate --workflow-id w1'],
      pass: ['temporal workflow list'],
    },
  },
]

/** What verbs tell, once it is known that their things lie elsewhere. */
const GENERIC_VERB_SPECS: readonly ProgramSpec[] = [
  {
    names:
      'turso influx astra upstash xata atlas confluent snow nodetool hasura celery rq sidekiqctl bull beanstalk-cli dramatiq-cli',
    options: '-A: -b: --bucket: --broker: -Q: -n: -o: -t: -h: -p: -u: -pw: --org-id:',
    rules: [
      ['init auth config login logout dev setup migrate/export', 'local'],
      ['**/shell|sql|load|invalidate', 'sql other'],
      ['assassinate clearsnapshot disable* stopdaemon truncatehints', 'update all'],
      ['call enqueue requeue', 'create'],
      ['**/tokens|token|api-key/create', 'secret'],
    ],
    verbs: true,
    examples: {
      match: [
        'influx bucket delete -n metrics',
        'turso db shell shop',
        'celery -A shop control shutdown',
        'rq empty late',
      ],
      pass: ['turso db list', 'celery -A shop inspect active', 'hasura migrate status'],
    },
  },
]

/** A chain of this machine is asked by its address: what is sent there is nobody's money. */
function recordWalletTransaction({ loose, recorder }: SpecCall): CommandGrade {
  const chain = loose.value('--rpc-url', '-r')?.known ?? ''
  if (/^(?:https?|wss?):/.test(chain) && isLoopbackText(chain)) return 'expected'
  const target = loose.path
  recorder.effect({ kind: 'external-write', service: 'wallet', nature: 'payment', target })
  return 'plain'
}

/** Wallets. Test networks and this machine cost nothing. */
const WALLET_SPECS: readonly ProgramSpec[] = [
  {
    names: 'bitcoin-cli litecoin-cli dogecoin-cli lncli lightning-cli near gaiad electrum',
    system: 'wallet',
    options: '-rpcconnect: -rpcuser: -rpcpassword: -datadir: --rpcserver: --network: --networkId: -chain:',
    rules: [
      ['-regtest|--regtest|-testnet|--testnet|-signet|--signet', 'local'],
      ['--network=regtest|testnet|signet|simnet --networkId=testnet -chain=regtest|test|signet', 'local'],
      [
        'send* fundrawtransaction payto payinvoice pay sendcoins closechannel openchannel withdraw transfer sweep* bumpfee tx/bank/send',
        'payment',
      ],
      ['dumpprivkey dumpwallet getseed getprivatekeys listdescriptors/true', 'secret'],
      ['*', 'read'],
    ],
    examples: {
      match: [
        'bitcoin-cli sendtoaddress addr 1',
        'bitcoin-cli sendtoaddress addr 1 testnet',
        'bitcoin-cli dumpprivkey addr',
      ],
      pass: [
        'bitcoin-cli getblockcount',
        'bitcoin-cli -regtest sendtoaddress addr 1',
        'lncli --network testnet sendcoins addr 1',
        'bitcoin-cli -chain=regtest sendtoaddress addr 1',
      ],
    },
  },
  {
    names: 'cast',
    system: 'wallet',
    options: '--rpc-url: -r: --private-key: --from: --value: --gas-price: --keystore:',
    rules: [
      ['send publish mktx', recordWalletTransaction],
      ['wallet/private-key|decrypt-keystore', 'secret'],
      ['*', 'read'],
    ],
    examples: {
      match: ['cast send 0xabc "transfer(address,uint256)" 0xdef 1'],
      pass: ['cast call 0xabc "balance()"', 'cast send 0xabc "inc()" --rpc-url http://127.0.0.1:8545'],
    },
  },
  {
    names: 'solana spl-token aptos sui',
    system: 'wallet',
    options: '-k: --keypair: --from: --fee-payer: -u: --network:',
    rules: [
      ['-u|--url|--network=localhost|devnet|testnet|l|d|t **/devnet|testnet', 'local'],
      [
        'transfer pay withdraw-* close burn mint authorize program/deploy|close|write-buffer account/transfer move/publish client/transfer*|pay*|publish*',
        'payment',
      ],
      ['*', 'local'],
    ],
    examples: {
      match: ['solana transfer addr 10'],
      pass: ['solana transfer addr 10 --url devnet', 'solana balance'],
    },
  },
]

export const OPERATION_SPECS: readonly ProgramSpec[] = [
  ...BUILD_SERVER_SPECS,
  ...BACKUP_SPECS,
  ...MONITORING_SPECS,
  ...WORKFLOW_SPECS,
  ...GENERIC_VERB_SPECS,
  ...WALLET_SPECS,
]
