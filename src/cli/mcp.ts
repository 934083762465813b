import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { homeDirectory } from '../facts/host.ts'
import { version } from '../facts/version.static.ts'
import { servedGuard } from '../integrations/mcp/guard.ts'
import { HELP } from '../integrations/mcp/help.ts'
import { judgeOnce } from '../integrations/mcp/once.ts'
import { directoryFrom } from './directory.ts'
import { ignoredHome } from './home.ts'
import { type Io, visible } from './io.ts'

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values } = options(args)
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const home = values.home === undefined ? homeDirectory() : resolve(values.home)
  const ignored = values.home === undefined ? ignoredHome() : undefined
  if (ignored !== undefined) io.error(`irongate mcp: ${visible(ignored)}.\n`)
  const cwd = directoryFrom(values.cwd)
  const { model } = values
  const { serve } = await import('../integrations/mcp/server.ts')
  await serve(
    {
      session: servedGuard({ cwd, home, model }),
      once: (call, other) => judgeOnce({ ...call, cwd: other ?? cwd, home, model }),
    },
    version(),
  )
  return 0
}

function options(args: readonly string[]) {
  return parseArgs({
    args: [...args],
    options: {
      cwd: { type: 'string' },
      home: { type: 'string' },
      model: { type: 'string' },
      help: { type: 'boolean', short: 'h', default: false },
    },
  })
}
