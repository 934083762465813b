/** An agent of the AI SDK with a shell: `node run-ai-sdk.ts "the task"`. Needs `ai` and `@ai-sdk/anthropic` beside it. */
import { execSync } from 'node:child_process'
import { createInterface } from 'node:readline/promises'
import { createAnthropic } from '@ai-sdk/anthropic'
import { jsonSchema, tool } from 'ai'
import { runAgent } from './ai-sdk.ts'

const [task = ''] = process.argv.slice(2)
const baseURL = `${process.env['ANTHROPIC_BASE_URL'] ?? 'https://api.anthropic.com'}/v1`
const person = createInterface({ input: process.stdin, output: process.stderr })
const shell = tool({
  description: 'Runs a command',
  inputSchema: jsonSchema<{ command: string }>({
    type: 'object',
    properties: { command: { type: 'string' } },
    required: ['command'],
  }),
  execute: async ({ command }) => execSync(command, { encoding: 'utf8' }),
})
const said = await runAgent(task, {
  model: createAnthropic({ baseURL })('claude-sonnet-4-6'),
  tools: { shell },
  names: { shell: 'Bash' },
  confirm: async (why) => (await person.question(`${why} Run it? (y/N) `)) === 'y',
})
person.close()
process.stdout.write(`${said}\n`)
