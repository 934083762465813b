import type { Stage } from '../../effects.ts'
import { isRaised } from '../../layers.ts'
import { choosesStage, stageOf, stageOfName, strictestStage, variablesOf } from '../../stages.ts'
import { type Act, type Meaning, meaningOf, onlyLooks, unjoined, wordsOf } from '../../verbs.ts'
import type { Command, Word } from '../../words.ts'
import { type LooseWords, looseWords, onlyShows, shown, USUAL } from '../form/words.ts'
import { aimsHere, freeWords, isFile, isLoopbackText, isRemote, isTreeName, knownIn, like, SAYS_NO } from './shapes.ts'

export interface Line {
  readonly name: string
  readonly args: readonly Word[]
  readonly loose: LooseWords
  readonly meaning: Meaning
  /** Words of the program's name and of the sub-command up to its verb: `users add` is users, add. */
  readonly nouns: ReadonlySet<string>
  /** What the verb is given: operands after it that are neither a stage nor an option's. */
  readonly objects: readonly Word[]
  readonly stage: Stage
  /** It says in so many words that it works on production: an option, a variable, a name; not a folder of that name. */
  readonly aimed: boolean
  readonly remote: boolean
  readonly local: boolean
  readonly intense: boolean
  readonly unasked: boolean
  readonly unbounded: boolean
  /** Whom it is done to stands before the verb or in an option for it: another machine, a device, a whole fleet. */
  readonly there: boolean
  readonly nameless: boolean
  /** It is done to whatever a list of what runs names. */
  readonly listed: boolean
  /** A file of the project that could not be read: only its name and its words speak. */
  readonly script: boolean
  readonly raised: boolean
}

const PLACES =
  /^--?(?:context|env|environment|stage|profile|project|account|region|cluster|namespace|host|hostname|url|uri|dsn|server|endpoint|address|remote|database|database-url|db|tenant|org|organization|workspace|stack|target)$/
const VALUED = new Set([...USUAL, '-e', '-x', '-c', '--local'])
const NAMED = /^(?:-n|--(?:name|app|service|device|device-id|id|user|member|email|repo|key))$/

const UNASKED =
  /^(?:(?:do-?not|no|skip|without|bypass)-?(?:confirm\w*|prompts?|questions?)|(?:yes-)?i-(?:really|know|understand|am-sure|accept)(?:-\w+)*|really-\w+)$/
const SWITCHED_ON = /^(-{0,2})([a-z][\w-]{5,60})(?:[=:](?:true|1|yes|y))?$/i

/** `--skip-confirm`, `-skipConfirm`, and as a task is told it: `SKIP_CONFIRM=1`, `skip_confirm:true`. */
export function isUnasked(word: string): boolean {
  const [whole, dashes, name = ''] = SWITCHED_ON.exec(word) ?? []
  if (whole === undefined || (dashes === '' && name.length === word.length)) return false
  // All in capitals it is one word, or several with strokes between.
  return UNASKED.test(wordsOf(/[a-z]/.test(name) ? name : name.toLowerCase()).join('-'))
}

export const INTENSE =
  /^(?:-y|-f|-[dry]f|-f[dry]|-A|--(?:yes|assume-yes|force(?:-\w+)*|all|\w+-all|purge|prune|destroy|delete|wipe|drop|reset|confirm|no-confirm|auto-approve|non-interactive|skip-confirm\w*|accept-data-loss|cascade|recursive|no-backup)|--?skip-?[tT]rash|force=true)(?:=true)?$/
const ALL = /^(?:all|everything|base|zero|[*]+|all\(\)|.*[*]|\/+)$/i
const REHEARSES = /^--(?:plan|simulate|pretend|validate-only|list|show|diff|print|local|offline)$/
const ANY_STATE =
  /^(?:running|active|accepted|pending|queued|started|busy|idle|print|nr|nf|fs|id|ids|name|pid|\d+|(?:application|app|job|task|run|query|worker|container|session)s?_?)$/i

/** Verbs stand among the first words: `vm.destroy x`, `apis delete x`, `cli config devices add`. */
const FIRST = 7
/** Words that name things as often as they ask for them: `logs delete`. */
export const THINGS =
  /^(?:[a-z]+-)?(?:metrics|logs?|images?|regions?|sizes?|plans?|versions?|history|dashboard|status|graph|test|stat|query|head|top)$/
/** What is made, as often as making it: `bundle deploy`, `package publish x`. */
const MADE = /^(?:bundle|package|pack|build|dev|setup|import)$/
const DONE_TO_MADE: ReadonlySet<Act> = new Set<Act>(['deploy', 'publish', 'release', 'destroy', 'migrate'])
const BY_OPTION: ReadonlySet<Act> = new Set<Act>(['destroy', 'tunnel', 'deploy', 'publish', 'trust'])

/** Options that are given a command; `-rx`: for what runs already. */
export const COMMAND = /^(?:r?[cex]|cmd|command|exec|execute|eval|run)$/

function onlyShown(text: string): boolean {
  const lines = text.split(/[\r\n;]+/).filter((line) => line.trim() !== '')
  if (lines.length === 0 || /[|<>&`$]/.test(text)) return false
  return lines.every((line) => {
    const [head = ''] = line.trim().split(/\s/, 1)
    return meaningOf(head)?.act === 'read' && onlyLooks(head)
  })
}

function onlyTellsToShow(args: Command['args']): boolean {
  return (
    args.length > 1 &&
    args.every(({ known }, at) =>
      at % 2 === 0 ? /^--?\w+$/.test(known) && COMMAND.test(known.replace(/^-+/, '')) : onlyShown(known),
    ) &&
    args.length % 2 === 0
  )
}

export function onlyAsks({ name = '', args }: Command): boolean {
  if (!/^[a-z][\w.-]*$/i.test(name) || args.some(({ text }) => text === undefined)) return false
  if (args.length === 1 && /^--(?:version|help)$/.test(args[0]?.text ?? '')) return true
  if (onlyTellsToShow(args)) return true
  const said = [wordsOf(name), ...args.map(({ known }) => wordsOf(known.replace(/^-+/, '').replace(/=.*$/s, '')))]
  const acts = (word: string) => (meaningOf(word)?.act ?? 'read') !== 'read'
  // `--list` is as good as a sub-command.
  const asked = args.filter(like(/^--(?:list|describe|show|status)$/))
  const verbs = freeWords(args)
    .slice(0, 2)
    .filter(({ known }) => isWordLike(known))
  const first = [...verbs, ...asked].flatMap(({ known }) => wordsOf(known))
  return (
    !said.some((words) => words.some(acts)) && first.some((word) => meaningOf(word)?.act === 'read' && onlyLooks(word))
  )
}

/** Called after another tool, and made for what stands in for its cloud on this machine: `awslocal`, `cdklocal`. */
const EMULATED = /^[a-z]{2,}local$/

/** Reads a command line; undefined when it only shows something, or no word says what is done. */
export function lineOf(command: Command, script?: string): Line | undefined {
  const loose = looseWords(command.args, VALUED)
  if (
    onlyShows(command, loose) ||
    ([...loose.options].some(([name, value]) => value === undefined && REHEARSES.test(name)) &&
      !loose.has('--execute', '--kill', '--apply', '--commit'))
  )
    return undefined
  const name = (script ?? command.name ?? '').replace(/^.*[/\\]/, '').replace(/\.\w{1,4}$/, '')
  const found =
    script === undefined
      ? (verbAmong(loose, command) ?? verbOfProgram(name, loose))
      : verbOfScript(name, command, loose)
  const meaning = found?.meaning
  if (found === undefined || meaning === undefined || meaning.act === 'read') return undefined
  const before = loose.operands.slice(0, found.at + 1).map((word) => word.known)
  const after = loose.operands.slice(found.at + 1)
  const given = [...loose.options].flatMap(([option, value]) => (value && NAMED.test(option) ? [value] : []))
  const stage = strictestStage([stageOf(command), script === undefined ? 'unknown' : stageOfName(name)])
  const places = [...loose.options].flatMap(([option, value]) => (value && PLACES.test(option) ? [value.known] : []))
  const addresses = [...places, ...loose.operands.map((word) => word.known)]
  const loopback = aimsHere(command)
  const unasked = command.args.some(({ known }) => isUnasked(known))
  return {
    name,
    args: command.args,
    loose,
    meaning,
    nouns: new Set([...wordsOf(name), ...before.flatMap(wordsOf).flatMap(unjoined)]),
    objects: [...after, ...given].filter((word) => stageOfName(word.known) === 'unknown' || /[-_.:/]/.test(word.known)),
    stage,
    aimed:
      stage === 'production' &&
      [
        ...addresses.filter((word) => !isFile(word)),
        ...command.assignments.flatMap(({ name: key, value }) => [
          value.known,
          ...(choosesStage(key) ? variablesOf(value) : []),
        ]),
        ...command.args.flatMap(variablesOf),
        ...knownIn(command.inherited ?? []),
      ].some((word) => stageOfName(word) === 'production'),
    remote:
      !loopback &&
      (addresses.some(isRemote) ||
        [...loose.options.keys()].some(like(/^--(?:context|cluster|host|url|dsn|server|endpoint|remote)$/))),
    local:
      stage === 'development' || stage === 'preview' || ((loopback || EMULATED.test(name)) && stage !== 'production'),
    unasked,
    intense:
      unasked ||
      command.args.some(
        (word, at) => INTENSE.test(word.known) && !(word.known === '-f' && isFile(command.args[at + 1]?.known ?? '')),
      ),
    unbounded:
      after.some(like(ALL)) ||
      (loose.has('-r', '-R', '--recursive', '-rf') && after.some((word) => word.known.startsWith('\0'))) ||
      before.some(
        (word) => /[-_:](?:all|recursively)$/.test(word) || /^(?:all|everything)$/.test(unjoined(word)[1] ?? ''),
      ) ||
      wordsOf(script ?? '').includes('all'),
    there: !loopback && isSaidThere(command, loose.operands.slice(0, Math.max(found.at, 0))),
    nameless: !after.some((word) => !isValue(word, command)) && given.length === 0,
    listed: after.some((word) => isOfList(word)) || [...loose.options.values()].some((word) => word && isOfList(word)),
    script: script !== undefined,
    raised: isRaised(command),
  }
}

function isValue(word: Word, { args }: Command): boolean {
  const before = args[args.indexOf(word) - 1]?.known ?? ''
  return /^--?[a-z][\w-]*$/i.test(before) && !INTENSE.test(before) && !NAMED.test(before)
}

const MACHINE =
  /^--(?:addr|address|bmc|bootstrap-server|brokers?|controller|devices?|endpoints?|fleet|gateway|host|hostname|nodes?|router|server|ssh|switch|target|target-host)$/
const ADDRESSED = /^(?:[\w.-]{1,64}@[\w.-]{1,200}|[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}(?::\d{1,5})?|[\w-]{1,64}:\d{2,5})$/
const WITH_PORT = /^[\w-]{1,64}(?:\.[\w-]{1,64}){0,8}:\d{2,5}$/

const MACHINES = /^--(?:on|hosts|on-hosts?|nodes|on-nodes?|targets|limit)$/
const NO_MACHINE =
  /^(?:\d+\w?|local(?:host)?|127\.[\d.]+|::1|self|all-local|(?:push|pull|tag|merge|failure|fail|success|error|change|save|exit|boot|login|start|startup|event|true|false|yes|no|none|off|demand|schedule)s?)$/i
const NUMBERED = /^@?[a-z][a-z-]{0,30}\d{1,4}$/i

function isMachines(option: string, value: string): boolean {
  if (isLoopbackText(value) || stageOfName(value) === 'development') return false
  if (/^--(?:host|node)$/.test(option)) return NUMBERED.test(value)
  return MACHINES.test(option) && /^[@\w][\w.,:@*-]{0,200}$/.test(value) && !NO_MACHINE.test(value)
}

export function isSaidThere({ args }: Pick<Command, 'args'>, before: readonly Word[]): boolean {
  if (
    before.some(
      ({ known }) =>
        isRemote(known) || /^[\w.-]{1,64}@(?!latest$|next$)[a-z][\w-]{0,64}(?:\.[\w-]{1,64}){0,8}$/i.test(known),
    )
  )
    return true
  return args.some(({ known }, at) => {
    const [, option = args[at - 1]?.known ?? '', value = known] = /^(--[\w-]{1,40})=(.*)$/s.exec(known) ?? []
    if (!option.startsWith('-') || value.startsWith('-') || isFile(value)) return false
    if (option === '--fleet' || isMachines(option, value)) return true
    if (MACHINE.test(option)) return ADDRESSED.test(value) || isRemote(value)
    return (/^-[aAHnst]$/.test(option) && isRemote(value)) || (/^-[aAH]$/.test(option) && WITH_PORT.test(value))
  })
}

function isOfList({ known, sources }: Word): boolean {
  if (!known.startsWith('\0') || sources.length === 0) return false
  return sources.every(
    (source) => source.kind === 'command' && (source.about?.match(/\w+/g) ?? []).every(like(ANY_STATE)),
  )
}

function verbAmong(
  loose: LooseWords,
  { args }: Command,
): { readonly at: number; readonly meaning: Meaning } | undefined {
  // `+push_build x`, `:upload x`: a mark before the verb.
  const given = loose.operands.slice(0, FIRST).map((word) => shown(word).replace(/^[+:](?=[a-z]{3})/, ''))
  // Behind a path stand more paths: `dist deploy` are two folders.
  const path = given.findIndex(
    (word, at) =>
      (isFile(word) && !isTreeName(word) && !isOfLetter(loose.operands[at], args)) ||
      /^(?:dist|src|out|lib|bin|public|static|node_modules)$/.test(word),
  )
  const words = path < 0 ? given : given.slice(0, path)
  const switched = switchedAmong(words, [...loose.options.keys()])
  if (switched) return switched
  const meanings = words.map((word) => (isWordLike(word) ? verbIn(wordsOf(word).flatMap(unjoined)) : undefined))
  const at = meanings.findIndex(
    (meaning, index) =>
      meaning !== undefined &&
      !(THINGS.test(words[index] ?? '') && meanings.slice(index + 1).some((next) => next && next.act !== 'read')) &&
      !(MADE.test(words[index] ?? '') && DONE_TO_MADE.has(meanings[index + 1]?.act ?? 'read')),
  )
  const meaning = meanings[at]
  // `--clean` of a build is one thing; with a pattern of things beside it, it is what is done to them.
  const sweeps = given.some((word) => ALL.test(word) && !/[/]|\.\w+$/.test(word))
  // `store fs -rm path`: the first option stands where a sub-command would.
  const commanded = /^-(?:rmr?|del|remove|delete|kill)$/.test([...loose.options.keys()][0] ?? '')
  // The noun of an act says what for: `install --deployment`.
  const asked = [...loose.options.keys()]
    .filter((option) => !/(?:ment|tions?)$/.test(option) && !isDeclined(option, args))
    .map((option) => meaningOf(option.replace(/^-+/, '').replace(/-all$/, '')))
    .find(
      (each) =>
        each !== undefined &&
        (BY_OPTION.has(each.act) ||
          (each.act === 'remove' && (sweeps || commanded)) ||
          // `--alter=… --execute`: the option says what, and the other that it is done.
          (each.act === 'update' && loose.has('--execute'))),
    )
  if (meaning && (asked === undefined || (meaning.act === 'read' && !sweeps))) return { at, meaning }
  if (asked) return { at, meaning: asked.act === 'destroy' ? { ...asked, act: 'remove' } : asked }
  return undefined
}

/** `--publish never`, `--delete=false`. What takes away may be given a name that says no (`--wipe 0`): there only what is joined to it counts. */
function isDeclined(option: string, args: Command['args']): boolean {
  const removes = /^(?:remove|destroy)$/.test(meaningOf(option.replace(/^-+/, ''))?.act ?? '')
  const values = args.flatMap(({ known }, at) => {
    if (known.startsWith(`${option}=`)) return [known.slice(option.length + 1)]
    return known === option ? [removes ? '' : (args[at + 1]?.known ?? '')] : []
  })
  return values.length > 0 && values.every(like(SAYS_NO))
}

/** `-f x.conf promote`. */
function isOfLetter(word: Word | undefined, args: Command['args']): boolean {
  const at = word === undefined ? -1 : args.indexOf(word)
  return at > 0 && at < args.length - 1 && /^-[a-zA-Z]$/.test(args[at - 1]?.known ?? '')
}

const OFF = /^(?:off|down|shutdown|suspend)$/
const POWEROFF: Meaning = { act: 'cancel', change: 'cancel' }
export const WAYS = /^(?:off|down|shutdown|suspend|cycle|reset|reboot)$/

/** `vm.power -off x`, `server power cycle x`. */
function switchedAmong(words: readonly string[], options: readonly string[]): ReturnType<typeof verbAmong> {
  // `load.off`: a thing and which way it is switched.
  const whole = words.findIndex(like(/^[a-z]+[.](?:off|shutdown)$/))
  if (whole >= 0) return { at: whole, meaning: POWEROFF }
  const at = words.findIndex(like(/(?:^|[.:-])power$/))
  const ways = at < 0 ? [] : [words[at + 1] ?? '', ...options.map((option) => option.replace(/^-+/, ''))]
  const off = ways.some(like(OFF))
  const meaning = ways.some(like(WAYS)) ? meaningOf(off ? 'poweroff' : 'powercycle') : undefined
  return meaning && { at, meaning }
}

/** The verb of a compound: its first word that is one, or its last. A word that only looks makes all of it look. */
function verbIn(words: readonly string[]): Meaning | undefined {
  const found = words.map(meaningOf).filter((meaning) => meaning !== undefined)
  const [first] = found
  // `search-replace` looks first, and changes what it finds.
  const sought = /^(?:search|find)$/.test(words[0] ?? '') && found.at(-1)?.act === 'update'
  if (sought) return found.at(-1)
  if (words.length > 1 && found.some(({ act }) => act === 'read') && first?.act !== 'destroy')
    return { act: 'read', change: 'read' }
  return first
}

/** `volume-destroy x`: a program's name that begins or ends with what cannot be undone. Files of the project are git's. */
function verbOfProgram(name: string, loose: LooseWords): ReturnType<typeof verbAmong> {
  const spoken = wordsOf(name).filter((word) => word !== 'all')
  const words = spoken.flatMap(unjoined)
  const named = [words[0] ?? '', words.at(-1) ?? ''].some((word) => meaningOf(word)?.act === 'destroy')
  const given = [...loose.operands, ...loose.options.values()].flatMap((word) => (word ? [word.known] : []))
  if (words.length < 2 || !named || given.some((word) => isFile(word) && !/^[/~]/.test(word))) return undefined
  const meaning = verbOfName(words.join('-'))
  return meaning && { at: -1, meaning }
}

/** A script speaks by its name; one whose name tells nothing speaks by its words where these tell of production. */
function verbOfScript(name: string, command: Command, loose: LooseWords): ReturnType<typeof verbAmong> {
  const meaning = verbOfName(name)
  if (meaning) return { at: -1, meaning }
  const tells = wordsOf(name).some((word) => meaningOf(word) !== undefined)
  const said =
    tells || stageOf({ ...command, assignments: [] }) !== 'production' ? undefined : verbAmong(loose, command)
  // `drop_tenant` is a task, and read as such.
  const bare = /^[a-z]+$/.test(loose.operands[said?.at ?? -1]?.known ?? '')
  return said && bare && /^(?:deploy|release|publish|destroy|remove)$/.test(said.meaning.act) ? said : undefined
}

function verbOfName(name: string): Meaning | undefined {
  const found = wordsOf(name)
    .map(meaningOf)
    .filter((meaning) => meaning !== undefined)
  return found.some(({ act }) => act === 'read' || act === 'work') ? undefined : found[0]
}

function isWordLike(word: string): boolean {
  return word.length < 40 && /^[A-Za-z][\w.:-]*$/.test(word) && !isFile(word) && !isRemote(word)
}
