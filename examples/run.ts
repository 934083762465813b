import assert from 'node:assert/strict'
import { gated } from './ai-sdk.ts'
import { mayRun } from './loop.ts'

/** Runs the examples and looks at what they did; part of the checks. */
const status = await mayRun('Bash', { command: 'git status' })
assert.equal(status.outcome, 'allow', status.message)
const wipe = await mayRun('Bash', { command: 'rm -rf ~' })
assert.equal(wipe.outcome, 'deny', wipe.message)
process.stdout.write(`loop: git status → ${status.outcome}; rm -rf ~ → ${wipe.outcome}\n`)

const ran: string[] = []
const shell = gated('Bash', {
  description: 'Runs a shell command',
  execute: async ({ command }: { command: string }) => {
    ran.push(command)
    return 'done'
  },
})
assert.equal(await shell.execute({ command: 'ls' }), 'done')
await assert.rejects(shell.execute({ command: 'rm -rf ~' }), /denied/)
assert.deepEqual(ran, ['ls'])
process.stdout.write('AI SDK: ls ran; rm -rf ~ was stopped before it ran\n')
