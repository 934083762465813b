import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'

/**
 * Builds after an install of this repository. `npx irongate` inside of it links the repository into npm's cache, which runs this as well:
 * there a bundle that exists stays, since running hooks may be reading it.
 */
const isRun = process.env['npm_command'] === 'exec'
if (!(isRun && existsSync('dist/build'))) {
  const { status } = spawnSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' })
  process.exitCode = status ?? 1
}
