import { once } from 'node:events'
import { resolve } from 'node:path'
import { GATEWAY_PORT, HELP } from '../integrations/gateway/help.ts'
import { type Gateway, GatewayStartError, startGateway } from '../integrations/gateway/start.ts'
import { readArgs, refusePositionals } from './command-args.ts'
import { agentHomeDirectory } from './home.ts'
import { type Io, showInvisible, UsageError } from './io.ts'
import { packageRoot } from './package-root.ts'

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values, positionals } = options(args)
  if (values.help) {
    io.out(HELP)
    return 0
  }
  refusePositionals(positionals, 'gateway')
  const home = values.home === undefined ? agentHomeDirectory() : resolve(values.home)
  const say = (line: string) =>
    io.error(values.json ? `${JSON.stringify({ note: line })}\n` : `irongate gateway: ${showInvisible(line)}\n`)
  const gateway = await startOrExplain({ home, port: portFrom(values.port), upstream: values.upstream, say })
  io.out(values.json ? `${JSON.stringify(gatewayJson(gateway))}\n` : gatewayText(gateway))
  await Promise.race([once(process, 'SIGINT'), once(process, 'SIGTERM')])
  await gateway.close()
  return 0
}

async function startOrExplain(given: Omit<Parameters<typeof startGateway>[0], 'package'>): Promise<Gateway> {
  try {
    return await startGateway({ ...given, package: packageRoot() })
  } catch (error) {
    if (error instanceof GatewayStartError) throw new UsageError(error.message)
    if ((error as NodeJS.ErrnoException).code === 'EADDRINUSE')
      throw new UsageError(`port ${given.port} is taken: another gateway may be running; --port names another`)
    throw error
  }
}

function gatewayJson({ port, upstream, address, file }: Gateway) {
  return { listening: `127.0.0.1:${port}`, upstream, addressFile: file, ...(address !== undefined && { address }) }
}

function gatewayText({ port, upstream, address, file }: Gateway): string {
  return [
    `irongate gateway on 127.0.0.1:${port}, before ${showInvisible(upstream)}`,
    ...(address === undefined ? [] : [`its address holds a secret and is shown this once: ${address}`]),
    `start the agent with ANTHROPIC_BASE_URL="$(cat ${showInvisible(file)})"`,
    '',
  ].join('\n')
}

function portFrom(text: string | undefined): number {
  if (text === undefined) return GATEWAY_PORT
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN
  if (!(port <= 65_535)) throw new UsageError(`--port ${JSON.stringify(text)} is no port`)
  return port
}

function options(args: readonly string[]) {
  return readArgs(args, {
    port: { type: 'string' },
    upstream: { type: 'string' },
    home: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', short: 'h', default: false },
  })
}
