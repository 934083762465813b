import type { Nature } from '../../effects.ts'
import { endsIn } from '../../hosts.ts'

interface ServiceRule {
  readonly hosts: readonly string[]
  readonly nature: Nature
  /** Only for URLs whose path holds this. */
  readonly path?: RegExp
}

/** What writing to a service amounts to. The first rule that fits counts. */
const SERVICES: readonly ServiceRule[] = [
  { hosts: ['hooks.slack.com', 'slack.com'], nature: 'message' },
  { hosts: ['discord.com', 'discordapp.com'], nature: 'message' },
  { hosts: ['api.telegram.org', 'chat.googleapis.com', 'webhook.office.com', 'outlook.office.com'], nature: 'message' },
  {
    hosts: ['api.twilio.com', 'rest.nexmo.com', 'api.pushover.net', 'ntfy.sh', 'graph.facebook.com'],
    nature: 'message',
  },
  {
    hosts: ['api.twitter.com', 'api.x.com', 'bsky.social', 'mastodon.social', 'api.linkedin.com', 'oauth.reddit.com'],
    nature: 'message',
  },
  {
    hosts: [
      'api.sendgrid.com',
      'api.mailgun.net',
      'api.postmarkapp.com',
      'api.resend.com',
      'mandrillapp.com',
      'api.brevo.com',
      'gmail.googleapis.com',
    ],
    nature: 'mail',
  },
  {
    hosts: [
      'api.stripe.com',
      'paypal.com',
      'squareup.com',
      'braintreegateway.com',
      'adyen.com',
      'api.wise.com',
      'coinbase.com',
      'api.binance.com',
      'checkout.com',
      'razorpay.com',
    ],
    nature: 'payment',
  },
  { hosts: ['api.github.com'], nature: 'merge', path: /\/pulls\/\d+\/merge|\/merges$/ },
  { hosts: ['api.github.com'], nature: 'approval', path: /\/reviews(?:$|\/)|\/dispatches$/ },
  { hosts: ['api.github.com'], nature: 'message', path: /\/comments|\/issues$/ },
  {
    hosts: ['api.github.com', 'gitlab.com'],
    nature: 'account',
    path: /\/(?:collaborators|members|memberships|keys|hooks)(?:\/|$)/,
  },
  { hosts: ['api.github.com', 'gitlab.com', 'api.bitbucket.org'], nature: 'record' },
  { hosts: ['www.googleapis.com', 'calendar.googleapis.com'], nature: 'calendar', path: /\/calendar/ },
  {
    hosts: [
      'atlassian.net',
      'api.linear.app',
      'api.notion.com',
      'app.asana.com',
      'api.trello.com',
      'api.airtable.com',
      'zendesk.com',
      'hubapi.com',
      'salesforce.com',
      'api.pagerduty.com',
    ],
    nature: 'record',
  },
  {
    hosts: ['api.cloudflare.com', 'api.digitalocean.com', 'api.vercel.com', 'api.netlify.com', 'api.heroku.com'],
    nature: 'setting',
  },
]

/** Paths that take a request body to answer a question, not to change something. */
const ASKING =
  /\/(?:search|query|_search|_msearch|graphql|completions|embeddings|messages|responses|generate|chat|token|login|oauth2?|introspect|validate|lint|render|preview|rpc|echo|post|anything)(?:[/?#]|$)/i

export interface ServiceWrite {
  readonly service: string
  readonly nature: Nature
  readonly certainty: 'certain' | 'likely' | 'possible'
}

/** What a writing request to a public host amounts to. */
export function serviceWrite(host: string, rest: string, method: string): ServiceWrite {
  const path = rest.split(/[?#]/)[0] ?? ''
  const known = SERVICES.find((rule) => endsIn(host, rule.hosts) && (!rule.path || rule.path.test(path)))
  if (method === 'DELETE') return { service: host, nature: 'deletion', certainty: 'certain' }
  if (known) return { service: host, nature: known.nature, certainty: 'certain' }
  return { service: host, nature: 'record', certainty: ASKING.test(path) ? 'possible' : 'likely' }
}

const CHAT = [
  'hooks.slack.com',
  'slack.com',
  'discord.com',
  'discordapp.com',
  'api.telegram.org',
  'chat.googleapis.com',
  'webhook.office.com',
]

export function isChat(host: string): boolean {
  return endsIn(host, CHAT)
}
