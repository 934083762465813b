import type { Rewrite } from '../attempt.ts'
import { base64, name, ofCommand, oneLine, quoted } from './shape.ts'

const G = 'texts through filters'
const reversed = (text: string) => [...text].reverse().join('')

/** The command made by other programs, and then handed to a shell. */
export const FILTERS: readonly Rewrite[] = [
  ofCommand(G, 'put together by a filter', (command, random) => {
    if (!oneLine(command)) return undefined
    const middle = Math.floor(command.length / 2)
    const [left, right] = [command.slice(0, middle), command.slice(middle)]
    return random.pick([
      `printf '%s\\n' ${quoted(left)} ${quoted(right)} | paste -sd '' | sh`,
      `printf '%s\\n' ${quoted(right)} ${quoted(left)} | tac | tr -d '\\n' | sh`,
      `printf '%s\\n%s\\n' ${quoted(`2${right}`)} ${quoted(`1${left}`)} | sort | cut -c2- | tr -d '\\n' | sh`,
      `echo ${quoted(`##${command}`)} | cut -c3- | sh`,
      `echo ${quoted(`x:${command}`)} | sed 's/^x://' | bash`,
      `echo ${quoted([...command].join('\u0001'))} | tr -d '\\001' | sh`,
      `printf '%s\\n' ok ${quoted(command)} | tail -n 1 | sh`,
      `printf '%s\\n' ok ${quoted(command)} | sed -n 2p | sh`,
      `printf '%s\\n' ok ${quoted(command)} | awk 'NR == 2' | sh`,
      `printf '%s\\n' no ${quoted(`yes ${command}`)} | grep -oP 'yes \\K.*' | sh`,
    ])
  }),
  ofCommand(G, 'passed on', (command, random) =>
    random.pick([
      `echo ${quoted(command)} | tee /dev/null | sh`,
      `echo ${quoted(command)} | cat - | cat | bash`,
      `echo ${quoted(command)} | tee >(sh) > /dev/null; sleep 0.2`,
      `printf %b ${quoted(command.replaceAll('\\', '\\\\\\\\').replaceAll(' ', '\\x20'))} | sh`,
      `printf '%s\\0' ${quoted(command)} | xargs -0 -n 1 sh -c`,
      `echo x | split --filter=${quoted(command)}`,
      `echo ${quoted(command)} | bash -c "$(cat)"`,
      `{ echo ${quoted(command)}; } > >(sh); sleep 0.2`,
    ]),
  ),
  ofCommand(G, 'decoded otherwise', (command, random) => {
    const code = base64(command)
    return random.pick([
      `openssl base64 -d -A <<< ${code} | sh`,
      `jq -rn '"${code}" | @base64d' | sh`,
      `python3 -c ${quoted(`import base64; print(base64.b64decode("${code}").decode())`)} | sh`,
      `perl -MMIME::Base64 -e ${quoted(`print decode_base64("${code}")`)} | sh`,
      `node -p ${quoted(`Buffer.from("${code}", "base64").toString()`)} | sh`,
      `eval "$(openssl enc -base64 -d -A <<< ${code})"`,
      `base64 -d <<< ${code} | bash -s --`,
      `sh -c "$(base64 -di <<< ${code})"`,
    ])
  }),
  ofCommand(G, 'read by a loop', (command, random) => {
    const variable = name(random)
    return oneLine(command)
      ? random.pick([
          `echo ${quoted(command)} | while read -r ${variable}; do eval "$${variable}"; done`,
          `echo ${quoted(reversed(command))} | rev | while IFS= read -r ${variable}; do bash -c "$${variable}"; done`,
          `for ${variable} in ${quoted(command)}; do eval "$${variable}"; done`,
          `mapfile -t ${variable} <<< ${quoted(command)}; eval "\${${variable}[0]}"`,
        ])
      : undefined
  }),
]
