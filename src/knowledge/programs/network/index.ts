import type { Program } from '../../../analysis/interpret/program.ts'
import type { ProgramSpec } from '../../../analysis/interpret/spec.ts'
import { createSpecProgram } from '../../../analysis/interpret/spec-interpreter.ts'
import { HTTP_CLIENTS } from './http-clients.ts'
import { LOOKUP_SPECS } from './lookup.ts'
import { MAILER_SPECS } from './mail.ts'
import { REMOTE_ACCESS_SPECS } from './remote-access.ts'
import { SERVER_PROGRAM_SPECS } from './servers.ts'
import { SOCKET_PROGRAMS } from './sockets.ts'
import { SSH } from './ssh.ts'
import { TRANSFER_PROGRAMS } from './transfer.ts'
import { TUNNEL_SPECS } from './tunnels.ts'

export const NETWORK_SPECS: readonly ProgramSpec[] = [
  ...LOOKUP_SPECS,
  ...MAILER_SPECS,
  ...TUNNEL_SPECS,
  ...SERVER_PROGRAM_SPECS,
  ...REMOTE_ACCESS_SPECS,
]

export const NETWORK_PROGRAMS: readonly Program[] = [
  ...HTTP_CLIENTS,
  SSH,
  ...TRANSFER_PROGRAMS,
  ...SOCKET_PROGRAMS,
  ...NETWORK_SPECS.map(createSpecProgram),
]
