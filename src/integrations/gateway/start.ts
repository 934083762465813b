import { anchorChains } from '../../audit/anchors.ts'
import { OFFICIAL_ENDPOINT } from '../../judge/model/endpoint.ts'
import { privateFolder } from '../../state/private-folder.ts'
import { pruneState } from '../../state/prune.ts'
import { stateFolder } from '../../state/state-folder.ts'
import { CLAUDE_CODE_INTEGRATION } from '../claude-code/integration.ts'
import { readPolicy } from '../policy.ts'
import { type GatewayEdge, GatewayJudge } from './judge.ts'
import { saveNote } from './notes.ts'
import { Relay } from './relay.ts'
import { pathSecret, saveGatewayAddress } from './secret.ts'
import { type GatewayListening, listen } from './server.ts'
import { upstreamAt, upstreamUrl } from './upstream.ts'

export interface GatewayOptions {
  readonly home: string
  readonly port: number
  /** From the command line; the user's settings if not given. */
  readonly upstream?: string | undefined
  readonly package?: string | undefined
  /** One line for the person. INVARIANT: nothing of a request's headers or body is in it but names of shapes. */
  readonly say: (line: string) => void
  /** For tests: when a judge is given up, and what judges. */
  readonly judging?: Pick<GatewayEdge, 'deadlineMs' | 'check'>
}

export interface Gateway extends GatewayListening {
  readonly upstream: string
  /** The whole address, where the secret in it is new: it is shown once. */
  readonly address: string | undefined
  /** Where the address is kept, for this account alone. */
  readonly file: string
}

/** What keeps a gateway from starting, in words for the person. */
export class GatewayStartError extends Error {}

export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const { home, say } = options
  const url = upstreamOf(options)
  const upstream = upstreamAt(url)
  const told = new Set<string>()
  const note = (what: string) => {
    if (told.has(what)) return
    told.add(what)
    say(`${what}: it passed without a verdict`)
    saveNote(home, what, Date.now())
  }
  const judge = new GatewayJudge({ home, package: options.package, say, ...options.judging })
  const relay = new Relay({ home, upstream, judge, say, note })
  const secret = pathSecret(home)
  cleanUp(home, say)
  const listening = await listen({
    secret: secret.value,
    port: options.port,
    serve: (exchange) => relay.serve(exchange),
    say,
  })
  const pruning = setInterval(() => cleanUp(home, say), CLEANUP_INTERVAL_MS)
  const close = async () => {
    clearInterval(pruning)
    await listening.close()
    upstream.close()
  }
  if (isOwnAddress(url, listening.port)) {
    await close()
    throw new GatewayStartError(`the upstream ${url.origin} is this gateway itself`)
  }
  const address = `http://127.0.0.1:${listening.port}/${secret.value}`
  return {
    port: listening.port,
    close,
    upstream: url.href,
    address: secret.isNew ? address : undefined,
    file: saveGatewayAddress(home, address),
  }
}

const CLEANUP_INTERVAL_MS = 60 * 60 * 1000

/** What the hook does at the start of a session: where there is none, nobody else takes away what is too old. */
function cleanUp(home: string, say: (line: string) => void): void {
  try {
    privateFolder(stateFolder(home))
    pruneState(stateFolder(home), Date.now())
    anchorChains(stateFolder(home), Date.now())
  } catch (error) {
    say(`what is too old could not be taken away: ${error instanceof Error ? error.message : String(error)}`)
  }
}

/** From the command line or from the user's own settings: a project never says where credentials go. */
function upstreamOf({ home, upstream }: GatewayOptions): URL {
  const policy = readPolicy({ cwd: home, home })
  const settings =
    policy.hosts && Object.hasOwn(policy.hosts, CLAUDE_CODE_INTEGRATION.id)
      ? policy.hosts[CLAUDE_CODE_INTEGRATION.id]
      : undefined
  const text = upstream ?? settings?.extra['upstream'] ?? OFFICIAL_ENDPOINT
  const url = typeof text === 'string' ? upstreamUrl(text) : undefined
  if (url === undefined)
    throw new GatewayStartError(
      `the upstream ${JSON.stringify(text)} is no https address, nor an http address of this machine, without user, query or fragment`,
    )
  return url
}

function isOwnAddress({ hostname, port }: URL, own: number): boolean {
  return ['127.0.0.1', 'localhost', '[::1]'].includes(hostname) && Number(port) === own
}
