import { basename, dirname } from 'node:path/posix'
import { baseOf, programOf } from '../base-name.ts'
import { IF_THERE } from '../programs/git/kept-settings.ts'
import { splitWords } from '../programs/git/made-words.ts'
import { familyFor } from '../programs/registry.ts'
import { isDotenv } from '../programs/shell/env.ts'
import { dashed, like } from '../programs/unlisted/shapes.ts'
import type { Command, Word } from '../words.ts'
import { spend } from './frame.ts'
import { ownFiles } from './own-files.ts'
import { matches } from './pattern.ts'
import { getVariable, type Scope } from './scope.ts'
import type { CoreScribe } from './scribe.ts'
import { literalWord } from './values.ts'

const PER_WORD = 12

/** The command with the words that files of this session hand it: names that a pattern meets, and response files. */
export function withHandedWords(command: Command, scribe: CoreScribe): Command {
  const { args } = command
  if (!args.some((word) => isOpen(word) || word.known.startsWith('@'))) return command
  const given = args.flatMap((word, at) =>
    isOpen(word)
      ? [...optionsMet(word, command, scribe), word]
      : args[at - 1]?.known.startsWith('--')
        ? [word]
        : wordsIn(word, command, scribe),
  )
  return given.length === args.length ? command : { ...command, args: given }
}

/** A pattern that may begin with any sign: the shell puts names there that begin with a dash, too. */
function isOpen({ glob, known }: Word): boolean {
  return glob && /^[*?[]/.test(known)
}

function optionsMet({ known, span }: Word, { cwd }: Command, { frame }: CoreScribe): readonly Word[] {
  const here = cwd ?? frame.facts.cwd
  const names = (ownFiles(frame).inFolder.get(here) ?? []).map((path) => basename(path)).filter(dashed)
  return names.filter((name) => matches(known, name)).map((name) => literalWord(name, span))
}

/** `@file` of a compiler or a linker stands for the words in that file. */
function wordsIn(word: Word, command: Command, scribe: CoreScribe, seen: readonly string[] = []): readonly Word[] {
  const { text } = word
  if (text === undefined || !/^@[^@\s]/.test(text)) return [word]
  if (familyFor(command.name ?? '') !== 'build') return [word]
  const { real } = scribe.pathOf(text.slice(1))
  if (real === undefined || seen.includes(real) || !ownFiles(scribe.frame).inFolder.get(dirname(real))?.includes(real))
    return [word]
  const words = splitWords(scribe.readText(real) ?? '')
  // A file that takes itself in twice doubles with each turn.
  if (!spend(scribe.frame, words.length * PER_WORD, word.span)) return [word]
  return words.flatMap((each) => wordsIn(literalWord(each, word.span), command, scribe, [...seen, real]))
}

const RUNS_ITS_WORDS = /^g?(?:find|fd|fdfind|xargs|env|nice|nohup|timeout|time|busybox)$/

/** Unquoted words out of a file, the network or the clipboard that nobody has read. */
export function stateInjectedWords(command: Command, scribe: CoreScribe): void {
  const name = baseOf(command)
  if (!RUNS_ITS_WORDS.test(name)) return
  const injected = command.args.some(
    (word) =>
      !word.quoted &&
      word.known.startsWith('\0') &&
      word.paths === undefined &&
      word.alternatives === undefined &&
      !(name === 'env' && isDotenv(word, scribe.facts)) &&
      word.sources.some(({ kind }) => kind === 'file' || kind === 'network' || kind === 'clipboard'),
  )
  if (injected)
    scribe.effect({ kind: 'run-code', language: 'shell', origin: 'dynamic', read: false, host: undefined, by: name })
}

const VARIABLES = new Map([
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
  if (baseOf(command) === 'git') {
    const settings = gitSettings(command, scope)
    return settings.length === 0 ? command : { ...command, args: [...settings, ...command.args] }
  }
  const variable = VARIABLES.get(baseOf(command))
  const text = variable === undefined ? undefined : getVariable(scope, variable)?.word.text
  if (text === undefined) return command
  const words = text.split(/\s+/).filter((part) => part !== '')
  return { ...command, args: [...words.map((part) => literalWord(part, command.span)), ...command.args] }
}

/** Variables that hold words for a program: `TOOL_ARGS`, `TOOL_OPTS`, and a name that stands for words, `TOOL_ALIAS_NAME`. */
const CARRIES =
  /^([A-Z][A-Z0-9]*?)(?:_(?:\w+_)?)?(?:(?:ARGS|ARGUMENTS|(?:ADD)?OPTS|OPTIONS|FLAGS|PARAMS|PARAMETERS|COMMAND|CMD|GOALS|TASKS|TARGETS)(?:_\w+)?|ALIAS(?:ES)?_\w+)$/
const MOST_VARIABLES = 4

/** The command with the words that variables called after its program hold for it. Options alone are left to the readers. */
export function withCarriedWords(command: Command, scope: Scope): readonly Command[] {
  const program = programOf(command)
  if (!/^[a-z]/.test(program)) return []
  return carriersIn(scope, program).flatMap((name) => {
    const text = getVariable(scope, name)?.word.text ?? ''
    const words = text.split(/\s+/).filter((part) => part !== '')
    if (!words.some(like(/^[a-z][\w:-]+$/i))) return []
    const carried = words.map((part) => literalWord(part, command.span))
    return [{ ...command, args: /_ALIAS/.test(name) ? carried : [...carried, ...command.args] }]
  })
}

function carriersIn(scope: Scope, program: string): readonly string[] {
  const names = new Set<string>()
  for (let at: Scope | undefined = scope; at && names.size < MOST_VARIABLES; at = at.parent)
    for (const name of at.variables.keys()) {
      const [, called] = CARRIES.exec(name) ?? []
      if (called !== undefined && isCalledAfter(called.toLowerCase(), program)) names.add(name)
    }
  return [...names].slice(0, MOST_VARIABLES)
}

/** `maven` for mvn and mvnw, `acme` for acmectl: the name itself, the beginning of it, or the whole of what it shortens. */
function isCalledAfter(product: string, program: string): boolean {
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
  const settings = [...files(scope), ...numbered(scope), ...listed(scope), ...folders(scope), ...named(command, scope)]
  const options = settings.flatMap((word) => [literalWord('-c', command.span), { ...word, span: command.span }])
  return [...options, ...placed(command, scope)]
}

const OPTIONS = new Map([
  ['GIT_DIR', '--git-dir'],
  ['GIT_WORK_TREE', '--work-tree'],
  ['GIT_EXEC_PATH', '--exec-path'],
])

function placed({ span, args }: Command, scope: Scope): Word[] {
  return [...OPTIONS].flatMap(([name, option]) => {
    const value = getVariable(scope, name)?.word
    const told = args.some(({ known }) => known.startsWith(option))
    return value === undefined || value.text === '' || told ? [] : [{ ...joined(option, value), span }]
  })
}

/** Folders that git takes settings or hooks from: `GIT_TEMPLATE_DIR`, and the home of a person's settings. */
function folders(scope: Scope): Word[] {
  const template = getVariable(scope, 'GIT_TEMPLATE_DIR')?.word
  const found = template ? [joined('init.templateDir', template)] : []
  for (const [name, file] of HOMES) {
    const home = getVariable(scope, name)?.word.text
    if (home !== undefined && home !== '') found.push(joined(IF_THERE, literalWord(home + file)))
  }
  return found
}

const HOMES = [
  ['HOME', '/.gitconfig'],
  ['HOME', '/.config/git/config'],
  ['XDG_CONFIG_HOME', '/git/config'],
] as const

function joined(key: string, value: Word | undefined): Word {
  const known = `${key}=${value?.known ?? '\0'}`
  const word = value ?? literalWord('')
  return { ...word, known, raw: known, text: value?.text === undefined ? undefined : known, dynamic: !value?.text }
}

/** `GIT_CONFIG_GLOBAL=file` and its like: all settings of that file. */
function files(scope: Scope): Word[] {
  return ['GIT_CONFIG_SYSTEM', 'GIT_CONFIG_GLOBAL'].flatMap((name) => {
    const file = getVariable(scope, name)?.word
    return file && file.text !== '/dev/null' && file.text !== '' ? [joined('include.path', file)] : []
  })
}

/** `GIT_CONFIG_COUNT`, `GIT_CONFIG_KEY_0`, `GIT_CONFIG_VALUE_0`, … */
function numbered(scope: Scope): Word[] {
  const count = getVariable(scope, 'GIT_CONFIG_COUNT')?.word
  if (!count) return []
  const last = count.text === undefined ? Number.POSITIVE_INFINITY : Number(count.text) || 0
  const found: Word[] = []
  // Git stops where a key is missing.
  for (let index = 0; index < last; index++) {
    const key = getVariable(scope, `GIT_CONFIG_KEY_${index}`)?.word
    if (!key) break
    found.push(joined(key.known, getVariable(scope, `GIT_CONFIG_VALUE_${index}`)?.word))
  }
  return found
}

/** `GIT_CONFIG_PARAMETERS="'key=value' 'key'='value'"`. */
function listed(scope: Scope): Word[] {
  const list = getVariable(scope, 'GIT_CONFIG_PARAMETERS')?.word
  if (!list) return []
  const items = [...list.known.matchAll(/'([^']*)'(?:='([^']*)')?/g)]
  return items.map((match) => {
    const known = match[2] === undefined ? (match[1] ?? '') : `${match[1]}=${match[2]}`
    return { ...list, known, raw: known, text: known.includes('\0') ? undefined : known }
  })
}

/** `--config-env=key=NAME`. */
function named({ args }: Command, scope: Scope): Word[] {
  return args.flatMap((word, at) => {
    const given = /^--config-env=(.*)$/s.exec(word.known)?.[1]
    const text = given ?? (word.known === '--config-env' ? args[at + 1]?.known : undefined)
    const equals = text?.lastIndexOf('=') ?? -1
    if (text === undefined || equals < 0) return []
    return [joined(text.slice(0, equals), getVariable(scope, text.slice(equals + 1))?.word)]
  })
}
