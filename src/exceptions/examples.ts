import type { Examples } from '../categories/category.ts'
import { examples as declaredDependencies } from './declared-dependencies/examples.ts'
import { examples as featureBranchPush } from './feature-branch-push/examples.ts'
import { examples as localOperations } from './local-operations/examples.ts'
import { examples as readOnlyOperations } from './read-only-operations/examples.ts'
import { examples as standardCredentials } from './standard-credentials/examples.ts'
import { examples as testArtifacts } from './test-artifacts/examples.ts'
import { examples as toolchainBootstrap } from './toolchain-bootstrap/examples.ts'

/** The labelled calls of every exception, by its id: `allow` is let through, `block` it does not cover. */
export const EXCEPTION_EXAMPLES: ReadonlyMap<string, Examples> = new Map([
  ['declared-dependencies', declaredDependencies],
  ['feature-branch-push', featureBranchPush],
  ['local-operations', localOperations],
  ['read-only-operations', readOnlyOperations],
  ['standard-credentials', standardCredentials],
  ['test-artifacts', testArtifacts],
  ['toolchain-bootstrap', toolchainBootstrap],
])
