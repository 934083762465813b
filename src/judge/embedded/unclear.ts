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
import { type Wording, wordCall } from '../../wording/wording.ts'

/** Why an Action without findings still cannot be called harmless; undefined when the page's default, allow, stands. */
export function unclearReason(action: Action, facts: Facts): Wording | undefined {
  const hidden = action.unknowns.find(({ kind }) => kind === 'person')
  if (hidden) return unreadWording(hidden.why)
  const shell = action.tool === 'Bash' || action.tool === 'PowerShell'
  if (shell && action.commands.length === 0 && action.unknowns.length > 0) return unreadWording(action.unknowns[0]?.why)
  const failed = action.unknowns.find(({ kind }) => kind === 'failed' || kind === 'unread')
  if (failed) return unreadWording(failed.why)
  // What is not closed by the end never runs; any other mistake may hide how the shell would read it.
  const mistake = shell ? action.unknowns.find(({ kind }) => kind === 'syntax') : undefined
  if (mistake) return unreadWording(mistake.why)
  const open = action.commands.map(unresolvedProgram).find((text) => text !== undefined)
  if (open !== undefined)
    return { headline: 'runs an unknown program', why: `It isn't known which program ${open} stands for` }
  const unread = action.effects.filter((effect) => {
    if (effect.certainty === 'possible') return false
    if (effect.kind === 'touch-protected') return true
    return (
      isUnreadCode(effect, facts) && !isBuiltByCall(effect, action, facts) && !isBuiltInSession(effect, action, facts)
    )
  })
  // Of several, any is as good; which one is told must not hang on the order of effects.
  const worded = unread.map((effect) => wordCall(effect, action, facts))
  return worded.sort((left, right) => (left.headline < right.headline ? -1 : 1))[0]
}

function unreadWording(why = 'its text'): Wording {
  return { headline: "runs something that can't be checked", why: `It couldn't be read in full (${why})` }
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
function isUnreadCode(effect: Effect, { live }: Facts): boolean {
  if (effect.kind === 'run-program') {
    // No program has such a name: most likely the text is read otherwise by what runs it.
    if (effect.identity === 'missing') return /[^\w.+@:~/-]/.test(effect.program)
    return effect.identity === 'session-made' || effect.identity === 'downloaded' || effect.identity === 'temporary'
  }
  if (effect.kind !== 'run-code' || effect.read) return false
  switch (effect.origin) {
    case 'session-file':
    case 'dynamic':
    case 'stdin':
      return true
    case 'inline':
      // Too long, too deep, too much, or not understood.
      // A language without a reader of its own is searched for what it runs, and never read in full.
      return effect.language !== 'other'
    // What comes from the network is a category's business: here it was found harmless or excepted.
    case 'download':
    case 'project-file':
      return false
    case 'outside-file':
      // Where nothing is known of the machine, a program in a temporary directory is most often one that was built there;
      // a script is not.
      return (
        effect.zone === 'temp' &&
        (live || effect.language !== 'other' || isElevated(effect) || isHiddenProgram(effect.file ?? ''))
      )
  }
}
