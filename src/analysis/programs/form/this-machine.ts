import type { Scribe } from '../program.ts'
import type { LooseWords } from './words.ts'

/** Names that local clusters give their contexts. */
const LOCAL_CONTEXT =
  /^(?:kind(?:-[\w.-]+)?|minikube|k3d-[\w.-]+|docker-desktop|docker-for-desktop|rancher-desktop|colima(?:-[\w.-]+)?|orbstack|microk8s)$/

/** Is a cluster of this machine named? */
export function namesLocalCluster(loose: LooseWords): boolean {
  return LOCAL_CONTEXT.test(loose.value('--context', '--kube-context')?.text ?? '')
}

/** Changes to a cluster or an emulator of this machine: nobody else has anything in it. */
export function onThisMachine(scribe: Scribe): Scribe {
  return {
    ...scribe,
    effect: (draft) =>
      scribe.effect(
        draft.kind === 'resource-change' || draft.kind === 'deploy' ? { ...draft, certainty: 'possible' } : draft,
      ),
  }
}
