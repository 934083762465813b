import type { PathUse } from '../../paths.ts'
import { stateUnread } from '../../unread.ts'
import { MOST_PATCHED, patchedFiles } from '../files/patched-files.ts'
import { type Options, readOptions } from '../options.ts'
import type { Standing } from '../program.ts'
import { runsInstead } from '../shell/injecting.ts'
import { weakest } from '../standing.ts'
import { type GitCall, type GitReader, pathAtRoot, pathIn } from './call.ts'
import { config } from './config.ts'
import { discard, worktreeLoss } from './discard.ts'
import { grammar } from './grammar.ts'
import { COMMITTED } from './output.ts'

const APPLY = grammar(
  'stat numstat summary check index cached 3way 3 R reverse reject z p unidiff-zero inaccurate-eof v verbose q quiet recount unsafe-paths allow-overlap allow-empty apply no-add allow-binary-replacement binary ignore-space-change ignore-whitespace N intent-to-add ours theirs union s signoff k keep keep-non-patch keep-cr no-keep-cr c scissors no-scissors i interactive u utf8 no-utf8 abort quit skip continue r resolved m message-id no-message-id no-verify committer-date-is-author-date ignore-date no-gpg-sign allow',
  'p C build-fake-ancestor directory exclude include whitespace patch-format empty quoted-cr',
  'S gpg-sign show-current-patch',
)

/** `apply` and `am`: a patch is code that nobody may have looked at. */
const apply: GitReader = (call) => {
  const options = readOptions(call.args, APPLY)
  const unknown: Standing = options.unknown.length > 0 ? 'unknown' : 'proven'
  const shows = options.has('stat', 'numstat', 'summary', 'check', 'show-current-patch') && !options.has('apply')
  for (const word of options.operands)
    call.scribe.effect({ kind: 'read-path', path: pathIn(call, word), list: false, by: `git ${call.verb}` })
  if (shows) return unknown
  if (options.has('abort', 'quit', 'skip', 'continue', 'r', 'resolved')) return weakest(unknown, 'expected')
  const { stdin } = call.command
  const own =
    stdin.kind === 'value' &&
    stdin.value.sources.some(
      (source) => source.kind === 'command' && source.program === 'git' && source.about !== COMMITTED,
    )
  // `git diff | git apply -R` throws the changes away.
  const undone: Standing =
    options.has('R', 'reverse') && !options.has('cached') && own && options.operands.length === 0
      ? discard(call, { what: 'worktree', loses: worktreeLoss(call, 'all'), certainty: 'likely', by: 'git apply -R' })
      : 'proven'
  const outside = options.has('unsafe-paths')
  if (!options.has('R', 'reverse', 'cached')) statePatched(options, call)
  return weakest(
    unknown,
    undone,
    outside ? 'plain' : 'expected',
    options.operands.length > 0 ? patchFiles(options.operands, call) : patchInput(call),
  )
}

/** The files that the patch makes, with their text; those that it changes, without. */
function statePatched(options: Options, call: GitCall): void {
  const { stdin } = call.command
  const texts = options.operands.map(({ text }) => {
    const { real } = call.scribe.pathOf(text ?? '?')
    return real === undefined ? undefined : call.scribe.readText(real)
  })
  if (options.operands.length === 0 && stdin.kind === 'value') texts.push(stdin.value.text)
  const strip = Number(options.value('p')?.text ?? '1')
  const folder = options.value('directory')?.text
  const files = texts.flatMap((text) => patchedFiles(text, strip))
  if (files.length >= MOST_PATCHED) stateUnread(call.scribe, 'a patch of more files than are read')
  for (const file of files) {
    const path = pathAtRoot(call, folder === undefined ? file.path : `${folder}/${file.path}`)
    const how = file.text === undefined ? 'edit' : 'create'
    call.scribe.effect({ kind: 'write-path', path, how, content: file.text, by: `git ${call.verb}` })
  }
}

function patchFiles(words: readonly Parameters<typeof pathIn>[1][], call: GitCall): Standing {
  const { seen, written } = call.facts.session
  const standings = words.map((word): Standing => {
    const path = pathIn(call, word)
    if (word.text === '-') return patchInput(call)
    const known =
      path.real !== undefined &&
      (seen.has(path.real) ||
        isKept(path.real, call) ||
        ((written.has(path.real) || isWrittenHere(path, call)) && !isForeign(path.real, call)))
    call.scribe.effect({
      kind: 'apply-patch',
      source: { kind: 'file', path: path.real ?? path.text, secret: false },
      seen: known,
      by: `git ${call.verb}`,
    })
    return known ? 'expected' : 'plain'
  })
  return weakest(...standings)
}

/** It is part of the repository, as others have taken it in. */
function isKept(path: string, call: GitCall): boolean {
  return call.facts.tracked(path) === 'tracked-clean' && !isForeign(path, call)
}

function isForeign(path: string, call: GitCall): boolean {
  return call.scribe.provenance(path).kind === 'elsewhere'
}

/** The same command wrote it, and its text stands there, or git itself made it of what is here. */
function isWrittenHere({ real, sessionMade }: PathUse, { scribe }: GitCall): boolean {
  if (!sessionMade || real === undefined) return false
  const from = scribe.provenance(real)
  return scribe.readText(real) !== undefined || (from.kind === 'session' && from.program === 'git')
}

/** A patch on standard input was seen when its text stands in the command, or git made it here. */
function patchInput(call: GitCall): Standing {
  const { stdin } = call.command
  if (stdin.kind === 'inherited') return 'plain'
  const { text, sources } = stdin.value
  const { seen, written } = call.facts.session
  const own =
    sources.length > 0 &&
    sources.every((source) => {
      if (source.kind === 'literal') return true
      if (source.kind === 'command') return source.program === 'git'
      return (
        source.kind === 'file' &&
        (seen.has(source.path) ||
          isKept(source.path, call) ||
          (written.has(source.path) && !isForeign(source.path, call)))
      )
    })
  const known = text !== undefined || own
  call.scribe.effect({
    kind: 'apply-patch',
    source: sources[0] ?? { kind: 'unknown' },
    seen: known,
    by: `git ${call.verb}`,
  })
  return known ? 'expected' : 'plain'
}

const difftool: GitReader = (call) => {
  const options = readOptions(call.args, {
    flags: '-dyg dir-diff no-prompt prompt gui cached staged tool-help',
    values: '-xt extcmd tool',
  })
  const run = options.values('x', 'extcmd').map((word) => runsInstead(word, 'git difftool -x', call.scribe))
  if (options.has('tool-help')) return 'proven'
  return weakest('plain', ...run)
}

const forEachRepo: GitReader = (call) => {
  const options = readOptions(call.args, { values: 'config', flags: 'keep-going', stopAtOperand: true })
  const git = call.command.head
  return git ? weakest('plain', call.scribe.runs([git, ...options.operands], 'git for-each-repo')) : 'plain'
}

/** Prints a stored credential for whoever asks. */
const credential: GitReader = (call) => {
  const action = call.args.find((word) => /^(?:fill|get)$/.test(word.text ?? ''))
  if (action)
    call.scribe.effect({
      kind: 'expose-secret',
      source: { kind: 'secret-store', store: 'git credentials' },
      sink: 'output',
      by: `git ${call.verb} ${action.text}`,
    })
  return 'plain'
}

const formatPatch: GitReader = (call) => {
  const known = call.args.map((word) => word.known)
  if (known.includes('--stdout')) return call.args.some((word) => word.dynamic) ? 'expected' : 'proven'
  const at = known.findIndex((text) => text === '-o' || /^--output-directory/.test(text) || /^-o./.test(text))
  const target =
    at < 0
      ? undefined
      : known[at]?.startsWith('-o') && known[at] !== '-o'
        ? known[at]?.slice(2)
        : (/=(.*)/s.exec(known[at] ?? '')?.[1] ?? known[at + 1])
  const path = call.scribe.pathOf(target ?? call.directory ?? '.')
  if (target !== undefined)
    call.scribe.effect({ kind: 'write-path', path, how: 'create', content: undefined, by: 'git format-patch' })
  return ['project', 'project-root', 'temp'].includes(path.zone) ? 'expected' : 'plain'
}

export const RUNNING_VERBS: readonly (readonly [string, GitReader])[] = [
  ['config', config],
  ['apply', apply],
  ['am', apply],
  ['difftool', difftool],
  ['mergetool', () => 'plain'],
  ['for-each-repo', forEachRepo],
  ['credential', credential],
  ['credential-store', credential],
  ['credential-cache', credential],
  ['credential-osxkeychain', credential],
  ['credential-manager', credential],
  ['credential-libsecret', credential],
  ['format-patch', formatPatch],
  ['gui', () => 'plain'],
  ['citool', () => 'plain'],
  ['web--browse', () => 'plain'],
  ['shell', () => 'unknown'],
  ['upload-pack', () => 'unknown'],
  ['receive-pack', () => 'unknown'],
]
