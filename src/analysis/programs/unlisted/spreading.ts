import { programName, programOf } from '../../base-name.ts'
import { isInside } from '../../path-use.ts'
import type { PathUse } from '../../paths.ts'
import { stageOf, stageOfName } from '../../stages.ts'
import { meaningOf, onlyLooks, unjoined, wordsOf } from '../../verbs.ts'
import { signsIn } from '../../word-signs.ts'
import type { Command, Word } from '../../words.ts'
import type { Scribe } from '../program.ts'
import { statePublished } from './hubs.ts'
import { INTENSE, isUnasked } from './line.ts'
import {
  aimsHere,
  isBuildFolder,
  isRemote,
  knownIn,
  like,
  pairsIn,
  said,
  stateThing,
  undashed,
  unlike,
} from './shapes.ts'

const DOMAIN = /^(?:[a-z0-9](?:[a-z0-9-]{0,62})\.){1,5}[a-z]{2,18}$/i
const NO_DOMAIN =
  /\.(?:test|local|localhost|internal|lan|invalid|[cm]?[jt]sx?|json[c5]?|ya?ml|toml|xml|html?|s?css|md|txt|log|lock|map|py|rb|go|rs|java|kt|swift|php|sql|csv|tsv|t?gz|tar|zip|bz2|xz|png|jpe?g|gif|svg|pdf|so|dll|exe|bin|conf|cfg|ini|env|bak|pem|key|crt|db|sqlite|wasm|ipynb|proto|lua|ex|exs|vue|jar|class|dart|clj|hs|ml|nim|zig|tf|hcl|nix|jl|r|pl|c|h|cc|cpp|hpp)$/i
const TWO_PARTS =
  /^[^.]+\.(?:com|net|org|io|dev|app|cloud|info|xyz|online|site|me|co|de|uk|eu|us|sh|ai|page|tech|blog|fr|nl|ch|at|se|jp|br|in|ca|au)$/i
const OUTPUT =
  /(?:^|\/)(?:_?site|dist|build|out(?:put)?|public|www|html?|storybook-static|export|_book|book|docs?)\/?$/i
const FOR_DOMAIN = /cert|ssl|tls|acme(?!-)|vhost|dns|crawl|scrap|mirror|sitemap|audit|probe|wget/

function isDomain(word: string): boolean {
  if (!DOMAIN.test(word) || NO_DOMAIN.test(word)) return false
  return TWO_PARTS.test(word) || word.split('.').length > 2
}

export function statePublishedFolder(command: Command, scribe: Scribe): void {
  const name = programOf(command)
  if (onlyLooks(name) || FOR_DOMAIN.test(name)) return
  const operands = command.args.filter(undashed)
  const bare = (word: Word) => word.known.replace(/^https?:\/\/|\/$/g, '')
  const domain = operands.map(bare).find(isDomain)
  // The value of an option that names no place: a community, a class, a colour.
  const valued = new Set(command.args.filter((_, at) => /^-[^dDpPfsSorR-]$/.test(command.args[at - 1]?.known ?? '')))
  // A bare word at the front is a sub-command: `build x y`.
  const folder = operands.find(
    (word, at) =>
      /^\.{1,2}\/[\w./-]+$|^[\w.-]+\/$/.test(word.known) ||
      (OUTPUT.test(word.known) && (at > 0 || (operands[1] && bare(operands[1]) === domain)) && !valued.has(word)),
  )?.known
  if (domain === undefined || folder === undefined) return
  statePublished(domain, folder, scribe, domain)
}

const SPARES_NOTHING =
  /^--?(?:force|delete(?:-\w+)*|mirror|overwrite|purge|prune|remove-extra|prefer|confirmbigdel=false)$/
const ALIKE = /sync|mirror|replicat|unison/

export function stateMirrored(command: Command, scribe: Scribe): void {
  const words = [command.name ?? '', ...knownIn(command.args.slice(0, 2))]
  const alike = words.some((word) => ALIKE.test(word.toLowerCase()) && !/\s/.test(word))
  const forced = command.args.some(like(SPARES_NOTHING))
  const mirrors = words.some((word) => wordsOf(word).some(like(/^(?:mirror|mirrorx?|lsyncd)$/)))
  if (!(alike && (forced || mirrors)) && !forced) return
  const places = command.args.map(placeIn).filter((place) => place !== undefined)
  const last = places.at(-1)
  const path = last === undefined || places.length < 2 ? undefined : scribe.pathOf(last)
  if (path === undefined || !isPersons(path, scribe)) return
  scribe.effect({ kind: 'delete-path', path, recursive: true, wipe: false, certainty: 'likely' })
}

function placeIn({ known }: Word): string | undefined {
  const [, value = known] = /^--[\w-]+=(.+)$/s.exec(known) ?? []
  if (value.startsWith('-') || !/^(?:[/~]|\.{1,2}\/|[\w.-]+\/?$|[\w.-]+\/[\w./-]+$)/.test(value)) return undefined
  return value
}

function isPersons({ zone, real, text, sessionMade }: PathUse, { facts }: Scribe): boolean {
  if (sessionMade || (zone !== 'home' && zone !== 'home-root')) return false
  return !/\.\w{1,8}$/.test(text) && real !== undefined && !isInside(facts.projectRoot, real)
}

const DOTFILES = /(?:^|[/_.-])dotfiles?(?:$|[/_.-])/i
const DOT_TOOL = /^(?:dot(?!net|env|cover|trace|slash|ty)\w{2,}|homes\w+|homem\w+|home-(?:manager|make\w*))$/
const LAYS_OUT =
  /^(?:apply|link|install|deploy|restore|switch|up|checkout|symlink|stow|bootstrap|import|pull|sync|update|set)$/

/** `init --apply owner`. */
function bringsAndApplies(words: readonly string[]): boolean {
  if (!words.some(like(/^--(?:apply|bootstrap)$/))) return false
  const [verb, ...things] = words.filter(undashed)
  return /^(?:init|clone|fetch|pull|setup)$/.test(verb ?? '') && things.some(like(/^[\w@]/))
}

export function stateLaidOut(command: Command, scribe: Scribe): void {
  const name = programOf(command)
  const { words } = said(command)
  const fetched = bringsAndApplies(words)
  if (!fetched && !DOT_TOOL.test(name) && ![name, ...words].some(like(DOTFILES))) return
  if (!fetched && !words.slice(0, 4).some(like(LAYS_OUT))) return
  scribe.effect({ kind: 'touch-guarded', path: scribe.pathOf('~'), role: 'unknown', certainty: 'likely' })
}

const WHOLE =
  /^--?(?:\w*nuke|obliterate|self-destruct|factory-reset|(?:(?!(?:no|not|skip|never|dont|keep|without|before|after|on|if)-)[a-z]+-)?(?:wipe|erase)(?:-[a-z]+)*|(?:destroy|delete|purge|remove|drop)-(?:[a-z]+-)?(?:all|everything)(?:-(?:outputs?|results?|data|files|records|messages|objects|volumes|snapshots|backups|entries|versions|databases|tables|users|projects|generations))?)$/

/** Things that are taken away: `-n` that is given nothing shows which, unless something says that nobody is to be asked. */
function isRehearsed(option: string, { args }: Command): boolean {
  if (!/^--?(?:destroy|delete|purge|remove|drop)-/.test(option)) return false
  const alone = args.some(({ known }, at) => known === '-n' && (args[at + 1]?.known ?? '-').startsWith('-'))
  return alone && !args.some(like(/^-[yf]$|^--(?:yes|force|confirm|execute|no-\w+)/))
}

export function stateWholeStore(command: Command, scribe: Scribe): void {
  const { dashed } = signsIn(command.args)
  const option = dashed
    ? command.args.find(({ known }) => WHOLE.test(known) && !isRehearsed(known, command))
    : undefined
  const told =
    option?.known ??
    (dashed ? keepsNoOld(command) : undefined) ??
    emptiesTrash(command) ??
    (dashed ? sweepsShared(command) : undefined) ??
    unaskedLoss(command)
  const gone = told ?? (dashed ? everyOne(command) : undefined)
  if (gone === undefined || isOfCaches(command, gone)) return
  stateThing({ system: programName(command.name ?? ''), verb: 'purge', target: gone, mass: true }, scribe)
}

function isOfCaches({ name = '', args }: Command, option: string): boolean {
  if ([name, option, args[0]?.known ?? ''].some(like(/cache/))) return true
  // The first plain word is the sub-command; what follows another option may be its value.
  const things = args.filter(({ known }, at) => {
    const before = args[at - 1]?.known
    return !known.startsWith('-') && (before === option || !/^-/.test(before ?? '')) && (at > 0 || /[/.]/.test(known))
  })
  return things.length > 0 && things.every(({ known }) => /cache/.test(known) || isBuildFolder(known))
}

const COLLECTS = /^(?:gc|prune|clean|cleanup|clean-up|expire|vacuum|sweep|garbage-collect)$/
const SHARED = /^--(?:cloud|remotes?|server|shared|upstream|all-remotes)(?:=|$)/

const NO_STORE =
  /^-+(?:[\w-]*[-_])?(?:proxy|schema|registry|index|mirror|docs?|homepage|webhook|notify|callback|report)$/

function storeElsewhere(words: readonly string[]): string | undefined {
  return pairsIn(words).find(
    ([option, value]) =>
      /^--?[a-z]/i.test(option) && !NO_STORE.test(option) && value.includes('://') && isRemote(value),
  )?.[1]
}

function sweepsShared(command: Command): string | undefined {
  const { words } = said(command)
  const verb = words
    .filter(like(/^[a-z][a-z-]+$/))
    .slice(0, 2)
    .find(like(COLLECTS))
  if (verb === undefined || aimsHere(command) || stageOf(command) === 'development') return undefined
  const address = storeElsewhere(words)
  if (address !== undefined) return `${verb} ${address}`
  const shared = words.find(like(SHARED)) ?? words.find(like(/^(?:shared|prod|production)$/))
  return shared !== undefined && words.some(like(INTENSE)) ? `${verb} ${shared}` : undefined
}

function unaskedLoss({ args }: Command): string | undefined {
  if (!args.some(({ known }) => isUnasked(known))) return undefined
  const operands = said({ args }).operands.filter(unlike(/=/))
  const at = operands.slice(0, 4).findIndex((word) => {
    const words = /^[a-z][\w:-]{2,40}$/i.test(word) ? wordsOf(word) : []
    return words.some((each) => meaningOf(each)?.act === 'destroy') && !words.some((each) => onlyLooks(each))
  })
  return at < 0 ? undefined : operands.slice(at).join(' ')
}

const IDENTITIES =
  /^(?:(?:priv(?:ate)?|secret|public)?keys?|certs?|certificates?|identit(?:y|ies)|credentials?|passkeys?|wallets?|secrets?|keypairs?|keystore|keyring)$/
const KEEPS_THEM =
  /^(?:key(?:s|tool|store|ring|chain|ctl|man|mgr|manager)?|cert\w*|pkcs\w*|smartcard\w*|wallet\w*|vault\w*|secrets?|secret(?:box|store|tool)|ident(?:ity)?|idstore|passwords?|yubi\w*|token(?:store|ctl))$/
const STORE_OPTION = /^--?(?:(?:dest|src)?key-?store|alias|key-?ring|key-?chain|cert-?store|wallet|trust-?store)$/i
const OF_TEXTS =
  /^(?:unused|extra|extraneous|stale|obsolete|missing|null|duplicates?|empty|caches?|translations?|json|yaml|headers?|comments?)$/
const STORE_FILE = /\.(?:p12|pfx|jks|bks|keystore|kdbx|kbx|db|pem|key|wallet)$/i

/** `-delete -alias x -keystore y`, `--delete-key x`. */
export function stateForgotten(command: Command, scribe: Scribe): void {
  const { args } = command
  const said = args.map(({ known }) => (/^--?[a-z]/i.test(known) ? optionWords(known) : []))
  const at = said.findIndex(([verb = '']) => /^(?:destroy|remove)$/.test(meaningOf(verb)?.act ?? ''))
  const words = said[at] ?? []
  if (at < 0 || words.some(like(OF_TEXTS))) return
  const itself = words.some(like(IDENTITIES))
  const kept = wordsOf(programOf(command)).some(like(KEEPS_THEM))
  const store = args.some(({ known }) => STORE_OPTION.test(known.replace(/=.*$/s, '')))
  if (!store && !(kept && (itself || words.length < 3)) && !itself) return
  const values = args.filter(undashed)
  const text = values.some(({ known }) => /^[\w./-]+\.\w{1,5}$/.test(known) && !STORE_FILE.test(known))
  const scratch = values.some((word) => {
    const { zone, sessionMade } = scribe.path(word)
    return zone === 'temp' || sessionMade
  })
  const tried = values.some(({ known }) => stageOfName(known.replace(/^\/(?:home|Users)\/[^/]+/, '')) === 'development')
  if (values.length === 0 || text || scratch || tried) return
  const alias = args.findIndex(like(/^--?(?:alias|name|id|label|n)$/i))
  const name = (args[alias < 0 ? at + 1 : alias + 1] ?? values[0])?.known ?? ''
  stateThing({ system: programOf(command), verb: 'delete', target: name, type: 'key' }, scribe)
}

function optionWords(option: string): readonly string[] {
  return wordsOf(option.replace(/^-+/, '').replace(/=.*$/s, '')).flatMap(unjoined)
}

function keepsNoOld({ name = '', args }: Command): string | undefined {
  const said = [programName(name), ...knownIn(args.slice(0, 3))].flatMap(wordsOf)
  if (!said.some(like(/^(?:gc|garbage|vacuum)$/))) return undefined
  return args.find(like(/^(?:-d|--delete-(?:old|generations|older-than)(?:=\S*)?|--(?:expire|prune)=(?:now|all))$/))
    ?.known
}

function emptiesTrash({ name = '', args }: Command): string | undefined {
  if (!/empty/i.test(name) && !args.some(like(/empty/i))) return undefined
  const words = [baseOf(name), ...args.map(({ known }) => known.replace(/^--?/, ''))].filter((word) => word.length < 40)
  const said = words.flatMap(wordsOf)
  return said.some(like(/^(?:trash|wastebasket|recycle-?bin)$/)) && said.includes('empty') ? 'the trash' : undefined
}

const KEPT =
  /^(?:clusters?|machines?|vms?|instances?|box|boxes|databases?|dbs?|volumes?|snapshots?|backups?|archives?|profiles?|accounts?|users?|keys?|secrets?|disks?|datasets?|buckets?|repos?|projects?|workspaces?|generations?|revisions?|collections?|topics?|queues?)$/
const EVERY = /^(?:-a|-A|--all(?:-\w+)*|--everything)$/

/** `machines rm --all`: all of a kind, and none by its name. */
function everyOne({ args }: Command): string | undefined {
  if (!args.some(like(EVERY))) return undefined
  const { operands } = said({ args })
  const at = operands.findIndex((word) => /^(?:destroy|remove)$/.test(meaningOf(word)?.act ?? ''))
  if (at < 0 || at > 2 || operands.some(unlike(/^[a-z][a-z-]{1,30}$/))) return undefined
  const kind = operands.find((word, index) => index !== at && wordsOf(word).some(like(KEPT)))
  return kind === undefined || operands.length > 3 ? undefined : `all ${kind}`
}

function baseOf(name: string): string {
  return name.replace(/^.*\//, '')
}

const UNRECORDS = /^(?:debugstrip|uncommit|unrecord|obliterate|shun|unpull|amend-record)$/

export function stateUnrecorded({ name = '', args }: Command, scribe: Scribe): void {
  const { operands } = said({ args })
  const [verb = '', ...refs] = operands
  if (!UNRECORDS.test(verb)) return
  scribe.effect({
    kind: 'git-discard',
    what: 'commits',
    refs,
    loses: 'unknown',
    by: `${baseOf(name)} ${verb}`,
    certainty: 'likely',
  })
}

const REMOVER = /^[a-z0-9]{1,3}rm$/

const WIPER = /(?:wiper?|nuke|shred(?:der)?|eraser?|obliterate|srm|scrub)$/

export function stateWiped(command: Command, scribe: Scribe): void {
  const name = programOf(command)
  const removes = REMOVER.test(name) && command.args.some(like(/^-[a-zA-Z]*[rR]|^--recursive$/))
  const told = command.args.some(like(/^--(?:shred|wipe|secure-delete|overwrite-and-delete)$/))
  if (!WIPER.test(name) && !removes && !told) return
  for (const word of command.args) {
    const path = word.known.startsWith('-') ? undefined : scribe.path(word)
    if (path) scribe.effect({ kind: 'delete-path', path, recursive: true, wipe: !removes, certainty: 'likely' })
  }
}
