import { KEY_SHAPES } from '../text/secrets.ts'
import type { DataSource } from '../words.ts'
import { classifyHost, isInDomain, isPasteSite } from './hosts.ts'

interface Vendor {
  /** How its credentials are called: words of variable names, programs that print them. */
  readonly words: readonly string[]
  readonly hosts: readonly string[]
  /** Where everybody can have a name: a key that is written out for an application is no stranger there. */
  readonly tenants?: string
  /** People run it on machines of their own, and call those after it. */
  readonly selfHosted?: true
}

/** Whose key it is, and where it may go. */
const VENDORS = (
  [
    ['github gh', 'github.com githubusercontent.com ghcr.io', { selfHosted: true }],
    ['gitlab glab', 'gitlab.com', { selfHosted: true }],
    ['openai', 'openai.com openai.azure.com'],
    ['anthropic claude', 'anthropic.com claude.com claude.ai'],
    ['aws amazon', 'amazonaws.com aws.amazon.com api.aws'],
    [
      'gcloud gcp google gemini',
      'googleapis.com google.com gcr.io pkg.dev run.app youtube.com',
      { tenants: 'firebaseio.com firebaseapp.com web.app appspot.com cloudfunctions.net' },
    ],
    ['azure az', 'azure.com microsoft.com windows.net microsoftonline.com azurecr.io'],
    ['stripe', 'stripe.com'],
    ['slack', 'slack.com'],
    ['discord', 'discord.com discordapp.com'],
    ['telegram tg', 'telegram.org'],
    ['npm', 'npmjs.org npmjs.com'],
    ['pypi twine', 'pypi.org'],
    ['cloudflare cf', 'cloudflare.com workers.dev'],
    ['vercel', 'vercel.com vercel.app'],
    ['netlify', 'netlify.com'],
    ['heroku', 'heroku.com herokuapp.com'],
    ['fly', 'fly.io machines.dev'],
    ['digitalocean doctl', 'digitalocean.com'],
    ['hf huggingface', 'huggingface.co'],
    ['sentry', 'sentry.io'],
    ['datadog dd', 'datadoghq.com datadoghq.eu'],
    ['linear', 'linear.app'],
    ['notion', 'notion.com notion.so'],
    ['jira atlassian confluence', 'atlassian.net atlassian.com'],
    ['sendgrid', 'sendgrid.com'],
    ['twilio', 'twilio.com'],
    ['mailgun', 'mailgun.net'],
    ['circleci circle', 'circleci.com'],
    ['buildkite', 'buildkite.com'],
    ['supabase', 'supabase.co supabase.com'],
    ['figma', 'figma.com'],
    ['docker dockerhub', 'docker.com docker.io'],
  ] satisfies readonly (readonly [string, string, Omit<Vendor, 'words' | 'hosts'>?])[]
).map(([words, hosts, more]): Vendor => ({ words: words.split(' '), hosts: hosts.split(' '), ...more }))

/**
 * How sure it is that a credential given to a host as authentication goes astray: `fits` when the key is that host's own,
 * `strange` when it is somebody else's or the host is a catcher, `open` when its name does not tell.
 */
export function matchCredentialToHost(source: DataSource, host: string): 'fits' | 'strange' | 'open' {
  const address = classifyHost(host)
  if (address === 'loopback') return 'fits'
  if (address === 'callback' || address === 'metadata' || isPasteSite(host)) return 'strange'
  if (source.kind === 'secret-store') return 'strange'
  const name = source.kind === 'environment' ? source.name : source.kind === 'command' ? source.program : undefined
  if (name === undefined) return source.kind === 'file' && source.secret ? 'strange' : 'open'
  const words = name.toLowerCase().split(/[^a-z0-9]+/)
  const vendor = VENDORS.find((known) => known.words.some((word) => words.includes(word)))
  if (!vendor) return 'open'
  if (isInDomain(host, vendor.hosts)) return 'fits'
  return address === 'private' ? 'open' : 'strange'
}

/** Kinds of keys that one vendor alone gives out; where several do, the beginning tells. */
const KEY_KIND_VENDORS: Readonly<Record<string, string>> = {
  'aws-key': 'aws',
  'github-token': 'github',
  'gitlab-token': 'gitlab',
  'slack-token': 'slack',
  'google-key': 'google',
  'google-token': 'google',
  'npm-token': 'npm',
  'pypi-token': 'pypi',
  'hf-token': 'hf',
}
const VENDOR_KEY_PREFIXES: readonly (readonly [begin: RegExp, vendor: string])[] = [
  [/^sk-ant-/, 'anthropic'],
  [/^sk-(?:proj|svcacct)-/, 'openai'],
  [/^[sr]k_live_/, 'stripe'],
]

/** Written by somebody who needed a key to show, not by whoever gives them out. */
const PLACEHOLDER_KEY =
  /example|sample|dummy|fake|placeholder|your|test|demo|changeme|redact|secret|token|invalid|xxx|\*\*|\.\.\.|1234|abcd|(.)\1{4}/i
const MIN_DISTINCT_CHARACTERS = 8
const MAX_KEYS = 32

function keyVendorsIn(text: string): readonly Vendor[] {
  // A signed address names the key that signed it, which is no secret.
  const plain = text.replace(/X-Amz-Credential=[^&\s]{0,200}/gi, '')
  return KEY_SHAPES.flatMap(([kind, shape]) =>
    [...plain.matchAll(new RegExp(shape.source, 'g'))].slice(0, MAX_KEYS).flatMap(([key]) => {
      const word = KEY_KIND_VENDORS[kind] ?? VENDOR_KEY_PREFIXES.find(([begin]) => begin.test(key))?.[1]
      const body = key.replace(/^[A-Za-z]{2,8}[-_](?:[a-z]{3,8}[-_])?/, '')
      if (word === undefined || PLACEHOLDER_KEY.test(body) || new Set(body).size < MIN_DISTINCT_CHARACTERS) return []
      return VENDORS.filter(({ words }) => words.includes(word))
    }),
  )
}

const KEY_PREFIX =
  /\b(?:sk-ant-|sk-proj-|sk-svcacct-|[sr]k_live_|gh[pousr]_|github_pat_|A[KS]IA|glpat-|xox[a-z]-|AIza|ya29\.|npm_|pypi-|hf_)\w/

export function mayHoldKey(text: string): boolean {
  return text.length > 16 && KEY_PREFIX.test(text)
}

/** Is a key written out that this host did not give out? Who runs a service by themselves calls its machine after it. */
export function isKeyOfOtherVendor(source: DataSource, host: string): boolean {
  if (source.kind !== 'literal' || !mayHoldKey(source.text) || ['loopback', 'private'].includes(classifyHost(host)))
    return false
  return keyVendorsIn(source.text).some(
    ({ hosts, tenants = '', selfHosted }) =>
      !isInDomain(host, [...hosts, ...tenants.split(' ')]) &&
      !(selfHosted && /(?:^|[.-])(?:git|ghe?|code|scm|source)[a-z]{0,6}(?:[.-]|$)/i.test(host)),
  )
}
