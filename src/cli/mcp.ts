import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { accountHomeDirectory } from '../facts/host.ts'
import { version } from '../facts/version.static.ts'
import { createMcpGuard } from '../integrations/mcp/guard.ts'
import { HELP } from '../integrations/mcp/help.ts'
import { judgeSingleCall } from '../integrations/mcp/single-check.ts'
import { ignoredHomeWarning } from './home.ts'
import { type Io, showInvisible } from './io.ts'
import { directoryFrom } from './working-directory.ts'

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values } = options(args)
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const home = values.home === undefined ? accountHomeDirectory() : resolve(values.home)
  const ignored = values.home === undefined ? ignoredHomeWarning() : undefined
  if (ignored !== undefined) io.error(`irongate mcp: ${showInvisible(ignored)}.\n`)
  const cwd = directoryFrom(values.cwd)
  const { model } = values
  const { serveMcp: serve } = await import('../integrations/mcp/server.ts')
  await serve(
    {
      session: createMcpGuard({ cwd, home, model }),
      once: (call, other) => judgeSingleCall({ ...call, cwd: other ?? cwd, home, model }),
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
