import { baseOf } from '../base-name.ts'
import { readCode } from '../code/read-code.ts'
import { doerOf } from '../doer.ts'
import type { CodeLanguage, Effect, EffectDraft } from '../effects.ts'
import { type Facts, isBeyond, type SessionFacts } from '../facts.ts'
import type { WrittenFile } from '../files/file-effects.ts'
import { isForwarded, ofForwarded } from '../forwarded-ports.ts'
import { layerOf } from '../layers.ts'
import { onListed } from '../listed.ts'
import { runOnArrival } from '../live-runners.ts'
import { isOwnData } from '../made-data.ts'
import { isOwnDevice, isOwnHere, isOwnThing } from '../made-things.ts'
import { mailedTo } from '../mail-server.ts'
import { isOwnProgramPath } from '../own-program.ts'
import { ofOwnServer } from '../own-servers.ts'
import { isOwnNetwork, passingMade } from '../passing-network.ts'
import { pathUse } from '../path-use.ts'
import { isActing, type PathUse } from '../paths.ts'
import { bindsOnlyHere } from '../programs/network/binding.ts'
import type { RunOptions, Scribe, Standing } from '../programs/program.ts'
import { weakest } from '../programs/standing.ts'
import { unlike } from '../programs/unlisted/shapes.ts'
import { stateSaid, stateUnreadScript } from '../programs/unlisted/unlisted.ts'
import { isAllHere, provenanceOf } from '../provenance.ts'
import { shadowOf } from '../shadowing.ts'
import { staged, stageOf } from '../stages.ts'
import { publishedTo } from '../targets.ts'
import type { Command, Span, Stdin, Value, Word } from '../words.ts'
import type { Call } from './dispatch.ts'
import { lookedUpName } from './expand.ts'
import { originOf, resolved } from './flows.ts'
import { type Frame, noteEffect, noteHanded, noteOverrun, noteUnknown, noteUnread } from './frame.ts'
import { LIMITS } from './limits.ts'
import { overlaid } from './overlaid.ts'
import { fileText } from './overlay.ts'
import { processScope } from './scope.ts'
import { trackEffect } from './track.ts'
import { carriedSources, joinSources, literalWord } from './values.ts'

export interface CoreRunOptions extends RunOptions {
  /** `$1`, `$2`, … of the inner shell. */
  readonly positional?: readonly Word[]
  /** `$0` of the inner shell. */
  readonly script?: string
}

/** A scribe that remembers what the inner command prints, so that a wrapper's output is known. */
export interface CoreScribe extends Scribe {
  readonly frame: Frame
  inner(): Value | undefined
}

function sentFrom(effect: Effect, frame: Frame): Effect {
  if (effect.kind !== 'send-data' || !effect.payload.some((source) => source.kind === 'file')) return effect
  const { sources } = resolved({ text: undefined, sources: effect.payload }, frame)
  return { ...effect, payload: carriedSources(joinSources(effect.payload, sources), frame.facts) }
}

const OWN_INPUT = /^\/(?:dev\/(?:stdin|fd\/0)|proc\/self\/fd\/0)$/

/** Commands of a text that are asked what they made: what a later one made is nobody's. */
const MOST_BEFORE = 64

function ofOwn(effect: Effect, command: Command, { facts, analysis }: Frame): Effect {
  const { started } = facts.session
  const before = (key: string) =>
    analysis.book.commands.slice(0, MOST_BEFORE).some((made) => passingMade(made).includes(key))
  const network = effect.kind === 'resource-change' && effect.system === 'network'
  const own =
    (isOfThing(effect, command) &&
      (isOwnThing(command, started) || isOwnHere(command, analysis.book.commands.slice(0, MOST_BEFORE)))) ||
    ((effect.kind === 'delete-path' || effect.kind === 'write-path') && isOwnDevice(effect.path.real, started)) ||
    (effect.kind === 'database-change' && effect.reach !== 'remote' && isOwnData(command, started)) ||
    (network && isOwnNetwork(command, (key) => started.has(key) || before(key)))
  return own ? { ...effect, certainty: 'possible', own } : effect
}

function isOfThing(effect: Effect, { args }: Command): boolean {
  switch (effect.kind) {
    case 'resource-change':
    case 'database-change':
    case 'signal-process':
      return true
    case 'service-control':
      return /^(?:stop|restart|reload)$/.test(effect.verb)
    case 'delete-path':
      return /^\/dev\//.test(effect.path.real ?? '') && !args.some(({ known }) => known.includes('/dev/'))
    default:
      return false
  }
}

function boundHere(effect: Effect, { args }: Command): Effect {
  return effect.kind === 'listen' && effect.reach === 'network' && bindsOnlyHere(args)
    ? { ...effect, reach: 'loopback' }
    : effect
}

function wholeListing(effect: Effect, command: Command, facts: Facts): Effect {
  if (effect.kind !== 'delete-path' || !effect.path.glob || !effect.path.dynamic) return effect
  const { text } = effect.path
  if (!/(?:^|\/)…$/.test(text)) return effect
  const known = `${text.slice(0, -1)}*`
  const path = pathUse({ known, text: known, glob: true, dynamic: false }, command.cwd, facts)
  return path.zone === 'unknown' ? effect : { ...effect, path }
}

export function scribeFor(command: Command, frame: Frame): CoreScribe {
  const { book, overlay } = frame.analysis
  let printed: Value | undefined
  const facts = frame.facts
  const pathOfWord = (word: Word): PathUse => overlaid(word, command, frame)
  const inside = (wrapper: string, options: CoreRunOptions = {}): Frame => {
    const place = options.place?.kind ?? frame.place
    const stdin: Stdin = options.stdin ? { kind: 'value', value: options.stdin } : command.stdin
    const scope = processScope(frame.scope, options.positional ?? [], {
      script: options.script,
      imports: baseOf(command) === 'bash',
    })
    const given = 'cwd' in options ? options.cwd : command.cwd
    scope.cwd = options.place ? undefined : given
    const via = [...command.via, wrapper]
    const through = [...command.through, options.layer ?? layerOf(command.name)]
    const known = options.place ? elsewhere(facts) : facts
    const typed = options.typed ?? frame.typed ?? false
    const ownContainer = options.place ? options.place.own === true : frame.ownContainer === true
    const depth = frame.depth + 1
    return {
      ...frame,
      facts: known,
      scope,
      via,
      through,
      stdin,
      stdout: command.stdout,
      depth,
      place,
      typed,
      ownContainer,
    }
  }
  const placed = (effect: Effect): Effect => {
    const far = ofForwarded(effect, command, (port) => isForwarded(port, facts.session, frame.analysis.settings))
    const there = mailedTo(publishedTo(staged(far, command), command), command)
    return ofOwnServer(ofOwn(there, command, frame), command, {
      started: facts.session.started,
      inside: frame.ownContainer === true,
      before: book.commands,
      isPassing: (folder) => {
        const { zone, sessionMade } = pathOfWord(literalWord(folder, command.span))
        return zone === 'temp' || sessionMade
      },
    })
  }
  const scribe: CoreScribe = {
    kept: frame.analysis.kept,
    facts,
    frame,
    inner: () => printed,
    effect: (draft: EffectDraft) => {
      const by = draft.by ?? command.name ?? '?'
      const { span, via, through } = command
      // The draft first: an object is copied far faster than it is added to another.
      const { certainty = 'certain', doer = doerOf(by) } = draft
      const plain = { ...draft, certainty, doer, by, span, via, through } as Effect
      // Whose a thing is, and where it goes, are no questions to a read.
      const effect = plain.kind === 'read-path' ? plain : placed(plain)
      if (isInside(effect, frame.place)) return
      noteEffect(frame, onListed(wholeListing(sentFrom(boundHere(effect, command), frame), command, facts), command))
      if (effect.kind === 'send-data' && effect.channel === 'socket')
        stateSaid(effect.host, effect.payload, command, scribe)
      const run = runOnArrival(effect, facts)
      if (run) noteEffect(frame, run)
      const shadow = effect.kind === 'read-path' ? undefined : shadowOf(effect)
      if (shadow) noteEffect(frame, shadow)
      const write = effect.kind === 'write-path' && frame.place === 'here' ? effect : undefined
      const before = write && textBefore(write, frame)
      trackEffect(effect, command, frame)
      const file = write && fileAfter(write, before, frame)
      if (file && maySearch(file, frame, command.span)) frame.analysis.reader.stateFileEffects(file, scribe)
    },
    onBranch: (name, made) => {
      if (!frame.maybe) frame.analysis.branch = { name, made }
    },
    branch: () => frame.analysis.branch,
    stage: () => stageOf(command),
    onSetting: (key, value) => frame.analysis.settings.set(key.toLowerCase(), value),
    settings: () => frame.analysis.settings,
    passesOver: () => /[;\n]|\|\|/.test(frame.analysis.whole?.text ?? ';'),
    provenance: (real) => provenanceOf(real, facts, overlay),
    untouched: () => isAllHere(facts, overlay),
    path: pathOfWord,
    pathOf: (text) => pathOfWord(literalWord(text, command.span)),
    runs: (words, wrapper, options) => {
      const inner = inside(wrapper, options)
      noteHanded(frame, words)
      if (tooDeep(inner, command)) return 'unknown'
      const before = book.standing
      book.standing = 'proven'
      const call = callOf(words, command, inner)
      if (call) printed = frame.analysis.reader.runCall(call)
      const standing = book.standing
      book.standing = weakest(before, standing)
      return standing
    },
    runsShell: (text, wrapper, options) => {
      const inner = inside(wrapper, options)
      if (tooDeep(inner, command)) return 'unknown'
      const [standing, output] = frame.analysis.reader.readLayer(text, inner, scribeFor(within(command, inner), inner))
      printed = output
      return standing
    },
    runsCode: (language: CodeLanguage, text, wrapper) => {
      if (language === 'shell') return scribe.runsShell(text, wrapper)
      const inner = inside(wrapper)
      const code = scribeFor(within(command, inner), { ...inner, scope: frame.scope })
      if (tooDeep(inner, command)) return 'unknown'
      return runText(language, text, code, frame)
    },
    runsFile: (path, language, wrapper, args) => {
      const inner = inside(wrapper, { positional: args ?? [], script: path.text })
      noteHanded(frame, path)
      if (tooDeep(inner, command)) return 'unknown'
      const [standing, output] = frame.analysis.reader.runFile(
        { path, language, args: args ?? [] },
        inner,
        scribeFor(within(command, inner), inner),
      )
      printed = output
      return standing
    },
    unread: (script, args) => stateUnreadScript({ ...command, args }, script, scribe),
    unknown: (why, kind) => noteUnknown(frame, why, command.span, kind),
    readText: (path) => {
      if (OWN_INPUT.test(path)) return command.stdin.kind === 'value' ? command.stdin.value.text : undefined
      const { text, hash } = fileText(overlay, facts, path)
      if (text !== undefined && hash !== undefined && !book.reads.some((read) => read.path === path))
        book.reads.push({ path, hash })
      if (text === undefined && isBeyond(facts.text(path)))
        noteOverrun(frame, 'more files than are read for one call', command.span)
      return text
    },
  }
  return scribe
}

export function within(command: Command, { via, through }: Pick<Frame, 'via' | 'through'>): Command {
  return { ...command, via, through }
}

function tooDeep(inner: Frame, command: Command): boolean {
  inner.analysis.words += command.args.length
  if (inner.depth <= LIMITS.depth && inner.analysis.words <= LIMITS.words) return false
  noteUnread(inner, 'nested too deep', command.span)
  return true
}

function runText(language: CodeLanguage, text: Value, scribe: CoreScribe, frame: Frame): Standing {
  const { origin, host, address } = originOf(text, frame)
  const more = address === undefined ? {} : { address }
  const known = text.text ?? soleFileText(text, scribe)
  const own = text.sources.find((source) => source.kind === 'file' && isOwnProgramPath(source.path, frame.facts))
  if (own?.kind === 'file') scribe.effect({ kind: 'weaken', area: 'gate', feature: `runs ${own.path}` })
  if (known === undefined) {
    scribe.effect({ kind: 'run-code', language, origin, read: false, host, ...more })
    scribe.unknown('code that is not known')
    return 'unknown'
  }
  return readCode(language, known, { scribe, origin, ...(host !== undefined && { host }), ...more })
}

function soleFileText(value: Value, scribe: CoreScribe): string | undefined {
  const [source] = value.sources
  return value.sources.length === 1 && source?.kind === 'file' ? scribe.readText(source.path) : undefined
}

function callOf(words: readonly Word[], command: Command, frame: Frame): Call | undefined {
  const first = words.findIndex(unlike(/^(?:[A-Za-z_]\w*|BASH_FUNC_[^=]{1,200})=/))
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
    name: lookedUpName(head?.text),
    head,
    args,
    // What was set for the wrapper is set for what it runs.
    assignments: [...command.assignments, ...given.map(({ name, word }) => ({ name, value: word, append: false }))],
    redirects: [],
    stdin: frame.stdin,
    via: frame.via,
    through: frame.through,
    cwd: frame.scope.cwd,
  }
  return { command: inner, frame, declarations: [], given, bound: [], table: new Map() }
}

/** Inside a container its own files are at stake, not this machine's. */
function isInside(effect: Effect, place: Frame['place']): boolean {
  if (place === 'throwaway' && isOfSystem(effect)) return true
  return (place === 'container' || place === 'throwaway') && isLocal(effect)
}

function isOfSystem(effect: Effect): boolean {
  if (effect.kind === 'resource-change') return effect.system === 'accounts'
  return effect.kind === 'grant' && effect.reach === 'machine'
}

function isLocal(effect: Effect): boolean {
  switch (effect.kind) {
    case 'read-path':
    case 'write-path':
    case 'delete-path':
    case 'change-mode':
    case 'touch-guarded':
    case 'run-program':
    case 'signal-process':
    case 'service-control':
    case 'install':
      return true
    default:
      return false
  }
}

const NO_SESSION: SessionFacts = {
  written: new Map(),
  created: new Set(),
  downloaded: new Map(),
  branches: new Set(),
  started: new Set(),
  seen: new Set(),
}

/** Facts of another machine or container: nothing of this one holds there, and nothing can be looked up. */
function elsewhere(facts: Facts): Facts {
  return {
    platform: 'linux',
    home: '/root',
    user: facts.user,
    cwd: '/root',
    projectRoot: '/nonexistent',
    workingDirectories: [],
    temporaryDirectories: ['/tmp', '/var/tmp'],
    caseInsensitive: false,
    live: false,
    session: NO_SESSION,
    file: () => ({ kind: 'unknown' }),
    realPath: () => undefined,
    text: () => ({ kind: 'unknown', why: 'on another machine' }),
    list: () => undefined,
    git: () => undefined,
    tracked: () => 'unknown',
    which: (program) => `/usr/bin/${program}`,
  }
}

type Write = Extract<Effect, { kind: 'write-path' }>

function textBefore({ path }: Write, { analysis, facts }: Frame): string | undefined {
  return path.real === undefined ? undefined : fileText(analysis.overlay, facts, path.real).text
}

/** The file as a write leaves it, once the write was tracked; undefined when nothing of its text is known. */
function fileAfter(write: Write, before: string | undefined, frame: Frame): WrittenFile | undefined {
  const { path, how, content } = write
  if (content === undefined) {
    const after = how === 'edit' ? textBefore(write, frame) : undefined
    return after === undefined || after === before ? undefined : { path, content: after, whole: true, before }
  }
  if (how === 'overwrite' || how === 'create') return { path, content, whole: true, before }
  if (how === 'append' && before !== undefined) return { path, content: `${before}${content}`, whole: true, before }
  return { path, content, whole: false }
}

const PER_FILE = 400

/** Counts what is searched. A text that writes file after file is not followed into all of them, and that is noted. */
function maySearch({ path, content }: WrittenFile, frame: Frame, span: Span): boolean {
  const { analysis } = frame
  analysis.searched += content.length + PER_FILE
  if (analysis.searched <= LIMITS.searched) return true
  if (isActing(path)) noteOverrun(frame, 'too many files that act', span)
  else noteUnknown(frame, 'too many files to look into', span)
  return false
}
