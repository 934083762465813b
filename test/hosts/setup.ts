import { cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bundle } from '../../scripts/bundle.ts'
import { partOf } from '../../scripts/parts.ts'
import { staticModules } from '../../scripts/static-modules.ts'
import { BUILT, installClients } from './clients.ts'

/** Once per run: the clients, and the command line as it is shipped, in a folder of its own. */
export default async function setup(): Promise<void> {
  installClients()
  await buildCommandLine(BUILT)
}

export async function buildCommandLine(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(join(folder, 'dist/parts'), { recursive: true })
  const files = await bundle({ entry: 'src/cli/main.ts', replaced: await staticModules(), partOf })
  for (const [file, text] of files) writeFileSync(join(folder, 'dist', file), text)
  cpSync('bin', join(folder, 'bin'), { recursive: true })
  cpSync('package.json', join(folder, 'package.json'))
}
