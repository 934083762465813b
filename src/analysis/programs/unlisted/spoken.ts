import type { Effect, Stage } from '../../effects.ts'
import { asksOnly } from '../../verbs.ts'
import type { Command } from '../../words.ts'
import type { Scribe, Standing } from '../program.ts'
import { familyFor, programFor } from '../registry.ts'
import { statePutOut, stateTakenOut } from './hubs.ts'
import { stateInlineCarried } from './inline.ts'
import { stateLasting, stateUnguarded } from './lasting.ts'
import { statePaid } from './paid.ts'
import { stateRevealing } from './revealing.ts'
import { stateOverridden, stateTakenDown } from './running-systems.ts'
import {
  stateForgotten,
  stateLaidOut,
  stateMirrored,
  statePublishedFolder,
  stateUnrecorded,
  stateWholeStore,
  stateWiped,
} from './spreading.ts'
import { changesDeployed, stateSwitchedOff } from './switched-off.ts'
import { stateTask } from './tasks.ts'
import { stateHandingOut, statePassedOver, stateRecord, stateSentTo, stateSilenced, stateTelling } from './telling.ts'
import { stateToldThere } from './told-rights.ts'
import { stateTold, stateUnsaid } from './unlisted.ts'

/** Families whose words are other people's texts, or are all known. */
const READ_ELSEWHERE = new Set(['git', 'files', 'shell'])

/** Families whose standard input is code, statements or data that their readers read. */
const TALKS = new Set(['interpreters', 'data', 'build', 'packages', 'containers'])

function isTried(stage: Stage): boolean {
  return stage === 'development' || stage === 'preview'
}

function isTaskRunner(family: string | undefined): boolean {
  return family === 'build' || family === 'packages'
}

function isRecipeRead(command: Command, stated: readonly Effect[]): boolean {
  return stated.some(
    (effect) => effect.via.length > command.via.length && !(effect.kind === 'run-code' && !effect.read),
  )
}

/** What the words of a command say by themselves, whatever its reader; what that has stated is not said twice. */
export function stateSpoken(command: Command, standing: Standing, stated: readonly Effect[], scribe: Scribe): void {
  const { name } = command
  const family = name === undefined ? undefined : familyFor(name)
  if (name === undefined || (family !== undefined && READ_ELSEWHERE.has(family)) || asksOnly(command)) return
  const own = stated.filter(({ via }) => via.length === command.via.length)
  const known = programFor(name) !== undefined
  const says = (...kinds: readonly Effect['kind'][]) => own.some(({ kind }) => kinds.includes(kind))
  // A table of a tool's sub-commands takes what it does not know for a question.
  const proven = standing === 'proven' && family !== 'cloud'
  if (!says('expose-secret')) stateRevealing(command, { family: known ? family : undefined, proven }, scribe)
  if (proven) return
  if (!says('send-data')) stateInlineCarried(command, scribe)
  const manages = known ? family === 'system' || family === 'network' : undefined
  if (!says('weaken')) stateUnguarded(command, manages, scribe)
  if (changesDeployed(own)) stateSwitchedOff(command, scribe)
  if (family === 'cloud' && !says('external-write')) statePaid(command, scribe)
  const lasting = { stated: says('persist', 'service-control'), tasks: isTaskRunner(family) }
  if (!says('weaken')) stateLasting(command, lasting, scribe)
  if (!says('resource-change', 'database-change')) {
    if (!says('delete-path')) stateForgotten(command, scribe)
    stateWholeStore(command, scribe)
    if (!TALKS.has(family ?? '')) stateTold(command, !known, scribe)
    if (!known) stateToldThere(command, scribe)
    if (!known || family === 'interpreters') stateTakenDown(command, scribe)
    if (!known) stateOverridden(command, scribe)
  }
  if (
    family !== 'cloud' &&
    !isRecipeRead(command, stated) &&
    !says('resource-change', 'database-change', 'deploy', 'publish')
  )
    stateTask(command, scribe)
  const changes = says('resource-change', 'database-change', 'deploy', 'publish', 'git-push', 'external-write')
  if (known && !changes && !isRecipeRead(command, stated)) stateUnsaid(command, scribe)
  // A name that only sounds like a stage of development keeps nobody from seeing what lies under it.
  const out = says('publish') || own.some((effect) => effect.kind === 'deploy' && !isTried(effect.stage))
  // `www` beside a domain is a name in it.
  const zoned = own.some((effect) => effect.kind === 'resource-change' && effect.family === 'dns')
  if ((!known || family === 'cloud') && !out && !zoned) statePublishedFolder(command, scribe)
  if (!out && !says('git-push', 'resource-change') && family !== 'containers') {
    statePutOut(command, scribe)
    if (!says('database-change', 'external-write')) stateTakenOut(command, scribe)
  }
  // A form that its reader knows nothing of is read like a program that nobody knows.
  const unread = family === 'cloud' && standing === 'unknown' && own.length === 0
  if ((known && !unread) || family === 'interpreters') return
  if (!says('touch-guarded')) stateLaidOut(command, scribe)
  if (!says('external-write', 'send-data')) {
    stateTelling(command, scribe)
    stateRecord(command, scribe)
    if (!says('weaken')) {
      stateSilenced(command, scribe)
      statePassedOver(command, scribe)
    }
    stateHandingOut(command, scribe)
    stateSentTo(command, scribe)
  }
  stateUnrecorded(command, scribe)
  if (says('delete-path')) return
  stateMirrored(command, scribe)
  stateWiped(command, scribe)
}
