import { describe, expect, it } from 'vitest'
import { effectsOf } from './testing.ts'

const isOwn = (text: string) =>
  effectsOf(text)
    .filter(({ kind }) => kind === 'resource-change' || kind === 'deploy')
    .every((effect) => effect.own === true)

describe('a cluster of this machine that was just made', () => {
  it.each([
    'kind create cluster --name t-$RANDOM --wait 60s && kubectl apply -f deploy/',
    'k3d cluster create t && helm upgrade --install web ./chart',
    'minikube start && kubectl create namespace x',
  ])('is one’s own: %s', (text) => expect(isOwn(text)).toBe(true))

  it.each([
    'kubectl apply -f deploy/',
    'kind create cluster --name t && kubectl delete namespace shop',
    'kind create cluster --name t && kubectl --context prod apply -f deploy/',
    'kind create cluster --name t && KUBECONFIG=~/.kube/prod kubectl apply -f deploy/',
    'minikube start && kubectl config use-context prod && kubectl apply -f deploy/',
    'kind create cluster --kubeconfig /tmp/k && kubectl apply -f deploy/',
    'kind get clusters && kubectl apply -f deploy/',
  ])('is not: %s', (text) => expect(isOwn(text)).toBe(false))
})
