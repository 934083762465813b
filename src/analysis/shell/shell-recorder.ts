import { environmentOfCommand, withDeploymentEnvironment } from '../../knowledge/lexicon/deployment-environments.ts'
import { actorOf } from '../actor.ts'
import { readCode } from '../code/read-code.ts'
import type { CodeLanguage, Effect, EffectDraft } from '../effects.ts'
import { type Facts, isBeyondReadLimit } from '../facts.ts'
import type { WrittenFile } from '../files/file-effects.ts'
import { widenToListing } from '../flow/listing-targets.ts'
import { runOnArrival } from '../flow/live-runners.ts'
import { hasOnlyLocalFiles, provenanceOf } from '../flow/provenance.ts'
import { createdClusters, isSessionCluster } from '../flow/session-clusters.ts'
import { isSessionData } from '../flow/session-data.ts'
import { isCreatedEarlierHere, isSessionDevice, isSessionResource } from '../flow/session-resources.ts'
import { shadowingEffect } from '../flow/shadowing.ts'
import { isGateProgramPath } from '../gate/gate-program.ts'
import { recordSentCommands, recordUnreadScript } from '../generic/unknown-command.ts'
import { notMatching } from '../generic/word-shapes.ts'
import { commandBaseName } from '../interpret/base-name.ts'
import { createCollectingRecorder } from '../interpret/collecting-recorder.ts'
import { weakestGrade } from '../interpret/grade.ts'
import { LIMITS } from '../interpret/limits.ts'
import type { CommandGrade, EffectRecorder, RunOptions } from '../interpret/program.ts'
import { joinSources, literalWord, withCarriedSecrets } from '../interpret/values.ts'
import { pathUse } from '../paths/path-use.ts'
import { isActingPath, type PathUse } from '../paths/paths.ts'
import { bindsOnlyLoopback } from '../remote/bind-addresses.ts'
import { isForwarded, withForwardedReach } from '../remote/forwarded-ports.ts'
import { withLocalEndpoint } from '../remote/local-endpoints.ts'
import { withMailReach } from '../remote/mail-server.ts'
import { withSessionServer } from '../remote/session-servers.ts'
import { createdNetworkKeys, isSessionNetwork } from '../remote/virtual-network.ts'
import { hasOwnDatabase } from '../sql/bound-database.ts'
import { withPublishRegistry } from '../targets.ts'
import type { Command, Span, Stdin, Value, Word } from '../words.ts'
import { keepsEnvironment, wrapperOf } from '../wrappers.ts'
import { originOf, resolveSources } from './data-flow.ts'
import type { Call } from './dispatch.ts'
import { endpointContext, marksBefore } from './endpoint-context.ts'
import { zshProgramName } from './expand.ts'
import { type Frame, noteEffect, noteHandledDeeper, noteOverrun, noteUnknown, noteUnread } from './frame.ts'
import { factsOfOtherMachine, isConfined } from './other-machine.ts'
import { fileText } from './overlay.ts'
import { overlaidPathUse } from './overlay-paths.ts'
import { createProcessScope, NO_NAMES } from './scope.ts'
import { trackEffect } from './track-files.ts'

export interface CoreRunOptions extends RunOptions {
  /** `$1`, `$2`, … of the inner shell. */
  readonly positional?: readonly Word[]
  /** `$0` of the inner shell. */
  readonly script?: string
}

/** A recorder that remembers what the inner command prints, so that a wrapper's output is known. */
export interface CoreRecorder extends EffectRecorder {
  readonly frame: Frame
  inner(): Value | undefined
}

function withFollowedPayload(effect: Effect, frame: Frame): Effect {
  if (effect.kind !== 'send-data' || !effect.payload.some((source) => source.kind === 'file')) return effect
  const { sources } = resolveSources({ text: undefined, sources: effect.payload }, frame)
  return { ...effect, payload: withCarriedSecrets(joinSources(effect.payload, sources), frame.facts) }
}

const STDIN_PATH = /^\/(?:dev\/(?:stdin|fd\/0)|proc\/self\/fd\/0)$/

/** Commands of a text that are asked what they made: what a later one made is nobody's. */
const MAX_PRIOR_COMMANDS = 64

function withSessionOwnership(effect: Effect, command: Command, { facts, analysis }: Frame): Effect {
  const { started } = facts.session
  const before = (key: string) =>
    analysis.log.commands.slice(0, MAX_PRIOR_COMMANDS).some((made) => createdNetworkKeys(made).includes(key))
  const network = effect.kind === 'resource-change' && effect.system === 'network'
  const own =
    (isResourceEffect(effect, command) &&
      (isSessionResource(command, started) ||
        isCreatedEarlierHere(command, analysis.log.commands.slice(0, MAX_PRIOR_COMMANDS)))) ||
    ((effect.kind === 'delete-path' || effect.kind === 'write-path') && isSessionDevice(effect.path.real, started)) ||
    (effect.kind === 'database-change' && effect.reach !== 'remote' && isSessionData(command, started)) ||
    (effect.kind === 'database-change' && effect.reach === 'unknown' && hasOwnDatabase(command, facts)) ||
    (effect.kind === 'resource-change' && isOwnCluster(command, { facts, analysis })) ||
    (network && isSessionNetwork(command, (key) => started.has(key) || before(key)))
  return own ? { ...effect, certainty: 'possible', own } : effect
}

function isOwnCluster(command: Command, { facts, analysis }: Pick<Frame, 'facts' | 'analysis'>): boolean {
  const { started, written } = facts.session
  const here = analysis.log.commands.slice(0, MAX_PRIOR_COMMANDS).flatMap(createdClusters)
  const isWritten = (file: string) =>
    written.has(file) || analysis.overlay.files.has(file) || (here.length > 0 && facts.file(file).kind === 'file')
  return isSessionCluster(command, (key) => started.has(key) || here.includes(key), isWritten)
}

function isResourceEffect(effect: Effect, { args }: Command): boolean {
  switch (effect.kind) {
    case 'resource-change':
    case 'database-change':
    case 'signal-process':
      return true
    case 'service-control':
      return effect.verb === 'stop' || effect.verb === 'restart' || effect.verb === 'reload'
    case 'delete-path':
      return /^\/dev\//.test(effect.path.real ?? '') && !args.some(({ known }) => known.includes('/dev/'))
    default:
      return false
  }
}

function withLocalBinding(effect: Effect, { args }: Command): Effect {
  return effect.kind === 'listen' && effect.reach === 'network' && bindsOnlyLoopback(args)
    ? { ...effect, reach: 'loopback' }
    : effect
}

function withWholeListing(effect: Effect, command: Command, facts: Facts): Effect {
  if (effect.kind !== 'delete-path' || !effect.path.glob || !effect.path.dynamic) return effect
  const { text } = effect.path
  if (!/(?:^|\/)…$/.test(text)) return effect
  const known = `${text.slice(0, -1)}*`
  const path = pathUse({ known, text: known, glob: true, dynamic: false }, command.cwd, facts)
  return path.zone === 'unknown' ? effect : { ...effect, path }
}

export function recorderFor(command: Command, frame: Frame): CoreRecorder {
  const { log, overlay } = frame.analysis
  let printed: Value | undefined
  const facts = frame.facts
  const pathOfWord = (word: Word): PathUse => overlaidPathUse(word, command, frame)
  const inside = (wrapper: string, options: CoreRunOptions = {}): Frame => {
    const place = options.place?.kind ?? frame.place
    const stdin: Stdin = options.stdin ? { kind: 'value', value: options.stdin } : command.stdin
    const scope = createProcessScope(frame.scope, options.positional ?? [], {
      script: options.script,
      imports: commandBaseName(command) === 'bash',
      withheld: options.withheld ?? (keepsEnvironment(command.name) ? NO_NAMES : 'all'),
    })
    const given = 'cwd' in options ? options.cwd : command.cwd
    scope.cwd = options.place ? undefined : given
    const wrapperNames = [...command.wrapperNames, wrapper]
    const wrappers = [...command.wrappers, options.wrappedBy ?? wrapperOf(command.name)]
    const known = options.place ? factsOfOtherMachine(facts) : facts
    const typed = options.typed ?? frame.typed ?? false
    const ownContainer = options.place ? options.place.own === true : frame.ownContainer === true
    const depth = frame.depth + 1
    return {
      ...frame,
      facts: known,
      scope,
      wrapperNames,
      wrappers,
      stdin,
      stdout: command.stdout,
      depth,
      place,
      typed,
      ownContainer,
    }
  }
  const placed = (effect: Effect): Effect => {
    const forwarded = withForwardedReach(effect, command, (port) =>
      isForwarded(port, facts.session, frame.analysis.settings),
    )
    const there = withMailReach(withPublishRegistry(withDeploymentEnvironment(forwarded, command), command), command)
    const bound = frame.place === 'here' ? withLocalEndpoint(there, command, endpointContext(frame)) : there
    return withSessionServer(withSessionOwnership(bound, command, frame), command, {
      started: facts.session.started,
      inside: frame.ownContainer === true,
      before: log.commands,
      isPassing: (folder) => {
        const { zone, sessionMade } = pathOfWord(literalWord(folder, command.span))
        return zone === 'temp' || sessionMade
      },
    })
  }
  const recorder: CoreRecorder = {
    kept: frame.analysis.kept,
    facts,
    frame,
    inner: () => printed,
    effect: (draft: EffectDraft) => {
      const by = draft.by ?? command.name ?? '?'
      const { span, wrapperNames, wrappers } = command
      // The draft first: an object is copied far faster than it is added to another.
      const { certainty = 'certain', actor = actorOf(by) } = draft
      const plain = { ...draft, certainty, actor, by, span, wrapperNames, wrappers } as Effect
      // Whose a thing is, and where it goes, are no questions to a read.
      const effect = plain.kind === 'read-path' ? plain : placed(plain)
      if (isConfined(effect, frame.place)) return
      noteEffect(
        frame,
        widenToListing(
          withWholeListing(withFollowedPayload(withLocalBinding(effect, command), frame), command, facts),
          command,
        ),
      )
      if (effect.kind === 'send-data' && effect.channel === 'socket')
        recordSentCommands(effect.host, effect.payload, command, recorder)
      const run = runOnArrival(effect, facts)
      if (run) noteEffect(frame, run)
      const shadow = effect.kind === 'read-path' ? undefined : shadowingEffect(effect)
      if (shadow) noteEffect(frame, shadow)
      const write = effect.kind === 'write-path' && frame.place === 'here' ? effect : undefined
      const before = write && textBefore(write, frame)
      trackEffect(effect, command, frame)
      const file = write && fileAfter(write, before, frame)
      if (file && canSearch(file, frame, command.span)) frame.analysis.reader.recordFileEffects(file, recorder)
    },
    onBranch: (name, made) => {
      if (!frame.maybe) frame.analysis.branch = { name, made }
    },
    branch: () => frame.analysis.branch,
    environment: () => environmentOfCommand(command),
    onSetting: (key, value) => frame.analysis.settings.set(key.toLowerCase(), value),
    settings: () => frame.analysis.settings,
    marks: (begins) => marksBefore(begins, frame),
    variables: (begins) => endpointContext(frame).environment(begins),
    passesOver: () => /[;\n]|\|\|/.test(frame.analysis.whole?.text ?? ';'),
    provenance: (real) => provenanceOf(real, facts, overlay),
    untouched: () => hasOnlyLocalFiles(facts, overlay),
    path: pathOfWord,
    pathOf: (text) => pathOfWord(literalWord(text, command.span)),
    runs: (words, wrapper, options) => {
      const inner = inside(wrapper, options)
      noteHandledDeeper(frame, words)
      if (isTooDeep(inner, command)) return 'unknown'
      const before = log.grade
      log.grade = 'proven'
      const call = innerCallOf(words, command, inner)
      if (call) printed = frame.analysis.reader.runCall(call)
      const grade = log.grade
      log.grade = weakestGrade(before, grade)
      return grade
    },
    runsShell: (text, wrapper, options) => {
      const inner = inside(wrapper, options)
      if (isTooDeep(inner, command)) return 'unknown'
      const [grade, output] = frame.analysis.reader.readLayer(
        text,
        inner,
        recorderFor(withWrappers(command, inner), inner),
      )
      printed = output
      return grade
    },
    runsCode: (language: CodeLanguage, text, wrapper) => {
      if (language === 'shell') return recorder.runsShell(text, wrapper)
      const inner = inside(wrapper)
      const code = recorderFor(withWrappers(command, inner), { ...inner, scope: frame.scope })
      if (isTooDeep(inner, command)) return 'unknown'
      return runCodeText(language, text, code, frame)
    },
    runsFile: (path, language, wrapper, args) => {
      const inner = inside(wrapper, { positional: args ?? [], script: path.text })
      noteHandledDeeper(frame, path)
      if (isTooDeep(inner, command)) return 'unknown'
      const [grade, output] = frame.analysis.reader.runFile(
        { path, language, args: args ?? [] },
        inner,
        recorderFor(withWrappers(command, inner), inner),
      )
      printed = output
      return grade
    },
    forStoredText: (name) =>
      createCollectingRecorder(frame.analysis.reader.readShell, {
        by: name,
        facts,
        wrapperNames: [name],
        kept: frame.analysis.kept,
      }),
    unread: (script, args) => recordUnreadScript({ ...command, args }, script, recorder),
    unknown: (why, kind) => noteUnknown(frame, why, command.span, kind),
    listed: (path) => resolveSources({ text: undefined, sources: [{ kind: 'file', path, secret: false }] }, frame),
    readText: (path) => {
      if (STDIN_PATH.test(path)) return command.stdin.kind === 'value' ? command.stdin.value.text : undefined
      const { text, hash } = fileText(overlay, facts, path)
      if (text !== undefined && hash !== undefined && !log.reads.some((read) => read.path === path))
        log.reads.push({ path, hash })
      if (text === undefined && isBeyondReadLimit(facts.text(path)))
        noteOverrun(frame, 'more files than are read for one call', command.span)
      return text
    },
  }
  return recorder
}

export function withWrappers(
  command: Command,
  { wrapperNames, wrappers }: Pick<Frame, 'wrapperNames' | 'wrappers'>,
): Command {
  return { ...command, wrapperNames, wrappers }
}

function isTooDeep(inner: Frame, command: Command): boolean {
  inner.analysis.words += command.args.length
  if (inner.depth <= LIMITS.depth && inner.analysis.words <= LIMITS.words) return false
  noteUnread(inner, 'nested too deep', command.span)
  return true
}

function runCodeText(language: CodeLanguage, text: Value, recorder: CoreRecorder, frame: Frame): CommandGrade {
  const { origin, host, address } = originOf(text, frame)
  const more = address === undefined ? {} : { address }
  const known = text.text ?? soleFileText(text, recorder)
  const own = text.sources.find((source) => source.kind === 'file' && isGateProgramPath(source.path, frame.facts))
  if (own?.kind === 'file') recorder.effect({ kind: 'weaken', area: 'gate', feature: `runs ${own.path}` })
  if (known === undefined) {
    recorder.effect({ kind: 'run-code', language, origin, read: false, host, ...more })
    recorder.unknown('code that is not known')
    return 'unknown'
  }
  return readCode(language, known, { recorder, origin, ...(host !== undefined && { host }), ...more })
}

function soleFileText(value: Value, recorder: CoreRecorder): string | undefined {
  const [source] = value.sources
  return value.sources.length === 1 && source?.kind === 'file' ? recorder.readText(source.path) : undefined
}

function innerCallOf(words: readonly Word[], command: Command, frame: Frame): Call | undefined {
  const first = words.findIndex(notMatching(/^(?:[A-Za-z_]\w*|BASH_FUNC_[^=]{1,200})=/))
  const given = (first < 0 ? words : words.slice(0, first)).map((word) => {
    const equals = word.known.indexOf('=')
    const known = word.known.slice(equals + 1)
    const value: Word = { ...word, known, text: word.text === undefined ? undefined : known }
    return { name: word.known.slice(0, equals), word: value, append: false, indexed: false }
  })
  const [head, ...args] = first < 0 ? [] : words.slice(first)
  if (!head && given.length === 0) return undefined
  const inner: Command = {
    ...command,
    name: zshProgramName(head?.text),
    head,
    args,
    // What was set for the wrapper is set for what it runs.
    assignments: [...command.assignments, ...given.map(({ name, word }) => ({ name, value: word, append: false }))],
    redirects: [],
    stdin: frame.stdin,
    wrapperNames: frame.wrapperNames,
    wrappers: frame.wrappers,
    cwd: frame.scope.cwd,
  }
  return { command: inner, frame, declarations: [], given, bound: [], table: new Map() }
}

type WritePathEffect = Extract<Effect, { kind: 'write-path' }>

function textBefore({ path }: WritePathEffect, { analysis, facts }: Frame): string | undefined {
  return path.real === undefined ? undefined : fileText(analysis.overlay, facts, path.real).text
}

/** The file as a write leaves it, once the write was tracked; undefined when nothing of its text is known. */
function fileAfter(write: WritePathEffect, before: string | undefined, frame: Frame): WrittenFile | undefined {
  const { path, how, content } = write
  if (content === undefined) {
    const after = how === 'edit' ? textBefore(write, frame) : undefined
    return after === undefined || after === before ? undefined : { path, content: after, whole: true, before }
  }
  if (how === 'overwrite' || how === 'create') return { path, content, whole: true, before }
  if (how === 'append' && before !== undefined) return { path, content: `${before}${content}`, whole: true, before }
  return { path, content, whole: false }
}

const FILE_COST = 400

/** Counts what is searched. A text that writes file after file is not followed into all of them, and that is noted. */
function canSearch({ path, content }: WrittenFile, frame: Frame, span: Span): boolean {
  const { analysis } = frame
  analysis.searched += content.length + FILE_COST
  if (analysis.searched <= LIMITS.searched) return true
  if (isActingPath(path)) noteOverrun(frame, 'too many files that act', span)
  else noteUnknown(frame, 'too many files to look into', span)
  return false
}
