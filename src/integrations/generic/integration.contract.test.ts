import { describeIntegration } from '../contract.ts'
import { GENERIC } from './index.ts'

const event = (fields: object) => JSON.stringify({ session: 's', cwd: '/p', ...fields })

describeIntegration(GENERIC, {
  events: {
    'tool-use': event({ event: 'tool', tool: 'Bash', input: { command: 'ls' }, call: 'c', attended: true, agent: 'a' }),
    'tool-ran': event({ event: 'ran', call: 'c' }),
    refused: event({ event: 'refused', call: 'c' }),
    prompt: event({ event: 'prompt', text: 'hello' }),
    'session-start': event({ event: 'start' }),
  },
  shell: ({ command, cwd }) => event({ event: 'tool', tool: 'Bash', input: { command }, cwd }),
  // A caller that goes by the status alone, and asks where the answer says so.
  heard: (kind, { stdout, status }) => {
    if (status !== 0) return JSON.parse(stdout).decision === 'ask' ? 'asks' : 'stops'
    return kind === 'tool-use' ? 'runs' : 'continues'
  },
  modes: [],
})
