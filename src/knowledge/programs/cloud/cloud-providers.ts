import type { ProgramSpec } from '../../../analysis/interpret/spec.ts'

/** Clouds, and what somebody else runs: names, flags, payments, messages. Verbs tell most of it. */
export const CLOUD_PROVIDER_SPECS: readonly ProgramSpec[] = [
  {
    names: 'az',
    system: 'azure',
    options:
      '-g: -n: -l: -o: -u: -p: -s: --resource-group: --vault-name: --account-name: --container-name: --source: --destination: --assignee: --template-file: --parameters:',
    rules: [
      [
        'account/get-access-token keyvault/secret/show|download|backup keyvault/key/download storage/account/keys/list cosmosdb/keys/list functionapp/keys/list servicebus/**/*keys/list acr/credential/show ad/sp/create-for-rbac webapp/deployment/list-publishing* redis/list-keys aks/get-credentials/--admin',
        'secret',
      ],
      [
        'login logout configure config extension find interactive upgrade feedback account/set|show|list|clear aks/get-credentials bicep/build|install|version',
        'local',
      ],
      [
        'role/assignment/create ad/user/create|add ad/app/create|add ad/group/member/create|add keyvault/set-policy',
        'grant azure role',
        'update identity',
      ],
      ['ssh serial-console vm|vmss/run-command container/exec webapp/ssh aks/command/invoke', 'shell'],
      [
        'monitor/diagnostic-settings|log-profiles/delete monitor/log-analytics|activity-log|data-collection/*/delete security/**/disable|delete',
        'weaken audit azure monitor',
      ],
      ['network/nsg/rule/create|update|delete', 'weaken firewall azure network rule', 'update network'],
      [
        'webapp/up|update|deploy|deployment|restart|config functionapp/deploy|deployment containerapp/up|update|create deployment/*/create staticwebapp/create|deploy spring/app/deploy bicep/publish',
        'deploy',
        'apply compute',
      ],
      ['group/delete', 'destroy all infrastructure'],
      [
        'storage/container/delete storage/share/delete storage/account/delete storage/queue/delete storage/table/delete storage/blob/directory/delete storage/file/directory/delete storage/fs/directory/delete storage/blob/delete-batch storage/file/delete-batch storage/fs/delete-batch',
        'delete all storage',
      ],
      ['storage/blob/delete storage/file/delete storage/fs/delete', 'delete storage'],
      [
        'storage/container/set-permission|create/**/blob|container|true storage/account/update/**/blob|container|true',
        'visibility',
      ],
      ['sql|postgres|mysql|cosmosdb|redis|synapse/**/*delete*', 'delete all storage'],
      ['aks/delete', 'destroy all cluster'],
      ['keyvault/purge|delete', 'destroy all identity'],
    ],
    verbs: true,
    examples: {
      match: [
        'az group delete --name shop-rg --yes',
        'az keyvault secret show --vault-name v --name db',
        'az vm run-command invoke -g rg -n vm1 --scripts ls',
      ],
      pass: ['az vm list -o table', 'az account show'],
    },
  },
  {
    names: 'bq',
    system: 'bigquery',
    family: 'storage',
    options: '--project_id: --dataset_id: --destination_table: --max_rows: -n:',
    rules: [
      ['ls show head wait info version get-iam-policy', 'read'],
      ['query/**/<drops>', 'sql drop'],
      ['query/**/<changes>', 'sql other'],
      ['query', 'read'],
      ['rm', 'sql drop'],
      ['load cp mk mkdef update insert undelete', 'sql other'],
      ['extract', 'create'],
      ['cancel', 'cancel job'],
      ['*-iam-policy*', 'grant bigquery iam'],
    ],
    examples: {
      match: ['bq rm -r -f sales', 'bq load sales.orders orders.csv', 'bq query "DROP TABLE sales.orders"'],
      pass: ['bq ls sales', 'bq query "select 1"'],
    },
  },
  {
    names:
      'doctl linode-cli hcloud oci ibmcloud scw vultr-cli civo exo ovhai upctl openstack nova tccli aliyun yc cloudscale equinix metal packet',
    system: 'cloud',
    family: 'compute',
    options: '-t: --access-token: -o: --compartment-id: --tag-name:',
    rules: [
      ['auth login logout configure config context setup completion version init target plugin', 'local'],
      ['**/ssh', 'shell'],
      [
        'databases|database|db/delete|rm volumes|volume|snapshot/delete compute/volume|snapshot/delete',
        'delete all storage',
      ],
      ['kubernetes|k8s/cluster/delete lke/cluster-delete', 'destroy all cluster'],
      ['kubernetes/cluster/kubeconfig/save|show', 'local'],
      ['apps/create-deployment|update|create', 'deploy'],
      ['domain* compute/domain*', 'update dns'],
      [
        'firewall/create|update|delete|add-rules|remove-rules compute/firewall/create|update|delete|add-rules|remove-rules',
        'weaken firewall cloud firewall',
      ],
    ],
    verbs: true,
    examples: {
      match: ['doctl databases delete db-1 --force', 'hcloud server ssh web'],
      pass: ['doctl compute droplet list', 'hcloud context use test'],
    },
  },
  {
    names: 'flarectl cf dnscontrol lexicon route53 cli53 nsupdate knsupdate namecheap gandi',
    system: 'dns',
    family: 'dns',
    rules: [
      ['zone|dns|user|ips|ip/list|l|info', 'read'],
      ['preview check print-* get-*', 'read'],
      ['**/*.conf|*.key/$', 'update'],
      ['**/delete|d|rm|rrdelete|rrpurge', 'delete'],
      ['dns zone push/$', 'update'],
      ['$', 'update'],
    ],
    verbs: true,
    examples: {
      match: ['nsupdate -k zone.key', 'dnscontrol push --no-colors'],
      pass: ['dnscontrol preview', 'flarectl zone list'],
    },
  },
  {
    names: 'octodns-sync',
    system: 'dns',
    family: 'dns',
    rules: [
      ['!--doit|--force', 'read'],
      ['**', 'update'],
    ],
    examples: {
      match: ['octodns-sync --config-file dns.yaml --doit'],
      pass: ['octodns-sync --config-file dns.yaml'],
    },
  },
  {
    names: 'ldcli flagsmith unleash unleash-cli statsig configcat posthog-cli growthbook flipt',
    system: 'feature flags',
    family: 'config',
    rules: [
      ['**/list|get|describe|show', 'read'],
      ['login config setup', 'local'],
      ['**/toggle-on|toggle-off|toggle|enable|disable|update|create', 'update'],
      ['**/delete|archive', 'delete'],
    ],
    verbs: true,
    examples: {
      match: ['ldcli flags toggle-off checkout', 'flagsmith flags archive old'],
      pass: ['ldcli flags list', 'unleash features get checkout'],
    },
  },
  {
    names: 'stripe paypal square braintree',
    options: '--api-key: -d: --project-name: -p: -e: --events: --forward-to: -f:',
    rules: [
      ['login logout config version completion samples help open status community feedback resources serve', 'local'],
      ['listen logs get **/list|retrieve|search', 'read'],
      ['trigger fixtures playback', 'local'],
      ['*', 'payment'],
    ],
    examples: {
      match: ['stripe refunds create --charge ch_1', 'stripe payouts create --amount 100'],
      pass: ['stripe customers list', 'stripe listen --forward-to localhost:3000'],
    },
  },
  {
    names:
      'twilio sendgrid slack slackcat telegram-send toot tweet signal-cli discord-cli ntfy apprise pushover gam gcalcli jira linear notion-cli acli asana',
    system: 'messages and records',
    options: '-c: --channel: -u: -a:',
    rules: [
      ['login logout config profiles auth init version plugins completion', 'local'],
      [
        '**/list|*:list|*:fetch|ls|show|view|get|search|fetch|receive|agenda|subscribe|sub|me|describe|history|open|mine',
        'read',
      ],
      ['issue|epic|page|task|ticket/create|edit|move|assign|comment|delete|transition|update|link|clone', 'setting'],
      ['run|create|deploy/$', 'local'],
      ['*', 'message'],
    ],
    examples: {
      match: [
        'twilio api:core:messages:create --to +4912345 --body hi',
        'ntfy publish team hello',
        'jira issue create -s bug',
      ],
      pass: ['jira issue list', 'gcalcli agenda'],
    },
  },
]
