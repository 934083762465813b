import type { Spec } from '../form/form.ts'
import { specProgram } from '../form/interpret.ts'
import type { Program } from '../program.ts'
import { APP_SERVERS } from './app-servers.ts'
import { ARIA2 } from './aria2.ts'
import { CURL } from './curl.ts'
import { HTTPIE } from './httpie.ts'
import { LOOKUPS } from './lookup.ts'
import { MAILERS } from './mail.ts'
import { NETCAT, TELNET } from './netcat.ts'
import { REMOTE_ACCESS } from './remote-access.ts'
import { SOCAT } from './socat.ts'
import { SOCKET_PROGRAMS } from './sockets.ts'
import { SSH } from './ssh.ts'
import { TRANSFER_PROGRAMS } from './transfer.ts'
import { TUNNEL_SPECS } from './tunnels.ts'
import { WEB_SERVERS } from './web-servers.ts'
import { WGET } from './wget.ts'

export const NETWORK_SPECS: readonly Spec[] = [
  ...LOOKUPS,
  ...MAILERS,
  ...TUNNEL_SPECS,
  ...APP_SERVERS,
  ...REMOTE_ACCESS,
  ...WEB_SERVERS,
]

export const NETWORK: readonly Program[] = [
  CURL,
  WGET,
  HTTPIE,
  ARIA2,
  NETCAT,
  TELNET,
  SOCAT,
  SSH,
  ...TRANSFER_PROGRAMS,
  ...SOCKET_PROGRAMS,
  ...NETWORK_SPECS.map(specProgram),
]
