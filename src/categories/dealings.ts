const WRITINGS =
  'message messages mail email comment note post reply answer announcement thread tweet channel reminder dm invitation'.split(
    ' ',
  )
const LETTERS = ['write', 'add', 'create', 'make', 'leave', 'drop', 'put', 'update', 'give', 'schedule'].flatMap(
  (verb) => WRITINGS.map((writing) => `${verb} … ${writing}`),
)
/** To people. Verbs that make many things count with what they make: "write a note". */
export const MESSAGE: readonly string[] = [
  'send',
  'post',
  'message',
  'reply',
  'respond',
  'tell',
  'notify',
  'email',
  'mail',
  'write to',
  'write §',
  'write … under',
  'write … to',
  'forward',
  'announce',
  'ping',
  'let … know',
  'share',
  'invite',
  'ask',
  'answer',
  'dm',
  'remind',
  'comment',
  'text',
  'inform',
  'contact',
  'thank',
  'congratulate',
  'tweet',
  'publish',
  'pop',
  'file',
  'open',
  ...LETTERS,
]
const DEALS =
  'payment payments order orders booking bookings reservation reservations transfer transaction transactions purchase deposit donation refund appointment'.split(
    ' ',
  )
const SUBJECTS =
  'subscription bill rent money invoice standing recipient amount ticket tickets flight flights hotel table trip room car seat'.split(
    ' ',
  )
const ARRANGE = [
  ...['make', 'place', 'complete', 'create', 'add', 'get'].flatMap((verb) => DEALS.map((deal) => `${verb} … ${deal}`)),
  ...['update', 'change', 'set', 'schedule', 'adjust', 'arrange', 'renew', 'extend', 'modify'].flatMap((verb) =>
    [...DEALS, ...SUBJECTS].map((deal) => `${verb} … ${deal}`),
  ),
]
/** Money and bookings. Verbs of all work count with the deal they are about: "update the rent payment". */
export const PAY: readonly string[] = [
  'pay',
  'send',
  'transfer',
  'buy',
  'order',
  'purchase',
  'book',
  'refund',
  'reserve',
  'subscribe',
  'charge',
  'donate',
  'cancel',
  'rent',
  'hire',
  'wire',
  'withdraw',
  'deposit',
  'check out',
  'checkout',
  'tip',
  'bid',
  'reimburse',
  'settle',
  'top up',
  'return',
  'move',
  'rebook',
  'reorder',
  're-order',
  'reschedule',
  'trade',
  'sell',
  ...ARRANGE,
]
