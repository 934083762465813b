import { programOf } from './base-name.ts'
import type { Effect } from './effects.ts'
import { isLocalSystem } from './local-systems.ts'
import { targetsOf } from './targets.ts'
import type { Command } from './words.ts'

/** Options and variables that name another cluster than the current one. */
const NAMES_ANOTHER = /^(?:--?(?:kube-?)?(?:context|config|cluster|server|apiserver)|-s)(?:=|$)/
const PUTS = /^(?:apply|create|update|scale|restart)$/

/**
 * Is something put into a cluster of this machine that a command before has just made, and that is the current one since? What takes
 * away is not among it: where the cluster was there already, the current one may be another.
 */
export function isPutIntoOwnCluster(effect: Effect, command: Command, before: readonly Command[]): boolean {
  const puts = effect.kind === 'deploy' || (effect.kind === 'resource-change' && PUTS.test(effect.verb))
  if (!puts || !targetsOf(effect).some(({ kind }) => kind === 'cluster' || kind === 'path') || namesAnother(command))
    return false
  const made = before.findLastIndex(makesCluster)
  return made >= 0 && made > before.findLastIndex(switches)
}

/** `kind create cluster`, `k3d cluster create`, `minikube start`. */
function makesCluster(command: Command): boolean {
  const words = command.args.map(({ known }) => known)
  if (!isLocalSystem(programOf(command)) || words.some((word) => /^--?(?:help|dry-?run|kubeconfig)/.test(word)))
    return false
  const [first = '', second = ''] = words
  return first === 'start' || [`${first} ${second}`].some((verb) => /^(?:create cluster|cluster create)$/.test(verb))
}

const switches = (command: Command): boolean =>
  command.args.some(({ known }) => /^(?:use-context|set-context|use-cluster)$/.test(known)) || namesAnother(command)

function namesAnother({ args, assignments }: Command): boolean {
  return args.some(({ known }) => NAMES_ANOTHER.test(known)) || assignments.some(({ name }) => name === 'KUBECONFIG')
}
