import type { Command, Word } from '../../words.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { readObjectStore, S3 } from './object-stores.ts'
import {
  type CloudTool,
  change,
  type Family,
  LOCAL,
  READ,
  type Rule,
  readTool,
  SECRET,
  stateInsecure,
  unaudited,
} from './rules.ts'
import { onThisMachine } from './this-machine.ts'
import { type LooseWords, looseWords, onlyShows } from './words.ts'

const VALUES = new Set(
  (
    '--profile --region --output --query --endpoint-url --ca-bundle --cli-read-timeout --cli-connect-timeout --color --cli-input-json ' +
    '--name --bucket --key --user-name --role-name --group-name --policy-arn --policy-name --policy-document --instance-ids --stack-name ' +
    '--function-name --payload --table-name --queue-url --topic-arn --secret-id --cluster --service --task-definition --log-group-name ' +
    '--db-instance-identifier --template-file --parameters --parameter-overrides --capabilities --filters --image-id --instance-type ' +
    '--group-id --protocol --port --cidr --hosted-zone-id --change-batch --document-name --targets --target --key-id --trail-name --message ' +
    '--subject --body --include --exclude --acl --storage-class --expires-in --max-items --page-size --start-time --end-time --tags --names --path'
  ).split(' '),
)

const FAMILIES: ReadonlyMap<string, Family> = new Map<string, Family>([
  ...[
    's3',
    's3api',
    'glacier',
    'efs',
    'fsx',
    'backup',
    'ecr',
    'dynamodb',
    'rds',
    'redshift',
    'docdb',
    'neptune',
    'elasticache',
  ].map((name) => [name, 'storage'] as const),
  ...['ec2', 'lambda', 'ecs', 'batch', 'autoscaling', 'lightsail', 'apprunner', 'sagemaker', 'emr'].map(
    (name) => [name, 'compute'] as const,
  ),
  ...['eks'].map((name) => [name, 'cluster'] as const),
  ...['cloudformation', 'servicecatalog', 'elasticbeanstalk', 'opsworks'].map(
    (name) => [name, 'infrastructure'] as const,
  ),
  ...['sqs', 'sns', 'kinesis', 'firehose', 'events', 'mq', 'kafka', 'stepfunctions'].map(
    (name) => [name, 'queue'] as const,
  ),
  ...['iam', 'sts', 'kms', 'organizations', 'sso-admin', 'identitystore', 'cognito-idp'].map(
    (name) => [name, 'identity'] as const,
  ),
  ...['elb', 'elbv2', 'apigateway', 'apigatewayv2', 'cloudfront', 'wafv2', 'waf'].map(
    (name) => [name, 'network'] as const,
  ),
  ...['route53', 'route53domains'].map((name) => [name, 'dns'] as const),
  ...['ssm', 'appconfig', 'configservice', 'secretsmanager'].map((name) => [name, 'config'] as const),
])

const RULES: readonly Rule[] = [
  [/^sts (?:get-caller-identity|decode-authorization-message|get-access-key-info)/, READ],
  [
    /^sts (?:assume-role|get-session-token|get-federation-token)|^ecr get-login|^codeartifact get-authorization-token|^configure (?:export-credentials|get \S*(?:secret|token|key|password))|^iam create-access-key/,
    SECRET,
  ],
  [
    /^ssm (?:send-command|start-session|start-automation-execution)|^ecs execute-command|^ec2-instance-connect/,
    { is: 'shell', writes: 'unknown' },
  ],
  [
    /^ssm get-parameters?(?:-by-path)?\b|^secretsmanager (?:get-secret-value|batch-get-secret-value)|^kms decrypt|^rds generate-db-auth-token/,
    SECRET,
  ],
  [
    /^iam (?:attach-(?:user|role|group)-policy|put-(?:user|role|group)-policy|create-(?:user|login-profile|role|policy-version)|add-user-to-group|update-assume-role-policy|add-role-to-instance-profile)|^organizations invite|^sso-admin create-account-assignment/,
    { is: 'grant', what: 'aws iam' },
    change('update', 'identity'),
  ],
  [
    /^lambda add-permission|^s3api put-bucket-(?:policy|acl)|^s3api put-object-acl|^kms (?:create-grant|put-key-policy)|^ec2 modify-(?:image|snapshot)-attribute|^rds modify-db-snapshot-attribute/,
    { is: 'grant', what: 'aws resource policy' },
    change('update'),
  ],
  [
    /^s3api (?:delete-public-access-block|put-public-access-block)/,
    { is: 'weaken', area: 'authentication', feature: 's3 public access block' },
    change('update', 'storage'),
  ],
  [
    /^cloudtrail (?:stop-logging|delete-trail|update-trail|put-event-selectors)|^logs delete-log-(?:group|stream)|^configservice (?:stop-configuration-recorder|delete-configuration-recorder)|^guardduty (?:delete-detector|update-detector)|^ec2 delete-flow-logs|^cloudwatch (?:delete-alarms|disable-alarm-actions)|^securityhub disable|^macie2 disable|^logs put-retention-policy/,
    unaudited('aws logging'),
  ],
  [
    /^ec2 (?:authorize-security-group-ingress|authorize-security-group-egress|create-network-acl-entry|modify-security-group-rules)/,
    { is: 'weaken', area: 'firewall', feature: 'aws security group' },
    change('update', 'network'),
  ],
  [
    /^ec2 (?:disable-ebs-encryption|modify-instance-metadata)|^iam (?:deactivate-mfa-device|delete-account-password-policy)/,
    { is: 'weaken', area: 'authentication', feature: 'aws protection' },
    change('update', 'identity'),
  ],
  [
    /^(?:lambda (?:update-function-code|publish-version|update-alias)|ecs (?:update-service|create-service|run-task)|cloudformation (?:deploy|update-stack|create-stack|execute-change-set)|deploy create-deployment|elasticbeanstalk (?:update-environment|create-environment)|apprunner start-deployment|amplify start-(?:job|deployment)|codepipeline start-pipeline-execution|apigateway create-deployment)/,
    { is: 'deploy' },
    change('apply'),
  ],
  [/^cloudformation (?:delete-stack|delete-stack-set)/, change('destroy', 'infrastructure', true)],
  [/^cloudformation (?:package|validate-template|create-change-set|estimate-template-cost)/, LOCAL],
  [
    /^(?:rds|dynamodb|redshift|docdb|neptune|elasticache|eks|efs|ecr|backup) delete-/,
    change('delete', undefined, true),
  ],
  [/^s3api delete-objects\b|^s3api delete-bucket\b/, change('delete', 'storage', true)],
  [/^s3api delete-object\b/, change('delete', 'storage')],
  [/^sqs purge-queue/, change('purge', 'queue', true)],
  [/^sns publish|^ses(?:v2)? send-/, { is: 'message' }],
  [/^route53domains register|^ec2 purchase-|^rds purchase-|^savingsplans create/, { is: 'payment' }],
  [/^kms (?:schedule-key-deletion|disable-key)/, change('destroy', 'identity', true)],
  [/^lambda invoke/, change('create', 'compute', false)],
  [/^(?:configure|sso (?:login|logout)|login|logout|help|history)\b/, LOCAL],
  [/^logs (?:tail|filter-log-events|start-query|get-)/, READ],
]

const TOOL: CloudTool = {
  names: ['aws', 'awslocal', 'aws2'],
  system: 'aws',
  rules: RULES,
  families: FAMILIES,
  generic: true,
}

/** The AWS command line: `aws service verb`. */
export const AWS: Program = {
  names: TOOL.names,
  read: readAws,
  output: ({ args }) =>
    isRegistryLogin(args) ? { text: undefined, sources: [{ kind: 'secret-store', store: 'aws' }] } : undefined,
}

/** The password for a registry is made to be piped into a login. */
function isRegistryLogin(args: readonly Word[]): boolean {
  return args.some((word) => word.known === 'get-login-password')
}

function readAws(command: Command, scribe: Scribe): Standing {
  const loose = looseWords(command.args, VALUES)
  if (onlyShows(command, loose)) return 'proven'
  stateInsecure(loose, command, scribe)
  const local = isLocal(command, loose)
  if (loose.path.startsWith('s3 ') && local) return 'plain'
  if (loose.path.startsWith('s3 '))
    return readObjectStore(S3, { command, words: loose.operands.slice(1), loose, scribe })
  if (isRegistryLogin(command.args) && command.stdout === 'pipe') return 'plain'
  if (/^ssm get-parameter/.test(loose.path) && !loose.has('--with-decryption')) return 'expected'
  return local
    ? readTool({ ...TOOL, usualStage: 'development' }, loose, command, onThisMachine(scribe))
    : readTool(TOOL, loose, command, scribe)
}

/** An emulator on this machine. */
function isLocal(command: Command, loose: LooseWords): boolean {
  const endpoint = loose.value('--endpoint-url')?.known ?? ''
  return (
    command.name?.endsWith('awslocal') === true ||
    /^https?:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/]|$)/.test(endpoint)
  )
}
