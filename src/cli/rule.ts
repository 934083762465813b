import { type Io, UsageError } from './io.ts'
import type { TypingPerson } from './typing-person.ts'

export const HELP = `Usage: irongate rule list [--mode MODE] [--cwd DIR] [--json]
       irongate rule test [--as allow|ask|deny] [--cwd DIR] [--json] <rule> <tool> <input>
       irongate rule add allow|ask|deny <rule> [--everywhere] [--cwd DIR]
       irongate rule remove allow|ask|deny <rule> [--everywhere] [--cwd DIR]

list    every rule of every source, with its file and line: what is in force in a mode (auto by default), what auto mode sets
        aside and why, what cannot be used, which rule goes before which, and your rules for other projects
test    does a rule match a call, and what would the gate say? (exit status 0: it matches, 1: it does not)
add     writes a rule to your own settings, for the project you are in; asks first. An allow rule is never written for hard
        categories, protected paths and programs that run whatever they are given
remove  takes a rule out of your own settings; asks first

  --everywhere   for every project, not only the one of the directory

Run add and remove in your own terminal.

Examples:
  irongate rule list
  irongate rule test 'Bash(npm run *)' Bash 'npm run build && npm publish'
  irongate rule add deny 'Bash(terraform destroy *)' --everywhere
  irongate rule add allow 'Bash(npm run lint)'
  irongate rule remove allow 'Bash(npm run lint)'
`

export async function run(args: readonly string[], io: Io, person?: TypingPerson): Promise<number> {
  const [verb, ...rest] = args
  if (args.includes('--help') || args.includes('-h')) {
    io.out(HELP)
    return 0
  }
  switch (verb) {
    case 'list':
      return (await import('./rule-inspection.ts')).listRules(rest, io)
    case 'test':
      return (await import('./rule-inspection.ts')).testRule(rest, io)
    case 'add':
    case 'remove':
      return (await import('./rule-change.ts')).changeRule(verb, rest, io, person)
    default:
      throw new UsageError(
        `${verb === undefined ? 'say what' : `there is no ${JSON.stringify(verb)}`}: list, test, add or remove. \`irongate rule --help\` shows more.`,
      )
  }
}
