import { runSubstituteCommand } from '../../../analysis/interpret/injection-variables.ts'
import { displayText } from '../../../analysis/interpret/loose-words.ts'
import type { ProgramSpec, SpecCallHandler } from '../../../analysis/interpret/spec.ts'

const KUBE_OPTIONS = '-n: -f: --version: -l: -e: -o:'

/** `--post-renderer program`: runs on what was rendered. */
const runPostRenderer: SpecCallHandler = ({ loose, recorder }) => {
  const renderer = loose.value('--post-renderer')
  if (renderer) runSubstituteCommand(renderer, 'helm --post-renderer', recorder)
  return 'plain'
}

/** Plugins that come from an address. */
const recordHelmPlugin: SpecCallHandler = ({ rest, recorder }) => {
  const [source] = rest
  if (source && /:\/\//.test(source.known))
    recorder.effect({
      kind: 'install',
      manager: 'helm',
      packages: [displayText(source)],
      origin: 'url',
      scope: 'user',
      by: 'helm plugin install',
    })
  return 'plain'
}

/** Tools around clusters, schedulers and registries of configuration. */
export const CLUSTER_SPECS: readonly ProgramSpec[] = [
  {
    names: 'helm helm3',
    family: 'cluster',
    options: `${KUBE_OPTIONS} --post-renderer: -a --all`,
    also: [
      ['--post-renderer', runPostRenderer],
      ['plugin/install|add', recordHelmPlugin],
    ],
    rules: [
      ['get/all get/values/-a|--all', 'secret values of a release'],
      [
        'list ls status history template lint show inspect search version env diff verify get repo|plugin|dependency/list registry/login',
        'read',
      ],
      ['create package pull fetch repo dependency dep plugin completion test', 'local'],
      ['push registry', 'publish'],
      ['install upgrade', 'deploy', 'apply one'],
      ['rollback', 'update one'],
      ['uninstall delete del un', 'delete all'],
    ],
    examples: {
      match: [
        'helm uninstall web',
        'helm get values web -a',
        'helm upgrade web ./chart -n prod',
        'helm push web-1.tgz oci://registry.acme.io/charts',
      ],
      pass: [
        'helm list -A',
        'helm get manifest web',
        'helm get values web',
        'helm template web ./chart',
        'helm lint chart',
      ],
    },
  },
  {
    names: 'helmfile skaffold werf tanka tk kapp garden okteto devspace tilt kluctl timoni cdk8s',
    system: 'kubernetes',
    family: 'cluster',
    options: KUBE_OPTIONS,
    rules: [
      [
        'list ls diff lint template render build status show inspect validate version fetch deps eval fmt test print get logs diagnose config synth',
        'read',
      ],
      ['dev debug ci up init new import', 'local'],
      ['apply sync deploy run charts converge', 'deploy', 'apply'],
      ['destroy delete down prune dismiss purge', 'destroy all'],
    ],
    examples: {
      match: ['helmfile destroy', 'skaffold run'],
      pass: ['helmfile diff', 'skaffold render'],
    },
  },
  {
    names: 'kustomize kubeval kubeconform kube-score stern kubectx kubens k9s popeye kubent pluto polaris',
    system: 'kubernetes',
    rules: [
      ['edit create fix set', 'local'],
      ['**', 'read'],
    ],
    examples: {
      match: [],
      pass: ['kustomize build overlays/prod', 'kubeconform deploy.yaml'],
    },
  },
  {
    names:
      'argocd flux istioctl linkerd cilium velero kn tkn argo crossplane cmctl kubeseal rancher vcluster clusterctl talosctl',
    system: 'kubernetes',
    family: 'cluster',
    options: KUBE_OPTIONS,
    rules: [
      [
        'login logout context completion check analyze proxy-status ps pc proxy-config dashboard version kubeseal',
        'read',
      ],
      ['app/get|list|diff|history|logs|manifests|wait|resources', 'read'],
      ['reconcile resume bootstrap install upgrade app/sync|set|rollback|create|patch|actions', 'deploy', 'apply'],
      ['uninstall purge delete app/delete*', 'destroy all'],
      ['account/generate-token', 'secret'],
    ],
    verbs: true,
    examples: {
      match: ['argocd app delete shop', 'flux uninstall', 'argocd account generate-token'],
      pass: ['argocd app get shop', 'istioctl analyze'],
    },
  },
  {
    names: 'k3s-uninstall.sh k3s-agent-uninstall.sh rke2-uninstall.sh k3s-killall.sh rke2-killall.sh',
    system: 'cluster',
    family: 'cluster',
    rules: [['**', 'destroy all']],
    examples: {
      match: ['k3s-uninstall.sh'],
      pass: [],
    },
  },
  {
    names: 'eksctl kops kubeadm k3sup rke rke2 gardenctl rosa',
    system: 'cluster',
    family: 'cluster',
    options: `${KUBE_OPTIONS} --state:`,
    rules: [
      ['delete reset destroy remove', 'destroy all'],
      ['rolling-update', 'restart all'],
      // Without its option it tells what would be done.
      ['upgrade/cluster/!--approve|--yes', 'read'],
      ['get list describe validate version toolbox info config/print token/list', 'read'],
    ],
    verbs: true,
    examples: {
      match: ['eksctl delete cluster --name shop', 'kubeadm reset', 'kops rolling-update cluster'],
      pass: ['eksctl get cluster', 'kops validate cluster', 'eksctl upgrade cluster --name shop-prod'],
    },
  },
  {
    names: 'minikube kind k3d ctlptl microk8s crc',
    system: 'local cluster',
    family: 'cluster',
    options: '-p: --nodes: --driver:',
    environment: { otherwise: 'development' },
    rules: [
      [
        'status get list version ip logs service dashboard ssh-key update-check inspect profile|addons|cluster/list image/ls kubectl/get',
        'read',
      ],
      [
        'start create load image addons config cache mount tunnel cp ssh docker-env update-context kubeconfig export build kubectl enable stop pause unpause cluster/create|start|stop',
        'local',
      ],
      ['delete reset cleanup cluster/delete', 'maybe delete'],
    ],
    examples: {
      match: ['minikube delete'],
      pass: ['minikube status', 'kind create cluster', 'k3d cluster list'],
    },
  },
  {
    names: 'nomad',
    family: 'job',
    options: '-address: -namespace: -region: -token: -var: -var-file:',
    rules: [
      [
        'status plan logs inspect validate version monitor ui agent-info job/status|plan|inspect|validate|history|allocs node/status alloc/status|logs|fs server/members eval/status|list namespace/list|status',
        'read',
      ],
      ['exec alloc/exec', 'shell'],
      ['run deployment job/run|revert|promote|scale', 'deploy', 'apply one'],
      ['stop job/stop|deployments|periodic alloc/stop namespace/delete system/gc node/drain|eligibility', 'cancel'],
    ],
    examples: {
      match: ['nomad job run web.nomad', 'nomad stop web', 'nomad alloc exec a1 sh'],
      pass: ['nomad status', 'nomad job plan web.nomad'],
    },
  },
  {
    names: 'consul etcdctl zkcli zkcli.sh',
    system: 'configuration store',
    family: 'config',
    options: '-server: -http-addr: --endpoints: --cacert: --cert: -token:',
    rules: [
      [
        'members get info catalog version monitor rtt validate endpoint watch ls stat kv/get member|alarm|lease/list operator/raft/list intention/list|check|get acl/token/list|read acl/policy/list|read',
        'read',
      ],
      [
        'del delete deleteall rmr leave force-leave kv/delete acl/token/delete acl/policy/delete services/deregister snapshot/restore member/remove',
        'delete',
      ],
      [
        'put set create maint reload join snapshot lease auth role user txn lock intention config acl kv/put services/register',
        'update',
      ],
    ],
    examples: {
      match: ['consul kv delete -recurse app', 'etcdctl put key value'],
      pass: ['consul catalog nodes', 'etcdctl get key'],
    },
  },
  {
    names:
      'squeue sinfo sacct sstat sprio sshare qstat qhost bjobs bqueues bhosts condor_q condor_status pbsnodes seff',
    system: 'batch scheduler',
    rules: [['**', 'read']],
    examples: {
      match: [],
      pass: ['squeue -u me', 'sinfo'],
    },
  },
  {
    names: 'scancel qdel bkill condor_rm skill-job',
    system: 'batch scheduler',
    family: 'job',
    options: '-n: --reservation: -q: --qos: -t: --state: -w: --nodelist: -u: -A: -p: --partition:',
    rules: [
      ['$ **/all|0 */*', 'cancel all'],
      ['**', 'cancel'],
    ],
    examples: {
      match: ['scancel -u me', 'qdel 12'],
      pass: [],
    },
  },
  {
    names: 'scontrol sacctmgr qmgr qmod qalter bmod badmin condor_hold condor_release',
    system: 'batch scheduler',
    family: 'job',
    rules: [
      ['show list ping version', 'read'],
      ['delete remove shutdown', 'delete all'],
      ['**', 'update'],
    ],
    examples: {
      match: ['scontrol update job 12 priority=1', 'sacctmgr delete user pat'],
      pass: ['scontrol show job 12'],
    },
  },
]
