import { isShellName } from '../../knowledge/lexicon/shell-names.ts'
import { EDIT_VERBS, isHelpOrDryRun, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { Action } from '../action.ts'
import type { Effect } from '../effects.ts'
import type { PathUse } from '../paths/paths.ts'
import type { Target } from '../target.ts'
import { targetsOf } from '../targets.ts'
import type { Command } from '../words.ts'
import { hasWrapper, type WrapperKind } from '../wrappers.ts'
import { baseName } from './base-name.ts'
import { familyFor } from './registry.ts'

export interface Act {
  readonly verbs: readonly string[]
  readonly targets: readonly Target[]
  readonly things: readonly string[]
  readonly path?: PathUse
  /** What a command is told in words; `bare` where nothing is named behind them: `west flash --runner x`. */
  readonly naming?: 'bare' | 'named'
  /** The effect that it is; a command as such has none. */
  readonly effect?: Effect
  readonly command?: ActCommand
  /** The call of a tool of others as such. */
  readonly tool?: string
}

/** A command as people speak of it. */
export interface ActCommand {
  readonly program: string
  /** Its operands and options, in order, in lower case; options without their dashes. */
  readonly words: readonly string[]
  /** The first of its operands, which tell what it does: `push`, `run build`. Values of options that name a place are none. */
  readonly told: readonly string[]
  /** The script that an interpreter runs, by its name alone. */
  readonly script?: string
  /** It only shows what it would do. */
  readonly rehearsal: boolean
  /** It is proven to change nothing. */
  readonly reads: boolean
  readonly background: boolean
  readonly asRoot: boolean
  readonly cwd: string | undefined
  /** It may work elsewhere than in its folder: by an option, a path, a variable, or through another program. */
  readonly mayLeave: boolean
  /** The branch that an earlier command of the same call went to. */
  readonly branch?: string
}

const REMOVE_VERBS = 'delete remove clean clear empty purge wipe erase touch change modify edit'.split(' ')

/** What an Action does, as far as it is certain enough to be held against somebody's word. */
export function actsOf({ effects, commands, tool }: Pick<Action, 'effects' | 'commands' | 'tool'>): readonly Act[] {
  const sure = effects.filter(({ certainty }) => certainty !== 'possible')
  const web: Act[] =
    tool === 'WebFetch' || tool === 'WebSearch'
      ? [{ verbs: ['download', 'fetch', 'browse'], targets: [], things: ['network'] }]
      : []
  return [...sure.flatMap(actOf), ...web, ...commands.flatMap(commandAct)]
}

const MAX_WORDS = 24
const MAX_TOLD = 3
const PLACE_OPTIONS = new Set(
  '-c --git-dir --work-tree --namespace -n -r --repo --context --prefix --cwd --filter -f -w --workspace --project --profile --region'.split(
    ' ',
  ),
)

const HARMLESS_WRAPPERS: ReadonlySet<WrapperKind> = new Set<WrapperKind>(['raise', 'limit', 'wrapper'])

const LEAVING_OPTIONS: ReadonlySet<string> = new Set(
  '-C -R -w --git-dir --work-tree --namespace --repo --prefix --cwd --dir --directory --workspace --workspaces --filter --registry -H --host --context'.split(
    ' ',
  ),
)

function mayLeaveFolder({ args, assignments, inherited = [], wrappers }: Command): boolean {
  if (assignments.length > 0 || inherited.length > 0) return true
  if (wrappers.some(({ kind }) => !HARMLESS_WRAPPERS.has(kind))) return true
  return args.some(
    ({ known, dynamic }) =>
      dynamic || LEAVING_OPTIONS.has(known.split('=', 1)[0] ?? '') || /(?:^|[=:])(?:[~/]|\.\.)|\/\.\./.test(known),
  )
}

/** Of git's words the first is the verb, but for those that have verbs of their own. */
function toldWords(program: string, operands: readonly string[]): readonly string[] {
  const most = program !== 'git' ? MAX_TOLD : GIT_GROUPS.has(operands[0] ?? '') ? 2 : 1
  return operands.slice(0, most)
}

const GIT_GROUPS: ReadonlySet<string> = new Set(['lfs', 'submodule', 'stash', 'remote', 'worktree', 'subtree', 'flow'])

function operandsOf(words: readonly string[]): readonly string[] {
  return words.filter((word, at) => !word.startsWith('-') && !PLACE_OPTIONS.has(words[at - 1] ?? ''))
}

const TEXT_PROGRAMS = new Set('grep egrep rg ag ack find fd sed awk echo printf cat ls cd head tail less jq'.split(' '))

function commandAct(command: Command): Act[] {
  const { name, args } = command
  if (name === undefined) return []
  const program = name.slice(name.lastIndexOf('/') + 1).toLowerCase()
  const words = args.map(({ known }) => known.toLowerCase())
  const leading = TEXT_PROGRAMS.has(program)
    ? []
    : words.filter((word) => /^[a-z][a-z0-9:_-]{1,24}$/.test(word)).slice(0, 2)
  const flags = words.flatMap((word) => /^--?([a-z][a-z-]*)/.exec(word)?.[1] ?? []).slice(0, 12)
  const isTest = [program, ...leading].some((word) => /^(?:tests?(?::.*)?|.*test|.*spec)$/.test(word))
  const folders = words
    .flatMap((word) => (word.startsWith('-') ? [] : word.split('/')))
    .filter((part) => /^[a-z][\w-]{2,}$/.test(part))
    .slice(0, 8)
  const phrases = args
    .flatMap(({ known }) => (/^--[a-z]/.test(known) ? [wordsOf(known.split('=', 1)[0] ?? '')] : []))
    .filter(({ length }) => length > 1)
    .slice(0, 12)
  const after = args[args.findIndex(({ known }) => known.toLowerCase() === leading[0]) + 1]
  const runs = (isShellName(program) && !words.includes('-n')) || familyFor(program) === 'interpreters'
  const run = runs ? words.find((word) => !word.startsWith('-')) : undefined
  const numbers = words.filter((word) => /^\d{3,}$/.test(word)).slice(0, 2)
  const rehearsal = isHelpOrDryRun(command)
  const isBare = leading[0] !== undefined && (after === undefined || after.known.startsWith('-'))
  const moves = program === 'git' && leading[0] === 'checkout'
  const amends = program === 'git' && flags.includes('amend')
  const verbs = [
    ...(rehearsal ? [] : leading.slice(0, 1)),
    ...(amends ? ['amend'] : []),
    ...(moves ? ['switch'] : []),
    ...(isTest ? ['test'] : []),
    'run',
    'execute',
    'use',
  ]
  return [
    {
      verbs,
      targets: [],
      things: [
        program,
        ...leading,
        ...flags,
        ...numbers,
        ...(run ? [baseName(run)] : []),
        ...(isTest ? [...folders, 'test', 'tests'] : []),
      ],
      naming: isBare ? 'bare' : 'named',
      command: {
        program,
        words: words.slice(0, MAX_WORDS).map((word) => word.replace(/^-+/, '')),
        // What is searched for or printed is told to nobody.
        told: TEXT_PROGRAMS.has(program) ? [] : toldWords(program, operandsOf(words)),
        ...(run && { script: baseName(run) }),
        rehearsal,
        reads: command.grade === 'proven',
        background: command.background,
        asRoot: hasWrapper(command, 'raise'),
        cwd: command.cwd,
        mayLeave: mayLeaveFolder(command),
      },
    },
    ...phrases.map(([verb = '', ...things]): Act => ({ verbs: [verb], targets: [], things, naming: 'named' })),
  ]
}

function act(verbs: readonly string[], effect: Effect, things: readonly string[] = []): Act[] {
  return [{ verbs, targets: targetsOf(effect), things, effect, ...('path' in effect && { path: effect.path }) }]
}

/** A whole file that is put somewhere is taken for a new one: an edit is stated as such. */
function isNewFile(how: string): boolean {
  return how === 'create' || how === 'overwrite'
}

function actOf(effect: Effect): Act[] {
  switch (effect.kind) {
    case 'read-path':
      return act(['read', 'open', 'look', 'print', 'show', 'access'], effect, ['file'])
    case 'write-path':
      return act(EDIT_VERBS, effect, ['file', ...(isNewFile(effect.how) ? ['new file'] : [])])
    case 'delete-path':
      return act(REMOVE_VERBS, effect, ['file'])
    case 'change-mode':
      return act(['chmod', 'chown', 'change', 'touch'], effect, ['file'])
    case 'git-push':
      return act(
        [
          'push',
          'share',
          ...(effect.force ? ['force-push', 'overwrite'] : []),
          ...(effect.deletes ? ['delete', 'remove'] : []),
        ],
        effect,
        ['branch', 'commit', ...(effect.toDefault === 'yes' ? ['main', 'master', 'default'] : [])],
      )
    case 'git-discard':
      return act(['reset', 'discard', 'revert', 'delete', 'drop', 'rewrite', 'touch'], effect, [effect.what])
    case 'deploy':
      return act(['deploy', 'ship', 'release', 'roll', 'promote', 'share'], effect, [effect.environment])
    case 'publish':
      return act(['publish', 'release', 'upload', 'share'], effect, ['package', 'release'])
    case 'install':
      // What the project declares is upkeep: a ban on new packages does not mean it.
      return effect.origin === 'declared'
        ? act([], effect)
        : act(['install', 'add', 'upgrade', 'download'], effect, ['package', 'dependency'])
    case 'download':
      return act(['download', 'fetch'], effect, ['network'])
    case 'connect':
      return effect.address === 'loopback' ? [] : act(['download', 'fetch', 'call', 'connect'], effect, ['network'])
    case 'send-data':
      return act(['send', 'upload', 'post', 'share'], effect, ['network'])
    case 'remote-exec':
      return act(['ssh', 'connect', 'touch'], effect, ['server'])
    case 'resource-change':
      return act([effect.verb, 'touch', 'change', 'modify', ...(effect.verb === 'apply' ? ['deploy'] : [])], effect, [
        effect.environment,
        effect.family,
      ])
    case 'database-change':
      return act([effect.statement, 'migrate', 'touch', 'change', 'modify'], effect, ['database', 'db'])
    case 'service-control':
      return act([effect.verb, 'touch'], effect, ['service'])
    case 'signal-process':
      return act(['kill', 'stop', 'terminate'], effect, ['process'])
    case 'external-write':
      return act([...EXTERNAL_WRITE_VERBS[effect.nature], 'share'], effect, [effect.nature])
    case 'spawn-agent':
      return act(['spawn', 'delegate', 'launch'], effect, ['agent'])
    case 'persist':
      return act(['schedule', 'install', 'add'], effect, [effect.mechanism])
    case 'weaken':
      return act(['skip', 'bypass', 'disable', 'weaken', 'ignore'], effect, [effect.area])
    default:
      return act([], effect)
  }
}

const EXTERNAL_WRITE_VERBS = {
  record: ['open', 'create', 'file', 'post', 'comment', 'close', 'reply', 'update'],
  message: ['send', 'post', 'message', 'comment', 'reply', 'notify'],
  mail: ['send', 'email', 'mail', 'reply'],
  payment: ['pay', 'order', 'send', 'transfer', 'refund'],
  visibility: ['share', 'publish', 'open'],
  account: ['change', 'invite', 'remove'],
  deletion: ['delete', 'remove', 'cancel'],
  approval: ['approve'],
  merge: ['merge'],
  setting: ['change', 'set'],
  calendar: ['schedule', 'book'],
  file: ['upload', 'edit', 'change'],
} as const
