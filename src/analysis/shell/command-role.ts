import { isDryRunName } from '../../knowledge/lexicon/dry-run-options.ts'
import { type NameRole, optionRole, programNameRole, verbRole } from '../../knowledge/lexicon/role-words.ts'
import { matching } from '../generic/word-shapes.ts'
import { baseName } from '../interpret/base-name.ts'
import type { Command } from '../words.ts'
import { isElevated } from '../wrappers.ts'
import { isAddress, isPathLike, type Slot } from './argument-slots.ts'

const PUT_VERBS = /^(?:set|put|write|insert|delete|update|replace|rm|mv|append)$/

/** What the words of a command tell of what it does to the files that it names. */
export function commandRole(
  name: string,
  slots: readonly Slot[],
  operands: readonly Slot[],
  options: readonly string[],
): NameRole {
  const plain = operands.map(({ word }) => word.known)
  // `-s set place`: one letter may be a flag before the verb.
  const behind = slots.filter(
    ({ kind, name: option, word }) => kind === 'loose' && option?.length === 1 && PUT_VERBS.test(word.known),
  )
  const verbs = [...behind.map(({ word }) => word.known), ...plain]
    .filter(matching(/^[A-Za-z][\w:-]{0,40}$/))
    .slice(0, 3)
  const said = verbs.map(verbRole).find((act) => act !== undefined)
  // Beside a verb that looks, what is given a text speaks of that text: `--transform 'Sshd incl x' print …`.
  const text = (option: string) => slots.some((slot) => slot.name === option && /\S\s+\S/.test(slot.word.known))
  const flags = options
    .filter((option) => option.length > 1 && optionRole(option) !== 'write' && !(said === 'looks' && text(option)))
    .map(verbRole)
  if (options.some((option) => option === 'check' || isDryRunName(option))) return 'looks'
  // `-w 120` is a width.
  const writes = options.includes('w') && !slots.some((slot) => slot.name === 'w' && /^\d+$/.test(slot.word.known))
  if (flags.includes('does') || writes) return 'does'
  // One letter of formatters for the difference, or for the names of what is not in order.
  if (/fmt|format/.test(baseName(name)) && options.some(matching(/^[dl]$/))) return 'looks'
  if (flags.includes('looks') || options.includes('get')) return 'looks'
  if (said !== undefined) return said
  const script = plain.find(matching(/\.(?:py|sh|js|ts|rb|pl|mjs)$/))
  return (script === undefined ? undefined : programNameRole(baseName(script))) ?? programRole(name, verbs[0])
}

function programRole(name: string, first: string | undefined): NameRole {
  const base = baseName(name)
  return (
    (/^(?:npx|bunx|pnpx|uvx|pipx|dlx)$/.test(base) && first !== undefined ? programNameRole(first) : undefined) ??
    programNameRole(base)
  )
}

const SEARCH_LETTERS = /^(?:[nlcerHhE]|[nlcerHhEis]{2,4})$/
const SEARCH_PATTERN = /^[\w^$.*+?|\\<>:@ -]{1,80}$/

/** `tool -n pattern file file`: by its shape it looks for something, and nothing says that it writes. */
export function isSearch(command: Command, slots: readonly Slot[], options: readonly string[]): boolean {
  const [option = '', ...more] = options
  if (more.length > 0 || !SEARCH_LETTERS.test(option) || isElevated(command) || command.stdin.kind === 'value')
    return false
  const [pattern, ...files] = slots
  if (pattern?.kind !== 'loose' || !SEARCH_PATTERN.test(pattern.word.known) || isPathLike(pattern.word)) return false
  return (
    command.args[0]?.known === `-${option}` &&
    files.length > 0 &&
    files.every(({ kind, word }) => kind === 'operand' && isPathLike(word) && !isAddress(word))
  )
}
