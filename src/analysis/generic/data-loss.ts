import { environmentOfCommand, environmentOfName } from '../../knowledge/lexicon/deployment-environments.ts'
import { SECRET } from '../../knowledge/lexicon/secret-names.ts'
import { SYNC_NAME } from '../../knowledge/lexicon/setting-values.ts'
import { isReadOnlyVerb, isVerb, splitJoinedVerb, verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import { commandProgram, programName } from '../interpret/base-name.ts'
import type { EffectRecorder } from '../interpret/program.ts'
import { isInside } from '../paths/path-use.ts'
import type { PathUse } from '../paths/paths.ts'
import { charactersIn } from '../text/word-characters.ts'
import type { Command, Word } from '../words.ts'
import { FORCE_OPTION, skipsConfirmation } from './generic-command.ts'
import { recordPublishedItem } from './registries.ts'
import {
  commandWords,
  isBuildFolder,
  isNotOptionLike,
  isRemote,
  knownTexts,
  matching,
  notMatching,
  optionValuePairs,
  recordGenericChange,
  targetsOnlyThisMachine,
} from './word-shapes.ts'

const DOMAIN_NAME = /^(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,5}[a-z]{2,18}$/i
const NON_DOMAIN_SUFFIX =
  /\.(?:test|local|localhost|internal|lan|invalid|[cm]?[jt]sx?|json[c5]?|ya?ml|toml|xml|html?|s?css|md|txt|log|lock|map|py|rb|go|rs|java|kt|swift|php|sql|csv|tsv|t?gz|tar|zip|bz2|xz|png|jpe?g|gif|svg|pdf|so|dll|exe|bin|conf|cfg|ini|env|bak|pem|key|crt|db|sqlite|wasm|ipynb|proto|lua|ex|exs|vue|jar|class|dart|clj|hs|ml|nim|zig|tf|hcl|nix|jl|r|pl|c|h|cc|cpp|hpp)$/i
const SECOND_LEVEL_DOMAIN =
  /^[^.]+\.(?:com|net|org|io|dev|app|cloud|info|xyz|online|site|me|co|de|uk|eu|us|sh|ai|page|tech|blog|fr|nl|ch|at|se|jp|br|in|ca|au)$/i
const OUTPUT_FOLDER =
  /(?:^|\/)(?:_?site|dist|build|out(?:put)?|public|www|html?|storybook-static|export|_book|book|docs?)\/?$/i
const DOMAIN_TOOL_NAME = /cert|ssl|tls|acme(?!-)|vhost|dns|crawl|scrap|mirror|sitemap|audit|probe|wget/

function isDomain(word: string): boolean {
  if (!DOMAIN_NAME.test(word) || NON_DOMAIN_SUFFIX.test(word)) return false
  return SECOND_LEVEL_DOMAIN.test(word) || word.split('.').length > 2
}

export function recordPublishedFolder(command: Command, recorder: EffectRecorder): void {
  const name = commandProgram(command)
  if (isReadOnlyVerb(name) || DOMAIN_TOOL_NAME.test(name)) return
  const operands = command.args.filter(isNotOptionLike)
  const bare = (word: Word) => word.known.replace(/^https?:\/\/|\/$/g, '')
  const domain = operands.map(bare).find(isDomain)
  // The value of an option that names no place: a community, a class, a colour.
  const valued = new Set(command.args.filter((_, at) => /^-[^dDpPfsSorR-]$/.test(command.args[at - 1]?.known ?? '')))
  // A bare word at the front is a sub-command: `build x y`.
  const folder = operands.find(
    (word, at) =>
      /^\.{1,2}\/[\w./-]+$|^[\w.-]+\/$/.test(word.known) ||
      (OUTPUT_FOLDER.test(word.known) &&
        (at > 0 || (operands[1] && bare(operands[1]) === domain)) &&
        !valued.has(word)),
  )?.known
  if (domain === undefined || folder === undefined) return
  recordPublishedItem(domain, folder, recorder, domain)
}

const OVERWRITE_OPTION =
  /^--?(?:force|delete(?:-\w+)*|mirror|overwrite|purge|prune|remove-extra|prefer|confirmbigdel=false)$/

export function recordMirrorDeletion(command: Command, recorder: EffectRecorder): void {
  const words = [command.name ?? '', ...knownTexts(command.args.slice(0, 2))]
  const alike = words.some((word) => SYNC_NAME.test(word.toLowerCase()) && !/\s/.test(word))
  const forced = command.args.some(matching(OVERWRITE_OPTION))
  const mirrors = words.some((word) => wordsOf(word).some(matching(/^(?:mirror|mirrorx?|lsyncd)$/)))
  if (!(alike && (forced || mirrors)) && !forced) return
  const places = command.args.map(pathArgument).filter((place) => place !== undefined)
  const last = places.at(-1)
  const path = last === undefined || places.length < 2 ? undefined : recorder.pathOf(last)
  if (path === undefined || !isPersonalFolder(path, recorder)) return
  recorder.effect({ kind: 'delete-path', path, recursive: true, wipe: false, certainty: 'likely' })
}

function pathArgument({ known }: Word): string | undefined {
  const [, value = known] = /^--[\w-]+=(.+)$/s.exec(known) ?? []
  if (value.startsWith('-') || !/^(?:[/~]|\.{1,2}\/|[\w.-]+\/?$|[\w.-]+\/[\w./-]+$)/.test(value)) return undefined
  return value
}

function isPersonalFolder({ zone, real, text, sessionMade }: PathUse, { facts }: EffectRecorder): boolean {
  if (sessionMade || (zone !== 'home' && zone !== 'home-root')) return false
  return !/\.\w{1,8}$/.test(text) && real !== undefined && !isInside(facts.projectRoot, real)
}

const DOTFILES_WORD = /(?:^|[/_.-])dotfiles?(?:$|[/_.-])/i
const DOTFILE_TOOL = /^(?:dot(?!net|env|cover|trace|slash|ty)\w{2,}|homes\w+|homem\w+|home-(?:manager|make\w*))$/
const DOTFILE_APPLY_VERB =
  /^(?:apply|link|install|deploy|restore|switch|up|checkout|symlink|stow|bootstrap|import|pull|sync|update|set)$/

/** `init --apply owner`. */
function fetchesAndApplies(words: readonly string[]): boolean {
  if (!words.some(matching(/^--(?:apply|bootstrap)$/))) return false
  const [verb, ...things] = words.filter(isNotOptionLike)
  return /^(?:init|clone|fetch|pull|setup)$/.test(verb ?? '') && things.some(matching(/^[\w@]/))
}

export function recordDotfileInstall(command: Command, recorder: EffectRecorder): void {
  const name = commandProgram(command)
  const { words } = commandWords(command)
  const fetched = fetchesAndApplies(words)
  if (!fetched && !DOTFILE_TOOL.test(name) && ![name, ...words].some(matching(DOTFILES_WORD))) return
  if (!fetched && !words.slice(0, 4).some(matching(DOTFILE_APPLY_VERB))) return
  recorder.effect({ kind: 'touch-protected', path: recorder.pathOf('~'), role: 'unknown', certainty: 'likely' })
}

const WIPE_ALL_OPTION = /^--?(?:\w*nuke|obliterate|self-destruct|factory-reset)$/
const NEGATIONS: ReadonlySet<string> = new Set('no not skip never dont keep without before after on if'.split(' '))
const ALL_WORDS: ReadonlySet<string> = new Set(['all', 'everything'])
const KINDS_OF_DATA: ReadonlySet<string> = new Set(
  'output outputs result results data files records messages objects volumes snapshots backups entries versions databases tables users projects generations'.split(
    ' ',
  ),
)

/** `--db-wipe-data`, `--delete-all-records`. */
function wipesAll(option: string): boolean {
  if (WIPE_ALL_OPTION.test(option)) return true
  const [, spoken] = /^--?([a-z]+(?:-[a-z]+)*)$/.exec(option) ?? []
  const [first = '', second = '', ...more] = spoken?.split('-') ?? []
  if (isVerb('erase', first) || (isVerb('erase', second) && !NEGATIONS.has(first))) return true
  if (!isVerb('delete', first)) return false
  const [kind, ...rest] = ALL_WORDS.has(second) ? more : ALL_WORDS.has(more[0] ?? '') ? more.slice(1) : ['', '']
  return kind === undefined || (rest.length === 0 && KINDS_OF_DATA.has(kind))
}

/** Things that are taken away: `-n` that is given nothing shows which, unless something says that nobody is to be asked. */
function isDryRun(option: string, { args }: Command): boolean {
  if (!isVerb('delete', /^--?([a-z]+)-/.exec(option)?.[1] ?? '')) return false
  const alone = args.some(({ known }, at) => known === '-n' && (args[at + 1]?.known ?? '-').startsWith('-'))
  return alone && !args.some(matching(/^-[yf]$|^--(?:yes|force|confirm|execute|no-\w+)/))
}

export function recordStorePurge(command: Command, recorder: EffectRecorder): void {
  const { dashed } = charactersIn(command.args)
  const option = dashed ? command.args.find(({ known }) => wipesAll(known) && !isDryRun(known, command)) : undefined
  const loss =
    option?.known ??
    (dashed ? oldGenerationsOption(command) : undefined) ??
    emptiedTrash(command) ??
    (dashed ? sharedStoreSweep(command) : undefined) ??
    unconfirmedLoss(command)
  const gone = loss ?? (dashed ? allOfKind(command) : undefined)
  if (gone === undefined || concernsOnlyCaches(command, gone)) return
  recordGenericChange({ system: programName(command.name ?? ''), verb: 'purge', target: gone, mass: true }, recorder)
}

function concernsOnlyCaches({ name = '', args }: Command, option: string): boolean {
  if ([name, option, args[0]?.known ?? ''].some(matching(/cache/))) return true
  // The first plain word is the sub-command; what follows another option may be its value.
  const things = args.filter(({ known }, at) => {
    const before = args[at - 1]?.known
    return !known.startsWith('-') && (before === option || !/^-/.test(before ?? '')) && (at > 0 || /[/.]/.test(known))
  })
  return things.length > 0 && things.every(({ known }) => /cache/.test(known) || isBuildFolder(known))
}

const GARBAGE_COLLECT_VERB = /^(?:gc|prune|clean|cleanup|clean-up|expire|vacuum|sweep|garbage-collect)$/
const SHARED_STORE_OPTION = /^--(?:cloud|remotes?|server|shared|upstream|all-remotes)(?:=|$)/

const NON_STORE_OPTION =
  /^-+(?:[\w-]*[-_])?(?:proxy|schema|registry|index|mirror|docs?|homepage|webhook|notify|callback|report)$/

function remoteStoreUrl(words: readonly string[]): string | undefined {
  return optionValuePairs(words).find(
    ([option, value]) =>
      /^--?[a-z]/i.test(option) && !NON_STORE_OPTION.test(option) && value.includes('://') && isRemote(value),
  )?.[1]
}

function sharedStoreSweep(command: Command): string | undefined {
  const { words } = commandWords(command)
  const verb = words
    .filter(matching(/^[a-z][a-z-]+$/))
    .slice(0, 2)
    .find(matching(GARBAGE_COLLECT_VERB))
  if (verb === undefined || targetsOnlyThisMachine(command) || environmentOfCommand(command) === 'development')
    return undefined
  const address = remoteStoreUrl(words)
  if (address !== undefined) return `${verb} ${address}`
  const shared = words.find(matching(SHARED_STORE_OPTION)) ?? words.find(matching(/^(?:shared|prod|production)$/))
  return shared !== undefined && words.some(matching(FORCE_OPTION)) ? `${verb} ${shared}` : undefined
}

function unconfirmedLoss({ args }: Command): string | undefined {
  if (!args.some(({ known }) => skipsConfirmation(known))) return undefined
  const operands = commandWords({ args }).operands.filter(notMatching(/=/))
  const at = operands.slice(0, 4).findIndex((word) => {
    const words = /^[a-z][\w:-]{2,40}$/i.test(word) ? wordsOf(word) : []
    return words.some((each) => verbMeaning(each)?.act === 'destroy') && !words.some((each) => isReadOnlyVerb(each))
  })
  return at < 0 ? undefined : operands.slice(at).join(' ')
}

const KEY_NOUN =
  /^(?:(?:priv(?:ate)?|secret|public)?keys?|certs?|certificates?|identit(?:y|ies)|credentials?|passkeys?|wallets?|secrets?|keypairs?|keystore|keyring)$/
const KEY_STORE_TOOL = new RegExp(
  String.raw`^(?:key(?:s|tool|store|ring|chain|ctl|man|mgr|manager)?|cert\w*|pkcs\w*|smartcard\w*|wallet\w*|vault\w*|(?:${SECRET})s?|secret(?:box|store|tool)|ident(?:ity)?|idstore|yubi\w*|token(?:store|ctl))$`,
)
const KEY_STORE_OPTION = /^--?(?:(?:dest|src)?key-?store|alias|key-?ring|key-?chain|cert-?store|wallet|trust-?store)$/i
const TEXT_NOUN =
  /^(?:unused|extra|extraneous|stale|obsolete|missing|null|duplicates?|empty|caches?|translations?|json|yaml|headers?|comments?)$/
const KEY_STORE_FILE = /\.(?:p12|pfx|jks|bks|keystore|kdbx|kbx|db|pem|key|wallet)$/i

/** `-delete -alias x -keystore y`, `--delete-key x`. */
export function recordKeyDeletion(command: Command, recorder: EffectRecorder): void {
  const { args } = command
  const said = args.map(({ known }) => (/^--?[a-z]/i.test(known) ? optionWords(known) : []))
  const at = said.findIndex(([verb = '']) => /^(?:destroy|remove)$/.test(verbMeaning(verb)?.act ?? ''))
  const words = said[at] ?? []
  if (at < 0 || words.some(matching(TEXT_NOUN))) return
  const itself = words.some(matching(KEY_NOUN))
  const kept = wordsOf(commandProgram(command)).some(matching(KEY_STORE_TOOL))
  const store = args.some(({ known }) => KEY_STORE_OPTION.test(known.replace(/=.*$/s, '')))
  if (!store && !(kept && (itself || words.length < 3)) && !itself) return
  const values = args.filter(isNotOptionLike)
  const text = values.some(({ known }) => /^[\w./-]+\.\w{1,5}$/.test(known) && !KEY_STORE_FILE.test(known))
  const scratch = values.some((word) => {
    const { zone, sessionMade } = recorder.path(word)
    return zone === 'temp' || sessionMade
  })
  const tried = values.some(
    ({ known }) => environmentOfName(known.replace(/^\/(?:home|Users)\/[^/]+/, '')) === 'development',
  )
  if (values.length === 0 || text || scratch || tried) return
  const alias = args.findIndex(matching(/^--?(?:alias|name|id|label|n)$/i))
  const name = (args[alias < 0 ? at + 1 : alias + 1] ?? values[0])?.known ?? ''
  recordGenericChange({ system: commandProgram(command), verb: 'delete', target: name, type: 'key' }, recorder)
}

function optionWords(option: string): readonly string[] {
  return wordsOf(option.replace(/^-+/, '').replace(/=.*$/s, '')).flatMap(splitJoinedVerb)
}

function oldGenerationsOption({ name = '', args }: Command): string | undefined {
  const said = [programName(name), ...knownTexts(args.slice(0, 3))].flatMap(wordsOf)
  if (!said.some(matching(/^(?:gc|garbage|vacuum)$/))) return undefined
  return args.find(matching(/^(?:-d|--delete-(?:old|generations|older-than)(?:=\S*)?|--(?:expire|prune)=(?:now|all))$/))
    ?.known
}

function emptiedTrash({ name = '', args }: Command): string | undefined {
  if (!/empty/i.test(name) && !args.some(matching(/empty/i))) return undefined
  const words = [lastPathSegment(name), ...args.map(({ known }) => known.replace(/^--?/, ''))].filter(
    (word) => word.length < 40,
  )
  const said = words.flatMap(wordsOf)
  return said.some(matching(/^(?:trash|wastebasket|recycle-?bin)$/)) && said.includes('empty') ? 'the trash' : undefined
}

const STORED_RESOURCE =
  /^(?:clusters?|machines?|vms?|instances?|box|boxes|databases?|dbs?|volumes?|snapshots?|backups?|archives?|profiles?|accounts?|users?|keys?|secrets?|disks?|datasets?|buckets?|repos?|projects?|workspaces?|generations?|revisions?|collections?|topics?|queues?)$/
const ALL_OPTION = /^(?:-a|-A|--all(?:-\w+)*|--everything)$/

/** `machines rm --all`: all of a kind, and none by its name. */
function allOfKind({ args }: Command): string | undefined {
  if (!args.some(matching(ALL_OPTION))) return undefined
  const { operands } = commandWords({ args })
  const at = operands.findIndex((word) => /^(?:destroy|remove)$/.test(verbMeaning(word)?.act ?? ''))
  if (at < 0 || at > 2 || operands.some(notMatching(/^[a-z][a-z-]{1,30}$/))) return undefined
  const kind = operands.find((word, index) => index !== at && wordsOf(word).some(matching(STORED_RESOURCE)))
  return kind === undefined || operands.length > 3 ? undefined : `all ${kind}`
}

function lastPathSegment(name: string): string {
  return name.replace(/^.*\//, '')
}

const UNCOMMIT_VERB = /^(?:debugstrip|uncommit|unrecord|obliterate|shun|unpull|amend-record)$/

export function recordDiscardedCommits({ name = '', args }: Command, recorder: EffectRecorder): void {
  const { operands } = commandWords({ args })
  const [verb = '', ...refs] = operands
  if (!UNCOMMIT_VERB.test(verb)) return
  recorder.effect({
    kind: 'git-discard',
    what: 'commits',
    refs,
    loses: 'unknown',
    by: `${lastPathSegment(name)} ${verb}`,
    certainty: 'likely',
  })
}

const REMOVER_NAME = /^[a-z0-9]{1,3}rm$/

const WIPER_NAME = /(?:wiper?|nuke|shred(?:der)?|eraser?|obliterate|srm|scrub)$/

export function recordFileWipe(command: Command, recorder: EffectRecorder): void {
  const name = commandProgram(command)
  const removes = REMOVER_NAME.test(name) && command.args.some(matching(/^-[a-zA-Z]*[rR]|^--recursive$/))
  const wipes = command.args.some(matching(/^--(?:shred|wipe|secure-delete|overwrite-and-delete)$/))
  if (!WIPER_NAME.test(name) && !removes && !wipes) return
  for (const word of command.args) {
    const path = word.known.startsWith('-') ? undefined : recorder.path(word)
    if (path) recorder.effect({ kind: 'delete-path', path, recursive: true, wipe: !removes, certainty: 'likely' })
  }
}
