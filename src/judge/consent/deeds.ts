import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'

/** One thing an Action does, in the words a person would use to forbid it. */
export interface Deed {
  readonly verbs: readonly string[]
  /** What it is done to, as text to look names up in. */
  readonly object: string
  /** What it is done to is not known: a boundary about any object may apply. */
  readonly open?: boolean
}

const TOUCH = ['touch', 'change', 'modify', 'edit', 'alter', 'mess']

export function deedsOf(action: Action): readonly Deed[] {
  return [
    ...action.effects.filter((effect) => effect.certainty !== 'possible').flatMap(effectDeeds),
    ...commandDeeds(action),
  ]
}

/** `git commit`, `npm test`, `docker build`: the program and what it is told to do. */
function commandDeeds(action: Action): readonly Deed[] {
  return action.commands.flatMap((command): Deed[] => {
    if (command.name === undefined) return []
    const program = command.name.slice(command.name.lastIndexOf('/') + 1).toLowerCase()
    const words = command.args.map((word) => word.known.toLowerCase()).filter((word) => !word.startsWith('-'))
    const line = [program, ...words.slice(0, 12)].join(' ')
    const told = words.slice(0, 2).filter((word) => /^[a-z][a-z:_-]{1,24}$/.test(word))
    const runner = TEST_RUNNERS.has(program) || told.some((word) => /^tests?(?::|$)/.test(word))
    const verbs = program === 'git' ? told.slice(0, 1) : [...told, program]
    return [
      {
        verbs: [...verbs, 'run', 'execute', ...(runner ? ['test'] : [])],
        object: runner ? `${line} test tests` : line,
      },
    ]
  })
}

const TEST_RUNNERS = new Set(['pytest', 'jest', 'vitest', 'mocha', 'rspec', 'phpunit', 'tox', 'nox', 'ctest'])

function effectDeeds(effect: Effect): readonly Deed[] {
  switch (effect.kind) {
    case 'git-push': {
      const unknown = effect.toDefault === 'unknown' && effect.refs.length === 0
      const main = effect.toDefault === 'yes' ? ' main master default' : ''
      return [
        {
          verbs: [
            'push',
            'publish',
            ...(effect.deletes ? ['delete', 'remove'] : []),
            ...(effect.force ? ['force', 'overwrite'] : []),
          ],
          object: `${effect.remote} ${effect.refs.join(' ')}${main}`,
          open: unknown,
        },
      ]
    }
    case 'git-discard':
      return [
        {
          verbs: ['reset', 'discard', 'revert', 'delete', 'remove', 'drop', 'rewrite'],
          object: `${effect.what} ${effect.refs.join(' ')}`,
          open: effect.refs.length === 0,
        },
      ]
    case 'delete-path':
      return [{ verbs: ['delete', 'remove', 'rm', 'clean', 'wipe', ...TOUCH], object: placeOf(effect) }]
    case 'write-path':
      return [{ verbs: ['write', 'update', 'overwrite', ...TOUCH], object: placeOf(effect) }]
    case 'change-mode':
      return [{ verbs: ['chmod', 'chown', ...TOUCH], object: placeOf(effect) }]
    case 'read-path':
      return [{ verbs: ['read', 'open', 'look', 'print', 'access'], object: placeOf(effect) }]
    case 'deploy':
      return [
        {
          verbs: ['deploy', 'ship', 'release', 'roll', 'promote'],
          object: `${effect.service} ${effect.stage}`,
          open: effect.stage === 'unknown',
        },
      ]
    case 'publish':
      return [{ verbs: ['publish', 'release', 'push', 'upload'], object: `${effect.registry} ${effect.what}` }]
    case 'install':
      return effect.origin === 'declared'
        ? []
        : [
            {
              verbs: ['install', 'add', 'upgrade', 'pull'],
              object: `${effect.packages.join(' ')} package packages dependency dependencies`,
            },
          ]
    case 'download':
      return [{ verbs: ['download', 'fetch', 'pull', 'get'], object: effect.url }]
    case 'send-data':
      return [{ verbs: ['send', 'upload', 'post', 'share'], object: effect.host }]
    case 'remote-exec':
      return [{ verbs: ['ssh', 'connect', 'log', ...TOUCH], object: effect.host }]
    case 'resource-change':
      return [
        {
          verbs: [effect.verb, 'delete', 'deploy', 'restart', 'apply', 'update', ...TOUCH].filter(
            (verb) => verb === effect.verb || TOUCH.includes(verb),
          ),
          object: `${effect.system} ${effect.target} ${effect.stage}`,
        },
      ]
    case 'database-change':
      return [
        {
          verbs: [effect.statement, 'migrate', ...TOUCH],
          object: `${effect.target} database db ${effect.engine} ${effect.reach}`,
        },
      ]
    case 'service-control':
      return [{ verbs: [effect.verb, ...TOUCH], object: effect.service }]
    case 'signal-process':
      return [{ verbs: ['kill', 'stop', 'terminate'], object: `${effect.target} process processes` }]
    case 'external-write':
      return [{ verbs: EXTERNAL[effect.nature], object: `${effect.service} ${effect.target} ${effect.nature}` }]
    case 'spawn-agent':
      return [
        { verbs: ['spawn', 'delegate', 'start', 'launch'], object: `${effect.agent} agent agents subagent subagents` },
      ]
    case 'persist':
      return [{ verbs: ['schedule', 'install', 'add'], object: `${effect.mechanism} ${effect.target}` }]
    default:
      return []
  }
}

const EXTERNAL = {
  record: ['create', 'open', 'file', 'post', 'update', 'comment', 'close'],
  message: ['send', 'post', 'message', 'comment', 'reply', 'notify'],
  mail: ['send', 'email', 'mail'],
  payment: ['pay', 'buy', 'order', 'send', 'transfer', 'purchase'],
  visibility: ['share', 'publish', 'make', 'open'],
  account: ['change', 'update', 'create', 'invite', 'remove'],
  deletion: ['delete', 'remove', 'cancel'],
  approval: ['approve'],
  merge: ['merge'],
  setting: ['change', 'update', 'set'],
  calendar: ['schedule', 'create', 'book'],
  file: ['upload', 'edit', 'change', 'create', 'update'],
} as const

function placeOf(effect: Extract<Effect, { path: unknown }>): string {
  return `${effect.path.text} ${effect.path.real ?? ''}`
}
