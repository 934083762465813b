import { basename, dirname } from 'node:path/posix'
import { OPTIONAL_INCLUDE_KEY } from '../../knowledge/lexicon/source-names.ts'
import { isOptionLike, matching } from '../generic/word-shapes.ts'
import { commandBaseName, commandProgram } from '../interpret/base-name.ts'
import { isDotenv } from '../interpret/dotenv-words.ts'
import { familyFor } from '../interpret/registry.ts'
import { splitAliasWords } from '../interpret/synthetic-words.ts'
import { literalWord } from '../interpret/values.ts'
import { matchesShellPattern } from '../text/pattern.ts'
import type { Command, Word } from '../words.ts'
import { spend } from './frame.ts'
import { getVariable, type Scope } from './scope.ts'
import { sessionFilesOf } from './session-files.ts'
import type { CoreRecorder } from './shell-recorder.ts'

const WORD_COST = 12

/** The command with the words that files of this session hand it: names that a pattern meets, and response files. */
export function withInjectedArgs(command: Command, recorder: CoreRecorder): Command {
  const { args } = command
  if (!args.some((word) => isOpenGlob(word) || word.known.startsWith('@'))) return command
  const given = args.flatMap((word, at) =>
    isOpenGlob(word)
      ? [...optionsFromFiles(word, command, recorder), word]
      : args[at - 1]?.known.startsWith('--')
        ? [word]
        : responseFileWords(word, command, recorder),
  )
  return given.length === args.length ? command : { ...command, args: given }
}

/** A pattern that may begin with any sign: the shell puts names there that begin with a dash, too. */
function isOpenGlob({ glob, known }: Word): boolean {
  return glob && /^[*?[]/.test(known)
}

function optionsFromFiles({ known, span }: Word, { cwd }: Command, { frame }: CoreRecorder): readonly Word[] {
  const here = cwd ?? frame.facts.cwd
  const names = (sessionFilesOf(frame).inFolder.get(here) ?? []).map((path) => basename(path)).filter(isOptionLike)
  return names.filter((name) => matchesShellPattern(known, name)).map((name) => literalWord(name, span))
}

/** `@file` of a compiler or a linker stands for the words in that file. */
function responseFileWords(
  word: Word,
  command: Command,
  recorder: CoreRecorder,
  seen: readonly string[] = [],
): readonly Word[] {
  const { text } = word
  if (text === undefined || !/^@[^@\s]/.test(text)) return [word]
  if (familyFor(command.name ?? '') !== 'build') return [word]
  const { real } = recorder.pathOf(text.slice(1))
  if (
    real === undefined ||
    seen.includes(real) ||
    !sessionFilesOf(recorder.frame).inFolder.get(dirname(real))?.includes(real)
  )
    return [word]
  const words = splitAliasWords(recorder.readText(real) ?? '')
  // A file that takes itself in twice doubles with each turn.
  if (!spend(recorder.frame, words.length * WORD_COST, word.span)) return [word]
  return words.flatMap((each) => responseFileWords(literalWord(each, word.span), command, recorder, [...seen, real]))
}

const COMMAND_RUNNERS = /^g?(?:find|fd|fdfind|xargs|env|nice|nohup|timeout|time|busybox)$/

/** Unquoted words out of a file, the network or the clipboard that nobody has read. */
export function recordInjectedArgs(command: Command, recorder: CoreRecorder): void {
  const name = commandBaseName(command)
  if (!COMMAND_RUNNERS.test(name)) return
  const injected = command.args.some(
    (word) =>
      !word.quoted &&
      word.known.startsWith('\0') &&
      word.paths === undefined &&
      word.alternatives === undefined &&
      !(name === 'env' && isDotenv(word, recorder.facts)) &&
      word.sources.some(({ kind }) => kind === 'file' || kind === 'network' || kind === 'clipboard'),
  )
  if (injected)
    recorder.effect({ kind: 'run-code', language: 'shell', origin: 'dynamic', read: false, host: undefined, by: name })
}

const OPTION_VARIABLES = new Map([
  ['tar', 'TAR_OPTIONS'],
  ['gtar', 'TAR_OPTIONS'],
  ['grep', 'GREP_OPTIONS'],
  ['less', 'LESS'],
  ['gzip', 'GZIP'],
  ['zip', 'ZIPOPT'],
  ['unzip', 'UNZIP'],
  ['xz', 'XZ_DEFAULTS'],
  ['bat', 'BAT_OPTS'],
  ['fzf', 'FZF_DEFAULT_OPTS'],
  ['pytest', 'PYTEST_ADDOPTS'],
  ['rg', 'RIPGREP_OPTIONS'],
])

/** The command as the program will see it, with the options from its variable in front. */
export function withOptionVariable(command: Command, scope: Scope): Command {
  if (commandBaseName(command) === 'git') {
    const settings = gitSettings(command, scope)
    return settings.length === 0 ? command : { ...command, args: [...settings, ...command.args] }
  }
  const variable = OPTION_VARIABLES.get(commandBaseName(command))
  const text = variable === undefined ? undefined : getVariable(scope, variable)?.word.text
  if (text === undefined) return command
  const words = text.split(/\s+/).filter((part) => part !== '')
  return { ...command, args: [...words.map((part) => literalWord(part, command.span)), ...command.args] }
}

/** Variables that hold words for a program: `TOOL_ARGS`, `TOOL_OPTS`, and a name that stands for words, `TOOL_ALIAS_NAME`. */
const ARGS_VARIABLE =
  /^([A-Z][A-Z0-9]*?)(?:_(?:\w+_)?)?(?:(?:ARGS|ARGUMENTS|(?:ADD)?OPTS|OPTIONS|FLAGS|PARAMS|PARAMETERS|COMMAND|CMD|GOALS|TASKS|TARGETS)(?:_\w+)?|ALIAS(?:ES)?_\w+)$/
const MAX_VARIABLES = 4

/** The command with the words that variables called after its program hold for it. Options alone are left to the analyzers. */
export function withVariableArgs(command: Command, scope: Scope): readonly Command[] {
  const program = commandProgram(command)
  if (!/^[a-z]/.test(program)) return []
  return argsVariablesIn(scope, program).flatMap((name) => {
    const text = getVariable(scope, name)?.word.text ?? ''
    const words = text.split(/\s+/).filter((part) => part !== '')
    if (!words.some(matching(/^[a-z][\w:-]+$/i))) return []
    const carried = words.map((part) => literalWord(part, command.span))
    return [{ ...command, args: /_ALIAS/.test(name) ? carried : [...carried, ...command.args] }]
  })
}

function argsVariablesIn(scope: Scope, program: string): readonly string[] {
  const names = new Set<string>()
  for (let at: Scope | undefined = scope; at && names.size < MAX_VARIABLES; at = at.parent)
    for (const name of at.variables.keys()) {
      const [, called] = ARGS_VARIABLE.exec(name) ?? []
      if (called !== undefined && isNamedAfter(called.toLowerCase(), program)) names.add(name)
    }
  return [...names].slice(0, MAX_VARIABLES)
}

/** `maven` for mvn and mvnw, `acme` for acmectl: the name itself, the beginning of it, or the whole of what it shortens. */
function isNamedAfter(product: string, program: string): boolean {
  const short = program.replace(/(?:w|\.\w+)$/, '')
  if (product === program || product === short || (product.length > 2 && program.startsWith(product))) return true
  return short.length > 2 && product[0] === short[0] && isShortFor(short, product)
}

function isShortFor(short: string, whole: string): boolean {
  if (short.length * 2 < whole.length) return false
  let found = 0
  for (const letter of whole) if (letter === short[found]) found += 1
  return found === short.length
}

/** Settings that git takes from variables, as the `-c` options they amount to. */
function gitSettings(command: Command, scope: Scope): readonly Word[] {
  const settings = [
    ...gitConfigFiles(scope),
    ...numberedSettings(scope),
    ...listedSettings(scope),
    ...gitFolderSettings(scope),
    ...configEnvSettings(command, scope),
  ]
  const options = settings.flatMap((word) => [literalWord('-c', command.span), { ...word, span: command.span }])
  return [...options, ...gitFolderOptions(command, scope)]
}

const GIT_FOLDER_OPTIONS = new Map([
  ['GIT_DIR', '--git-dir'],
  ['GIT_WORK_TREE', '--work-tree'],
  ['GIT_EXEC_PATH', '--exec-path'],
])

function gitFolderOptions({ span, args }: Command, scope: Scope): Word[] {
  return [...GIT_FOLDER_OPTIONS].flatMap(([name, option]) => {
    const value = getVariable(scope, name)?.word
    const isGiven = args.some(({ known }) => known.startsWith(option))
    return value === undefined || value.text === '' || isGiven ? [] : [{ ...settingWord(option, value), span }]
  })
}

/** Folders that git takes settings or hooks from: `GIT_TEMPLATE_DIR`, and the home of a person's settings. */
function gitFolderSettings(scope: Scope): Word[] {
  const template = getVariable(scope, 'GIT_TEMPLATE_DIR')?.word
  const found = template ? [settingWord('init.templateDir', template)] : []
  for (const [name, file] of GIT_CONFIG_HOMES) {
    const home = getVariable(scope, name)?.word.text
    if (home !== undefined && home !== '') found.push(settingWord(OPTIONAL_INCLUDE_KEY, literalWord(home + file)))
  }
  return found
}

const GIT_CONFIG_HOMES = [
  ['HOME', '/.gitconfig'],
  ['HOME', '/.config/git/config'],
  ['XDG_CONFIG_HOME', '/git/config'],
] as const

function settingWord(key: string, value: Word | undefined): Word {
  const known = `${key}=${value?.known ?? '\0'}`
  const word = value ?? literalWord('')
  return { ...word, known, raw: known, text: value?.text === undefined ? undefined : known, dynamic: !value?.text }
}

/** `GIT_CONFIG_GLOBAL=file` and its like: all settings of that file. */
function gitConfigFiles(scope: Scope): Word[] {
  return ['GIT_CONFIG_SYSTEM', 'GIT_CONFIG_GLOBAL'].flatMap((name) => {
    const file = getVariable(scope, name)?.word
    return file && file.text !== '/dev/null' && file.text !== '' ? [settingWord('include.path', file)] : []
  })
}

/** `GIT_CONFIG_COUNT`, `GIT_CONFIG_KEY_0`, `GIT_CONFIG_VALUE_0`, … */
function numberedSettings(scope: Scope): Word[] {
  const count = getVariable(scope, 'GIT_CONFIG_COUNT')?.word
  if (!count) return []
  const last = count.text === undefined ? Number.POSITIVE_INFINITY : Number(count.text) || 0
  const found: Word[] = []
  // Git stops where a key is missing.
  for (let index = 0; index < last; index++) {
    const key = getVariable(scope, `GIT_CONFIG_KEY_${index}`)?.word
    if (!key) break
    found.push(settingWord(key.known, getVariable(scope, `GIT_CONFIG_VALUE_${index}`)?.word))
  }
  return found
}

/** `GIT_CONFIG_PARAMETERS="'key=value' 'key'='value'"`. */
function listedSettings(scope: Scope): Word[] {
  const list = getVariable(scope, 'GIT_CONFIG_PARAMETERS')?.word
  if (!list) return []
  const items = [...list.known.matchAll(/'([^']*)'(?:='([^']*)')?/g)]
  return items.map((match) => {
    const known = match[2] === undefined ? (match[1] ?? '') : `${match[1]}=${match[2]}`
    return { ...list, known, raw: known, text: known.includes('\0') ? undefined : known }
  })
}

/** `--config-env=key=NAME`. */
function configEnvSettings({ args }: Command, scope: Scope): Word[] {
  return args.flatMap((word, at) => {
    const given = /^--config-env=(.*)$/s.exec(word.known)?.[1]
    const text = given ?? (word.known === '--config-env' ? args[at + 1]?.known : undefined)
    const equals = text?.lastIndexOf('=') ?? -1
    if (text === undefined || equals < 0) return []
    return [settingWord(text.slice(0, equals), getVariable(scope, text.slice(equals + 1))?.word)]
  })
}
