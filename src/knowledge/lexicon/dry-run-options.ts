/** A rehearsal, as programs and tools call it: an option by which one says what it would do, and does nothing. A new one is a word here. */
const DRY_RUN_NAMES =
  'dry-run dryrun dry_run diff-run diffrun noop no-act pretend simulate what-if why-run just-print'.split(' ')

/** For every command, whoever reads it. */
export const DRY_RUN_OPTIONS: readonly string[] = DRY_RUN_NAMES.map((name) => `--${name}`)

const OPTION_SET: ReadonlySet<string> = new Set(DRY_RUN_OPTIONS)
const joined = (name: string) => name.toLowerCase().replace(/[-_]/g, '')
const NAME_SET: ReadonlySet<string> = new Set(DRY_RUN_NAMES.map(joined))

/** `dry_run`, `whatIf`: what a key or an option is called, in any spelling. */
export function isDryRunName(name: string): boolean {
  return NAME_SET.has(joined(name))
}

/** `--dry-run`, `--dry-run=client`, and not `--dry-run=false`. */
export function isDryRunOption(word: string): boolean {
  const [name = '', value] = word.split('=', 2)
  return OPTION_SET.has(name) && (value === undefined || !DECLINING_VALUE.test(value))
}

/** `put-dry-run`, "a dry run". */
export const DRY_RUN_IN_NAME: RegExp = /dry[-_ ]?run/

const DECLINING_VALUE = /^(?:false|none|off|no|0|\$false)$/i
const NEGATIONS = ['no', 'not', 'without', 'disable']
/** Options that are a rehearsal for some programs. */
const PREVIEW_NAMES: ReadonlySet<string> = new Set(['check', 'preview', 'plan'])
const isRehearsal = (name: string) => isDryRunName(name) || PREVIEW_NAMES.has(name.toLowerCase())

/** `--dry-run --no-dry-run`, `--dry-run=false`: said, and taken back. */
export function isDryRunDeclined(args: readonly { readonly known: string }[]): boolean {
  return args.some(({ known }) => known.startsWith('-') && isDeclined(known.replace(/^--?/, '')))
}

function isDeclined(option: string): boolean {
  const said = option.toLowerCase()
  if (NEGATIONS.some((each) => said.startsWith(each) && isRehearsal(said.slice(each.length).replace(/^[-_]/, ''))))
    return true
  const [, name, value] = /^([\w-]+)[=:](.*)$/s.exec(option) ?? []
  return name !== undefined && isRehearsal(name) && DECLINING_VALUE.test(value ?? '')
}
