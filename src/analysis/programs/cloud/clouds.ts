import type { Command } from '../../words.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { GCS, readObjectStore } from './object-stores.ts'
import { type CloudTool, change, cloudProgram, LOCAL, READ, type Rule, readTool, SECRET, unaudited } from './rules.ts'
import { looseWords, onlyShows } from './words.ts'

const GCLOUD_VALUES =
  '--project --zone --region --account --configuration --format --filter --impersonate-service-account --cluster --member --role --command --image --source --secret --limit --network --allow --rules --source-ranges --machine-type --verbosity'

const GCLOUD: CloudTool = {
  names: ['gcloud'],
  system: 'gcloud',
  generic: true,
  rules: [
    [
      /^(?:auth (?:print-|application-default print-)|iam service-accounts keys create|secrets versions access|sql users list-credentials)/,
      SECRET,
    ],
    [/^(?:auth|config|components|init|info|topic|version|feedback|cheat-sheet)\b/, LOCAL],
    [
      /^(?:alpha |beta )?compute (?:ssh|scp|start-iap-tunnel|connect-to-serial-port)|^app instances ssh|^workstations ssh/,
      { is: 'shell', writes: 'unknown' },
    ],
    [
      /add-iam-policy-binding|set-iam-policy|^iam (?:roles|service-accounts) create|^projects add-iam/,
      { is: 'grant', what: 'gcloud iam' },
      change('update', 'identity'),
    ],
    [/^logging (?:logs|sinks|buckets) (?:delete|update)|^(?:logging )?audit/, unaudited('gcloud logging')],
    [
      /^compute firewall-rules (?:create|update|delete)/,
      { is: 'weaken', area: 'firewall', feature: 'gcloud firewall rule' },
      change('update', 'network'),
    ],
    [
      /^(?:beta |alpha )?(?:app|run|functions) (?:services )?(?:deploy|update|replace)|^run jobs (?:deploy|execute|update)|^deploy releases (?:create|promote)|^builds submit|^run deploy/,
      { is: 'deploy' },
      change('apply', 'compute'),
    ],
    [/^projects delete/, change('destroy', 'infrastructure', true)],
    [/^(?:sql|spanner|firestore|bigtable|redis) .*delete/, change('delete', 'storage', true)],
    [/^container clusters (?:delete)/, change('destroy', 'cluster', true)],
    [/^container clusters get-credentials/, LOCAL],
    [/^dns /, change('update', 'dns')],
    [/^pubsub (?:topics publish)/, { is: 'message' }, change('create', 'queue')],
    [/^pubsub \S+ (?:delete|seek)/, change('delete', 'queue')],
  ],
}

const GCLOUD_PROGRAM: Program = {
  names: GCLOUD.names,
  read: (command: Command, scribe: Scribe): Standing => {
    const loose = looseWords(command.args, new Set(GCLOUD_VALUES.split(' ')))
    if (onlyShows(command, loose)) return 'proven'
    if (/^(?:alpha |beta )?storage (?!buckets|objects)/.test(loose.path)) {
      const at = loose.operands.findIndex((word) => word.known === 'storage')
      return readObjectStore(GCS, { command, words: loose.operands.slice(at + 1), loose, scribe })
    }
    if (/^storage (?:buckets|objects) (?:delete|add-iam|update)/.test(loose.path))
      return readTool(
        { ...GCLOUD, rules: [[/delete/, change('delete', 'storage', /buckets/.test(loose.path))], ...GCLOUD.rules] },
        loose,
        command,
        scribe,
      )
    return readTool(GCLOUD, loose, command, scribe)
  },
}

const AZ_RULES: readonly Rule[] = [
  [
    /^(?:account get-access-token|keyvault secret (?:show|download|backup)|keyvault key download|storage account keys list|acr credential show|ad sp create-for-rbac|cosmosdb keys list|webapp deployment list-publishing|functionapp keys list|redis list-keys|servicebus .*keys list|aks get-credentials --admin)/,
    SECRET,
  ],
  [
    /^(?:login|logout|account (?:set|show|list|clear)|configure|config|extension|aks get-credentials|find|interactive|upgrade|feedback|bicep (?:build|install|version))\b/,
    LOCAL,
  ],
  [
    /^(?:role assignment create|ad (?:user|app|group member) (?:create|add)|keyvault set-policy)/,
    { is: 'grant', what: 'azure role' },
    change('update', 'identity'),
  ],
  [
    /^(?:vm run-command|vmss run-command|ssh|serial-console|container exec|webapp ssh|aks command invoke)/,
    { is: 'shell', writes: 'unknown' },
  ],
  [
    /^(?:monitor (?:diagnostic-settings|log-analytics workspace|activity-log alert|log-profiles|data-collection \S+) delete|security .* (?:disable|delete))/,
    unaudited('azure monitor'),
  ],
  [
    /^network nsg rule (?:create|update|delete)/,
    { is: 'weaken', area: 'firewall', feature: 'azure network rule' },
    change('update', 'network'),
  ],
  [
    /^(?:webapp (?:up|deploy|deployment|restart|config)|functionapp (?:deploy|deployment)|containerapp (?:up|update|create)|deployment \S+ create|staticwebapp (?:create|deploy)|spring app deploy|bicep publish)/,
    { is: 'deploy' },
    change('apply', 'compute'),
  ],
  [/^group delete/, change('destroy', 'infrastructure', true)],
  [
    /^storage (?:container|share|account|queue|table)\S* delete|^storage (?:blob|file|fs) (?:delete-batch|directory delete)/,
    change('delete', 'storage', true),
  ],
  [/^storage (?:blob|file|fs)\S* delete/, change('delete', 'storage')],
  [
    /^storage (?:container set-permission|account update|container create)\b.*\b(?:blob|container|true)\b/,
    { is: 'visibility' },
  ],
  [/^(?:sql|postgres|mysql|cosmosdb|redis|synapse) .*delete/, change('delete', 'storage', true)],
  [/^aks delete/, change('destroy', 'cluster', true)],
  [/^keyvault (?:purge|delete)/, change('destroy', 'identity', true)],
]

const AZ_VALUES =
  '-g -n -l -o -u -p -s --resource-group --name --location --output --subscription --query --ids --vault-name --account-name --container-name --source --destination --assignee --role --scope --template-file --parameters'

/** Smaller clouds: verbs tell what they do. */
const TOOLS: readonly CloudTool[] = [
  { names: ['az'], system: 'azure', generic: true, values: AZ_VALUES, rules: AZ_RULES },
  {
    names: ['bq'],
    system: 'bigquery',
    family: 'storage',
    values: '--project_id --dataset_id --location --format --destination_table --max_rows -n',
    rules: [
      [/^(?:ls|show|head|wait|info|version|get-iam-policy)\b/, READ],
      [/^query\b.*\b(?:drop|truncate)\b/i, { is: 'database', statement: 'drop' }],
      [/^query\b.*\b(?:delete|update|insert|merge|create|alter)\b/i, { is: 'database', statement: 'other' }],
      [/^query\b/, READ],
      [/^rm\b/, { is: 'database', statement: 'drop' }],
      [/^(?:load|cp|mk|mkdef|update|insert|undelete)\b/, { is: 'database', statement: 'other' }],
      [/^extract\b/, change('create', 'storage')],
      [/^cancel\b/, change('cancel', 'job')],
      [/^(?:add|set|remove)-iam-policy/, { is: 'grant', what: 'bigquery iam' }],
    ],
  },
  {
    names: [
      'doctl',
      'linode-cli',
      'hcloud',
      'oci',
      'ibmcloud',
      'scw',
      'vultr-cli',
      'civo',
      'exo',
      'ovhai',
      'upctl',
      'openstack',
      'nova',
      'tccli',
      'aliyun',
      'yc',
      'cloudscale',
      'equinix',
      'metal',
      'packet',
    ],
    system: 'cloud',
    family: 'compute',
    generic: true,
    values:
      '-t --access-token --context --profile --region --output -o --format --config --config-file --compartment-id --project --image --size --tag-name',
    rules: [
      [/^(?:auth|login|logout|configure|config|context|setup|completion|version|init|target|plugin)\b/, LOCAL],
      [/^compute ssh\b|^server ssh\b|\bssh\b/, { is: 'shell', writes: 'unknown' }],
      [
        /^(?:databases?|db) (?:delete|rm)|^volumes? delete|^(?:compute )?(?:volume|snapshot) delete/,
        change('delete', 'storage', true),
      ],
      [/^kubernetes cluster delete|^lke cluster-delete|^k8s cluster delete/, change('destroy', 'cluster', true)],
      [/^kubernetes cluster kubeconfig (?:save|show)/, LOCAL],
      [/^apps (?:create-deployment|update|create)/, { is: 'deploy' }],
      [/^(?:compute )?domain/, change('update', 'dns')],
      [
        /^(?:compute )?firewall\S* (?:create|update|delete|add-rules|remove-rules)/,
        { is: 'weaken', area: 'firewall', feature: 'cloud firewall' },
      ],
    ],
  },
  {
    names: [
      'flarectl',
      'cf',
      'dnscontrol',
      'lexicon',
      'route53',
      'cli53',
      'nsupdate',
      'knsupdate',
      'namecheap',
      'gandi',
    ],
    system: 'dns',
    family: 'dns',
    generic: true,
    rules: [
      [/^(?:zone|dns|user|ips?) (?:list|l|info|create-or-update$)/, READ],
      [/^(?:preview|check|print-|get-)/, READ],
      [/\.(?:conf|key)$/, change('update', 'dns')],
      [/\b(?:delete|d|rm|rrdelete|rrpurge)\b/, change('delete', 'dns')],
      [/^(?:push$|dns|zone)/, change('update', 'dns')],
      [/^$/, change('update', 'dns')],
    ],
  },
  {
    names: ['octodns-sync'],
    system: 'dns',
    family: 'dns',
    acts: ['--doit', '--force'],
    rules: [[/^/, change('update', 'dns')]],
  },
  {
    names: [
      'ldcli',
      'flagsmith',
      'unleash',
      'unleash-cli',
      'statsig',
      'configcat',
      'posthog-cli',
      'growthbook',
      'flipt',
    ],
    system: 'feature flags',
    family: 'config',
    generic: true,
    rules: [
      [/\b(?:list|get|describe|show)\b/, READ],
      [/^(?:login|config|setup)\b/, LOCAL],
      [/\b(?:toggle-on|toggle-off|toggle|enable|disable|update|create)\b/, change('update', 'config')],
      [/\b(?:delete|archive)\b/, change('delete', 'config')],
    ],
  },
  {
    names: ['stripe', 'paypal', 'square', 'braintree'],
    system: 'stripe',
    values: '--api-key -d --data --project-name -p -e --events --forward-to -f',
    rules: [
      [
        /^(?:login|logout|config|version|completion|samples|help|open|status|community|feedback|resources|serve)\b/,
        LOCAL,
      ],
      [/^(?:listen|logs|get)\b|\b(?:list|retrieve|search)\b/, READ],
      [/^(?:trigger|fixtures|playback)\b/, LOCAL],
      [/./, { is: 'payment' }],
    ],
  },
  {
    names: [
      'twilio',
      'sendgrid',
      'slack',
      'slackcat',
      'telegram-send',
      'toot',
      'tweet',
      'signal-cli',
      'discord-cli',
      'ntfy',
      'apprise',
      'pushover',
      'gam',
      'gcalcli',
      'jira',
      'linear',
      'notion-cli',
      'acli',
      'asana',
    ],
    system: 'messages and records',
    values: '-c --channel -u --user -a --account',
    rules: [
      [/^(?:login|logout|config|profiles|auth|init|version|plugins|completion)\b/, LOCAL],
      [
        /\b(?:list|ls|show|view|get|search|fetch|receive|agenda|subscribe|sub|me|describe|history|open|mine|sprint list)\b/,
        READ,
      ],
      [
        /^(?:issue|epic|page|task|ticket) (?:create|edit|move|assign|comment|delete|transition|update|link|clone)/,
        { is: 'setting' },
      ],
      [/^(?:run|create|deploy)$/, LOCAL],
      [/./, { is: 'message' }],
    ],
  },
]

export const CLOUD_PROGRAMS: readonly Program[] = [GCLOUD_PROGRAM, ...TOOLS.map(cloudProgram)]
