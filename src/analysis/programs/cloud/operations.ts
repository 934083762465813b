import type { Program } from '../program.ts'
import { type CloudTool, change, cloudProgram, LOCAL, type Outcome, READ, type Rule, unaudited } from './rules.ts'

const DEPLOY: Outcome = { is: 'deploy' }
const SETTING: Outcome = { is: 'setting' }
const PAYMENT: Outcome = { is: 'payment' }

/** Servers that run other people's builds. */
const BUILD_SERVERS: readonly CloudTool[] = [
  {
    names: ['circleci', 'travis', 'drone', 'woodpecker-cli', 'teamcity', 'bk', 'semaphore', 'sem', 'appcenter'],
    system: 'ci',
    family: 'config',
    values: '--org-id --host --token -t --repository --name --data --branch -b --pipeline -p --commit -c',
    rules: [
      [
        /^(?:config|local|setup|diagnostic|login|logout|whoami|version|update|init|validate|lint|exec|jsonnet)\b/,
        LOCAL,
      ],
      [/^orb (?:publish|increment|promote)\b/, { is: 'publish' }],
      [/\b(?:promote|rollback|deploy)\b/, DEPLOY],
      [
        /\b(?:trigger|run|restart|rebuild|retry)\b|^build (?:create|new|start)\b/,
        { is: 'change', verb: 'create', family: 'job' },
        DEPLOY,
      ],
      [/\b(?:cancel|stop|kill|decline)\b/, change('cancel', 'job')],
      [/\b(?:delete|remove|rm|destroy|unregister|disable|revoke|purge)\b/, change('delete', 'config')],
      [/\b(?:list|ls|show|view|info|logs?|status|history|get|inspect|open|queue|branches|follow)\b/, READ],
      [/\b(?:store-secret|add|create|new|set|update|edit|enable|encrypt|encrypt-file|register|approve)\b/, SETTING],
    ],
  },
  {
    names: ['jenkins-cli', 'jenkins-cli.jar', 'jcli'],
    system: 'jenkins',
    family: 'config',
    values: '-auth -i -p -user',
    rules: [
      [/\b(?:delete-\S+|clear-queue)\b/, change('delete', 'config')],
      [
        /\b(?:build|replay-pipeline|restart-from-stage|keep-build)\b/,
        { is: 'change', verb: 'create', family: 'job' },
        DEPLOY,
      ],
      [
        /\b(?:stop-builds|cancel-quiet-down|quiet-down|safe-restart|restart|safe-shutdown|shutdown|offline-node|disconnect-node)\b/,
        change('cancel', 'job'),
      ],
      [/\b(?:groovy|groovysh|ssh)\b/, { is: 'shell', writes: 'unknown' }],
      [
        /\b(?:create-\S+|update-\S+|copy-job|enable-\S+|disable-\S+|install-plugin|import-\S+|add-job-to-view|reload\S*|set-\S+)\b/,
        SETTING,
      ],
      [/\b(?:list-\S+|get-\S+|console|who-am-i|version|help|job list|config list)\b/, READ],
    ],
  },
  {
    names: ['gitlab-runner', 'buildkite-agent', 'actions-runner', 'concourse'],
    system: 'build runner',
    family: 'compute',
    values: '-u --url -t --token -n --name -c --config --queue --build-path',
    rules: [
      [
        /^(?:list|status|verify|--version|exec|artifacts-downloader|meta-data (?:get|exists|keys)|artifact (?:download|search|shasum))\b/,
        READ,
      ],
      [/^(?:register|install)\b/, { is: 'grant', what: 'a runner for outside jobs' }],
      [/^(?:unregister|uninstall|reset-token)\b/, change('delete', 'compute')],
      [/^(?:stop|restart)\b/, change('restart', 'compute')],
      [/^(?:artifact upload|pipeline upload|annotate|meta-data set|start|run)\b/, SETTING],
    ],
  },
]

/** Copies of the past: taking one away cannot be undone. */
const BACKUP_RULES: readonly Rule[] = [
  [
    /^(?:forget|prune|delete|remove|rm|compact|expire|stanza-delete|purge|unlink|key remove|key delete|delete-backup|remove-\S+|snapshot (?:delete|forget|expire)|repo(?:sitory)? (?:delete|remove)|maintenance run|cleanup|rollback|undochange)\b/,
    change('delete', 'storage', true),
  ],
  [/^(?:recover|restore|extract|dump|mount|unmount|umount|find|get|backup-fetch|wal-fetch)\b/, LOCAL],
  [/./, READ],
]

const BACKUPS: readonly CloudTool[] = [
  {
    names: [
      'restic',
      'rustic',
      'kopia',
      'duplicacy',
      'duplicity',
      'tarsnap',
      'pgbackrest',
      'barman',
      'wal-g',
      'wal-e',
      'rdiff-backup',
    ],
    system: 'backup',
    family: 'storage',
    values:
      '-r --repo --repository -p --password-file --password-command -o --option --tag --host --path --keep-last --keep-daily --keep-weekly --stanza --config -storage --pg1-path',
    // Without its option nothing expires: it tells what would.
    rehearses: (loose, name) =>
      (/(?:re|ru)stic$/.test(name) && loose.has('-n')) ||
      (/kopia$/.test(name) && /^snapshot expire\b/.test(loose.path) && !loose.has('--delete')),
    rules: BACKUP_RULES,
  },
  {
    names: ['borg', 'borgmatic', 'proxmox-backup-client', 'urbackupclientctl'],
    system: 'backup',
    family: 'storage',
    values:
      '--repo -r --rsh --remote-path -c --config --keep-daily --keep-weekly --keep-last -a --glob-archives --repository',
    rehearses: (loose) => loose.has('-n'),
    rules: BACKUP_RULES,
  },
]

/** What tells people that something is wrong. */
const MONITORING: readonly CloudTool[] = [
  {
    names: ['amtool'],
    system: 'alertmanager',
    values: '--alertmanager.url --config.file -a --author -c --comment -d --duration -e --end',
    rules: [
      [/^silence (?:add|expire|update|import)\b/, unaudited('alerts')],
      [/./, READ],
    ],
  },
  {
    names: [
      'sensuctl',
      'pd',
      'opsgenie',
      'dog',
      'datadog',
      'newrelic',
      'nrcli',
      'victorops',
      'grafanactl',
      'checkly',
      'betterstack',
      'icinga2',
    ],
    system: 'monitoring',
    family: 'config',
    values: '-n --name -i --ids --guid --tag --check --expire --namespace',
    rules: [
      [/^(?:login|logout|auth|configure|config|profile|completion|init|daemon|diagnose|agent)\b/, LOCAL],
      [
        /\b(?:mute\S*|silenced? (?:create|add|update)|disable|snooze|maintenance|downtime (?:post|create|schedule)|mute_all)\b/,
        unaudited('alerts'),
      ],
      [/\b(?:delete|remove|rm|destroy|purge|cancel_downtime)\b/, change('delete', 'config')],
      [
        /\b(?:list|show\S*|get|search|query|view|info|dump|log|events? stream|status|validate|check|test|preview|ls)\b/,
        READ,
      ],
      [
        /\b(?:incident|event|alert|comment|metric)s? (?:ack\S*|resolve|post|create|note|reassign|merge|trigger|close|set)\b/,
        { is: 'message' },
      ],
      [/\b(?:create|update|post|set|edit|assign|add|unmute\S*|enable|deploy|push)\b/, SETTING],
    ],
  },
  {
    names: ['sentry-cli', 'sentry'],
    system: 'sentry',
    family: 'config',
    values: '-o --org -p --project --auth-token --url --log-level -r --release',
    rules: [
      [/\bdelete\b|\barchive\b|\bfiles \S+ delete\b/, change('delete', 'config')],
      [/^issues (?:mute|resolve|unresolve)\b|^monitors (?:delete|run)\b/, SETTING],
      [/./, LOCAL],
    ],
  },
  {
    names: ['grafana-cli', 'grafana'],
    system: 'grafana',
    family: 'config',
    rules: [
      [/\badmin (?:reset-admin-password|data-migration|secrets-migration|flush-rbac\S*)\b/, { is: 'account' }],
      [/\bplugins (?:ls|list-remote|list-versions)\b/, READ],
      [/\bplugins (?:remove|uninstall)\b/, change('delete', 'config')],
      [/./, LOCAL],
    ],
  },
]

/** Engines that run other people's workflows. */
const WORKFLOWS: readonly CloudTool[] = [
  {
    names: ['airflow'],
    system: 'airflow',
    family: 'job',
    values: '-d --dag-id -s --start-date -e --end-date -c --conf -S --subdir',
    rules: [
      [/^db (?:reset|downgrade|clean|drop-archived)\b/, { is: 'database', statement: 'drop' }],
      [
        /^(?:dags|tasks|pools|variables|connections|roles|users|jobs) (?:delete|clear|remove\S*|del-perms)\b/,
        change('delete', 'job'),
      ],
      [/^(?:users (?:create|add-role)|roles (?:create|add-perms))\b/, { is: 'grant', what: 'airflow role' }],
      [/^(?:variables|connections) (?:get|export)\b/, { is: 'secret' }],
      [/./, LOCAL],
    ],
  },
  {
    // Its usual target is the one of whoever develops.
    names: ['dbt'],
    system: 'dbt',
    family: 'job',
    usualStage: 'development',
    values:
      '-t --target --profile --profiles-dir --project-dir -s --select -m --models --exclude --vars --args --threads',
    rules: [
      [/^run-operation \S*(?:drop|delete|truncate|clean)/, { is: 'database', statement: 'drop' }],
      [/^(?:run|build|seed|snapshot|run-operation|retry)\b/, { is: 'database', statement: 'other' }],
      [/./, LOCAL],
    ],
  },
  {
    names: ['temporal', 'tctl', 'prefect', 'dagster', 'luigid'],
    system: 'workflow engine',
    family: 'job',
    values: '--address --namespace -n --workflow-id -w --run-id -r --query -q --reason',
    rules: [
      [
        /^(?:workflow|activity|batch|schedule|flow-run|flow|deployment|work-pool|work-queue|run|operator namespace) (?:terminate|cancel|delete|reset|wipe|pause)\b/,
        change('cancel', 'job'),
      ],
      [/^(?:server database|server) reset\b/, { is: 'database', statement: 'drop' }],
      [/./, LOCAL],
    ],
  },
]

/** Databases that somebody else runs. */
const HOSTED_DATABASES: readonly CloudTool[] = [
  {
    names: ['turso', 'influx', 'astra', 'upstash', 'xata', 'atlas', 'confluent', 'snow'],
    system: 'hosted database',
    family: 'storage',
    values: '-n --name -o --org -b --bucket --host -t --token --org-id --id -q --query',
    rules: [
      [/^(?:auth|config|login|logout|dev|init|completion|context|setup)\b/, LOCAL],
      [/\btokens? create\b|\bapi-key create\b/, { is: 'secret' }],
      [/\b(?:destroy|delete|drop|rm|remove|invalidate|schema clean)\b/, { is: 'database', statement: 'drop' }],
      [
        /\b(?:list|ls|show|get|describe|inspect|query|ping|version|plan|schema (?:inspect|diff|fmt)|migrate (?:lint|status|diff|validate))\b/,
        READ,
      ],
      [/^(?:db shell|sql|exec)\b.*\b(?:drop|truncate)\b/i, { is: 'database', statement: 'drop' }],
      [
        /\b(?:write|restore|import|create|update|apply|migrate|load|shell|sql)\b/,
        { is: 'database', statement: 'other' },
      ],
    ],
  },
]

/** Clusters of databases that are looked after by hand. */
const DATABASE_CLUSTERS: readonly CloudTool[] = [
  {
    names: ['nodetool'],
    system: 'cassandra',
    family: 'cluster',
    values: '-h --host -p --port -u --username -pw --password',
    rules: [
      [
        /^(?:removenode|decommission|clearsnapshot|assassinate|drain|truncatehints|disable\w+|stopdaemon|rebuild|cleanup|move)\b/,
        change('update', 'cluster', true),
      ],
      [/./, READ],
    ],
  },
  {
    names: ['hasura'],
    system: 'hasura',
    family: 'storage',
    values: '--endpoint --admin-secret --project --database-name',
    rules: [
      [/^metadata (?:clear|drop)\b|^migrate (?:delete|apply .*(?:down|all))\b/, { is: 'database', statement: 'drop' }],
      [/^(?:metadata|migrate) (?:diff|status|export|inconsistency)\b|^(?:console|version|init|completion)\b/, READ],
      [/^(?:metadata apply|migrate apply|seed apply|deploy)\b/, { is: 'database', statement: 'other' }],
    ],
  },
]

/** Content networks and further clouds that have a tool of their own. */
const NETWORKS: readonly CloudTool[] = [
  {
    names: ['fastly', 'akamai', 'bunny', 'keycdn', 'cdn77'],
    system: 'cdn',
    family: 'network',
    generic: true,
    values: '-t --token -s --service-id --service-name --name --id --key',
    rules: [
      [
        /^(?:profile|auth-token list|whoami|config|completion|version|ip-list|compute (?:build|init|serve|validate|pack|hash-files))\b/,
        LOCAL,
      ],
      [/^purge\b/, change('purge', 'network', true)],
      [/^(?:compute (?:deploy|publish)|service-version activate)\b/, DEPLOY],
    ],
  },
]

/** Wallets. Test networks and this machine cost nothing. */
const WALLETS: readonly CloudTool[] = [
  {
    names: ['bitcoin-cli', 'litecoin-cli', 'dogecoin-cli', 'lncli', 'lightning-cli', 'near', 'gaiad', 'electrum'],
    system: 'wallet',
    values: '-rpcconnect -rpcuser -rpcpassword -datadir --rpcserver',
    rules: [
      [
        /^(?:send\S*|sendmany|fundrawtransaction|payto|payinvoice|pay|sendcoins|closechannel|openchannel|withdraw|transfer|tx bank send|sweep\S*|bumpfee)\b/,
        PAYMENT,
      ],
      [/^(?:dumpprivkey|dumpwallet|getseed|getprivatekeys|listdescriptors true)\b/, { is: 'secret' }],
      [/./, READ],
    ],
  },
  {
    names: ['cast'],
    system: 'wallet',
    values: '--rpc-url -r --private-key --from --value --gas-price --account --keystore',
    rules: [
      [/^(?:send|publish|mktx)\b/, PAYMENT],
      [/^wallet (?:private-key|decrypt-keystore)\b/, { is: 'secret' }],
      [/./, READ],
    ],
  },
  {
    names: ['solana', 'spl-token', 'aptos', 'sui'],
    system: 'wallet',
    values: '-k --keypair --from --fee-payer',
    rules: [
      [/\b(?:localhost|devnet|testnet|l|d|t)\b/, LOCAL],
      [
        /^(?:transfer|pay|withdraw-\S+|program (?:deploy|close|write-buffer)|close|burn|mint|authorize|account transfer|move publish|client (?:transfer|pay|publish)\S*)\b/,
        PAYMENT,
      ],
      [/./, LOCAL],
    ],
  },
]

const TOOLS = [
  ...BUILD_SERVERS,
  ...BACKUPS,
  ...MONITORING,
  ...WORKFLOWS,
  ...HOSTED_DATABASES,
  ...DATABASE_CLUSTERS,
  ...NETWORKS,
  ...WALLETS,
]

export const OPERATION_PROGRAMS: readonly Program[] = TOOLS.map(cloudProgram)
