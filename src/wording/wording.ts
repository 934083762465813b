import type { Action } from '../analysis/action.ts'
import type { Effect } from '../analysis/effects.ts'
import type { DataSource } from '../analysis/words.ts'
import { hasWrapper } from '../analysis/wrappers.ts'
import { sayChange } from './changes.ts'
import { sayDownload, sayPatch, sayProgram, sayRun } from './code.ts'
import { CONCERNS, type Concern } from './concerns.ts'
import { sayExternal } from './external.ts'
import { sayDelete, sayMode, sayRead, sayTouch, sayWrite } from './files.ts'
import { sayDiscard, sayForeignPush, sayPush, sayTagPush } from './git.ts'
import {
  sayAgent,
  sayConnect,
  sayExhaust,
  sayGrant,
  sayImpersonate,
  sayInstall,
  sayListen,
  sayObserve,
  sayPersist,
  sayRemote,
  saySecret,
  saySend,
  sayService,
  saySignal,
  sayWeaken,
} from './machine.ts'
import { cutAtWord, hostName, placeName, type Reader, sourceName } from './names.ts'
import type { Said } from './said.ts'
import { sayDatabase, sayDeploy, sayPublish } from './services.ts'

/** Hosts show some 80 characters of a line. */
const MAX_HEADLINE = 80

/** What a person is told of an effect: each part is a sentence without its period. */
export interface Wording {
  /** In the third person: `deletes namespace shop`. */
  readonly headline: string
  /** Why that is harmful. */
  readonly why?: string
  /** A safer way that itself passes: a command in backticks, or a few words. */
  readonly attempt?: string
}

/** In which respect an effect is told of, where it has several. */
export interface Aspect {
  readonly concern?: Concern
  /** Of all that is sent, what matters. */
  readonly source?: DataSource | 'project'
  /** The host is one of these, however it is written. */
  readonly reach?: 'metadata' | 'callback'
  /** A push that goes to a place which isn't the project's, or that brings a version tag. */
  readonly push?: 'foreign' | { readonly tag: string }
  /** The program whose place a script would take. */
  readonly replaces?: string
  /** The sentence of the settings that it goes against. */
  readonly rule?: string
  /** A category that failed on it: what it would have found isn't known. */
  readonly failure?: string
}

export function wordEffect(effect: Effect, reader: Reader = {}, aspect: Aspect = {}): Wording {
  const [headline, why, attempt] = say(effect, reader, aspect)
  const { concern, rule, failure } = aspect
  const reason = failure === undefined ? (why ?? (concern && CONCERNS[concern])) : `It couldn't be checked: ${failure}`
  const shownReason = rule === undefined ? reason : `Your settings say "${rule}"`
  return {
    headline,
    ...(shownReason !== undefined && { why: shownReason }),
    ...(attempt !== undefined && rule === undefined && { attempt }),
  }
}

/** A headline in one line: what stands in brackets goes first. */
export function fitted(text: string, room = MAX_HEADLINE): string {
  return text.length <= room ? text : cutAtWord(text.replace(/ \([^()]*\)(?=$|\.)/, ''), room) || text.slice(0, room)
}

/** INVARIANT: every kind of effect stands here. */
function say(effect: Effect, reader: Reader, { concern, source, reach, push, replaces }: Aspect): Said {
  switch (effect.kind) {
    case 'read-path':
      return sayRead(effect, reader, concern)
    case 'write-path':
    case 'touch-protected':
      if (replaces !== undefined)
        return [
          `replaces ${replaces} with a script`,
          `Every program that starts ${replaces} would run the script instead`,
        ]
      return effect.kind === 'write-path' ? sayWrite(effect, reader, concern) : sayTouch(effect, reader, concern)
    case 'delete-path':
      return sayDelete(effect, reader)
    case 'change-mode':
      return sayMode(effect, reader)
    case 'run-program':
      return sayProgram(effect, reader)
    case 'run-code':
      return sayRun(effect, reader)
    case 'download':
      return reach === undefined ? sayDownload(effect, reader) : sayConnect(effect.host, reach)
    case 'send-data':
      if (reach !== undefined) return sayConnect(effect.host, reach)
      return saySend(effect, reader, source === 'project' ? 'the whole project' : source && sourceName(source, reader))
    case 'connect':
      return sayConnect(effect.host, reach ?? effect.address)
    case 'listen':
      return sayListen(effect)
    case 'git-discard':
      return sayDiscard(effect)
    case 'git-push':
      return push === undefined
        ? sayPush(effect)
        : push === 'foreign'
          ? sayForeignPush(effect)
          : sayTagPush(effect, push.tag)
    case 'publish':
      return sayPublish(effect)
    case 'deploy':
      return sayDeploy(effect)
    case 'remote-exec':
      return sayRemote(effect)
    case 'resource-change':
      return sayChange(effect)
    case 'database-change':
      return sayDatabase(effect)
    case 'signal-process':
      return concern === 'gate' ? ['stops Irongate'] : saySignal(effect)
    case 'service-control':
      return sayService(effect)
    case 'persist':
      return sayPersist(effect)
    case 'grant':
      return sayGrant(effect)
    case 'weaken':
      return sayWeaken(effect)
    case 'expose-secret':
      return saySecret(effect, reader)
    case 'install':
      return sayInstall(effect)
    case 'spawn-agent':
      return sayAgent(effect)
    case 'external-write':
      return sayExternal(effect)
    case 'apply-patch':
      return sayPatch(effect, reader)
    case 'impersonate':
      return sayImpersonate(effect)
    case 'observe':
      return sayObserve(effect)
    case 'exhaust':
      return sayExhaust(effect)
  }
}

type Call = Pick<Action, 'tool' | 'effects'>

/** Does the effect happen where another one logs in? A library's call that types a line there is no program of that kind. */
function isThere(effect: Effect, remote: Effect): boolean {
  return (
    effect !== remote && (hasWrapper(effect, 'remote') || effect.wrapperNames.includes(remote.actor.words.join(' ')))
  )
}

/** The same, of a call: what a file that is written would do, or an agent that is started, the call itself doesn't do. */
export function wordCall(effect: Effect, { tool, effects }: Call, reader: Reader, aspect: Aspect = {}): Wording {
  const wording = wordEffect(effect, reader, aspect)
  const remote = effects.find((other) => other.kind === 'remote-exec' && isThere(effect, other))
  if (remote?.kind === 'remote-exec') {
    const { attempt: _, ...rest } = wording
    return { ...rest, headline: `${wording.headline} on ${hostName(remote.host)}` }
  }
  if (tool === 'Bash' || tool === 'PowerShell') return wording
  const agent = effects.find((other) => other.kind === 'spawn-agent')
  if (agent?.kind === 'spawn-agent' && agent !== effect) {
    const start = /^an? /.test(agent.agent) ? `plans ${agent.agent}` : 'uses an agent'
    return { ...wording, headline: `${start} that ${wording.headline}` }
  }
  const file = effects.find((other) => other.kind === 'write-path' && other.actor.words.join(' ') === tool)
  const own = file === effect || ('path' in effect && effect.actor.words.join(' ') === tool)
  if (file?.kind !== 'write-path' || own) return wording
  const { attempt: _, ...rest } = wording
  return {
    ...rest,
    headline: `${file.how === 'edit' ? 'edits' : 'writes'} ${placeName(file.path, reader)}, which ${wording.headline}`,
  }
}

/** The gravest first: which effect speaks for a call of which only one thing can be said. */
const GRAVITY: readonly Effect['kind'][] = [
  ...([
    'send-data',
    'delete-path',
    'database-change',
    'resource-change',
    'git-discard',
    'git-push',
    'publish',
  ] as const),
  ...([
    'deploy',
    'external-write',
    'remote-exec',
    'grant',
    'weaken',
    'persist',
    'service-control',
    'signal-process',
  ] as const),
  ...(['expose-secret', 'install', 'listen', 'change-mode', 'write-path', 'touch-protected', 'apply-patch'] as const),
  ...(['spawn-agent', 'download', 'run-code', 'observe', 'exhaust', 'impersonate', 'connect', 'run-program'] as const),
]

/** What a call does that only asks because of what it is; undefined where nothing is known of it. */
export function wordAction(
  action: Call,
  reader: Reader,
  isMeant: (effect: Effect) => boolean = () => true,
): Wording | undefined {
  const sure = action.effects.filter((effect) => effect.certainty !== 'possible' && isMeant(effect))
  const effect = GRAVITY.flatMap((kind) => sure.find((each) => each.kind === kind) ?? [])[0] ?? sure[0]
  return effect && wordCall(effect, action, reader)
}
