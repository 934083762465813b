import { phrases } from './act-words.ts'

const MESSAGE_NOUNS =
  'message messages mail email comment note post reply answer announcement thread tweet channel reminder dm invitation'.split(
    ' ',
  )
const WRITE_MESSAGE_PHRASES = [
  ...phrases('write, add, create, make, leave, drop, put, update, give, schedule'),
].flatMap((verb) => MESSAGE_NOUNS.map((writing) => `${verb} … ${writing}`))
/** To people. Verbs that make many things count with what they make: "write a note". */
export const MESSAGE_WORDS: readonly string[] = [
  ...phrases('send, post, message, reply, respond, tell, notify, email, mail, write to, write §, write … under'),
  ...phrases('write … to, forward, announce, ping, let … know, share, invite, ask, answer, dm, remind, comment'),
  ...phrases('text, inform, contact, thank, congratulate, tweet, publish, pop, file, open'),
  ...WRITE_MESSAGE_PHRASES,
]
const PAYMENT_NOUNS =
  'payment payments order orders booking bookings reservation reservations transfer transaction transactions purchase deposit donation refund appointment'.split(
    ' ',
  )
const PURCHASE_NOUNS =
  'subscription bill rent money invoice standing recipient amount ticket tickets flight flights hotel table trip room car seat'.split(
    ' ',
  )
const PAYMENT_PHRASES = [
  ...['make', 'place', 'complete', 'create', 'add', 'get'].flatMap((verb) =>
    PAYMENT_NOUNS.map((deal) => `${verb} … ${deal}`),
  ),
  ...['update', 'change', 'set', 'schedule', 'adjust', 'arrange', 'renew', 'extend', 'modify'].flatMap((verb) =>
    [...PAYMENT_NOUNS, ...PURCHASE_NOUNS].map((deal) => `${verb} … ${deal}`),
  ),
]
/** Money and bookings. Verbs of all work count with the deal they are about: "update the rent payment". */
export const PAYMENT_WORDS: readonly string[] = [
  ...phrases('pay, send, transfer, buy, order, purchase, book, refund, reserve, subscribe, charge, donate, cancel'),
  ...phrases('rent, hire, wire, withdraw, deposit, check out, checkout, tip, bid, reimburse, settle, top up, return'),
  ...phrases('move, rebook, reorder, re-order, reschedule, trade, sell'),
  ...PAYMENT_PHRASES,
]
