import type { GateCommandName } from '../analysis/gate/gate-commands.ts'
import type { CliCommand } from './command.ts'

/** Commands around the server: what it serves, to whom, and for which machines. */
export const SERVER_COMMANDS: readonly (readonly [GateCommandName, CliCommand])[] = [
  [
    'serve',
    {
      summary: 'start the dashboard and the API',
      options: {
        json: 'nothing',
        port: 'text',
        listen: 'text',
        'tls-cert': 'file',
        'tls-key': 'file',
        'behind-proxy': 'nothing',
        'public-url': 'text',
        database: 'text',
        record: 'nothing',
        'print-unit': 'nothing',
        'no-open': 'nothing',
      },
      load: async () => (await import('./serve.ts')).run,
    },
  ],
  [
    'pair',
    {
      summary: 'give someone a key for the dashboard',
      options: { json: 'nothing', name: 'text', 'no-open': 'nothing' },
      load: async () => (await import('./pair.ts')).run,
    },
  ],
  [
    'people',
    {
      summary: 'manage who may look, answer and change the policy',
      options: { json: 'nothing', may: ['look', 'answer', 'policy'], server: 'text', database: 'text' },
      words: { add: [], list: [], remove: [] },
      load: async () => (await import('./people.ts')).run,
    },
  ],
  [
    'machines',
    {
      summary: 'enroll, list and remove machines',
      options: { json: 'nothing', server: 'text', database: 'text' },
      words: { enrol: [], list: [], remove: [] },
      load: async () => (await import('./machines.ts')).run,
    },
  ],
  [
    'forward',
    {
      summary: "send this machine's records and questions to a server",
      options: { json: 'nothing', server: 'text', enrol: 'text', every: 'text' },
      load: async () => (await import('./forward.ts')).run,
    },
  ],
]
