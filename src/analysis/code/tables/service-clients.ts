import type { Nature } from '../../effects.ts'
import type { CodeCall, Handler } from '../run/table.ts'
import { type Abstract, exact, knownOf, text, UNKNOWN } from '../run/value.ts'
import { each, observes } from './acts.ts'

/** A call of a service's client library that reaches people, money or accounts. */
function reaches(service: string, nature: Nature): Handler {
  return (call, run) => {
    run.lower('plain')
    run.state({ kind: 'external-write', service, nature, target: firstText(call), by: call.name })
    return UNKNOWN
  }
}

function firstText(call: CodeCall): string {
  const texts = [...call.named.values(), ...call.args].map((value) => exact(value))
  return texts.find((each) => each !== undefined)?.slice(0, 120) ?? ''
}

function shows(store: string): Handler {
  return (call, run) => {
    run.lower('plain')
    const source = { kind: 'secret-store', store } as const
    run.state({ kind: 'expose-secret', source, sink: 'output', by: call.name, certainty: 'likely' })
    return { sources: [source] }
  }
}

/** Modules from a folder where anyone may have put them. */
const searchesFolder: Handler = (call, run) => {
  const folder = exact(call.args.at(-1))
  if (folder === undefined) return undefined
  const path = run.scribe.pathOf(folder)
  const { written } = run.scribe.facts.session
  const ours = path.sessionMade || [...written.keys()].some((file) => file.startsWith(`${path.real}/`))
  if (path.zone === 'temp' && !ours) run.dynamicRun('python', call.name)
  return undefined
}

const STRIPE = 'Refund Charge PaymentIntent Payout Transfer Invoice Subscription Topup'

export const PYTHON_SERVICES: readonly (readonly [string, Handler])[] = [
  ...each('nmap.PortScanner().', 'scan', observes('host-scan')),
  ...each('boto3.client().', 'get_secret_value batch_get_secret_value', shows('aws')),
  ...each(
    'hvac.Client().secrets.',
    'kv.read_secret_version kv.v1.read_secret kv.v2.read_secret_version',
    shows('vault'),
  ),
  ...STRIPE.split(' ').flatMap((kind) => each(`stripe.${kind}.`, 'create cancel pay', reaches('stripe', 'payment'))),
  ...each('stripe.', 'Customer.delete Subscription.delete', reaches('stripe', 'deletion')),
  ...each('slack_sdk.WebClient().', 'chat_postMessage files_upload files_upload_v2', reaches('slack', 'message')),
  ...each('twilio.rest.Client().', 'messages.create calls.create', reaches('twilio', 'message')),
  ...each('tweepy.Client().', 'create_tweet delete_tweet', reaches('twitter', 'message')),
  ...each('telegram.Bot().', 'send_message send_document', reaches('telegram', 'message')),
  ...each('github.Github().', 'get_repo().delete', reaches('github', 'deletion')),
  ...each('github.Github().get_repo().', 'create_issue get_pull().merge', reaches('github', 'record')),
  ...each('sys.path.', 'insert append', searchesFolder),
]

export const JAVASCRIPT_SERVICES: readonly (readonly [string, Handler])[] = [
  ...each(
    'stripe().',
    'refunds.create charges.create payouts.create transfers.create paymentIntents.create',
    reaches('stripe', 'payment'),
  ),
  ...['@octokit/rest.Octokit().', '@octokit/core.Octokit().', 'octokit.Octokit().'].flatMap((client) => [
    ...each(client, 'repos.delete rest.repos.delete git.deleteRef rest.git.deleteRef', reaches('github', 'deletion')),
    ...each(client, 'pulls.merge rest.pulls.merge', reaches('github', 'merge')),
  ]),
  ...each('@slack/web-api.WebClient().', 'chat.postMessage', reaches('slack', 'message')),
  ...each('twilio().', 'messages.create calls.create', reaches('twilio', 'message')),
]

/** Files sent by the FTP libraries of Ruby and Perl. */
function uploads(position: number): Handler {
  return (call, run) => {
    const value = call.args[position]
    if (!value) return undefined
    const payload = run.reads(value, call.name)
    run.lower('plain')
    run.state({ kind: 'send-data', host: 'ftp server', channel: 'other', payload, by: call.name })
    return UNKNOWN
  }
}

export const RUBY_SERVICES: readonly (readonly [string, Handler])[] = [
  [
    'Net.FTP.open',
    (call) => {
      const client: Abstract = { ref: 'Net.FTP.new()', sources: [] }
      for (const value of call.args) if (value.closure) call.invoke(value, [client])
      return client
    },
  ],
  ...each('?.', 'putbinaryfile puttextfile', uploads(0)),
  [
    'File.truncate',
    (call, run) => {
      run.writes(call.args[0] ?? text('\0'), 'truncate', call.name)
      return UNKNOWN
    },
  ],
]

/** `find(sub { … }, folders)`: the code sees every path below them. */
const findsFiles: Handler = (call, run) => {
  const [visit, ...folders] = call.args
  for (const folder of folders) {
    run.reads(folder, call.name, true)
    if (visit) call.invoke(visit, [text(`${knownOf(folder).replace(/\/$/, '')}/\0`)])
  }
  return UNKNOWN
}

export const PERL_SERVICES: readonly (readonly [string, Handler])[] = [
  ...each('', 'find finddepth File.Find.find File.Find.finddepth', findsFiles),
  ...each('', 'Net.FTP.new().put ?.put', uploads(0)),
]
