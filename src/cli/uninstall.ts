import { rmSync } from 'node:fs'
import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { homeDirectory } from '../facts/host.ts'
import { removeInstall } from '../integrations/install/install.ts'
import { installers } from '../integrations/registry.ts'
import { gateFolder } from '../state/gate-folder.ts'
import { installsIn } from '../state/installs.ts'
import { EXIT, type Io, UsageError } from './io.ts'
import { askTerminal, notAPerson } from './person.ts'

export const HELP = `Usage: irongate uninstall [--yes]

Takes the gate's hook out of every settings file that \`irongate init\` wrote. A file that was not edited since gets its old
content back; your own edits stay. Settings and the audit store in ~/.irongate stay too.

Example:
  irongate uninstall --yes
`

const DONE = {
  restored: 'is as it was before',
  removed: 'is gone; it did not exist before',
  edited: 'no longer holds the hook; your own changes stay',
  absent: 'was already gone',
} as const

export async function run(args: readonly string[], io: Io): Promise<number> {
  const { values } = options(args)
  if (values.help) {
    io.out(HELP)
    return 0
  }
  const agent = notAPerson()
  if (agent !== undefined) {
    io.error(`irongate uninstall: only a person does this, in a terminal of their own (${agent}).\n`)
    return EXIT.deny
  }
  const home = values.home === undefined ? homeDirectory() : resolve(values.home)
  const installs = installsIn(home)
  if (installs.length === 0) {
    io.out('The gate is not installed.\n')
    return 0
  }
  for (const { file } of installs) io.out(`${file}\n`)
  if (!values.yes && !/^y(?:es)?$/i.test(askTerminal('Take the hook out of these files? [y/N] ') ?? '')) {
    io.out('Nothing changed.\n')
    return EXIT.deny
  }
  const known = await installers()
  let left = 0
  for (const install of installs) {
    const installer = known.find(({ id }) => id === install.host)
    if (installer) io.out(`${install.file} ${DONE[removeInstall(install, installer.editor, home)]}.\n`)
    else {
      left++
      io.error(`${install.file} belongs to ${install.host}, which this version does not know; it stays as it is.\n`)
    }
  }
  // A process that waits for events leaves when its socket is gone.
  rmSync(`${gateFolder(home)}/run`, { recursive: true, force: true })
  // Its starter stays: sessions that are open may still call it, and a missing hook blocks them.
  io.out('Done. When no session is open any more, ~/.irongate can be deleted.\n')
  return left === 0 ? 0 : EXIT.deny
}

function options(args: readonly string[]) {
  try {
    return parseArgs({
      args: [...args],
      options: {
        yes: { type: 'boolean', short: 'y', default: false },
        home: { type: 'string' },
        help: { type: 'boolean', short: 'h', default: false },
      },
    })
  } catch (error) {
    throw new UsageError(`${error instanceof Error ? error.message : String(error)}\n\n${HELP}`)
  }
}
