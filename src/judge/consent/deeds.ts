import type { Action } from '../../analysis/action.ts'
import type { Effect } from '../../analysis/effects.ts'
import type { PathUse } from '../../analysis/paths.ts'

/** One thing an Action does, in the words a person would use to forbid it. */
export interface Deed {
  readonly verbs: readonly string[]
  /** What it is done to, as text to look names up in. */
  readonly object: string
  /** What it is done to is not known: a boundary about any object may apply. */
  readonly open?: boolean
  /** It takes a whole directory with it: does that hold what is named? */
  readonly covers?: (name: string) => boolean
  /** Ordinary upkeep, such as installing what the project declares: only a boundary without an object rules it out. */
  readonly usual?: boolean
}

const TOUCH = ['touch', 'change', 'modify', 'edit', 'alter', 'mess']
const REMOVE = ['delete', 'remove', 'rm', 'clean', 'wipe', 'erase']
/** Stands in an object for "source files". */
export const SOURCE_KIND = 'kind:source'
const SOURCE =
  /\.(?:[cm]?[jt]sx?|py|rb|go|rs|java|kt|swift|c|cc|cpp|h|hpp|cs|php|scala|ex|exs|erl|hs|ml|lua|vue|svelte|sql|sh|dart|zig)$/

export function deedsOf(action: Action): readonly Deed[] {
  const effects = action.effects.filter((effect) => effect.certainty !== 'possible')
  return [...effects.flatMap(effectDeeds), ...networkDeeds(action, effects), ...commandDeeds(action)]
}

/** Everything that goes beyond this machine, whatever else it is. */
function networkDeeds({ tool }: Action, effects: readonly Effect[]): readonly Deed[] {
  const reaches = tool === 'WebFetch' || tool === 'WebSearch' || effects.some(reachesOut)
  return reaches ? [{ verbs: ['network'], object: 'network internet' }] : []
}

function reachesOut(effect: Effect): boolean {
  switch (effect.kind) {
    case 'connect':
      return effect.address !== 'loopback'
    case 'send-data':
    case 'download':
      if (effect.kind === 'download' && effect.local) return false
      return !/^(?:localhost|127\.|\[?::1)/.test(effect.host)
    case 'git-push':
    case 'remote-exec':
    case 'publish':
    case 'deploy':
    case 'external-write':
      return true
    case 'install':
      return effect.origin !== 'local'
    default:
      return false
  }
}

/** Programs whose first words tell them what to do; a word of any other program is only an argument. */
const TOLD = new Set(
  'git npm npx pnpm yarn bun bunx deno docker podman kubectl helm terraform tofu pulumi gh glab cargo go make just task rake gradle gradlew mvn dotnet aws gcloud az systemctl service brew apt apt-get dnf yum apk pip pip3 pipx uv poetry pdm bundle gem composer vercel netlify fly flyctl heroku wrangler firebase serverless sls cdk nx turbo lerna supabase prisma alembic flask django-admin php artisan mix sbt swift flutter dart conda mamba ansible'.split(
    ' ',
  ),
)
const GIT_NETWORK = new Set(['fetch', 'pull', 'clone', 'push', 'ls-remote'])

/** `git commit`, `npm test`, `docker build`: the program and what it is told to do. */
function commandDeeds(action: Action): readonly Deed[] {
  return action.commands.flatMap((command): Deed[] => {
    if (command.name === undefined) return []
    const program = command.name.slice(command.name.lastIndexOf('/') + 1).toLowerCase()
    const all = command.args.map((word) => word.known.toLowerCase())
    const words = all.filter((word) => !word.startsWith('-'))
    const flags = all.filter((word) => word.startsWith('-'))
    const line = [program, ...words.slice(0, 12)].join(' ')
    const told = TOLD.has(program) ? words.slice(0, 2).filter((word) => /^[a-z][a-z:_-]{1,24}$/.test(word)) : []
    const runner = TEST_RUNNERS.has(program) || told.some((word) => /^tests?(?::|$)/.test(word))
    const verbs = program === 'git' ? gitVerbs(words, flags) : [...told, program]
    return [
      {
        verbs: [...verbs, 'run', 'execute', ...(runner ? ['test'] : [])],
        object: `${line}${kindOf(words)}${runner ? ' test tests' : ''}`,
      },
      { verbs: ['use', 'pass'], object: [program, ...told, ...flags.slice(0, 12).map(bareFlag)].join(' ') },
    ]
  })
}

/** What git is told to do, in a person's words. */
function gitVerbs([verb = '']: readonly string[], flags: readonly string[]): readonly string[] {
  return [
    verb,
    ...(flags.includes('--amend') ? ['amend'] : []),
    ...(verb === 'rm' ? [...REMOVE, ...TOUCH] : []),
    ...(verb === 'mv' ? ['move', 'rename', ...TOUCH] : []),
    ...(GIT_NETWORK.has(verb) ? ['network'] : []),
  ]
}

function bareFlag(flag: string): string {
  return flag.replace(/^-+/, '').replace(/=.*$/, '')
}

function kindOf(paths: readonly string[]): string {
  return paths.some((path) => SOURCE.test(path)) ? ` ${SOURCE_KIND}` : ''
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
            ...(effect.deletes ? ['delete', 'remove', ...TOUCH] : []),
            ...(effect.force ? ['force', 'overwrite'] : []),
          ],
          object: `${effect.remote} remote ${effect.refs.join(' ')}${main}`,
          open: unknown,
        },
      ]
    }
    case 'git-discard':
      return [
        {
          verbs: ['reset', 'discard', 'revert', 'delete', 'remove', 'drop', 'rewrite', ...TOUCH],
          object: `${effect.what} ${effect.refs.join(' ')}`,
          open: effect.refs.length === 0,
        },
      ]
    case 'delete-path':
      return [
        {
          verbs: [...REMOVE, ...TOUCH],
          object: placeOf(effect),
          ...(effect.recursive && { covers: isAbove(effect.path) }),
        },
      ]
    case 'touch-guarded':
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
      return [
        {
          verbs: ['install', 'add', 'upgrade', 'pull'],
          object: `${effect.packages.join(' ')} package packages dependency dependencies`,
          usual: effect.origin === 'declared',
        },
      ]
    case 'download':
      if (effect.local) return []
      return [{ verbs: ['download', 'fetch', 'pull', 'get'], object: effect.url }]
    case 'send-data':
      return [{ verbs: ['send', 'upload', 'post', 'share'], object: effect.host }]
    case 'remote-exec':
      return [{ verbs: ['ssh', 'connect', 'log', ...TOUCH], object: effect.host }]
    case 'resource-change':
      return [
        {
          verbs: [effect.verb, ...(effect.verb === 'apply' ? ['deploy'] : []), ...TOUCH],
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
      return [
        {
          verbs: [
            ...EXTERNAL[effect.nature],
            ...effect.doer.words
              .flatMap((word) => word.toLowerCase().split(/[^a-z]+/))
              .filter((word) => ANSWERS.has(word)),
          ],
          // Whom an answer goes to stands in what it answers.
          open: !effect.target.includes('@'),
          object: `${effect.service} ${effect.target} ${effect.nature} ${thingOf(effect.doer.words)}`,
        },
      ]
    case 'spawn-agent':
      return [
        { verbs: ['spawn', 'delegate', 'start', 'launch'], object: `${effect.agent} agent agents subagent subagents` },
      ]
    case 'weaken':
      return [
        {
          verbs: ['skip', 'bypass', 'disable', 'turn', 'weaken', 'ignore'],
          object: `${effect.feature} ${effect.area}`,
        },
      ]
    case 'persist':
      return [{ verbs: ['schedule', 'install', 'add'], object: `${effect.mechanism} ${effect.target}` }]
    default:
      return []
  }
}

const ANSWERS = new Set(['reply', 'respond', 'answer', 'forward'])
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

/** What is changed there, as people call it: `github pr create` is about a pull request. */
function thingOf(doer: readonly string[]): string {
  const words = doer.flatMap((word) => word.toLowerCase().split(/[^a-z]+/))
  const pull = words.includes('pr') || (words.includes('pull') && words.includes('request'))
  return `${words.join(' ')}${pull ? ' pr pull request' : ''}${words.includes('mr') ? ' merge request' : ''}`
}

function placeOf(effect: Extract<Effect, { path: unknown }>): string {
  const place = effect.path.real ?? effect.path.text
  return `${effect.path.text} ${effect.path.real ?? ''}${kindOf([place.toLowerCase()])}`
}

/** `rm -rf src` takes src/legacy with it. */
function isAbove({ text, real }: PathUse): (name: string) => boolean {
  const last = (real ?? text).replace(/\/+$/, '').split('/').at(-1)?.toLowerCase() ?? ''
  return (name) => last !== '' && name.replace(/^\.?\//, '').startsWith(`${last}/`)
}
