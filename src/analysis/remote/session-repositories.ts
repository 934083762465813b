import { resolve } from 'node:path/posix'
import { programName } from '../interpret/base-name.ts'
import type { Command } from '../words.ts'

/** Repositories that the session made, and where their remotes lead, as its own commands tell. INVARIANT: marks are only added; one that doubts outweighs all others. */

const MAX_WORDS = 40

export function madeRepositoryKey(path: string): string {
  return `repository ${path}`
}

/** Begins the key of each address that a clone's remote was given. */
export function remoteAddressKey(path: string, name: string): string {
  return `remote ${name} of ${path} at `
}

/** Something else was put at this path, or the remotes of a repository there were renamed. */
export function placedThingKey(path: string): string {
  return `something put at ${path}`
}

interface GitWords {
  readonly directory: string
  readonly verb: string
  readonly options: readonly string[]
  readonly operands: readonly string[]
}

const VALUE_OPTIONS =
  /^(?:-[bcjou]|--(?:branch|config|depth|jobs|origin|template|upload-pack|initial-branch|object-format|separate-git-dir|reference|filter|server-option|shared|ref-format))$/

function gitWordsOf({ name = '', args, cwd }: Command): GitWords | undefined {
  if (programName(name) !== 'git' || args.length > MAX_WORDS) return undefined
  const texts = args.map(({ text }) => text)
  let directory = cwd
  let at = 0
  for (; texts[at]?.startsWith('-'); at++) {
    if (texts[at] === '-C') directory = resolveFrom(directory, texts[++at])
    else if (texts[at] === '-c') at++
    else return undefined
  }
  const [verb, ...rest] = texts.slice(at)
  if (verb === undefined || directory === undefined || rest.some((text) => text === undefined)) return undefined
  const options: string[] = []
  const operands: string[] = []
  for (let index = 0; index < rest.length; index++) {
    const text = rest[index] ?? ''
    if (!text.startsWith('-')) operands.push(text)
    else if (VALUE_OPTIONS.test(text)) options.push(`${text}=${rest[++index] ?? ''}`)
    else options.push(text)
  }
  return { directory, verb, options, operands }
}

function resolveFrom(from: string | undefined, text: string | undefined): string | undefined {
  if (text === undefined || text.startsWith('~')) return undefined
  if (text.startsWith('/')) return resolve(text)
  return from === undefined ? undefined : resolve(from, text)
}

/** An address as git would use it from there: a path is made whole. */
function addressFrom(directory: string, text: string): string | undefined {
  if (/^file:\/\//i.test(text)) return resolve(text.slice(7))
  return /^[a-z][a-z0-9+.-]*:\/\/|^[^/]*:/i.test(text) ? text : resolveFrom(directory, text)
}

/** What a command makes that is a repository, or tells of where one leads. */
export function createdRepositories(command: Command): readonly string[] {
  const git = gitWordsOf(command)
  const path = git && repositoryPath(git)
  if (!git || path === undefined) return []
  const odd = git.options.some((option) => /^--(?:separate-git-dir|template|shared|reference)/.test(option))
  const made = odd ? [] : [madeRepositoryKey(path)]
  const address = git.verb === 'clone' ? addressFrom(git.directory, git.operands[0] ?? '') : undefined
  if (address === undefined) return made
  const named = git.options.flatMap((option) => /^(?:-o|--origin)=(.*)$/.exec(option)?.[1] ?? [])
  return [...made, `${remoteAddressKey(path, named.at(-1) ?? 'origin')}${address}`]
}

function repositoryPath({ directory, verb, options, operands: [first, second] }: GitWords): string | undefined {
  if (verb === 'init') return resolveFrom(directory, first ?? '.')
  if (verb !== 'clone' || first === undefined) return undefined
  const folder =
    first
      .replace(/\/+$/, '')
      .replace(/(?:\/\.git|\.git)$/, '')
      .split(/[/:]/)
      .at(-1) ?? ''
  const bare = options.some((option) => /^--(?:bare|mirror)$/.test(option)) ? '.git' : ''
  return resolveFrom(directory, second ?? `${folder}${bare}`)
}

const PLACING_PROGRAMS = new Set('cp mv rsync ln ditto install tar unzip bsdtar 7z'.split(' '))
/** Into the folder they run in, if nothing else is said. */
const UNPACKING_PROGRAMS = new Set('tar unzip bsdtar 7z'.split(' '))

/** Its own files are named: what is done to them is no clone's address any more. */
const REPOSITORY_FILES = /(?:^|[^\w.-])\.git(?![\w.-])/
const FILE_OF_BARE_REPOSITORY = /^(.*[\w-]\.git)\//
const MAX_WORD_LENGTH = 2_000
/** Clients of forges make clones as well. */
const CLONING_PROGRAMS = new Set('gh glab hub tea jj'.split(' '))

/** What a command does that leaves nobody sure of what lies at a path: a repository that the session made, or what a tool made. */
export function placedThings(command: Command): readonly string[] {
  const git = gitWordsOf(command)
  return (git ? placedByGit(git) : placedByWords(command)).map(placedThingKey)
}

function placedByGit(git: GitWords): readonly string[] {
  const { verb, directory, operands, options } = git
  const resolved = (words: readonly string[]) => words.flatMap((word) => resolveFrom(directory, word) ?? [])
  if (verb === 'remote') return /^(?:rename|remove|rm)$/.test(operands[0] ?? '') ? [directory] : []
  if (verb === 'worktree' || verb === 'submodule') return resolved(operands.slice(1))
  if (verb === 'config')
    return options.some((option) => /^(?:-f|--file|--blob)/.test(option))
      ? [directory, ...ownersIn(operands, directory)]
      : []
  const linked = options.some((option) => option.startsWith('--separate-git-dir'))
  return verb === 'clone' && linked ? [repositoryPath(git) ?? directory] : []
}

function placedByWords({ name = '', args, cwd, redirects }: Command): readonly string[] {
  const words = [...args.slice(0, MAX_WORDS), ...redirects.map(({ target }) => target)].map(({ known }) =>
    known.slice(0, MAX_WORD_LENGTH),
  )
  const program = programName(name)
  const clones = CLONING_PROGRAMS.has(program) && words.includes('clone')
  // Of git it is not known what it does: to any of these places.
  const places =
    PLACING_PROGRAMS.has(program) || program === 'git' || clones
      ? [
          ...words,
          ...words.map(
            (word) =>
              word
                .split(/[/:]/)
                .at(-1)
                ?.replace(/\.git$/, '') ?? '',
          ),
        ].filter((word) => word !== '' && !word.startsWith('-'))
      : []
  const here = UNPACKING_PROGRAMS.has(program) || program === 'git' ? [cwd ?? ''] : []
  return [...places, ...here, ...ownersIn([cwd ?? '', ...words], cwd)].flatMap((word) => resolveFrom(cwd, word) ?? [])
}

/** Whose own files these words name. */
function ownersIn(words: readonly string[], cwd: string | undefined): readonly string[] {
  const inside = words.filter((word) => REPOSITORY_FILES.test(word))
  const bare = words.flatMap((word) => FILE_OF_BARE_REPOSITORY.exec(word)?.[1] ?? [])
  return [
    ...(inside.length > 0 && cwd !== undefined ? [cwd] : []),
    ...inside.map((word) => word.slice(0, word.search(REPOSITORY_FILES))),
    ...bare,
  ]
}
