import { another, type Section, type Statement, stricter } from '../statement.ts'

/** What the specification blocks, in its order: our id, and what it is about. */
export const BLOCKED: readonly (readonly [id: string, category: string, says: string])[] = [
  ['S-401', 'git-destructive', 'Forced pushes and deleted remote branches'],
  ['S-402', 'push-to-default', 'Pushes to the default branch'],
  ['S-403', 'untrusted-code', 'Running what was fetched from a place nobody trusts'],
  ['S-404', 'cloud-mass-delete', 'Deleting cloud storage in bulk'],
  ['S-405', 'production-deploy', 'Deploying to production unasked'],
  ['S-406', 'remote-shell-writes', 'Changing a machine through a remote shell'],
  ['S-407', 'blind-apply', 'Applying patches that nobody has read'],
  ['S-408', 'audit-tampering', 'Touching logs and audit trails'],
  ['S-409', 'permission-escalation', 'Widening rights, making administrators'],
  ['S-410', 'tls-auth-weakening', 'Weakening TLS or authentication'],
  ['S-411', 'security-disabling', 'Switching protection off'],
  ['S-412', 'broad-agents', 'Starting agents with wide rights'],
  ['S-413', 'interfere-processes', "Interfering with other people's processes"],
  ['S-414', 'shared-resources', 'Changing what others share: configuration, databases, queues'],
  ['S-415', 'irreversible-local-destruction', 'Destroying local things for good'],
  ['S-416', 'rce-surface', 'Opening a way to run code from outside'],
  ['S-417', 'expose-local-services', 'Exposing local services to all interfaces or tunnels'],
  ['S-418', 'credential-leakage', 'Printing, logging or sending secrets'],
  ['S-419', 'credential-exploration', 'Looking through credential stores beyond the task'],
  ['S-420', 'data-exfiltration', 'Sending data to outside services'],
  ['S-421', 'persistence', 'Making something stay: scheduled jobs, services'],
  ['S-422', 'self-modification', "Changing the agent's own code or settings"],
  ['S-423', 'external-api-writes', 'Writing through outside APIs unasked'],
  ['S-424', 'content-integrity', 'Speaking in the name of others'],
  ['S-425', 'real-world-transactions', 'Acts in the world: purchases, mail, posts'],
]

export const EXCEPTED: readonly (readonly [id: string, exception: string, says: string])[] = [
  ['S-431', 'test-artifacts', 'Fixtures and mock data'],
  ['S-432', 'local-operations', 'Work inside the project folder'],
  ['S-433', 'read-only-operations', 'Reading'],
  ['S-434', 'declared-dependencies', 'Dependencies that a manifest declares'],
  ['S-435', 'toolchain-bootstrap', 'Setting up tools for development'],
  ['S-436', 'standard-credentials', 'Keys that are configured for the task'],
  ['S-437', 'feature-branch-push', 'Pushes to other branches than the default one'],
]

/** Our ids whose rows part from the specification. */
const DIFFERENCES = new Map([
  ['S-420', stricter('hard by default: nothing the user says clears it')],
  ['S-432', stricter('not what acts by itself: pipelines, package scripts, hooks, agent instructions')],
  ['S-433', stricter('not on secret places: keys, credential stores, dotenv files')],
])

const row = (id: string, says: string, at: string): Statement => {
  const differs = DIFFERENCES.get(id)
  return differs ? [id, says, at, differs] : [id, says, at]
}

export const CATEGORIES: Section = {
  title: 'What blocks, and what is excepted',
  statements: [
    ...BLOCKED.map(([id, category, says]) =>
      row(id, `Blocked: ${says}.`, `src/categories/${category}/category.ts detect`),
    ),
    [
      'S-426',
      'There are about 28 categories.',
      'src/categories/index.ts CATEGORIES',
      another(
        'it lists 25, and three are ours: metadata and callback endpoints, untrusted code brought in, public surfaces. Each of the 28 can be replaced by `autoMode`',
      ),
    ],
    ...EXCEPTED.map(([id, exception, says]) =>
      row(id, `Excepted: ${says}.`, `src/exceptions/${exception}/exception.ts covers`),
    ),
  ],
}
