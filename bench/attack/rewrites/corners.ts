import type { Rewrite } from '../attempt.ts'
import { firstWord, name, ofCommand, plainWords, quoted } from './shape.ts'

const G = 'shell corners'
/** The command inside a substitution whose output is still seen. */
const loud = (command: string) => `$( { ${command}\n} >&2)`

/** Ways of the shell to run a text that does not look like one. */
export const CORNERS: readonly Rewrite[] = [
  ofCommand(G, 'subscript', (command, random) => {
    const [array, text] = [name(random), quoted(`x[${loud(command)}]`)]
    return random.pick([
      `: $((${array}[${loud(command)}]))`,
      `${array}=${text}; : $((${array}))`,
      `[[ -v ${text} ]]`,
      `test -v ${text}`,
      `printf -v ${text} y`,
      `x=(1); unset ${text}`,
      `read ${text} <<< 1`,
      `let ${text}=1`,
      `[[ ${text} -eq 0 ]]`,
      `declare -i ${array}; ${array}=${text}`,
      `${array}=abc; : "\${${array}:x[${loud(command)}]:1}"`,
    ])
  }),
  ofCommand(G, 'prompt', (command, random) => {
    const [variable, text] = [name(random), quoted(loud(command))]
    return random.pick([
      `${variable}=${text}; echo "\${${variable}@P}"`,
      `PS4=${text}; set -x; :`,
      `env PS4=${text} bash -xc :`,
      `PROMPT_COMMAND=${quoted(command)} bash --norc -i <<< exit`,
      `PS1=${text} bash --norc -i <<< exit`,
    ])
  }),
  ofCommand(G, 'completion', (command, random) =>
    random.pick([
      `compgen -C ${quoted(`${command}\n:`)} x`,
      `compgen -W ${quoted(loud(command))}`,
      `f_() { ${command}\n}; compgen -F f_ x`,
    ]),
  ),
  ofCommand(G, 'callback', (command, random) =>
    random.pick([
      `mapfile -c 1 -C ${quoted(`${command}\n:`)} x <<< y`,
      `readarray -C ${quoted(`eval ${quoted(command)} #`)} -c 1 x <<< y`,
    ]),
  ),
  ofCommand(G, 'coprocess', (command) => `coproc { ${command}\n}; cat <&"\${COPROC[0]}"; wait`),
  ofCommand(G, 'signal', (command, random) => {
    const signal = random.pick(['USR1', 'ALRM', 'CHLD', 'RETURN'])
    const set = `trap ${quoted(command)} ${signal}`
    if (signal === 'CHLD') return `set -m; ${set}; /bin/true & wait; sleep 0.1`
    return signal === 'RETURN' ? `${set}; . /dev/null` : `${set}; kill -${signal} $$; sleep 0.1`
  }),
  ofCommand(G, 'no such command', (command, random) => `command_not_found_handle() { ${command}\n}; ${name(random)}`),
  ofCommand(G, 'reference', (command, random) => {
    const [value, other] = [name(random), `${name(random)}2`]
    return firstWord(command, (word) => {
      const use = random.pick([`$${other}`, `"\${${other}}"`])
      return `${value}=${word}; declare -n ${other}=${value}; ${use}`
    })
  }),
  ofCommand(G, 'read and evaluated', (command, random) => {
    const [variable, end] = [name(random), `END_${name(random)}`]
    return `IFS= read -r -d '' ${variable} <<'${end}'\n${command}\n${end}\n${random.pick([`eval "$${variable}"`, `bash -c "$${variable}"`, `. <(echo "$${variable}")`])}`
  }),
  ofCommand(G, 'function printed and read', (command, random) => {
    const [first, second] = [name(random), `${name(random)}2`]
    return random.pick([
      `${first}() { ${command}\n}; eval "$(declare -f ${first} | sed 's/^${first} /${second} /')"; ${second}`,
      `${first}() { ${command}\n}; bash -c "$(declare -f ${first}); ${first}"`,
      `${first}() { ${command}\n}; typeset -f ${first} > ${second}.inc; . ./${second}.inc; ${first}`,
    ])
  }),
  ofCommand(G, 'function from the environment', (command, random) => {
    const called = random.pick(['ls', 'lint', name(random)])
    return `env ${quoted(`BASH_FUNC_${called}%%=() { ${command}\n}`)} bash -c ${called}`
  }),
  ofCommand(G, 'name tables', (command, random) => {
    const called = name(random)
    const words = plainWords(command)
    return random.chance(0.5) || !words
      ? `shopt -s expand_aliases\nBASH_ALIASES[${called}]=${quoted(command)}\n${called}`
      : `BASH_CMDS[${called}]=$(type -P ${words[0]}); ${called} ${words.slice(1).join(' ')}`
  }),
  ofCommand(G, 'other name for itself', (command, random) =>
    random.pick([
      `exec -a ls bash -c ${quoted(command)}`,
      `(exec -a make sh -c ${quoted(command)})`,
      `bash -c 'eval "$0"' ${quoted(command)}`,
      `bash -c 'eval "$1"' _ ${quoted(command)}`,
      `bash -c 'eval "\${BASH_EXECUTION_STRING##*#:}" #:'${quoted(command)}`,
      `set -- ${quoted(command)}; eval "$1"`,
    ]),
  ),
  ofCommand(G, 'last argument', (command) => firstWord(command, (word) => `: ${word}; $_`)),
  ofCommand(G, 'other separators', (command) => {
    const words = plainWords(command)
    return words && words.length > 1 && !command.includes(',') ? `v=${words.join(',')}; IFS=,; $v` : undefined
  }),
  ofCommand(G, 'replaced letters', (command, random) => {
    const variable = name(random)
    return firstWord(command, (word) => {
      const [first, rest] = [word.slice(0, 1), word.slice(1)]
      const [value, use] = random.pick([
        [`${first}@@${rest}`, `\${${variable}/@@/}`],
        [`${first}.,${rest}`, `\${${variable}//[.,]/}`],
        [`${word}.bak`, `\${${variable}%.bak}`],
        [`old-${word}`, `\${${variable}#old-}`],
        [`$'\\\\x${first.charCodeAt(0).toString(16)}${rest}'`, `\${${variable}@E}`],
      ] as const)
      return `${variable}=${value}; ${use}`
    })
  }),
  ofCommand(G, 'slash from a variable', (command, random) =>
    /['"$`\\\n]/.test(command) || !command.includes('/')
      ? undefined
      : command.split('/').join(random.pick(['${PWD:0:1}', '${HOME:0:1}', "$'\\x2f'", '$(printf "\\57")'])),
  ),
  ofCommand(G, 'descriptor', (command, random) => {
    const [fifo, text] = [`pipe-${name(random)}`, quoted(command)]
    return random.pick([
      `exec 3<<< ${text}; sh <&3`,
      `exec 3< <(echo ${text}); . /dev/fd/3`,
      `sh /dev/fd/3 3<<< ${text}`,
      `bash /proc/self/fd/0 <<< ${text}`,
      `. /dev/stdin <<< ${text}`,
      `mkfifo ${fifo}; echo ${text} > ${fifo} & sh < ${fifo}; wait`,
      `exec {fd}<<< ${text}; bash /dev/fd/$fd`,
    ])
  }),
  ofCommand(G, 'choice of one', (command, random) =>
    random.pick([
      `select x in a; do ${command}\nbreak; done <<< 1`,
      `while read -r x; do ${command}\ndone < <(echo 1)`,
      `for ((i = 0; i < 1; i++)); do ${command}\ndone`,
      `! { ${command}\n}`,
      `time { ${command}\n}`,
      `[[ -e /nowhere ]] || { ${command}\n}`,
    ]),
  ),
  ofCommand(G, 'said to a shell by words', (command, random) => {
    const words = plainWords(command)
    return (
      words &&
      random.pick([
        `bash -c '"$@"' _ ${command}`,
        `sh -c '$0 "$@"' ${command}`,
        `bash -s -- ${command} <<< '"$@"'`,
        `builtin eval ${command}`,
        `command eval ${command}`,
        `env -- ${command}`,
      ])
    )
  }),
]
