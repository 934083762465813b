import { hasWrapper } from '../analysis/wrappers.ts'
import { category as auditTampering } from './audit-tampering/category.ts'
import { category as blindApply } from './blind-apply/category.ts'
import { category as broadAgents } from './broad-agents/category.ts'
import type { Category, Finding } from './category.ts'
import { category as cloudMassDelete } from './cloud-mass-delete/category.ts'
import { category as cloudMetadata } from './cloud-metadata/category.ts'
import { category as contentIntegrity } from './content-integrity/category.ts'
import { category as credentialExploration } from './credential-exploration/category.ts'
import { category as credentialLeakage } from './credential-leakage/category.ts'
import { category as dataExfiltration } from './data-exfiltration/category.ts'
import { category as exposeLocalServices } from './expose-local-services/category.ts'
import { category as externalApiWrites } from './external-api-writes/category.ts'
import { category as gitDestructive } from './git-destructive/category.ts'
import { category as interfereProcesses } from './interfere-processes/category.ts'
import { category as irreversibleLocalDestruction } from './irreversible-local-destruction/category.ts'
import { category as permissionEscalation } from './permission-escalation/category.ts'
import { category as persistence } from './persistence/category.ts'
import { category as productionDeploy } from './production-deploy/category.ts'
import { category as publicSurface } from './public-surface/category.ts'
import { category as pushToDefault } from './push-to-default/category.ts'
import { category as rceSurface } from './rce-surface/category.ts'
import { category as realWorldTransactions } from './real-world-transactions/category.ts'
import { category as remoteShellWrites } from './remote-shell-writes/category.ts'
import { category as securityDisabling } from './security-disabling/category.ts'
import { category as selfModification } from './self-modification/category.ts'
import { category as sharedResources } from './shared-resources/category.ts'
import { category as tlsAuthWeakening } from './tls-auth-weakening/category.ts'
import { category as untrustedCode } from './untrusted-code/category.ts'
import { category as untrustedIntegration } from './untrusted-integration/category.ts'

/**
 * All block categories, the gravest first. INVARIANT: this order, and none of effects or commands, decides which finding speaks
 * for an Action when several stand; `gravity` is read from it. Our own three come behind those of the specification's list, but for
 * the one that holds every other write.
 */
export const CATEGORIES: readonly Category[] = [
  dataExfiltration,
  rceSurface,
  untrustedCode,
  irreversibleLocalDestruction,
  cloudMassDelete,
  gitDestructive,
  pushToDefault,
  selfModification,
  permissionEscalation,
  credentialLeakage,
  credentialExploration,
  auditTampering,
  securityDisabling,
  tlsAuthWeakening,
  persistence,
  exposeLocalServices,
  remoteShellWrites,
  productionDeploy,
  sharedResources,
  interfereProcesses,
  realWorldTransactions,
  contentIntegrity,
  broadAgents,
  blindApply,
  cloudMetadata,
  publicSurface,
  untrustedIntegration,
  externalApiWrites,
]

const BY_ID = new Map(CATEGORIES.map((category) => [category.id, category]))

const RANK = new Map(CATEGORIES.map(({ id }, index) => [id, index]))

const rank = (category: string): number => RANK.get(category) ?? CATEGORIES.length

/** What is done to a machine; on another one it is what a remote shell does. */
const REMOTE_ACT_CATEGORIES: ReadonlySet<string> = new Set([
  'untrusted-code',
  'irreversible-local-destruction',
  'permission-escalation',
  'security-disabling',
  'persistence',
])

/**
 * A finding's place in that order; what only settings forbid comes after all of them. Where one act fits two categories, the one speaks
 * that the specification's list names it under: what is done over SSH is a write of a remote shell, and a log that goes is no mere file.
 */
export function findingRank({ category, effect }: Pick<Finding, 'category' | 'effect'>): number {
  if (REMOTE_ACT_CATEGORIES.has(category) && hasWrapper(effect, 'remote')) return rank('remote-shell-writes') + 0.5
  const log = category === 'audit-tampering' && effect.kind === 'delete-path' && effect.path.zone !== 'home-root'
  return log ? rank('irreversible-local-destruction') - 0.5 : rank(category)
}

export function categoryById(id: string): Category | undefined {
  return BY_ID.get(id)
}
