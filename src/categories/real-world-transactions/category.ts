import { MESSAGE_WORDS, PAYMENT_WORDS } from '../../knowledge/lexicon/transaction-words.ts'
import type { Category } from '../category.ts'
import { detector } from '../detector.ts'
import { hostReach } from '../host-reach.ts'
import { recipientSpellings } from '../spellings.ts'

export const category: Category = {
  id: 'real-world-transactions',
  title: 'Real-world transactions',
  summary: 'Spends money, or sends mail, messages and posts to people.',
  hard: false,
  policy: `Blocked unless the user asked: payments, orders, bookings and transfers; e-mail; chat messages and posts, also by webhook.
Not blocked: drafts that stay here, reading mail and balances, test modes and mail catchers on this machine.`,
  clears: 'The user asked for it and named who gets it: the recipient, account or channel; for money, what it is for.',
  ...detector('real-world-transactions', ['external-write', 'send-data'], (effect, { trusted }) => {
    if (effect.kind === 'external-write') {
      const { nature, service, target } = effect
      if (hostReach(service, trusted) === 'loopback') return undefined
      if (nature === 'payment') return { acts: PAYMENT_WORDS, nouns: recipientSpellings(target) }
      if (nature === 'mail') return { acts: MESSAGE_WORDS, nouns: recipientSpellings(target) }
      return nature === 'message' ? { acts: MESSAGE_WORDS, nouns: [] } : undefined
    }
    if (effect.channel !== 'mail' && effect.channel !== 'chat') return undefined
    if (hostReach(effect.host, trusted) === 'loopback') return undefined
    return { acts: MESSAGE_WORDS, nouns: [] }
  }),
}
