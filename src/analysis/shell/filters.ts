import { isSecretName } from '../../knowledge/lexicon/secret-names.ts'
import { searchesForSecrets } from '../../knowledge/lexicon/secret-words.ts'
import { LISTING_SOURCE as CONTAINERS } from '../../knowledge/lexicon/source-names.ts'
import { isNotOptionLike, isOptionLike, knownTexts, matching } from '../generic/word-shapes.ts'
import { baseName } from '../interpret/base-name.ts'
import { createFamilySet, familyFor } from '../interpret/registry.ts'
import { memoize } from '../text/memoize.ts'
import { selectsOneField } from '../text/xpath.ts'
import type { Command, DataSource, Value, Word } from '../words.ts'
import { liveValueKind } from './printed-output.ts'

const FILTER_PROGRAMS =
  /^(?:[ef]?grep|rg|ag|g?sed|[gmn]?awk|cut|tr|head|tail|sort|uniq|tac|rev|paste|column|fold|fmt|jq|yq|xmllint|perl|iconv|strings|comm|join)$/

const isFilterName = memoize((name) => FILTER_PROGRAMS.test(name))

export function isFilter({ name }: Command): boolean {
  return name !== undefined && isFilterName(baseName(name))
}

const SHELL_SETUP = 'shell set-up'
const SETUP_COMMANDS =
  /^(?:brew shellenv|(?:py|rb|nod|go)env (?:init|virtualenv-init)|direnv (?:hook|export)|fnm env|(?:mise|rtx) activate|zoxide init|starship init|ssh-agent|opam env|dircolors|lesspipe|minikube docker-env|conda shell\.\w+ hook|luarocks path|\S+ completions? (?:-s )?(?:bash|zsh|fish))(?: |$)/

const SETUP_PROGRAMS =
  /^(?:brew|pyenv|rbenv|nodenv|goenv|direnv|fnm|mise|rtx|zoxide|starship|ssh-agent|opam|dircolors|lesspipe|minikube|conda|luarocks)/

function canSetUpShell(base: string, first: Word | undefined): boolean {
  return SETUP_PROGRAMS.test(base) || first?.known.startsWith('completion') === true || base.includes(' ')
}

function isSetupCommand({ name, args }: Command): boolean {
  if (name === undefined || (name.includes('/') && !/^\/(?:usr|bin|opt\/homebrew|home\/linuxbrew)\//.test(name)))
    return false
  return (
    args.length <= 6 &&
    canSetUpShell(baseName(name), args[0]) &&
    args.every((word) => word.text !== undefined) &&
    SETUP_COMMANDS.test([baseName(name), ...args.map((word) => word.known)].join(' '))
  )
}

const SETUP_SUBCOMMANDS = /^(?:(?:[a-z]+-)?env|shell-?env|(?:shell-)?init|(?:shell-)?hook|activate|completions?)$/
const GENERAL_FAMILIES = createFamilySet('files', 'shell', 'network', 'interpreters', 'data', 'git', 'build', 'system')
const PACKAGE_RUNNERS = /^(?:npx|bunx|pnpx|pnpm|yarn|npm|bun|uvx|uv|pipx|pip\d*|cargo|go|nix\S*|dotnet|gem|bundle)$/

/** `podman-machine env box`: an installed tool, whose own sub-command is called so; only options may stand before it. */
function isSetupWord({ name = '', args, wrapperNames }: Command): boolean {
  const at = args.findIndex(matching(SETUP_SUBCOMMANDS))
  if (at < 0 || args.length > 6 || !args.every(({ text }) => text !== undefined)) return false
  const before = knownTexts(args.slice(0, at))
  if (!before.every((word, index) => word.startsWith('-') || before[index - 1]?.startsWith('-') === true)) return false
  return (
    wrapperNames.length === 0 &&
    !/[/.]/.test(name) &&
    !PACKAGE_RUNNERS.test(name) &&
    !GENERAL_FAMILIES.has(familyFor(name))
  )
}

export function isShellSetup(sources: readonly DataSource[]): boolean {
  return sources.length > 0 && sources.every((source) => source.kind === 'command' && source.program === SHELL_SETUP)
}

/** What is left of a command's input in its output: variables that were filtered out, text that is no longer a file's own. */
export function filterValue(value: Value, command: Command, isAlias = false): Value {
  if (command.name === undefined || value.sources.length === 0) return value
  const own = !isAlias && value.sources.every((source) => source.kind === 'command' && source.program === command.name)
  if (isSetupCommand(command) || (own && isSetupWord(command)))
    return { ...value, sources: [{ kind: 'command', program: SHELL_SETUP, secret: false }] }
  const name = baseName(command.name)
  const all = value.sources.some((source) => source.kind === 'environment' && source.name === '*')
  const secret = value.sources.some(
    (source) => ((source.kind === 'file' || source.kind === 'environment') && source.secret) || liveValueKind(source),
  )
  const sources =
    all || secret ? value.sources.flatMap((source) => remainingSources(source, name, command)) : value.sources
  if (name === 'head' && sources.some((source) => source.kind === 'command' && source.program === CONTAINERS))
    return {
      ...value,
      sources: sources.map((source) =>
        source.kind === 'command' && source.program === CONTAINERS ? { ...source, about: 'first' } : source,
      ),
    }
  const changed =
    value.text === undefined &&
    isFilterName(name) &&
    !removesOnlyLineEnds(command) &&
    sources.some((source) => source.kind === 'file')
  if (!changed) return all || secret ? { ...value, sources } : value
  return { ...value, sources: [...sources, { kind: 'command', program: name, secret: false }] }
}

/** `tr -d '\\r'` leaves a script what it is. */
function removesOnlyLineEnds({ args }: Command): boolean {
  return args.length === 2 && args[0]?.text === '-d' && /^(?:\\r|\r|\\015)$/.test(args[1]?.text ?? '')
}

function remainingSources(source: DataSource, name: string, command: Command): readonly DataSource[] {
  if (source.kind === 'file' && source.secret)
    return hidesValues(name, command, source.path) ? [{ kind: 'command', program: name, secret: false }] : [source]
  const words = command.args.map((word) => word.known)
  const live = liveValueKind(source)
  if (live) return filterSource(source, live, name, words)
  if (source.kind !== 'environment') return [source]
  if (source.name !== '*')
    return source.secret && (printsCount(name, words) || printsNames(name, words)) ? [] : [source]
  if (printsCount(name, words) || printsNames(name, words)) return []
  return /^(?:[ef]?grep|rg)$/.test(name) ? grepSource(source, words) : [source]
}

const SEARCH_PROGRAMS = /^(?:[efz]?grep|rg|ag|ack|ugrep|g?sed|[gmn]?awk|findstr|jq|yq|perl)$/

function filterSource(
  source: DataSource,
  among: 'values' | 'state',
  name: string,
  words: readonly string[],
): readonly DataSource[] {
  if (printsCount(name, words) || printsNames(name, words)) return []
  const inverted = words.some(matching(/^-[A-Za-z]*v|^--invert/))
  const patterns = words.filter(isNotOptionLike)
  if (!SEARCH_PROGRAMS.test(name) || inverted || patterns.some((word) => redactsValues(name, word))) return [source]
  const pattern = patterns.find((word) => searchesForSecrets(word, among))
  return pattern === undefined ? [source] : [{ kind: 'environment', name: pattern.slice(0, 60), secret: true }]
}

function redactsValues(name: string, script: string): boolean {
  if (/^[jy]q$/.test(name)) return /\bdel\s*\(|\bhas\s*\(|\bkeys\b|\blength\b|\*{3}/.test(script)
  return /sed$|awk$|^perl$/.test(name) && /\*{3}|redact|\/d\s*$/i.test(script)
}

const SECRET_VARIABLE_NAME =
  /key|token|secret|passw|pass\b|pwd\b|cred|auth|private|aws|azure|gcp|openai|anthropic|stripe|github|gitlab|slack|twilio|database|mongo|redis|_url|dsn|cookie|session/i

/** `grep NODE` leaves the variables of that name. */
function grepSource(source: DataSource, words: readonly string[]): readonly DataSource[] {
  const options = words.filter(isOptionLike)
  const inverted = options.some(matching(/^-[A-Za-z]*[vf]|^--(?:invert|file)/))
  const pattern = words.find(isNotOptionLike) ?? ''
  const isNarrow = pattern.split(/\\?\|/).every(matching(/[A-Za-z]{2}/))
  if (inverted || !isNarrow || pattern.includes('\0')) return [source]
  return [
    {
      kind: 'environment',
      name: pattern.slice(0, 60),
      secret: SECRET_VARIABLE_NAME.test(pattern) || isSecretName(pattern),
    },
  ]
}

/** Files of `NAME=value` lines. */
const ASSIGNMENT_FILE =
  /(?:^|\/)(?:\.env(?:\.[\w.-]+)?|[\w.-]+\.(?:env|tfvars|properties)|\.npmrc|\.aws\/credentials)$/i

/** Does a program print so little of a secret file that no value shows: a count, names, values struck out? */
function hidesValues(program: string, command: Command, path: string): boolean {
  const words = command.args.map((word) => word.known)
  if (words.some((word) => word.includes('\0'))) return false
  if (printsCount(program, words)) return true
  if (/^(?:jq|yq)$/.test(program)) return words.filter(isNotOptionLike).slice(0, 1).every(queriesOnlyKeys)
  if (selectsOneField(words)) return true
  return (
    ASSIGNMENT_FILE.test(path) &&
    (printsNames(program, words) || grepPatternFits(program, words, isPublicVariablePattern))
  )
}

/** `wc`, `sha256sum`, `grep -c`, `grep -q`: how much there is, whether it is the same, and whether something is in it. */
function printsCount(program: string, words: readonly string[]): boolean {
  if (/^(?:wc|cksum|(?:md5|b2|sha(?:1|224|256|384|512)?)sum|shasum)$/.test(program)) return true
  if (/^[gmn]?awk$/.test(program)) return awkOnlyCounts(words)
  if (!isGrep(program)) return false
  return optionsOf(words).some(matching(/^-[A-Za-z]*[cqlL][A-Za-z]*$|^--(?:count|quiet|silent|files-with)/))
}

/** Every pattern has a block; without a field, a line or a function nothing of the text can get into what is printed. */
const AWK_BLOCKS = /^(?:[^{}$]{0,200}\{[^{}$]{0,200}\}\s{0,20}){1,10}$/
const AWK_COUNTING =
  /^\s*(?:[a-zA-Z]\w*(?:\+\+|\s*\+?=\s*\d+)|printf?\s+(?:"[^"]{0,80}"\s*,?\s*)?[a-zA-Z]\w*(?:\s*\+\s*0)?)?\s*$/

/** `awk '/^A/{n++} END{print n}'`. */
function awkOnlyCounts(words: readonly string[]): boolean {
  if (words.some(matching(/^-(?!F)/))) return false
  const script = words.find((word, at) => isNotOptionLike(word) && words[at - 1] !== '-F') ?? ''
  if (!AWK_BLOCKS.test(script)) return false
  const blocks = [...script.matchAll(/\{([^{}]*)\}/g)].map(([, block = '']) => block)
  return blocks.every((block) => block.split(/[;\n]/).every(matching(AWK_COUNTING)))
}

/** Of `NAME=value` lines, only what stands before the sign, or the value struck out. */
function printsNames(program: string, words: readonly string[]): boolean {
  const line = words.join(' ')
  switch (program) {
    case 'cut':
      return /^(?:-s )?(?:-d ?= -f ?1|-f ?1 -d ?=)(?: -s)?(?: [^-\s]\S*)*$/.test(line)
    case 'sed':
    case 'gsed':
      return stripsValues(words)
    case 'awk':
    case 'gawk':
    case 'mawk':
      return /^-F ?= (?:!?\/[^/]*\/ ?|NF(?:>\d)? ?)?\{ ?print \$1(?:,? ?"[^"$]*")* ?;? ?\}(?: [^-\s]\S*)*$/.test(line)
    default:
      return isGrep(program) && (grepPatternFits(program, words, isNamePart) || excludesSecrets(words))
  }
}

const VALUE_STRIPPING_SED = [
  /^s(\W)=\.[*+]\$?\1[^&\\]*\1[gp]*$/,
  /^s(\W)\^?\\?\((?:(?:\[(?:\^=|[\w-]+)\]|\\w)(?:\*|\\?\+)?){1,3}\\?\)=\.\*\$?\1\\1[^&\\]*\1[gp]*$/,
]

function stripsValues(words: readonly string[]): boolean {
  const options = optionsOf(words)
  if (!options.every(matching(/^-n?(?:E|r)?e?$/)) || options.filter((o) => o.endsWith('e')).length > 1) return false
  const script = words.find(isNotOptionLike) ?? ''
  return VALUE_STRIPPING_SED.some((form) => form.test(script))
}

function grepPatternFits(
  program: string,
  words: readonly string[],
  fits: (part: string, only: boolean) => boolean,
): boolean {
  if (!isGrep(program)) return false
  const options = optionsOf(words)
  if (options.some(matching(/^-[A-Za-z]*[vfABCz0-9]|^--(?:invert|file|context|after|before|null)/))) return false
  const only = options.some(matching(/^-[A-Za-z]*o[A-Za-z]*$|^--only-matching$/))
  const pattern = words.find(isNotOptionLike) ?? ''
  return splitAlternatives(pattern).every((part) => fits(part, only))
}

/** `^(A|B)=` stands for `^A=` and `^B=`. */
function splitAlternatives(pattern: string): readonly string[] {
  const group = /^(\^?)\\?\(([\w|\\]+)\\?\)(=?)$/.exec(pattern)
  if (!group) return pattern.split(/\\?\|/)
  return (group[2] ?? '').split(/\\?\|/).map((part) => `${group[1]}${part.replaceAll('\\', '')}${group[3]}`)
}

/** `grep -o '^[A-Z_]*='`. */
function isNamePart(part: string, only: boolean): boolean {
  return only && /^\^(?:export )?(?:(?:\[\^=\]|\[[\w-]+\]|\\w)(?:\\?[*+])?){1,2}(?:=|\(\?==\))?$/.test(part)
}

const PUBLIC_PREFIX = /^\^?(?:NEXT_PUBLIC|VITE|REACT_APP|PUBLIC|NUXT_PUBLIC|EXPO_PUBLIC|GATSBY)_\w*=?$/
const PUBLIC_NAME =
  /^\^?(?:[A-Z]+_)?(?:PORT|HOST|HOSTNAME|NODE_ENV|ENV|DEBUG|LOG_LEVEL|LOGLEVEL|MODE|VERSION|REGION|TIMEOUT|TZ|LANG|LOCALE)=?$/

function isPublicVariablePattern(part: string): boolean {
  return part === '^\\[' || PUBLIC_PREFIX.test(part) || PUBLIC_NAME.test(part)
}

/** `grep -vi 'key|token|secret|pass'`. */
function excludesSecrets(words: readonly string[]): boolean {
  const options = optionsOf(words).join(' ')
  const pattern = (words.find(isNotOptionLike) ?? '').toLowerCase()
  return (
    /(?:^| )-[A-Za-z]*v/.test(options) &&
    /(?:^| )-[A-Za-z]*i/.test(options) &&
    pattern.split(/\\?\|/).filter(matching(/^(?:\w+_)?(?:keys?|tokens?|secrets?|pass(?:w|wd|word)?)$/)).length >= 4
  )
}

function queriesOnlyKeys(query: string): boolean {
  return /^(?:\.[\w.]* ?\| ?)?(?:keys(?:_unsorted)?(?:\[\])?|length|type|has\("[^"]*"\)|to_entries\[\] ?\| ?\.key)$/.test(
    query,
  )
}

function isGrep(program: string): boolean {
  return /^(?:[ef]?grep|rg|ag)$/.test(program)
}

function optionsOf(words: readonly string[]): readonly string[] {
  return words.filter(isOptionLike)
}
