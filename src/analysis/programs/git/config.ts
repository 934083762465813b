import { dirname } from 'node:path/posix'
import { hostOf } from '../../hosts.ts'
import type { Word } from '../../words.ts'
import { part } from '../options.ts'
import type { Scribe, Standing } from '../program.ts'
import { runsInstead } from '../shell/injecting.ts'
import { weakest } from '../standing.ts'
import { type GitCall, ownRepository, pathAtRoot, pathIn, verb } from './call.ts'
import { isForeignHost, settingLine } from './kept-settings.ts'
import { wordOf } from './made-words.ts'

export type KeyMeaning =
  | 'runs-command' // the value is a command line
  | 'alias' // `!` makes it a shell text
  | 'helper' // `!` shell text, a path, or the name of a helper
  | 'maybe-command' // `true`, `false` or a command
  | 'program-path' // a program's path
  | 'loads-file' // more settings from another file
  | 'hooks' // a directory of hooks or templates
  | 'redirects' // where fetches and pushes go
  | 'tls'
  | 'signing' // what others can tell a person's work by
  | 'identity'
  | 'harmless'

const MEANINGS: readonly (readonly [KeyMeaning, RegExp])[] = [
  ['alias', /^alias\./],
  ['maybe-command', /^core\.fsmonitor$/],
  [
    'runs-command',
    /^(?:core\.(?:pager|editor|askpass|sshcommand|gitproxy|alternaterefscommand)|sequence\.editor|interactive\.difffilter|diff\.external|gpg\.ssh\.defaultkeycommand|uploadpack\.packobjectshook|sendemail\.(?:.*\.)?(?:tocmd|cccmd|headercmd|sendmailcmd)|pager\..+)$/,
  ],
  [
    'runs-command',
    /^(?:diff\..+\.(?:command|textconv)|merge\..+\.driver|filter\..+\.(?:clean|smudge|process)|(?:difftool|mergetool|browser|man|guitool)\..+\.cmd|trailer\..+\.(?:command|cmd)|tar\..+\.command|remote\..+\.(?:uploadpack|receivepack|vcs)|hook\..+\.command)$/,
  ],
  [
    'program-path',
    /^(?:gpg\.(?:.+\.)?program|(?:difftool|mergetool|browser|man)\..+\.path|web\.browser|instaweb\.(?:httpd|browser))$/,
  ],
  ['helper', /^credential\.(?:.+\.)?helper$|^submodule\..+\.update$/],
  ['loads-file', /^include(?:if\..+)?\.path$/],
  ['hooks', /^(?:core\.hookspath|init\.templatedir)$/],
  [
    'redirects',
    /^(?:url\..+\.(?:push)?insteadof|remote\..+\.(?:push)?url|remote\..+\.(?:push|mirror)|http\.(?:.+\.)?proxy|protocol\.ext\.allow)$/,
  ],
  ['tls', /^http\.(?:.+\.)?ssl(?:verify|certpasswordprotected)$|^http\.schannelcheckrevoke$/],
  ['signing', /^(?:commit|tag|push)\.gpgsign$|^gpg\.(?:.+\.)?(?:allowedsignersfile|mintrustlevel)$/],
  ['identity', /^(?:user|author|committer)\.(?:name|email)$/],
]

/** Keys are compared without case, as git does for section and variable. */
export function meaningOf(key: string): KeyMeaning {
  const folded = key.toLowerCase()
  return MEANINGS.find(([, pattern]) => pattern.test(folded))?.[0] ?? 'harmless'
}

export interface Setting {
  readonly key: string
  /** Undefined when no value was given: git reads that as `true`. */
  readonly value: Word | undefined
  /** `once`: `-c`. `kept`: written to a file, with that file's path. */
  readonly lasts: 'once' | { readonly file: string }
}

const NOBODY =
  /\b(?:tests?|testing|tester|bot|ci|robot|agent|dev|developer|user|you|me|nobody|noreply|local|localhost|example|demo|dummy|foo|bar|a|b|t|x|ai|claude|codex|copilot|gemini|automation|build|runner|root)\b|^.$/i

const OFF = /^(?:false|no|off|0)$/i

export function stateSetting(setting: Setting, call: GitCall): Standing {
  const meaning = meaningOf(setting.key)
  const standing = stateMeaning(meaning, setting, call)
  // What is only said makes git run nothing and go nowhere else.
  if (setting.lasts === 'once' || /^(?:harmless|identity|signing)$/.test(meaning)) return standing
  stateKept(meaning, setting, setting.lasts.file, call)
  return standing === 'unknown' ? 'unknown' : 'plain'
}

function stateMeaning(meaning: KeyMeaning, { key, value, lasts }: Setting, call: GitCall): Standing {
  const { scribe, directory } = call
  const text = value?.text ?? ''
  const kept = lasts !== 'once'
  const by = `git ${kept ? 'config' : '-c'} ${key}`
  const shell = (from: number): Standing =>
    runsInstead(
      { text: value?.text?.slice(from), sources: value?.sources ?? [] },
      by,
      scribe,
      directory === undefined ? {} : { cwd: directory },
    )
  switch (meaning) {
    case 'harmless':
      return 'proven'
    case 'identity': {
      const certainty = NOBODY.test(text) || ownRepository(call) ? 'possible' : 'likely'
      if (!kept && text !== '') scribe.effect({ kind: 'impersonate', as: text, certainty, by: 'git -c' })
      return 'expected'
    }
    case 'alias':
      return text.startsWith('!') ? shell(1) : 'proven'
    case 'maybe-command':
      return text === '' || OFF.test(text) || /^(?:true|yes|on|1)$/i.test(text) ? 'proven' : shell(0)
    case 'runs-command':
      return text === '' && !value?.dynamic ? 'proven' : shell(0)
    case 'helper': {
      const feature = 'git passwords kept in the clear'
      if (kept && /^store\b/.test(text))
        scribe.effect({ kind: 'weaken', area: 'authentication', feature, certainty: 'likely', by })
      return text.startsWith('!') ? shell(1) : /^[/~.]/.test(text) ? shell(0) : 'plain'
    }
    case 'program-path':
      return value ? scribe.runs([value], by) : 'plain'
    case 'loads-file':
      scribe.unknown(`${key} loads settings from another file`)
      return 'unknown'
    case 'hooks':
      return stateHooksPath(key, value, call)
    case 'redirects':
      stateRedirect(key, text, call)
      return 'plain'
    case 'signing':
      if (kept && OFF.test(text)) stateUnsigned(key, lasts.file, scribe)
      return kept ? 'expected' : 'proven'
    case 'tls':
      if (OFF.test(text)) scribe.effect({ kind: 'weaken', area: 'tls', feature: `git ${key}`, by })
      return 'plain'
  }
}

/** One repository may do without signatures; for all of a person's work it is that person's to say. */
export function stateUnsigned(key: string, file: string, scribe: Scribe): void {
  if (/^[~/]/.test(file))
    scribe.effect({ kind: 'weaken', area: 'signing', feature: `git ${key}`, certainty: 'likely', by: 'git config' })
}

/** `url.<base>.insteadOf`: what was meant for one host goes to another. */
function stateRedirect(key: string, meant: string, call: GitCall): void {
  const base = /^url\.(.+)\.(?:push)?insteadof$/i.exec(key)?.[1]
  if (base === undefined) return
  const host = hostOf(base)
  if (host === hostOf(meant) || !isForeignHost(host, call)) return
  const feature = `git's addresses, sent to ${host}`
  call.scribe.effect({ kind: 'weaken', area: 'authentication', feature, certainty: 'likely', by: key })
}

function stateHooksPath(by: string, value: Word | undefined, call: GitCall): Standing {
  const { scribe } = call
  const template = by.toLowerCase() !== 'core.hookspath'
  if (!value || value.text === '' || value.text === '/dev/null') {
    const feature = 'git hooks'
    if (!template)
      scribe.effect({ kind: 'weaken', area: 'ci-check', feature, certainty: 'likely', by: 'core.hooksPath' })
    return 'plain'
  }
  const { real, text, zone, sessionMade } = pathIn(call, value)
  const ran = runWrittenIn(template ? `${real}/hooks` : real, scribe)
  const usual = zone === 'project' && !sessionMade
  const certainty = usual ? 'possible' : 'likely'
  scribe.effect({ kind: 'persist', mechanism: 'git-hook', target: text, certainty, by })
  return usual ? weakest('plain', ran) : 'unknown'
}

function runWrittenIn(folder: string | undefined, scribe: Scribe): Standing {
  if (folder === undefined) return 'proven'
  const files = [...scribe.facts.session.written.keys()].filter((file) => dirname(file) === folder)
  return weakest('proven', ...files.map((file) => scribe.runsFile(scribe.pathOf(file), 'shell', 'git hook')))
}

/** A kept setting that runs or redirects something is an edit of git's own file. */
function stateKept(meaning: KeyMeaning, { key, value }: Setting, file: string, call: GitCall): void {
  const { scribe } = call
  const by = 'git config'
  const path = /^[/~]/.test(file) ? scribe.pathOf(file) : pathAtRoot(call, file)
  scribe.effect({ kind: 'write-path', path, how: 'append', content: settingLine(key, value?.text ?? '…'), by })
  if (value?.text !== undefined) scribe.onSetting(key, value.text)
  if (/^(?:redirects|tls|hooks)$/.test(meaning) || (meaning === 'alias' && !value?.text?.startsWith('!'))) return
  const certainty = TAME_VALUE.test(value?.text ?? '') ? 'possible' : 'likely'
  scribe.effect({ kind: 'persist', mechanism: 'git-hook', target: key, certainty, by })
}

/** Values of every day: pagers, editors, the helpers git brings along. */
const TAME_VALUE =
  /^(?:|true|false|cat|less(?: -[\w-]+)*|more|delta|vim?|nvim|nano|emacs|code(?: --wait| -w)*|subl -w|store|cache(?: --timeout[= ]\d+)?|osxkeychain|manager(?:-core)?|libsecret|wincred|git-lfs (?:clean|smudge|filter-process)(?: -- %f)?|ssh(?: -i \S+)?|gpg2?)$/

export function settingOf(word: Word): Setting {
  const at = word.known.indexOf('=')
  if (at < 0) return { key: word.known, value: undefined, lasts: 'once' }
  const value = word.dynamic ? part(word, at + 1) : wordOf(word.known.slice(at + 1), word.span)
  return { key: word.known.slice(0, at), value, lasts: 'once' }
}

const READS = 'get get-all get-regexp get-urlmatch l list get-color get-colorbool'.split(' ')
const REMOVES = 'unset unset-all rename-section remove-section'.split(' ')

/** `git config`: reading is reading; writing is judged by what the key makes git do. */
export const config = verb(
  (call, options) => {
    const [first, ...rest] = options.operands
    const action = first?.text ?? ''
    if (options.has(...READS) || /^(?:get|list|get-color(?:bool)?)$/.test(action)) return 'proven'
    if (options.has('e', 'edit') || action === 'edit') return 'plain'
    const file = fileOf(options.has('global'), options.has('system'), options.value('f', 'file'))
    if (options.has(...REMOVES) || REMOVES.includes(action)) {
      const gone = options.operands.find(({ known }) => meaningOf(known) === 'signing')
      if (gone) stateUnsigned(gone.known, file, call.scribe)
      return 'expected'
    }
    const [key, value] = action === 'set' ? rest : options.operands
    if (key && value) return write(call, key, value, file)
    return key?.dynamic ? 'unknown' : 'proven'
  },
  'f file blob t type default get-color get-colorbool value url comment',
  READS.join(' '),
)

function fileOf(global: boolean, system: boolean, file: Word | undefined): string {
  if (file) return file.known
  return global ? '~/.gitconfig' : system ? '/etc/gitconfig' : '.git/config'
}

function write(call: GitCall, key: Word, value: Word, file: string): Standing {
  if (key.text === undefined) return 'unknown'
  const standing = stateSetting({ key: key.text, value, lasts: { file } }, call)
  const meaning = meaningOf(key.text)
  if (meaning === 'identity' || meaning === 'signing') return 'expected'
  if (meaning !== 'harmless') return weakest('plain', standing)
  return file === '.git/config' ? 'expected' : 'plain'
}
