const LOCAL_SYSTEMS = new Set(
  'docker podman nerdctl compose buildah kind minikube k3d colima lima containerlab'.split(' '),
)

export function isLocalSystem(system: string): boolean {
  return LOCAL_SYSTEMS.has(system)
}

const CLUSTERS =
  /^(?:kind(?:-[\w.-]+)?|minikube|k3d-[\w.-]+|docker-desktop|docker-for-desktop|rancher-desktop|colima(?:-[\w.-]+)?|orbstack|microk8s)$/

/** A context of `kubectl` that stands for a cluster on this machine. */
export function isLocalCluster(context: string): boolean {
  return CLUSTERS.test(context)
}
