import type { ExternalWriteNature } from '../effects.ts'
import { isInDomain } from './hosts.ts'

const CHAT_HOSTS =
  'hooks.slack.com slack.com discord.com discordapp.com api.telegram.org chat.googleapis.com webhook.office.com'.split(
    ' ',
  )

/** What writing to a service amounts to, where the path holds the last. The first that fits counts. */
const SERVICE_NATURES = (
  [
    ['message', CHAT_HOSTS.join(' ')],
    [
      'message',
      'outlook.office.com api.twilio.com rest.nexmo.com api.pushover.net ntfy.sh graph.facebook.com api.twitter.com api.x.com bsky.social mastodon.social api.linkedin.com oauth.reddit.com',
    ],
    [
      'mail',
      'api.sendgrid.com api.mailgun.net api.postmarkapp.com api.resend.com mandrillapp.com api.brevo.com gmail.googleapis.com',
    ],
    [
      'payment',
      'api.stripe.com paypal.com squareup.com braintreegateway.com adyen.com api.wise.com coinbase.com api.binance.com checkout.com razorpay.com',
    ],
    ['merge', 'api.github.com', /\/pulls\/\d+\/merge|\/merges$/],
    ['approval', 'api.github.com', /\/reviews(?:$|\/)|\/dispatches$/],
    ['message', 'api.github.com', /\/comments|\/issues$/],
    ['account', 'api.github.com gitlab.com', /\/(?:collaborators|members|memberships|keys|hooks)(?:\/|$)/],
    ['record', 'api.github.com gitlab.com api.bitbucket.org'],
    ['calendar', 'www.googleapis.com calendar.googleapis.com', /\/calendar/],
    [
      'record',
      'atlassian.net api.linear.app api.notion.com app.asana.com api.trello.com api.airtable.com zendesk.com hubapi.com salesforce.com api.pagerduty.com',
    ],
    ['setting', 'api.cloudflare.com api.digitalocean.com api.vercel.com api.netlify.com api.heroku.com'],
  ] satisfies readonly (readonly [ExternalWriteNature, string, RegExp?])[]
).map(([nature, hosts, path]) => ({ nature, hosts: hosts.split(' '), path }))

/** Paths that take a request body to answer a question, not to change something. */
const QUERY_PATH =
  /\/(?:search|query|_search|_msearch|graphql|completions|embeddings|messages|responses|generate|chat|token|login|oauth2?|introspect|validate|lint|render|preview|rpc|echo|post|anything)(?:[/?#]|$)/i

interface ServiceWrite {
  readonly service: string
  readonly nature: ExternalWriteNature
  readonly certainty: 'certain' | 'likely' | 'possible'
}

export function describeServiceWrite(host: string, rest: string, method: string): ServiceWrite {
  const path = rest.split(/[?#]/)[0] ?? ''
  const known = SERVICE_NATURES.find((rule) => isInDomain(host, rule.hosts) && (rule.path?.test(path) ?? true))
  const nature = method === 'DELETE' ? 'deletion' : known?.nature
  if (nature) return { service: host, nature, certainty: 'certain' }
  return { service: host, nature: 'record', certainty: QUERY_PATH.test(path) ? 'possible' : 'likely' }
}

export function isChatHost(host: string): boolean {
  return isInDomain(host, CHAT_HOSTS)
}
