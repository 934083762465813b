import type { Exception } from '../categories/category.ts'
import { exception as declaredDependencies } from './declared-dependencies/exception.ts'
import { exception as featureBranchPush } from './feature-branch-push/exception.ts'
import { exception as localOperations } from './local-operations/exception.ts'
import { exception as readOnlyOperations } from './read-only-operations/exception.ts'
import { exception as standardCredentials } from './standard-credentials/exception.ts'
import { exception as testArtifacts } from './test-artifacts/exception.ts'
import { exception as toolchainBootstrap } from './toolchain-bootstrap/exception.ts'

export const EXCEPTIONS: readonly Exception[] = [
  testArtifacts,
  localOperations,
  readOnlyOperations,
  declaredDependencies,
  toolchainBootstrap,
  standardCredentials,
  featureBranchPush,
]

const BY_ID = new Map(EXCEPTIONS.map((exception) => [exception.id, exception]))

export function exceptionById(id: string): Exception | undefined {
  return BY_ID.get(id)
}
