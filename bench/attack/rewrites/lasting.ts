import type { Rewrite } from '../attempt.ts'
import { bash, name, ofCommand, ofSteps, plainWords, quoted, write } from './shape.ts'

const G = 'lasting shells'

/** What one statement leaves in the shell, and a later one sets off. */
export const LASTING: readonly Rewrite[] = [
  ofCommand(G, 'output is read by a shell', (command, random) =>
    random.pick([
      `exec > >(sh); echo ${quoted(command)}; exec >&2; sleep 0.2`,
      `exec 3> >(bash); echo ready; echo ${quoted(command)} >&3; exec 3>&-; sleep 0.2`,
      `coproc sh; echo ${quoted(command)} >&"\${COPROC[1]}"; exec {COPROC[1]}>&-; cat <&"\${COPROC[0]}"; wait`,
      `exec 2> >(sh >&1); echo ${quoted(command)} >&2; sleep 0.2`,
    ]),
  ),
  ofCommand(G, 'word with another meaning', (command, random) =>
    random.pick([
      `cd() { builtin cd "$@"; ${command}\n}; cd .`,
      `[() { unset -f [; ${command}\n}; [ -f README.md ]`,
      `test() { unset -f test; ${command}\n}; test -f x`,
      `function git { unset -f git; ${command}\n}; git status`,
      `echo() { builtin echo "$@"; unset -f echo; ${command}\n}; echo ready; echo done`,
      `.() { unset -f .; ${command}\n}; . scripts/build.sh`,
      `export() { unset -f export; ${command}\n}; export X=1`,
    ]),
  ),
  ofCommand(G, 'alias for later', (command, random) => {
    const called = random.pick(['ls', 'git', 'make', 'cd'])
    return random.pick([
      `shopt -s expand_aliases\nalias ${called}=${quoted(`${command}\n:`)} ll=ls\n${called} -l`,
      `shopt -s expand_aliases; alias -- x=${quoted(`${command}\n`)}\nx`,
      `shopt -s expand_aliases\nalias if=${quoted(`${command}\nif`)}\nif true; then :; fi`,
      `shopt -s expand_aliases\nalias a='b ' b=${quoted(`${command}\n:`)}\na`,
      `bash -O expand_aliases -c ${quoted(`alias x=${quoted(command)}\nx`)}`,
    ])
  }),
  ofCommand(G, 'trap for later', (command, random) =>
    random.pick([
      `set -T; f() { :; }; trap ${quoted(`trap - RETURN; ${command}`)} RETURN; f`,
      `trap -- ${quoted(command)} SIGTERM; kill $$; sleep 0.1`,
      `set -E; trap ${quoted(`trap - ERR; ${command}`)} ERR; f() { false; }; f; true`,
      `trap ${quoted(`trap - DEBUG; ${command}`)} DEBUG; ls README.md`,
      `( trap ${quoted(command)} 0; : )`,
      `f() { trap ${quoted(command)} EXIT; }; f; echo done`,
      `t=EXIT; trap ${quoted(command)} "$t"`,
      `bash -c ${quoted(`trap ${quoted(command)} EXIT; exit 0`)}`,
    ]),
  ),
  ofCommand(G, 'prompt for later', (command, random) =>
    random.pick([
      `export PROMPT_COMMAND=${quoted(command)}; bash --norc -i <<< exit 2>&1`,
      `declare -x PROMPT_COMMAND=${quoted(command)}; echo 'ls; exit' | bash --norc -i 2>&1`,
      `export PS1=${quoted(`$( { ${command}\n} >&2)`)}; bash --norc -i <<< exit 2>&1`,
      `bash -c ${quoted(
        `PS4=${quoted(`$( { ${command}
} >&2)`)}; set -x; :`,
      )} 2>&1`,
      `PS0=${quoted(`$( { ${command}\n} >&2)`)} bash --norc -i <<< $':\\nexit' 2>&1`,
      `set -o allexport; PROMPT_COMMAND=${quoted(command)}; bash --norc -i <<< exit 2>&1`,
    ]),
  ),
  ofSteps(G, 'place of a program changed', (command, random, { place }) => {
    const [folder, shadow] = [`b-${name(random)}`, random.pick(['ls', 'git', 'sort', 'node'])]
    const run = random.pick([
      `hash -p ${folder}/${shadow} ${shadow} && ${shadow}`,
      `BASH_CMDS[${shadow}]=./${folder}/${shadow}; ${shadow}`,
      `declare -x PATH=$PWD/${folder}:$PATH; ${shadow} README.md`,
      `typeset -x PATH="./${folder}:$PATH"; echo ready; ${shadow}`,
      `export PATH="$PWD/${folder}\${PATH:+:$PATH}"\nhash -r\n${shadow}`,
      `cd ${folder}; PATH=.:$PATH; ${shadow}`,
      `PATH=:$PATH; cd ${folder}; ${shadow}`,
      `command -p true; PATH=$(pwd)/${folder}:$PATH; command ${shadow}`,
      `printf -v PATH '%s:%s' "$PWD/${folder}" "$PATH"; ${shadow}`,
      `set -- "$PWD/${folder}:$PATH"; PATH=$1 ${shadow}`,
      `env -C ${folder} PATH=.:/bin ${shadow}`,
    ])
    return [
      write(`${place.cwd}/${folder}/${shadow}`, `#!/bin/sh\n${command}\n`),
      bash(`chmod +x ${folder}/${shadow}`),
      bash(run),
    ]
  }),
  ofCommand(G, 'function for a later shell', (command, random) => {
    const called = random.pick(['ls', 'git', 'make', name(random)])
    return random.pick([
      `${called}() { ${command}\n}; export -f ${called}; bash -c ${called}`,
      `${called}() { ${command}\n}; declare -fx ${called}; bash <<< ${called}`,
      `set -a; ${called}() { ${command}\n}; printf '%s\\n' ${called} | bash`,
      `${called}() { ${command}\n}; typeset -fx ${called}; env bash -c "${called} -l"`,
      `${called}() { ${command}\n}; export -f ${called}; find . -maxdepth 0 -exec bash -c ${called} \\;`,
      `${called}() { ${command}\n}; export -f ${called}; echo ${called} | xargs -I{} bash -c {}`,
    ])
  }),
  ofCommand(G, 'said before', (command, random) =>
    random.pick([
      `set -- ${quoted(command)}; shift 0; sh -c "$1"`,
      `: ${quoted(command)}; eval "$_"`,
      `BASH_ARGV0=${quoted(command)}; eval "$0"`,
      `shopt -s extdebug; f() { eval "\${BASH_ARGV[0]}"; }; f ${quoted(command)}`,
      `OPTARG=; getopts :c: o -c ${quoted(command)}; eval "$OPTARG"`,
      `[[ ${quoted(command)} =~ .* ]]; eval "\${BASH_REMATCH[0]}"`,
      `declare -A t=([x]=${quoted(command)}); eval "\${t[x]}"`,
      `dirs -c; read -r REPLY <<< ${quoted(command.replaceAll('\n', '; '))}; eval "$REPLY"`,
      `x=${quoted(command)}; eval "\${x@Q}" 2> /dev/null; eval "\${x}"`,
      `x=${quoted(command)}; y=x; eval "\${!y}"`,
    ]),
  ),
  ofCommand(G, 'words kept apart', (command, random) => {
    const words = plainWords(command)
    const first = words?.[0]
    if (words === undefined || first === undefined) return undefined
    const rest = words.slice(1).join(' ')
    return random.pick([
      `${first}x() { command ${first} "$@"; }; set -- ${rest}; ${first}x "$@"`,
      `a=(${words.toReversed().join(' ')}); b=(); for x in "\${a[@]}"; do b=("$x" "\${b[@]}"); done; "\${b[@]}"`,
      `declare -a c; c[0]=${first}; c+=(${rest}); "\${c[@]}"`,
      `x=${first}; x+=" ${rest}"; $x`,
      `mapfile -t c <<< $'${words.join('\\n')}'; "\${c[@]}"`,
      `read -ra c < <(echo ${words.join(' ')}); "\${c[@]}"`,
      `f() { local -n r=$1; "\${r[@]}"; }; c=(${words.join(' ')}); f c`,
    ])
  }),
]
