import type { Effect } from '../effects.ts'

export type Nature = Extract<Effect, { kind: 'external-write' }>['nature']

/** What a foreign tool's name says it does. `opaque`: nothing that can be told from the name. */
export type Verb =
  | { readonly type: 'read' }
  | { readonly type: 'write'; readonly nature: Nature }
  | { readonly type: 'deploy' }
  | { readonly type: 'run' }
  | { readonly type: 'navigate' }
  | { readonly type: 'opaque' }

const READ =
  'get list read search find fetch query describe view show lookup check count status resolve browse snapshot inspect analyze explain validate preview summarize compare diff watch wait screenshot console tabs info help ping whoami version docs documentation hover definition references symbols diagnostics history log logs calculate convert parse format lint test estimate'.split(
    ' ',
  )

/** First match wins: what is more serious stands first. */
const WRITES: readonly (readonly [Nature, readonly string[]])[] = [
  [
    'payment',
    'pay payment transfer purchase buy order checkout charge refund invoice donate money wire withdraw deposit trade transaction subscribe booking book reserve'.split(
      ' ',
    ),
  ],
  ['mail', 'email mail gmail'.split(' ')],
  ['approval', 'approve approval'.split(' ')],
  ['merge', ['merge']],
  ['account', 'password account profile user member invite credential login signup register mfa 2fa key'.split(' ')],
  ['visibility', 'share visibility public permission permissions collaborator role access grant'.split(' ')],
  [
    'deletion',
    'delete remove drop destroy purge cancel clear wipe revoke trash unpublish archive disable terminate kill reset'.split(
      ' ',
    ),
  ],
  ['message', 'send post reply message notify comment publish tweet announce dm chat broadcast slack'.split(' ')],
  ['calendar', 'calendar event meeting schedule reschedule'.split(' ')],
  ['setting', 'setting settings config configure policy flag toggle enable webhook'.split(' ')],
  ['file', 'file document doc sheet page folder'.split(' ')],
]

const CHANGES = new Set(
  'create add insert update edit set write append put patch upload rename move copy assign close open reopen submit save modify change replace import start stop restart trigger invoke apply push commit label transition link unlink upsert execute run mark make send post delete remove drop destroy purge cancel clear wipe revoke trash archive disable terminate kill reset approve merge pay transfer buy purchase share invite grant publish reply comment notify schedule reschedule register subscribe book reserve order toggle enable configure tweet announce broadcast charge refund donate withdraw deposit trade unpublish'.split(
    ' ',
  ),
)

const RUNS = new Set(
  'execute exec run eval evaluate shell bash terminal command script sql python javascript powershell'.split(' '),
)

/** Splits `sendMoney`, `send_money`, `send-money` alike. */
export function wordsOf(name: string): string[] {
  return name
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')
}

/** Reads a tool's own name (without its server's). The first verb counts: `get_payment` reads, `send_report` writes. */
export function verbOf(tool: string): Verb {
  const words = wordsOf(tool)
  const first = words.find(
    (word) =>
      READ.includes(word) ||
      CHANGES.has(word) ||
      RUNS.has(word) ||
      word === 'navigate' ||
      word === 'deploy' ||
      word === 'goto',
  )
  if (first === undefined) return { type: 'opaque' }
  if (first === 'deploy') return { type: 'deploy' }
  if (first === 'navigate' || first === 'goto') return { type: 'navigate' }
  if (READ.includes(first) && !(RUNS.has(first) && first !== 'query'))
    return words.includes('sql') ? { type: 'run' } : { type: 'read' }
  if (RUNS.has(first) && words.some((word) => RUNS.has(word))) return { type: 'run' }
  const nature = WRITES.find(([, marks]) =>
    words.some((word) => marks.includes(word) || marks.includes(word.replace(/s$/, ''))),
  )?.[0]
  return { type: 'write', nature: nature ?? 'record' }
}
