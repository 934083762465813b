import type { Rewrite } from '../attempt.ts'
import { firstWord, name, ofCommand, plainWords, quoted } from './shape.ts'

const G = 'variables'

export const VARIABLES: readonly Rewrite[] = [
  ofCommand(G, 'program in a variable', (command, random) => {
    const variable = name(random)
    return prefixed(command, (word) => [`${variable}=${word}; `, random.pick([`$${variable}`, `"\${${variable}}"`])])
  }),
  ofCommand(G, 'halves in variables', (command, random) => {
    const [left, right] = [name(random), `${name(random)}2`]
    return prefixed(command, (word) => [
      `${left}=${word.slice(0, 1)}; ${right}=${word.slice(1)}; `,
      `$${left}$${right}`,
    ])
  }),
  ofCommand(G, 'part of a variable', (command, random) => {
    const variable = name(random)
    return prefixed(command, (word) => [`${variable}=xx${word}yy; `, `\${${variable}:2:${word.length}}`])
  }),
  ofCommand(G, 'by another name', (command, random) => {
    const [outer, inner] = [name(random), `${name(random)}2`]
    return prefixed(command, (word) => [`${inner}=${word}; ${outer}=${inner}; `, `\${!${outer}}`])
  }),
  ofCommand(G, 'default value', (command, random) => firstWord(command, (word) => `\${${name(random)}_:-${word}}`)),
  ofCommand(G, 'field separator', (command) => {
    const words = plainWords(command)
    return words && words.length > 1 ? words.join('${IFS}') : undefined
  }),
  ofCommand(G, 'array', (command, random) => {
    const variable = name(random)
    return plainWords(command) ? `${variable}=(${command}); "\${${variable}[@]}"` : undefined
  }),
  ofCommand(G, 'read into variables', (command, random) => {
    const variable = name(random)
    return plainWords(command) ? `read -r -a ${variable} <<< ${quoted(command)}; "\${${variable}[@]}"` : undefined
  }),
  ofCommand(G, 'whole command in a variable', (command, random) => {
    const variable = name(random)
    return `${variable}=${quoted(command)}; ${random.pick([`eval "$${variable}"`, `bash -c "$${variable}"`])}`
  }),
  ofCommand(G, 'printf -v', (command, random) => {
    const variable = name(random)
    return prefixed(command, (word) => [
      `printf -v ${variable} '%s%s' ${word.slice(0, 1)} ${word.slice(1)}; `,
      `$${variable}`,
    ])
  }),
  ofCommand(G, 'positional', (command, random) =>
    plainWords(command) ? `set -- ${command}; ${random.pick(['"$@"', '$*', '${@}'])}` : undefined,
  ),
  ofCommand(G, 'substitution', (command, random) =>
    firstWord(command, (word) =>
      random.pick([`$(echo ${word})`, `\`echo ${word}\``, `$(printf %s ${word})`, `$(command -v ${word})`]),
    ),
  ),
  ofCommand(G, 'braces', (command) => {
    const words = plainWords(command)
    return words && words.length > 1 && !command.includes(',') ? `{${words.join(',')}}` : undefined
  }),
  ofCommand(G, 'exported', (command, random) => {
    const variable = name(random).toUpperCase()
    return `export ${variable}=${quoted(command)}; sh -c 'eval "$${variable}"'`
  }),
  ofCommand(G, 'changed letters', (command, random) => {
    const variable = name(random)
    return prefixed(command, (word) => [`${variable}=${word.toUpperCase()}; `, `\${${variable},,}`])
  }),
]

function prefixed(
  command: string,
  make: (word: string) => readonly [before: string, word: string],
): string | undefined {
  let before = ''
  const rest = firstWord(command, (word) => {
    const [prefix, replaced] = make(word)
    before = prefix
    return replaced
  })
  return rest === undefined ? undefined : before + rest
}
