import type { CliCommand, OptionValue } from './command.ts'
import { COMMANDS, COMPLETION_SHELLS } from './commands.ts'
import { type Io, UsageError } from './io.ts'

export const HELP = `Usage: irongate completion bash|zsh|fish

Prints what completes \`irongate\` commands, options and words in a shell.

Examples:
  irongate completion bash > ~/.local/share/bash-completion/completions/irongate
  irongate completion zsh > ~/.zfunc/_irongate      # with fpath+=~/.zfunc before compinit
  irongate completion fish > ~/.config/fish/completions/irongate.fish
`

export async function run(args: readonly string[], io: Io): Promise<number> {
  if (args.includes('--help') || args.includes('-h')) {
    io.out(HELP)
    return 0
  }
  const [given, ...more] = args
  const shell = COMPLETION_SHELLS.find((known) => known === given)
  if (shell === undefined || more.length > 0) throw new UsageError(`say which shell: ${COMPLETION_SHELLS.join(', ')}.`)
  io.out(completionFor(shell))
  return 0
}

export function completionFor(shell: (typeof COMPLETION_SHELLS)[number]): string {
  switch (shell) {
    case 'bash':
      return bashScript()
    case 'zsh':
      return zshScript()
    case 'fish':
      return fishScript()
  }
}

/** Words for all shells: plain names, nothing that a shell would expand. */
const NAMES = [...COMMANDS.keys(), 'help']

function optionsOf({ options }: CliCommand): readonly string[] {
  return [...Object.keys(options).map((name) => `--${name}`), '--help']
}

/** Every option that takes something, with the commands that have it so. */
function optionsWithValues(): readonly {
  readonly command: string
  readonly option: string
  readonly takes: OptionValue
}[] {
  return [...COMMANDS].flatMap(([command, { options }]) =>
    Object.entries(options).flatMap(([option, takes]) => (takes === 'nothing' ? [] : [{ command, option, takes }])),
  )
}

function bashWords(takes: OptionValue): string {
  if (takes === 'file') return 'compgen -f -- "$cur"'
  if (takes === 'directory') return 'compgen -d -- "$cur"'
  return takes === 'text' || takes === 'nothing' ? ':' : `compgen -W '${takes.join(' ')}' -- "$cur"`
}

function bashScript(): string {
  const values = optionsWithValues().map(
    ({ command, option, takes }) => `    '${command} --${option}') ${bashWords(takes)}; return ;;`,
  )
  const second = [...COMMANDS].flatMap(([command, { words = {} }]) =>
    Object.entries(words).flatMap(([word, after]) =>
      after.length > 0 ? [`    '${command} ${word}') compgen -W '${after.join(' ')}' -- "$cur" ;;`] : [],
    ),
  )
  const first = [...COMMANDS].flatMap(([command, { words }]) =>
    words ? [`    '${command}') compgen -W '${Object.keys(words).join(' ')}' -- "$cur" ;;`] : [],
  )
  const options = [...COMMANDS].map(
    ([name, command]) => `    ${name}) compgen -W '${optionsOf(command).join(' ')}' -- "$cur" ;;`,
  )
  return `# Completions of irongate for bash. Made by \`irongate completion bash\`.
_irongate_words() {
  local cur=$1 prev=$2 command=$3 before=$4 count=$5
  if [[ $count -eq 1 ]]; then
    compgen -W '${NAMES.join(' ')} --help --version' -- "$cur"
    return
  fi
  case "$command $prev" in
${values.join('\n')}
  esac
  if [[ $cur == -* ]]; then
    case "$command" in
${options.join('\n')}
    esac
    return
  fi
  if [[ $command == help && $count -eq 2 ]]; then
    compgen -W '${[...COMMANDS.keys()].join(' ')}' -- "$cur"
  elif [[ $count -eq 2 ]]; then
    case "$command" in
${first.join('\n')}
    esac
  elif [[ $count -eq 3 ]]; then
    case "$command $before" in
${second.join('\n')}
    esac
  fi
}

_irongate() {
  local line
  COMPREPLY=()
  while IFS= read -r line; do
    COMPREPLY+=("$line")
  done < <(_irongate_words "\${COMP_WORDS[COMP_CWORD]-}" "\${COMP_WORDS[COMP_CWORD-1]-}" "\${COMP_WORDS[1]-}" "\${COMP_WORDS[2]-}" "$COMP_CWORD")
}

complete -F _irongate irongate
`
}

/** A text between single quotes, for zsh and fish alike. */
function singleQuoted(text: string, quote: string): string {
  return `'${text.replaceAll("'", quote)}'`
}

function zshValue(takes: OptionValue): string {
  if (takes === 'file') return ':file:_files'
  if (takes === 'directory') return ':directory:_files -/'
  return takes === 'text' || takes === 'nothing' ? ':text: ' : `:value:(${takes.join(' ')})`
}

function zshScript(): string {
  const names = [...COMMANDS].map(([name, { summary }]) => `    ${singleQuoted(`${name}:${summary}`, "'\\''")}`)
  const cases = [...COMMANDS].map(([name, { options, words = {} }]) => {
    const own = Object.entries(options).map(([option, takes]) =>
      singleQuoted(`--${option}${takes === 'nothing' ? '' : zshValue(takes)}`, "'\\''"),
    )
    const first = Object.keys(words)
    const second = [...new Set(Object.values(words).flat())]
    const positions = [
      ...(first.length > 0 ? [`'1:word:(${first.join(' ')})'`] : []),
      ...(second.length > 0 ? [`'2:word:(${second.join(' ')})'`] : []),
    ]
    return `    ${name}) _arguments ${[...own, "'--help'", ...positions, "'*::'"].join(' ')} ;;`
  })
  return `#compdef irongate
# Completions of irongate for zsh. Made by \`irongate completion zsh\`.
_irongate() {
  local -a commands
  commands=(
${names.join('\n')}
    'help:show how a command is used'
  )
  if (( CURRENT == 2 )); then
    _describe 'command' commands
    return
  fi
  local command=\${words[2]}
  words=("\${(@)words[2,-1]}")
  (( CURRENT -= 1 ))
  case $command in
${cases.join('\n')}
    help) _describe 'command' commands ;;
  esac
}

if [[ $funcstack[1] == _irongate ]]; then
  _irongate "$@"
else
  compdef _irongate irongate
fi
`
}

function fishValue(takes: OptionValue): string {
  if (takes === 'file') return ' -r -F'
  if (takes === 'directory') return " -x -a '(__fish_complete_directories)'"
  if (takes === 'nothing') return ''
  return takes === 'text' ? ' -x' : ` -x -a '${takes.join(' ')}'`
}

function fishScript(): string {
  const commands = [...COMMANDS].map(
    ([name, { summary }]) =>
      `complete -c irongate -n __fish_use_subcommand -a ${name} -d ${singleQuoted(summary, "\\'")}`,
  )
  const parts = [...COMMANDS].flatMap(([name, { options, words = {} }]) => {
    const here = `-n '__fish_seen_subcommand_from ${name}'`
    const own = Object.entries(options).map(
      ([option, takes]) => `complete -c irongate ${here} -l ${option}${fishValue(takes)}`,
    )
    const first = Object.keys(words)
    const start = `-n '__fish_seen_subcommand_from ${name}; and not __fish_seen_subcommand_from ${first.join(' ')}'`
    const second = Object.entries(words).flatMap(([word, after]) =>
      after.length === 0
        ? []
        : [
            `complete -c irongate -n '__fish_seen_subcommand_from ${name}; and __fish_seen_subcommand_from ${word}' -a '${after.join(' ')}'`,
          ],
    )
    return [...own, ...(first.length > 0 ? [`complete -c irongate ${start} -a '${first.join(' ')}'`] : []), ...second]
  })
  return `# Completions of irongate for fish. Made by \`irongate completion fish\`.
complete -c irongate -f
complete -c irongate -l help -d 'show how it is used'
complete -c irongate -n __fish_use_subcommand -l version
${[...commands, ...parts].join('\n')}
complete -c irongate -n '__fish_seen_subcommand_from help' -a '${[...COMMANDS.keys()].join(' ')}'
`
}
