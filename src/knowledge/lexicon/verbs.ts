import type { Effect } from '../../analysis/effects.ts'
import { lazy, memoize } from '../../analysis/text/memoize.ts'

/** The one lexicon of verbs. `destroy`: gone for good by its very meaning. `remove`: what stands beside it decides. */
export type VerbClass =
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

/**
 * The everyday words for taking a thing away, and for emptying one that stays. Whoever means these takes them from here, with words of
 * his own beside them: no other list spells them (`test/lexicon.test.ts`).
 */
export const VERBS = {
  delete: ['delete', 'del', 'remove', 'rm', 'destroy', 'drop', 'purge'],
  erase: ['wipe', 'erase'],
} as const satisfies Record<string, readonly string[]>

export function isVerb(group: keyof typeof VERBS, word: string): boolean {
  return (VERBS[group] as readonly string[]).includes(word)
}

/** As package managers call it, each by some of them. */
export const UNINSTALL_VERBS: readonly string[] = [...VERBS.delete, 'erase', 'uninstall', 'deinstall', 'autoremove']

/** Words as they stand between the bars of a pattern. */
export const anyOf = (...words: readonly string[]): string => words.join('|')

/** What a spec may say of a thing elsewhere. */
export const CHANGE_VERBS: readonly ChangeVerb[] = [
  'create',
  'update',
  'delete',
  'restart',
  'scale',
  'cancel',
  'apply',
  'destroy',
  'purge',
]

/** Changes after which the thing is gone. */
export const DELETING_CHANGES: ReadonlySet<ChangeVerb> = new Set(['delete', 'destroy', 'purge'])

type DatabaseStatement = Extract<Effect, { kind: 'database-change' }>['statement']

/** Statements after which rows are gone. */
export const LOSING_STATEMENTS: ReadonlySet<DatabaseStatement> = new Set(['drop', 'truncate', 'delete', 'flush'])

export interface VerbMeaning {
  readonly act: VerbClass
  /** Undefined where tools of clouds mean something else by it. */
  readonly change: ChangeVerb | 'read' | undefined
}

const VERB_LEXICON: readonly (readonly [VerbClass, VerbMeaning['change'], string])[] = [
  [
    'read',
    'read',
    'describe list get head ls show info status search query scan lookup view tail logs log estimate validate wait explain inspect preview diff plan check whoami ps count stat top history versions version metrics dashboard open test lint simulate what-if whatif current regions region sizes size images image plans graph doctor completion',
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

export const EDIT_VERBS: readonly string[] =
  'edit change modify touch write update alter overwrite rename move refactor format fix add create make implement apply'.split(
    ' ',
  )

const REMOVAL_VERBS =
  'delete,remove,destroy,drop,revoke,terminate,retire,decommission,scrap,ditch,uninstall,tear,wipe,erase,kill,toss,zap,axe,chuck'.split(
    ',',
  )
const PUBLISH_VERBS = 'publish,release,ship,push,upload,put,submit'.split(',')

/** To put an image on a device is to give up what is there. */
const DEVICE_WRITE_VERBS = ['wipe', 'erase', 'zero', 'flash', 'format', 'write', 'burn']

export const SIGN_VERBS = /^(?:sign|attest|countersign|notari[sz]e|endorse)$/

export function effectVerbs(effect: Effect): readonly string[] {
  switch (effect.kind) {
    case 'publish':
      if (effect.actor.words.some((word) => SIGN_VERBS.test(word))) return ['sign', 'attest', 'countersign', 'notarize']
      return effect.removes ? ['yank', 'retract', 'withdraw', 'pull', 'unlist'] : PUBLISH_VERBS
    case 'resource-change':
      if (effect.family === 'identity' && isDisabledTarget(effect))
        return ['deactivate', 'disable', 'suspend', 'lock', 'turn … off']
      if (effect.family === 'dns') return ['point', 'repoint', 'switch', 'create', 'add']
      if (/\b(?:failover|switchover)\b/.test(effect.target)) return ['switch', 'switch over', 'fail over']
      if (effect.verb === 'create' && /(?:^|[ -])(?:run|start|launch|trigger)\b/.test(effect.target))
        return ['run', 'start', 'launch', 'trigger', 'kick off']
      if (effect.actor.words.includes('power'))
        return effect.verb === 'restart'
          ? ['power cycle', 'power-cycle', 'reset', 'restart', 'reboot']
          : ['power off', 'power … off', 'turn … off', 'switch … off', 'shut down']
      if (effect.actor.words.includes('flash')) return ['flash', 'write', 'install']
      if (effect.actor.words.includes('burn')) return ['burn', 'blow', 'program', 'lock']
      if (effect.family === 'compute' && effect.actor.words.includes('submit')) return ['submit', 'queue', 'enqueue']
      return DELETING_CHANGES.has(effect.verb) ? REMOVAL_VERBS : []
    case 'database-change':
      return LOSING_STATEMENTS.has(effect.statement) && effect.statement !== 'delete' ? REMOVAL_VERBS : []
    case 'git-discard':
      return ['obliterate', 'expunge', 'toss', 'chuck', 'zap', 'scrap', 'ditch']
    case 'service-control':
      return effect.verb === 'disable' ? ['disable', 'deactivate', 'turn … off', 'switch … off'] : []
    case 'deploy':
      return ['trigger']
    case 'external-write':
      return effect.nature === 'deletion'
        ? REMOVAL_VERBS
        : effect.nature === 'record'
          ? ['point', 'flip', 'toggle']
          : []
    case 'delete-path':
      return [
        ...REMOVAL_VERBS,
        'overwrite',
        'replace',
        'recreate',
        'regenerate',
        ...(effect.wipe
          ? ['format', ...DEVICE_WRITE_VERBS.filter(() => effect.path.tags.includes('device-storage'))]
          : []),
      ]
    case 'write-path':
      return effect.path.tags.includes('device-storage') ? DEVICE_WRITE_VERBS : []
    case 'weaken':
      if (effect.area === 'audit') return ['silence', 'mute', 'snooze']
      return effect.area === 'firewall' ? ['open', 'allow', 'permit', 'unblock', 'let'] : []
    case 'grant':
      return ['put … group', 'put … team', 'put … role']
    default:
      return []
  }
}

export function isDisabledTarget({ target }: Extract<Effect, { kind: 'resource-change' }>): boolean {
  return /\b(?:inactive|disabled?|suspend(?:ed)?|lock(?:ed)?)\b/i.test(target)
}

const VERB_MEANINGS = lazy(
  (): ReadonlyMap<string, VerbMeaning> =>
    new Map(
      VERB_LEXICON.flatMap(([act, change, words]) => words.split(' ').map((word) => [word, { act, change }] as const)),
    ),
)

export function verbMeaning(word: string): VerbMeaning | undefined {
  return VERB_MEANINGS().get(word)
}

export const wordsOf: (name: string) => readonly string[] = memoize((name) =>
  name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== ''),
)

const JOINED_VERB_FIRST =
  /^(delete|destroy|purge|wipe|drop|erase|truncate|remove|revoke|expunge|flush|kick|hup|del|rm|clear(?=range))(all|everything|(?:user|member|account|group|host|node|queue|topic|exchange|mailbox|message|record|zone|client|principal|princ|role|table|database|db|index|collection|bucket|volume|instance|machine|vm|tenant|subscriber|list|key|secret|policy|domain|alias|contact|event|entry|document|project|site|tree|range|recursive|store|cert|certificate|credential|wallet|token)(?:e?s)?)$/

/** `lmremove`, `softstop`; `undelete` gives it back. */
const JOINED_VERB_LAST =
  /^(?!un)([a-z0-9]{2,12})(delete|remove|destroy|purge|wipe|erase|truncate|revoke|shutdown|restart|reboot|(?<=^(?:soft|hard|force|graceful|cold|warm))(?:stop|reset))$/

/** `delmembers`, `purgeall` as two words; `delta`, `remote` and `dropdown` are one. */
export function splitJoinedVerb(word: string): readonly string[] {
  const [, first, last] = JOINED_VERB_FIRST.exec(word) ?? JOINED_VERB_LAST.exec(word) ?? []
  return first === undefined || last === undefined ? [word] : [first, last]
}

const RUN_VERBS = new Set(
  'run r exec execute x build b test t tests start serve dev up make compile package bench benchmark rebuild bootstrap configure launch play playbook call load invoke generate gen watch shell develop repl converge'.split(
    ' ',
  ),
)

const INTAKE_VERBS = new Set(
  'install i ci add apply use create new init activate build pin plug import include source eval script restore sync link setup upgrade dlx copier cookiecutter render deploy'.split(
    ' ',
  ),
)

const READ_VERBS =
  /(?:^|[-_.:])(?:cat|bat|less|view|viewer|show|display|info|stat|stats|list|ls|tree|dump|objdump|nm|size|lint|linter|fmt|format|check|checker|diff|grep|search|find|scan|audit|log|blame|status|describe|inspect|explain|print|count|cloc|hash|sum|verify|validate|parse|doc|docs|help|version)(?:$|[-_.:])/i

const MAX_WORD_LENGTH = 60

function cannotBeVerb(word: string): boolean {
  return word.length > MAX_WORD_LENGTH || /[/\\=\s@]/.test(word)
}

function verbParts(word: string): readonly string[] {
  const parts = word.toLowerCase().split(/[-_.:]/)
  return parts.length === 1 ? parts : parts.filter((part) => part.length > 2)
}

function verbMatcher(isOne: (part: string) => boolean): (word: string) => boolean {
  const known = memoize((word) => verbParts(word).some(isOne))
  return (word) => !cannotBeVerb(word) && known(word)
}

export const isRunVerb: (word: string) => boolean = verbMatcher((part) => RUN_VERBS.has(part))
export const isIntakeVerb: (word: string) => boolean = verbMatcher((part) => INTAKE_VERBS.has(part))

const PLUGIN_VERBS = /^(?:plug-?ins?|extensions?|ext|addons?|register|enable|sideload|modules?)$/i

export function isActivationVerb(word: string): boolean {
  return isRunVerb(word) || isIntakeVerb(word) || PLUGIN_VERBS.test(word)
}

export function isReadOnlyVerb(word: string): boolean {
  return word.length <= MAX_WORD_LENGTH && READ_VERBS.test(word)
}

export function isDeployVerb(word: string): boolean {
  return word.length <= MAX_WORD_LENGTH && wordsOf(word).some((each) => verbMeaning(each)?.act === 'deploy')
}
