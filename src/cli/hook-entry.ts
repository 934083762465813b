import { run } from './hook.ts'

/** The installed hook's own entry: loads what a hook needs and nothing of the command line. */
// INVARIANT: the status blocks until an answer was given; a process that ends early for any reason has blocked the call.
process.exitCode = 2
const [command, ...args] = process.argv.slice(2)
run(command === 'hook' ? args : [], {
  out: (text) => process.stdout.write(text),
  error: (text) => process.stderr.write(text),
  colour: false,
}).then(
  (status) => {
    process.exitCode = status === 0 ? 0 : 2
  },
  (error: unknown) => {
    process.stderr.write(`irongate: ${error instanceof Error ? error.message : String(error)}\n`)
    process.exitCode = 2
  },
)
