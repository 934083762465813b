/** Subcommands that do another one's work under their own name. */
const EQUIVALENT_SUBCOMMANDS: ReadonlyMap<string, string> = new Map([
  ['send-pack', 'push'],
  ['http-push', 'push'],
  ['subtree push', 'push'],
  ['lfs push', 'push'],
  ['fetch-pack', 'fetch'],
])

/** Aliases that stand for aliases end somewhere. */
const MAX_ALIASES = 8

/** Further spellings of a git command: aliases defined on the same line, and subcommands that do the same. */
export function listEquivalentGitCommands(args: readonly string[]): readonly string[] {
  const { aliases, words } = extractInlineAliases(args)
  const forms: string[] = []
  let current = words.join(' ')
  for (let step = 0; step < MAX_ALIASES; step++) {
    forms.push(`git ${current}`, ...listEquivalents(current))
    const [verb = '', rest] = splitFirstWord(current)
    const meant = aliases.get(verb.toLowerCase())
    if (meant === undefined) break
    if (meant.startsWith('!')) return [...forms, `${meant.slice(1).trim()}${rest && ` ${rest}`}`]
    current = `${meant}${rest && ` ${rest}`}`
  }
  return forms
}

function listEquivalents(command: string): string[] {
  return [...EQUIVALENT_SUBCOMMANDS].flatMap(([verb, other]) => {
    if (command !== verb && !command.startsWith(`${verb} `)) return []
    return [`git ${other}${command.slice(verb.length)}`]
  })
}

function splitFirstWord(text: string): readonly [string, string] {
  const end = text.search(/\s/)
  return end < 0 ? [text, ''] : [text.slice(0, end), text.slice(end).trim()]
}

/** Takes the options before the subcommand off, and the aliases they define out of them. */
function extractInlineAliases(args: readonly string[]): {
  aliases: ReadonlyMap<string, string>
  words: readonly string[]
} {
  const aliases = new Map<string, string>()
  let index = 0
  for (; index < args.length && args[index]?.startsWith('-'); index++) {
    const option = args[index] ?? ''
    const takesNext = /^(?:-C|-c|--git-dir|--work-tree|--namespace|--config-env|--super-prefix)$/.test(option)
    const value = takesNext ? (args[++index] ?? '') : option.replace(/^-c/, '')
    const [, name, meant] = /^alias\.([^=]{1,100})=(.*)$/is.exec(value) ?? []
    if (name !== undefined && meant !== undefined) aliases.set(name.toLowerCase(), meant.trim())
  }
  return { aliases, words: args.slice(index) }
}
