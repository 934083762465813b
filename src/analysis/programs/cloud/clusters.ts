import type { Program } from '../program.ts'
import { runsInstead } from '../shell/injecting.ts'
import { type CloudTool, change, cloudProgram, LOCAL, READ, SECRET } from './rules.ts'
import { looseWords, shown } from './words.ts'

const KUBE_VALUES =
  '-n --namespace --kube-context --kubeconfig --context -f --values --set --set-string --version --timeout -l --selector -e --environment --name -o --output --revision --region --profile --repo'

/** Tools around clusters, schedulers and registries of configuration. */
const TOOLS: readonly CloudTool[] = [
  {
    names: ['helm', 'helm3'],
    system: 'helm',
    family: 'cluster',
    values: KUBE_VALUES,
    rules: [
      [
        /^(?:list|ls|status|history|template|lint|show|inspect|search|version|env|diff|verify|get|repo list|plugin list|dependency list|registry login)\b/,
        READ,
      ],
      [/^(?:create|package|pull|fetch|repo|dependency|dep|plugin|completion|test)\b/, LOCAL],
      [/^(?:push|registry)\b/, { is: 'publish' }],
      [/^(?:install|upgrade)\b/, { is: 'deploy' }, change('apply', 'cluster', false)],
      [/^rollback\b/, change('update', 'cluster', false)],
      [/^(?:uninstall|delete|del|un)\b/, change('delete', 'cluster', true)],
    ],
  },
  {
    names: [
      'helmfile',
      'skaffold',
      'werf',
      'tanka',
      'tk',
      'kapp',
      'garden',
      'okteto',
      'devspace',
      'tilt',
      'kluctl',
      'timoni',
      'cdk8s',
    ],
    system: 'kubernetes',
    family: 'cluster',
    values: KUBE_VALUES,
    rules: [
      [
        /^(?:list|ls|diff|lint|template|render|build|status|show|inspect|validate|version|fetch|deps|eval|fmt|test|print|get|logs|diagnose|config|synth)\b/,
        READ,
      ],
      [/^(?:dev|debug|ci|up|init|new|import)\b/, LOCAL],
      [/^(?:apply|sync|deploy|run|charts|converge)\b/, { is: 'deploy' }, change('apply', 'cluster')],
      [/^(?:destroy|delete|down|prune|dismiss|purge)\b/, change('destroy', 'cluster', true)],
    ],
  },
  {
    names: [
      'kustomize',
      'kubeval',
      'kubeconform',
      'kube-score',
      'stern',
      'kubectx',
      'kubens',
      'k9s',
      'popeye',
      'kubent',
      'pluto',
      'polaris',
    ],
    system: 'kubernetes',
    rules: [
      [/^(?:edit|create|fix|set)\b/, LOCAL],
      [/(?:)/, READ],
    ],
  },
  {
    names: [
      'argocd',
      'flux',
      'istioctl',
      'linkerd',
      'cilium',
      'velero',
      'kn',
      'tkn',
      'argo',
      'crossplane',
      'cmctl',
      'kubeseal',
      'rancher',
      'vcluster',
      'clusterctl',
      'talosctl',
    ],
    system: 'kubernetes',
    family: 'cluster',
    generic: true,
    values: KUBE_VALUES,
    rules: [
      [
        /^(?:login|logout|context|completion|check|analyze|proxy-status|ps|pc|proxy-config|dashboard|version|kubeseal)\b/,
        READ,
      ],
      [/^app (?:get|list|diff|history|logs|manifests|wait|resources)/, READ],
      [
        /^app (?:sync|set|rollback|create|patch|actions)|^(?:reconcile|resume|bootstrap|install|upgrade)\b/,
        { is: 'deploy' },
        change('apply', 'cluster'),
      ],
      [/^app delete|^(?:uninstall|purge|delete)\b/, change('destroy', 'cluster', true)],
      [/^account generate-token/, SECRET],
    ],
  },
  {
    names: ['k3s-uninstall.sh', 'k3s-agent-uninstall.sh', 'rke2-uninstall.sh', 'k3s-killall.sh', 'rke2-killall.sh'],
    system: 'cluster',
    family: 'cluster',
    rules: [[/(?:)/, change('destroy', 'cluster', true)]],
  },
  {
    names: ['eksctl', 'kops', 'kubeadm', 'k3sup', 'rke', 'rke2', 'gardenctl', 'rosa'],
    system: 'cluster',
    family: 'cluster',
    generic: true,
    values: `${KUBE_VALUES} --cluster --state --config`,
    rules: [
      [/^(?:delete|reset|destroy|remove)\b/, change('destroy', 'cluster', true)],
      [/^rolling-update\b/, change('restart', 'cluster', true)],
      [/^(?:get|list|describe|validate|version|config print|token list|toolbox|info)\b/, READ],
    ],
  },
  {
    names: ['minikube', 'kind', 'k3d', 'ctlptl', 'microk8s', 'crc'],
    system: 'local cluster',
    family: 'cluster',
    usualStage: 'development',
    values: '-p --profile --name --image --config --nodes --driver --cpus --memory',
    rules: [
      [
        /^(?:status|get|list|version|ip|logs|profile list|addons list|service|dashboard|image ls|ssh-key|update-check|cluster list|inspect|kubectl get)\b/,
        READ,
      ],
      [
        /^(?:start|create|load|image|addons|config|cache|mount|tunnel|cp|ssh|docker-env|update-context|kubeconfig|export|build|cluster (?:create|start|stop)|kubectl|enable|stop|pause|unpause)\b/,
        LOCAL,
      ],
      [/^(?:delete|cluster delete|reset|cleanup)\b/, { is: 'change', verb: 'delete', certainty: 'possible' }],
    ],
  },
  {
    names: ['nomad'],
    system: 'nomad',
    family: 'job',
    values: '-address -namespace -region -token -var -var-file',
    rules: [
      [
        /^(?:status|plan|job (?:status|plan|inspect|validate|history|allocs)|node status|alloc (?:status|logs|fs)|logs|inspect|validate|version|server members|monitor|ui|agent-info|eval (?:status|list)|namespace (?:list|status))\b/,
        READ,
      ],
      [/^(?:alloc exec|exec)\b/, { is: 'shell', writes: 'unknown' }],
      [
        /^(?:run|job run|job revert|job promote|job scale|deployment)\b/,
        { is: 'deploy' },
        change('apply', 'job', false),
      ],
      [
        /^(?:stop|job stop|job deployments|alloc stop|namespace delete|system gc|node drain|node eligibility|job periodic)\b/,
        change('cancel', 'job'),
      ],
    ],
  },
  {
    names: ['consul', 'etcdctl', 'zkcli', 'zkcli.sh'],
    system: 'configuration store',
    family: 'config',
    values: '-server -http-addr --endpoints --cacert --cert --key -token --user',
    rules: [
      [
        /^(?:members|kv get|get|info|catalog|operator raft list|version|monitor|rtt|validate|endpoint|member list|alarm list|lease list|watch|ls|stat|intention (?:list|check|get)|acl (?:token|policy) (?:list|read))\b/,
        READ,
      ],
      [
        /^(?:kv delete|del|delete|deleteall|rmr|services deregister|leave|force-leave|snapshot restore|member remove|acl (?:token|policy) delete)\b/,
        change('delete', 'config'),
      ],
      [
        /^(?:kv put|put|set|create|services register|maint|reload|join|snapshot|lease|auth|role|user|txn|lock|intention|config|acl)\b/,
        change('update', 'config'),
      ],
    ],
  },
  {
    names: [
      'squeue',
      'sinfo',
      'sacct',
      'sstat',
      'sprio',
      'sshare',
      'qstat',
      'qhost',
      'bjobs',
      'bqueues',
      'bhosts',
      'condor_q',
      'condor_status',
      'pbsnodes',
      'seff',
    ],
    system: 'batch scheduler',
    rules: [[/(?:)/, READ]],
  },
  {
    names: ['sbatch', 'srun', 'salloc', 'qsub', 'bsub', 'condor_submit', 'qrsh'],
    system: 'batch scheduler',
    family: 'job',
    rules: [[/(?:)/, { is: 'change', verb: 'create', certainty: 'possible' }]],
  },
  {
    names: ['scancel', 'qdel', 'bkill', 'condor_rm', 'skill-job'],
    system: 'batch scheduler',
    family: 'job',
    values: '-n --name --reservation -q --qos -t --state -w --nodelist -u --user -A --account -p --partition',
    rules: [
      [/^$/, change('cancel', 'job', true)],
      [/(?:^| )(?:all|0|-u)(?: |$)/, change('cancel', 'job', true)],
      [/ \S/, change('cancel', 'job', true)],
      [/(?:)/, change('cancel', 'job')],
    ],
  },
  {
    names: ['scontrol', 'sacctmgr', 'qmgr', 'qmod', 'qalter', 'bmod', 'badmin', 'condor_hold', 'condor_release'],
    system: 'batch scheduler',
    family: 'job',
    rules: [
      [/^(?:show|list|ping|version)\b/, READ],
      [/^(?:delete|remove|shutdown)\b/, change('delete', 'job', true)],
      [/(?:)/, change('update', 'job')],
    ],
  },
]

/** `--post-renderer program`, and plugins that come from an address. */
function readHelm(helm: Program): Program {
  return {
    ...helm,
    read: (command, scribe) => {
      const loose = looseWords(command.args, new Set([...KUBE_VALUES.split(' '), '--post-renderer']))
      const renderer = loose.value('--post-renderer')
      if (renderer) runsInstead(renderer, 'helm --post-renderer', scribe)
      const source = /^plugin (?:install|add)$/.test(loose.path.split(' ').slice(0, 2).join(' '))
        ? loose.operands[2]
        : undefined
      if (source && /:\/\//.test(source.known))
        scribe.effect({
          kind: 'install',
          manager: 'helm',
          packages: [shown(source)],
          origin: 'url',
          scope: 'user',
          by: 'helm plugin install',
        })
      const standing = helm.read(command, scribe)
      return renderer || source ? (standing === 'unknown' ? 'unknown' : 'plain') : standing
    },
  }
}

export const CLUSTER_PROGRAMS: readonly Program[] = TOOLS.map((tool) =>
  tool.system === 'helm' ? readHelm(cloudProgram(tool)) : cloudProgram(tool),
)
