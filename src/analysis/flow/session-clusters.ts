import { isHelpOrDryRun } from '../../knowledge/lexicon/help-options.ts'
import { programName } from '../interpret/base-name.ts'
import type { Command } from '../words.ts'

/** Programs that make a cluster on this machine, and write how to reach it into a file that they are given. */
const CLUSTER_MAKERS: ReadonlySet<string> = new Set(['kind', 'k3d', 'ctlptl'])
const CLUSTER_CLIENTS: ReadonlySet<string> = new Set([
  'kubectl',
  'helm',
  'kustomize',
  'k9s',
  'stern',
  'flux',
  'istioctl',
])
const KUBECONFIG_OPTION = /^--kubeconfig(?:=(.*))?$/s
const CHOOSES_ANOTHER = /^--(?:kube-?)?(?:context|cluster|server|apiserver|user|token|as)(?:=|$)|^-s$/
/** One that has been here before holds what others put there. */
const SCRATCH_FILE = /^(?:\/private)?\/(?:tmp|var\/tmp)\/[\w./-]+$/

const clusterKey = (file: string): string => `made cluster of ${file}`
const doubtKey = (file: string): string => `cluster file ${file} was changed`
const ANY_DOUBT = doubtKey('')
/** Verbs that put another cluster into whatever file the environment names. */
const FILLS_FILE = /kube-?config|get-credentials|connect-cluster|use-context/i

function kubeconfigOf({ args, assignments }: Command): string | undefined {
  const at = args.findIndex(({ known }) => KUBECONFIG_OPTION.test(known))
  const given = at < 0 ? undefined : (KUBECONFIG_OPTION.exec(args[at]?.text ?? '')?.[1] ?? args[at + 1]?.text)
  const file = at < 0 ? assignments.find(({ name }) => name === 'KUBECONFIG')?.value.text : given
  return file !== undefined && SCRATCH_FILE.test(file) && !/\.\.|\/\.kube\//.test(file) ? file : undefined
}

/** What a command says of clusters: that it made one, or that it may lead the file of one elsewhere. */
export function createdClusters(command: Command): readonly string[] {
  const { name = '', args } = command
  const program = programName(name)
  const file = kubeconfigOf(command)
  const words = args.map(({ known }) => known)
  if (CLUSTER_MAKERS.has(program)) {
    const makes = words[0] === 'create' && words[1] === 'cluster' && !isHelpOrDryRun(command)
    return makes && file !== undefined ? [clusterKey(file)] : []
  }
  const changes = !CLUSTER_CLIENTS.has(program) || words.some((word) => word === 'config')
  const named = words.flatMap((word) => word.split('=')).filter((word) => SCRATCH_FILE.test(word))
  if (!changes) return []
  const any = words.some((word) => FILLS_FILE.test(word) && !word.startsWith('--')) ? [ANY_DOUBT] : []
  return [...[...(file === undefined ? [] : [file]), ...named].map(doubtKey), ...any]
}

/** Is all that the command works on a cluster of this session? By its own file, which nothing else was put into. */
export function isSessionCluster(
  command: Command,
  isKnown: (key: string) => boolean,
  isWritten: (file: string) => boolean,
): boolean {
  const file = kubeconfigOf(command)
  if (file === undefined || !CLUSTER_CLIENTS.has(programName(command.name ?? ''))) return false
  if (command.args.some(({ known, text }) => CHOOSES_ANOTHER.test(known) || text === undefined)) return false
  return isKnown(clusterKey(file)) && ![doubtKey(file), ANY_DOUBT].some(isKnown) && !isWritten(file)
}
