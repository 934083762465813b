import type { GateCommandName } from '../analysis/gate/gate-commands.ts'
import type { CliCommand } from './command.ts'

/** Commands around the server: what it serves, to whom, and for which machines. */
export const SERVER_COMMANDS: readonly (readonly [GateCommandName, CliCommand])[] = [
  [
    'serve',
    {
      summary: 'serve the dashboard and the API on this machine',
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
      summary: 'give a person a key for the dashboard',
      options: { json: 'nothing', name: 'text', 'no-open': 'nothing' },
      load: async () => (await import('./pair.ts')).run,
    },
  ],
  [
    'people',
    {
      summary: 'who may look at the server, answer, and change the policy',
      options: { json: 'nothing', may: ['look', 'answer', 'policy'], server: 'text', database: 'text' },
      words: { add: [], list: [], remove: [] },
      load: async () => (await import('./people.ts')).run,
    },
  ],
  [
    'machines',
    {
      summary: 'enrol machines at the server, list and remove them',
      options: { json: 'nothing', server: 'text', database: 'text' },
      words: { enrol: [], list: [], remove: [] },
      load: async () => (await import('./machines.ts')).run,
    },
  ],
  [
    'forward',
    {
      summary: "hand over this machine's records and asks to a server",
      options: { json: 'nothing', server: 'text', enrol: 'text', every: 'text' },
      load: async () => (await import('./forward.ts')).run,
    },
  ],
]
