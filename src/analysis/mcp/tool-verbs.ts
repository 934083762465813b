import { MONEY_VERBS } from '../../knowledge/lexicon/money-words.ts'
import { VERBS, type VerbClass, verbMeaning, wordsOf } from '../../knowledge/lexicon/verbs.ts'
import type { ExternalWriteNature } from '../effects.ts'

/** What a foreign tool's name says it does. `opaque`: nothing that can be told from the name. */
export type ToolVerb =
  | { readonly type: 'read' }
  | { readonly type: 'write'; readonly nature: ExternalWriteNature }
  | { readonly type: 'deploy' }
  | { readonly type: 'publish' }
  | { readonly type: 'run' }
  | { readonly type: 'navigate' }
  | { readonly type: 'opaque' }

/** Words that look or are looked at: `status_update` updates, `history_clear` clears. */
const VERBS_ALSO_NOUNS = new Set(
  'status info help version docs documentation history log logs tabs console snapshot screenshot format test query preview view watch search references symbols diagnostics'.split(
    ' ',
  ),
)
const READ_ONLY_VERBS = [
  ...VERBS_ALSO_NOUNS,
  ...'get list read find fetch describe show lookup check count resolve browse inspect analyze explain validate summarize compare diff wait ping whoami hover definition calculate convert parse lint estimate'.split(
    ' ',
  ),
]

/** First match wins: what is more serious stands first. */
const WRITE_VERBS: readonly (readonly [ExternalWriteNature, readonly string[]])[] = [
  [
    'payment',
    [
      ...MONEY_VERBS.buy,
      ...MONEY_VERBS.pay,
      ...'payment order checkout charge invoice donate money wire withdraw deposit trade transaction subscribe'.split(
        ' ',
      ),
      ...'booking book reserve reservation funds bid tip rent rental hire'.split(' '),
    ],
  ],
  ['mail', 'email mail gmail'.split(' ')],
  ['approval', 'approve approval'.split(' ')],
  ['merge', ['merge']],
  ['account', 'password account profile user member invite credential login signup register mfa 2fa key'.split(' ')],
  ['visibility', 'share visibility public permission permissions collaborator role access grant'.split(' ')],
  [
    'deletion',
    [
      ...VERBS.delete,
      ...VERBS.erase,
      ...'cancel clear revoke trash unpublish archive disable terminate kill reset flush flushall flushdb truncate'.split(
        ' ',
      ),
    ],
  ],
  ['message', 'send post reply message notify publish tweet announce dm chat broadcast slack'.split(' ')],
  ['calendar', 'calendar event meeting schedule reschedule'.split(' ')],
  ['setting', 'setting settings config configure policy flag toggle enable webhook'.split(' ')],
  ['file', 'file document doc sheet page folder'.split(' ')],
]

const CHANGING_ACTS: ReadonlySet<VerbClass> = new Set<VerbClass>([
  'destroy',
  'remove',
  'cancel',
  'restart',
  'scale',
  'create',
  'update',
  'publish',
  'upload',
  'grant',
])
const OTHER_CHANGING_VERBS: ReadonlySet<string> = new Set([
  ...MONEY_VERBS.buy,
  'pay',
  'refund',
  ...'accept approve upgrade write append forward place checkout turn arm disarm dim store remember memorize ban kick block unblock mute unmute unfollow follow vote rate sign confirm decline reject regenerate unshare unlist wire bid tip dispatch redeem unenroll promote demote acknowledge snooze freeze unfreeze redirect reroute divert complete finish claim answer respond rsvp renew hire rent return transform overwrite close open reopen save start trigger commit label transition upsert run make post trash archive share reply comment notify schedule reschedule subscribe book reserve order toggle tweet announce broadcast charge donate withdraw deposit trade unpublish flushall flushdb'.split(
    ' ',
  ),
])

/** `issue_read`, `scroll_down`, `leave_comment`. */
const NOUN_WORDS = new Set('issue tag down leave empty clean'.split(' '))

function isChangingVerb(word: string): boolean {
  const act = NOUN_WORDS.has(word) ? undefined : verbMeaning(word)?.act
  return OTHER_CHANGING_VERBS.has(word) || (act !== undefined && CHANGING_ACTS.has(act))
}

const RUN_WORDS = new Set(
  'execute exec run eval evaluate shell bash terminal command script sql python javascript powershell'.split(' '),
)

const FILING_VERBS = new Set(
  'archive mark label move star flag pin snooze save rename unarchive mute set update configure enable'.split(' '),
)

/** What is published for others to install or run; a post or an article is a message. */
const PACKAGE_NOUNS = new Set(
  'package packages crate gem image release version artifact module extension plugin app library'.split(' '),
)

const REPLY_VERBS = new Set(['respond', 'accept', 'decline', 'rsvp', 'reply'])
const ENDING_VERBS = new Set('cancel disable trash unpublish ban kick deactivate unenroll'.split(' '))

function isDeletingVerb(word: string): boolean {
  const meaning = NOUN_WORDS.has(word) ? undefined : verbMeaning(word)
  const gone = meaning?.act === 'destroy' || meaning?.act === 'remove'
  return ENDING_VERBS.has(word) || (gone && meaning.change !== 'update' && meaning.change !== 'restart')
}

const UNMISTAKABLE_VERBS: ReadonlySet<string> = new Set([
  ...VERBS.delete,
  ...VERBS.erase,
  ...'clear update create send publish close cancel reset set add edit submit write save'.split(' '),
])
const CONTACT_VERBS = new Set(['email', 'mail', 'call', 'sms', 'dial', 'text', 'fax'])

/** The first verb counts: `get_payment` reads, `send_report` writes. */
export function classifyToolVerb(tool: string): ToolVerb {
  // A pull request is a thing, though both words are verbs.
  const words = wordsOf(tool.replace(/pull[_-]?request/i, 'pr'))
  // To resolve a name is to look it up; to resolve what people work on is to close it.
  if (
    words.includes('resolve') &&
    words.some((word) => /^(?:incident|alert|thread|conversation|ticket|issue|comment)s?$/.test(word))
  )
    return { type: 'write', nature: 'record' }
  const entering = words.some((word, at) => word === 'check' && /^(?:in|out)$/.test(words[at + 1] ?? ''))
  if (entering) return { type: 'write', nature: 'record' }
  const last = words.at(-1) ?? ''
  const verbLast = VERBS_ALSO_NOUNS.has(words[0] ?? '') && UNMISTAKABLE_VERBS.has(last) ? last : undefined
  const first =
    verbLast ??
    words.find(
      (word) =>
        READ_ONLY_VERBS.includes(word) ||
        isChangingVerb(word) ||
        RUN_WORDS.has(word) ||
        word === 'navigate' ||
        word === 'deploy' ||
        word === 'goto',
    )
  if (first === undefined && words.length > 1 && CONTACT_VERBS.has(last))
    return { type: 'write', nature: last === 'email' || last === 'mail' ? 'mail' : 'message' }
  if (first === undefined) return { type: 'opaque' }
  if (first === 'deploy') return { type: 'deploy' }
  if (first === 'publish' && words.some((word) => PACKAGE_NOUNS.has(word))) return { type: 'publish' }
  if (first === 'navigate' || first === 'goto') return { type: 'navigate' }
  if (READ_ONLY_VERBS.includes(first) && !(RUN_WORDS.has(first) && first !== 'query'))
    return words.includes('sql') ? { type: 'run' } : { type: 'read' }
  if (RUN_WORDS.has(first) && words.some((word) => RUN_WORDS.has(word))) return { type: 'run' }
  if (isDeletingVerb(first)) return { type: 'write', nature: 'deletion' }
  if (REPLY_VERBS.has(first) && words.some((word) => /^invit|^event|^meeting/.test(word)))
    return { type: 'write', nature: 'calendar' }
  const sends = !FILING_VERBS.has(first)
  const nature = WRITE_VERBS.filter(([kind]) => (kind !== 'mail' && kind !== 'message') || sends).find(([, marks]) =>
    words.some((word) => marks.includes(word) || marks.includes(word.replace(/s$/, ''))),
  )?.[0]
  return { type: 'write', nature: nature ?? 'record' }
}

/** What is done to a draft while it stays one, and what is drafted: a text that only its writer sees. */
const DRAFT_WORDS = new Set(
  'draft drafts create make new add save store write compose prepare edit update upsert a an as the in for to of my mail email gmail message reply response answer letter note text body'.split(
    ' ',
  ),
)
const SENDING_KEY =
  /(?:^|_)(?:send|sent|publish|submit|post|deliver|schedule|auto|dispatch|status|state|visibility|public)/i

/** A draft of a release or a pull request is seen by others. */
export function isDraft(tool: string, input: Readonly<Record<string, unknown>>): boolean {
  const words = wordsOf(tool)
  if (!words.includes('draft') && !words.includes('drafts')) return false
  return words.every((word) => DRAFT_WORDS.has(word)) && !Object.keys(input).some((key) => SENDING_KEY.test(key))
}
