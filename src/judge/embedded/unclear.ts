import type { Action } from '../../analysis/action.ts'
import { hasActorRole } from '../../analysis/actor.ts'
import type { Effect } from '../../analysis/effects.ts'
import type { Facts } from '../../analysis/facts.ts'
import { builtProgramKey, builtPrograms } from '../../analysis/flow/built-programs.ts'
import {
  compilesInFolder,
  runLocations,
  targetsSystemPath,
  unresolvedProgram,
  withoutDotSlash,
} from '../../analysis/flow/started-files.ts'
import { placedThingKey, placedThings } from '../../analysis/remote/session-repositories.ts'
import { isElevated } from '../../analysis/wrappers.ts'

/** Why an Action without findings still cannot be called harmless; undefined when the page's default, allow, stands. */
export function unclearReason(action: Action, facts: Facts): string | undefined {
  const hidden = action.unknowns.find(({ kind }) => kind === 'person')
  if (hidden) return hidden.why
  const shell = action.tool === 'Bash' || action.tool === 'PowerShell'
  if (shell && action.commands.length === 0 && action.unknowns.length > 0)
    return action.unknowns[0]?.why ?? 'it could not be read'
  const failed = action.unknowns.find(({ kind }) => kind === 'failed' || kind === 'unread')
  if (failed) return failed.why
  // What is not closed by the end never runs; any other mistake may hide how the shell would read it.
  const mistake = shell ? action.unknowns.find(({ kind }) => kind === 'syntax') : undefined
  if (mistake) return mistake.why
  const open = action.commands.map(unresolvedProgram).find((text) => text !== undefined)
  if (open !== undefined) return `which program ${open} stands for is not known`
  const unread = action.effects.flatMap((effect) => {
    if (effect.kind === 'touch-guarded' && effect.certainty !== 'possible')
      return [`${effect.by} may change ${effect.path.text}: nothing tells that it only reads it`]
    const why = effect.certainty === 'possible' ? undefined : unreadCodeReason(effect, facts)
    return why === undefined || isBuiltByCall(effect, action, facts) || isBuiltInSession(effect, action, facts)
      ? []
      : [why]
  })
  // Of several, any is as good; which one is told must not hang on the order of effects.
  return unread.sort()[0]
}

/**
 * A program that this very call compiles from sources is the project's own work, as a test run of it would be. What the session wrote
 * as a text was compiled by nobody, but may tell what builds what to do.
 */
function isBuiltByCall(effect: Effect, action: Action, facts: Facts): boolean {
  if (effect.kind !== 'run-code' && effect.kind !== 'run-program') return false
  if (effect.kind === 'run-code' && (effect.origin !== 'session-file' || effect.language !== 'other')) return false
  if (effect.kind === 'run-code' && effect.zone === 'temp' && isElevated(effect)) return false
  const { session } = facts
  const places = runLocations(programOf(effect), action.commands)
  const isCompiled = (place: string | undefined) => {
    if (place === undefined) return false
    if (session.written.get(place) !== undefined && !hasActorRole(effect, 'compiler')) return false
    const writers = action.effects.filter((other) => other.kind === 'write-path' && other.path.real === place)
    if (writers.length === 0)
      return (
        action.commands.some((command) => compilesInFolder(command, place)) ||
        (!isElevated(effect) && isBuiltHere(place, action, facts))
      )
    return writers.every((writer) => hasActorRole(writer, 'compiler'))
  }
  return (
    places.length > 0 &&
    places.every(isCompiled) &&
    !action.commands.some((command) => targetsSystemPath(command, programOf(effect)))
  )
}

/** A tool was told to build it, and nothing else is put there or into a folder above. */
function isBuiltHere(place: string, { commands, effects }: Action, facts: Facts): boolean {
  const fetches = effects.some(({ kind }) => kind === 'download')
  const filled = commands.flatMap(placedThings)
  const above = place.split('/').map((_, at, parts) => parts.slice(0, at + 1).join('/'))
  return (
    commands.some((command) => builtPrograms(command).includes(place)) &&
    !fetches &&
    !hasForeignSources(facts) &&
    !above.some((path) => filled.includes(placedThingKey(path)))
  )
}

/** Did the session fetch something into the project? Then what is built of it may be that. */
function hasForeignSources({ session, projectRoot }: Facts): boolean {
  return [...session.downloaded].some(([path, address]) => address !== '' && path.startsWith(`${projectRoot}/`))
}

/** The same, compiled by an earlier call of this session. */
function isBuiltInSession(effect: Effect, action: Action, facts: Facts): boolean {
  if (effect.kind !== 'run-code' && effect.kind !== 'run-program') return false
  const places = runLocations(programOf(effect), action.commands)
  const { session } = facts
  const isBuilt = (place: string) =>
    session.built?.has(place) === true ||
    (session.started.has(builtProgramKey(place)) &&
      !isElevated(effect) &&
      !hasForeignSources(facts) &&
      !session.written.has(place) &&
      !session.downloaded.has(place) &&
      !session.started.has(placedThingKey(place)))
  return places.length > 0 && places.every((place) => place !== undefined && isBuilt(place))
}

type RunEffect = Extract<Effect, { kind: 'run-code' | 'run-program' }>

function programOf(effect: RunEffect): string {
  return withoutDotSlash(effect.kind === 'run-program' ? effect.program : (effect.file ?? ''))
}

/** A program that a listing of its directory does not show; a dotenv file holds settings. */
function isHiddenProgram(program: string): boolean {
  return /\/\.(?!env(?:\.[\w-]+)*$)[^/.][^/]*$|\/\.{3,}\//.test(program)
}

/** Code that this session or nobody vouches for, and that could not be read. */
function unreadCodeReason(effect: Effect, { live }: Facts): string | undefined {
  if (effect.kind === 'run-program') {
    switch (effect.identity) {
      case 'session-made':
      case 'downloaded':
        return `${effect.program} came with this session and could not be read`
      case 'temporary':
        return `${effect.program} lies in a temporary directory and could not be read`
      case 'missing':
        // No program has such a name: most likely the text is read otherwise by what runs it.
        return /[^\w.+@:~/-]/.test(effect.program) ? `there is no program ${effect.program.slice(0, 60)}` : undefined
      case 'installed':
      case 'project':
      case 'unknown':
        return undefined
    }
  }
  if (effect.kind !== 'run-code' || effect.read) return undefined
  switch (effect.origin) {
    case 'session-file':
      return 'it runs a file that this session wrote and that could not be read'
    case 'dynamic':
    case 'stdin':
      return `it runs ${effect.language} code that is not known before it runs`
    // What comes from the network is a category's business: here it was found harmless or excepted.
    case 'download':
      return undefined
    case 'inline':
      // Too long, too deep, too much, or not understood.
      // A language without a reader of its own is searched for what it runs, and never read in full.
      return effect.language === 'other' ? undefined : `it runs ${effect.language} text that could not be read in full`
    case 'project-file':
      return undefined
    case 'outside-file':
      // Where nothing is known of the machine, a program in a temporary directory is most often one that was built there;
      // a script is not.
      return effect.zone === 'temp' &&
        (live || effect.language !== 'other' || isElevated(effect) || isHiddenProgram(effect.file ?? ''))
        ? 'it runs a file in a temporary directory that could not be read'
        : undefined
  }
}
