import { isHelpOrDryRun } from '../../knowledge/lexicon/help-options.ts'
import { isShellName } from '../../knowledge/lexicon/shell-names.ts'
import type { Action } from '../action.ts'
import type { Effect } from '../effects.ts'
import type { PathUse } from '../paths/paths.ts'
import type { Target } from '../target.ts'
import { targetsOf } from '../targets.ts'
import type { Command } from '../words.ts'
import { hasWrapper, type WrapperKind } from '../wrappers.ts'
import { baseName } from './base-name.ts'
import { familyFor } from './registry.ts'

/** Something that a call does: an effect, a command as such, a page that is fetched, or a call of somebody else's tool. */
export interface Act {
  readonly targets: readonly Target[]
  readonly path?: PathUse
  readonly effect?: Effect
  readonly command?: ActCommand
  /** A tool of the host opens a page or searches the web. */
  readonly browses?: true
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
  readonly tests: boolean
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

/** What an Action does, as far as it is certain enough to be held against somebody's word. */
export function actsOf({ effects, commands, tool }: Pick<Action, 'effects' | 'commands' | 'tool'>): readonly Act[] {
  const sure = effects.filter(({ certainty }) => certainty !== 'possible')
  const web: Act[] = tool === 'WebFetch' || tool === 'WebSearch' ? [{ targets: [], browses: true }] : []
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
  const told = TEXT_PROGRAMS.has(program) ? [] : toldWords(program, operandsOf(words))
  const runs = (isShellName(program) && !words.includes('-n')) || familyFor(program) === 'interpreters'
  const run = runs ? words.find((word) => !word.startsWith('-')) : undefined
  return [
    {
      targets: [],
      command: {
        program,
        words: words.slice(0, MAX_WORDS).map((word) => word.replace(/^-+/, '')),
        // What is searched for or printed is told to nobody.
        told,
        ...(run && { script: baseName(run) }),
        tests: [program, ...told].some((word) => TEST_WORD.test(word)),
        rehearsal: isHelpOrDryRun(command),
        reads: command.grade === 'proven',
        background: command.background,
        asRoot: hasWrapper(command, 'raise'),
        cwd: command.cwd,
        mayLeave: mayLeaveFolder(command),
      },
    },
  ]
}

const TEST_WORD = /^(?:tests?(?::.*)?|.*test|.*spec)$/

function actOf(effect: Effect): Act[] {
  if (effect.kind === 'connect' && effect.address === 'loopback') return []
  return [{ targets: targetsOf(effect), effect, ...('path' in effect && { path: effect.path }) }]
}
