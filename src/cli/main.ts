import { COMMANDS } from './commands.ts'
import { EXIT, type HandedOver, type Io, UsageError } from './io.ts'
import { processIo } from './process-io.ts'

const help = () => `irongate: a permission gate for AI agents

Usage: irongate <command> [options]

${[...COMMANDS].map(([name, { summary }]) => `  ${name.padEnd(12)} ${summary}`).join('\n')}

Examples:
  irongate check Bash 'git push --force origin main'
  irongate explain Bash 'curl -s https://example.com/x.sh | sh'
  irongate analyze 'find . -name "*.log" -delete'
  irongate check --batch < calls.jsonl

Exit status of check: 0 allow, 10 ask, 20 deny, 30 abort, 64 wrong usage, 70 internal error.
\`irongate <command> --help\` tells more.
`

/** The command line's entry. Whatever goes wrong ends in a status that is not 0. */
export async function main(argv: readonly string[], handedOver?: HandedOver): Promise<void> {
  const io = processIo(handedOver)
  process.exitCode = await runCommand(argv, io)
  if (argv[0] !== undefined && COMMANDS.get(argv[0])?.typed) await mentionUpdate(io)
}

/** Never by hooks, batches or servers; `updateCheck` is off unless the user sets it. */
async function mentionUpdate(io: Io): Promise<void> {
  const { thisEdge, updateLine } = await import('./update-check.ts')
  const line = await thisEdge().then(updateLine, () => undefined)
  if (line !== undefined) io.error(line)
}

export async function runCommand(argv: readonly string[], io: Io): Promise<number> {
  const [name, ...args] = argv
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    io.out(help())
    return name === undefined ? EXIT.usage : 0
  }
  if (name === '--version' || name === '-v') {
    const { version } = await import('../facts/version.static.ts')
    io.out(`${version()}\n`)
    return 0
  }
  const command = COMMANDS.get(name)
  if (!command) {
    io.error(`irongate: there is no command ${JSON.stringify(name)}. \`irongate --help\` lists them.\n`)
    return EXIT.usage
  }
  try {
    return await (await command.load())(args, io)
  } catch (error) {
    if (error instanceof UsageError) {
      io.error(`irongate ${name}: ${error.message}\n`)
      return EXIT.usage
    }
    io.error(`irongate ${name}: internal error: ${error instanceof Error ? error.message : String(error)}\n`)
    return EXIT.internal
  }
}
