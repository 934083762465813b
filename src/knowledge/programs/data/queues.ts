import type { ProgramSpec } from '../../../analysis/interpret/spec.ts'

const KAFKA_OPTIONS =
  '--bootstrap-server: --zookeeper: --topic: --group: --command-config: --entity-type: --entity-name:'
const KAFKA_TARGET = '$--topic|--group|--entity-name or $--offset-json-file or $--bootstrap-server'

export const QUEUE_SPECS: readonly ProgramSpec[] = [
  {
    names: 'kafka-topics kafka-topics.sh kafka-consumer-groups kafka-consumer-groups.sh',
    system: 'kafka',
    family: 'queue',
    named: true,
    options: KAFKA_OPTIONS,
    target: KAFKA_TARGET,
    rules: [
      ['--delete/--topic|--group=<pattern>', 'delete all'],
      ['--delete --delete-offsets', 'delete one'],
      ['--reset-offsets/--execute/--all-topics|--all-groups', 'update all'],
      ['--alter --reset-offsets/--execute', 'update'],
      ['--create', 'create'],
      ['--reset-offsets --list --describe', 'read'],
    ],
    examples: {
      match: ['kafka-topics --bootstrap-server k1.acme.io:9092 --delete --topic orders'],
      pass: ['kafka-topics.sh --bootstrap-server k1:9092 --list', 'kafka-consumer-groups --describe --group g'],
    },
  },
  {
    names:
      'kafka-configs kafka-configs.sh kafka-acls kafka-acls.sh kafka-delete-records kafka-delete-records.sh kafka-reassign-partitions kafka-reassign-partitions.sh',
    system: 'kafka',
    family: 'queue',
    named: true,
    options: `${KAFKA_OPTIONS} --offset-json-file:`,
    target: KAFKA_TARGET,
    rules: [
      ['--alter --add --remove --execute', 'update'],
      ['--offset-json-file', 'purge all'],
      ['--describe --list --verify', 'read'],
    ],
    examples: {
      match: ['kafka-delete-records --bootstrap-server k1:9092 --offset-json-file all.json'],
      pass: ['kafka-configs.sh --describe --topic orders'],
    },
  },
  {
    names: 'kafka-console-producer kafka-console-producer.sh',
    system: 'kafka',
    family: 'queue',
    named: true,
    options: `${KAFKA_OPTIONS} --broker-list:`,
    target: KAFKA_TARGET,
    rules: [['--topic', 'create']],
    examples: { match: ['kafka-console-producer --broker-list k1.acme.io:9092 --topic orders'], pass: [] },
  },
  {
    names: 'kafka-console-consumer kafka-console-consumer.sh',
    system: 'kafka',
    named: true,
    rules: [['--topic', 'read']],
    examples: { match: [], pass: ['kafka-console-consumer --bootstrap-server k1:9092 --topic orders'] },
  },
  {
    names: 'rpk kcat kafkacat kaf',
    system: 'kafka',
    family: 'queue',
    named: true,
    options: '-X: -b: -t: --brokers:',
    target: '$* or $-t',
    rules: [
      ['topic|topics|group/delete', 'delete'],
      ['topic|topics/create|alter-config|add-partitions|trim-prefix cluster/config/set acl/create|delete', 'update'],
      ['-P topic/produce produce', 'create'],
      ['-C -L -Q topic/list|describe|consume cluster|group/info|list|describe|health topics consume', 'read'],
    ],
    examples: { match: ['rpk topic delete orders'], pass: ['rpk topic list', 'kcat -b k1:9092 -L'] },
  },
  {
    names: 'rabbitmqctl',
    system: 'rabbitmq',
    family: 'queue',
    named: true,
    options: '-n: -p: --vhost: --node:',
    target: '$*',
    rules: [
      ['purge_queue', 'purge'],
      ['reset force_reset delete_vhost', 'destroy all'],
      ['delete_* clear_* eval eval_file', 'delete'],
      ['stop stop_app shutdown close_all_connections restart_vhost', 'restart all'],
      ['add_* set_* change_password start_app enable_feature_flag join_cluster', 'update'],
      ['help list_* status cluster_status report environment ping version node_health_check authenticate_user', 'read'],
    ],
    examples: {
      match: ['rabbitmqctl purge_queue help', 'rabbitmqctl force_reset'],
      pass: ['rabbitmqctl list_queues -p /', 'rabbitmqctl status'],
    },
  },
  {
    // Tools that say what they do in a verb somewhere among the first words.
    names: 'nats rabbitmqadmin pulsar-admin pulsar-client',
    system: 'broker',
    family: 'queue',
    named: true,
    options: '-H: -P: -u: -p: -V: -s: --vhost: --admin-url:',
    target: '$*',
    rules: [
      ['**/clear-backlog|skip-all|truncate', 'purge all'],
      ['**/purge', 'purge'],
      ['**/delete stream|str|s|consumer|con|kv|object|obj/rm|del', 'delete'],
      ['context account help', 'read'],
      ['**/publish|pub|request|req|declare|import|close|add|create|edit|put|restore|produce', 'create'],
      ['**/set-*|update|unload|reset-cursor|grant-permission', 'update'],
      [
        '**/list|ls|show|export|info|report|view|get*|stats*|peek-messages|consume|sub|subscribe|status|ping|rtt',
        'read',
      ],
    ],
    examples: {
      match: [
        'nats stream purge ORDERS',
        'nats kv del CONFIG',
        'nats pub get-orders x',
        'pulsar-admin topics unload t',
      ],
      pass: ['nats stream ls', 'rabbitmqadmin list queues'],
    },
  },
]
