import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { buildCommandLine } from '../../scripts/command-line.ts'
import { staticModules } from '../../scripts/static-modules.ts'
import { BUILT } from './clients.ts'

/** Once per run: the command line as it is shipped, in a folder of its own. */
export default async function setup(): Promise<() => void> {
  await packCommandLine(BUILT)
  return () => rmSync(BUILT, { recursive: true, force: true })
}

export async function packCommandLine(folder: string): Promise<void> {
  rmSync(folder, { recursive: true, force: true })
  await buildCommandLine(join(folder, 'dist'), await staticModules())
  cpSync('bin', join(folder, 'bin'), { recursive: true })
  cpSync('package.json', join(folder, 'package.json'))
}
