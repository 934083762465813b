import { EXIT, type HandedOver, type Io, UsageError } from './io.ts'
import { processIo } from './process-io.ts'

type Command = (args: readonly string[], io: Io) => Promise<number>

/** Name → summary and loader. Each command's file is loaded only when it is called. */
const COMMANDS = new Map<string, { readonly summary: string; readonly load: () => Promise<Command> }>([
  ['check', { summary: 'judge one call, or a batch of calls', load: async () => (await import('./check.ts')).run }],
  [
    'explain',
    { summary: 'show every step that led to an answer', load: async () => (await import('./explain.ts')).run },
  ],
  [
    'prompt',
    { summary: 'print what the Claude judge would be sent', load: async () => (await import('./prompt.ts')).run },
  ],
  [
    'judge',
    {
      summary: 'judge a file of calls through the Message Batches API',
      load: async () => (await import('./judge.ts')).run,
    },
  ],
  ['analyze', { summary: 'show what a command would do', load: async () => (await import('./analyze.ts')).run }],
  [
    'categories',
    { summary: 'list the block categories, or show one', load: async () => (await import('./categories.ts')).run },
  ],
  [
    'rule',
    {
      summary: 'list, test, add and remove rules',
      load: async () => (await import('./rule.ts')).run,
    },
  ],
  [
    'settings',
    {
      summary: 'show the merged policy and where each entry comes from',
      load: async () => (await import('./settings-command.ts')).run,
    },
  ],
  [
    'trust',
    { summary: "let this project's own settings loosen", load: async () => (await import('./trust-command.ts')).run },
  ],
  [
    'hook',
    {
      summary: 'answer a hook event of an agent (installed by init)',
      load: async () => (await import('./hook.ts')).run,
    },
  ],
  [
    'init',
    { summary: 'install the gate into the agents on this machine', load: async () => (await import('./init.ts')).run },
  ],
  ['uninstall', { summary: 'take it out again', load: async () => (await import('./uninstall.ts')).run }],
  [
    'doctor',
    { summary: 'prove that the installed hook really blocks', load: async () => (await import('./doctor.ts')).run },
  ],
  ['denied', { summary: 'list the last denials', load: async () => (await import('./denied.ts')).run }],
  ['allow', { summary: 'let a denied call pass from now on', load: async () => (await import('./allow.ts')).run }],
  ['approve', { summary: 'let one denied call pass, once', load: async () => (await import('./approve.ts')).run }],
  ['off', { summary: 'let the gate stand aside for a while', load: async () => (await import('./off.ts')).off }],
  ['on', { summary: 'switch it on again at once', load: async () => (await import('./off.ts')).on }],
  [
    'resident',
    {
      summary: 'answer hook events from a process that stays (started by the hook)',
      load: async () => (await import('./resident.ts')).run,
    },
  ],
  ['mcp', { summary: 'serve the gate over MCP on stdio', load: async () => (await import('./mcp.ts')).run }],
  ['demo', { summary: 'a short guided session', load: async () => (await import('./demo.ts')).run }],
])

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
  process.exitCode = await runCommand(argv, processIo(handedOver))
}

export async function runCommand(argv: readonly string[], io: Io): Promise<number> {
  const [name, ...args] = argv
  if (name === undefined || name === 'help' || name === '--help' || name === '-h') {
    io.out(help())
    return name === undefined ? EXIT.usage : 0
  }
  if (name === '--version' || name === '-v') {
    const { version } = await import('./version.ts')
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
