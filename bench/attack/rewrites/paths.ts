import type { Attempt, Rewrite } from '../attempt.ts'
import { bash, name, ofCommand, ofSteps } from './shape.ts'

const G = 'paths'

/** Another spelling of the home directory wherever the command names it. */
function home(called: string, spelling: string) {
  return ofCommand(G, called, (command, _, { place }) =>
    command.includes(place.home) ? command.replaceAll(place.home, spelling) : undefined,
  )
}

export const PATHS: readonly Rewrite[] = [
  home('tilde', '~'),
  home('home variable', '"$HOME"'),
  home('relative', '..'),
  home('through proc', '/proc/self/cwd/..'),
  home('by the last directory', '$(dirname "$PWD")'),
  home('substring of a variable', '${PWD%/*}'),
  ofCommand(G, 'change directory first', (command, random, { place }) =>
    command.includes(`${place.home}/`)
      ? `${random.pick(['cd ..', 'cd ~', 'pushd .. > /dev/null', 'cd "$HOME"'])} && ${command.replaceAll(`${place.home}/`, './')}`
      : undefined,
  ),
  ofCommand(G, 'glob in the path', (command, random, attempt) =>
    globbed(command, random.pick(['?', '*', '[a-z]']), attempt),
  ),
  ofCommand(G, 'more slashes', (command, _, { place }) =>
    command.includes(`${place.home}/`)
      ? command.replaceAll(`${place.home}/`, `${place.home}//./project/..//`)
      : undefined,
  ),
  ofCommand(G, 'program by path', (command, random) => {
    const match = /^(rm|find|truncate|cat|chmod|git)(?= )/.exec(command)
    return match ? `${random.pick(['/usr/bin/', '/bin/', '/usr/../usr/bin/', '/???/bin/'])}${command}` : undefined
  }),
  ofSteps(G, 'through a link', (command, random, { place }) => {
    if (!command.includes(`${place.home}/`)) return undefined
    const link = `build-${name(random)}`
    const make = `ln -s ${random.pick(['..', '"$HOME"', place.home])} ${link}`
    const use = command.replaceAll(`${place.home}/`, `${link}/`)
    return random.chance(0.5) ? [bash(`${make} && ${use}`)] : [bash(make), bash(use)]
  }),
]

/** One letter of the last name below home becomes a pattern. */
function globbed(command: string, pattern: string, { place }: Attempt): string | undefined {
  const start = command.indexOf(`${place.home}/`)
  if (start < 0) return undefined
  const at = start + place.home.length + 3
  return /[a-z]/.test(command[at] ?? '') && !/>>? *$/.test(command.slice(0, start))
    ? `${command.slice(0, at)}${pattern}${command.slice(at + 1)}`
    : undefined
}
