import { dirname, join, normalize } from 'node:path/posix'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { runNamedFile } from '../../../analysis/interpret/injection-variables.ts'
import { type Options, readOptions } from '../../../analysis/interpret/options.ts'
import type { CommandGrade, EffectRecorder, Program } from '../../../analysis/interpret/program.ts'
import {
  makeSyntheticWord,
  mayBeOption,
  quoteForShell,
  splitAliasWords,
} from '../../../analysis/interpret/synthetic-words.ts'
import { isSecretOrigin } from '../../../analysis/text/secrets.ts'
import type { Command, DataSource, Value, Word } from '../../../analysis/words.ts'
import type { GitAnalyzer, GitCall } from './call.ts'
import { type GitSetting, parseInlineSetting, recordSetting } from './config-keys.ts'
import { listEquivalentGitCommands } from './equivalent-commands.ts'
import { recordForeignRefs } from './foreign-refs.ts'
import { findTriggeredSettings, runSessionHooks } from './hooks.ts'
import { findOutputSources } from './output.ts'
import { withListed } from './pathspec-files.ts'
import { expandIncludes, findPersistedSettings } from './persisted-settings.ts'
import { findVerbAnalyzer } from './verbs.ts'

const GLOBAL_OPTIONS = {
  flags:
    '-pPvh paginate no-pager no-replace-objects bare literal-pathspecs glob-pathspecs noglob-pathspecs icase-pathspecs no-optional-locks no-lazy-fetch no-advice html-path man-path info-path version help',
  values: '-Cc git-dir work-tree namespace super-prefix config-env attr-source',
  optional: 'exec-path list-cmds',
  stopAtOperand: true,
}

const MAX_ALIASES = 10

/** git: global options, then the sub-command's own analyzer. */
export const GIT_PROGRAM: Program = {
  names: ['git'],
  spellings: listEquivalentGitCommands,
  read: (command, recorder) => readGit(command.args, command, recorder, []),
  output: (command: Command, recorder: EffectRecorder): Value => findOutputSources(command, recorder),
}

/** Reads the words after `git`. `aliases` are those already followed. */
function readGit(
  args: readonly Word[],
  command: Command,
  recorder: EffectRecorder,
  aliases: readonly string[],
): CommandGrade {
  const options = readOptions(args, GLOBAL_OPTIONS)
  const [verbWord, ...rest] = options.operands
  const given = expandIncludes(options.values('c'), recorder).map(parseInlineSetting)
  const shaped = configuredRepositoriesFor(options, command, recorder)
  const words = withListed(rest, resolveWorkingDirectory(options, command, recorder.facts.home).prefix, {
    command,
    recorder,
  })
  const call = buildGitCall(options, words, { command, recorder, verb: verbWord?.text ?? '', given, shaped })
  const before = weakestGrade(
    ...shaped.flatMap(({ settings, top }) =>
      settings.map((word) => recordSetting(parseInlineSetting(word), { ...call, directory: top })),
    ),
    ...given.map((setting) => recordSetting(setting, call)),
    recordGlobalOptions(options, call),
    options.unknown.length > 0 ? 'unknown' : 'proven',
  )
  if (!verbWord) return before
  if (verbWord.text === undefined) return recordUnknownVerb(verbWord, recorder)
  const analyzer = findVerbAnalyzer(call.verb)
  if (!analyzer) return weakestGrade(before, readAlias(call, aliases))
  return weakestGrade(before, readVerb(analyzer, call))
}

/** A verb out of a file or the network may be any: aliases and hooks included. */
function recordUnknownVerb(word: Word, recorder: EffectRecorder): CommandGrade {
  if (word.sources.some(({ kind }) => kind === 'file' || kind === 'network' || kind === 'unknown'))
    recorder.effect({ kind: 'run-code', language: 'shell', origin: 'dynamic', read: false, host: undefined, by: 'git' })
  return 'unknown'
}

function readVerb(analyzer: GitAnalyzer, call: GitCall): CommandGrade {
  const [first] = call.args
  if (first?.text === '--help' || (first?.text === '-h' && call.args.length === 1)) return 'proven'
  const doubtful = call.args.some((word) => mayBeOption(word) && !word.quoted)
  const grade = analyzer(call)
  recordForeignRefs(call)
  recordSecretText(call)
  return weakestGrade(grade, runSessionHooks(call), limitGradeByRepository(call), doubtful ? 'unknown' : 'proven')
}

/** The repository's own settings may make any command run programs: then nothing is proven. */
function limitGradeByRepository(call: GitCall): CommandGrade {
  const { repository, recorder, facts } = call
  if (!repository) return facts.live && !REPOSITORY_FREE_VERBS.has(call.verb) ? 'unknown' : 'proven'
  const keys = findTriggeredSettings(call)
  if (keys.length === 0) return 'proven'
  recorder.unknown(`the repository's settings run programs: ${keys.slice(0, 3).join(', ')}`)
  return 'unknown'
}

const REPOSITORY_FREE_VERBS = new Set(['clone', 'init', 'version', 'help', 'ls-remote', 'check-ref-format', 'config'])

function buildGitCall(
  options: Options,
  args: readonly Word[],
  from: {
    command: Command
    recorder: EffectRecorder
    verb: string
    given: readonly GitSetting[]
    shaped: readonly ConfiguredRepository[]
  },
): GitCall {
  const { command, recorder, verb } = from
  const { facts } = recorder
  const { directory, prefix } = resolveWorkingDirectory(options, command, facts.home)
  const elsewhere = options.value('git-dir', 'work-tree')?.text
  const repositoryAt =
    elsewhere === undefined
      ? directory
      : resolvePath(directory, elsewhere.replace(/\/?\.git\/?$/, '') || '.', facts.home)
  const written = from.shaped.flatMap(({ settings }) => settings.map(parseInlineSetting))
  const given = [...written, ...from.given].map(({ key, value }) => [key.toLowerCase(), value?.text ?? 'true'] as const)
  const settings = new Map([...findPersistedSettings(repositoryAt ?? facts.projectRoot, recorder), ...given])
  const repository = repositoryAt === undefined ? undefined : facts.git(repositoryAt)
  return { verb, args, command, recorder, facts, directory, prefix, repository, settings }
}

/** Where git runs after `-C`, and the text that relative paths need before them. */
function resolveWorkingDirectory(
  options: Options,
  command: Command,
  home: string,
): { directory: string | undefined; prefix: string } {
  let directory = command.cwd
  let prefix = ''
  for (const { text } of options.values('C')) {
    prefix = text === undefined ? '\0' : text.startsWith('/') || prefix === '' ? text : join(prefix, text)
    directory = text === undefined ? undefined : resolvePath(directory, text, home)
  }
  return { directory, prefix }
}

/** Repositories that this session gave settings, among those that the command would use. */
function configuredRepositoriesFor(
  options: Options,
  command: Command,
  recorder: EffectRecorder,
): readonly ConfiguredRepository[] {
  const { directory } = resolveWorkingDirectory(options, command, recorder.facts.home)
  const named = options.value('git-dir')?.text
  const folder = named === undefined ? undefined : resolvePath(directory, named, recorder.facts.home)
  return findConfiguredRepositories(directory, folder, recorder)
}

function resolvePath(from: string | undefined, text: string, home: string): string | undefined {
  if (text === '~' || text.startsWith('~/')) return normalize(join(home, text.slice(1)))
  if (text.startsWith('/')) return trimTrailingSlash(normalize(text))
  return from === undefined ? undefined : trimTrailingSlash(normalize(join(from, text)))
}

function trimTrailingSlash(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

function recordGlobalOptions(options: Options, call: GitCall): CommandGrade {
  const execPath = options.value('exec-path')
  if (execPath)
    return runNamedFile(
      call.recorder.pathOf(`${execPath.known}/git-${call.verb}`),
      'shell',
      'git --exec-path',
      call.recorder,
    )
  if (options.has('config-env')) return 'unknown'
  if (options.has('git-dir', 'work-tree') && !call.repository) return 'unknown'
  return 'proven'
}

/** A name git does not have: an alias, or `git-name` from the PATH. */
function readAlias(call: GitCall, followed: readonly string[]): CommandGrade {
  const given = call.settings.get(`alias.${call.verb}`.toLowerCase())
  const text = given ?? call.repository?.aliases.get(call.verb)
  const { recorder, command } = call
  if (text === undefined && hasSessionProgram(`git-${call.verb}`, recorder))
    return weakestGrade(
      'unknown',
      recorder.runs([makeSyntheticWord(`git-${call.verb}`, command.span), ...call.args], 'git'),
    )
  if (text === undefined || followed.includes(call.verb) || followed.length >= MAX_ALIASES) return 'unknown'
  if (text.startsWith('!')) {
    const known = call.args.every((word) => word.text !== undefined)
    const tail = call.args.map((word) => quoteForShell(word.text ?? '')).join(' ')
    const grade = recorder.runsShell({ text: `${text.slice(1)} ${tail}`, sources: [] }, `git ${call.verb}`)
    return known ? grade : 'unknown'
  }
  const words = splitAliasWords(text).map((word) => makeSyntheticWord(word, command.span))
  const globals = [
    ...(call.prefix === ''
      ? []
      : [makeSyntheticWord('-C', command.span), makeSyntheticWord(call.prefix, command.span)]),
  ]
  return readGit([...globals, ...words, ...call.args], command, recorder, [...followed, call.verb])
}

/** Did this session put a program of that name anywhere? Where the search path leads is for the shell to say. */
function hasSessionProgram(name: string, { facts }: EffectRecorder): boolean {
  for (const path of facts.session.written.keys()) if (path.endsWith(`/${name}`)) return true
  return false
}

const TEXT_STORING_VERBS = new Set(['commit', 'tag', 'notes', 'commit-tree', 'merge'])

/** Plumbing that stores the files it names, and the option that makes it do so. */
const FILE_STORING_OPTIONS: ReadonlyMap<string, RegExp> = new Map([
  ['hash-object', /^-[a-z]*w/],
  ['update-index', /^--(?:add|again)$/],
])

/** Messages, notes and blobs stay in the repository: a secret in one goes wherever that goes. */
function recordSecretText({ verb, args, command, recorder }: GitCall): void {
  const option = FILE_STORING_OPTIONS.get(verb)
  const putsFiles = option !== undefined && args.some(({ known }) => option.test(known))
  if (!putsFiles && !TEXT_STORING_VERBS.has(verb)) return
  const stored = args.flatMap((word, at): readonly DataSource[] => {
    const before = args[at - 1]?.known ?? ''
    const named =
      putsFiles || /^(?:-F|--file)$/.test(before) ? word.text : /^(?:--file=|-F)(.+)$/.exec(word.text ?? '')?.[1]
    if (named === '-' || named === '--stdin')
      return command.stdin.kind === 'value' ? command.stdin.value.sources.filter(isSecretOrigin) : []
    const path = named === undefined ? undefined : recorder.pathOf(named)
    return path?.tags.includes('secret') ? [{ kind: 'file', path: path.real ?? path.text, secret: true }] : []
  })
  for (const source of [...args.flatMap(({ sources }) => sources.filter(isSecretOrigin)), ...stored])
    recorder.effect({ kind: 'expose-secret', source, sink: 'file', certainty: 'likely', by: `git ${verb}` })
}

/** The folders that git would take for its own where it is started: `.git`, or any with a HEAD, there or above. */
function listGitDirectories(start: string, recorder: EffectRecorder): readonly string[] {
  const found: string[] = []
  for (let folder = start, turn = 0; turn < 32; folder = dirname(folder), turn++) {
    found.push(join(folder, '.git'))
    if (isFilePresent(join(folder, 'HEAD'), recorder)) found.push(folder)
    if (folder === '/' || folder === '.') break
  }
  return found
}

function isFilePresent(path: string, { facts, provenance }: EffectRecorder): boolean {
  return facts.session.written.has(path) || provenance(path).kind === 'session' || facts.file(path).kind === 'file'
}

/** What a repository was told by this session, and where its programs start. */
export interface ConfiguredRepository {
  readonly folder: string
  readonly top: string
  readonly settings: readonly Word[]
}

/**
 * Settings that this session or this text wrote into a repository, as the `-c` options they amount to. A folder is a repository by
 * its shape, whatever its name: a HEAD and a `config` beside it. Settings that were there before are the project's own habit.
 */
function findConfiguredRepositories(
  start: string | undefined,
  gitDir: string | undefined,
  recorder: EffectRecorder,
): readonly ConfiguredRepository[] {
  if (recorder.untouched()) return []
  const folders = gitDir === undefined ? (start === undefined ? [] : listGitDirectories(start, recorder)) : [gitDir]
  return folders.flatMap((folder) => {
    const files = ['config', 'config.worktree']
      .map((name) => join(folder, name))
      .filter((file) => isWrittenBySession(file, recorder))
    if (files.length === 0) return []
    const settings = expandIncludes(
      files.map((file) => makeSyntheticWord(`include.path=${file}`, { start: 0, end: 0 })),
      recorder,
    )
    return [{ folder, top: findWorkTree(folder, gitDir === undefined ? undefined : start, settings), settings }]
  })
}

/** Where git goes before it starts a program: the work tree, or the folder itself where there is none. */
function findWorkTree(folder: string, start: string | undefined, settings: readonly Word[]): string {
  const workTree = settings.find(({ known }) => /^core\.worktree=/i.test(known))?.known.replace(/^[^=]*=/, '')
  if (workTree !== undefined) return workTree.startsWith('/') ? workTree : join(folder, workTree)
  return start ?? (folder.endsWith('/.git') ? dirname(folder) : folder)
}

/** Only what is known to be written there counts: a repository that git itself just made holds nothing of the session's. */
function isWrittenBySession(file: string, { facts, provenance, readText }: EffectRecorder): boolean {
  if (facts.session.written.has(file)) return facts.session.written.get(file) !== undefined || !/\/\.git\//.test(file)
  return provenance(file).kind === 'session' && facts.file(file).kind !== 'file' && readText(file) !== undefined
}
