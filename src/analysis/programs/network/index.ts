import type { Spec } from '../form/form.ts'
import { specProgram } from '../form/interpret.ts'
import type { Program } from '../program.ts'
import { CLIENTS } from './clients.ts'
import { LOOKUPS } from './lookup.ts'
import { MAILERS } from './mail.ts'
import { REMOTE_ACCESS } from './remote-access.ts'
import { SERVERS } from './servers.ts'
import { SOCKET_PROGRAMS } from './sockets.ts'
import { SSH } from './ssh.ts'
import { TRANSFER_PROGRAMS } from './transfer.ts'
import { TUNNELS } from './tunnels.ts'

export const NETWORK_SPECS: readonly Spec[] = [...LOOKUPS, ...MAILERS, ...TUNNELS, ...SERVERS, ...REMOTE_ACCESS]

export const NETWORK: readonly Program[] = [
  ...CLIENTS,
  SSH,
  ...TRANSFER_PROGRAMS,
  ...SOCKET_PROGRAMS,
  ...NETWORK_SPECS.map(specProgram),
]
