import { displayText } from '../../../analysis/interpret/loose-words.ts'
import { parseTerraformTargets } from '../../../analysis/interpret/resource-targets.ts'
import type { ProgramSpec, SpecCallHandler } from '../../../analysis/interpret/spec.ts'

/** Changes what the configuration describes, or what is known of it; all of it where nothing is named. */
const changeInfrastructure =
  (verb: 'apply' | 'destroy' | 'delete' | 'update'): SpecCallHandler =>
  ({ loose, recorder, environment }) => {
    const named = loose.values('-target').map(displayText).join(' ')
    const words = loose.operands.slice(verb === 'apply' ? 1 : 0).map(displayText)
    const all = verb === 'destroy' ? 'everything' : words.join(' ').replace(/^workspace delete\b/, 'workspace')
    const target = named || all
    recorder.effect({
      kind: 'resource-change',
      system: 'terraform',
      verb,
      target,
      targets: parseTerraformTargets(target),
      mass: (verb === 'destroy' && named === '') || /^(?:workspace|state push)\b/.test(target),
      environment,
      family: 'infrastructure',
    })
    return 'plain'
  }

const recordStateSecrets: SpecCallHandler = ({ recorder }) => {
  const source = { kind: 'secret-store', store: 'terraform state' } as const
  recorder.effect({ kind: 'expose-secret', source, sink: 'output', certainty: 'likely' })
  return 'plain'
}

/** `file("…")` in an expression for the console shows that file. */
const recordConsoleReads: SpecCallHandler = ({ command: { stdin }, recorder }) => {
  const text = stdin.kind === 'value' ? (stdin.value.text ?? '') : ''
  for (const found of text.matchAll(/\b(?:file|filebase64|templatefile)\(\s*"([^"\n]+)"/g))
    recorder.effect({ kind: 'read-path', path: recorder.pathOf(found[1] ?? ''), list: false })
  return 'plain'
}

export const INFRASTRUCTURE_SPECS: readonly ProgramSpec[] = [
  {
    names: 'terraform tofu terragrunt terramate cdktf',
    family: 'infrastructure',
    style: 'one-dash',
    options:
      '-input? -lock? -refresh? -backend? -destroy? -check? -write? -list? -diff? -get? -json? -auto-approve -refresh-only -no-color -upgrade -reconfigure -migrate-state -recursive -detailed-exitcode -compact-warnings -force -raw -help -version -force-copy -all -test-directory -verbose -update -chdir: -var: -var-file: -target: -replace: -out: -state: -state-out: -backup: -parallelism: -lock-timeout: -backend-config: -from-module: -plugin-dir: -generate-config-out: -config: -filter: -platform: -type: -id: -lockfile: -terragrunt-working-dir: -terragrunt-config: -terragrunt-non-interactive -queue-include-dir: -working-dir:',
    // terragrunt runs the same in every folder, and has an older spelling for it.
    drops: 'run-all run stack exec',
    aliases: 'apply-all=apply destroy-all=destroy plan-all=plan output-all=output validate-all=validate',
    rules: [
      ['-version|-help', 'shows'],
      ['$', 'shows'],
      ['destroy|down apply|up|deploy/-destroy=!false', changeInfrastructure('destroy')],
      ['apply|up|deploy', changeInfrastructure('apply')],
      // The state as a whole holds passwords and keys in the clear.
      ['state/pull/>terminal', recordStateSecrets],
      ['state/list|show|pull', 'read'],
      ['state/rm', changeInfrastructure('delete')],
      ['state', changeInfrastructure('update')],
      ['workspace/delete', changeInfrastructure('delete')],
      ['import|taint|untaint|force-unlock', changeInfrastructure('update')],
      ['output/<secret>', 'secret'],
      ['console', recordConsoleReads],
      [
        'workspace validate fmt show output providers graph version metadata hclfmt hclvalidate render-json graph-dependencies output-module-groups find list dag init get plan test login logout refresh',
        'read',
      ],
    ],
    examples: {
      match: [
        'terraform destroy -auto-approve',
        'terraform apply',
        'terraform state rm aws_instance.web',
        'terraform apply -destroy',
        'terragrunt run-all destroy',
        'tofu workspace delete old',
        'terraform output db_password',
        'terraform state pull',
      ],
      pass: ['terraform plan -out=p', 'terraform fmt -check', 'terraform init -backend=false', 'terraform state list'],
    },
  },
  {
    names: 'pulumi',
    family: 'infrastructure',
    options: '-s: -C: --cwd: -c: -t: -m: --message: --color:',
    also: [['--show-secrets', 'secret']],
    rules: [
      [
        'preview pre about whoami version logs schema gen-completion help stack/ls|output|graph|history|export|select state/list|show config/$ config/get/$',
        'read',
      ],
      ['new login logout config install convert plugin package env stack/init|tag|rename|change', 'local'],
      ['up update refresh import watch', 'apply one'],
      ['destroy dn down', 'destroy all'],
      ['cancel stack/rm|import state/delete|move', 'delete all'],
    ],
    examples: {
      match: ['pulumi dn --yes', 'pulumi up', 'pulumi stack output dbUrl --show-secrets'],
      pass: ['pulumi preview', 'pulumi stack ls'],
    },
  },
  {
    names: 'cdk sam copilot-cli aws-cdk waypoint chalice sst serverless sls architect zappa claudia nitric',
    system: 'serverless',
    family: 'infrastructure',
    options: '-a: -c: -s: --stack-name: -t: -e: --config-env: --param:',
    rules: [
      [
        'ls list synth synthesize diff metadata doctor docs doc context notices acknowledge validate info print package build logs tail status version explain openapi plugin/list',
        'read',
      ],
      ['init new local dev start offline test login logout config bind install generate create', 'local'],
      [
        'deploy sync update bootstrap import publish rollback watch invoke apply deploy/function',
        'deploy',
        'apply one',
      ],
      ['destroy delete remove undeploy gc app|env|svc|job|pipeline|task/delete', 'destroy all'],
    ],
    examples: {
      match: ['cdk deploy', 'sls remove', 'sam delete'],
      pass: ['cdk diff', 'sam build', 'cdk synth'],
    },
  },
  {
    names: 'packer vagrant multipass limactl colima',
    system: 'virtual machine',
    family: 'compute',
    options: '-var: -var-file: --provider: -c: --disk:',
    environment: { otherwise: 'development' },
    rules: [
      [
        'validate inspect fmt status global-status list ls info version port ssh-config plugins get find hcl2_upgrade console networks box|snapshot/list',
        'read',
      ],
      [
        'init build up provision resume reload start plugin launch mount transfer copy shell set rsync ssh exec delete-template winrm edit create box/add snapshot/save',
        'local',
      ],
      ['halt suspend stop restart', 'maybe cancel'],
      ['destroy delete purge prune factory-reset box/remove snapshot/delete|restore', 'likely delete'],
    ],
    examples: {
      match: ['vagrant destroy -f', 'multipass purge'],
      pass: ['vagrant status', 'packer validate box.pkr.hcl', 'vagrant up'],
    },
  },
  {
    names: 'salt salt-call salt-ssh chef chef-client knife puppet mco bolt fab pyinfra rundeck',
    system: 'fleet',
    family: 'infrastructure',
    options: '-h: -H: -w: -i: -l: -u: -f: --hosts: --hostfile: -t: --targets:',
    rules: [
      [
        'test.ping|test.version|grains.*|pillar.items|status.*|pkg.list_pkgs|sys.* */test.ping|test.version|grains.*|pillar.items|status.*|pkg.list_pkgs|sys.* status|list|show|search|lint */status|list|show|search|lint parser/validate config/print config.get */config.get',
        'read',
      ],
      // States that are only held against what is there.
      ['state.*/**/test=true|test=True */state.*/**/test=true|test=True', 'read'],
      ['*', 'shell', 'apply'],
    ],
    examples: {
      match: ["salt '*' cmd.run 'rm -rf /srv/app'", 'fab -H web1 deploy'],
      pass: ["salt '*' test.ping", 'knife node list'],
    },
  },
]
