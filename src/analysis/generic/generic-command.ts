import {
  choosesEnvironment,
  environmentOfCommand,
  environmentOfName,
  strictestEnvironment,
  variablesInWord,
} from '../../knowledge/lexicon/deployment-environments.ts'
import { asksByPosition } from '../../knowledge/lexicon/verb-positions.ts'
import {
  anyOf,
  isReadOnlyVerb,
  isVerb,
  splitJoinedVerb,
  VERBS,
  type VerbClass,
  type VerbMeaning,
  verbMeaning,
  wordsOf,
} from '../../knowledge/lexicon/verbs.ts'
import type { Environment } from '../effects.ts'
import {
  COMMON_VALUE_OPTIONS,
  displayText,
  isHelpOrDryRunCommand,
  type LooseWords,
  parseLooseWords,
} from '../interpret/loose-words.ts'
import type { Command, Word } from '../words.ts'
import { isElevated } from '../wrappers.ts'
import {
  type FoundVerb,
  findPowerSwitch,
  isOptionDeclined,
  isWordLike,
  verbOfCompound,
  verbOfName,
} from './verb-words.ts'
import {
  freeWords,
  isLoopbackText,
  isRemote,
  isResourceTreePath,
  knownTexts,
  looksLikeFile,
  matching,
  targetsOnlyThisMachine,
} from './word-shapes.ts'

export interface GenericCommand {
  readonly name: string
  readonly args: readonly Word[]
  readonly loose: LooseWords
  readonly meaning: VerbMeaning
  /** Words of the program's name and of the sub-command up to its verb: `users add` is users, add. */
  readonly nouns: ReadonlySet<string>
  /** What the verb is given: operands after it that are neither an environment nor an option's. */
  readonly objects: readonly Word[]
  readonly environment: Environment
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

const PLACE_OPTION =
  /^--?(?:context|env|environment|stage|profile|project|account|region|cluster|namespace|host|hostname|url|uri|dsn|server|endpoint|address|remote|database|database-url|db|tenant|org|organization|workspace|stack|target)$/
const VALUE_OPTIONS = new Set([...COMMON_VALUE_OPTIONS, '-e', '-x', '-c', '--local'])
const NAME_OPTION = /^(?:-n|--(?:name|app|service|device|device-id|id|user|member|email|repo|key))$/

const NO_CONFIRM_WORDS =
  /^(?:(?:do-?not|no|skip|without|bypass)-?(?:confirm\w*|prompts?|questions?)|(?:yes-)?i-(?:really|know|understand|am-sure|accept)(?:-\w+)*|really-\w+)$/
const SWITCH_WORD = /^(-{0,2})([a-z][\w-]{5,60})(?:[=:](?:true|1|yes|y))?$/i

/** `--skip-confirm`, `-skipConfirm`, and as a task is told it: `SKIP_CONFIRM=1`, `skip_confirm:true`. */
export function skipsConfirmation(word: string): boolean {
  const [whole, dashes, name = ''] = SWITCH_WORD.exec(word) ?? []
  if (whole === undefined || (dashes === '' && name.length === word.length)) return false
  // All in capitals it is one word, or several with strokes between.
  return NO_CONFIRM_WORDS.test(wordsOf(/[a-z]/.test(name) ? name : name.toLowerCase()).join('-'))
}

const FORCE_WORDS = [
  ...VERBS.delete,
  ...VERBS.erase,
  ...'yes assume-yes all prune reset confirm no-confirm auto-approve non-interactive accept-data-loss cascade recursive no-backup'.split(
    ' ',
  ),
]
export const FORCE_OPTION = new RegExp(
  `^(?:-y|-f|-[dry]f|-f[dry]|-A|--(?:${anyOf(...FORCE_WORDS)}|force(?:-\\w+)*|\\w+-all|skip-confirm\\w*)|--?skip-?[tT]rash|force=true)(?:=true)?$`,
)
const ALL_WORD = /^(?:all|everything|base|zero|[*]+|all\(\)|.*[*]|\/+)$/i
const SHOWING_OPTION = /^--(?:plan|validate-only|list|show|diff|print|local|offline)$/
const STATE_OR_COLUMN =
  /^(?:running|active|accepted|pending|queued|started|busy|idle|print|nr|nf|fs|id|ids|name|pid|\d+|(?:application|app|job|task|run|query|worker|container|session)s?_?)$/i

/** Verbs stand among the first words: `vm.destroy x`, `apis delete x`, `cli config devices add`. */
const MAX_VERB_WORDS = 7
/** Words that name things as often as they ask for them: `logs delete`. */
export const NOUN_OR_QUERY_VERB =
  /^(?:[a-z]+-)?(?:metrics|logs?|images?|regions?|sizes?|plans?|previews?|versions?|history|dashboard|status|graph|test|stat|query|head|top)$/
/** What is made, as often as making it: `bundle deploy`, `package publish x`. */
const BUILD_NOUN = /^(?:bundle|package|pack|build|dev|setup|import)$/
const ACTS_ON_BUILDS: ReadonlySet<VerbClass> = new Set<VerbClass>([
  'deploy',
  'publish',
  'release',
  'destroy',
  'migrate',
])
const ACTS_BY_OPTION: ReadonlySet<VerbClass> = new Set<VerbClass>(['destroy', 'tunnel', 'deploy', 'publish', 'trust'])

/** Options that are given a command; `-rx`: for what runs already. */
export const COMMAND_OPTION = /^(?:r?[cex]|cmd|command|exec|execute|eval|run)$/

function isReadOnlyText(text: string): boolean {
  const lines = text.split(/[\r\n;]+/).filter((line) => line.trim() !== '')
  if (lines.length === 0 || /[|<>&`$]/.test(text)) return false
  return lines.every((line) => {
    const [head = ''] = line.trim().split(/\s/, 1)
    return verbMeaning(head)?.act === 'read' && isReadOnlyVerb(head)
  })
}

function runsOnlyReadCommands(args: Command['args']): boolean {
  return (
    args.length > 1 &&
    args.every(({ known }, at) =>
      at % 2 === 0 ? /^--?\w+$/.test(known) && COMMAND_OPTION.test(known.replace(/^-+/, '')) : isReadOnlyText(known),
    ) &&
    args.length % 2 === 0
  )
}

export function isReadOnlyCommand({ name = '', args }: Command): boolean {
  if (!/^[a-z][\w.-]*$/i.test(name) || args.some(({ text }) => text === undefined)) return false
  if (args.length === 1 && /^--(?:version|help)$/.test(args[0]?.text ?? '')) return true
  if (runsOnlyReadCommands(args)) return true
  const said = [wordsOf(name), ...args.map(({ known }) => wordsOf(known.replace(/^-+/, '').replace(/=.*$/s, '')))]
  const acts = (word: string) => (verbMeaning(word)?.act ?? 'read') !== 'read'
  // `--list` is as good as a sub-command.
  const asked = args.filter(matching(/^--(?:list|describe|show|status)$/))
  const verbs = freeWords(args)
    .slice(0, 2)
    .filter(({ known }) => isWordLike(known))
  const first = [...verbs, ...asked].flatMap(({ known }) => wordsOf(known))
  return (
    !said.some((words) => words.some(acts)) &&
    first.some((word) => verbMeaning(word)?.act === 'read' && isReadOnlyVerb(word))
  )
}

/** Called after another tool, and made for what stands in for its cloud on this machine: `awslocal`, `cdklocal`. */
const EMULATOR_NAME = /^[a-z]{2,}local$/

/** Reads a command line; undefined when it only shows something, or no word says what is done. */
export function parseGenericCommand(command: Command, script?: string): GenericCommand | undefined {
  const loose = parseLooseWords(command.args, VALUE_OPTIONS)
  if (
    isHelpOrDryRunCommand(command, loose) ||
    ([...loose.options].some(([name, value]) => value === undefined && SHOWING_OPTION.test(name)) &&
      !loose.has('--execute', '--kill', '--apply', '--commit'))
  )
    return undefined
  const name = (script ?? command.name ?? '').replace(/^.*[/\\]/, '').replace(/\.\w{1,4}$/, '')
  const found =
    script === undefined ? (findVerb(loose, command) ?? verbOfProgram(name, loose)) : verbOfScript(name, command, loose)
  const meaning = found?.meaning
  if (found === undefined || meaning === undefined || meaning.act === 'read') return undefined
  const before = loose.operands.slice(0, found.at + 1).map((word) => word.known)
  const after = loose.operands.slice(found.at + 1)
  const given = [...loose.options].flatMap(([option, value]) => (value && NAME_OPTION.test(option) ? [value] : []))
  const environment = strictestEnvironment([
    environmentOfCommand(command),
    script === undefined ? 'unknown' : environmentOfName(name),
  ])
  const places = [...loose.options].flatMap(([option, value]) =>
    value && PLACE_OPTION.test(option) ? [value.known] : [],
  )
  const addresses = [...places, ...loose.operands.map((word) => word.known)]
  const loopback = targetsOnlyThisMachine(command)
  const unasked = command.args.some(({ known }) => skipsConfirmation(known))
  return {
    name,
    args: command.args,
    loose,
    meaning,
    nouns: new Set([...wordsOf(name), ...before.flatMap(wordsOf).flatMap(splitJoinedVerb)]),
    objects: [...after, ...given].filter(
      (word) => environmentOfName(word.known) === 'unknown' || /[-_.:/]/.test(word.known),
    ),
    environment,
    aimed:
      environment === 'production' &&
      [
        ...addresses.filter((word) => !looksLikeFile(word)),
        ...command.assignments.flatMap(({ name: key, value }) => [
          value.known,
          ...(choosesEnvironment(key) ? variablesInWord(value) : []),
        ]),
        ...command.args.flatMap(variablesInWord),
        ...knownTexts(command.inherited ?? []),
      ].some((word) => environmentOfName(word) === 'production'),
    remote:
      !loopback &&
      (addresses.some(isRemote) ||
        [...loose.options.keys()].some(matching(/^--(?:context|cluster|host|url|dsn|server|endpoint|remote)$/))),
    local:
      environment === 'development' ||
      environment === 'preview' ||
      ((loopback || EMULATOR_NAME.test(name)) && environment !== 'production'),
    unasked,
    intense:
      unasked ||
      command.args.some(
        (word, at) =>
          FORCE_OPTION.test(word.known) && !(word.known === '-f' && looksLikeFile(command.args[at + 1]?.known ?? '')),
      ),
    unbounded:
      after.some(matching(ALL_WORD)) ||
      (loose.has('-r', '-R', '--recursive', '-rf') && after.some((word) => word.known.startsWith('\0'))) ||
      before.some(
        (word) => /[-_:](?:all|recursively)$/.test(word) || /^(?:all|everything)$/.test(splitJoinedVerb(word)[1] ?? ''),
      ) ||
      wordsOf(script ?? '').includes('all'),
    there: !loopback && namesRemoteTarget(command, loose.operands.slice(0, Math.max(found.at, 0))),
    nameless: !after.some((word) => !isOptionValue(word, command)) && given.length === 0,
    listed:
      after.some((word) => comesFromProcessList(word)) ||
      [...loose.options.values()].some((word) => word && comesFromProcessList(word)),
    script: script !== undefined,
    raised: isElevated(command),
  }
}

function isOptionValue(word: Word, { args }: Command): boolean {
  const before = args[args.indexOf(word) - 1]?.known ?? ''
  return /^--?[a-z][\w-]*$/i.test(before) && !FORCE_OPTION.test(before) && !NAME_OPTION.test(before)
}

const MACHINE_OPTION =
  /^--(?:addr|address|bmc|bootstrap-server|brokers?|controller|devices?|endpoints?|fleet|gateway|host|hostname|nodes?|router|server|ssh|switch|target|target-host)$/
const HOST_ADDRESS =
  /^(?:[\w.-]{1,64}@[\w.-]{1,200}|[\w-]{1,64}(?:\.[\w-]{1,64}){1,8}(?::\d{1,5})?|[\w-]{1,64}:\d{2,5})$/
const HOST_WITH_PORT = /^[\w-]{1,64}(?:\.[\w-]{1,64}){0,8}:\d{2,5}$/

const MACHINES_OPTION = /^--(?:on|hosts|on-hosts?|nodes|on-nodes?|targets|limit)$/
const NON_MACHINE_VALUE =
  /^(?:\d+\w?|local(?:host)?|127\.[\d.]+|::1|self|all-local|(?:push|pull|tag|merge|failure|fail|success|error|change|save|exit|boot|login|start|startup|event|true|false|yes|no|none|off|demand|schedule)s?)$/i
const NUMBERED_HOST = /^@?[a-z][a-z-]{0,30}\d{1,4}$/i

function namesMachines(option: string, value: string): boolean {
  if (isLoopbackText(value) || environmentOfName(value) === 'development') return false
  if (/^--(?:host|node)$/.test(option)) return NUMBERED_HOST.test(value)
  return MACHINES_OPTION.test(option) && /^[@\w][\w.,:@*-]{0,200}$/.test(value) && !NON_MACHINE_VALUE.test(value)
}

export function namesRemoteTarget({ args }: Pick<Command, 'args'>, before: readonly Word[]): boolean {
  if (
    before.some(
      ({ known }) =>
        isRemote(known) || /^[\w.-]{1,64}@(?!latest$|next$)[a-z][\w-]{0,64}(?:\.[\w-]{1,64}){0,8}$/i.test(known),
    )
  )
    return true
  return args.some(({ known }, at) => {
    const [, option = args[at - 1]?.known ?? '', value = known] = /^(--[\w-]{1,40})=(.*)$/s.exec(known) ?? []
    if (!option.startsWith('-') || value.startsWith('-') || looksLikeFile(value)) return false
    if (option === '--fleet' || namesMachines(option, value)) return true
    if (MACHINE_OPTION.test(option)) return HOST_ADDRESS.test(value) || isRemote(value)
    return (/^-[aAHnst]$/.test(option) && isRemote(value)) || (/^-[aAH]$/.test(option) && HOST_WITH_PORT.test(value))
  })
}

function comesFromProcessList({ known, sources }: Word): boolean {
  if (!known.startsWith('\0') || sources.length === 0) return false
  return sources.every(
    (source) => source.kind === 'command' && (source.about?.match(/\w+/g) ?? []).every(matching(STATE_OR_COLUMN)),
  )
}

/** `-rm path`. */
function isCommandLikeOption(option: string): boolean {
  const verb = /^-([a-z]+)$/.exec(option)?.[1] ?? ''
  return isVerb('delete', verb) || verb === 'rmr' || verb === 'kill'
}

function findVerb(loose: LooseWords, { args }: Command): FoundVerb | undefined {
  // `+push_build x`, `:upload x`: a mark before the verb.
  const given = loose.operands
    .slice(0, MAX_VERB_WORDS)
    .map((word) => displayText(word).replace(/^[+:](?=[a-z]{3})/, ''))
  // Behind a path stand more paths: `dist deploy` are two folders.
  const path = given.findIndex(
    (word, at) =>
      (looksLikeFile(word) && !isResourceTreePath(word) && !isShortOptionValue(loose.operands[at], args)) ||
      /^(?:dist|src|out|lib|bin|public|static|node_modules)$/.test(word),
  )
  const words = path < 0 ? given : given.slice(0, path)
  const switched = findPowerSwitch(words, [...loose.options.keys()])
  if (switched) return switched
  const meanings = words.map((word) =>
    isWordLike(word) ? verbOfCompound(wordsOf(word).flatMap(splitJoinedVerb)) : undefined,
  )
  const sub = words.filter((_, index) => !isShortOptionName(loose.operands[index], args))
  const asks = asksByPosition(sub, args.some(matching(FORCE_OPTION)))
  const first = meanings.findIndex((meaning) => meaning?.act === 'read')
  const at = asks
    ? Math.max(first, 0)
    : meanings.findIndex(
        (meaning, index) =>
          meaning !== undefined &&
          !(meaning.act === 'read' && isShortOptionName(loose.operands[index], args)) &&
          !(
            NOUN_OR_QUERY_VERB.test(words[index] ?? '') &&
            meanings.slice(index + 1).some((next) => next && next.act !== 'read')
          ) &&
          !(BUILD_NOUN.test(words[index] ?? '') && ACTS_ON_BUILDS.has(meanings[index + 1]?.act ?? 'read')),
      )
  const meaning = asks ? verbMeaning('show') : meanings[at]
  // `--clean` of a build is one thing; with a pattern of things beside it, it is what is done to them.
  const sweeps = given.some((word) => ALL_WORD.test(word) && !/[/]|\.\w+$/.test(word))
  // `store fs -rm path`: the first option stands where a sub-command would.
  const commanded = isCommandLikeOption([...loose.options.keys()][0] ?? '')
  // The noun of an act says what for: `install --deployment`.
  const asked = [...loose.options.keys()]
    .filter((option) => !/(?:ment|tions?)$/.test(option) && !isOptionDeclined(option, args))
    .map((option) => verbMeaning(option.replace(/^-+/, '').replace(/-all$/, '')))
    .find(
      (each) =>
        each !== undefined &&
        (ACTS_BY_OPTION.has(each.act) ||
          (each.act === 'remove' && (sweeps || commanded)) ||
          // `--alter=… --execute`: the option says what, and the other that it is done.
          (each.act === 'update' && loose.has('--execute'))),
    )
  if (meaning && (asked === undefined || (meaning.act === 'read' && !sweeps))) return { at, meaning }
  if (asked) return { at, meaning: asked.act === 'destroy' ? { ...asked, act: 'remove' } : asked }
  return undefined
}

/** `-n transfer get pods`: of the letters that take a name nearly everywhere. */
function isShortOptionName(word: Word | undefined, args: Command['args']): boolean {
  const at = word === undefined ? -1 : args.indexOf(word)
  return at > 0 && at < args.length - 1 && /^-[ncgpes]$/.test(args[at - 1]?.known ?? '')
}

/** `-f x.conf promote`. */
function isShortOptionValue(word: Word | undefined, args: Command['args']): boolean {
  const at = word === undefined ? -1 : args.indexOf(word)
  return at > 0 && at < args.length - 1 && /^-[a-zA-Z]$/.test(args[at - 1]?.known ?? '')
}

/** `volume-destroy x`: a program's name that begins or ends with what cannot be undone. Files of the project are git's. */
function verbOfProgram(name: string, loose: LooseWords): FoundVerb | undefined {
  const spoken = wordsOf(name).filter((word) => word !== 'all')
  const words = spoken.flatMap(splitJoinedVerb)
  const named = [words[0] ?? '', words.at(-1) ?? ''].some((word) => verbMeaning(word)?.act === 'destroy')
  const given = [...loose.operands, ...loose.options.values()].flatMap((word) => (word ? [word.known] : []))
  if (words.length < 2 || !named || given.some((word) => looksLikeFile(word) && !/^[/~]/.test(word))) return undefined
  const meaning = verbOfName(words.join('-'))
  return meaning && { at: -1, meaning }
}

/** A script speaks by its name; one whose name tells nothing speaks by its words where these tell of production. */
function verbOfScript(name: string, command: Command, loose: LooseWords): FoundVerb | undefined {
  const meaning = verbOfName(name)
  if (meaning) return { at: -1, meaning }
  const tells = wordsOf(name).some((word) => verbMeaning(word) !== undefined)
  const said =
    tells || environmentOfCommand({ ...command, assignments: [] }) !== 'production'
      ? undefined
      : findVerb(loose, command)
  // `drop_tenant` is a task, and read as such.
  const bare = /^[a-z]+$/.test(loose.operands[said?.at ?? -1]?.known ?? '')
  return said && bare && /^(?:deploy|release|publish|destroy|remove)$/.test(said.meaning.act) ? said : undefined
}
