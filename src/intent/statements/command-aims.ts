import type { ActCommand } from '../../analysis/interpret/acts.ts'

/** `git push`, `npm run deploy:*`, `--force`, `scripts/tidy.sh`, and `* e2e` for any program: the words of a command, in their order. */
export function isCommandNamed(command: ActCommand | undefined, value: string): boolean {
  if (command === undefined) return false
  const said = value
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== '')
  const [first = '', ...rest] = said
  // Whoever rules out a program rules out its rehearsals.
  if (command.rehearsal && (rest.length > 0 || first.startsWith('-'))) return false
  // Behind any program the parts of a task's name count too: `test:e2e` runs the e2e tests.
  if (first === '*') {
    if (command.told.length === 0) return false
    const words = command.script === undefined ? command.words : [...command.words, command.script]
    return standInOrder(
      rest,
      words.flatMap((word) => [word, ...taskParts(word)]),
    )
  }
  if (first.startsWith('-')) return standInOrder(said, command.words)
  const name = first.slice(first.lastIndexOf('/') + 1)
  const isScript = name.includes('.') && command.script === name
  return (isScript || fitsWord(command.program, name)) && standInOrder(rest, command.words)
}

function standInOrder(said: readonly string[], words: readonly string[]): boolean {
  let at = 0
  for (const word of said) {
    const found = words.findIndex((each, index) => index >= at && fitsWord(each, word.replace(/^-+/, '')))
    if (found < 0) return false
    at = found + 1
  }
  return true
}

/** What an option does without is none of it: `no-cache`. */
function taskParts(word: string): readonly string[] {
  if (/[\s/]/.test(word) || /^(?:no|without|skip|disable)-/.test(word)) return []
  const parts = word.split(/[:_-]/)
  return parts.length > 1 ? parts : []
}

export function fitsWord(word: string, pattern: string): boolean {
  return pattern.endsWith('*') ? word.startsWith(pattern.slice(0, -1)) : word === pattern
}
