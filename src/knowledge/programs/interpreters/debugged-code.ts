/** Words of Python's debugger that take no code, with the place or the count that may follow. */
const STEERS =
  /^(?:c|cont|continue|n|next|s|step|r|return|unt|until|j|jump|w|where|bt|u|up|d|down|l|list|ll|longlist|a|args|q|quit|exit|h|help|cl|clear|enable|disable|ignore|undisplay|retval|rv|EOF)(?:\s+[\w./:, -]{1,120})?$/
const BREAKS = /^(?:b|break|tbreak)(?:\s+[\w./:-]{1,120})?(?:,\s{0,8}(.{1,400}))?$/
const EVALUATES = /^(?:(?:p|pp|whatis|display|source)\s+|!\s{0,8})(.{1,4000})$/

/** What is run of the commands of a debugger's session: expressions, conditions, and lines that are no command of its own. */
export function debuggedCode(commands: string): string {
  return commands
    .split(/\n|;;/)
    .map((line) => line.trim())
    .flatMap((line) => {
      if (line === '' || STEERS.test(line)) return []
      const breaks = BREAKS.exec(line)
      if (breaks) return breaks[1] ?? []
      return EVALUATES.exec(line)?.[1] ?? line
    })
    .join('\n')
}
