import type { NameRole } from '../../../knowledge/lexicon/role-words.ts'
import type { UnknownKind } from '../../action.ts'
import type { Certainty, CodeLanguage, Effect, EffectDraft } from '../../effects.ts'
import { weakestGrade } from '../../interpret/grade.ts'
import type { CommandGrade, EffectRecorder } from '../../interpret/program.ts'
import { isOutsidePlace } from '../../paths/outside-places.ts'
import { isPersonalFile, type PathUse, pathProtection } from '../../paths/paths.ts'
import { recordRequest } from '../../remote/http-request.ts'
import { isSecretOrigin, isSecretSource } from '../../text/secrets.ts'
import type { DataSource } from '../../words.ts'
import type { Wrapper } from '../../wrappers.ts'
import {
  type AbstractValue,
  allSources,
  CodeScope,
  exactText,
  type FileHandle,
  knownOf,
  possibilities,
  toValue,
  toWord,
  UNKNOWN_REST,
  valueForDisplay,
} from './abstract-value.ts'
import { CarriedSources, filesOfSources, hostInUrl, savedSources, sourceOfPath } from './file-sources.ts'
import { UnresolvedPowers } from './unresolved-powers.ts'

const BARE_SHELL =
  /^(?:\/(?:usr\/)?bin\/)?(?:(?:ba|z|da|k|c|tc|fi)?sh|cmd(?:\.exe)?|powershell(?:\.exe)?|pwsh)(?: -i)?$/
const PROJECT_ZONES = new Set(['project', 'project-root', 'temp'])

const EFFECT_COST = 8
const PATH_COST = 8
const RUN_COST = 25

export class CodeRun {
  readonly language: CodeLanguage
  recorder: EffectRecorder
  file: string | undefined
  readonly globals = new CodeScope()
  readonly unresolved = new UnresolvedPowers()
  grade: CommandGrade = 'proven'
  certainty: Certainty = 'certain'
  /** Evaluations left; at zero the rest counts as not understood. */
  budget = 25_000
  /** Who is at work. */
  by = ''
  depth = 0
  conditional = 0
  endless = 0
  /** Who deleted something of which nothing is known but that it was read. */
  unknownDeletion: string | undefined
  /** Places of the person whose entries it goes through. */
  readonly walkedPlaces = new Set<string>()
  private socketOut = false
  private shellStarted: string | undefined
  /** Where relative paths start after `chdir`; undefined: where the command runs. */
  directory: AbstractValue | undefined
  private readonly handles: FileHandle[] = []
  private readonly reasons = new Set<string>()
  private readonly carried = new CarriedSources()

  private wrappedBy: Wrapper | undefined

  constructor(language: CodeLanguage, recorder: EffectRecorder, file: string | undefined) {
    this.language = language
    this.recorder = recorder
    this.file = file
  }

  get understood(): boolean {
    return this.reasons.size === 0
  }

  unknown(why: string, kind?: UnknownKind): void {
    this.grade = 'unknown'
    if (this.reasons.has(why) || this.reasons.size > 20) return
    this.reasons.add(why)
    this.recorder.unknown(why, kind)
  }

  spends(cost: number): boolean {
    this.budget -= cost
    if (this.budget > 0) return true
    this.unknown('the code is too long to follow', 'unread-code')
    return false
  }

  unread(why: string): void {
    this.unknown(why, 'unread-code')
    this.handling('', () =>
      this.state({ kind: 'run-code', language: this.language, origin: 'inline', read: false, host: undefined }),
    )
  }

  lower(grade: CommandGrade): void {
    this.grade = weakestGrade(this.grade, grade)
  }

  /** Handles a call: what is stated meanwhile is done by it. */
  handling<Result>(by: string, act: () => Result): Result {
    const before = this.by
    this.by = by
    const result = act()
    this.by = before
    return result
  }

  /** States something that is no everyday work. */
  acts(draft: EffectDraft): void {
    this.lower('plain')
    this.state(draft)
  }

  state(draft: EffectDraft): void {
    this.budget -= EFFECT_COST
    const certainty = draft.certainty === undefined || this.certainty === 'possible' ? this.certainty : draft.certainty
    this.recorder.effect({ ...(this.by && { by: this.by }), ...draft, certainty })
  }

  paths(value: AbstractValue): PathUse[] {
    const all = this.each(value)
    this.budget -= all.length * PATH_COST
    return all.map((one) => this.recorder.path(toWord(this.placed(one))))
  }

  private each(value: AbstractValue): readonly AbstractValue[] {
    const all = possibilities(value)
    if (!all.includes(UNKNOWN_REST)) return all
    this.unread('a value that may be more than is read')
    return all.filter((one) => one !== UNKNOWN_REST)
  }

  private placed(value: AbstractValue): AbstractValue {
    const known = knownOf(value)
    if (!this.directory || /^(?:[/~\\]|[a-zA-Z]:)/.test(known)) return value
    return { ...value, known: `${knownOf(this.directory)}/${known}` }
  }

  /** A path that nothing is known of is a possibility, never enough to block. */
  private sure(value: AbstractValue): Certainty {
    return knownOf(value).replaceAll('\0', '') === '' && allSources(value).length === 0 ? 'possible' : 'certain'
  }

  private touches(path: PathUse): void {
    this.lower(
      PROJECT_ZONES.has(path.zone) || path.zone === 'unknown' || path.tags.includes('null-device')
        ? 'expected'
        : 'plain',
    )
  }

  deletes(value: AbstractValue, recursive = false, by = this.by): void {
    for (const path of this.paths(value)) {
      this.touches(path)
      if (path.zone === 'unknown') this.unknownDeletion ??= by
      this.state({ kind: 'delete-path', path, recursive, wipe: false, by, certainty: this.sure(value) })
    }
  }

  reads(value: AbstractValue, list = false, by = this.by): readonly DataSource[] {
    const sources: DataSource[] = []
    for (const path of this.paths(value)) {
      const secret = path.tags.includes('secret')
      if (secret || path.zone === 'device') this.lower('plain')
      else if (path.zone === 'unknown') this.lower('expected')
      if (path.tags.includes('null-device')) continue
      this.state({ kind: 'read-path', path, list, by, certainty: this.sure(value) })
      if (list && isOutsidePlace(path)) this.walkedPlaces.add(path.text)
      sources.push(sourceOfPath(path), ...this.carried.of(path))
    }
    return list ? [] : sources
  }

  writes(
    value: AbstractValue,
    how: Extract<Effect, { kind: 'write-path' }>['how'],
    content?: AbstractValue,
    by = this.by,
  ): void {
    for (const path of this.paths(value)) {
      this.touches(path)
      if (path.tags.includes('null-device')) continue
      if (how === 'truncate' && path.zone === 'unknown') this.unknownDeletion ??= by
      const sources = [...allSources(content), ...this.carried.of(path)]
      this.state({
        kind: 'write-path',
        path,
        how,
        content: content && exactText(content),
        by,
        certainty: this.sure(value),
        ...(sources.some(isSecretOrigin) && { secret: true }),
        ...(content && exactText(content) === undefined && { of: filesOfSources(allSources(content)) }),
      })
      for (const draft of savedSources(path, allSources(content), by)) this.state(draft)
    }
    if (content) this.carries(value, allSources(content))
    if (this.endless > 0) this.state({ kind: 'exhaust', what: 'disk', by, certainty: 'possible' })
  }

  /** States that a protected path may be changed: surely not by what looks, and by what says nothing only where that matters most. */
  mayChange(value: AbstractValue, act: NameRole, by = this.by): void {
    if (act === 'looks') return
    for (const path of this.paths(value)) {
      const guard = pathProtection(path)
      const personal = isPersonalFile(path)
      // Work on files of the person is never a matter of course.
      if (personal) this.lower('plain')
      if (guard === 'own' || (act === 'does' && (guard === 'acting' || personal)))
        this.state({ kind: 'touch-protected', path, role: 'unknown', by, certainty: 'likely' })
    }
  }

  hostOf(path: string): string | undefined {
    return this.carried.hostAt(path)
  }

  carries(value: AbstractValue, sources: readonly DataSource[]): void {
    if (sources.length === 0) return
    for (const path of this.paths(value)) this.carried.add(path, sources)
  }

  opens(path: AbstractValue, how: FileHandle['how'], by = this.by): FileHandle {
    const handle: FileHandle = { path, how, by, pieces: [], sources: [], stated: false }
    this.handles.push(handle)
    return handle
  }

  flush(): void {
    for (const handle of this.handles.splice(0)) {
      if (handle.stated) continue
      handle.stated = true
      const whole = handle.pieces.every((piece) => piece !== undefined) ? handle.pieces.join('') : undefined
      const content: AbstractValue = {
        known: handle.pieces.length === 0 ? undefined : (whole ?? '\0'),
        sources: handle.sources,
      }
      this.writes(handle.path, handle.how, content, handle.by)
    }
  }

  /** A text that runs in a shell. Unknown parts stand as a variable, so that what is known of it is still read. */
  shell(value: AbstractValue, by = this.by): void {
    this.flush()
    for (const one of this.each(value)) this.oneShell(one, by)
  }

  private oneShell(value: AbstractValue, by: string): void {
    const known = knownOf(value)
    const sources = allSources(value)
    this.budget -= RUN_COST
    if (this.downloadRuns('shell', sources, by)) return
    if (known.replaceAll('\0', '').trim() === '') {
      this.dynamicRun('shell', by)
      return
    }
    if (BARE_SHELL.test(known.trim())) this.shellStarts(by)
    if (known.includes('\0')) this.unknown(`${by} runs a text that is only partly known`)
    const shown = known.replaceAll('\0', '"$unknown_part"')
    this.lower(this.recorder.runsShell({ text: shown, sources }, by, this.inDirectory()))
  }

  connected(): void {
    this.socketOut = true
    this.stateWayIn()
  }

  shellStarts(by = this.by): void {
    this.shellStarted ??= by
    this.stateWayIn()
  }

  private stateWayIn(): void {
    if (!this.socketOut || this.shellStarted === undefined) return
    this.state({ kind: 'listen', reach: 'reverse-shell', executes: true, by: this.shellStarted, certainty: 'likely' })
    this.shellStarted = undefined
    this.socketOut = false
  }

  program(words: readonly AbstractValue[], by = this.by): void {
    this.flush()
    const [head] = words
    if (!head) return
    if (BARE_SHELL.test(words.map(knownOf).join(' '))) this.shellStarts(by)
    for (const line of this.lines(words)) {
      this.budget -= RUN_COST
      if (knownOf(line[0] ?? head).replaceAll('\0', '') === '') this.dynamicRun('other', by)
      else this.lower(this.recorder.runs(line.map(toWord), by, this.inDirectory()))
    }
  }

  private lines(words: readonly AbstractValue[]): readonly (readonly AbstractValue[])[] {
    const more = words.flatMap((word, at) =>
      this.each(word)
        .slice(1)
        .map((one) => words.with(at, one)),
    )
    return [words, ...more]
  }

  /** What is run meanwhile runs below such a wrapper. */
  below<Result>(kind: 'escape' | 'terminal', act: () => Result): Result {
    const saved = this.wrappedBy
    this.wrappedBy = { kind }
    const result = act()
    this.wrappedBy = saved
    return result
  }

  /** From here on what is run may sit at a terminal that this code types into. */
  opensTerminal(): void {
    this.wrappedBy = { kind: 'terminal' }
  }

  private inDirectory(): { cwd?: string; wrappedBy?: Wrapper } {
    const cwd = this.directory && exactText(this.directory)
    return {
      ...(cwd !== undefined && { cwd: this.recorder.pathOf(cwd).real ?? cwd }),
      ...(this.wrappedBy && { wrappedBy: this.wrappedBy }),
    }
  }

  code(language: CodeLanguage, value: AbstractValue, by = this.by): void {
    this.flush()
    if (this.downloadRuns(language, allSources(value), by)) return
    if (exactText(value) === undefined) this.dynamicRun(language, by)
    else this.lower(this.recorder.runsCode(language, toValue(value), by))
  }

  /** Runs a file, with what was written to it before. */
  runsFile(value: AbstractValue): void {
    this.flush()
    for (const path of this.paths(value)) this.lower(this.recorder.runsFile(path, this.language, this.by))
  }

  dynamicRun(language: CodeLanguage, by = this.by): void {
    this.unknown(`what ${by} runs is not known`)
    this.state({ kind: 'run-code', language, origin: 'dynamic', read: false, host: undefined, by })
  }

  downloadRuns(language: CodeLanguage, sources: readonly DataSource[], by = this.by): boolean {
    const network = sources.find((source) => source.kind === 'network')
    if (!network) return false
    this.unknown(`${by} runs downloaded text`)
    this.state({ kind: 'run-code', language, origin: 'download', read: false, host: hostInUrl(network.url), by })
    return true
  }

  requests(request: {
    url: AbstractValue
    method: string
    payload: readonly DataSource[]
    credentials?: readonly DataSource[]
    insecure?: string | undefined
    savedTo?: AbstractValue | undefined
    by?: string
  }): AbstractValue {
    const [savedTo] = request.savedTo ? this.paths(request.savedTo) : []
    this.budget -= RUN_COST
    if (this.certainty === 'possible') return { sources: [] }
    for (const url of this.each(request.url)) {
      this.lower(
        recordRequest(
          {
            url: toWord(url),
            method: request.method.toUpperCase(),
            payload: request.payload,
            credentials: request.credentials ?? [],
            savedTo,
            insecure: request.insecure,
            by: request.by ?? this.by,
          },
          this.recorder,
        ),
      )
    }
    return { sources: [{ kind: 'network', url: valueForDisplay(request.url) }], type: 'response' }
  }

  prints(sources: readonly DataSource[], by = this.by): void {
    for (const source of sources) {
      if (source.kind === 'literal' || !isSecretSource(source)) continue
      this.lower('plain')
      this.state({ kind: 'expose-secret', source, sink: 'output', by })
    }
  }
}
