import type { Effect } from '../../effects.ts'
import { stageOf } from '../../stages.ts'
import type { Command } from '../../words.ts'
import type { Program, Scribe, Standing } from '../program.ts'

type Verb = Extract<Effect, { kind: 'resource-change' }>['verb']

interface QueueTool {
  readonly names: readonly string[]
  readonly system: string
  /** The first pattern that fits the words decides; the words are joined by blanks. */
  readonly verbs: readonly (readonly [RegExp, Verb | 'read', mass?: true])[]
}

/** Message systems: what their tools' words do. Words that fit nothing are not understood. */
const TOOLS: readonly QueueTool[] = [
  {
    names: ['kafka-topics', 'kafka-topics.sh'],
    system: 'kafka',
    verbs: [
      [/--delete\b/, 'delete'],
      [/--alter\b/, 'update'],
      [/--create\b/, 'create'],
      [/--(?:list|describe|version|help)\b/, 'read'],
    ],
  },
  {
    names: [
      'kafka-configs',
      'kafka-configs.sh',
      'kafka-acls',
      'kafka-acls.sh',
      'kafka-delete-records',
      'kafka-delete-records.sh',
      'kafka-reassign-partitions',
      'kafka-reassign-partitions.sh',
    ],
    system: 'kafka',
    verbs: [
      [/--(?:alter|add|remove|execute)\b/, 'update'],
      [/--offset-json-file\b/, 'purge', true],
      [/--(?:describe|list|help|verify)\b/, 'read'],
    ],
  },
  {
    names: ['kafka-consumer-groups', 'kafka-consumer-groups.sh'],
    system: 'kafka',
    verbs: [
      [/--delete\b|--delete-offsets\b/, 'delete'],
      [/--reset-offsets\b.*--execute\b|--execute\b.*--reset-offsets\b/, 'update'],
      [/--(?:describe|list|help|dry-run|reset-offsets)\b/, 'read'],
    ],
  },
  { names: ['kafka-console-producer', 'kafka-console-producer.sh'], system: 'kafka', verbs: [[/--topic\b/, 'create']] },
  { names: ['kafka-console-consumer', 'kafka-console-consumer.sh'], system: 'kafka', verbs: [[/--topic\b/, 'read']] },
  {
    names: ['rpk', 'kcat', 'kafkacat', 'kaf'],
    system: 'kafka',
    verbs: [
      [/^topic(?:s)? delete\b|^group delete\b/, 'delete'],
      [
        /^topic(?:s)? (?:create|alter-config|add-partitions|trim-prefix)\b|^cluster config set\b|^acl (?:create|delete)/,
        'update',
      ],
      [/(?:^| )-P\b|^topic produce\b|^produce\b/, 'create'],
      [
        /(?:^| )-[CLQ]\b|^topic (?:list|describe|consume)\b|^(?:cluster|group) (?:info|list|describe|health)\b|^(?:topics|consume)\b/,
        'read',
      ],
    ],
  },
  {
    names: ['rabbitmqctl'],
    system: 'rabbitmq',
    verbs: [
      [/\b(?:purge_queue)\b/, 'purge'],
      [/\b(?:reset|force_reset|delete_vhost)\b/, 'destroy', true],
      [/\b(?:delete_queue|delete_user|clear_\w+|eval|eval_file)\b/, 'delete'],
      [/\b(?:stop|stop_app|shutdown|close_all_connections|restart_vhost)\b/, 'restart', true],
      [/\b(?:add_user|set_\w+|add_vhost|change_password|start_app|enable_feature_flag|join_cluster)\b/, 'update'],
      [
        /\b(?:list_\w+|status|cluster_status|report|environment|ping|help|version|node_health_check|authenticate_user)\b/,
        'read',
      ],
    ],
  },
  {
    names: ['rabbitmqadmin'],
    system: 'rabbitmq',
    verbs: [
      [/\bpurge\b/, 'purge'],
      [/\bdelete\b/, 'delete'],
      [/\b(?:publish|declare|import|close)\b/, 'create'],
      [/\b(?:list|show|export|help)\b|--help|--version/, 'read'],
    ],
  },
  {
    names: ['nats'],
    system: 'nats',
    verbs: [
      [/^(?:stream|str|s|consumer|con|kv|object|obj) (?:rm|delete|del)\b/, 'delete'],
      [/^(?:stream|str|s|kv) purge\b/, 'purge'],
      [/^(?:pub|publish|request|req)\b|\b(?:add|create|edit|put|restore)\b/, 'create'],
      [/\b(?:ls|list|info|report|view|get|sub|subscribe|status|ping|rtt|context|account)\b/, 'read'],
    ],
  },
  {
    names: ['pulsar-admin', 'pulsar-client'],
    system: 'pulsar',
    verbs: [
      [/\bdelete\b/, 'delete'],
      [/\b(?:clear-backlog|skip-all|truncate)\b/, 'purge', true],
      [/\b(?:create|set-\w+|update|unload|produce|reset-cursor|grant-permission)\b/, 'update'],
      [/\b(?:list|get\S*|stats\S*|peek-messages|consume)\b/, 'read'],
    ],
  },
  {
    names: ['celery'],
    system: 'celery',
    verbs: [
      [/\b(?:purge|amqp queue\.purge)\b/, 'purge', true],
      [/\bcontrol\b.*\b(?:shutdown|revoke|terminate)\b/, 'cancel', true],
      [/\bcall\b/, 'create'],
      [/\b(?:inspect|status|report|events|list|worker|beat|flower|result|help)\b|--version|--help/, 'read'],
    ],
  },
  {
    names: ['rq', 'sidekiqctl', 'bull', 'beanstalk-cli', 'dramatiq-cli'],
    system: 'queue',
    verbs: [
      [/\bempty\b|--all\b/, 'purge', true],
      [/\b(?:requeue|suspend|resume|enqueue)\b/, 'update'],
      [/\b(?:info|worker)\b/, 'read'],
    ],
  },
]

function readQueueTool(tool: QueueTool, command: Command, scribe: Scribe): Standing {
  const words = command.args.map((word) => word.known.replaceAll('\0', '…')).join(' ')
  // Options may stand before the sub-command, with a word of their own or without.
  const forms = [words, words.replace(/^(?:-\S+ )+/, ''), words.replace(/^(?:-\S+ (?:[^\s-]\S* )?)+/, '')]
  const found = tool.verbs.find(([pattern]) => forms.some((form) => pattern.test(form)))
  if (!found) return 'unknown'
  const [pattern, verb, mass] = found
  if (verb === 'read') return 'expected'
  const local = /(?:^|[\s=/@])(?:localhost|127\.0\.0\.1|\[::1\])(?:[:/,\s]|$)/.test(words)
  const stage = stageOf(command)
  scribe.effect({
    kind: 'resource-change',
    system: tool.system,
    verb,
    target: (words.replace(pattern, '').trim() || words).slice(0, 120),
    mass: mass ?? /[*]|\.\*|--all\b/.test(words),
    stage: stage === 'unknown' && local ? 'development' : stage,
    family: 'queue',
  })
  return 'plain'
}

export const QUEUE_PROGRAMS: readonly Program[] = TOOLS.map((tool) => ({
  names: tool.names,
  read: (command, scribe) => readQueueTool(tool, command, scribe),
}))
