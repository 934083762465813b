import type { Effect } from './effects.ts'
import { once, remembered } from './remembered.ts'
import { signsIn } from './word-signs.ts'

/** The one lexicon of verbs. `destroy`: gone for good by its very meaning. `remove`: what stands beside it decides. */
export type Act =
  | 'read'
  | 'work'
  | 'destroy'
  | 'remove'
  | 'cancel'
  | 'restart'
  | 'scale'
  | 'create'
  | 'update'
  | 'deploy'
  | 'release'
  | 'migrate'
  | 'publish'
  | 'upload'
  | 'grant'
  | 'tunnel'
  | 'trust'
  | 'pair'

export type ChangeVerb = Extract<Effect, { kind: 'resource-change' }>['verb']

export interface Meaning {
  readonly act: Act
  /** Undefined where tools of clouds mean something else by it. */
  readonly change: ChangeVerb | 'read' | undefined
}

const LEXICON: readonly (readonly [Act, Meaning['change'], string])[] = [
  [
    'read',
    'read',
    'describe list get head ls show info status search query scan lookup view tail logs log estimate validate wait explain inspect preview diff plan check whoami ps count stat top history versions version metrics dashboard open test lint simulate current regions region sizes size images image plans graph doctor completion',
  ],
  // Only outside of clouds: there these are things as often as verbs.
  [
    'read',
    undefined,
    'cat print display find grep verify audit tests dry help read compare summary tree notes changelog example mock fake',
  ],
  [
    'destroy',
    'delete',
    'delete destroy terminate drop erase decommission deprovision retire revoke reimage reformat assassinate teardown undefine unregistervm obliterate burn zeroize unpublish yank',
  ],
  ['destroy', 'purge', 'purge wipe truncate nuke expunge annihilate eradicate'],
  [
    'remove',
    'delete',
    'remove rm del uninstall forget unset detach disassociate unlink unassign unbind unmap leave unsubscribe cleanup undeploy deregister unregister unenroll evict kick expel ban abandon withdraw',
  ],
  ['remove', 'purge', 'empty flush clear prune clean'],
  ['remove', 'restart', 'reset'],
  ['remove', 'update', 'rollback downgrade revert'],
  [
    'cancel',
    'cancel',
    'stop cancel abort suspend disable deactivate pause shutdown shut deallocate poweroff power-off powerdown drain halt hibernate hangup hup quiesce fence cordon evacuate vacate quarantine demote',
  ],
  ['remove', 'cancel', 'kill down'],
  [
    'restart',
    'restart',
    'restart reboot recreate rebuild failover switchover takeover stepdown recycle reload powercycle hardreset',
  ],
  ['deploy', 'restart', 'redeploy'],
  ['scale', 'scale', 'scale resize autoscale rebalance reshard'],
  [
    'create',
    'create',
    'create add new register allocate import put provision mb issue request clone copy restore invoke send execute insert',
  ],
  ['work', 'create', 'run start launch trigger make generate write init up install'],
  ['work', undefined, 'build compile bundle serve dev watch format fmt gen codegen exec bench package pack setup'],
  ['publish', 'create', 'publish'],
  ['upload', 'create', 'upload push submit'],
  ['grant', 'create', 'assign grant'],
  ['grant', undefined, 'invite'],
  [
    'update',
    'update',
    'update modify alter set edit patch apply enable attach associate tag untag change move mv rename rotate replace configure resume enroll link connect sync extend switch swap activate mark reassign reparent renew merge transfer lock unlock',
  ],
  ['grant', 'update', 'authorize'],
  ['deploy', 'update', 'deploy promote'],
  ['deploy', undefined, 'rollout ship deployment'],
  ['migrate', 'update', 'migrate upgrade'],
  ['migrate', undefined, 'migration migrations'],
  ['release', 'delete', 'release'],
  ['tunnel', undefined, 'tunnel expose share funnel forward'],
  ['trust', undefined, 'trust'],
  ['pair', undefined, 'pair accept approve join'],
]

export const EDITS: readonly string[] =
  'edit change modify touch write update alter overwrite rename move refactor format fix add create make implement apply'.split(
    ' ',
  )

const TAKE_AWAY =
  'delete,remove,destroy,drop,revoke,terminate,retire,decommission,scrap,ditch,uninstall,tear,wipe,erase,kill,toss,zap,axe,chuck'.split(
    ',',
  )
const PUT_OUT = 'publish,release,ship,push,upload,put,submit'.split(',')

/** To put an image on a device is to give up what is there. */
const DEVICE_WORDS = ['wipe', 'erase', 'zero', 'flash', 'format', 'write', 'burn']

export const SIGNS = /^(?:sign|attest|countersign|notari[sz]e|endorse)$/

export function spokenVerbs(effect: Effect): readonly string[] {
  switch (effect.kind) {
    case 'publish':
      if (effect.doer.words.some((word) => SIGNS.test(word))) return ['sign', 'attest', 'countersign', 'notarize']
      return effect.removes ? ['yank', 'retract', 'withdraw', 'pull', 'unlist'] : PUT_OUT
    case 'resource-change':
      if (effect.family === 'identity' && isOff(effect))
        return ['deactivate', 'disable', 'suspend', 'lock', 'turn … off']
      if (effect.family === 'dns') return ['point', 'repoint', 'switch', 'create', 'add']
      if (/\b(?:failover|switchover)\b/.test(effect.target)) return ['switch', 'switch over', 'fail over']
      if (effect.verb === 'create' && /(?:^|[ -])(?:run|start|launch|trigger)\b/.test(effect.target))
        return ['run', 'start', 'launch', 'trigger', 'kick off']
      if (effect.doer.words.includes('power'))
        return effect.verb === 'restart'
          ? ['power cycle', 'power-cycle', 'reset', 'restart', 'reboot']
          : ['power off', 'power … off', 'turn … off', 'switch … off', 'shut down']
      if (effect.doer.words.includes('flash')) return ['flash', 'write', 'install']
      if (effect.doer.words.includes('burn')) return ['burn', 'blow', 'program', 'lock']
      if (effect.family === 'compute' && effect.doer.words.includes('submit')) return ['submit', 'queue', 'enqueue']
      return /^(?:delete|destroy|purge)$/.test(effect.verb) ? TAKE_AWAY : []
    case 'database-change':
      return /^(?:drop|truncate|flush)$/.test(effect.statement) ? TAKE_AWAY : []
    case 'git-discard':
      return ['obliterate', 'expunge', 'toss', 'chuck', 'zap', 'scrap', 'ditch']
    case 'service-control':
      return effect.verb === 'disable' ? ['disable', 'deactivate', 'turn … off', 'switch … off'] : []
    case 'deploy':
      return ['trigger']
    case 'external-write':
      return effect.nature === 'deletion' ? TAKE_AWAY : effect.nature === 'record' ? ['point', 'flip', 'toggle'] : []
    case 'delete-path':
      return [
        ...TAKE_AWAY,
        'overwrite',
        'replace',
        'recreate',
        'regenerate',
        ...(effect.wipe ? ['format', ...DEVICE_WORDS.filter(() => effect.path.tags.includes('device-storage'))] : []),
      ]
    case 'write-path':
      return effect.path.tags.includes('device-storage') ? DEVICE_WORDS : []
    case 'weaken':
      if (effect.area === 'audit') return ['silence', 'mute', 'snooze']
      return effect.area === 'firewall' ? ['open', 'allow', 'permit', 'unblock', 'let'] : []
    case 'grant':
      return ['put … group', 'put … team', 'put … role']
    default:
      return []
  }
}

export function isOff({ target }: Extract<Effect, { kind: 'resource-change' }>): boolean {
  return /\b(?:inactive|disabled?|suspend(?:ed)?|lock(?:ed)?)\b/i.test(target)
}

const MEANINGS = once(
  (): ReadonlyMap<string, Meaning> =>
    new Map(
      LEXICON.flatMap(([act, change, words]) => words.split(' ').map((word) => [word, { act, change }] as const)),
    ),
)

export function meaningOf(word: string): Meaning | undefined {
  return MEANINGS().get(word)
}

export const wordsOf: (name: string) => readonly string[] = remembered((name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== ''),
)

const JOINED =
  /^(delete|destroy|purge|wipe|drop|erase|truncate|remove|revoke|expunge|flush|kick|hup|del|rm|clear(?=range))(all|everything|(?:user|member|account|group|host|node|queue|topic|exchange|mailbox|message|record|zone|client|principal|princ|role|table|database|db|index|collection|bucket|volume|instance|machine|vm|tenant|subscriber|list|key|secret|policy|domain|alias|contact|event|entry|document|project|site|tree|range|recursive|store|cert|certificate|credential|wallet|token)(?:e?s)?)$/

/** `lmremove`, `softstop`; `undelete` gives it back. */
const JOINED_BEFORE =
  /^(?!un)([a-z0-9]{2,12})(delete|remove|destroy|purge|wipe|erase|truncate|revoke|shutdown|restart|reboot|(?<=^(?:soft|hard|force|graceful|cold|warm))(?:stop|reset))$/

/** `delmembers`, `purgeall` as two words; `delta`, `remote` and `dropdown` are one. */
export function unjoined(word: string): readonly string[] {
  const [, first, last] = JOINED.exec(word) ?? JOINED_BEFORE.exec(word) ?? []
  return first === undefined || last === undefined ? [word] : [first, last]
}

const RUNS = new Set(
  'run r exec execute x build b test t tests start serve dev up make compile package bench benchmark rebuild bootstrap configure launch play playbook call load invoke generate gen watch shell develop repl converge'.split(
    ' ',
  ),
)

const TAKES = new Set(
  'install i ci add apply use create new init activate build pin plug import include source eval script restore sync link setup upgrade dlx copier cookiecutter render deploy'.split(
    ' ',
  ),
)

const LOOKS =
  /(?:^|[-_.:])(?:cat|bat|less|view|viewer|show|display|info|stat|stats|list|ls|tree|dump|objdump|nm|size|lint|linter|fmt|format|check|checker|diff|grep|search|find|scan|audit|log|blame|status|describe|inspect|explain|print|count|cloc|hash|sum|verify|validate|parse|doc|docs|help|version)(?:$|[-_.:])/i

const ASKS_ONLY = /^--(?:(?:dry|diff)-?run|just-print|simulate|no-act|noop|what-if|why-run|pretend|help|version)$/
/** Where nothing else stands, or only a sub-command before it; `-V` is as often `verbose`. */
function asksLast(args: Asking['args']): boolean {
  return (
    args.length <= 3 &&
    args.at(-1)?.known === '-h' &&
    args.slice(0, -1).every(({ known }) => /^[a-z]{2,20}$/.test(known))
  )
}

/** Programs to which `-n` is a rehearsal: elsewhere it is as often a name, a namespace or a number. */
const REHEARSES = /^(?:[gb]?make|just|ninja|rake|task|rsync|git|apt|apt-get|stow|rename|prename|chezmoi)$/
/** What follows their first operand is for what they run. */
const STARTERS =
  /^(?:python|pypy|node|deno|bun|ruby|perl|php|lua|tclsh|java|(?:ba|da|z|k|fi)?sh|npx|bunx|pnpx|uvx|pipx)[\d.]*$/

interface Asking {
  readonly name?: string | undefined
  readonly args: readonly { readonly known: string }[]
}

export function asksOnly({ name = '', args }: Asking): boolean {
  if (!signsIn(args).dashed) return false
  if (asked?.args !== args || asked.name !== name) asked = { args, name, is: isQuestion(name, args) }
  return asked.is
}

let asked: { readonly args: Asking['args']; readonly name: string; readonly is: boolean } | undefined

function isQuestion(name: string, args: Asking['args']): boolean {
  const base = name.slice(name.lastIndexOf('/') + 1)
  if (asksLast(args)) return true
  const asks = args.findIndex(
    ({ known }) => (known.startsWith('--') && ASKS_ONLY.test(known)) || (known === '-n' && REHEARSES.test(base)),
  )
  if (asks < 0 || isForWhatRuns(args, asks)) return false
  if (!STARTERS.test(base)) return true
  const operand = args.findIndex(({ known }) => !known.startsWith('-'))
  return operand < 0 || asks < operand
}

/** `run IMAGE tool --version`: two words behind the verb, the question is put to what is run. */
function isForWhatRuns(args: Asking['args'], asks: number): boolean {
  const verb = args.slice(0, 2).findIndex(({ known }) => /^(?:run|exec)$/.test(known))
  return verb >= 0 && args.slice(verb + 1, asks).filter(({ known }) => !known.startsWith('-')).length > 1
}

const MAX_WORD = 60

function isNoVerb(word: string): boolean {
  return word.length > MAX_WORD || /[/\\=\s@]/.test(word)
}

function partsOf(word: string): readonly string[] {
  const parts = word.toLowerCase().split(/[-_.:]/)
  return parts.length === 1 ? parts : parts.filter((part) => part.length > 2)
}

function verbs(isOne: (part: string) => boolean): (word: string) => boolean {
  const known = remembered((word) => partsOf(word).some(isOne))
  return (word) => !isNoVerb(word) && known(word)
}

export const isRunVerb: (word: string) => boolean = verbs((part) => RUNS.has(part))
export const isTakeVerb: (word: string) => boolean = verbs((part) => TAKES.has(part))

const PLUGS = /^(?:plug-?ins?|extensions?|ext|addons?|register|enable|sideload|modules?)$/i

export function activates(word: string): boolean {
  return isRunVerb(word) || isTakeVerb(word) || PLUGS.test(word)
}

export function onlyLooks(word: string): boolean {
  return word.length <= MAX_WORD && LOOKS.test(word)
}

export function isDeploying(word: string): boolean {
  return word.length <= MAX_WORD && wordsOf(word).some((each) => meaningOf(each)?.act === 'deploy')
}
