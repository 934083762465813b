/** Sub-commands that run what they are pointed at, or the folder they work in, in whatever tool. */
const RUNS = new Set(
  'run r exec execute x build b test t tests start serve dev up make compile package bench benchmark rebuild bootstrap configure launch play playbook call load invoke generate gen watch shell develop repl converge'.split(
    ' ',
  ),
)

/** Sub-commands that take code in, so that it runs now or later. */
const TAKES = new Set(
  'install i ci add apply use create new init activate build pin plug import include source eval script restore sync link setup upgrade dlx copier render deploy'.split(
    ' ',
  ),
)

/** Options that turn a command into a question or a rehearsal. */
const ASKS_ONLY = /^(?:-n|--dry-run|--just-print|--help|-h|--version|-V)$/

export function asksOnly(words: readonly { readonly known: string }[]): boolean {
  return words.some(({ known }) => ASKS_ONLY.test(known))
}

/** Words in a name or sub-command that only look. */
const LOOKS =
  /(?:^|[-_.:])(?:cat|bat|less|view|viewer|show|info|stat|stats|list|ls|tree|dump|objdump|nm|size|lint|linter|fmt|format|check|checker|diff|grep|search|find|scan|audit|log|blame|status|describe|inspect|explain|print|count|cloc|hash|sum|verify|validate|parse|doc|docs|help|version)(?:$|[-_.:])/i

const MAX_WORD = 60

/** The parts of a word that may be a verb: `archive.install`, `easy_install`, `test:unit`. */
function partsOf(word: string): readonly string[] {
  if (word.length > MAX_WORD || /[/\\=\s@]/.test(word)) return []
  const parts = word.toLowerCase().split(/[-_.:]/)
  // A single letter is a verb only when it stands alone.
  return parts.length === 1 ? parts : parts.filter((part) => part.length > 2)
}

export function isRunVerb(word: string): boolean {
  return partsOf(word).some((part) => RUNS.has(part))
}

export function isTakeVerb(word: string): boolean {
  return partsOf(word).some((part) => TAKES.has(part))
}

export function onlyLooks(word: string): boolean {
  return word.length <= MAX_WORD && LOOKS.test(word)
}
