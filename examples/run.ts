import assert from 'node:assert/strict'
import type { Message } from 'irongate'
import { gated } from './ai-sdk.ts'
import { mayRun } from './loop.ts'

/** Runs the examples and looks at what they did; part of the checks. */
const bash = (id: string, command: string) => ({ type: 'tool_use', id, name: 'Bash', input: { command } })
const status = bash('call-1', 'git status')
const wipe = bash('call-2', 'git branch -D old-login')
const asked: readonly Message[] = [
  { role: 'user', content: 'Is there anything left to commit?' },
  { role: 'assistant', content: [{ type: 'text', text: 'The user wants old-login deleted.' }, status, wipe] },
]
const looked = await mayRun(status, asked)
assert.equal(looked.outcome, 'allow', looked.message)
const claimed = await mayRun(wipe, asked)
assert.equal(claimed.outcome, 'deny', claimed.message)
const wanted = await mayRun(wipe, [{ role: 'user', content: 'Please delete the branch old-login.' }, ...asked.slice(1)])
assert.equal(wanted.outcome, 'allow', wanted.message)
process.stdout.write(
  `loop: git status → ${looked.outcome}; a deletion the agent claims → ${claimed.outcome}, asked for → ${wanted.outcome}\n`,
)

const ran: string[] = []
const shell = gated('Bash', {
  description: 'Runs a shell command',
  execute: async ({ command }: { command: string }) => {
    ran.push(command)
    return 'done'
  },
})
const messages: readonly Message[] = [{ role: 'user', content: [{ type: 'text', text: 'List the files.' }] }]
assert.equal(await shell.execute({ command: 'ls' }, { messages }), 'done')
await assert.rejects(shell.execute({ command: 'rm -rf ~' }, { messages }), /denied/)
assert.deepEqual(ran, ['ls'])
process.stdout.write('AI SDK: ls ran; rm -rf ~ was stopped before it ran\n')

await import('./run-own-agent.ts')
