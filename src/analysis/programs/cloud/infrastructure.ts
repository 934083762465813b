import { isSecretName } from '../../secrets.ts'
import { stageOf, stageOfName, strictestStage } from '../../stages.ts'
import type { Command } from '../../words.ts'
import { type OptionGrammar, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { terraformTargets } from './resource-targets.ts'
import { type CloudTool, change, cloudProgram, LOCAL, READ } from './rules.ts'
import { shown } from './words.ts'

const TERRAFORM: OptionGrammar = {
  flags: [
    'auto-approve',
    'destroy',
    'refresh-only',
    'json',
    'no-color',
    'input',
    'lock',
    'refresh',
    'upgrade',
    'reconfigure',
    'migrate-state',
    'check',
    'recursive',
    'diff',
    'write',
    'detailed-exitcode',
    'compact-warnings',
    'force',
    'raw',
    'help',
    'version',
    'backend',
    'force-copy',
    'get',
    'list',
    'all',
    'test-directory',
    'verbose',
    'update',
  ],
  values: [
    'chdir',
    'var',
    'var-file',
    'target',
    'replace',
    'out',
    'state',
    'state-out',
    'backup',
    'parallelism',
    'lock-timeout',
    'backend-config',
    'from-module',
    'plugin-dir',
    'generate-config-out',
    'config',
    'filter',
    'platform',
    'type',
    'id',
    'lockfile',
    'terragrunt-working-dir',
    'terragrunt-config',
    'terragrunt-non-interactive',
    'queue-include-dir',
    'working-dir',
  ],
  optional: ['input', 'lock', 'refresh', 'backend', 'destroy', 'check', 'write', 'list', 'diff', 'get', 'json'],
  singleDash: true,
}

const SHOWS = new Set([
  'validate',
  'fmt',
  'show',
  'output',
  'providers',
  'graph',
  'version',
  'metadata',
  'console',
  'hclfmt',
  'hclvalidate',
  'render-json',
  'graph-dependencies',
  'output-module-groups',
  'find',
  'list',
  'dag',
])
const PREPARES = new Set(['init', 'get', 'plan', 'test', 'login', 'logout', 'refresh'])

/** terraform, tofu and terragrunt. */
const TERRAFORM_PROGRAM: Program = {
  names: ['terraform', 'tofu', 'terragrunt', 'terramate', 'cdktf'],
  read: readTerraform,
}

function readTerraform(command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, TERRAFORM)
  const words = options.operands.map(shown)
  const wraps = /^(?:run-all|run|stack|exec)$/.test(words[0] ?? '') && command.name?.includes('terragrunt')
  const [named = '', second = ''] = wraps ? words.slice(1) : words
  // terragrunt's older spelling: `apply-all`.
  const verb = named.replace(/-all$/, '')
  if (options.has('help', 'version') || verb === '') return 'proven'
  const unknown: Standing | undefined = options.unknown.length > 0 ? 'unknown' : undefined
  const state = (change: 'apply' | 'destroy' | 'delete' | 'update', target: string, mass: boolean): Standing => {
    const what = { target: target.trim(), targets: terraformTargets(target), mass, stage: stageOf(command) }
    scribe.effect({ kind: 'resource-change', system: 'terraform', verb: change, family: 'infrastructure', ...what })
    return unknown ?? 'plain'
  }
  const targets = options.values('target').map(shown).join(' ')
  if (verb === 'apply' || verb === 'up' || verb === 'deploy')
    return options.has('destroy') && options.value('destroy')?.text !== 'false'
      ? state('destroy', targets || 'everything', targets === '')
      : state('apply', targets || words.slice(1).join(' '), false)
  if (verb === 'destroy' || verb === 'down') return state('destroy', targets || 'everything', targets === '')
  if (verb === 'state' && second === 'pull' && command.stdout === 'terminal') return showsState(scribe)
  if (verb === 'console') stateConsoleReads(command, scribe)
  if (verb === 'state')
    return /^(?:list|show|pull)$/.test(second)
      ? (unknown ?? 'expected')
      : state(second === 'rm' ? 'delete' : 'update', `state ${words.slice(1).join(' ')}`, second === 'push')
  if (verb === 'workspace')
    return second === 'delete' ? state('delete', `workspace ${words[2] ?? ''}`, true) : (unknown ?? 'expected')
  if (verb === 'import' || verb === 'taint' || verb === 'untaint' || verb === 'force-unlock')
    return state('update', `${verb} ${second}`, false)
  if (verb === 'output' && words.slice(1).some((name) => isSecretName(name))) {
    scribe.effect({ kind: 'expose-secret', source: { kind: 'secret-store', store: 'terraform' }, sink: 'output' })
    return 'plain'
  }
  if (SHOWS.has(verb))
    return unknown ?? (verb === 'fmt' || verb === 'output' ? 'expected' : verb === 'console' ? 'plain' : 'expected')
  return PREPARES.has(verb) ? (unknown ?? 'expected') : 'unknown'
}

/** The state as a whole holds passwords and keys in the clear. */
function showsState(scribe: Scribe): Standing {
  scribe.effect({
    kind: 'expose-secret',
    source: { kind: 'secret-store', store: 'terraform state' },
    sink: 'output',
    certainty: 'likely',
  })
  return 'plain'
}

/** `file("…")` in an expression for the console shows that file. */
function stateConsoleReads({ stdin }: Command, scribe: Scribe): void {
  const text = stdin.kind === 'value' ? (stdin.value.text ?? '') : ''
  for (const found of text.matchAll(/\b(?:file|filebase64|templatefile)\(\s*"([^"\n]+)"/g))
    scribe.effect({ kind: 'read-path', path: scribe.pathOf(found[1] ?? ''), list: false })
}

const ANSIBLE: OptionGrammar = {
  flags: [
    'C',
    'D',
    'K',
    'k',
    'b',
    'v',
    'o',
    'J',
    'check',
    'diff',
    'list-hosts',
    'list-tasks',
    'list-tags',
    'syntax-check',
    'become',
    'ask-become-pass',
    'ask-pass',
    'ask-vault-pass',
    'flush-cache',
    'force-handlers',
    'step',
    'version',
    'help',
    'h',
    'one-line',
    'verbose',
  ],
  values: [
    'i',
    'l',
    'e',
    'f',
    'u',
    'm',
    'a',
    't',
    'c',
    'M',
    'B',
    'P',
    'T',
    'inventory',
    'limit',
    'extra-vars',
    'forks',
    'user',
    'module-name',
    'args',
    'tags',
    'skip-tags',
    'connection',
    'private-key',
    'key-file',
    'vault-password-file',
    'vault-id',
    'start-at-task',
    'become-user',
    'become-method',
    'ssh-common-args',
    'timeout',
  ],
}

const READING_MODULES = new Set([
  'ping',
  'setup',
  'debug',
  'stat',
  'gather_facts',
  'service_facts',
  'package_facts',
  'find',
  'slurp',
  'assert',
])

/** ansible and ansible-playbook: work on other machines unless the inventory is this one. */
const ANSIBLE_PROGRAM: Program = { names: ['ansible', 'ansible-playbook'], read: readAnsible }

function readAnsible(command: Command, scribe: Scribe): Standing {
  const options = readOptions(command.args, ANSIBLE)
  if (options.has('version', 'help', 'h')) return 'proven'
  if (options.has('list-hosts', 'list-tasks', 'list-tags', 'syntax-check', 'C', 'check'))
    return options.unknown.length > 0 ? 'unknown' : 'expected'
  const adHoc = !command.name?.includes('playbook')
  const inventory = options.value('i', 'inventory')?.known ?? ''
  const pattern = options.operands[0] ? shown(options.operands[0]) : ''
  const local =
    options.value('c', 'connection')?.known === 'local' ||
    /^(?:localhost|127\.0\.0\.1),?$/.test(inventory) ||
    (adHoc && pattern === 'localhost')
  const module = (options.value('m', 'module-name')?.known ?? 'command').replace(/^ansible\.builtin\./, '')
  const reads = adHoc && READING_MODULES.has(module)
  const text = options.value('a', 'args')
  if (local) {
    if (adHoc && text && /^(?:command|shell|raw)$/.test(module)) return scribe.runsShell(text, 'ansible')
    return options.unknown.length > 0 ? 'unknown' : 'plain'
  }
  const stage = strictestStage([stageOf(command), stageOfName(inventory)])
  const host = adHoc ? pattern : inventory || 'inventory'
  const standing =
    adHoc && text && /^(?:command|shell|raw)$/.test(module)
      ? scribe.runsShell(text, 'ansible', { place: { kind: 'remote', name: host } })
      : 'unknown'
  scribe.effect({
    kind: 'remote-exec',
    host,
    writes: reads || standing === 'proven' ? 'no' : adHoc ? 'unknown' : 'yes',
  })
  if (!reads && standing !== 'proven')
    scribe.effect({
      kind: 'resource-change',
      system: 'ansible',
      verb: 'apply',
      target: options.operands.map(shown).join(' '),
      mass: pattern === 'all',
      stage,
      family: 'infrastructure',
    })
  return options.unknown.length > 0 ? 'unknown' : 'plain'
}

const TOOLS: readonly CloudTool[] = [
  {
    names: ['pulumi'],
    system: 'pulumi',
    reveals: ['--show-secrets'],
    family: 'infrastructure',
    values: '-s --stack -C --cwd -c --config -t --target -m --message --color --config-file',
    rules: [
      [
        /^(?:preview|pre|about|whoami|version|logs|schema|gen-completion|help)\b|^stack (?:ls|output|graph|history|export|select)|^state (?:list|show)|^config(?: get)?$/,
        READ,
      ],
      [/^(?:new|login|logout|config|install|convert|plugin|package|env)\b|^stack (?:init|tag|rename|change)/, LOCAL],
      [/^(?:up|update|refresh|import|watch)\b/, change('apply', 'infrastructure', false)],
      [/^(?:destroy|dn|down)\b/, change('destroy', 'infrastructure', true)],
      [/^(?:stack rm|state delete|state move|cancel|stack import)/, change('delete', 'infrastructure', true)],
    ],
  },
  {
    names: [
      'cdk',
      'sam',
      'copilot-cli',
      'aws-cdk',
      'waypoint',
      'chalice',
      'sst',
      'serverless',
      'sls',
      'architect',
      'zappa',
      'claudia',
      'nitric',
    ],
    system: 'serverless',
    family: 'infrastructure',
    values:
      '-a --app -c --context --profile --region -s --stage --stack-name -t --template -e --env --config-env --param',
    rules: [
      [
        /^(?:ls|list|synth|synthesize|diff|metadata|doctor|docs|doc|context|notices|acknowledge|validate|info|print|package|build|logs|tail|status|version|explain|plugin list|openapi)\b/,
        READ,
      ],
      [/^(?:init|new|local|dev|start|offline|test|login|logout|config|bind|install|generate|create)\b/, LOCAL],
      [
        /^(?:deploy|sync|update|bootstrap|import|publish|rollback|watch|invoke|deploy function|apply)\b/,
        { is: 'deploy' },
        change('apply', 'infrastructure', false),
      ],
      [
        /^(?:destroy|delete|remove|undeploy|gc|(?:app|env|svc|job|pipeline|task) delete)\b/,
        change('destroy', 'infrastructure', true),
      ],
    ],
  },
  {
    names: ['packer', 'vagrant', 'multipass', 'limactl', 'colima'],
    system: 'virtual machine',
    family: 'compute',
    usualStage: 'development',
    values: '-var -var-file --provider --name -c --command --cpus --memory --disk',
    rules: [
      [
        /^(?:validate|inspect|fmt|status|global-status|list|ls|info|box list|snapshot list|version|port|ssh-config|plugins|get|find|hcl2_upgrade|console|networks)\b/,
        READ,
      ],
      [
        /^(?:init|build|up|provision|resume|reload|start|box add|plugin|snapshot save|launch|validate|mount|transfer|copy|shell|set|rsync|ssh|exec|delete-template|winrm|edit|create)\b/,
        LOCAL,
      ],
      [/^(?:halt|suspend|stop|restart)\b/, { is: 'change', verb: 'cancel', certainty: 'possible' }],
      [
        /^(?:destroy|delete|purge|box remove|snapshot delete|snapshot restore|prune|factory-reset)\b/,
        { is: 'change', verb: 'delete', certainty: 'likely' },
      ],
    ],
  },
  {
    names: [
      'salt',
      'salt-call',
      'salt-ssh',
      'chef',
      'chef-client',
      'knife',
      'puppet',
      'mco',
      'bolt',
      'fab',
      'pyinfra',
      'rundeck',
    ],
    system: 'fleet',
    family: 'infrastructure',
    values: '-h -H -w -i -l -u -f --hosts --hostfile -t --target --targets',
    rules: [
      [
        /^(?:\S+ )?(?:test\.ping|test\.version|grains\.(?:items?|get|ls)|pillar\.items|status\.\w+|pkg\.list_pkgs|sys\.\w+)(?: [\w.:-]+)*$|^(?:\w+ )?(?:status|list|show|search|lint|parser validate)(?: [\w.:*-]+)*$/,
        READ,
      ],
      // States that are only held against what is there.
      [/^(?:\S+ )?state\.\w+(?: [\w.=:-]+)* test=true$/i, READ],
      [/./, { is: 'shell', writes: 'unknown' }, change('apply', 'infrastructure')],
    ],
  },
]

export const INFRASTRUCTURE_PROGRAMS: readonly Program[] = [
  TERRAFORM_PROGRAM,
  ANSIBLE_PROGRAM,
  ...TOOLS.map(cloudProgram),
]
