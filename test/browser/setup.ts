import { execFileSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import type { TestProject } from 'vitest/node'
import { buildDashboard } from '../../scripts/dashboard.ts'
import { findChromium, versionOf } from './chromium.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The browser's program; empty where there is none. */
    chromium: string
  }
}

/** Once per run: a browser, the pages as they are now, and the command line that hooks are installed from. */
export default async function setup(project: TestProject): Promise<void> {
  const path = findChromium()
  if (path === undefined)
    process.stderr.write(
      '\nSKIPPED: no test of the dashboard runs. There is no Chromium here and none could be installed;\n' +
        '`apt-get install chromium` brings one, or IRONGATE_TEST_BROWSER names its program.\n\n',
    )
  else process.stderr.write(`dashboard in ${versionOf(path)}\n`)
  project.provide('chromium', path ?? '')
  if (path === undefined) return
  if (!existsSync('dist/cli.cjs')) execFileSync(process.execPath, ['scripts/build.ts'], { stdio: 'inherit' })
  await buildDashboard('dist/dashboard')
}
