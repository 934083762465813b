import { dirname } from 'node:path/posix'
import { weakestGrade } from '../../../analysis/interpret/grade.ts'
import { runSubstituteCommand } from '../../../analysis/interpret/injection-variables.ts'
import type { CommandGrade, EffectRecorder } from '../../../analysis/interpret/program.ts'
import { makeSyntheticWord } from '../../../analysis/interpret/synthetic-words.ts'
import { hostOf } from '../../../analysis/remote/hosts.ts'
import type { Word } from '../../../analysis/words.ts'
import type { GitCall } from './call.ts'
import { resolvePathFromRoot, resolvePathOperand } from './call.ts'
import { isSessionRepository } from './discard.ts'
import { formatSettingLine, isForeignHost } from './persisted-settings.ts'

/** What a setting does to git, by its key. */
export type ConfigKeyKind =
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

const CONFIG_KEY_PATTERNS: readonly (readonly [ConfigKeyKind, RegExp])[] = [
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
export function classifyConfigKey(key: string): ConfigKeyKind {
  const folded = key.toLowerCase()
  return CONFIG_KEY_PATTERNS.find(([, pattern]) => pattern.test(folded))?.[0] ?? 'harmless'
}

export interface GitSetting {
  readonly key: string
  /** Undefined when no value was given: git reads that as `true`. */
  readonly value: Word | undefined
  /** `once`: `-c`. `kept`: written to a file, with that file's path. */
  readonly lasts: 'once' | { readonly file: string }
}

/** Names that stand for no person: bots, tests, examples. */
const PLACEHOLDER_IDENTITY =
  /\b(?:tests?|testing|tester|bot|ci|robot|agent|dev|developer|user|you|me|nobody|noreply|local|localhost|example|demo|dummy|foo|bar|a|b|t|x|ai|claude|codex|copilot|gemini|automation|build|runner|root)\b|^.$/i

const FALSE_VALUE = /^(?:false|no|off|0)$/i

/** It makes git run nothing and go nowhere else. */
function isPassiveSetting(meaning: ConfigKeyKind): boolean {
  return meaning === 'harmless' || meaning === 'identity' || meaning === 'signing'
}

/** States what a setting makes git do, now (`-c`) or from now on (`git config`). */
export function recordSetting(setting: GitSetting, call: GitCall): CommandGrade {
  const meaning = classifyConfigKey(setting.key)
  const grade = recordSettingEffects(meaning, setting, call)
  if (setting.lasts === 'once' || isPassiveSetting(meaning)) return grade
  recordPersistedSetting(meaning, setting, setting.lasts.file, call)
  return grade === 'unknown' ? 'unknown' : 'plain'
}

function recordSettingEffects(meaning: ConfigKeyKind, setting: GitSetting, call: GitCall): CommandGrade {
  const { recorder } = call
  const text = setting.value?.text ?? ''
  const wrapper = `git ${setting.lasts === 'once' ? '-c' : 'config'} ${setting.key}`
  const shell = (from: number): CommandGrade =>
    runSubstituteCommand(
      { text: setting.value?.text?.slice(from), sources: setting.value?.sources ?? [] },
      wrapper,
      recorder,
      call.directory === undefined ? {} : { cwd: call.directory },
    )
  switch (meaning) {
    case 'harmless':
      return 'proven'
    case 'identity':
      if (setting.lasts === 'once' && text !== '')
        recorder.effect({
          kind: 'impersonate',
          as: text,
          certainty: PLACEHOLDER_IDENTITY.test(text) || isSessionRepository(call) ? 'possible' : 'likely',
          by: 'git -c',
        })
      return 'expected'
    case 'alias':
      return text.startsWith('!') ? shell(1) : 'proven'
    case 'maybe-command':
      return text === '' || FALSE_VALUE.test(text) || /^(?:true|yes|on|1)$/i.test(text) ? 'proven' : shell(0)
    case 'runs-command':
      return text === '' && !setting.value?.dynamic ? 'proven' : shell(0)
    case 'helper':
      if (text.startsWith('!')) return shell(1)
      if (/^store\b/.test(text) && setting.lasts !== 'once')
        recorder.effect({
          kind: 'weaken',
          area: 'authentication',
          feature: 'git passwords kept in the clear',
          certainty: 'likely',
          by: wrapper,
        })
      return /^[/~.]/.test(text) ? shell(0) : 'plain'
    case 'program-path':
      return setting.value ? recorder.runs([setting.value], wrapper) : 'plain'
    case 'loads-file':
      recorder.unknown(`${setting.key} loads settings from another file`)
      return 'unknown'
    case 'hooks':
      return recordHooksPath(setting, call)
    case 'redirects':
      recordUrlRedirect(setting, call)
      return 'plain'
    case 'signing':
      if (FALSE_VALUE.test(text) && setting.lasts !== 'once')
        recordSigningDisabled(setting.key, setting.lasts.file, recorder)
      return setting.lasts === 'once' ? 'proven' : 'expected'
    case 'tls':
      if (FALSE_VALUE.test(text))
        recorder.effect({ kind: 'weaken', area: 'tls', feature: `git ${setting.key}`, by: wrapper })
      return 'plain'
  }
}

/** One repository may do without signatures; for all of a person's work it is that person's to say. */
export function recordSigningDisabled(key: string, file: string, recorder: EffectRecorder): void {
  if (/^[~/]/.test(file))
    recorder.effect({ kind: 'weaken', area: 'signing', feature: `git ${key}`, certainty: 'likely', by: 'git config' })
}

/** `url.<base>.insteadOf`: what was meant for one host goes to another. */
function recordUrlRedirect(setting: GitSetting, call: GitCall): void {
  const base = /^url\.(.+)\.(?:push)?insteadof$/i.exec(setting.key)?.[1]
  if (base === undefined) return
  const host = hostOf(base)
  if (host === hostOf(setting.value?.text ?? '') || !isForeignHost(host, call)) return
  const feature = `git's addresses, sent to ${host}`
  call.recorder.effect({ kind: 'weaken', area: 'authentication', feature, certainty: 'likely', by: setting.key })
}

function recordHooksPath(setting: GitSetting, call: GitCall): CommandGrade {
  const { value } = setting
  if (!value || value.text === '' || value.text === '/dev/null') {
    if (setting.key.toLowerCase() === 'core.hookspath')
      call.recorder.effect({
        kind: 'weaken',
        area: 'ci-check',
        feature: 'git hooks',
        certainty: 'likely',
        by: 'core.hooksPath',
      })
    return 'plain'
  }
  const directory = resolvePathOperand(call, value)
  const template = setting.key.toLowerCase() !== 'core.hookspath'
  const ran = runSessionHooksIn(template ? `${directory.real}/hooks` : directory.real, call.recorder)
  const usual = directory.zone === 'project' && !directory.sessionMade
  call.recorder.effect({
    kind: 'persist',
    mechanism: 'git-hook',
    target: directory.text,
    certainty: usual ? 'possible' : 'likely',
    by: setting.key,
  })
  return usual ? weakestGrade('plain', ran) : 'unknown'
}

/** Hooks in a folder that git is pointed to: those that this session wrote are read. */
function runSessionHooksIn(folder: string | undefined, recorder: EffectRecorder): CommandGrade {
  if (folder === undefined) return 'proven'
  const files = [...recorder.facts.session.written.keys()].filter((file) => dirname(file) === folder)
  return weakestGrade('proven', ...files.map((file) => recorder.runsFile(recorder.pathOf(file), 'shell', 'git hook')))
}

/** A kept setting that runs or redirects something is an edit of git's own file. */
function recordPersistedSetting(meaning: ConfigKeyKind, setting: GitSetting, file: string, call: GitCall): void {
  const path = /^[/~]/.test(file) ? call.recorder.pathOf(file) : resolvePathFromRoot(call, file)
  const content = formatSettingLine(setting.key, setting.value?.text ?? '…')
  call.recorder.effect({ kind: 'write-path', path, how: 'append', content, by: 'git config' })
  if (setting.value?.text !== undefined) call.recorder.onSetting(setting.key, setting.value.text)
  if (meaning === 'redirects' || meaning === 'tls' || meaning === 'hooks') return
  const harmless = meaning === 'alias' && !setting.value?.text?.startsWith('!')
  if (harmless) return
  call.recorder.effect({
    kind: 'persist',
    mechanism: 'git-hook',
    target: setting.key,
    certainty: COMMON_SETTING_VALUE.test(setting.value?.text ?? '') ? 'possible' : 'likely',
    by: 'git config',
  })
}

/** Values of every day: pagers, editors, the helpers git brings along. */
const COMMON_SETTING_VALUE =
  /^(?:|true|false|cat|less(?: -[\w-]+)*|more|delta|vim?|nvim|nano|emacs|code(?: --wait| -w)*|subl -w|store|cache(?: --timeout[= ]\d+)?|osxkeychain|manager(?:-core)?|libsecret|wincred|git-lfs (?:clean|smudge|filter-process)(?: -- %f)?|ssh(?: -i \S+)?|gpg2?)$/

/** `key=value` of `-c`; a key alone means true. */
export function parseInlineSetting(word: Word): GitSetting {
  const at = word.known.indexOf('=')
  if (at < 0) return { key: word.known, value: undefined, lasts: 'once' }
  const known = word.known.slice(at + 1)
  const value = word.dynamic
    ? { ...word, known, text: known.includes('\0') ? undefined : known }
    : makeSyntheticWord(known, word.span)
  return { key: word.known.slice(0, at), value, lasts: 'once' }
}
