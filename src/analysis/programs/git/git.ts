import { dirname, join, normalize } from 'node:path/posix'
import { isSecretOrigin } from '../../secrets.ts'
import type { Command, DataSource, Value, Word } from '../../words.ts'
import { type Options, readOptions } from '../options.ts'
import type { Program, Scribe, Standing } from '../program.ts'
import { runsNamed } from '../shell/injecting.ts'
import { weakest } from '../standing.ts'
import type { GitCall, GitReader } from './call.ts'
import { type Setting, settingOf, stateSetting } from './config-keys.ts'
import { stateForeignRefs } from './foreign-refs.ts'
import { runWrittenHooks, triggeredBy } from './hooks.ts'
import { keptSettings, withIncludes } from './kept-settings.ts'
import { mayBeOption, quoted, splitWords, wordOf } from './made-words.ts'
import { outputSources } from './output.ts'
import { withListed } from './pathspec-files.ts'
import { gitSpellings } from './spellings.ts'
import { verbReader } from './verbs.ts'

const GLOBAL = {
  flags:
    '-pPvh paginate no-pager no-replace-objects bare literal-pathspecs glob-pathspecs noglob-pathspecs icase-pathspecs no-optional-locks no-lazy-fetch no-advice html-path man-path info-path version help',
  values: '-Cc git-dir work-tree namespace super-prefix config-env attr-source',
  optional: 'exec-path list-cmds',
  stopAtOperand: true,
}

const MAX_ALIASES = 10

/** git: global options, then the sub-command's own reader. */
export const GIT_PROGRAM: Program = {
  names: ['git'],
  spellings: gitSpellings,
  read: (command, scribe) => readGit(command.args, command, scribe, []),
  output: (command: Command, scribe: Scribe): Value => outputSources(command, scribe),
}

/** Reads the words after `git`. `aliases` are those already followed. */
export function readGit(args: readonly Word[], command: Command, scribe: Scribe, aliases: readonly string[]): Standing {
  const options = readOptions(args, GLOBAL)
  const [verbWord, ...rest] = options.operands
  const given = withIncludes(options.values('c'), scribe).map(settingOf)
  const shaped = shapedOf(options, command, scribe)
  const words = withListed(rest, placeOf(options, command, scribe.facts.home).prefix, { command, scribe })
  const call = callOf(options, words, { command, scribe, verb: verbWord?.text ?? '', given, shaped })
  const before = weakest(
    ...shaped.flatMap(({ settings, top }) =>
      settings.map((word) => stateSetting(settingOf(word), { ...call, directory: top })),
    ),
    ...given.map((setting) => stateSetting(setting, call)),
    stateGlobals(options, call),
    options.unknown.length > 0 ? 'unknown' : 'proven',
  )
  if (!verbWord) return before
  if (verbWord.text === undefined) return unknownVerb(verbWord, scribe)
  const reader = verbReader(call.verb)
  if (!reader) return weakest(before, readAlias(call, aliases))
  return weakest(before, readVerb(reader, call))
}

/** A verb out of a file or the network may be any: aliases and hooks included. */
function unknownVerb(word: Word, scribe: Scribe): Standing {
  if (word.sources.some(({ kind }) => kind === 'file' || kind === 'network' || kind === 'unknown'))
    scribe.effect({ kind: 'run-code', language: 'shell', origin: 'dynamic', read: false, host: undefined, by: 'git' })
  return 'unknown'
}

function readVerb(reader: GitReader, call: GitCall): Standing {
  const [first] = call.args
  if (first?.text === '--help' || (first?.text === '-h' && call.args.length === 1)) return 'proven'
  const doubtful = call.args.some((word) => mayBeOption(word) && !word.quoted)
  const standing = reader(call)
  stateForeignRefs(call)
  stateSecretText(call)
  return weakest(standing, runWrittenHooks(call), repositoryCap(call), doubtful ? 'unknown' : 'proven')
}

/** The repository's own settings may make any command run programs: then nothing is proven. */
function repositoryCap(call: GitCall): Standing {
  const { repository, scribe, facts } = call
  if (!repository) return facts.live && !NEEDS_NO_REPOSITORY.has(call.verb) ? 'unknown' : 'proven'
  const keys = triggeredBy(call)
  if (keys.length === 0) return 'proven'
  scribe.unknown(`the repository's settings run programs: ${keys.slice(0, 3).join(', ')}`)
  return 'unknown'
}

const NEEDS_NO_REPOSITORY = new Set(['clone', 'init', 'version', 'help', 'ls-remote', 'check-ref-format', 'config'])

function callOf(
  options: Options,
  args: readonly Word[],
  from: { command: Command; scribe: Scribe; verb: string; given: readonly Setting[]; shaped: readonly Shaped[] },
): GitCall {
  const { command, scribe, verb } = from
  const { facts } = scribe
  const { directory, prefix } = placeOf(options, command, facts.home)
  const elsewhere = options.value('git-dir', 'work-tree')?.text
  const repositoryAt =
    elsewhere === undefined ? directory : resolve(directory, elsewhere.replace(/\/?\.git\/?$/, '') || '.', facts.home)
  const written = from.shaped.flatMap(({ settings }) => settings.map(settingOf))
  const given = [...written, ...from.given].map(({ key, value }) => [key.toLowerCase(), value?.text ?? 'true'] as const)
  const settings = new Map([...keptSettings(repositoryAt ?? facts.projectRoot, scribe), ...given])
  const repository = repositoryAt === undefined ? undefined : facts.git(repositoryAt)
  return { verb, args, command, scribe, facts, directory, prefix, repository, settings }
}

/** Where git runs after `-C`, and the text that relative paths need before them. */
function placeOf(options: Options, command: Command, home: string): { directory: string | undefined; prefix: string } {
  let directory = command.cwd
  let prefix = ''
  for (const { text } of options.values('C')) {
    prefix = text === undefined ? '\0' : text.startsWith('/') || prefix === '' ? text : join(prefix, text)
    directory = text === undefined ? undefined : resolve(directory, text, home)
  }
  return { directory, prefix }
}

/** Repositories that this session gave settings, among those that the command would use. */
function shapedOf(options: Options, command: Command, scribe: Scribe): readonly Shaped[] {
  const { directory } = placeOf(options, command, scribe.facts.home)
  const named = options.value('git-dir')?.text
  const folder = named === undefined ? undefined : resolve(directory, named, scribe.facts.home)
  return shapedRepositories(directory, folder, scribe)
}

function resolve(from: string | undefined, text: string, home: string): string | undefined {
  if (text === '~' || text.startsWith('~/')) return normalize(join(home, text.slice(1)))
  if (text.startsWith('/')) return trim(normalize(text))
  return from === undefined ? undefined : trim(normalize(join(from, text)))
}

function trim(path: string): string {
  return path.length > 1 && path.endsWith('/') ? path.slice(0, -1) : path
}

function stateGlobals(options: Options, call: GitCall): Standing {
  const execPath = options.value('exec-path')
  if (execPath)
    return runsNamed(call.scribe.pathOf(`${execPath.known}/git-${call.verb}`), 'shell', 'git --exec-path', call.scribe)
  if (options.has('config-env')) return 'unknown'
  if (options.has('git-dir', 'work-tree') && !call.repository) return 'unknown'
  return 'proven'
}

/** A name git does not have: an alias, or `git-name` from the PATH. */
function readAlias(call: GitCall, followed: readonly string[]): Standing {
  const given = call.settings.get(`alias.${call.verb}`.toLowerCase())
  const text = given ?? call.repository?.aliases.get(call.verb)
  const { scribe, command } = call
  if (text === undefined && isWrittenProgram(`git-${call.verb}`, scribe))
    return weakest('unknown', scribe.runs([wordOf(`git-${call.verb}`, command.span), ...call.args], 'git'))
  if (text === undefined || followed.includes(call.verb) || followed.length >= MAX_ALIASES) return 'unknown'
  if (text.startsWith('!')) {
    const known = call.args.every((word) => word.text !== undefined)
    const tail = call.args.map((word) => quoted(word.text ?? '')).join(' ')
    const standing = scribe.runsShell({ text: `${text.slice(1)} ${tail}`, sources: [] }, `git ${call.verb}`)
    return known ? standing : 'unknown'
  }
  const words = splitWords(text).map((word) => wordOf(word, command.span))
  const globals = [...(call.prefix === '' ? [] : [wordOf('-C', command.span), wordOf(call.prefix, command.span)])]
  return readGit([...globals, ...words, ...call.args], command, scribe, [...followed, call.verb])
}

/** Did this session put a program of that name anywhere? Where the search path leads is for the shell to say. */
function isWrittenProgram(name: string, { facts }: Scribe): boolean {
  for (const path of facts.session.written.keys()) if (path.endsWith(`/${name}`)) return true
  return false
}

const KEEPS_TEXT = new Set(['commit', 'tag', 'notes', 'commit-tree', 'hash-object', 'merge'])

/** Messages, notes and blobs stay in the repository: a secret in one goes wherever that goes. */
export function stateSecretText({ verb, args, scribe }: GitCall): void {
  if (!KEEPS_TEXT.has(verb)) return
  for (const [at, word] of args.entries()) {
    const named = /^(?:-F|--file)$/.test(args[at - 1]?.known ?? '')
      ? word.text
      : /^(?:--file=|-F)(.+)$/.exec(word.text ?? '')?.[1]
    const path = named === undefined || named === '-' ? undefined : scribe.pathOf(named)
    const file: DataSource[] = path?.tags.includes('secret')
      ? [{ kind: 'file', path: path.real ?? path.text, secret: true }]
      : []
    for (const source of [...word.sources.filter(isSecretOrigin), ...file])
      scribe.effect({ kind: 'expose-secret', source, sink: 'file', certainty: 'likely', by: `git ${verb}` })
  }
}

/** The folders that git would take for its own where it is started: `.git`, or any with a HEAD, there or above. */
function gitFolders(start: string, scribe: Scribe): readonly string[] {
  const found: string[] = []
  for (let folder = start, turn = 0; turn < 32; folder = dirname(folder), turn++) {
    found.push(join(folder, '.git'))
    if (isThere(join(folder, 'HEAD'), scribe)) found.push(folder)
    if (folder === '/' || folder === '.') break
  }
  return found
}

function isThere(path: string, { facts, provenance }: Scribe): boolean {
  return facts.session.written.has(path) || provenance(path).kind === 'session' || facts.file(path).kind === 'file'
}

/** What a repository was told by this session, and where its programs start. */
export interface Shaped {
  readonly folder: string
  readonly top: string
  readonly settings: readonly Word[]
}

/**
 * Settings that this session or this text wrote into a repository, as the `-c` options they amount to. A folder is a repository by
 * its shape, whatever its name: a HEAD and a `config` beside it. Settings that were there before are the project's own habit.
 */
export function shapedRepositories(
  start: string | undefined,
  gitDir: string | undefined,
  scribe: Scribe,
): readonly Shaped[] {
  if (scribe.untouched()) return []
  const folders = gitDir === undefined ? (start === undefined ? [] : gitFolders(start, scribe)) : [gitDir]
  return folders.flatMap((folder) => {
    const files = ['config', 'config.worktree']
      .map((name) => join(folder, name))
      .filter((file) => isWritten(file, scribe))
    if (files.length === 0) return []
    const settings = withIncludes(
      files.map((file) => wordOf(`include.path=${file}`, { start: 0, end: 0 })),
      scribe,
    )
    return [{ folder, top: topOf(folder, gitDir === undefined ? undefined : start, settings), settings }]
  })
}

/** Where git goes before it starts a program: the work tree, or the folder itself where there is none. */
function topOf(folder: string, start: string | undefined, settings: readonly Word[]): string {
  const told = settings.find(({ known }) => /^core\.worktree=/i.test(known))?.known.replace(/^[^=]*=/, '')
  if (told !== undefined) return told.startsWith('/') ? told : join(folder, told)
  return start ?? (folder.endsWith('/.git') ? dirname(folder) : folder)
}

/** Only what is known to be written there counts: a repository that git itself just made holds nothing of the session's. */
function isWritten(file: string, { facts, provenance, readText }: Scribe): boolean {
  if (facts.session.written.has(file)) return facts.session.written.get(file) !== undefined || !/\/\.git\//.test(file)
  return provenance(file).kind === 'session' && facts.file(file).kind !== 'file' && readText(file) !== undefined
}
