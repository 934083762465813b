import type { ProgramSpec, SpecCallHandler } from '../../../analysis/interpret/spec.ts'
import { GCS, readObjectStore } from './object-stores.ts'

const readGcsBuckets: SpecCallHandler = ({ command, loose, recorder }) =>
  readObjectStore(GCS, { command, words: loose.operands.slice(1), loose, recorder })

export const GCLOUD: ProgramSpec = {
  names: 'gcloud',
  options:
    '--zone: --configuration: --impersonate-service-account: --member: --source: --secret: --limit: --network: --allow: --rules: --source-ranges: --machine-type: --verbosity:',
  drops: 'alpha beta',
  rules: [
    ['storage/buckets/delete', 'delete all storage'],
    ['storage/objects/delete', 'delete storage'],
    ['storage/ls|du|cat|hash|cp|mv|rsync|rm|rb|mb|sign-url', readGcsBuckets],
    [
      'auth/print-* auth/application-default/print-* iam/service-accounts/keys/create secrets/versions/access sql/users/list-credentials',
      'secret',
    ],
    ['auth config components init info topic version feedback cheat-sheet', 'local'],
    ['compute/ssh|scp|start-iap-tunnel|connect-to-serial-port workstations/ssh app/instances/ssh', 'shell'],
    [
      '**/add-iam-policy-binding|set-iam-policy iam/roles|service-accounts/create',
      'grant gcloud iam',
      'update identity',
    ],
    ['audit* logging/audit* logging/logs|sinks|buckets/delete|update', 'weaken audit gcloud logging'],
    ['compute/firewall-rules/create|update|delete', 'weaken firewall gcloud firewall rule', 'update network'],
    [
      'app|run|functions/deploy|update|replace app|run|functions/services/deploy|update|replace run/jobs/deploy|execute|update deploy/releases/create|promote builds/submit',
      'deploy',
      'apply compute',
    ],
    ['projects/delete', 'destroy all infrastructure'],
    ['sql|spanner|firestore|bigtable|redis/**/*delete*', 'delete all storage'],
    ['container/clusters/delete', 'destroy all cluster'],
    ['container/clusters/get-credentials', 'local'],
    ['dns/*', 'update dns'],
    ['pubsub/topics/publish', 'message', 'create queue'],
    ['pubsub/*/delete|seek', 'delete queue'],
  ],
  verbs: true,
  examples: {
    match: [
      'gcloud projects delete acme-shop',
      'gcloud run deploy web',
      'gcloud secrets versions access latest --secret db',
      'gcloud compute ssh web',
      'gcloud storage rm -r gs://acme-logs',
      'gcloud storage buckets delete gs://acme-logs',
    ],
    pass: ['gcloud compute instances list', 'gcloud config list', 'gcloud storage ls gs://acme-logs'],
  },
}
