import { join } from 'node:path'
import { buildHook } from '../../scripts/build-hook.ts'
import { HOSTS, installClients } from './clients.ts'

/** Once per run: the clients, and the hook as it is shipped. */
export default async function setup(): Promise<void> {
  installClients()
  await buildHook(join(HOSTS, 'build', 'hook.cjs'))
}
