import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { runSubstituteCommand } from '../../../analysis/interpret/injection-variables.ts'
import { type Options, readOptions } from '../../../analysis/interpret/options.ts'
import { MAX_PATCHED_FILES, parsePatchedFiles } from '../../../analysis/interpret/patched-files.ts'
import type { CommandGrade } from '../../../analysis/interpret/program.ts'
import type { PathUse } from '../../../analysis/paths/paths.ts'
import { recordUnread } from '../../../analysis/text/read-limits.ts'
import { type GitAnalyzer, type GitCall, resolvePathFromRoot, resolvePathOperand } from './call.ts'
import { analyzeConfig } from './config.ts'
import { assessWorktreeLoss, recordDiscard } from './discard.ts'
import { defineGrammar } from './grammar.ts'
import { COMMITTED_CHANGES_TOPIC } from './output.ts'

const APPLY_GRAMMAR = defineGrammar(
  'stat numstat summary check index cached 3way 3 R reverse reject z p unidiff-zero inaccurate-eof v verbose q quiet recount unsafe-paths allow-overlap allow-empty apply no-add allow-binary-replacement binary ignore-space-change ignore-whitespace N intent-to-add ours theirs union s signoff k keep keep-non-patch keep-cr no-keep-cr c scissors no-scissors i interactive u utf8 no-utf8 abort quit skip continue r resolved m message-id no-message-id no-verify committer-date-is-author-date ignore-date no-gpg-sign allow',
  'p C build-fake-ancestor directory exclude include whitespace patch-format empty quoted-cr',
  'S gpg-sign show-current-patch',
)

/** `apply` and `am`: a patch is code that nobody may have looked at. */
const analyzeApply: GitAnalyzer = (call) => {
  const options = readOptions(call.args, APPLY_GRAMMAR)
  const unknown: CommandGrade = options.unknown.length > 0 ? 'unknown' : 'proven'
  const shows = options.has('stat', 'numstat', 'summary', 'check', 'show-current-patch') && !options.has('apply')
  for (const word of options.operands)
    call.recorder.effect({
      kind: 'read-path',
      path: resolvePathOperand(call, word),
      list: false,
      by: `git ${call.verb}`,
    })
  if (shows) return unknown
  if (options.has('abort', 'quit', 'skip', 'continue', 'r', 'resolved')) return weakestGrade(unknown, 'expected')
  const { stdin } = call.command
  const own =
    stdin.kind === 'value' &&
    stdin.value.sources.some(
      (source) => source.kind === 'command' && source.program === 'git' && source.about !== COMMITTED_CHANGES_TOPIC,
    )
  // `git diff | git apply -R` throws the changes away.
  const undone: CommandGrade =
    options.has('R', 'reverse') && !options.has('cached') && own && options.operands.length === 0
      ? recordDiscard(call, {
          what: 'worktree',
          loses: assessWorktreeLoss(call, 'all'),
          certainty: 'likely',
          by: 'git apply -R',
        })
      : 'proven'
  const outside = options.has('unsafe-paths')
  if (!options.has('R', 'reverse', 'cached')) recordPatchedFiles(options, call)
  return weakestGrade(
    unknown,
    undone,
    outside ? 'plain' : 'expected',
    options.operands.length > 0 ? recordPatchFiles(options.operands, call) : recordPatchInput(call),
  )
}

/** The files that the patch makes, with their text; those that it changes, without. */
function recordPatchedFiles(options: Options, call: GitCall): void {
  const { stdin } = call.command
  const texts = options.operands.map(({ text }) => {
    const { real } = call.recorder.pathOf(text ?? '?')
    return real === undefined ? undefined : call.recorder.readText(real)
  })
  if (options.operands.length === 0 && stdin.kind === 'value') texts.push(stdin.value.text)
  const strip = Number(options.value('p')?.text ?? '1')
  const folder = options.value('directory')?.text
  const files = texts.flatMap((text) => parsePatchedFiles(text, strip))
  if (files.length >= MAX_PATCHED_FILES) recordUnread(call.recorder, 'a patch of more files than are read')
  for (const file of files) {
    const path = resolvePathFromRoot(call, folder === undefined ? file.path : `${folder}/${file.path}`)
    const how = file.text === undefined ? 'edit' : 'create'
    call.recorder.effect({ kind: 'write-path', path, how, content: file.text, by: `git ${call.verb}` })
  }
}

function recordPatchFiles(words: readonly Parameters<typeof resolvePathOperand>[1][], call: GitCall): CommandGrade {
  const { seen, written } = call.facts.session
  const grades = words.map((word): CommandGrade => {
    const path = resolvePathOperand(call, word)
    if (word.text === '-') return recordPatchInput(call)
    const known =
      path.real !== undefined &&
      (seen.has(path.real) ||
        isTrackedOwnFile(path.real, call) ||
        ((written.has(path.real) || isWrittenHere(path, call)) && !isFromElsewhere(path.real, call)))
    call.recorder.effect({
      kind: 'apply-patch',
      source: { kind: 'file', path: path.real ?? path.text, secret: false },
      seen: known,
      by: `git ${call.verb}`,
    })
    return known ? 'expected' : 'plain'
  })
  return weakestGrade(...grades)
}

/** It is part of the repository, as others have taken it in. */
function isTrackedOwnFile(path: string, call: GitCall): boolean {
  return call.facts.tracked(path) === 'tracked-clean' && !isFromElsewhere(path, call)
}

function isFromElsewhere(path: string, call: GitCall): boolean {
  return call.recorder.provenance(path).kind === 'elsewhere'
}

/** The same command wrote it, and its text stands there, or git itself made it of what is here. */
function isWrittenHere({ real, sessionMade }: PathUse, { recorder }: GitCall): boolean {
  if (!sessionMade || real === undefined) return false
  const from = recorder.provenance(real)
  return recorder.readText(real) !== undefined || (from.kind === 'session' && from.program === 'git')
}

/** A patch on standard input was seen when its text stands in the command, or git made it here. */
function recordPatchInput(call: GitCall): CommandGrade {
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
          isTrackedOwnFile(source.path, call) ||
          (written.has(source.path) && !isFromElsewhere(source.path, call)))
      )
    })
  const known = text !== undefined || own
  call.recorder.effect({
    kind: 'apply-patch',
    source: sources[0] ?? { kind: 'unknown' },
    seen: known,
    by: `git ${call.verb}`,
  })
  return known ? 'expected' : 'plain'
}

const analyzeDifftool: GitAnalyzer = (call) => {
  const options = readOptions(call.args, {
    flags: '-dyg dir-diff no-prompt prompt gui cached staged tool-help',
    values: '-xt extcmd tool',
  })
  const run = options.values('x', 'extcmd').map((word) => runSubstituteCommand(word, 'git difftool -x', call.recorder))
  if (options.has('tool-help')) return 'proven'
  return weakestGrade('plain', ...run)
}

const analyzeForEachRepo: GitAnalyzer = (call) => {
  const options = readOptions(call.args, { values: 'config', flags: 'keep-going', stopAtOperand: true })
  const git = call.command.head
  return git ? weakestGrade('plain', call.recorder.runs([git, ...options.operands], 'git for-each-repo')) : 'plain'
}

/** Prints a stored credential for whoever asks. */
const analyzeCredential: GitAnalyzer = (call) => {
  const action = call.args.find((word) => /^(?:fill|get)$/.test(word.text ?? ''))
  if (action)
    call.recorder.effect({
      kind: 'expose-secret',
      source: { kind: 'secret-store', store: 'git credentials' },
      sink: 'output',
      by: `git ${call.verb} ${action.text}`,
    })
  return 'plain'
}

const analyzeFormatPatch: GitAnalyzer = (call) => {
  const known = call.args.map((word) => word.known)
  if (known.includes('--stdout')) return call.args.some((word) => word.dynamic) ? 'expected' : 'proven'
  const at = known.findIndex((text) => text === '-o' || /^--output-directory/.test(text) || /^-o./.test(text))
  const target =
    at < 0
      ? undefined
      : known[at]?.startsWith('-o') && known[at] !== '-o'
        ? known[at]?.slice(2)
        : (/=(.*)/s.exec(known[at] ?? '')?.[1] ?? known[at + 1])
  const path = call.recorder.pathOf(target ?? call.directory ?? '.')
  if (target !== undefined)
    call.recorder.effect({ kind: 'write-path', path, how: 'create', content: undefined, by: 'git format-patch' })
  return ['project', 'project-root', 'temp'].includes(path.zone) ? 'expected' : 'plain'
}

export const CODE_RUNNING_VERBS: readonly (readonly [string, GitAnalyzer])[] = [
  ['config', analyzeConfig],
  ['apply', analyzeApply],
  ['am', analyzeApply],
  ['difftool', analyzeDifftool],
  ['mergetool', () => 'plain'],
  ['for-each-repo', analyzeForEachRepo],
  ['credential', analyzeCredential],
  ['credential-store', analyzeCredential],
  ['credential-cache', analyzeCredential],
  ['credential-osxkeychain', analyzeCredential],
  ['credential-manager', analyzeCredential],
  ['credential-libsecret', analyzeCredential],
  ['format-patch', analyzeFormatPatch],
  ['gui', () => 'plain'],
  ['citool', () => 'plain'],
  ['web--browse', () => 'plain'],
  ['shell', () => 'unknown'],
  ['upload-pack', () => 'unknown'],
  ['receive-pack', () => 'unknown'],
]
