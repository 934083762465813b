import type { Action } from '../action.ts'
import type { Effect } from '../effects.ts'
import type { Facts } from '../facts.ts'
import { programName } from '../interpret/base-name.ts'
import { pathUse } from '../paths/path-use.ts'
import { isActingPath, type PathTag, type PathUse } from '../paths/paths.ts'
import { isSecretSource } from '../text/secrets.ts'
import type { Command, Redirect, Span, Word } from '../words.ts'
import { actingWords, isCommandRunner } from './acting-options.ts'
import { unwrapSafely } from './transparent-wrappers.ts'

export interface CoverableCommand {
  readonly span: Span
  readonly spellings: readonly string[]
  /** It runs its words, or acts by what they hold: only a rule that names it letter for letter covers it. */
  readonly exactOnly: boolean
  readonly acting: readonly (readonly string[])[]
  readonly writes: readonly { readonly path: PathUse; readonly from: string }[]
}

/** Undefined when a command is not plain enough for any rule. */
export function coverableCommands(
  action: Action,
  wrappers: ReadonlySet<string>,
  facts: Facts,
): readonly CoverableCommand[] | undefined {
  const outer = action.commands.filter((command) => command.wrapperNames.length === 0)
  if (outer.length === 0) return undefined
  const found = outer.map((command) => toCoverableCommand(command, action, wrappers, facts))
  return found.every((one) => one !== undefined) ? found : undefined
}

function toCoverableCommand(
  command: Command,
  action: Action,
  wrappers: ReadonlySet<string>,
  facts: Facts,
): CoverableCommand | undefined {
  const { head, args, span } = command
  if (!head || !isPlainCommand(command)) return undefined
  const writes: CoverableCommand['writes'][number][] = []
  for (const redirect of command.redirects) {
    const fit = classifyRedirect(redirect, command, facts)
    if (fit === 'no') return undefined
    if (fit !== 'yes') writes.push(fit)
  }
  const whole = [head, ...args]
  const words = unwrapSafely(whole, wrappers)
  const spellings = [...new Set([...commandSpellings(words), ...commandSpellings(whole)])]
  const program = words[0]?.text ?? ''
  const acting = actingWords(words)
  const byEffect = acting.length === 0 && READ_ONLY_PROGRAMS.has(programName(program)) && actsByEffect(command, action)
  return {
    span,
    spellings,
    exactOnly: isCommandRunner(program) || byEffect || exceedsPlainWork(command, action),
    acting,
    writes,
  }
}

function isPlainCommand({ head, args, assignments }: Command): boolean {
  if (!head || [head, ...args].some((word) => word.dynamic) || /\s/.test(head.text ?? ' ')) return false
  return assignments.every((item) => isHarmlessAssignment(item.name) && !item.value.dynamic)
}

function commandSpellings(words: readonly Word[]): string[] {
  const plain = words.map((word) =>
    word.text === undefined || !/^[^\s"'`\\$]+$/.test(word.text) ? word.raw : word.text,
  )
  return [plain.join(' '), words.map((word) => word.raw).join(' ')]
}

/** Programs that only read in their plain form; a write or a run of theirs comes from an option or a script. */
const READ_ONLY_PROGRAMS = new Set(
  'find fd rg grep sort man awk gawk mawk cat less jq head tail wc ls diff tree xxd stat echo printf'.split(' '),
)

function actsByEffect(command: Command, action: Action): boolean {
  return action.effects.some(
    (effect) =>
      effect.span.start === command.span.start &&
      effect.span.end === command.span.end &&
      (effect.kind === 'run-code' ||
        effect.kind === 'delete-path' ||
        (effect.kind === 'write-path' && effect.as !== 'redirect' && !isRedirectTarget(effect.path.text, command))),
  )
}

function isRedirectTarget(text: string, command: Command): boolean {
  return command.redirects.some((redirect) => redirect.target.text === text)
}

const HARMLESS_TAGS: ReadonlySet<PathTag> = new Set<PathTag>(['build-artefact', 'lock-file', 'null-device'])

/** A redirect writes only inside the working directories; else a rule on edits must cover it. */
function classifyRedirect(
  redirect: Redirect,
  { cwd }: Command,
  facts: Facts,
): 'yes' | 'no' | CoverableCommand['writes'][number] {
  switch (redirect.kind) {
    case 'duplicate':
      return 'yes'
    case 'here-document':
    case 'here-string':
      return redirect.body?.text !== undefined ? 'yes' : 'no'
    case 'read': {
      const path = pathUse(redirect.target, cwd, facts)
      return !redirect.target.dynamic && !path.tags.includes('socket') ? 'yes' : 'no'
    }
    case 'write':
    case 'append':
    case 'read-write': {
      const { target } = redirect
      if (target.dynamic || target.glob || target.raw.startsWith('~')) return 'no'
      const path = pathUse(target, cwd, facts)
      if (path.tags.includes('null-device')) return 'yes'
      const inside = path.zone === 'project' || path.zone === 'temp'
      if (inside && path.tags.every((tag) => HARMLESS_TAGS.has(tag))) return 'yes'
      return cwd === undefined ? 'no' : { path, from: cwd }
    }
  }
}

/** All others may change what runs. */
const HARMLESS_VARIABLES = new Set(
  'CI CLICOLOR CLICOLOR_FORCE COLORTERM COLUMNS DEBUG FORCE_COLOR GOARCH GOOS LANG LANGUAGE LINES LOG_LEVEL NODE_ENV NO_COLOR PYTHONDONTWRITEBYTECODE PYTHONUNBUFFERED RAILS_ENV RUST_BACKTRACE RUST_LOG TERM TZ VERBOSE'.split(
    ' ',
  ),
)

function isHarmlessAssignment(name: string): boolean {
  return HARMLESS_VARIABLES.has(name) || /^LC_[A-Z]+$/.test(name)
}

/**
 * A rule with a star speaks for a program's plain work, not for what its words make it run, write or send: the effects
 * tell.
 */
function exceedsPlainWork(command: Command, { effects, commands }: Action): boolean {
  return effects.some((effect) => isBeyondPlainWork(effect) && isEffectOf(effect, command, commands))
}

function isEffectOf(effect: Effect, command: Command, commands: readonly Command[]): boolean {
  const at = commands.findIndex(
    ({ span, wrappers }) =>
      span.start === effect.span.start && span.end === effect.span.end && wrappers.length === effect.wrappers.length,
  )
  // What a command runs is noted behind it, before the next one of the line.
  const owner = at < 0 ? undefined : commands.slice(0, at + 1).findLast(({ wrappers }) => wrappers.length === 0)
  return owner === undefined || owner === command
}

function isBeyondPlainWork(effect: Effect): boolean {
  if (effect.certainty === 'possible') return false
  const inner = effect.wrappers.length > 0
  switch (effect.kind) {
    case 'write-path':
      return effect.as !== 'redirect' && isOutsideProject(effect.path)
    case 'delete-path':
      return isOutsideProject(effect.path)
    case 'change-mode':
      return effect.grants !== 'tighten' && effect.grants !== 'executable' && isOutsideProject(effect.path)
    case 'download':
      return effect.to !== undefined && isOutsideProject(effect.to)
    case 'send-data':
      return inner || effect.payload.some(isSecretSource)
    case 'run-program':
      return effect.identity !== 'installed' && effect.identity !== 'project' && effect.identity !== 'unknown'
    case 'run-code':
      return !effect.read && effect.origin !== 'project-file'
    case 'external-write':
    case 'remote-exec':
    case 'listen':
      return inner
    case 'touch-protected':
    case 'persist':
    case 'weaken':
    case 'grant':
    case 'expose-secret':
    case 'exhaust':
    case 'observe':
      return true
    case 'read-path':
    case 'connect':
    case 'git-discard':
    case 'git-push':
    case 'publish':
    case 'deploy':
    case 'resource-change':
    case 'database-change':
    case 'signal-process':
    case 'service-control':
    case 'install':
    case 'spawn-agent':
    case 'apply-patch':
    case 'impersonate':
      return false
  }
}

function isOutsideProject(path: PathUse): boolean {
  if (path.tags.includes('null-device')) return false
  return (path.zone !== 'project' && path.zone !== 'temp') || isActingPath(path)
}
