import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { userInfo } from 'node:os'
import { resolve } from 'node:path'
import { type ListenPlace, ServerStartError } from '../server/serve/listen.ts'
import { type Running, startServer } from '../server/serve/start.ts'
import { isServerThread } from '../server/threads/roles.ts'
import { openPage } from './browser.ts'
import { databaseFrom, readArgs, refusePositionals } from './command-args.ts'
import { agentHomeDirectory } from './home.ts'
import { EXIT, type Io, showInvisible, UsageError } from './io.ts'
import { currentService, unitText } from './service-unit.ts'
import { hasTerminal, THIS_PERSON, type TypingPerson, unprovenReason } from './typing-person.ts'

export const HELP = `Usage: irongate serve [options]

Serves the dashboard and the API on this machine: what agents do, what waits for an answer, the policy. Hooks decide without it; it may
be stopped at any time. Started by a person on a terminal, it opens the dashboard with a key that may answer and change the policy; the
key ends with this run. Started otherwise it only shows: \`irongate pair\` gives a person a key later. Programs use the token in
~/.irongate/state/server/token, which reads and submits and nothing more.

  --port N            the port (default 8910, or one after it that is free)
  --listen ADDRESS    another address than 127.0.0.1; needs TLS or --behind-proxy
  --tls-cert FILE     the certificate, and
  --tls-key FILE      its key
  --behind-proxy      a proxy before it does the encryption
  --public-url URL    under which others reach it
  --database URL      postgres://…, for many machines; a SQLite file of its own otherwise
  --record            write a record of every check that is asked for over HTTP
  --print-unit        print a unit for systemd (on macOS: for launchd) that runs it with the other options, and how to
                      install it; nothing is started
  --no-open           print the address, and open no browser
  --json              one JSON object with the address instead of words

Examples:
  irongate serve
  irongate serve --port 9000 --no-open
  irongate serve --port 9000 --print-unit > ~/.config/systemd/user/irongate.service
  irongate serve --listen 0.0.0.0 --tls-cert server.pem --tls-key server.key --public-url https://gate.example.com
`

/** What a run depends on beside its words; tests hand in their own. */
interface ServeContext {
  readonly hasTerminal: () => boolean
  /** Resolves when it is to end. */
  readonly stopped: () => Promise<void>
  readonly threads?: number
}

export async function run(
  args: readonly string[],
  io: Io,
  person: TypingPerson = THIS_PERSON,
  around: ServeContext = { hasTerminal, stopped: untilSignal },
): Promise<number> {
  if (isServerThread()) return (await import('../server/threads/run.ts')).runThread()
  const { values, positionals } = options(args)
  if (values.help) {
    io.out(HELP)
    return 0
  }
  refusePositionals(positionals, 'serve')
  const home = values.home === undefined ? agentHomeDirectory() : resolve(values.home)
  const database = databaseFrom(values.database)
  if (values['print-unit']) {
    const words = ['serve', ...args.filter((word) => word !== '--print-unit' && word !== '--no-open'), '--no-open']
    // What would not start is not worth a unit.
    placeFrom(values)
    urlFrom(values['public-url'])
    io.out(unitText(currentService(words, home)))
    return 0
  }
  const say = (line: string) =>
    io.error(values.json ? `${JSON.stringify({ note: line })}\n` : `irongate serve: ${showInvisible(line)}\n`)
  const key = keyRecipient(person, around)
  if (key === 'refused') {
    io.error('irongate serve: not confirmed; nothing was started.\n')
    return EXIT.deny
  }
  const { record } = values
  const server = await startOrExplain({
    home,
    place: placeFrom(values),
    publicUrl: urlFrom(values['public-url']),
    database,
    record,
    say,
    ...(around.threads !== undefined && { threads: around.threads }),
  })
  const address = key === 'person' ? server.pair(userInfo().username) : undefined
  io.out(values.json ? `${JSON.stringify(serverJson(server, address))}\n` : serverText(server, address))
  if (address !== undefined && !values['no-open'] && !values.json && process.stdout.isTTY) openPage(home, address)
  await around.stopped()
  await server.close()
  return 0
}

/** A person who starts it on a terminal gets a key; whoever else does, gets none. */
function keyRecipient(person: TypingPerson, around: ServeContext): 'person' | 'nobody' | 'refused' {
  if (unprovenReason(person) !== undefined || !around.hasTerminal()) return 'nobody'
  const question = 'Start the server, and open the dashboard with a key that may answer for you and change your policy?'
  return person.challenge(question) ? 'person' : 'refused'
}

async function startOrExplain(given: Parameters<typeof startServer>[0]): Promise<Running> {
  try {
    return await startServer(given)
  } catch (error) {
    if (error instanceof ServerStartError) throw new UsageError(error.message)
    throw error
  }
}

async function untilSignal(): Promise<void> {
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
}

function serverJson({ url, socket, tokenFile }: Running, address: string | undefined) {
  return { url, tokenFile, ...(socket !== undefined && { socket }), ...(address !== undefined && { address }) }
}

function serverText({ url, tokenFile, socket }: Running, address: string | undefined): string {
  return [
    `irongate serve on ${url}${socket === undefined ? '' : `, and on ${showInvisible(socket)}`}`,
    address === undefined
      ? 'It only shows: `irongate pair`, on a terminal of your own, gives a key that may answer.'
      : `Open ${address}`,
    `Programs use the token in ${showInvisible(tokenFile)}.`,
    '',
  ].join('\n')
}

type Values = ReturnType<typeof options>['values']

function placeFrom(values: Values): ListenPlace {
  const { 'tls-cert': cert, 'tls-key': key, listen } = values
  if ((cert === undefined) !== (key === undefined)) throw new UsageError('--tls-cert and --tls-key go together')
  const tls = cert === undefined || key === undefined ? undefined : { cert: fileText(cert), key: fileText(key) }
  const address = (listen ?? '127.0.0.1').replace(/^\[(.*)\]$/, '$1')
  return { address, port: portFrom(values.port), tls, behindProxy: values['behind-proxy'] }
}

function fileText(path: string): string {
  try {
    return readFileSync(path, 'utf8')
  } catch (error) {
    throw new UsageError(`${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`)
  }
}

function portFrom(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new UsageError(`--port ${JSON.stringify(text)} is no port`)
  return port
}

function urlFrom(text: string | undefined): URL | undefined {
  if (text === undefined) return undefined
  const url = URL.canParse(text) ? new URL(text) : undefined
  if (
    !url ||
    !/^https?:$/.test(url.protocol) ||
    url.username !== '' ||
    url.pathname !== '/' ||
    url.search + url.hash !== ''
  )
    throw new UsageError(`--public-url ${JSON.stringify(text)} is no address such as https://gate.example.com`)
  return url
}

function options(args: readonly string[]) {
  return readArgs(args, {
    port: { type: 'string' },
    listen: { type: 'string' },
    'tls-cert': { type: 'string' },
    'tls-key': { type: 'string' },
    'behind-proxy': { type: 'boolean', default: false },
    'public-url': { type: 'string' },
    database: { type: 'string' },
    record: { type: 'boolean', default: false },
    'print-unit': { type: 'boolean', default: false },
    'no-open': { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    home: { type: 'string' },
    help: { type: 'boolean', short: 'h', default: false },
  })
}
