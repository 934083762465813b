/** Sub-commands that do another one's work under their own name. */
const SAME = /^(?:send-pack|http-push|(?:subtree|lfs) push|(fetch)-pack)(?= |$)/

const MAX_ALIASES = 8

/** Further spellings of a git command: aliases defined on the same line, and subcommands that do the same. */
export function gitSpellings(args: readonly string[]): readonly string[] {
  const { aliases, words } = settle(args)
  const forms: string[] = []
  let current = words.join(' ')
  for (let step = 0; step < MAX_ALIASES; step++) {
    forms.push(`git ${current}`)
    if (SAME.test(current))
      forms.push(`git ${current.replace(SAME, (_, fetch: string | undefined) => fetch ?? 'push')}`)
    const [, verb = '', rest = ''] = /^(\S*)\s*(.*?)\s*$/s.exec(current) ?? []
    const meant = aliases.get(verb.toLowerCase())
    if (meant === undefined) break
    current = `${meant.replace(/^!\s*/, '')}${rest && ` ${rest}`}`
    if (meant.startsWith('!')) return [...forms, current]
  }
  return forms
}

function settle(args: readonly string[]): { aliases: ReadonlyMap<string, string>; words: readonly string[] } {
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
