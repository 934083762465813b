import { createHash } from 'node:crypto'
import { existsSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { privateFolder } from '../../../../state/private-folder.ts'
import { judgeClientFolder } from '../../../../state/state-folder.ts'

/** Of ours alone. */
function clientsFolder(stateFolder: string): string {
  return privateFolder(join(stateFolder, 'judge-clients'))
}

/** Where one kind of client may keep what it notes down. */
export function ownFolder(stateFolder: string, client: string): string {
  return privateFolder(join(clientsFolder(stateFolder), client))
}

/** Where a client is started: an empty folder, so that it finds no project, and our own hooks know it by it. */
export function emptyFolder(stateFolder: string): string {
  clientsFolder(stateFolder)
  return privateFolder(judgeClientFolder(stateFolder))
}

/** A file with this text, named by it: everybody on the machine can read a command line. */
export function textFile(stateFolder: string, name: string, text: string): string {
  const hash = createHash('sha256').update(text).digest('hex').slice(0, 16)
  const file = join(clientsFolder(stateFolder), `${name}-${hash}.txt`)
  if (!existsSync(file)) writeFileSync(file, text, { mode: 0o600, flag: 'wx' })
  return file
}

/** Nothing of our own environment. */
export function clientEnvironment(home: string): Readonly<Record<string, string>> {
  return { HOME: home, PATH: '/usr/local/bin:/usr/bin:/bin' }
}
