import { charactersIn } from '../../analysis/text/word-characters.ts'
import { DRY_RUN_OPTIONS, isDryRunDeclined } from './dry-run-options.ts'

/** Asked for by itself, a program prints how it is used, or which it is, and ends. */
const HELP_OPTIONS: ReadonlySet<string> = new Set(['--help', '-h', '--version', '-V'])

export function isHelpOption(word: string): boolean {
  return HELP_OPTIONS.has(word)
}

/** The same, also as a sub-command. */
export function isHelpWord(word: string): boolean {
  return HELP_OPTIONS.has(word) || word === 'help' || word === 'version'
}

const HELP_OR_DRY_RUN_OPTIONS: ReadonlySet<string> = new Set([...DRY_RUN_OPTIONS, '--help', '--version'])
/** Where nothing else stands, or only a sub-command before it; `-V` is as often `verbose`. */
function endsWithHelpFlag(args: CommandWords['args']): boolean {
  return (
    args.length <= 3 &&
    args.at(-1)?.known === '-h' &&
    args.slice(0, -1).every(({ known }) => /^[a-z]{2,20}$/.test(known))
  )
}

/** Programs to which `-n` is a rehearsal: elsewhere it is as often a name, a namespace or a number. */
const DRY_RUN_N_PROGRAMS = /^(?:[gb]?make|just|ninja|rake|task|rsync|git|apt|apt-get|stow|rename|prename|chezmoi)$/
/** What follows their first operand is for what they run. */
const INTERPRETERS =
  /^(?:python|pypy|node|deno|bun|ruby|perl|php|lua|tclsh|java|(?:ba|da|z|k|fi)?sh|npx|bunx|pnpx|uvx|pipx)[\d.]*$/

interface CommandWords {
  readonly name?: string | undefined
  readonly args: readonly { readonly known: string }[]
}

export function isHelpOrDryRun({ name = '', args }: CommandWords): boolean {
  if (!charactersIn(args).dashed) return false
  if (lastHelpCheck?.args !== args || lastHelpCheck.name !== name)
    lastHelpCheck = { args, name, is: checkHelpOrDryRun(name, args) }
  return lastHelpCheck.is
}

let lastHelpCheck: { readonly args: CommandWords['args']; readonly name: string; readonly is: boolean } | undefined

function checkHelpOrDryRun(name: string, args: CommandWords['args']): boolean {
  const base = name.slice(name.lastIndexOf('/') + 1)
  if (endsWithHelpFlag(args)) return true
  const asks = args.findIndex(
    ({ known }) =>
      (known.startsWith('--') && HELP_OR_DRY_RUN_OPTIONS.has(known)) ||
      (known === '-n' && DRY_RUN_N_PROGRAMS.test(base)),
  )
  if (asks < 0 || isForInnerProgram(args, asks) || isDryRunDeclined(args)) return false
  if (!INTERPRETERS.test(base)) return true
  const operand = args.findIndex(({ known }) => !known.startsWith('-'))
  return operand < 0 || asks < operand
}

/** `run IMAGE tool --version`: two words behind the verb, the question is put to what is run. */
function isForInnerProgram(args: CommandWords['args'], asks: number): boolean {
  const verb = args.slice(0, 2).findIndex(({ known }) => /^(?:run|exec)$/.test(known))
  return verb >= 0 && args.slice(verb + 1, asks).filter(({ known }) => !known.startsWith('-')).length > 1
}
