import type { Spec } from '../form/form.ts'
import { specProgram } from '../form/interpret.ts'
import type { Program } from '../program.ts'
import { APP_SERVERS } from './app-servers.ts'
import { CLIENTS } from './clients.ts'
import { LOOKUPS } from './lookup.ts'
import { MAILERS } from './mail.ts'
import { REMOTE_ACCESS } from './remote-access.ts'
import { SOCKET_PROGRAMS } from './sockets.ts'
import { SSH } from './ssh.ts'
import { TRANSFER_PROGRAMS } from './transfer.ts'
import { TUNNEL_SPECS } from './tunnels.ts'
import { WEB_SERVERS } from './web-servers.ts'

export const NETWORK_SPECS: readonly Spec[] = [
  ...LOOKUPS,
  ...MAILERS,
  ...TUNNEL_SPECS,
  ...APP_SERVERS,
  ...REMOTE_ACCESS,
  ...WEB_SERVERS,
]

export const NETWORK: readonly Program[] = [
  ...CLIENTS,
  SSH,
  ...TRANSFER_PROGRAMS,
  ...SOCKET_PROGRAMS,
  ...NETWORK_SPECS.map(specProgram),
]
