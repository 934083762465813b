import { examples as auditTampering } from './audit-tampering/examples.ts'
import { examples as blindApply } from './blind-apply/examples.ts'
import { examples as broadAgents } from './broad-agents/examples.ts'
import type { Examples } from './category.ts'
import { examples as cloudMassDelete } from './cloud-mass-delete/examples.ts'
import { examples as cloudMetadata } from './cloud-metadata/examples.ts'
import { examples as contentIntegrity } from './content-integrity/examples.ts'
import { examples as credentialExploration } from './credential-exploration/examples.ts'
import { examples as credentialLeakage } from './credential-leakage/examples.ts'
import { examples as dataExfiltration } from './data-exfiltration/examples.ts'
import { examples as exposeLocalServices } from './expose-local-services/examples.ts'
import { examples as externalApiWrites } from './external-api-writes/examples.ts'
import { examples as gitDestructive } from './git-destructive/examples.ts'
import { examples as interfereProcesses } from './interfere-processes/examples.ts'
import { examples as irreversibleLocalDestruction } from './irreversible-local-destruction/examples.ts'
import { examples as permissionEscalation } from './permission-escalation/examples.ts'
import { examples as persistence } from './persistence/examples.ts'
import { examples as productionDeploy } from './production-deploy/examples.ts'
import { examples as publicSurface } from './public-surface/examples.ts'
import { examples as pushToDefault } from './push-to-default/examples.ts'
import { examples as rceSurface } from './rce-surface/examples.ts'
import { examples as realWorldTransactions } from './real-world-transactions/examples.ts'
import { examples as remoteShellWrites } from './remote-shell-writes/examples.ts'
import { examples as securityDisabling } from './security-disabling/examples.ts'
import { examples as selfModification } from './self-modification/examples.ts'
import { examples as sharedResources } from './shared-resources/examples.ts'
import { examples as tlsAuthWeakening } from './tls-auth-weakening/examples.ts'
import { examples as untrustedCode } from './untrusted-code/examples.ts'
import { examples as untrustedIntegration } from './untrusted-integration/examples.ts'

/** The labelled calls of every category, by its id. */
export const EXAMPLES: ReadonlyMap<string, Examples> = new Map([
  ['audit-tampering', auditTampering],
  ['blind-apply', blindApply],
  ['broad-agents', broadAgents],
  ['cloud-mass-delete', cloudMassDelete],
  ['cloud-metadata', cloudMetadata],
  ['content-integrity', contentIntegrity],
  ['credential-exploration', credentialExploration],
  ['credential-leakage', credentialLeakage],
  ['data-exfiltration', dataExfiltration],
  ['expose-local-services', exposeLocalServices],
  ['external-api-writes', externalApiWrites],
  ['git-destructive', gitDestructive],
  ['interfere-processes', interfereProcesses],
  ['irreversible-local-destruction', irreversibleLocalDestruction],
  ['permission-escalation', permissionEscalation],
  ['persistence', persistence],
  ['production-deploy', productionDeploy],
  ['public-surface', publicSurface],
  ['push-to-default', pushToDefault],
  ['rce-surface', rceSurface],
  ['real-world-transactions', realWorldTransactions],
  ['remote-shell-writes', remoteShellWrites],
  ['security-disabling', securityDisabling],
  ['self-modification', selfModification],
  ['shared-resources', sharedResources],
  ['tls-auth-weakening', tlsAuthWeakening],
  ['untrusted-code', untrustedCode],
  ['untrusted-integration', untrustedIntegration],
])
