import { GATE_COMMANDS, type GateCommand, type GateCommandName } from '../../src/analysis/gate/gate-commands.ts'
import { COMMANDS } from '../../src/cli/commands.ts'
import { COMMAND_GROUPS } from '../../src/cli/main-help.ts'
import { type Page, sentenceOf, table } from './markdown.ts'

/** Who may run a command, in a word or two. Words and options of its own can be stricter. */
function whoMay(name: GateCommandName): string {
  const { agent, startedBy }: GateCommand = GATE_COMMANDS[name]
  if (agent === 'allowed') return 'Anyone'
  if (startedBy === 'host') return 'The agent itself'
  return startedBy === 'service' ? 'You, your scripts' : 'You, in your own terminal'
}

async function helpOf(name: GateCommandName): Promise<string> {
  const run = await COMMANDS.get(name)?.load()
  if (run === undefined) throw new Error(`there is no command ${name}`)
  let text = ''
  await run(['--help'], { out: (part) => (text += part), error: () => undefined, colour: false })
  return `### ${name}\n\n\`\`\`text\n${text.trim()}\n\`\`\`\n`
}

const sections = await Promise.all(
  COMMAND_GROUPS.map(async ([title, names]) => `## ${title}\n\n${(await Promise.all(names.map(helpOf))).join('\n')}`),
)
const rows = COMMAND_GROUPS.flatMap(([, names]) =>
  names.map((name) => [`[\`${name}\`](#${name})`, sentenceOf(COMMANDS.get(name)?.summary ?? ''), whoMay(name)]),
)

export const CLI_PAGE: Page = [
  'docs/cli.md',
  `<!-- Generated from src/cli. -->

# Command line

Look up a command, its options and its exit status. \`irongate help <command>\` prints the same. [Getting started](getting-started.md) shows the
few that you need every day.

"You, in your own terminal" means that the command runs only if it's [proven that you typed it](security.md#run-it-in-your-own-terminal). An
agent can't run it, nor one of "You, your scripts".

${table(['Command', 'What it does', 'Who may run it'], rows)}

${sections.join('\n')}`,
]
