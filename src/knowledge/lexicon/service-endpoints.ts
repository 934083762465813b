/**
 * How a client is told which server it works with. `{service}`: the first word of the sub-command (`s3`, `pubsub`); `{place}`: the name
 * that an operand begins with (`it/bucket`, `it:bucket`).
 */
export interface ServiceEndpoint {
  readonly names: string
  readonly variables?: string
  readonly options?: string
  /** Each of the options has to be given: one that is not is read from a settings file. */
  readonly needsAll?: true
  /** A variable that switches the others off. */
  readonly off?: string
  /** Only for sub-commands that begin so: `storage blob|firestore:`. */
  readonly verbs?: string
  /** A variable that has to say so: what else it could be is led by other settings. */
  readonly demands?: readonly [variable: string, text: string]
  /** Options that lead elsewhere than the variables do. */
  readonly overrides?: RegExp
  /** Its server is on this machine where nothing is said: an address of this machine tells nothing of whose it is. */
  readonly near?: true
  /** Where its development server, which keeps nothing, listens if nothing is said. */
  readonly port?: string
}

export const SERVICE_ENDPOINTS: readonly ServiceEndpoint[] = [
  {
    names: 'aws aws2',
    variables: 'AWS_ENDPOINT_URL AWS_ENDPOINT_URL_{service}',
    options: '--endpoint-url',
    off: 'AWS_IGNORE_CONFIGURED_ENDPOINT_URLS',
  },
  { names: 's5cmd', variables: 'S3_ENDPOINT_URL', options: '--endpoint-url' },
  { names: 's4cmd', options: '--endpoint-url' },
  { names: 's3cmd', options: '--host --host-bucket', needsAll: true },
  { names: 'mc mcli minio-mc', variables: 'MC_HOST_{place}' },
  {
    names: 'rclone',
    variables: 'RCLONE_CONFIG_{place}_ENDPOINT',
    demands: ['RCLONE_CONFIG_{place}_TYPE', 's3'],
    overrides: /^--[\w-]*endpoint/,
  },
  { names: 'gcloud', variables: 'CLOUDSDK_API_ENDPOINT_OVERRIDES_{service}' },
  {
    names: 'az',
    verbs: 'storage blob|storage container|storage queue|storage message|storage table|storage entity|storage fs',
    variables: 'AZURE_STORAGE_CONNECTION_STRING',
    options: '--connection-string --blob-endpoint --queue-endpoint --table-endpoint',
  },
  { names: 'firebase', verbs: 'firestore:', variables: 'FIRESTORE_EMULATOR_HOST' },
  { names: 'firebase', verbs: 'database:', variables: 'FIREBASE_DATABASE_EMULATOR_HOST' },
  { names: 'stripe', options: '--api-base' },
  {
    names: 'vault bao',
    variables: 'VAULT_ADDR VAULT_AGENT_ADDR BAO_ADDR',
    options: '-address',
    near: true,
    port: '8200',
  },
  { names: 'consul', variables: 'CONSUL_HTTP_ADDR', options: '-http-addr', near: true, port: '8500' },
  { names: 'nomad', variables: 'NOMAD_ADDR', options: '-address', near: true, port: '4646' },
  { names: 'etcdctl', variables: 'ETCDCTL_ENDPOINTS', options: '--endpoints', near: true },
  { names: 'temporal', variables: 'TEMPORAL_ADDRESS', options: '--address', near: true, port: '7233' },
  {
    names:
      'kafka-topics kafka-topics.sh kafka-consumer-groups kafka-consumer-groups.sh kafka-delete-records kafka-delete-records.sh',
    options: '--bootstrap-server',
    near: true,
  },
  { names: 'dbmate sqlx diesel', variables: 'DATABASE_URL', options: '--url --database-url', near: true },
  { names: 'influx', variables: 'INFLUX_HOST', options: '--host', near: true },
  { names: 'nats', variables: 'NATS_URL', options: '-s --server', near: true },
]

/** Libraries whose clients go where a variable says, by how the name of what they are asked begins. */
export const CLIENT_LIBRARIES: readonly { readonly begins: string; readonly variable: string }[] = [
  { begins: 'boto3.', variable: 'AWS_ENDPOINT_URL' },
  { begins: '@aws-sdk/', variable: 'AWS_ENDPOINT_URL' },
  { begins: 'google.cloud.storage.', variable: 'STORAGE_EMULATOR_HOST' },
  { begins: '@google-cloud/storage', variable: 'STORAGE_EMULATOR_HOST' },
  { begins: 'google.cloud.pubsub', variable: 'PUBSUB_EMULATOR_HOST' },
  { begins: '@google-cloud/pubsub', variable: 'PUBSUB_EMULATOR_HOST' },
  { begins: 'google.cloud.firestore', variable: 'FIRESTORE_EMULATOR_HOST' },
  { begins: '@google-cloud/firestore', variable: 'FIRESTORE_EMULATOR_HOST' },
  { begins: 'google.cloud.datastore', variable: 'DATASTORE_EMULATOR_HOST' },
  { begins: 'google.cloud.bigtable', variable: 'BIGTABLE_EMULATOR_HOST' },
  { begins: 'google.cloud.spanner', variable: 'SPANNER_EMULATOR_HOST' },
]
