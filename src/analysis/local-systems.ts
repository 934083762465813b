const LOCAL = new Set('docker podman nerdctl compose buildah kind minikube k3d colima lima containerlab'.split(' '))

export function isLocalSystem(system: string): boolean {
  return LOCAL.has(system)
}
