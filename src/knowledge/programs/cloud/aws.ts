import type { Program } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec, SpecCallHandler, SpecRule } from '../../../analysis/interpret/spec.ts'
import { createSpecProgram } from '../../../analysis/interpret/spec-interpreter.ts'
import { readObjectStore, S3 } from './object-stores.ts'

const readS3: SpecCallHandler = ({ command, loose, recorder, here }) =>
  here ? 'plain' : readObjectStore(S3, { command, words: loose.operands.slice(1), loose, recorder })

const AWS_RULES: readonly SpecRule[] = [
  // Every operation explains itself.
  ['**/help/$', 'shows'],
  ['s3', readS3],
  // The password for a registry is made to be piped into a login.
  ['ecr/get-login-password/>pipe', 'local'],
  ['sts/get-caller-identity|decode-authorization-message|get-access-key-info', 'read'],
  [
    'sts/assume-role*|get-session-token|get-federation-token ecr/get-login* codeartifact/get-authorization-token configure/export-credentials configure/get/*secret*|*token*|*key*|*password* iam/create-access-key',
    'secret',
  ],
  ['ec2-instance-connect* ssm/send-command|start-session|start-automation-execution ecs/execute-command', 'shell'],
  [
    'ssm/get-parameter*/--with-decryption secretsmanager/get-secret-value|batch-get-secret-value kms/decrypt rds/generate-db-auth-token',
    'secret',
  ],
  [
    'iam/attach-*-policy|put-user-policy|put-role-policy|put-group-policy|create-user|create-login-profile|create-role|create-policy-version|add-user-to-group|update-assume-role-policy|add-role-to-instance-profile organizations/invite* sso-admin/create-account-assignment',
    'grant aws iam',
    'update identity',
  ],
  [
    'lambda/add-permission s3api/put-bucket-policy|put-bucket-acl|put-object-acl kms/create-grant|put-key-policy ec2/modify-image-attribute|modify-snapshot-attribute rds/modify-db-snapshot-attribute',
    'grant aws resource policy',
    'update',
  ],
  [
    's3api/delete-public-access-block|put-public-access-block',
    'weaken authentication s3 public access block',
    'update storage',
  ],
  [
    'cloudtrail/stop-logging|delete-trail|update-trail|put-event-selectors logs/delete-log-group|delete-log-stream|put-retention-policy configservice/stop-configuration-recorder|delete-configuration-recorder guardduty/delete-detector|update-detector ec2/delete-flow-logs cloudwatch/delete-alarms|disable-alarm-actions securityhub|macie2/disable*',
    'weaken audit aws logging',
  ],
  [
    'ec2/authorize-security-group-ingress|authorize-security-group-egress|create-network-acl-entry|modify-security-group-rules',
    'weaken firewall aws security group',
    'update network',
  ],
  [
    'ec2/disable-ebs-encryption|modify-instance-metadata* iam/deactivate-mfa-device|delete-account-password-policy',
    'weaken authentication aws protection',
    'update identity',
  ],
  [
    'lambda/update-function-code|publish-version|update-alias ecs/update-service|create-service|run-task cloudformation/deploy|update-stack|create-stack|execute-change-set deploy|apigateway/create-deployment elasticbeanstalk/update-environment|create-environment apprunner/start-deployment amplify/start-job|start-deployment codepipeline/start-pipeline-execution',
    'deploy',
    'apply',
  ],
  ['cloudformation/delete-stack*', 'destroy all infrastructure'],
  ['cloudformation/create-change-set', 'read'],
  ['cloudformation/package|validate-template|estimate-template-cost', 'local'],
  ['rds|dynamodb|redshift|docdb|neptune|elasticache|eks|efs|ecr|backup/delete-*', 'delete all'],
  ['s3api/delete-objects|delete-bucket', 'delete all storage'],
  ['s3api/delete-object', 'delete storage'],
  ['sqs/purge-queue', 'purge all queue'],
  ['sns/publish sesv2|ses/send-*', 'message'],
  ['route53domains/register* ec2|rds/purchase-* savingsplans/create*', 'payment'],
  ['kms/schedule-key-deletion|disable-key', 'destroy all identity'],
  ['lambda/invoke/--function-name|--profile=<live>', 'create one compute'],
  // It runs what is deployed, and changes nothing of that.
  ['lambda/invoke', 'local'],
  ['configure login logout history sso/login|logout', 'local'],
  ['logs/tail|filter-log-events|start-query|get-*', 'read'],
]

const AWS_SPEC: ProgramSpec = {
  names: 'aws aws2',
  families: {
    storage: 's3 s3api glacier efs fsx backup ecr dynamodb rds redshift docdb neptune elasticache',
    compute: 'ec2 lambda ecs batch autoscaling lightsail apprunner sagemaker emr',
    cluster: 'eks',
    infrastructure: 'cloudformation servicecatalog elasticbeanstalk opsworks',
    queue: 'sqs sns kinesis firehose events mq kafka stepfunctions',
    identity: 'iam sts kms organizations sso-admin identitystore cognito-idp',
    network: 'elb elbv2 apigateway apigatewayv2 cloudfront wafv2 waf',
    dns: 'route53 route53domains',
    config: 'ssm appconfig configservice secretsmanager',
  },
  options:
    '--endpoint-url: --ca-bundle: --cli-read-timeout: --cli-connect-timeout: --color: --cli-input-json: --bucket: --user-name: --role-name: --group-name: --policy-arn: --policy-name: --policy-document: --instance-ids: --stack-name: --function-name: --payload: --table-name: --queue-url: --topic-arn: --secret-id: --task-definition: --log-group-name: --db-instance-identifier: --template-file: --parameters: --parameter-overrides: --capabilities: --filters: --image-id: --instance-type: --group-id: --protocol: --cidr: --hosted-zone-id: --change-batch: --document-name: --targets: --key-id: --trail-name: --message: --subject: --body: --include: --exclude: --acl: --storage-class: --expires-in: --max-items: --page-size: --start-time: --end-time: --tags: --names: --path:',
  rules: AWS_RULES,
  verbs: true,
  examples: {
    match: [
      'aws iam attach-user-policy --user-name pat --policy-arn arn:aws:iam::aws:policy/AdministratorAccess',
      'aws cloudtrail stop-logging --name main',
      'aws s3 rm s3://acme-logs --recursive',
      'aws secretsmanager get-secret-value --secret-id db',
      'aws lambda update-function-code --function-name f',
      'aws lambda invoke --function-name billing-prod out.json',
    ],
    pass: [
      'aws ec2 describe-instances',
      'aws sts get-caller-identity',
      'aws lambda invoke --function-name resize-images out.json',
      'aws s3 ls s3://acme-logs',
      'aws --endpoint-url http://localhost:4566 dynamodb delete-table --table-name t',
    ],
  },
}

/** The same, for an emulator. */
const AWS_EMULATOR_SPEC: ProgramSpec = {
  ...AWS_SPEC,
  names: 'awslocal',
  system: 'aws',
  environment: { here: '**' },
  examples: { match: [], pass: ['awslocal s3 mb s3://test', 'awslocal sqs delete-queue --queue-url q'] },
}

export const AWS_SPECS: readonly ProgramSpec[] = [AWS_SPEC, AWS_EMULATOR_SPEC]

/** The AWS command line: `aws service verb`. */
export const AWS_PROGRAMS: readonly Program[] = AWS_SPECS.map((spec) => ({
  ...createSpecProgram(spec),
  output: ({ args }) =>
    args.some(({ known }) => known === 'get-login-password')
      ? { text: undefined, sources: [{ kind: 'secret-store', store: 'aws' }] }
      : undefined,
}))
