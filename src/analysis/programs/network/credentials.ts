import { addressOf, endsIn, isPasteSite } from '../../hosts.ts'
import type { DataSource } from '../../words.ts'

interface Vendor {
  /** How its credentials are called: words of variable names, programs that print them. */
  readonly words: readonly string[]
  readonly hosts: readonly string[]
}

/** Whose key it is, and where it may go. */
const VENDORS: readonly Vendor[] = [
  { words: ['github', 'gh'], hosts: ['github.com', 'githubusercontent.com', 'ghcr.io'] },
  { words: ['gitlab', 'glab'], hosts: ['gitlab.com'] },
  { words: ['openai'], hosts: ['openai.com', 'openai.azure.com'] },
  { words: ['anthropic', 'claude'], hosts: ['anthropic.com', 'claude.com'] },
  { words: ['aws', 'amazon'], hosts: ['amazonaws.com', 'aws.amazon.com', 'api.aws'] },
  {
    words: ['gcloud', 'gcp', 'google', 'gemini'],
    hosts: ['googleapis.com', 'google.com', 'gcr.io', 'pkg.dev', 'run.app'],
  },
  { words: ['azure', 'az'], hosts: ['azure.com', 'microsoft.com', 'windows.net', 'microsoftonline.com', 'azurecr.io'] },
  { words: ['stripe'], hosts: ['stripe.com'] },
  { words: ['slack'], hosts: ['slack.com'] },
  { words: ['discord'], hosts: ['discord.com', 'discordapp.com'] },
  { words: ['telegram', 'tg'], hosts: ['telegram.org'] },
  { words: ['npm'], hosts: ['npmjs.org', 'npmjs.com'] },
  { words: ['pypi', 'twine'], hosts: ['pypi.org'] },
  { words: ['cloudflare', 'cf'], hosts: ['cloudflare.com', 'workers.dev'] },
  { words: ['vercel'], hosts: ['vercel.com', 'vercel.app'] },
  { words: ['netlify'], hosts: ['netlify.com'] },
  { words: ['heroku'], hosts: ['heroku.com', 'herokuapp.com'] },
  { words: ['fly'], hosts: ['fly.io', 'machines.dev'] },
  { words: ['digitalocean', 'doctl'], hosts: ['digitalocean.com'] },
  { words: ['hf', 'huggingface'], hosts: ['huggingface.co'] },
  { words: ['sentry'], hosts: ['sentry.io'] },
  { words: ['datadog', 'dd'], hosts: ['datadoghq.com', 'datadoghq.eu'] },
  { words: ['linear'], hosts: ['linear.app'] },
  { words: ['notion'], hosts: ['notion.com', 'notion.so'] },
  { words: ['jira', 'atlassian', 'confluence'], hosts: ['atlassian.net', 'atlassian.com'] },
  { words: ['sendgrid'], hosts: ['sendgrid.com'] },
  { words: ['twilio'], hosts: ['twilio.com'] },
  { words: ['mailgun'], hosts: ['mailgun.net'] },
  { words: ['circleci', 'circle'], hosts: ['circleci.com'] },
  { words: ['buildkite'], hosts: ['buildkite.com'] },
  { words: ['supabase'], hosts: ['supabase.co', 'supabase.com'] },
  { words: ['figma'], hosts: ['figma.com'] },
  { words: ['docker', 'dockerhub'], hosts: ['docker.com', 'docker.io'] },
]

/**
 * How sure it is that a credential given to a host as authentication goes astray: `fits` when the key is that host's own,
 * `strange` when it is somebody else's or the host is a catcher, `open` when its name does not tell.
 */
export function credentialFor(source: DataSource, host: string): 'fits' | 'strange' | 'open' {
  const address = addressOf(host)
  if (address === 'loopback') return 'fits'
  if (address === 'callback' || address === 'metadata' || isPasteSite(host)) return 'strange'
  if (source.kind === 'secret-store') return 'strange'
  const name = source.kind === 'environment' ? source.name : source.kind === 'command' ? source.program : undefined
  if (name === undefined) return source.kind === 'file' && source.secret ? 'strange' : 'open'
  const words = name.toLowerCase().split(/[^a-z0-9]+/)
  const vendor = VENDORS.find((known) => known.words.some((word) => words.includes(word)))
  if (!vendor) return 'open'
  if (endsIn(host, vendor.hosts)) return 'fits'
  return address === 'private' ? 'open' : 'strange'
}
