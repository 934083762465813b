import { stateUnread } from '../../unread.ts'
import type { DataSource, Word } from '../../words.ts'
import { MOST_PATCHED, patchedFiles } from '../files/patched-files.ts'
import { type Options, readOptions } from '../options.ts'
import type { Standing } from '../program.ts'
import { runsInstead } from '../shell/injecting.ts'
import { weakest } from '../standing.ts'
import { discard, type GitCall, type GitReader, type GitVerbs, loosely, pathAtRoot, pathIn, verb } from './call.ts'
import { config } from './config.ts'
import { COMMITTED } from './output.ts'

/** `apply` and `am`: a patch is code that nobody may have looked at. */
const apply = verb(
  (call, options) => {
    const { operands } = options
    for (const word of operands)
      call.scribe.effect({ kind: 'read-path', path: pathIn(call, word), list: false, by: `git ${call.verb}` })
    if (options.has('stat', 'numstat', 'summary', 'check', 'show-current-patch') && !options.has('apply'))
      return 'proven'
    if (options.has('abort', 'quit', 'skip', 'continue', 'r', 'resolved')) return 'expected'
    const reverse = options.has('R', 'reverse')
    if (!reverse && !options.has('cached')) statePatched(options, call)
    // `git diff | git apply -R` throws the changes away.
    const undoes = reverse && !options.has('cached') && operands.length === 0 && isOwnDiff(call)
    return weakest(
      'expected',
      undoes && discard(call, 'worktree', 'apply -R', { certainty: 'likely' }),
      options.has('unsafe-paths') && 'plain',
      ...(operands.length > 0 ? operands.map((word) => patchFile(word, call)) : [patchInput(call)]),
    )
  },
  'p C directory exclude include whitespace patch-format empty quoted-cr',
  'reverse',
  'S gpg-sign show-current-patch',
)

function isOwnDiff({ command: { stdin } }: GitCall): boolean {
  return (
    stdin.kind === 'value' &&
    stdin.value.sources.some(
      (source) => source.kind === 'command' && source.program === 'git' && source.about !== COMMITTED,
    )
  )
}

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

function statePatch(source: DataSource, seen: boolean, { scribe, verb }: GitCall): Standing {
  scribe.effect({ kind: 'apply-patch', source, seen, by: `git ${verb}` })
  return seen ? 'expected' : 'plain'
}

function patchFile(word: Word, call: GitCall): Standing {
  if (word.text === '-') return patchInput(call)
  const { real, sessionMade, text } = pathIn(call, word)
  const from = real === undefined ? undefined : call.scribe.provenance(real)
  // The same command wrote it, and its text stands there, or git itself made it of what is here.
  const made =
    sessionMade &&
    real !== undefined &&
    (call.scribe.readText(real) !== undefined || (from?.kind === 'session' && from.program === 'git'))
  const known = real !== undefined && (isKnown(real, call) || (made && from?.kind !== 'elsewhere'))
  return statePatch({ kind: 'file', path: real ?? text, secret: false }, known, call)
}

/** It was looked at, or is part of the repository or of this session, and not from elsewhere. */
function isKnown(path: string, { facts, scribe }: GitCall): boolean {
  const { seen, written } = facts.session
  if (seen.has(path)) return true
  const kept = written.has(path) || facts.tracked(path) === 'tracked-clean'
  return kept && scribe.provenance(path).kind !== 'elsewhere'
}

/** A patch on standard input was seen when its text stands in the command, or git made it here. */
function patchInput(call: GitCall): Standing {
  const { stdin } = call.command
  if (stdin.kind === 'inherited') return 'plain'
  const { text, sources } = stdin.value
  const own =
    sources.length > 0 &&
    sources.every((source) => {
      if (source.kind === 'command') return source.program === 'git'
      return source.kind === 'literal' || (source.kind === 'file' && isKnown(source.path, call))
    })
  return statePatch(sources[0] ?? { kind: 'unknown' }, text !== undefined || own, call)
}

const difftool = verb((call, options) => {
  const run = options.values('x', 'extcmd').map((word) => runsInstead(word, 'git difftool -x', call.scribe))
  return options.has('tool-help') ? 'proven' : weakest('plain', ...run)
}, 'x t extcmd tool')

const forEachRepo: GitReader = ({ args, command: { head }, scribe }) => {
  const { operands } = readOptions(args, { values: 'config', flags: 'keep-going', stopAtOperand: true })
  return weakest('plain', head && scribe.runs([head, ...operands], 'git for-each-repo'))
}

const credential: GitReader = ({ args, scribe, verb }) => {
  const action = args.find((word) => /^(?:fill|get)$/.test(word.text ?? ''))?.text
  const source = { kind: 'secret-store', store: 'git credentials' } as const
  if (action) scribe.effect({ kind: 'expose-secret', source, sink: 'output', by: `git ${verb} ${action}` })
  return 'plain'
}

const formatPatch = loosely((call, options) => {
  if (options.has('stdout')) return call.args.some((word) => word.dynamic) ? 'expected' : 'proven'
  const target = options.value('o', 'output-directory')?.known
  const path = call.scribe.pathOf(target ?? call.directory ?? '.')
  if (target !== undefined)
    call.scribe.effect({ kind: 'write-path', path, how: 'create', content: undefined, by: 'git format-patch' })
  return ['project', 'project-root', 'temp'].includes(path.zone) ? 'expected' : 'plain'
}, 'o output-directory v reroll-count')

export const RUNNING_VERBS: GitVerbs = [
  ['config', config],
  ['apply am', apply],
  ['difftool', difftool],
  ['mergetool gui citool web--browse', () => 'plain'],
  ['for-each-repo', forEachRepo],
  [
    'credential credential-store credential-cache credential-osxkeychain credential-manager credential-libsecret',
    credential,
  ],
  ['format-patch', formatPatch],
  ['shell upload-pack receive-pack', () => 'unknown'],
]
